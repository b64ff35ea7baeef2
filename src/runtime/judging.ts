// What judging needs, opened when first needed: threads for checks and the cache of their verdicts.
import { type Evaluation, type EvaluatorOptions, evaluateChecks } from '../adapters/evaluator/evaluate.ts'
import { CheckPool } from '../adapters/evaluator/pool.ts'
import { VerdictCache } from '../adapters/evaluator/verdict-cache.ts'
import type { Verdict } from '../schema/verdict.ts'

export class Judging {
  readonly #root: string
  #pool: CheckPool | undefined
  #cache: VerdictCache | undefined

  constructor(root: string) {
    this.#root = root
  }

  evaluator(commandsIn: 'copy' | 'place', modules: string[]): EvaluatorOptions {
    const open = { pool: () => (this.#pool ??= new CheckPool()), cache: () => (this.#cache ??= new VerdictCache(this.#root)) }
    return {
      root: this.#root,
      commandsIn,
      modules,
      get pool() {
        return open.pool()
      },
      get cache() {
        return open.cache()
      },
    }
  }

  /** Once, in the project itself; `anew` takes no verdict from the cache. */
  evaluate(evaluation: Evaluation, modules: string[], anew: boolean): Promise<Verdict[]> {
    const options = this.evaluator('place', modules)
    return evaluateChecks(anew ? { ...options, cache: null } : options, evaluation)
  }

  async close(): Promise<void> {
    await this.#pool?.close()
    this.#cache?.close()
  }
}
