// Keyboard shortcuts that work anywhere on a page, except while typing.
import { useEffect } from 'preact/hooks'

const handlers = new Map<string, () => void>()

/** Active while the component is mounted; the last one to claim a key gets it. */
export function useKeys(keys: Readonly<Record<string, () => void>>, when: readonly unknown[] = []): void {
  useEffect(() => {
    const all = Object.entries(keys)
    for (const [key, act] of all) handlers.set(key, act)
    return () => all.forEach(([key, act]) => handlers.get(key) === act && handlers.delete(key))
  }, when)
}

addEventListener('keydown', (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
    event.preventDefault()
    handlers.get('palette')?.()
    return
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const at = event.target as HTMLElement
  if (at.closest('input, textarea, select, dialog')) {
    if (event.key === 'Escape') at.blur()
    return
  }
  const act = handlers.get(event.key)
  if (!act) return
  event.preventDefault()
  act()
})

export const help: readonly (readonly [string, string])[] = [
  ['Ctrl K, ⌘ K', 'find a run or a command'],
  ['/', 'search the runs'],
  ['j k', 'next and previous run'],
  ['Enter', 'open it'],
  ['h', 'all runs'],
  ['n', 'start a run'],
  ['1 … 9', 'a view of a run'],
  ['← →', 'earlier and later evaluation'],
  ['d', 'decide'],
  ['t', 'light or dark'],
  ['?', 'these keys'],
]
