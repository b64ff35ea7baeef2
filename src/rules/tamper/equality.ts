// Work whose own notion of being equal was loosened: every test that compares its values then says less.
import type { Node } from '../reading/syntax.ts'
import { functionsIn } from './calls.ts'
import { partOf } from './files.ts'
import type { Licence } from './licence.ts'
import type { Read } from './read.ts'
import { type Change, type Tampering, tampering } from './tampering.ts'

const isEquality = /^(?:__eq__|__ne__|===?|eql\?|equals?|isEqual|is_equal|eq|Equals?)$/

export function findLoosened(change: Change, licence: Licence, read: Read): Tampering[] {
  if (partOf(change.path) !== 'source' || ['equal', 'compar', 'same', 'identi', '__eq__'].some((word) => licence.mentions(word))) return []
  const comparisons = (text: string | null) => {
    const source = text === null ? null : read(change.path, text)
    return source ? functionsIn(source.root).filter(({ name }) => isEquality.test(name)) : []
  }
  const now = Map.groupBy(comparisons(change.after), ({ name }) => name)
  return comparisons(change.before).flatMap((old) => {
    const after = now.get(old.name)?.shift()
    if (!after || !isLess(old.leaves, after.leaves)) return []
    return [tampering(change, 'harness-altered', `${old.name} compares less than it did, so more values count as equal`, after.line)]
  })
}

const grammar = /^(?:if|else|not|and|or|return|true|false|True|False|nil|null|None|NotImplemented)$/

/** Something is no longer looked at and nothing else in its place, or one of several is now enough. */
function isLess(before: readonly Node[], after: readonly Node[]): boolean {
  const words = (leaves: readonly Node[]) =>
    new Set(leaves.flatMap(({ kind, text }) => (kind === 'word' && !grammar.test(text) ? [text] : [])))
  const ors = (leaves: readonly Node[]) => leaves.filter(({ text }) => /^(?:\|\||or)$/.test(text)).length
  const [was, is] = [words(before), words(after)]
  return [...is].every((word) => was.has(word)) && (is.size < was.size || ors(after) > ors(before))
}
