// Prompts for the builder: to review a contract, and to build. Every failed criterion comes with its places, so that the page can be fixed without seeing it.
import * as z from 'zod'
import type { AskAgent, SlotText } from '../../kernel/task.ts'
import { lazy } from '../../lib/lazy.ts'
import { type Told, findingsText } from '../../report/words.ts'
import type { Json } from '../../schema/event.ts'
import type { Proposal } from './contract.ts'
import { failing } from './scorecard.ts'
import type { SprintState } from './state.ts'

export const sprintTemplates = ['sprint-review', 'sprint-build', 'judge'] as const

const line = z.string().trim().min(1).max(1000)

export const Review = z.object({
  accept: z.boolean(),
  proposals: z
    .array(z.object({ id: line, drop: z.boolean().optional(), alternative: line.optional(), reason: line }))
    .max(50)
    .default([]),
}) satisfies z.ZodType<{ accept: boolean; proposals: Proposal[] }, unknown>

export const reviewSchema = lazy(() => z.toJSONSchema(Review, { io: 'input' }) as Json)

export function reviewTask(state: SprintState): AskAgent {
  return {
    ...ask(state, 'review', `review:${state.iteration}:${state.round + 1}`),
    expects: 'json',
    schema: reviewSchema(),
    slots: {
      brief: brief(state),
      contract: { text: JSON.stringify(state.contract, null, 2), as: 'fenced' },
      rounds: String(state.parameters.gan_loop.sprint_contract.max_negotiation_rounds - state.round),
    },
  }
}

export function buildTask(state: SprintState): AskAgent {
  const { contract, input, guidance, artifact, priority } = state
  return {
    ...ask(state, 'build', `build:${state.iteration}`),
    expects: 'text',
    edits: { slot: 'files' },
    slots: {
      brief: brief(state),
      contract: contract ? { text: JSON.stringify(contract, null, 2), as: 'fenced' } : 'none',
      page: input.material.page,
      copy: input.material.copy ? { text: JSON.stringify(input.material.copy, null, 2), as: 'fenced' } : 'none',
      tokens: input.material.tokens ? { text: JSON.stringify(input.material.tokens, null, 2), as: 'fenced' } : 'none',
      brand: input.brand === undefined ? 'none' : { text: input.brand, as: 'fenced' },
      priority,
      guidance: guidance.length > 0 ? guidance.map((text) => `- ${text}`).join('\n') : 'none',
      feedback: feedback(state),
      files: artifact ? { object: artifact, as: 'fenced' } : 'none',
    },
  }
}

/** Failures, must-pass first, then the dimension in focus; each with every place. */
export function feedback({ evaluation, priority, input }: SprintState): string | SlotText {
  if (!evaluation) return 'none'
  const missed = failing(evaluation.card, ['fail', 'error'])
  if (missed.length === 0) return 'none'
  const rank = ({ mustPass, dimension }: (typeof missed)[number]) => (mustPass ? 0 : dimension === priority ? 1 : 2)
  const told = missed
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ id, says, outcome, message, evidence, mustPass, dimension }): Told => ({
      id,
      severity: mustPass ? 'fail' : 'warn',
      outcome,
      message,
      evidence,
      description: says,
      mark: [dimension, mustPass && 'must pass', evaluation.card.regressions.includes(id) && 'held before'].filter(Boolean).join(', '),
    }))
  return { text: findingsText(told, { artifact: input.material.page, tokens: 8000 }), as: 'inert' }
}

function ask(state: SprintState, step: 'review' | 'build', key: string): Pick<AskAgent, 'kind' | 'key' | 'role' | 'template' | 'again'> {
  const { count, problem } = state.attempts[key] ?? { count: 0, problem: '' }
  return {
    kind: 'ask',
    key: count === 0 ? key : `${key}#${count + 1}`,
    ...(count > 0 && { again: problem }),
    role: 'builder',
    template: `sprint-${step}`,
  }
}

const brief = ({ input }: SprintState): SlotText => ({ object: input.brief.object, as: 'fenced' })
