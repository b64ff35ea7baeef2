// One warm Chromium for all measures of a process: started on first use, restarted after a page has killed or hung it.
import { readStatic } from '../../rules/page/static.ts'
import { type PageMeasure, emptyMeasure } from '../../rules/page/measure.ts'
import { type FoundChromium, findChromium } from './find.ts'
import { type Launched, launchChromium } from './launch.ts'
import { type Keep, type Take, readPage } from './read-page.ts'
import { type PageAsked, sourceOf, textOf } from './source.ts'
import { type Blank, Unreadable, openBlank } from './visit.ts'

export interface PageBrowserOptions {
  find?: () => FoundChromium
  /** For one page, all views included. */
  timeoutMs?: number
  /** For loading a page. A busy machine may take ten times as long as an idle one. */
  loadMs?: number
}

/** After this long without a page, a server frees the browser's memory. */
const idleMs = 5 * 60_000

export class PageBrowser {
  readonly #find: () => FoundChromium
  readonly #timeoutMs: number
  readonly #loadMs: number
  #launched: Promise<Launched> | undefined
  /** Measures wait for each other: running two at once would slow both down and make their times meaningless. */
  #last: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined
  #measured = 0
  /** For the next measure, opened in the meantime; someone who measures only one page needs none. */
  readonly #ready = new Map<string, Promise<Blank>>()

  constructor({ find = findChromium, timeoutMs = 120_000, loadMs = 30_000 }: PageBrowserOptions = {}) {
    this.#find = find
    this.#timeoutMs = timeoutMs
    this.#loadMs = loadMs
  }

  /** Never throws: a page that can't be measured gives a measure that says why. */
  measure(asked: PageAsked, keep: Keep | null, signal?: AbortSignal): Promise<PageMeasure> {
    clearTimeout(this.#idle)
    const turn = this.#last.then(() => this.#measure(asked, keep, signal))
    this.#last = turn.finally(() => {
      clearTimeout(this.#idle)
      this.#idle = setTimeout(() => void this.close(), idleMs).unref()
    })
    return turn
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const launched = this.#launched
    this.#launched = undefined
    this.#ready.clear()
    if (launched) await end(launched)
  }

  async #measure(asked: PageAsked, keep: Keep | null, signal: AbortSignal | undefined): Promise<PageMeasure> {
    if (signal?.aborted) return failed('the evaluation was told to stop')
    const source = await sourceOf(asked)
    if ('problem' in source) return failed(source.problem)
    const found = this.#find()
    if (found.path === null) return this.#withoutBrowser(asked, found.why)
    for (let attempt = 1; ; attempt++) {
      try {
        const { browser, note } = await (this.#launched ??= launchChromium(found.path))
        const take: Take = (view) => {
          const ready = this.#ready.get(view)
          this.#ready.delete(view)
          return ready ?? openBlank(browser, view)
        }
        const measure = await this.#within(readPage(take, source, { keep, loadMs: this.#loadMs }), signal)
        for (const view of ++this.#measured > 1 ? (['desktop', 'mobile'] as const) : []) {
          const blank = openBlank(browser, view)
          blank.catch(() => {}) // reported when it is taken
          this.#ready.set(view, blank)
        }
        return note === null ? measure : { ...measure, notes: [note, ...measure.notes] }
      } catch (error) {
        const stuck = error instanceof Late
        if (stuck || !(error instanceof Unreadable)) await this.close()
        if (error instanceof Unreadable || stuck) return failed(error.message)
        if (attempt > 1) return failed(`the browser failed: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
      }
    }
  }

  async #withoutBrowser(asked: PageAsked, why: string): Promise<PageMeasure> {
    const text = await textOf(asked)
    if (text === null) return { ...failed(`${why}; only a browser can read a page at an address`), by: 'text' }
    return { ...readStatic(text), notes: [`${why}, so only the HTML itself was read`] }
  }

  #within<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Late(`the page couldn't be examined within ${this.#timeoutMs / 1000} s: it never stops changing`)),
        this.#timeoutMs,
      )
      const leave = () => reject(new Late('the evaluation was told to stop'))
      signal?.addEventListener('abort', leave, { once: true })
      work.then(resolve, reject).finally(() => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
      })
    })
  }
}

class Late extends Error {}

const failed = (problem: string): PageMeasure => ({ ...emptyMeasure, problem })

/** Kills the process of a browser that doesn't close promptly. */
async function end(launched: Promise<Launched>): Promise<void> {
  try {
    const { browser, remove } = await launched
    let timer: NodeJS.Timeout | undefined
    await Promise.race([browser.close(), new Promise((resolve) => (timer = setTimeout(resolve, 5000)))])
    clearTimeout(timer)
    remove()
  } catch {
    // it never started, or is already gone
  }
}
