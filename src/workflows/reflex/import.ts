// A loop folder that another tool of this format wrote: read with care, scores recomputed, prepared commands discarded.
import { scoreRules, toBasisPoints } from '../../rules/score.ts'
import { type Rule, defaultWeight } from '../../schema/rule.ts'
import type { Outcome } from '../../schema/verdict.ts'
import { fallback, phases } from './criteria.ts'
import { steps } from './machine.ts'
import { activeRules, isSentence, thresholdOf } from './rules.ts'
import type { Criteria, Evaluation, Imported, Level, ReflexInput, Status, Step } from './state.ts'

export interface ForeignFiles {
  alias: string
  folder: string
  run: string | null
  history: string | null
  /** SHA-256 of artifact.md, when there is one. */
  artifact: string | null
}

export type Import = { input: ReflexInput; status: Status; notes: string[]; fault: string | null } | { problem: string }

type Loose = Record<string, unknown>

export function importRun(foreign: ForeignFiles): Import {
  const notes: string[] = []
  const events = readHistory(foreign.history, notes)
  const stored = parse(foreign.run)
  if (!stored && events.length === 0) return { problem: `run.json of ${foreign.alias} is ${foreign.run === null ? 'missing' : 'not readable'} and history.jsonl is missing or empty: nothing can be rebuilt from that` }
  if (!stored) notes.push(`run.json was ${foreign.run === null ? 'missing' : 'not readable'}: rebuilt from the last events of history.jsonl`)
  const run = stored ?? fromHistory(events)
  const runId = text(run['run_id'])
  const status = text(run['status'])
  if (!runId) return { problem: `run.json of ${foreign.alias} names no run_id, so it cannot be resumed` }
  if (!isStatus(status)) return { problem: `run.json of ${foreign.alias} has the status ${JSON.stringify(run['status'])}, so it cannot be resumed: expected running, stopped, completed or failed` }

  const missing = required.filter((name) => run[name] === undefined)
  if (missing.length > 0) notes.push(`missing in run.json and filled with defaults: ${missing.join(', ')}`)
  const task = record(run['task'])
  const criteria = importCriteria(record(run['criteria']), notes)
  const level: Level = run['phase'] === 'B' ? 'B' : 'A'
  const evaluation = importEvaluation(record(run['evaluation']), { criteria, level }, number(run['iteration'], 1), foreign.artifact, notes)
  if (Array.isArray(run['prepared_checks']) && run['prepared_checks'].length > 0) notes.push(`${run['prepared_checks'].length} prepared checks were discarded; they are prepared anew`)
  const step = importStep(run['current_step'], { criteria, level, evaluation, artifact: foreign.artifact }, notes)
  const stop = record(run['stop'])
  const imported: Imported = {
    historyLines: foreign.history === null ? [] : foreign.history.replace(/\n$/, '').split('\n').filter((line, index, all) => line !== '' || index < all.length - 1),
    createdAt: time(run['created_at']),
    state: {
      status,
      iteration: number(run['iteration'], 1),
      level,
      step,
      plan: Array.isArray(run['plan']) ? run['plan'].filter((line): line is string => typeof line === 'string') : [],
      artifact: foreign.artifact,
      lastScore: evaluation?.score ?? toBasisPoints(number(run['last_score'], 0)),
      stagnation: number(run['stagnation_count'], 0),
      evaluation,
      ...(status !== 'running' && { stop: { reason: text(stop['reason']) || status, because: 'as recorded by the tool that wrote it', passed: stop['passed'] === true } }),
    },
  }
  const seconds = run['max_completed_phase_seconds']
  return {
    status,
    notes,
    fault: timeFault(run),
    input: {
      runId,
      alias: foreign.alias,
      folder: foreign.folder,
      prompt: text(task['prompt']) || foreign.alias,
      idealResult: text(task['ideal_result']),
      type: 'other',
      criteria,
      maxIterations: number(run['max_iterations'], fallback.maxIterations),
      steps: 'short',
      budget: typeof seconds === 'number' && Number.isInteger(seconds) && seconds > 0 ? { seconds } : {},
      allowCommands: false,
      judge: false,
      passported: null,
      extra: Object.fromEntries(Object.entries(run).filter(([name]) => !ours.has(name))),
      imported,
    },
  }
}

const required = ['run_id', 'task_alias', 'status', 'iteration', 'max_iterations', 'phase', 'current_step', 'task', 'criteria', 'plan', 'prepared_checks', 'evaluation', 'critique', 'stop', 'last_score', 'stagnation_count', 'created_at', 'updated_at']
const ours = new Set([...required, 'max_completed_phase_seconds', 'completed_phase_seconds', 'phase_started_epoch_seconds', 'artifact_hash', 'best', 'budget', 'usage', 'distance_to_success'])

/** A wrong type in a time field is never coerced: it ends the step it would have limited. */
function timeFault(run: Loose): string | null {
  const positive = (value: unknown) => value === null || value === undefined || (Number.isInteger(value) && (value as number) > 0)
  const whole = (value: unknown) => value === undefined || (Number.isInteger(value) && (value as number) >= 0)
  const epoch = (value: unknown) => value === null || whole(value)
  if (!positive(run['max_completed_phase_seconds'])) return `max_completed_phase_seconds is ${JSON.stringify(run['max_completed_phase_seconds'])}, expected null or a positive whole number`
  if (!whole(run['completed_phase_seconds'])) return `completed_phase_seconds is ${JSON.stringify(run['completed_phase_seconds'])}, expected a whole number from 0`
  return epoch(run['phase_started_epoch_seconds']) ? null : `phase_started_epoch_seconds is ${JSON.stringify(run['phase_started_epoch_seconds'])}, expected null or epoch seconds`
}

function importCriteria(raw: Loose, notes: string[]): Criteria {
  const phase = record(raw['phase'])
  const threshold = (level: Level) => number(record(phase[level])['threshold'], fallback.thresholds[level])
  const rules = (Array.isArray(raw['rules']) ? raw['rules'] : []).flatMap((given, index): Rule[] => {
    const rule = record(given)
    const id = text(rule['id']).toLowerCase().replace(/[^a-z0-9._-]/g, '-').replace(/^[^a-z0-9]+/, '')
    if (!id) {
      notes.push(`rule ${index + 1} has no id and was left out`)
      return []
    }
    const severity = rule['severity'] === 'fail' || rule['severity'] === 'warn' || rule['severity'] === 'info' ? rule['severity'] : 'warn'
    if (severity !== rule['severity']) notes.push(`${id}: severity ${JSON.stringify(rule['severity'])} is unknown, taken as warn`)
    const description = text(rule['description']) || id
    const weight = typeof rule['weight'] === 'number' && rule['weight'] >= 0 ? rule['weight'] : defaultWeight[severity]
    return [{ id, description, severity, weight, phase: rule['phase'] === 'B' ? 'B' : 'A', check: text(rule['check']) || description }]
  })
  return { name: text(raw['name']) || 'loop_default_v1', version: number(raw['version'], 1), phase: phases({ A: threshold('A'), B: threshold('B') }), rules }
}

/** Recorded scores are recomputed from the rule results and never trusted. */
function importEvaluation(raw: Loose, at: { criteria: Criteria; level: Level }, iteration: number, artifact: string | null, notes: string[]): Evaluation | null {
  if (!Array.isArray(raw['rule_results']) || artifact === null) return null
  const verdicts = new Map(raw['rule_results'].map(record).map((result) => [text(result['id']), { outcome: outcomeOf(result['verdict']), details: text(result['details']) }]))
  const rules = activeRules(at)
  const scored = scoreRules(rules, new Map([...verdicts].map(([id, { outcome }]) => [id, outcome])), thresholdOf(at))
  const recorded = toBasisPoints(number(raw['score'], 0))
  if (Math.abs(recorded - scored.score) > 50) notes.push(`the recorded score ${recorded / 10_000} does not follow from its rule results, which give ${scored.score / 10_000}`)
  return { iteration, level: at.level, artifact, ...scored, results: rules.map(({ id, severity }) => ({ id, severity, verdict: verdicts.get(id)?.outcome ?? 'unknown', details: verdicts.get(id)?.details ?? '' })) }
}

function importStep(raw: unknown, { criteria, level, evaluation, artifact }: { criteria: Criteria; level: Level; evaluation: Evaluation | null; artifact: string | null }, notes: string[]): Step {
  const step = typeof raw === 'string' && Object.hasOwn(steps, raw) ? (raw as Step) : 'PLAN'
  const toEvaluate: Step = activeRules({ criteria, level }).some(isSentence) ? 'PREPARE' : 'EVALUATE'
  const chosen: Step = step !== 'PLAN' && step !== 'PRODUCE_PREPARE' && artifact === null ? 'PLAN' : step === 'EVALUATE' || step === 'PREPARE' ? toEvaluate : step === 'CRITIQUE' || step === 'REFINE' ? (evaluation ? 'CRITIQUE' : toEvaluate) : step
  if (chosen !== raw) notes.push(`goes on at ${chosen} (recorded: ${JSON.stringify(raw) ?? 'nothing'})`)
  return chosen
}

function readHistory(history: string | null, notes: string[]): Loose[] {
  const lines = (history ?? '').split('\n').filter((line) => line.trim() !== '')
  const events = lines.flatMap((line): Loose[] => {
    const event = parse(line)
    return event ? [event] : []
  })
  if (events.length < lines.length) notes.push(`${lines.length - events.length} lines of history.jsonl are not JSON; they are kept as they are`)
  return events
}

function fromHistory(events: Loose[]): Loose {
  const last = events.at(-1) ?? {}
  const scored = events.filter((event) => event['event'] === 'evaluation_done').at(-1)
  const ended = last['event'] === 'stopped' ? 'stopped' : last['event'] === 'failed' ? 'failed' : 'running'
  return { run_id: last['run_id'], status: ended, iteration: last['iteration'], phase: last['phase'], current_step: last['step'], last_score: record(scored?.['payload'])['score'] }
}

const outcomeOf = (verdict: unknown): Outcome => (verdict === 'pass' || verdict === 'fail' || verdict === 'unknown' || verdict === 'error' ? verdict : verdict === 'na' || verdict === 'not-applicable' ? 'not-applicable' : 'unknown')
const isStatus = (value: string): value is Status => value === 'running' || value === 'stopped' || value === 'completed' || value === 'failed'
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const number = (value: unknown, otherwise: number) => (typeof value === 'number' && Number.isFinite(value) ? value : otherwise)
const record = (value: unknown): Loose => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {})
const time = (value: unknown) => (typeof value === 'string' && Number.isFinite(Date.parse(value)) ? Date.parse(value) : 0)

function parse(raw: string | null): Loose | null {
  try {
    const value = raw === null ? null : (JSON.parse(raw) as unknown)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : null
  } catch {
    return null
  }
}
