// What a reply means. Pure, so that the driver and a replay get the same result.
import type { NewEvent } from '../schema/event.ts'
import { isCutShort } from './budget.ts'
import { type DriverEvents, type Folded, type RunState, foldEvents } from './reduce.ts'
import type { Reply, Task } from './task.ts'
import type { Accepted, Workflow } from './workflow.ts'

export interface Meant {
  task: Task
  reply: Reply
  /** First the stop requests that came meanwhile, then the reply: stop rules see the request, and budgets the cost of this reply. */
  known: NewEvent[]
  at: number
  text(hash: string): string
}

/** The resulting events and state; a stop request ends the run unless something else already did. */
export function meaningOf<S>(
  workflow: Workflow<S>,
  before: RunState<S>,
  { task, reply, known, at, text }: Meant,
): { accepted: Accepted; meant: Folded<S> } {
  const further = (so: Folded<S>, events: NewEvent[]): Folded<S> => {
    const { run, lines } = foldEvents(workflow, so.run, events, at)
    return { run, lines: [...so.lines, ...lines] }
  }
  const heard = foldEvents(workflow, before, known, at)
  const accepted = workflow.accept(heard.run.state, task, reply, text)
  const meant = further(heard, accepted.events)
  const events = [...known, ...accepted.events]
  const letter = known.find(({ type }) => type === 'mail_received')?.data as DriverEvents['mail_received'] | undefined
  const wish = letter ?? (isCutShort(workflow, meant.run) ? { reason: 'budget_exceeded', by: 'its budget' } : undefined)
  if (!wish || 'done' in workflow.next(meant.run.state)) return { accepted: { ...accepted, events }, meant }
  const stop = workflow.stop?.(meant.run.state, wish.reason ?? '', wish.by ?? '') ?? []
  return { accepted: { ...accepted, events: [...events, ...stop] }, meant: further(meant, stop) }
}
