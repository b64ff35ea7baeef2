// A reflex loop run by a program: make, judge, fix, until the rules pass or a stop rule ends it. Calling it counts as confirmation.
import { stamp } from '../../operations/run-id.ts'
import { ownCatalog } from '../../adapters/evaluator/own.ts'
import type { DriverEvents } from '../../kernel/reduce.ts'
import { waitingText } from '../../report/waiting.ts'
import type { Gate } from '../../kernel/task.ts'
import { type CheckKind, catalog, parseCheck } from '../../rules/catalog.ts'
import type { Event } from '../../schema/event.ts'
import { Fault } from '../../schema/fault.ts'
import type { Severity, TypedCheck } from '../../schema/rule.ts'
import type { Outcome as CheckOutcome } from '../../schema/verdict.ts'
import { normaliseCriteria } from '../../workflows/reflex/criteria.ts'
import { slugOf } from '../../workflows/reflex/draft.ts'
import { event } from '../../workflows/reflex/events.ts'
import { reflex } from '../../workflows/reflex/index.ts'
import { undecidable } from '../../workflows/reflex/rules.ts'
import type { ReflexInput } from '../../workflows/reflex/state.ts'
import { type Named, type RunOptions, byRole, running } from './run-workflow.ts'

export interface RuleInput {
  /** a.<category>.<name> from the first level on, b.<category>.<name> once that is reached. */
  id: string
  description: string
  severity: Severity
  /** A typed check, or a sentence that a maker turns into checks. */
  check: (TypedCheck & { kind: CheckKind | (string & {}) }) | string
  weight?: number
  /** Counts, but is never shown to a maker. */
  hidden?: boolean
}

export interface LoopOptions extends RunOptions {
  task: string
  rules: readonly RuleInput[]
  /** Decides what code can't. */
  judge?: Named
  thresholds?: { A?: number; B?: number }
  /** Default: 4. */
  maxIterations?: number
  ideal?: string
  steps?: 'short' | 'every'
  budget?: ReflexInput['budget']
  /** Let checks run commands, in a copy of the project. */
  allowCommands?: boolean
  /** Called with the checks that the maker wrote for rules in words, once each has shown it can fail; they count only if it returns true. Without it such rules need a judge. */
  makerChecks?(gate: Gate): boolean | Promise<boolean>
}

export interface LoopResult {
  run: string
  passed: boolean
  status: string
  /** The stop rule that ended it, and why in words. */
  reason: string
  because: string
  /** 0 to 1, of the best artifact. */
  score: number
  /** The best artifact that was judged; null if there was none. */
  artifact: string | null
  iterations: number
  rules: { id: string; outcome: CheckOutcome; details: string }[]
  events: Event[]
}

export async function runLoop(options: LoopOptions): Promise<LoopResult> {
  const input = await inputOf(options)
  const by = 'program'
  const { judge, makerChecks } = options
  const { run, at, state, events, text } = await running(
    {
      ...options,
      ...(judge !== undefined && { maker: { ...byRole(options.maker), judge } }),
      ...(makerChecks && { decide: async (gate) => ({ choice: (await makerChecks(gate)) ? 'confirm' : 'discard' }) }),
      workflow: reflex,
      input,
      run: input.runId,
    },
    [event('criteria_confirmed', { by }), event('iterations_confirmed', { by }), event('run_started', { confirmed: 'criteria-file' })],
  )
  const { best, stop, status, artifact } = state
  return {
    run,
    passed: stop?.passed ?? false,
    status,
    reason: stop?.reason ?? (at === 'maker' ? 'waiting_for_the_maker' : 'interrupted'),
    because: stop?.because ?? (at === 'maker' ? lastOutage(events) : 'left before its end'),
    score: (best?.score ?? 0) / 10_000,
    artifact: best || artifact ? await text(best?.artifact ?? (artifact as string)) : null,
    iterations: state.iteration,
    rules: best?.results.map(({ id, verdict, details }) => ({ id, outcome: verdict, details })) ?? [],
    events,
  }
}

/** Why its maker is unavailable; the same run continues once it is back. */
function lastOutage(events: readonly Event[]): string {
  const last = events.findLast(({ type }) => type === 'waiting')?.data as DriverEvents['waiting'] | undefined
  return last ? waitingText(last) : "its maker couldn't be asked"
}

async function inputOf(options: LoopOptions): Promise<ReflexInput> {
  const {
    task,
    rules,
    thresholds,
    maxIterations = 4,
    ideal = '',
    steps = 'short',
    budget = {},
    allowCommands = false,
    judge,
    clock = { now: () => Date.now() },
  } = options
  if (task.trim() === '') throw new Fault('usage', 'there is no task: say what to make')
  const checks = new Map([...catalog, ...ownCatalog(options.checks ?? [])])
  const read = normaliseCriteria({ rules, thresholds, max_iterations: maxIterations })
  const problems = 'problems' in read ? read.problems : []
  for (const { id, check } of rules) {
    const parsed = typeof check === 'string' ? null : await parseCheck(check, checks)
    if (parsed && 'problems' in parsed)
      problems.push(...parsed.problems.map(({ path, message }) => `${id}: ${[path.join('.'), message].filter(Boolean).join(': ')}`))
  }
  if ('problems' in read || problems.length > 0)
    throw new Fault(
      'invalid',
      `the rules have ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}:\n${problems.map((line) => `  ${line}`).join('\n')}`,
      { data: { problems } },
    )
  if (read.criteria.rules.length === 0) throw new Fault('usage', 'there is no rule, so nothing would be judged')
  const deciding: Pick<ReflexInput, 'judge' | 'sentencesBy' | 'allowCommands' | 'passported'> = {
    judge: judge !== undefined,
    ...(judge !== undefined ? { sentencesBy: 'judge' } : options.makerChecks && { sentencesBy: 'maker' }),
    allowCommands,
    passported: null,
  }
  const open = undecidable(read.criteria.rules, deciding).filter(({ severity }) => severity === 'fail')
  if (open.length > 0)
    throw new Fault('refused', `this loop could never pass: ${open.map(({ id, why }) => `${id}: ${why}`).join('; ')}`, {
      fix: 'Drop or downgrade these rules, give a judge, let the maker write checks (`makerChecks`), or allow commands.',
    })
  const alias = slugOf(options.run ?? task)
  return {
    runId: options.run ?? `${alias}-${stamp(clock.now())}`,
    alias,
    folder: `.ai-factory/evolution/${alias}`,
    prompt: task,
    idealResult: ideal,
    type: 'other',
    criteria: { name: 'program', version: 1, ...read.criteria },
    maxIterations: read.maxIterations,
    steps,
    budget,
    ...deciding,
  }
}
