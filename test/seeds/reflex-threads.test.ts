// Where no thread can be started, or threads die at work: the same verdicts, one check after another.
import { afterEach, expect, it, vi } from 'vitest'
import { evaluateChecks } from '../../src/adapters/evaluator/evaluate.ts'
import { CheckPool } from '../../src/adapters/evaluator/pool.ts'
import type { RuleCheck } from '../../src/kernel/task.ts'
import { project } from '../operations/support.ts'

const threads = vi.hoisted(() => ({ refused: false, asked: 0 }))

vi.mock('node:worker_threads', async (original) => {
  const real = await original<typeof import('node:worker_threads')>()
  const { EventEmitter } = await import('node:events')
  /** Refuses as Node does where the system gives no more threads. */
  class Refused extends EventEmitter {
    constructor() {
      super()
      setImmediate(() =>
        this.emit('error', Object.assign(new Error('Worker initialization failure: EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' })),
      )
    }
    ref() {}
    unref() {}
    postMessage() {}
    async terminate() {}
  }
  const Worker = function (...given: ConstructorParameters<typeof real.Worker>) {
    threads.asked += 1
    return threads.refused ? new Refused() : new real.Worker(...given)
  }
  return { ...real, default: real, Worker }
})

afterEach(() => void Object.assign(threads, { refused: false, asked: 0 }))

const checks: RuleCheck[] = [
  ...Array.from({ length: 30 }, (_, n) => ({ ruleId: `r${n}`, check: { kind: 'content.regex', pattern: `w${n % 7}\\b` } })),
  { ruleId: 'sections', check: { kind: 'markdown.sections', required: ['T', 'Missing'] } },
  { ruleId: 'command', check: { kind: 'command', command: 'false' } },
  { ruleId: 'none', check: { kind: 'no.such' } },
]

it('RX-087 when threads are refused, the same steps run one after another and give the same verdicts', async () => {
  const { root } = project()
  const evaluated = async (pool: CheckPool) => {
    try {
      return await evaluateChecks(
        { root, pool, modules: [] },
        { text: '# T\n\nw1 w3 w5\n', name: 'artifact.md', checks, allowCommands: true, signal: new AbortController().signal },
      )
    } finally {
      await pool.close()
    }
  }
  const threaded = await evaluated(new CheckPool({ threads: 2 }))
  expect(threads.asked).toBeGreaterThan(0)
  threads.refused = true
  threads.asked = 0
  const alone = await evaluated(new CheckPool({ threads: 2 }))
  expect(threads.asked).toBeGreaterThan(0)
  expect(alone).toEqual(threaded)
  expect(new Set(alone.map(({ outcome }) => outcome))).toEqual(new Set(['pass', 'fail', 'error']))
})
