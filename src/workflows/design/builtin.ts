// The maker that ships with the design workflow, as the generator's role needs it. Loaded only when it is used: reading English takes a while to load.
import type { Json } from '../../schema/event.ts'
import { readCritique } from './critic/critique-file.ts'
import { draftIntent } from './draft/draft-intent.ts'
import { readFeedback } from './draft/revise/feedback.ts'
import { understand } from './draft/understand/understand.ts'
import type { Intent, Source } from './intent.ts'
import { none } from './prompts.ts'

/** What filled the generator's template → an intent, or what the requirements lack. */
export function makeIntent(slots: Readonly<Record<string, string>>): Json {
  const { feature_id: featureId = '', requirements = '', previous_intent: previous = none, findings = none, feedback = none } = slots
  const draft = draftIntent({
    featureId,
    requirements,
    ...(previous !== none && { previous: JSON.parse(previous) as Intent }),
    ...(findings !== none && { findings: readCritique(findings).findings }),
    ...(feedback !== none && { feedback: JSON.parse(feedback) as string[] }),
  })
  return ('intent' in draft ? draft.intent : draft) as unknown as Json
}

/** The statements every intent must quote: those of the text, then those a person added. */
export function readSources(requirements: string, feedback: readonly string[]): Source[] {
  return understand(requirements, readFeedback(feedback).statements).statements.map(({ id, text }) => ({ id, text }))
}
