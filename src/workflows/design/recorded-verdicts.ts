// The verdicts of the Design Critic: one per input, rubric and model; a differing second answer is a violation.
import { sha256 } from '../../lib/hash.ts'
import { canonicalize } from '../../lib/canonical.ts'
import type { Json } from '../../schema/event.ts'

/** What a verdict depends on, by hash. */
export interface VerdictKey {
  /** SHA-256 of what was judged. */
  input: string
  /** Hash of the rubric or of the normalised prompt that contains it. */
  rubric: string
  /** As reported, or as requested if the maker reports none. */
  model: string
}

/** A plain record, so that it can live in a run's state or a file. */
export type Verdicts = Readonly<Record<string, RecordedVerdict>>

interface RecordedVerdict extends VerdictKey {
  verdict: Json
}

export type Recorded = { verdicts: Verdicts; is: 'new' | 'same' } | { verdicts: Verdicts; is: 'violation'; violation: Violation }

interface Violation extends VerdictKey {
  recorded: Json
  answered: Json
}

export function nameOf({ input, rubric, model }: VerdictKey): string {
  return sha256(`${input}\n${rubric}\n${model}`)
}

export function lookUp(verdicts: Verdicts, key: VerdictKey): Json | undefined {
  const name = nameOf(key)
  return Object.hasOwn(verdicts, name) ? verdicts[name]?.verdict : undefined
}

/** The first verdict stands; later ones are compared with it and never replace it. */
export function record(verdicts: Verdicts, key: VerdictKey, verdict: Json): Recorded {
  const known = lookUp(verdicts, key)
  if (known === undefined) return { verdicts: { ...verdicts, [nameOf(key)]: { ...pick(key), verdict } }, is: 'new' }
  if (canonicalize(known) === canonicalize(verdict)) return { verdicts, is: 'same' }
  return { verdicts, is: 'violation', violation: { ...pick(key), recorded: known, answered: verdict } }
}

function pick({ input, rubric, model }: VerdictKey): VerdictKey {
  return { input, rubric, model }
}
