// What is left of a claim and of its statement once the words of the other are struck out. A paraphrase leaves about as much on both
// sides; where only one side has something left, it was added or left out.
import { placeOf, type Difference, type Place, type World } from './difference.ts'
import { areSameThing } from './lexicon.ts'
import { limitsOf } from './limits.ts'
import { hasWord, stemOf } from './match.ts'
import { isActor } from './roles.ts'
import { wordsIn, type Statement } from './statement.ts'

/** Words that any statement may gain or lose when it is told again. */
const light = new Set(
  'able possible allow permit want need work apply system app application user person people time way case carry make get give take place number let become use'
    .split(' ')
    .map(stemOf),
)

export function addedAndLeftOut(claim: Statement, sources: readonly Statement[], world: World): Difference[] {
  const said = sources.flatMap(({ content }) => content)
  const ours = telling(claim, claim.content).filter((word) => !has(said, word) && !world.known.has(stemOf(word)))
  for (const [index, source] of sources.entries()) {
    const theirs = telling(source, source.content).filter((word) => !has(claim.content, word))
    const told = { source: index, sourceAt: placeOf(source), claimAt: placeOf(claim), expected: '', found: '', certain: false }
    const apart = telling(claim, claim.content).filter((word) => !has(source.content, word))
    const [lost, added] = [limitIn(source, theirs), limitIn(claim, apart)]
    // A limit on both sides is told in other words.
    if (lost && added) continue
    if (lost && ours.length < lost.words.length && keeps(source, theirs, lost)) {
      const isCut = apart.length === 0 && theirs.every((word) => lost.words.includes(word)) && isRule(claim) >= isRule(source)
      return [{ ...told, kind: 'condition', sourceAt: placeOf(lost), expected: lost.text, certain: isCut && excepts.test(lost.text) }]
    }
    if (added && theirs.length < added.words.length && keeps(claim, apart, added))
      return [{ ...told, kind: 'condition', claimAt: placeOf(added), found: added.text }]
    // What the source makes depend on something, the claim says of every case.
    const [waived] = always.test(claim.text) && !always.test(source.text) ? [...source.exceptions, ...source.conditions] : []
    if (waived) return [{ ...told, kind: 'condition', sourceAt: placeOf(waived), expected: waived.text }]
    const isMore = (part: Place) => {
      const words = telling(claim, wordsIn(claim, part))
      return words.length > 0 && words.every((word) => ours.includes(word))
    }
    const more = partsIn(claim).length > partsIn(source).length ? partsIn(claim).find(isMore) : undefined
    if (more) return [{ ...told, kind: 'unsupported', claimAt: more, found: telling(claim, wordsIn(claim, more)).join(', ') }]
    if (ours.length >= 2 * theirs.length + 2) return [{ ...told, kind: 'unsupported', found: ours.join(', ') }]
  }
  return []
}

const always =
  /\b(?:even (?:if|when)|whether or not|regardless|no matter|(?:any|every) (?:day|time|case)|always|in all cases|all the same)\b/i

/** What stands between commas and behind "and": "weighs the pet", "each with a watermark". */
function partsIn({ tokens, end }: Statement): Place[] {
  const cuts = tokens.flatMap(({ tag, text, lower }, i) => ((tag === 'CCONJ' && lower !== 'or') || text === ',' ? [i] : []))
  return cuts.flatMap((cut, k) => {
    const first = tokens[cut + 1]
    const next = tokens[cuts[k + 1] ?? -1]
    return first && first !== next ? [{ start: first.start, end: next?.start ?? end }] : []
  })
}

/** "Members may renew" is a rule, "the member renews" one case of it. */
export const isRule = ({ tokens }: Statement) => tokens.some(({ lemma }) => /^(?:can|may|must|shall|should|will)$/.test(lemma))

const excepts = /^(?:unless|except|only|apart|other than|excluding|until|till)\b/i

interface Limit extends Place {
  text: string
  words: string[]
}

/** A condition, exception or relative clause of which nothing is found again, or a part of one. */
function limitIn(statement: Statement, left: readonly string[]): Limit | undefined {
  return [...limitsOf(statement), ...statement.relatives]
    .flatMap((span) => [span, ...partsOf(statement, span)])
    .map(({ start, end }) => ({
      start,
      end,
      text: statement.text.slice(start - statement.start, end - statement.start),
      words: telling(statement, wordsIn(statement, { start, end })).filter((word) => !isElsewhere(statement, word, start, end)),
    }))
    .find(({ words }) => words.length > 0 && words.every((word) => left.includes(word)))
}

/** "ends at any station unless the station is full" */
function isElsewhere({ tokens }: Statement, word: string, start: number, end: number): boolean {
  return tokens.some((token) => token.lemma === word && (token.start < start || token.end > end))
}

/** "a charged battery | and a closed lid", "left open | at night" */
function partsOf({ tokens }: Statement, span: Place): Place[] {
  const own = tokens.filter(({ start, end }) => start >= span.start && end <= span.end)
  const cuts = own.flatMap(({ tag, lower }, i) => (i > 0 && (tag === 'CCONJ' || (tag === 'ADP' && lower !== 'of')) ? [i] : []))
  return cuts.map((cut, i) => ({ start: own[cut]!.start, end: own[(cuts[i + 1] ?? own.length) - 1]!.end }))
}

/** Besides the limit, most of the statement is found again. */
function keeps(statement: Statement, left: readonly string[], { words }: Limit): boolean {
  const rest = telling(statement, statement.content).filter((word) => !words.includes(word))
  return rest.filter((word) => !left.includes(word)).length >= rest.length * 0.6
}

/** Numbers and who acts are compared elsewhere. */
function telling({ tokens, acts }: Statement, words: readonly string[]): string[] {
  const numbers = tokens.filter(({ tag }) => tag === 'NUM').map(({ lemma }) => lemma)
  const doers = acts.flatMap(({ subjects, part }) => (part === 'main' ? subjects.filter(isActor) : []))
  return [...new Set(words)].filter((word) => !numbers.includes(word) && !doers.includes(word) && !light.has(stemOf(word)))
}

function has(words: readonly string[], wanted: string): boolean {
  return hasWord(words, wanted) || words.some((word) => areSameThing(word, wanted))
}
