// What a comparison finds: the kinds of difference, their places, and what is known of the text around.
import type { Aligned } from './align.ts'
import type { Act, Statement } from './statement.ts'

export type DifferenceKind = 'polarity' | 'number' | 'actor' | 'condition' | 'unsupported'

export interface Place {
  start: number
  end: number
}

export interface Difference {
  kind: DifferenceKind
  /** Index of the statement it differs from; -1 when it has none. */
  source: number
  /** Place inside that statement's text, and inside the claim's. */
  sourceAt: Place | null
  claimAt: Place
  expected: string
  found: string
  /** Certain enough to stop a design; the rest is worth a look. */
  certain: boolean
}

export interface World {
  /** Heads of everybody who acts anywhere in the text. */
  roles: ReadonlySet<string>
  /** Stems that the design itself defines. */
  known: ReadonlySet<string>
  /** Everything the whole text says, for what stands in another statement than the named ones. */
  text: readonly Statement[]
  /** Who acts when the claim itself names nobody. */
  actor?: string | undefined
}

/** Between what a statement says at a place and what the claim does. */
export function between(
  kind: DifferenceKind,
  source: number,
  [sourceAt, expected]: readonly [Place | null, string],
  [claimAt, found]: readonly [Place, string],
  certain = true,
): Difference {
  return { kind, source, sourceAt: sourceAt && placeOf(sourceAt), claimAt: placeOf(claimAt), expected, found, certain }
}

export function difference(
  kind: DifferenceKind,
  claim: Statement,
  act: Act,
  source: Statement,
  { act: other, statement }: Aligned,
  more: { certain: boolean; expected?: string; found?: string },
): Difference {
  const { certain, expected = said(other), found = said(act) } = more
  return between(kind, statement, [source.tokens[other.at]!, expected], [claim.tokens[act.at]!, found], certain)
}

function said({ negated, verb, particle, objects, subjects }: Act): string {
  return [negated ? 'not' : '', verb, particle, objects[0] ?? subjects[0] ?? ''].filter(Boolean).join(' ')
}

export function placeOf({ start, end }: Place): Place {
  return { start, end }
}
