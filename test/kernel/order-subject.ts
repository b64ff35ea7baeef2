// The order workflow as a subject: makers who fail, compilers who complain, repositories that cannot be read, commits that do not come about.
import type { Answer, Performed, Task } from '../../src/kernel/task.ts'
import type { Workflow } from '../../src/kernel/workflow.ts'
import { measured, notApplicable, unmeasured } from '../../src/rules/measure/metrics.ts'
import { order } from '../../src/workflows/order/index.ts'
import type { OrderInput } from '../../src/workflows/order/state.ts'
import { oneOf, share, whole } from './chance.ts'

export const orderWorkflow = order as unknown as Workflow<unknown>

export function orderInput(seed: number, run: string): OrderInput {
  return {
    runId: run,
    name: 'fare',
    task: 'Fix fare()',
    type: 'code',
    spec: null,
    items: null,
    repo: '/repo',
    base: 'HEAD',
    proposers:
      share(seed, 'proposers') < 0.5
        ? []
        : [
            { maker: 'small', upTo: 0.05 },
            { maker: 'large', upTo: null },
          ],
    cycles: whole(seed, 'cycles', 3),
    sanitizer: share(seed, 'sanitizer') < 0.5,
    pullRequest: share(seed, 'pull') < 0.3,
    allowCommands: true,
  }
}

const error = { code: 'TS2304', message: 'Cannot find name', file: 'a.ts', line: 1, column: 1 }

export function performOrder(seed: number, { kind, key, ...task }: Task): Performed {
  if (share(seed, `bad ${key}`) < 0.08) return { ok: false, error: { code: 'refused', message: `no ${key}` } }
  if (kind === 'ask') return { ok: true, text: `did ${key}`, usage: { calls: 1, tokensIn: 9, tokensOut: 3, costMicros: 10 } }
  if (kind === 'effect') {
    const { effect } = task as { effect: string }
    if (effect === 'open') return { ok: true, value: { reused: false, watched: {} } }
    if (effect === 'commit') return { ok: true, value: { commit: 'c'.repeat(40), branch: 'whet/x' } }
    return { ok: true, value: effect === 'pull' ? { url: null, problem: 'no gh' } : { kept: null } }
  }
  const { source, args } = task as { source: string; args: { cycle: number } }
  if (source === 'survey')
    return {
      ok: true,
      value: {
        survey: {
          commit: 'b'.repeat(40),
          tree: 't'.repeat(40),
          place: '/p',
          folder: '/p/work',
          closed: [],
          notes: [],
          files: 3,
          commands: { build: null, test: null, lint: null, compile: null },
        },
        context: 'Files:\na.ts',
      },
    }
  if (source === 'guidelines')
    return {
      ok: true,
      value:
        share(seed, 'lessons') < 0.3
          ? {
              text: 'IMPORTANT GUIDELINES:\n\nWrite tests.',
              applications: [{ lesson: 'L-1', code: 'TESTS_FAIL', arm: 'treated', tokens: 3 }],
              promptVersion: null,
            }
          : { text: '', applications: [], promptVersion: null },
    }
  if (source === 'refine') {
    const errors = share(seed, key) < 0.4 ? [error] : []
    const changed = share(seed, `none ${key}`) < 0.1 ? [] : [{ path: 'a.ts', status: 'M', added: 1, deleted: 1 }]
    return {
      ok: true,
      value: {
        cycle: args.cycle,
        tree: 'u'.repeat(40),
        changed,
        violations: share(seed, 'outside') < 0.1 ? ['wrote outside'] : [],
        initial: errors,
        corrections: [],
        errors,
      },
    }
  }
  const passed = oneOf(seed, 'tests', [measured(true), measured(true), measured(false), unmeasured('it timed out'), notApplicable('none')])
  const metrics = {
    fileLines: measured([whole(seed, 'lines', 1500)]),
    worstComplexity: measured(whole(seed, 'complexity', 60)),
    lintWarnings: notApplicable('none'),
    lintErrors: notApplicable('none'),
    todos: measured(0),
    buildPassed: measured(true),
    testsPassed: passed,
    coverage: measured(whole(seed, 'coverage', 101)),
  }
  return {
    ok: true,
    value: {
      metrics,
      spots: [],
      tampering: share(seed, 'tampered') < 0.2 ? [{ path: 'a.test.ts', message: 'a test is gone' }] : [],
      tests: { before: null, after: null },
      at: 5,
    },
  }
}

export const answerOrder = (): Answer => ({ choice: '', by: 'tester', assurance: 'attended' })
