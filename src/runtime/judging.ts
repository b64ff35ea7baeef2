// What judging needs, opened on first use: threads for checks, a browser for pages.
import { type Evaluation, type EvaluatorOptions, aboutPages, evaluateChecks } from '../adapters/evaluator/evaluate.ts'
import type { PageBrowser } from '../adapters/browser/browser.ts'
import { CheckPool, sharedPool } from '../adapters/evaluator/pool.ts'
import type { Store } from '../kernel/store.ts'
import type { Catalog } from '../rules/catalog.ts'
import type { Json } from '../schema/event.ts'
import type { Verdict } from '../schema/verdict.ts'

export class Judging {
  readonly #root: string
  readonly #objects: Store
  readonly #own: Catalog
  #pool: CheckPool | undefined
  #browser: Promise<PageBrowser> | undefined

  constructor(root: string, objects: Store, own: Catalog) {
    this.#root = root
    this.#objects = objects
    this.#own = own
  }

  evaluator(modules: string[]): EvaluatorOptions {
    const open = () => (modules.length > 0 ? (this.#pool ??= new CheckPool()) : sharedPool())
    return {
      root: this.#root,
      objects: this.#objects,
      modules,
      own: this.#own,
      pages: () => (this.#browser ??= import('../adapters/browser/browser.ts').then(({ PageBrowser }) => new PageBrowser())),
      get pool() {
        return open()
      },
    }
  }

  /** A single evaluation, outside any run. */
  evaluate(evaluation: Evaluation, modules: string[]): Promise<Verdict[]> {
    return evaluateChecks(this.evaluator(modules), evaluation)
  }

  /** The same, keeping evidence of the pages. */
  async evaluateKept(evaluation: Evaluation, modules: string[]): Promise<{ value: Verdict[]; meta: Json }> {
    const pages = {}
    const value = await evaluateChecks(this.evaluator(modules), evaluation, pages)
    return { value, meta: { pages: aboutPages(pages) } }
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool?.close(), this.#browser?.then((browser) => browser.close())])
  }
}
