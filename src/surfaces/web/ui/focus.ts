// When a run moves on, the focused element may vanish; focus then goes to what comes next.

/** The next question, else why it ended, else the page. */
const next = '#decide, .stop, #main'

export function keepFocus(): () => void {
  let last: Element | null = null
  const remember = ({ target }: FocusEvent) => (last = target as Element)
  const watcher = new MutationObserver(() => {
    if (!last || last.isConnected || document.activeElement !== document.body) return
    last = null
    const found = [...document.querySelectorAll<HTMLElement>(next)].sort((a, b) => rank(a) - rank(b))[0]
    found?.focus({ preventScroll: true })
  })
  document.addEventListener('focusin', remember)
  watcher.observe(document.body, { childList: true, subtree: true })
  return () => (document.removeEventListener('focusin', remember), watcher.disconnect())
}

const rank = ({ id }: HTMLElement) => (id === 'decide' ? 0 : id === 'main' ? 2 : 1)
