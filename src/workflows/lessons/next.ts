// What a project's lessons need next: a lesson written, a person's decision, or nothing until the next analysis.
import * as z from 'zod'
import { readForm, withoutSchema } from '../../agents/json-reply.ts'
import { pending } from '../../learning/book.ts'
import { inTrial } from '../../learning/lesson.ts'
import type { AskAgent, Reply, Task } from '../../kernel/task.ts'
import type { Accepted, Next } from '../../kernel/workflow.ts'
import { lazy } from '../../lib/lazy.ts'
import type { Json } from '../../schema/event.ts'
import { event } from './events.ts'
import { type LessonGates, promotionGate } from './gate.ts'
import type { LessonsState, Wanted } from './state.ts'

export function next(state: LessonsState): Next<LessonGates> {
  if (state.wanted.length > 0) return { do: state.wanted.map(writeTask) }
  const [first] = pending(state)
  if (first) return { ask: promotionGate(first, state) }
  return { done: { status: 'resting', reason: 'nothing_to_decide', passed: true } }
}

const longest = 600

const Written = z.object({
  /** Null: no lesson would help here. */
  text: z.string().trim().min(10).max(longest).nullable(),
})

const writtenSchema = lazy(() => z.toJSONSchema(Written, { io: 'input' }) as Json)

export const lessonTemplates = ['lesson-write'] as const

const keyOf = ({ round, code }: Wanted) => `write:${round}:${code}`

function writeTask(wanted: Wanted): AskAgent {
  const { code, occurrences, sample, rewrites } = wanted
  return {
    kind: 'ask',
    key: keyOf(wanted),
    role: 'lesson-writer',
    template: 'lesson-write',
    expects: 'json',
    schema: writtenSchema(),
    slots: {
      code,
      occurrences: String(occurrences),
      sample: sample === null ? 'none' : { text: sample, as: 'inert' },
      before: rewrites === null ? 'none' : { text: rewrites.text, as: 'inert' },
      failed: rewrites === null ? 'none' : `${rewrites.failed} of ${rewrites.orders}`,
    },
  }
}

export function accept(state: LessonsState, task: Task, reply: Reply): Accepted {
  const wanted = state.wanted.find((each) => keyOf(each) === task.key.replace(/#\d+$/, ''))
  if (!wanted) return { events: [] }
  const { code, occurrences, rewrites } = wanted
  const unwritten = (why: string) => ({ events: [event('unwritten', { code, occurrences, why })] })
  if (!reply.ok) return unwritten(`${reply.error.code}: ${reply.error.message}`.slice(0, 500))
  const read = 'value' in reply ? readForm(reply.value as Json, Written, writtenSchema()) : { problem: 'expected JSON, found text' }
  if ('problem' in read) return unwritten(withoutSchema(read.problem).slice(0, 500))
  if (read.value.text === null) return unwritten('no maker here knows a lesson for it')
  const lesson = inTrial({
    code,
    text: read.value.text,
    version: (rewrites?.version ?? 0) + 1,
    parent: rewrites?.id ?? null,
    reason: rewrites
      ? `rewrites ${rewrites.id}, after ${rewrites.failed} failures in ${rewrites.orders} runs`
      : `${code} occurred in ${occurrences} runs`,
    addedAt: state.updatedAt,
  })
  if (state.lessons.some(({ id }) => id === lesson.id)) return unwritten('the new lesson is already known')
  return { events: [rewrites ? event('lesson_rewritten', { old: rewrites.id, lesson }) : event('lesson_added', { lesson })] }
}
