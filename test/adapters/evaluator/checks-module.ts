// Checks as a trusted configuration brings them: one that behaves, and several that do not.
import * as z from 'zod'
import { type Check, pass } from '../../../src/rules/check.ts'

const none = z.object({})
const check = (kind: string, run: Check<unknown>['run'], more: Partial<Check<unknown>> = {}): Check<unknown> => ({
  kind,
  summary: kind,
  version: '1',
  params: none,
  run,
  ...more,
})

function forever(): never {
  for (;;) void 0
}

export default [
  check('mine.length', ({ artifact }) => pass(`${artifact.text.length} characters`)),
  check('mine.throws', () => {
    throw new TypeError('oops')
  }),
  check('mine.rejects', () => Promise.reject(new Error('rejected'))),
  check('mine.hangs', forever),
  check('mine.never', () => new Promise(() => {})),
  check('mine.exits', () => process.exit(3)),
  check('mine.crashes', async () => {
    setImmediate(() => {
      throw new Error('thrown outside')
    })
    await new Promise((resolve) => setTimeout(resolve, 5000))
    return pass('never')
  }),
  check('mine.eats', () => {
    const hoard: unknown[] = []
    for (;;) hoard.push(new Array(100_000).fill(hoard.length))
  }),
  check(
    'mine.slow',
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      return pass('took its time')
    },
    { timeoutMs: () => 30_000 },
  ),
  check('mine.undeclared', async ({ exec, signal }) => {
    await exec.run('true', { timeoutMs: 1000, signal })
    return pass('ran a command')
  }),
]
