// The sprint workflow as a subject: builders who object, builders who answer badly, pages that get better or worse, people who go on, adjust, accept and force.
import type { Answer, AskAgent, Gate, Performed, RuleCheck, Task } from '../../src/kernel/task.ts'
import type { Workflow } from '../../src/kernel/workflow.ts'
import { sha256 } from '../../src/lib/hash.ts'
import type { Json } from '../../src/schema/event.ts'
import { sprint } from '../../src/workflows/sprint/index.ts'
import { readParameters } from '../../src/workflows/sprint/parameters.ts'
import type { SprintInput } from '../../src/workflows/sprint/state.ts'
import { oneOf, share, whole } from './chance.ts'

export const sprintWorkflow = sprint as unknown as Workflow<unknown>

/** The one text that is in the store before anybody asks. */
export const sprintBrief = '# A page\n\n## Sections\n\n- Hero\n- Prices\n'

export function sprintInput(seed: number, run: string): SprintInput {
  const read = readParameters({
    design: {
      gan_loop: {
        max_iterations: 1 + whole(seed, 'limit', 5),
        escalation_after: 1 + whole(seed, 'escalation', 4),
        strict_mode: share(seed, 'strict') < 0.3,
        sprint_contract: { max_negotiation_rounds: whole(seed, 'rounds', 3) },
      },
    },
  })
  if ('problems' in read) throw new Error(read.problems.join('; '))
  return {
    runId: run,
    name: 'site',
    brief: { path: 'brief.md', object: sha256(sprintBrief) },
    material: {
      page: 'site/index.html',
      sections: [{ title: 'Hero', from: 'Hero' }],
      copy: share(seed, 'copy') < 0.5 ? { hero: ['Welcome'] } : null,
      copyPath: null,
      tokens: null,
      tokensPath: null,
      primaryActions: 1,
    },
    parameters: read.parameters,
    harness: 'standard',
    contract: share(seed, 'contract') < 0.7,
    folder: 'site',
    builder: true,
    judge: share(seed, 'judge') < 0.3,
    budget: share(seed, 'budget') < 0.2 ? { calls: 1 + whole(seed, 'calls', 10) } : {},
    overrides: {},
    firstNumber: 1 + whole(seed, 'number', 4),
    runsBefore: whole(seed, 'before', 6),
  }
}

export function performSprint(seed: number, task: Task): Performed {
  switch (task.kind) {
    case 'observe':
      if (task.source === 'baseline')
        return { ok: true, value: share(seed, 'baseline') < 0.5 ? null : { mean: whole(seed, 'mean', 10_000), runs: 3 } }
      if (task.source === 'afresh')
        return { ok: true, value: verdicts(seed, `again ${task.key}`, (task.args as { checks: RuleCheck[] }).checks) }
      return { ok: true, text: share(seed, 'page') < 0.8 ? '```html file="site/index.html"\n<p>First</p>\n```\n' : '' }
    case 'evaluate':
      return share(seed, `crash ${task.key}`) < 0.05
        ? { ok: false, error: { code: 'timeout', message: 'too slow' } }
        : { ok: true, value: verdicts(seed, task.key, task.checks) }
    case 'ask':
      return share(seed, `bad ${task.key}`) < 0.08
        ? { ok: false, error: { code: 'maker', message: 'no answer' } }
        : { ok: true, ...reply(seed, task), usage: { calls: 1, tokensIn: 10, tokensOut: 5, costMicros: 100 } }
    default:
      return { ok: true, value: {} }
  }
}

function reply(seed: number, { key, template, schema }: AskAgent): { text: string } | { value: Json } {
  if (template === 'sprint-review')
    return {
      value:
        share(seed, key) < 0.5
          ? { accept: true }
          : { accept: false, proposals: [{ id: `AC-0${1 + whole(seed, key, 8)}`, drop: true, reason: 'it costs too much' }] },
    }
  if (template === 'sprint-build')
    return { text: `I did what was asked.\n\n\`\`\`html file=site/index.html\n<p>${key} ${whole(seed, key, 3)}</p>\n\`\`\`\n` }
  const names = (schema as { properties?: { anchor?: { enum?: string[] } } }).properties?.anchor?.enum ?? []
  return { value: { anchor: oneOf(seed, key, names), absent: false, quotes: ['site/index.html'], reasoning: 'as seen' } }
}

const outcomes = ['pass', 'pass', 'pass', 'pass', 'pass', 'pass', 'pass', 'pass', 'fail', 'unknown', 'not-applicable'] as const

const verdicts = (seed: number, key: string, checks: readonly RuleCheck[]) =>
  checks.map(({ ruleId }) => ({
    ruleId,
    outcome: oneOf(seed, `${ruleId} ${key}`, outcomes),
    message: 'looked',
    evidence: [],
    counts: { checked: 20, failed: 1 + whole(seed, `${ruleId} ${key} count`, 10) },
  }))

export function answerSprint(seed: number, { key, choices }: Gate): Answer {
  const { name } = oneOf(seed, key, choices)
  return { choice: name, ...(name === 'adjust' && { text: 'Make it calmer.' }), by: 'tester', assurance: 'attended' }
}
