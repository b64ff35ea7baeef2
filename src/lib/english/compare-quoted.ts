// A claim that quotes a statement with a word or two changed: what was put in place of what.
import { equals } from './compare-numbers.ts'
import { between, type Difference } from './difference.ts'
import { areOpposites } from './lexicon.ts'
import { isRule } from './compare-leftovers.ts'
import type { Token } from './read.ts'
import { isContent, type Statement } from './statement.ts'

/** Null where the claim is no quotation of any of the statements, or more than one word of it is turned; what is the same in other spelling is no change. */
export function changedQuotation(claim: Statement, sources: readonly Statement[]): Difference[] | null {
  const own = telling(claim)
  const read = sources.map((source) => ({ source, edits: editsOf(own, telling(source)) }))
  const index = read.findIndex(({ edits }) => edits !== null)
  const found = read[index]
  if (!found?.edits) return null
  const { source, edits } = found
  const open = edits.filter(
    ({ put, gone }) =>
      spelled(put) !== spelled(gone) &&
      !isSameAmount(put, gone, claim, source) &&
      // "Only the clerk" and "nobody but the clerk" cut down to what the clerk does
      !(put.length === 0 && /^(?:only|(?:nobody|none|noone)(?:but|except))$/.test(spelled(gone)) && !isRule(claim)),
  )
  if (open.length === 0) return []
  const limit = open.find((edit) => isLimit(edit, open))
  const changed = limit ?? (open.filter(({ put, gone }) => [...put, ...gone].some(turns)).length > 1 ? undefined : open.find(isTurned))
  if (!changed) return null
  const { put, gone, next, from } = changed
  const said = (words: readonly Token[], { text, start }: Statement) =>
    words.length === 0 ? '' : text.slice(words[0]!.start - start, words.at(-1)!.end - start)
  const [theirs, ours] = [placed(gone, from, source), placed(put, next, claim)]
  return [between(limit ? 'condition' : 'polarity', index, [theirs, said(gone, source)], [ours, said(put, claim)])]
}

/** An exception put in or cut out, and not moved to another place; the rest stays as it is. */
function isLimit({ put, gone }: Edit, all: readonly Edit[]): boolean {
  const [own, others] = put.length > 0 ? [put, all.map((edit) => edit.gone)] : [gone, all.map((edit) => edit.put)]
  return (
    put.length * gone.length === 0 &&
    own.slice(0, own[0]?.tag === 'CCONJ' ? 2 : 1).some(({ lower }) => excepts.test(lower)) &&
    !others.some((words) => words.some(turns)) &&
    all.every((edit) => edit.put === own || edit.gone === own || edit.put.length + edit.gone.length <= 2)
  )
}

const excepts = /^(?:unless|except|excepting|excluding|only|until|till|apart|save)$/

/** "no later than" bounds, and denies nothing; "but cannot delete them" left out leaves the rest as it is. */
function isTurned({ put, gone }: Edit): boolean {
  const denials = (words: readonly Token[]) =>
    words.filter((word, at) => denies(word) && !/^(?:later|more|fewer|less|longer|earlier|only|just)$/.test(words[at + 1]?.lower ?? ''))
  const isPart = put.length === 0 && gone.some(isContent)
  return (
    (!isPart && denials(put).length % 2 !== denials(gone).length % 2) ||
    put.some((one) => !bounds.test(one.lower) && gone.some((other) => areTurned(one, other)))
  )
}

const denies = ({ lower, lemma }: Token) => lemma === 'not' || /^(?:never|no|nobody|none|nothing|without|cannot)$/.test(lower)

const turns = (token: Token) => denies(token) || /^(?:unless|except|until|only)$/.test(token.lower)

const bounds = /^(?:least|most|more|less|fewer|over|under|above|below)$/

const areTurned = (one: Token, other: Token) => opposite.test(`${one.lower}-${other.lower}`) || areOpposites(one.lemma, other.lemma)

const opposite = /^(?:before-after|after-before|always-never|never-always|in-out|out-in|on-off|off-on|up-down|down-up)$/

interface Edit {
  put: Token[]
  gone: Token[]
  /** The first token behind the change, in the claim and in the statement. */
  next: Token | undefined
  from: Token | undefined
}

const telling = ({ tokens }: Statement) => tokens.filter(({ tag, lower }) => tag !== 'PUNCT' && !/^(?:an?|the)$/.test(lower))

/** What differs between two texts of which most words stand in the same order; null where too little does. */
function editsOf(own: readonly Token[], theirs: readonly Token[]): Edit[] | null {
  const common = (i: number, k: number) => own[i]!.lemma === theirs[k]!.lemma || own[i]!.lower === theirs[k]!.lower
  const best = Array.from({ length: own.length + 1 }, () => new Array<number>(theirs.length + 1).fill(0))
  for (let i = own.length - 1; i >= 0; i--)
    for (let k = theirs.length - 1; k >= 0; k--)
      best[i]![k] = common(i, k) ? best[i + 1]![k + 1]! + 1 : Math.max(best[i + 1]![k]!, best[i]![k + 1]!)
  const [shorter, longer] = [Math.min(own.length, theirs.length), Math.max(own.length, theirs.length)]
  if (best[0]![0]! < 3 || (best[0]![0]! < 0.7 * longer && best[0]![0]! < 0.95 * shorter)) return null
  const edits: Edit[] = []
  let [put, gone]: [Token[], Token[]] = [[], []]
  for (let [i, k] = [0, 0]; i <= own.length && k <= theirs.length;) {
    if (i < own.length && k < theirs.length && common(i, k)) {
      if (put.length + gone.length > 0) edits.push({ put, gone, next: own[i], from: theirs[k] })
      ;[put, gone] = [[], []]
      i++
      k++
    } else if (i < own.length && (k === theirs.length || best[i + 1]![k]! > best[i]![k + 1]! - Number(put.length <= gone.length)))
      put.push(own[i++]!)
    else if (k < theirs.length) gone.push(theirs[k++]!)
    else break
  }
  if (put.length + gone.length > 0) edits.push({ put, gone, next: undefined, from: undefined })
  return edits
}

const amountsIn = (words: readonly Token[], { quantities }: Statement) =>
  quantities.filter(({ start, end }) => words.some((word) => word.start >= start && word.end <= end))

/** "fourteen days" and "14 days", "two weeks" and "14 days" */
function isSameAmount(put: readonly Token[], gone: readonly Token[], claim: Statement, source: Statement): boolean {
  const [ours, theirs] = [amountsIn(put, claim), amountsIn(gone, source)]
  const covers = (words: readonly Token[], amounts: Statement['quantities']) =>
    words.every((word) => amounts.some(({ start, end }) => word.start >= start && word.start <= end + 1))
  return ours.length === 1 && theirs.length === 1 && equals(ours[0]!, theirs[0]!) && covers(put, ours) && covers(gone, theirs)
}

const spelled = (words: readonly Token[]) =>
  words.map(({ lemma }) => lemma.replaceAll(/[^\p{L}\p{N}%]/gu, '').replace(/^percent$/, '%')).join('')

function placed([first, ...rest]: readonly Token[], next: Token | undefined, { end }: Statement): { start: number; end: number } {
  const at = first ?? next
  return { start: at?.start ?? end, end: (first ? (rest.at(-1) ?? first) : next)?.end ?? end }
}
