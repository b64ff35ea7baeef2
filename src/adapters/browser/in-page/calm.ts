// Keeps a page calm and repeatable: its dialogs, windows, randomness and clock. Runs in the page.
/// <reference lib="dom" />

/** In the page's own world: the first dialogs and windows are counted; later ones would only block the page, so they do nothing. */
export function calm(): void {
  const most = window.opener ? 0 : 3
  const answers = { alert: undefined, confirm: false, prompt: null, print: undefined, open: null }
  for (const [name, answer] of Object.entries(answers)) {
    const own = Reflect.get(window, name) as ((...given: unknown[]) => unknown) | undefined
    let asked = 0
    Object.assign(window, { [name]: (...given: unknown[]) => (++asked > most ? answer : own?.apply(window, given)) })
  }
}

/** In the page's own world: randomness is the same each time, and the clock starts with the page. */
export function sameEveryTime(): void {
  const began = Date.now()
  performance.now = () => Date.now() - began
  let seed = 42
  Math.random = () => {
    seed = (seed * 1664525 + 1013904223) % 4294967296
    return seed / 4294967296
  }
}

export function twoFrames(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
}
