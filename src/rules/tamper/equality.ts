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
  const [before, after] = [comparisons(change.before), comparisons(change.after)]
  const was = Map.groupBy(before, ({ name }) => name)
  const whole = change.before ?? ''
  return after.flatMap((one) => {
    // In these languages it names what it compares of itself.
    const own = /\.py$/.test(change.path) ? /^(?:self|super)$/ : /\.[cm]?[jt]sx?$/.test(change.path) ? /^(?:this|super)$/ : null
    const isBlind = own !== null && /^class/.test(one.node.parent?.parent?.type ?? '') && !one.leaves.some(({ text }) => own.test(text))
    if (isBlind && !whole.includes(change.after?.slice(one.node.from, one.node.to) ?? ''))
      return [
        tampering(change, 'harness-altered', `${one.name} compares nothing of its own, so anything of the kind counts as equal`, one.line),
      ]
    const old = was.get(one.name)?.shift()
    // The language, or a parent, compared all of it before.
    const isLooser = old ? isLess(old.leaves, one.leaves) : before.length < after.length && isLoose(one.leaves)
    return isLooser
      ? [tampering(change, 'harness-altered', `${one.name} compares less than it did, so more values count as equal`, one.line)]
      : []
  })
}

/** Values need only be near each other, or the same but for their form. */
const isLoose = (leaves: readonly Node[]) =>
  leaves.some(
    ({ kind, text }) =>
      /^(?:<=?|>=?)$/.test(text) ||
      (kind === 'word' &&
        /^(?:abs|round|floor|isclose|approx|lower|upper|strip|trim|downcase|casefold|toLowerCase|equalsIgnoreCase|eq_ignore_ascii_case)$/.test(
          text,
        )),
  ) || /^return [Tt]rue ;?$|^[Tt]rue$/.test(leaves.map(({ text }) => text).join(' '))

const grammar = /^(?:if|else|not|and|or|return|true|false|True|False|nil|null|None|NotImplemented)$/

/** Something is no longer looked at and nothing else in its place, or one of several is now enough. */
function isLess(before: readonly Node[], after: readonly Node[]): boolean {
  const words = (leaves: readonly Node[]) =>
    new Set(leaves.flatMap(({ kind, text }) => (kind === 'word' && !grammar.test(text) ? [text] : [])))
  const ors = (leaves: readonly Node[]) => leaves.filter(({ text }) => /^(?:\|\||or)$/.test(text)).length
  const [was, is] = [words(before), words(after)]
  return [...is].every((word) => was.has(word)) && (is.size < was.size || ors(after) > ors(before))
}
