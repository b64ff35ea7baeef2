// What judging needs, opened when first needed: threads for checks, a browser for pages.
import { type Evaluation, type EvaluatorOptions, evaluateChecks } from '../adapters/evaluator/evaluate.ts'
import type { PageBrowser } from '../adapters/browser/browser.ts'
import { CheckPool, sharedPool } from '../adapters/evaluator/pool.ts'
import type { Verdict } from '../schema/verdict.ts'

export class Judging {
  readonly #root: string
  #pool: CheckPool | undefined
  #browser: Promise<PageBrowser> | undefined

  constructor(root: string) {
    this.#root = root
  }

  evaluator(modules: string[]): EvaluatorOptions {
    const open = () => (modules.length > 0 ? (this.#pool ??= new CheckPool()) : sharedPool())
    return {
      root: this.#root,
      modules,
      pages: () => (this.#browser ??= import('../adapters/browser/browser.ts').then(({ PageBrowser }) => new PageBrowser())),
      get pool() {
        return open()
      },
    }
  }

  /** Once, outside any run. */
  evaluate(evaluation: Evaluation, modules: string[]): Promise<Verdict[]> {
    return evaluateChecks(this.evaluator(modules), evaluation)
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool?.close(), this.#browser?.then((browser) => browser.close())])
  }
}
