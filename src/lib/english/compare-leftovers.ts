// What is left of a claim and of its statement once the words of the other are struck out. A paraphrase leaves about as much on both
// sides; where only one side has something left, it was added or left out.
import { placeOf, type Difference, type Place, type World } from './difference.ts'
import { isFree } from './compare-words.ts'
import { areSameThing } from './lexicon.ts'
import { limitsOf } from './limits.ts'
import { hasWord, stemOf, verbLikeness } from './match.ts'
import { governs } from './negation.ts'
import { isActor } from './roles.ts'
import { wordsIn, type Act, type Statement } from './statement.ts'

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
      const certain =
        excepts.test(lost.text) &&
        isRule(claim) >= isRule(source) &&
        apart.length === 0 &&
        theirs.every((word) => lost.words.includes(word))
      return [{ ...told, kind: 'condition', sourceAt: placeOf(lost), expected: lost.text, certain }]
    }
    const isNew = added && added.words.filter((word) => ours.includes(word)).length * 2 >= added.words.length
    if (added && isNew && theirs.length < added.words.length && keeps(claim, apart, added))
      return [{ ...told, kind: 'condition', claimAt: placeOf(added), found: added.text }]
    const bare = waived(claim, source)
    if (bare) return [{ ...told, kind: 'condition', sourceAt: placeOf(bare), expected: bare.text }]
    const tail = tailOf(claim)
    const more = tail && telling(claim, wordsIn(claim, tail))
    if (more && more.length > 0 && joints(claim).length > joints(source).length && more.every((word) => ours.includes(word)))
      return [{ ...told, kind: 'unsupported', claimAt: tail, found: more.join(', ') }]
    if (ours.length >= 2 * theirs.length + 2) return [{ ...told, kind: 'unsupported', found: ours.join(', ') }]
    const act = theirs.length === 0 ? claim.acts.find((one) => isAdded(one, claim, source) && !isKnown(one, said, world)) : undefined
    if (act) return [{ ...told, kind: 'unsupported', claimAt: placeOf(claim.tokens[act.at]!), found: [act.verb, ...act.objects].join(' ') }]
  }
  return []
}

/** What the source makes depend on something, the claim says of every case, or without any limit. */
function waived(claim: Statement, source: Statement): Limit | undefined {
  const isAlways = always.test(claim.text) && !always.test(source.text)
  const isBare = limitsOf(claim).length + claim.relatives.length === 0 && !claim.tokens.some(({ lower }) => limiting.test(lower))
  const [limit] = [...source.exceptions, ...source.conditions].filter((span) => {
    const words = wordsIn(source, span)
    return isAlways || (conditional.test(span.text) && words.length > 0 && !words.some((word) => has(claim.content, word)))
  })
  return limit && (isAlways || isBare) ? { ...limit, words: [] } : undefined
}

const always =
  /\b(?:even (?:if|when)|whether or not|regardless|no matter|(?:any|every) (?:day|time|case)|always|in all cases|all the same)\b/i
const conditional = /^(?:only|unless|except|if|provided|as long as|assuming|in case|apart|other than|excluding)\b/i
const limiting = /^(?:only|alone|on|upon|after|before|during|with|without|by|from|once|whoever|whatever|anyone|any)$/

/** Where a list or another clause goes on. */
const joints = ({ tokens }: Statement) =>
  tokens
    .flatMap(({ tag, text, lower }, i) => ((tag === 'CCONJ' && lower !== 'or') || text === ',' ? [i] : []))
    .filter((i, k, all) => all[k + 1] !== i + 1)

/** The last thing that is said: "…, and forwarded to payroll", "…, each with a watermark". */
function tailOf(statement: Statement): Place | undefined {
  const joint = joints(statement).at(-1)
  const first = joint === undefined ? undefined : statement.tokens[joint + 1]
  const act = statement.acts.find(({ part }) => part === 'main')
  return first && act && act.at < joint! ? { start: first.start, end: statement.end } : undefined
}

/** "Members may renew" is a rule, "the member renews" one case of it. */
export const isRule = ({ tokens }: Statement) => tokens.some(({ lemma }) => /^(?:can|may|must|shall|should|will)$/.test(lemma))

const excepts = /^(?:unless|except|only|apart|other than|excluding|until|till)\b/i

/** "weighs the pet and …": one act more, with all of the statement done by the others. */
function isAdded(act: Act, { acts, tokens }: Statement, source: Statement): boolean {
  const asked = source.acts.filter(({ part }) => part === 'main')
  const isLike = (one: Act, other: Act) => /^(?:same|similar)$/.test(verbLikeness(one, other) ?? '')
  return (
    /^(?:main|relative)$/.test(act.part) &&
    tokens[act.at]!.tag === 'VERB' &&
    !governs(act.verb) &&
    asked.length > 0 &&
    asked.every((one) => acts.some((other) => other !== act && isLike(one, other))) &&
    source.acts.every((other) => verbLikeness(act, other) === null)
  )
}

/** The named statements have its verb and one of its things, or another statement has both together. */
function isKnown({ verb, objects }: Act, said: readonly string[], { text }: World): boolean {
  const things = objects.filter((word) => !isActor(word))
  const isSaid = (word: string) => has(said, word) || isFree(word)
  return (
    (isSaid(verb) && (things.length === 0 || things.some(isSaid))) ||
    text.some(({ content }) => has(content, verb) && things.some((word) => has(content, word)))
  )
}

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
