// The verdict ledger: one recorded verdict per input, rubric and model; a differing second answer is a violation.
import { sha256 } from '../lib/hash.ts'
import { canonicalize } from '../lib/canonical.ts'
import type { Json } from '../schema/event.ts'

/** What a verdict depends on, by hash. */
export interface LedgerKey {
  /** SHA-256 of what was judged. */
  input: string
  /** Hash of the rubric or of the normalised prompt that contains it. */
  rubric: string
  /** As reported, or as requested if the maker reports none. */
  model: string
}

/** A plain record, so that it can live in a run's state or a file. */
export type Ledger = Readonly<Record<string, LedgerEntry>>

interface LedgerEntry extends LedgerKey {
  verdict: Json
}

export type Recorded = { ledger: Ledger; is: 'new' | 'same' } | { ledger: Ledger; is: 'violation'; violation: Violation }

interface Violation extends LedgerKey {
  recorded: Json
  answered: Json
}

export function ledgerKey({ input, rubric, model }: LedgerKey): string {
  return sha256(`${input}\n${rubric}\n${model}`)
}

export function lookUp(ledger: Ledger, key: LedgerKey): Json | undefined {
  const name = ledgerKey(key)
  return Object.hasOwn(ledger, name) ? ledger[name]?.verdict : undefined
}

/** The first verdict stands; later ones are compared with it and never replace it. */
export function record(ledger: Ledger, key: LedgerKey, verdict: Json): Recorded {
  const known = lookUp(ledger, key)
  if (known === undefined) return { ledger: { ...ledger, [ledgerKey(key)]: { ...pick(key), verdict } }, is: 'new' }
  if (canonicalize(known) === canonicalize(verdict)) return { ledger, is: 'same' }
  return { ledger, is: 'violation', violation: { ...pick(key), recorded: known, answered: verdict } }
}

function pick({ input, rubric, model }: LedgerKey): LedgerKey {
  return { input, rubric, model }
}
