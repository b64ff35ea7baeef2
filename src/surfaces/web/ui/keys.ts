// Keys that work anywhere on a page, unless somebody is typing.

const handlers = new Map<string, () => void>()

/** Until the returned function is called; the last one asked for a key has it. */
export function onKey(key: string, act: () => void): () => void {
  handlers.set(key, act)
  return () => {
    if (handlers.get(key) === act) handlers.delete(key)
  }
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
