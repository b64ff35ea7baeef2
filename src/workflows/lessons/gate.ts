// The question a person answers before a lesson or threshold is promoted, and what each choice does.
import type { Answer, Gate } from '../../kernel/task.ts'
import type { Accepted, GateOf, Gates, Refusal } from '../../kernel/workflow.ts'
import { type Proposal, activeVersion, pending, standingTokens, templateOf } from '../../learning/book.ts'
import { defaultTokens, tokensOf } from '../../learning/told.ts'
import { workflowOf } from '../../learning/lesson.ts'
import { sha256 } from '../../lib/hash.ts'
import { event } from './events.ts'
import type { LessonsState } from './state.ts'
import { lessonText } from './view.ts'

export type LessonGates = { promotion: 'approve' | 'reject' | 'later' }

export function promotionGate(
  { id, kind, about, description, expectedImpact, evidence }: Proposal,
  state: LessonsState,
): GateOf<LessonGates> {
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

/** The last words of what is decided, which can't be typed without looking. */
const phraseOf = (text: string) => (text.match(/[\p{L}\p{N}][\p{L}\p{N}'.-]*/gu) ?? ['promote']).slice(-4).join(' ').toLowerCase()

const proposalOf = (gate: Gate) => gate.key.replace('promotion:', '')

export const gates: Gates<LessonsState, LessonGates> = {
  promotion: {
    approve: (state, gate, { by, assurance, signature }): Accepted | Refusal => {
      const proposal = pending(state).find(({ id }) => id === proposalOf(gate))
      const lesson = state.lessons.find(({ id }) => id === proposal?.about)
      const standing = standingTokens(activeVersion(state, lesson && workflowOf(lesson.code))?.template ?? templateOf([]))
      if (lesson && standing + tokensOf(lesson.text) > mostStanding)
        return {
          refused: `the base prompt would have more than ${mostStanding} tokens of lessons; roll one back first (whet lessons rollback)`,
        }
      return { events: [event('promoted', { proposal: proposalOf(gate), by, assurance, ...(signature && { signature }) })] }
    },
    reject: (_state, gate, { by, text = '' }: Answer): Accepted => ({
      events: [event('promotion_rejected', { proposal: proposalOf(gate), by, reason: text.trim() })],
    }),
    later: (_state, gate, { by }): Accepted => ({ events: [event('postponed', { proposal: proposalOf(gate), by })] }),
  },
}

/** Half of a prompt's budget; the rest is for lessons in trial and for what was weak last time. */
const mostStanding = defaultTokens / 2
