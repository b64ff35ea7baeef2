// What an audit run needs next: a reading of the session, a change to it, the tasks of a wave, a person's decision, or nothing.
import type { AskAgent, Effect, Observe } from '../../kernel/task.ts'
import type { Next } from '../../kernel/workflow.ts'
import type { SessionChange, SessionQuery } from './session-view.ts'
import { triesOf } from './evolve.ts'
import { contextFile, resultsFile } from './output.ts'
import { type AuditGates, conflictGate, escalationGate, fixGate } from './gate.ts'
import { templateOf } from './prompts.ts'
import { discoveriesFile, tasksFile } from './session.ts'
import { type AuditState, type PlannedTask, secondsLeft } from './state.ts'

export function next(state: AuditState): Next<AuditGates> {
  switch (state.step) {
    case 'READ':
      return { do: [readTask(state)] }
    case 'WRITE':
      return { do: [writeTask(state)] }
    case 'WORK':
      return { do: [...state.queue.slice(0, state.input.concurrency).map((task) => askTask(state, task)), ...clockTask(state)] }
    case 'ASK':
      return { ask: state.waiting[0] ? escalationGate(state, state.waiting[0]) : fixGate(state) }
    case 'CONFLICT':
      return { ask: conflictGate(state) }
    case 'OVER': {
      const { status = 'stopped', reason = 'unknown', passed = false } = state.ending ?? {}
      return { done: { status, reason, passed } }
    }
  }
}

/** After a wave, reads only what its results affect; before decisions, everything they and the next wave depend on. */
export function readTask({ input, reads, results, said }: AuditState): Observe {
  const recording = results.length > 0 || said !== null
  const folders = recording
    ? [{ path: 'artifacts/design', texts: 0 }]
    : ['research', 'design', 'audit', 'build'].map((name) => ({
        path: `artifacts/${name}`,
        texts: name === 'audit' ? 64 * megabyte : input.mode === 'run' ? 4 * megabyte : 0,
      }))
  const query: SessionQuery = {
    session: input.session,
    folders,
    files: [
      { path: tasksFile },
      { path: discoveriesFile, tail: 4 * megabyte },
      { path: resultsFile, tail: 0 },
      { path: contextFile },
      ...results.flatMap(({ artifacts }) => artifacts.map(({ path }) => ({ path, tail: 0 }))),
    ],
    seconds: input.mode === 'run' ? null : input.timeLimit,
  }
  return { kind: 'observe', key: `read:${reads + 1}`, source: 'session', args: query }
}

const megabyte = 1024 * 1024

function writeTask({ input, writes, write }: AuditState): Effect {
  const change: SessionChange = {
    session: input.session,
    files: write?.files ?? [],
    lines: write?.lines ?? [],
    bundle: write?.bundle ?? null,
  }
  return { kind: 'effect', key: `write:${writes}`, effect: 'session', args: change }
}

function askTask({ tries }: AuditState, { id, role, slots }: PlannedTask): AskAgent {
  const { count, problem } = triesOf(tries, id)
  const again = problem === null ? 'This is the first attempt.' : `An earlier answer was refused: ${problem}`
  return {
    kind: 'ask',
    key: count === 0 ? `do:${id}` : `do:${id}#${count + 1}`,
    role,
    template: templateOf(role),
    slots: { ...slots, again },
    expects: 'text',
    ...(role !== 'reviewer' && { makes: 'files' as const }),
  }
}

/** Runs beside the tasks, so that the limit holds even if a maker never answers. */
function clockTask(state: AuditState): Observe[] {
  const seconds = secondsLeft(state)
  return seconds === null ? [] : [{ kind: 'observe', key: `clock:${state.waves}`, source: 'clock', args: { seconds }, beside: true }]
}
