// A loop folder of another tool: parsed with care, scores recomputed, prepared commands discarded.
import { toBasisPoints } from '../../rules/score.ts'
import { taskTypes } from './templates/templates.ts'
import { fallback } from './criteria.ts'
import { importCriteria, importEvaluation } from './import-criteria.ts'
import { type Loose, epochMs, list, record, share, text, whole } from './loose.ts'
import { parseRecord } from '../../rules/reading/parsed.ts'
import { steps } from './machine.ts'
import { activeRules, isSentence } from './rules.ts'
import type { Evaluation, Level, ReflexInput, ReflexState, Status, Step } from './state.ts'

export interface ForeignFiles {
  alias: string
  folder: string
  run: string | null
  history: string | null
  /** current.json, if it points to this loop. */
  pointer: string | null
  /** SHA-256 of artifact.md, if it exists. */
  artifact: string | null
}

export type Import =
  | {
      input: ReflexInput
      status: Status
      reason: string
      createdAt: number | null
      updatedAt: number | null
      notes: string[]
      fault: string | null
      lastError: string | null
      /** As the tool recorded it, whatever its rule results give. */
      recorded: number | null
    }
  | { problem: string }

export function importRun(foreign: ForeignFiles): Import {
  const notes: string[] = []
  const events = readHistory(foreign.history, notes)
  const stored = parseRecord(foreign.run)
  const was = foreign.run === null ? 'missing' : 'not readable'
  if (!stored && events.length === 0)
    return { problem: `run.json of ${foreign.alias} is ${was} and history.jsonl is missing or empty: so the run can't be rebuilt` }
  if (!stored) notes.push(`run.json was ${was}: rebuilt from the last events of history.jsonl`)
  const run = stored ?? fromHistory(events)
  const runId = text(run['run_id'])
  const status = run['status']
  if (!runId) return { problem: `run.json of ${foreign.alias} has no run_id, so it can't be resumed` }
  if (!isStatus(status))
    return {
      problem: `run.json of ${foreign.alias} has the status ${JSON.stringify(status) ?? 'none'}, so it can't be resumed: expected running, stopped, completed or failed`,
    }

  const missing = required.filter((name) => run[name] === undefined)
  if (missing.length > 0) notes.push(`missing in run.json and filled with defaults: ${missing.join(', ')}`)
  const task = record(run['task'])
  const criteria = importCriteria(record(run['criteria']), notes)
  if (criteria.rules.length === 0) notes.push('no rules are known: they are asked for before it continues')
  const seconds = whole(run['max_completed_phase_seconds'], 1)
  const state = {
    ...importState(run, foreign, { criteria, events }, notes),
    status,
    confirmed: { criteria: criteria.rules.length > 0, iterations: criteria.rules.length > 0 },
    begun: true,
  }
  const reason = text(record(run['stop'])['reason']) || status
  return {
    status,
    reason,
    notes,
    createdAt: epochMs(run['created_at']),
    updatedAt: epochMs(run['updated_at']),
    fault: timeFault(run),
    lastError: lastError(events),
    recorded: share(run['last_score']) ?? share(record(run['evaluation'])['score']),
    input: {
      runId,
      alias: foreign.alias,
      folder: foreign.folder,
      prompt: text(task['prompt']) || foreign.alias,
      idealResult: text(task['ideal_result']),
      type: taskTypes.find((type) => type === task['type']) ?? 'other',
      criteria,
      maxIterations: whole(run['max_iterations'], 1) ?? fallback.maxIterations,
      steps: 'short',
      budget: seconds === null ? {} : { seconds },
      allowCommands: false,
      judge: false,
      sentencesBy: 'maker',
      passported: null,
      extra: {
        run: {
          ...Object.fromEntries(Object.entries(run).filter(([name]) => !ours.has(name))),
          task: run['task'],
          criteria: run['criteria'],
        },
        pointer: parseRecord(foreign.pointer) ?? {},
      },
      imported: { historyLines: foreign.history ? foreign.history.replace(/\n$/, '').split('\n') : [], state },
    },
  }
}

const words = (text: string) => text.trim().split(/\s+/)
const required = words(`
  run_id task_alias status iteration max_iterations phase current_step task criteria plan prepared_checks evaluation critique stop
  last_score stagnation_count created_at updated_at
`)
const ours = new Set([
  ...required,
  ...words(`
    max_completed_phase_seconds completed_phase_seconds phase_started_epoch_seconds artifact_hash best budget usage distance_to_success
  `),
])

function importState(
  run: Loose,
  { artifact }: ForeignFiles,
  { criteria, events }: { criteria: ReflexInput['criteria']; events: Loose[] },
  notes: string[],
): Partial<ReflexState> {
  const level: Level = run['phase'] === 'B' ? 'B' : 'A'
  const iteration = whole(run['iteration'], 1) ?? 1
  const raw = record(run['evaluation'])
  const recorded =
    typeof raw['artifact_hash'] === 'string' && raw['artifact_hash'] !== artifact
      ? null
      : importEvaluation(raw, { criteria, level, iteration, artifact }, notes)
  const prepared = list(run['prepared_checks'])
  if (prepared.length > 0) notes.push(`${prepared.length} prepared checks were discarded; they are prepared again`)
  const step = importStep(
    run['current_step'],
    { sentences: activeRules({ criteria, level }).some(isSentence), evaluation: recorded, artifact },
    notes,
  )
  const evaluation = step === 'CRITIQUE' || run['status'] !== 'running' ? recorded : null // otherwise it belongs to the version before
  const lastEvaluated = events.findLast((event) => event['event'] === 'evaluation_done')
  const comparable = lastEvaluated ? lastEvaluated['phase'] === level : recorded !== null
  const advanced = lastIndex(events, 'iteration_advanced') > lastIndex(events, 'evaluation_done')
  const created = epochMs(run['created_at'])
  const stop = record(run['stop'])
  return {
    iteration,
    level,
    // In our order an iteration ends with its evaluation, so a missing consequence is decided again.
    step: step === 'CRITIQUE' && !advanced ? 'EVALUATE' : step,
    plan: list(run['plan']).filter((line): line is string => typeof line === 'string'),
    artifact,
    produced: step === 'PLAN' || step === 'PRODUCE_PREPARE' ? 0 : iteration,
    lastScore: recorded?.score ?? toBasisPoints(share(run['last_score']) ?? 0),
    stagnation: whole(run['stagnation_count'], 0) ?? 0,
    freshBaseline: !comparable,
    evaluation: evaluation && advanced ? { ...evaluation, iteration: Math.max(1, iteration - 1) } : evaluation,
    best: evaluation,
    time: { completedMs: (whole(run['completed_phase_seconds'], 0) ?? 0) * 1000, open: 0, longestMs: 0, startedAt: null },
    ...(created !== null && { createdAt: created }),
    ...(run['status'] !== 'running' && {
      stop: {
        reason: text(stop['reason']) || text(run['status']),
        because: 'as recorded by the tool that wrote it',
        passed: stop['passed'] === true,
      },
    }),
  }
}

function importStep(
  raw: unknown,
  { sentences, evaluation, artifact }: { sentences: boolean; evaluation: Evaluation | null; artifact: string | null },
  notes: string[],
): Step {
  const step = typeof raw === 'string' && Object.hasOwn(steps, raw) ? (raw as Step) : 'PLAN'
  const judge: Step = sentences ? 'PREPARE' : 'EVALUATE'
  const again: Record<Step, Step> = {
    PLAN: 'PLAN',
    PRODUCE_PREPARE: 'PRODUCE_PREPARE',
    PREPARE: judge,
    EVALUATE: judge,
    CRITIQUE: evaluation ? 'CRITIQUE' : judge,
    REFINE: evaluation ? 'CRITIQUE' : judge,
  }
  const chosen = artifact === null && step !== 'PRODUCE_PREPARE' ? 'PLAN' : again[step]
  if (chosen !== raw) notes.push(`continues at ${chosen} (recorded: ${JSON.stringify(raw) ?? 'nothing'})`)
  return chosen
}

/** A wrong type in a time field is never coerced: it ends the step it would have limited. */
function timeFault(run: Loose): string | null {
  const fields: [string, string, (value: unknown) => boolean][] = [
    ['max_completed_phase_seconds', 'null or a positive whole number', (value) => value === null || whole(value, 1) !== null],
    ['completed_phase_seconds', 'a whole number from 0', (value) => whole(value, 0) !== null],
    ['phase_started_epoch_seconds', 'null or epoch seconds', (value) => value === null || whole(value, 0) !== null],
  ]
  const wrong = fields.find(([name, , fits]) => run[name] !== undefined && !fits(run[name]))
  return wrong ? `${wrong[0]} is ${JSON.stringify(run[wrong[0]])}, expected ${wrong[1]}` : null
}

function readHistory(history: string | null, notes: string[]): Loose[] {
  const lines = (history ?? '').split('\n').filter((line) => line.trim() !== '')
  const events = lines.map(parseRecord).filter((event) => event !== null)
  if (events.length < lines.length)
    notes.push(`${lines.length - events.length} lines of history.jsonl aren't JSON objects; they are kept unchanged`)
  return events
}

/** The last known state, from the events alone. */
function fromHistory(events: Loose[]): Loose {
  const last = events.at(-1) ?? {}
  const started = record(events.find((event) => event['event'] === 'run_started')?.['payload'])
  const scored = record(events.findLast((event) => event['event'] === 'evaluation_done')?.['payload'])
  const planned = record(events.findLast((event) => event['event'] === 'plan_created')?.['payload'])
  const ended =
    last['event'] === 'failed' ? 'failed' : last['event'] === 'stopped' ? endedAs(text(record(last['payload'])['reason'])) : 'running'
  return {
    run_id: last['run_id'],
    status: ended,
    iteration: last['iteration'],
    phase: last['phase'],
    current_step: last['step'],
    task: started['task'],
    criteria: started['criteria'],
    max_iterations: started['max_iterations'],
    plan: planned['plan'],
    last_score: scored['score'],
    created_at: events[0]?.['ts'],
    updated_at: last['ts'],
    ...(ended !== 'running' && {
      stop: { passed: ended === 'completed' && scored['passed'] === true, reason: record(last['payload'])['reason'] },
    }),
  }
}

const endedAs = (reason: string): Status => (reason === 'threshold_reached' || reason === 'no_major_issues' ? 'completed' : 'stopped')
const isStatus = (value: unknown): value is Status =>
  value === 'running' || value === 'stopped' || value === 'completed' || value === 'failed'
const lastIndex = (events: readonly Loose[], name: string) => events.findLastIndex((event) => event['event'] === name)

function lastError(events: readonly Loose[]): string | null {
  const payload = record(events.findLast((event) => event['event'] === 'phase_error')?.['payload'])
  return Object.keys(payload).length === 0
    ? null
    : [payload['task'] ?? payload['step'], payload['message'] ?? payload['error'] ?? JSON.stringify(payload)].filter(Boolean).join(': ')
}
