// The loop's contract files, projected from state: run.json, history.jsonl, artifact.md, and current.json while it runs.
import type { FileSet, LogLine } from '../../kernel/workflow.ts'
import { verdictText } from '../../report/words.ts'
import type { Event } from '../../schema/event.ts'
import { isMissed } from './compare.ts'
import type { ReflexEvents } from './events.ts'
import { historyNames } from './events.ts'
import { distance } from './distance.ts'
import { overlay } from './loose.ts'
import type { Evaluation, ReflexState, Step } from './state.ts'
import { completedSeconds } from './stop.ts'

export function files(state: ReflexState): FileSet {
  if (!state.begun) return {} // a draft has no folder; a discarded one never gets one
  const { folder, runId, alias, extra } = state.input
  const pointer = `${folder.slice(0, folder.lastIndexOf('/'))}/current.json`
  const active = { ...extra?.pointer, active_run_id: runId, task_alias: alias, status: 'running', updated_at: iso(state.updatedAt) }
  return {
    [`${folder}/run.json`]: { role: 'state', text: json(overlay(extra?.run ?? {}, runJson(state))) },
    ...(state.artifact && { [`${folder}/artifact.md`]: { role: 'artifact' as const, content: { object: state.artifact } } }),
    [pointer]: state.status === 'running' ? { role: 'pointer', text: json(active) } : { role: 'absent', owner: runId },
  }
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`

function runJson(state: ReflexState): Record<string, unknown> {
  const { input, criteria, evaluation, stop, best, time, usage } = state
  const gap = distance(state)
  return {
    run_id: input.runId,
    task_alias: input.alias,
    status: state.status,
    iteration: state.iteration,
    max_iterations: state.maxIterations,
    phase: state.level,
    current_step: state.step,
    task: taskJson(input),
    criteria: { name: criteria.name, version: criteria.version, phase: criteria.phase, rules: criteria.rules },
    plan: state.plan,
    prepared_checks: state.prepared?.checks ?? null,
    evaluation: evaluation ? evaluationJson(evaluation, input.folder) : null,
    critique: state.critique ? { issues: state.critique } : null,
    stop: { passed: stop?.passed ?? false, reason: stop?.reason ?? '', ...(stop && { because: stop.because }), ...stop?.overrun },
    last_score: state.lastScore / 10_000,
    stagnation_count: state.stagnation,
    max_completed_phase_seconds: input.budget.seconds ?? null,
    completed_phase_seconds: completedSeconds(state),
    phase_started_epoch_seconds: time.startedAt === null ? null : Math.floor(time.startedAt / 1000),
    artifact_hash: state.artifact,
    best: best ? { artifact_hash: best.artifact, iteration: best.iteration, phase: best.level, score: best.score / 10_000 } : null,
    budget: input.budget,
    usage: {
      calls: usage.calls,
      tokens_in: usage.tokensIn,
      tokens_out: usage.tokensOut,
      cost_usd: usage.unpriced > 0 ? null : (usage.costMicros ?? 0) / 1e6,
    },
    ...(gap && { distance_to_success: gap }),
    created_at: iso(state.createdAt),
    updated_at: iso(state.updatedAt),
  }
}

const taskJson = ({ prompt, idealResult, type }: ReflexState['input']) => ({ prompt, ideal_result: idealResult, type })

function evaluationJson({ score, passed, results, artifact, regressions }: Evaluation, folder: string): Record<string, unknown> {
  const missed = results.filter(isMissed)
  const entry = ({ id, severity, details, evidence = [] }: Evaluation['results'][number]) => ({
    id,
    severity,
    message: verdictText({ message: details, evidence }, { artifact: `${folder}/artifact.md` }),
  })
  return {
    score: score / 10_000,
    passed,
    failed: missed.filter(({ severity }) => severity === 'fail').map(entry),
    warnings: missed.filter(({ severity }) => severity === 'warn').map(entry),
    rule_results: results.map(({ id, verdict, details, writtenByMaker }) => ({
      id,
      verdict,
      details,
      ...(writtenByMaker && { check_written_by: 'maker' }),
    })),
    ...(regressions && { regressions }),
    artifact_hash: artifact,
  }
}

export function lines(state: ReflexState, { type, data, at }: Event): LogLine[] {
  const path = `${state.input.folder}/history.jsonl`
  if (type === 'created')
    return ((data as { input?: { imported?: { historyLines?: string[] } } }).input?.imported?.historyLines ?? []).map((line) => ({
      path,
      line,
    }))
  if (!(historyNames as readonly string[]).includes(type) || !state.begun) return []
  const status = type === 'phase_error' || type === 'failed' ? 'error' : 'ok'
  return [
    {
      path,
      line: JSON.stringify({
        ts: iso(at),
        run_id: state.input.runId,
        iteration: state.iteration,
        phase: state.level,
        step: stepOf[type] ?? state.step,
        event: type,
        status,
        payload: payload(type, data, state),
      }),
    },
  ]
}

/** The step a reply belongs to, whatever follows from it and in whatever order parallel replies arrive. */
const stepOf: Readonly<Record<string, Step>> = {
  plan_created: 'PLAN',
  artifact_created: 'PRODUCE_PREPARE',
  checks_prepared: 'PREPARE',
  evaluation_done: 'EVALUATE',
  critique_done: 'CRITIQUE',
  refinement_done: 'REFINE',
}

/** The history holds hashes, never the artifact's text. */
function payload(type: string, data: object, { input, criteria, maxIterations }: ReflexState): object {
  switch (type) {
    case 'run_started': // enough to rebuild run.json from this file alone
      return { ...data, task: taskJson(input), criteria, max_iterations: maxIterations }
    case 'evaluation_done': {
      const { rule_results: _all, artifact_hash, ...rest } = evaluationJson(data as Evaluation, input.folder)
      return { ...rest, artifact_hash }
    }
    case 'checks_prepared':
      return { level: (data as ReflexEvents['checks_prepared']).level, checks: (data as ReflexEvents['checks_prepared']).checks.length }
    case 'artifact_created':
    case 'refinement_done': {
      const { artifact, ...rest } = data as ReflexEvents['refinement_done']
      return { artifact_hash: artifact, ...rest }
    }
    default:
      return data
  }
}

export const iso = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`
