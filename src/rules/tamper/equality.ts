// Work whose own notion of being equal was loosened: every test that compares its values then says less.
import { functionsIn } from './calls.ts'
import { partOf } from './files.ts'
import type { Licence } from './licence.ts'
import type { Read } from './read.ts'
import { type Change, type Tampering, tampering } from './tampering.ts'

const isEquality = /^(?:__eq__|__ne__|==|===|eql\?|equals?|isEqual|is_equal|eq|Equals?|compareTo|cmp)$/

export function findLoosened(change: Change, licence: Licence, read: Read): Tampering[] {
  if (partOf(change.path) !== 'source' || /\b(?:equal|compar|same|identi|==|__eq__)/i.test(licence.text)) return []
  const [was, is] = [change.before, change.after].map((text) => (text === null ? null : read(change.path, text)))
  if (!was || !is) return []
  const still = new Set(is.leaves.map(({ text }) => text))
  const now = functionsIn(is.root).filter(({ name }) => isEquality.test(name))
  return functionsIn(was.root)
    .filter(({ name }) => isEquality.test(name))
    .flatMap((old, at) => {
      const same = now.filter(({ name }) => name === old.name)
      const after =
        same[
          functionsIn(was.root)
            .filter(({ name }) => name === old.name)
            .indexOf(old)
        ] ?? same[at]
      if (!after) return []
      const words = new Set(after.leaves.map(({ text }) => text))
      const lost = old.leaves.find(({ kind, text }) => kind === 'word' && !words.has(text) && still.has(text))
      const ors = (leaves: typeof old.leaves) => leaves.filter(({ text }) => /^(?:\|\||or)$/.test(text)).length
      if (lost)
        return [
          tampering(change, 'harness-altered', `${old.name} no longer looks at ${lost.text}, so more values count as equal`, after.line),
        ]
      return ors(after.leaves) > ors(old.leaves)
        ? [tampering(change, 'harness-altered', `${old.name} is content with less, so more values count as equal`, after.line)]
        : []
    })
}
