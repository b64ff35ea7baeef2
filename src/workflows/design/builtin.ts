// The built-in maker in the generator's role. Loaded only when used, because loading English takes a while.
import { readCritique } from './critic/critique-file.ts'
import type { Intent, Question } from './intent.ts'
import type { Heard } from './feedback/edit.ts'
import { hear } from './feedback/hear.ts'
import { amended, withAdditions } from './outline/feedback.ts'
import type { SourceLine } from './outline/ledger.ts'
import { outlineIntent, sourceLines } from './outline/outline.ts'
import { nextOutline } from './outline/revise.ts'
import { none } from './prompts.ts'

/** From the template's values to an outline, or to what the requirements lack. */
export function makeIntent(slots: Readonly<Record<string, string>>): object {
  const { feature_id: featureId = '', requirements = '', previous_intent: previous = none, findings = none, feedback = none } = slots
  const outlined = nextOutline({
    featureId,
    requirements,
    previous: previous === none ? undefined : (JSON.parse(previous) as Intent),
    findings: findings === none ? [] : readCritique(findings).findings,
    heard: feedback === none ? [] : (JSON.parse(feedback) as Heard[][]),
  })
  return 'intent' in outlined ? outlined.intent : outlined
}

/** The statements every intent must quote: the text's, then those a person added. */
export function readSources(requirements: string, heard: readonly Heard[]): SourceLine[] {
  return amended(sourceLines(withAdditions(requirements, heard)), heard)
}

/** What was said when rejecting a design, sentence by sentence. */
export function readFeedback(said: string, design: Intent, before: readonly Heard[]): Heard[] {
  return hear(said, design, before.length)
}

/** What a text leaves open, most valuable question first. */
export function questionsOn(requirements: string): Question[] {
  const outlined = outlineIntent('questions', requirements)
  return 'intent' in outlined ? (outlined.intent.questions ?? []) : []
}
