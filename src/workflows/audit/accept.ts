// What each reply means for an audit run.
import { withoutSchema } from '../../agents/json-reply.ts'
import type { AskAgent, Reply, Task } from '../../kernel/task.ts'
import type { Accepted } from '../../kernel/workflow.ts'
import { SessionChanged } from './session-view.ts'
import { planAnswer } from './answer.ts'
import { planDecisions } from './deciding.ts'
import { event } from './events.ts'
import { triesOf } from './evolve.ts'
import { mergeHint } from './sheet-diff.ts'
import { planResults } from './recording.ts'
import { readTaskReply } from './reply.ts'
import { openSession } from './session.ts'
import type { AuditState } from './state.ts'
import { endingFor } from './stop.ts'

export function accept(state: AuditState, task: Task, reply: Reply): Accepted {
  switch (task.kind) {
    case 'observe':
      return task.source === 'clock' ? { events: [event('time_up', { seconds: state.input.timeLimit ?? 0 })] } : acceptReading(state, reply)
    case 'effect':
      return acceptWritten(state, reply)
    case 'ask':
      return acceptWork(state, task, reply)
    case 'evaluate':
    case 'child':
      return { events: [] }
  }
}

function acceptReading(state: AuditState, reply: Reply): Accepted {
  if (!reply.ok || !('text' in reply))
    return { events: [event('halted', endingFor('missing', reply.ok ? "the session couldn't be read" : reply.error.message))] }
  const session = openSession(reply.text)
  if ('problem' in session) return { events: [event('halted', endingFor('missing', session.problem))] }
  if (state.results.length > 0) return planResults(state, session)
  return state.said ? planAnswer(state, session, state.said) : planDecisions(state, session)
}

function acceptWritten(state: AuditState, reply: Reply): Accepted {
  if (!reply.ok || !('value' in reply))
    return { events: [event('halted', endingFor('refused', reply.ok ? "the session couldn't be changed" : reply.error.message))] }
  const { conflicts } = SessionChanged.parse(reply.value)
  const paths = [...new Set([...(state.write?.files ?? []), ...(state.write?.lines ?? [])].map(({ path }) => path))]
  if (conflicts.length === 0) return { events: [event('written', { paths })] }
  const hint = conflicts.flatMap(mergeHint)
  const found = event('conflict_found', { hint })
  return state.input.mode === 'assess' ? { events: [found, event('halted', endingFor('conflict', hint.join('; ')))] } : { events: [found] }
}

/** An invalid reply is requested once more; then its task has failed. */
function acceptWork(state: AuditState, { key }: AskAgent, reply: Reply): Accepted {
  const task = state.queue.find(({ id }) => key === `do:${id}` || key.startsWith(`do:${id}#`))
  if (!task) return { events: [] }
  // The role has no maker, which isn't the task's fault.
  if (!reply.ok && reply.error.code === 'maker') return { events: [event('task_unmade', { id: task.id, problem: reply.error.message })] }
  const read = readTaskReply(reply, task)
  if ('result' in read) return { events: [event('task_done', read.result)], objects: read.texts }
  const problem = read.problem.slice(0, 2000)
  const { wrong } = triesOf(state.tries, task.id)
  // A different maker than the run began with: asking again would not change that.
  if (wrong === 0 && (reply.ok || reply.error.code !== 'pin_changed'))
    return { events: [event('task_again', { id: task.id, attempt: 1, problem })] }
  return {
    events: [event('task_done', { id: task.id, role: task.role, error: withoutSchema(problem), summary: '', artifacts: [], audit: null })],
  }
}
