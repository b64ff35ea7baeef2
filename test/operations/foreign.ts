// A loop folder as another tool of the same format writes it: its own order of fields, its own additions, no journal.
import { type Project, evolution } from './support.ts'

export const theirRules = [
  {
    id: 'a.correctness.word',
    description: 'says word',
    severity: 'fail',
    weight: 2,
    phase: 'A',
    check: 'The text contains the word "word".',
    owner: 'team-x',
  },
  { id: 'b.quality.more', description: 'says more', severity: 'warn', weight: 1, phase: 'B', check: 'The text says more.' },
]

export const theirRun = (more: object = {}) => ({
  $generator: 'another-loop/2.1',
  run_id: 'courses-api-20260218-120000',
  task_alias: 'courses-api',
  status: 'running',
  iteration: 2,
  max_iterations: 5,
  phase: 'A',
  current_step: 'CRITIQUE',
  task: { prompt: 'Describe the courses API', ideal_result: 'A spec.', tracker: 'TICKET-7' },
  criteria: {
    name: 'theirs',
    version: 3,
    phase: { A: { threshold: 0.7, active_levels: ['A'], note: 'lenient' }, B: { threshold: 0.85, active_levels: ['A', 'B'] } },
    rules: theirRules,
    reviewed_by: 'k.',
  },
  plan: ['List paths', 'Add schemas', 'Add examples'],
  prepared_checks: [{ rule_id: 'a.correctness.word', type: 'executable', command: 'touch pwned', expected: '0' }],
  evaluation: {
    score: 0.95,
    passed: true,
    failed: [],
    warnings: [],
    rule_results: [{ id: 'a.correctness.word', verdict: 'fail', details: 'nowhere' }],
  },
  critique: null,
  stop: { passed: false, reason: '' },
  last_score: 0.95,
  stagnation_count: 1,
  labels: { deep: ['kept', { as: 'is' }] },
  created_at: '2026-02-18T12:00:00Z',
  updated_at: '2026-02-18T12:09:00Z',
  ...more,
})

const line = (event: string, iteration: number, phase: string, step: string, payload: object = {}) =>
  JSON.stringify({
    ts: '2026-02-18T12:01:10Z',
    run_id: 'courses-api-20260218-120000',
    iteration,
    phase,
    step,
    event,
    status: 'ok',
    payload,
    trace: 'x-1',
  })

export const theirHistory = [
  line('run_started', 1, 'A', 'PLAN'),
  line('plan_created', 1, 'A', 'PLAN', { plan: ['List paths', 'Add schemas', 'Add examples'] }),
  line('artifact_created', 1, 'A', 'PRODUCE_PREPARE'),
  line('checks_prepared', 1, 'A', 'PRODUCE_PREPARE'),
  line('evaluation_done', 1, 'A', 'EVALUATE', { score: 0.4, passed: false }),
  line('critique_done', 1, 'A', 'CRITIQUE'),
  line('refinement_done', 1, 'A', 'REFINE', { previous_artifact_hash: 'aa' }),
  line('iteration_advanced', 2, 'A', 'PLAN'),
  line('evaluation_done', 2, 'A', 'EVALUATE', { score: 0.42, passed: false }),
]

export interface Foreign {
  alias?: string
  run?: object | string | null
  history?: readonly string[] | string | null
  artifact?: string | null
  /** True: current.json points to it. */
  active?: boolean
}

export function foreignLoop(
  at: Project,
  { alias = 'courses-api', run = theirRun(), history = theirHistory, artifact = 'nothing yet\n', active = true }: Foreign = {},
): string {
  const place = `${evolution}/${alias}`
  if (run !== null) at.write(`${place}/run.json`, typeof run === 'string' ? run : JSON.stringify(run))
  if (history !== null) at.write(`${place}/history.jsonl`, typeof history === 'string' ? history : `${history.join('\n')}\n`)
  if (artifact !== null) at.write(`${place}/artifact.md`, artifact)
  if (active)
    at.write(
      `${evolution}/current.json`,
      JSON.stringify({
        active_run_id: 'courses-api-20260218-120000',
        task_alias: alias,
        status: 'running',
        updated_at: '2026-02-18T12:09:00Z',
        host: 'laptop-3',
      }),
    )
  return place
}
