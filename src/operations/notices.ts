// Notifications after a commit: a run waits for a person, or it ended.
import { nextOf } from '../kernel/budget.ts'
import type { Notice } from '../adapters/notify.ts'
import type { RunState } from '../kernel/reduce.ts'
import type { NewEvent } from '../schema/event.ts'
import type { AnyWorkflow } from './definition.ts'

export const isNews = (events: readonly NewEvent[]) => events.some(({ type }) => type === 'gate_opened' || type === 'ended')

export function noticeOf(definition: AnyWorkflow, run: RunState<unknown>): Notice | null {
  const next = nextOf(definition, run)
  if ('do' in next) return null
  const { name, status, score, scale, reason } = definition.view.summary(run)
  const base = { run: run.run, workflow: run.workflow, name, status, score, scale, at: new Date(run.at).toISOString() }
  if ('ask' in next) return { event: 'gate', ...base, question: next.ask.question, reason: null, passed: false }
  return { event: 'end', ...base, question: null, reason: next.done.reason ?? reason, passed: next.done.passed }
}
