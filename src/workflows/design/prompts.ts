// Prompts for makers: the generator for one complete intent, the model critic for what code has missed.
import * as z from 'zod'
import type { AskAgent } from '../../kernel/task.ts'
import { lazy } from '../../lib/lazy.ts'
import type { Json } from '../../schema/event.ts'
import { dimensions } from './critic/critique.ts'
import { ModelReply } from './critic/model-critic.ts'
import { Intent } from './intent.ts'
import type { DesignState } from './state.ts'
import { points } from './stop.ts'

export const designTemplates = ['design-generator', 'design-critic'] as const

export function generateTask(state: DesignState): AskAgent {
  const { base, sources, settings, feedback, input } = state
  return {
    kind: 'ask',
    ...asked(state, generateKey(state)),
    role: 'design-generator',
    template: 'design-generator',
    expects: 'json',
    makes: 'json',
    timeLimitEnds: true,
    schema: intentSchema(),
    slots: {
      feature_id: input.featureId,
      requirements: { object: settings.requirements, as: 'fenced' },
      statements: { object: sources?.object ?? '', as: 'fenced' },
      previous_intent: base ? { object: base.intent, as: 'fenced' } : none,
      findings: base ? { object: base.critique, as: 'fenced' } : none,
      feedback: feedback.length > 0 ? JSON.stringify(isOurs(state) ? (state.heard ?? []) : feedback, null, 1) : none,
    },
  }
}

export const none = 'none'

/** Whether the built-in maker makes the design: it gets what was understood, others what was said. */
export function isOurs({ settings: { pins } }: DesignState): boolean {
  const { makers = {} } = pins
  return ((makers['design-generator'] ?? makers['default'])?.name ?? 'builtin') === 'builtin'
}

export function criticTask(state: DesignState): AskAgent {
  const { made } = state
  if (!made) throw new Error('nothing was made that could be judged')
  return {
    kind: 'ask',
    ...asked(state, criticAskKey(state)),
    role: 'design-critic',
    template: 'design-critic',
    expects: 'json',
    timeLimitEnds: true,
    schema: replySchema(),
    slots: {
      scores: dimensions.map((name) => `${name}: ${points(made.dimensions[name])}`).join('\n'),
      intent: { object: made.intent, as: 'fenced' },
    },
  }
}

export const generateKey = (state: DesignState) => `generate:${place(state)}`
export const criticAskKey = (state: DesignState) => `critic:${place(state)}`

/** The second request after a rejected reply, with what was wrong. */
const asked = ({ refused }: DesignState, key: string) => (refused?.task === key ? { key: `${key}#2`, again: refused.problem } : { key })

/** The attempt and the run: keys are unique over a feature's life. */
export const place = ({ run, iteration }: DesignState) => `${iteration + 1}.${run}`

const intentSchema = lazy(() => z.toJSONSchema(Intent, { target: 'draft-2020-12' }) as Json)
export const replySchema = lazy(() => z.toJSONSchema(ModelReply, { target: 'draft-2020-12' }) as Json)
