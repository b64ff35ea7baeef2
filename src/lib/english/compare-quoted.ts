// A claim that quotes a statement with a word or two changed: what was put in place of what.
import { equals } from './compare-numbers.ts'
import { between, type Difference } from './difference.ts'
import { areOpposites } from './lexicon.ts'
import { sameWord } from './match.ts'
import { isRule } from './compare-leftovers.ts'
import { isRole, isSystem } from './roles.ts'
import type { Token } from './read.ts'
import { isContent, type Statement } from './statement.ts'

/** Null where the claim is no quotation of any of the statements; what is the same in other spelling is no change. */
export function changedQuotation(claim: Statement, sources: readonly Statement[]): Difference[] | null {
  const own = telling(claim)
  const read = sources.map((source) => ({ source, edits: editsOf(own, telling(source)) }))
  const index = read.findIndex(({ edits }) => edits !== null)
  const found = read[index]
  if (!found?.edits) return null
  const { source, edits } = found
  const open = edits.filter(
    (edit) =>
      spelled(edit.put) !== spelled(edit.gone) &&
      !isSameAmount(edit.put, edit.gone, claim, source) &&
      !(isReserved(edit) && !isRule(claim)),
  )
  if (open.length === 0) return []
  const limit = open.find((edit) => isLimit(edit, open))
  if (limit) return [differenceOf('condition', limit, index, claim, source)]
  // "not saved until it is sent" and "only saved when it is sent"
  if (open.filter(({ put, gone }) => [...put, ...gone].some(turns)).length > 1) return null
  const changed = open.flatMap((edit): Difference[] => {
    const kind = kindOf(edit, claim, source)
    return kind ? [differenceOf(kind, edit, index, claim, source)] : []
  })
  return changed.length > 0 ? changed.slice(0, 1) : null
}

/** An exception put in or cut out, and not moved to another place; the rest stays as it is. */
function isLimit({ put, gone }: Edit, all: readonly Edit[]): boolean {
  const [own, others] = put.length > 0 ? [put, all.map((edit) => edit.gone)] : [gone, all.map((edit) => edit.put)]
  return (
    put.length * gone.length === 0 &&
    own.slice(0, own[0]?.tag === 'CCONJ' ? 2 : 1).some(excepts) &&
    !others.some((words) => words.some(turns)) &&
    all.every((edit) => edit.put === own || edit.gone === own || edit.put.length + edit.gone.length <= 2)
  )
}

/** "Only the clerk" and "nobody but the clerk" cut down to what the clerk does. */
const isReserved = ({ put, gone }: Edit) =>
  put.length === 0 && /^(?:only|(?:nobody|none|no one) (?:but|except))$/.test(gone.map(({ lower }) => lower).join(' '))

const excepts = ({ lower }: Token) => /^(?:unless|except|excepting|excluding|only|until|till|apart|save)$/.test(lower)

const differenceOf = (kind: Difference['kind'], edit: Edit, index: number, claim: Statement, source: Statement): Difference =>
  between(
    kind,
    index,
    [spanOf(edit.gone, edit.from, source), saidOf(kind, edit.gone, source)],
    [spanOf(edit.put, edit.next, claim), saidOf(kind, edit.put, claim)],
  )

/** A changed number is told with its unit. */
function saidOf(kind: Difference['kind'], words: readonly Token[], statement: Statement): string {
  const [amount] = kind === 'number' ? amountsIn(words, statement) : []
  return (
    amount?.text ?? (words.length === 0 ? '' : statement.text.slice(words[0]!.start - statement.start, words.at(-1)!.end - statement.start))
  )
}

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

function kindOf({ put, gone }: Edit, claim: Statement, source: Statement): Difference['kind'] | null {
  // "but cannot delete them" left out leaves the rest as it is
  const isPart = put.length === 0 && gone.some(isContent)
  if (!isPart && denials(put) % 2 !== denials(gone) % 2) return 'polarity'
  const [ours, theirs] = [amountsIn(put, claim), amountsIn(gone, source)]
  if (ours.length === 1 && theirs.length === 1 && !equals(ours[0]!, theirs[0]!)) return 'number'
  const turned = put.find((one) => gone.some((other) => isTurned(one, other)))
  const isBound = claim.quantities.some(({ at }) => turned && at > 0 && claim.tokens.indexOf(turned) === at - 1)
  if (turned) return isBound ? 'number' : 'polarity'
  const [one, ...more] = put
  const isWho = ({ lemma }: Token) => isRole(lemma) || isSystem(lemma)
  const [other] = gone
  if (one && other && more.length + gone.length === 1 && isWho(one) && isWho(other) && !sameWord(one.lemma, other.lemma)) return 'actor'
  return null
}

/** "no later than" bounds, and denies nothing. */
const denials = (words: readonly Token[]) =>
  words.filter(
    ({ lower, lemma }, at) =>
      (lemma === 'not' || /^(?:never|no|nobody|none|nothing|without|cannot)$/.test(lower)) &&
      !/^(?:later|more|fewer|less|longer|earlier|only|just)$/.test(words[at + 1]?.lower ?? ''),
  ).length

const turns = ({ lower, lemma }: Token) =>
  lemma === 'not' || /^(?:never|no|nobody|none|nothing|without|cannot|unless|except|until|only)$/.test(lower)

const opposite = new Set(
  'before-after above-below over-under more-less more-fewer always-never from-to least-most in-out on-off up-down'.split(' '),
)

const isTurned = (a: Token, b: Token) =>
  opposite.has(`${a.lower}-${b.lower}`) || opposite.has(`${b.lower}-${a.lower}`) || areOpposites(a.lemma, b.lemma)

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

function spanOf([first, ...rest]: readonly Token[], next: Token | undefined, { end }: Statement): { start: number; end: number } {
  const at = first ?? next
  return { start: at?.start ?? end, end: (first ? (rest.at(-1) ?? first) : next)?.end ?? end }
}
