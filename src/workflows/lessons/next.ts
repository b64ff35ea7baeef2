// What a project's lessons need next: somebody to write one, a person's decision, or nothing until the next analysis.
import * as z from 'zod'
import { readForm } from '../../agents/json-reply.ts'
import { type Proposal, activeVersion, pending, standingTokens, templateOf } from '../../learning/book.ts'
import { defaultTokens, tokensOf } from '../../learning/guidelines.ts'
import { inTrial, workflowOf } from '../../learning/lesson.ts'
import type { Answer, AskAgent, Gate, Reply, Task } from '../../kernel/task.ts'
import type { Accepted, Gates, Next, Refusal } from '../../kernel/workflow.ts'
import { sha256 } from '../../lib/hash.ts'
import { lazy } from '../../lib/lazy.ts'
import type { Json } from '../../schema/event.ts'
import { event } from './events.ts'
import type { LessonsState, Wanted } from './state.ts'
import { lessonText } from './view.ts'

export type LessonChoice = 'approve' | 'reject' | 'later'

export function next(state: LessonsState): Next<LessonChoice> {
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
  if ('problem' in read) return unwritten(read.problem.slice(0, 500))
  if (read.value.text === null) return unwritten('nobody here knows a lesson for it')
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
  if (state.lessons.some(({ id }) => id === lesson.id)) return unwritten('the lesson that was written is known already')
  return { events: [rewrites ? event('lesson_rewritten', { old: rewrites.id, lesson }) : event('lesson_added', { lesson })] }
}

function promotionGate({ id, kind, about, description, expectedImpact, evidence }: Proposal, state: LessonsState): Gate<LessonChoice> {
  const waiting = pending(state).length
  const lesson = state.lessons.find((each) => each.id === about)
  const more = waiting > 1 ? [{ name: 'later' as const, means: `decide on the other ${waiting - 1} first` }] : []
  return {
    key: `promotion:${id}`,
    question: `${description.replace(/[.!?]+$/, '')}? ${expectedImpact}.`,
    choices: [
      { name: 'approve', means: kind === 'lesson' ? 'write it into the base prompt for good' : 'raise the threshold', attested: true },
      { name: 'reject', means: kind === 'lesson' ? 'leave it in trial' : 'keep the threshold', needsText: 'a reason' },
      ...more,
    ],
    facts: lesson?.analysis
      ? {
          trial: lessonText(lesson)
            .split('\n')
            .slice(1)
            .map((line) => line.trim()),
        }
      : (evidence as Gate['facts']),
    decides: { hash: sha256(JSON.stringify([id, description])), phrase: phraseOf(description) },
  }
}

/** The last words of what is decided: nobody types them without having looked. */
const phraseOf = (text: string) => (text.match(/[\p{L}\p{N}][\p{L}\p{N}'.-]*/gu) ?? ['promote']).slice(-4).join(' ').toLowerCase()

const proposalOf = (gate: Gate) => gate.key.replace('promotion:', '')

export const gates: Gates<LessonsState, LessonChoice> = {
  approve: (state, gate, { by, assurance, signature }): Accepted | Refusal => {
    if (assurance === 'unattested')
      return { refused: '"approve" needs a person: answer at a terminal, in the dashboard or with a signature' }
    const proposal = pending(state).find(({ id }) => id === proposalOf(gate))
    const lesson = state.lessons.find(({ id }) => id === proposal?.about)
    const standing = standingTokens(activeVersion(state, lesson && workflowOf(lesson.code))?.template ?? templateOf([]))
    if (lesson && standing + tokensOf(lesson.text) > mostStanding)
      return {
        refused: `the base prompt would have more than ${mostStanding} tokens of lessons; take one back first (whet lessons rollback)`,
      }
    return { events: [event('promoted', { proposal: proposalOf(gate), by, assurance, ...(signature && { signature }) })] }
  },
  reject: (_state, gate, { by, text = '' }: Answer): Accepted => ({
    events: [event('promotion_rejected', { proposal: proposalOf(gate), by, reason: text.trim() })],
  }),
  later: (_state, gate, { by }): Accepted => ({ events: [event('postponed', { proposal: proposalOf(gate), by })] }),
}

/** Half of what a prompt may hold; the rest is for lessons in trial and for what was weak last time. */
const mostStanding = defaultTokens / 2
