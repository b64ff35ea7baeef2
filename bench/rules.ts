// Ten thousand content rules on a megabyte: how long the process could do nothing else meanwhile.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evaluateChecks } from '../src/adapters/evaluator/evaluate.ts'
import { CheckPool } from '../src/adapters/evaluator/pool.ts'
import type { RuleCheck } from '../src/kernel/task.ts'
import { show } from './lib/figures.ts'

const text = Array.from({ length: 16_000 }, (_, i) => `Line ${i} of the artifact speaks of thing-${i % 977} and no other thing.\n`)
  .join('')
  .slice(0, 1 << 20)

const kinds = [
  (i: number) => ({ kind: 'content.contains', text: `thing-${i}` }),
  (i: number) => ({ kind: 'content.regex', pattern: `thing-${i}\\b.*other` }),
  (i: number) => ({ kind: 'content.count', of: 'occurrences', text: `thing-${i % 977}`, min: 1 }),
]

const checks: RuleCheck[] = Array.from({ length: 10_000 }, (_, i) => ({
  ruleId: `rule-${i}`,
  check: kinds[i % kinds.length]?.(i) ?? { kind: '' },
}))

export async function benchRules() {
  const root = mkdtempSync(join(tmpdir(), 'whet-rules-'))
  const pool = new CheckPool()
  const rows = []
  for (const what of ['first time', 'with the threads there']) {
    const watch = watchLoop()
    const began = performance.now()
    const verdicts = await evaluateChecks(
      { root, pool, modules: [] },
      { text, name: 'artifact.md', checks, allowCommands: false, signal: new AbortController().signal },
    )
    const ms = performance.now() - began
    const longest = watch.stop()
    rows.push({
      what,
      took: `${ms.toFixed(0)} ms`,
      'longest block': `${longest.felt.toFixed(1)} ms`,
      'of it processor time': `${longest.worked.toFixed(1)} ms`,
      target: '≤ 50 ms',
      pass: verdicts.filter(({ outcome }) => outcome === 'pass').length,
      fail: verdicts.filter(({ outcome }) => outcome === 'fail').length,
    })
  }
  await pool.close()
  rmSync(root, { recursive: true })
  return rows
}

/** The longest turn of the event loop: as it was felt, and what of it was our own doing. */
function watchLoop() {
  const longest = { felt: 0, worked: 0 }
  let last = performance.now()
  let used = process.threadCpuUsage()
  let going = true
  const look = () => {
    const { user, system } = process.threadCpuUsage(used)
    longest.felt = Math.max(longest.felt, performance.now() - last)
    longest.worked = Math.max(longest.worked, (user + system) / 1000)
    last = performance.now()
    used = process.threadCpuUsage()
    if (going) setImmediate(look)
  }
  setImmediate(look)
  return {
    stop: () => {
      going = false
      look()
      return longest
    },
  }
}

await show(import.meta, '10,000 content rules on 1 MB', benchRules)
