// Whether a claim says the opposite of its statements: an act denied, something needed that can be left out, an order reversed.
import { agrees, visits, type Aligned } from './align.ts'
import { between, difference, type Difference, type Place } from './difference.ts'
import { dutyOf, needsOf, without, type Need } from './duties.ts'
import { areOpposites } from './lexicon.ts'
import { haveOpposedLimits, limitsOf, type Limit } from './limits.ts'
import { hasWord, overlapOf, sameWord, turnedWords, verbLikeness } from './match.ts'
import { governs, refuses } from './negation.ts'
import { isRole } from './roles.ts'
import { wordsIn, type Act, type Statement } from './statement.ts'

export function turned(claim: Statement, sources: readonly Statement[], aligned: readonly Aligned[]): Difference[] {
  const found = turnedAct(claim, sources, aligned)
  return found
    ? [found]
    : sources
        .flatMap((source, i) => {
          const own = aligned.filter(({ statement }) => statement === i)
          return turnedNeed(claim, source, i) ?? turnedWhole(claim, source, i, own) ?? reversedOrder(claim, source, i) ?? []
        })
        .slice(0, 1)
}

const isMain = ({ part }: Act) => part === 'main'

/** An act that every act of the statements that answers it best denies. */
function turnedAct(claim: Statement, sources: readonly Statement[], aligned: readonly Aligned[]): Difference | undefined {
  for (const act of new Set(aligned.map((pair) => pair.claim))) {
    const own = aligned.filter((pair) => pair.claim === act)
    const best = Math.max(...own.map(weight))
    const strong = own.filter((pair) => weight(pair) >= best - 0.15)
    const [first] = strong
    if (!first || !strong.every((pair) => pair.turned)) continue
    const source = sources[first.statement]!
    // "accepts or declines" leaves both open
    if (first.likeness === 'opposite' && source.acts.some(({ verb }) => areOpposites(verb, first.act.verb))) continue
    if ((isMain(act) && restricts(claim, source, first)) || isContraposed(aligned, first)) continue
    if (isMain(act) && isMain(first.act) && haveOpposedLimits(claim, source)) continue
    return difference('polarity', claim, act, source, first, { certain: isSure(claim, source, first) })
  }
  return undefined
}

/** Both speak of the same, and what is denied under a condition is not said of another one. */
function isSure(claim: Statement, source: Statement, { claim: own, act, overlap }: Aligned): boolean {
  const premises = (statement: Statement, at: Act) =>
    isMain(at)
      ? statement.conditions.filter(({ text }) => !/^(?:so|until|till)\b/i.test(text)).flatMap((span) => wordsIn(statement, span))
      : []
  const [ours, theirs] = [premises(claim, own), premises(source, act)]
  const met = (words: readonly string[], { content }: Statement) => words.length === 0 || words.some((word) => hasWord(content, word))
  const isSamePremise = ours.length * theirs.length > 0 ? met(theirs, claim) === met(ours, source) : met(theirs, claim) && met(ours, source)
  return isMain(own) === isMain(act) && Math.max(overlap, overlapOf(claim.content, source.content)) >= 0.5 && isSamePremise
}

function weight({ likeness, overlap }: Aligned): number {
  return { same: 1, similar: 0.8, opposite: 0.7, light: 0.5 }[likeness] + overlap / 2
}

/** "is not saved until it is sent" and "is saved only when it is sent": both halves turned say the same. */
const isContraposed = (aligned: readonly Aligned[], { claim, statement }: Aligned) =>
  aligned.some(
    (pair) =>
      pair.statement === statement && pair.turned && isMain(pair.claim) !== isMain(claim) && isMain(pair.claim) === isMain(pair.act),
  )

/** "not paid unless approved" and "paid once approved" say the same; so do "only members post" and "guests cannot post". */
function restricts(claim: Statement, source: Statement, { claim: act, act: other, likeness }: Aligned): boolean {
  // but not "members cannot post"
  const reserved = (act.only ? claim : source).tokens.find(({ tag }) => tag !== 'PUNCT')?.lower === 'only'
  const isSame = reserved && act.subjects.some((who) => isRole(who) && hasWord(other.subjects, who))
  if (act.only !== other.only && !isSame && (act.negated || other.negated || likeness === 'opposite')) return true
  const limits = (statement: Statement) => [
    ...statement.exceptions,
    ...statement.conditions.filter(({ text }) => /^(?:until|till|before|only)\b/i.test(text)),
    ...without(statement),
  ]
  const shares = (one: Statement, two: Statement) => {
    const elsewhere = two.content.filter((each) => !sameWord(each, act.verb))
    const limited = limits(two).flatMap((span) => wordsIn(two, span))
    return limits(one).some((span) =>
      wordsIn(one, span).some((word) => !act.objects.includes(word) && !hasWord(limited, word) && hasWord(elsewhere, word)),
    )
  }
  // "charged unless it is old" and "the old ones are exempt"
  if (act.negated === other.negated) return likeness === 'opposite' && shares(source, claim)
  return act.negated ? shares(claim, source) : shares(source, claim)
}

/** What one side needs, the other can do without. */
function turnedNeed(claim: Statement, source: Statement, statement: number): Difference | undefined {
  const isClose = overlapOf(claim.content, source.content) >= 0.5
  for (const own of needsOf(claim)) {
    const other = needsOf(source).find(({ words, needed, duty }) => {
      const isSame = duty && own.duty ? isClose && verbLikeness(duty, own.duty) !== null : isClose || !(duty ?? own.duty)
      return needed !== own.needed && isSame && overlapOf(words, own.words) >= 0.5
    })
    const said = ({ words, needed }: Need) => `${needed ? 'needs' : 'does not need'} ${words[0]!}`
    if (other) return between('polarity', statement, [other.at, said(other)], [own.at, said(own)])
  }
  return undefined
}

/** Turned as a whole, whatever the verbs are: denied here and allowed there, or by one opposite ("ascending", "descending"). */
function turnedWhole(claim: Statement, source: Statement, statement: number, own: readonly Aligned[]): Difference | undefined {
  if (own.some((pair) => pair.turned)) return undefined
  const [pair, ...more] = turnedWords(mainWords(claim), mainWords(source)).filter(([one]) => !governs(one))
  const [denied, other] = [denialOf(claim, pair?.[0]), denialOf(source, pair?.[1])]
  if (more.length > 0) return undefined
  if (pair) {
    const [left, right] = [claim, source].map(({ content }) => content.filter((word) => !pair.includes(word))) as [string[], string[]]
    const shared = left.filter((word) => hasWord(right, word)).length
    if (!denied !== !other || shared < 2 || overlapOf(left, right) < 0.6) return undefined
    return between('polarity', statement, [wordAt(source, pair[1]), pair[1]], [wordAt(claim, pair[0]), pair[0]])
  }
  const isSaid = own.some((each) => isMain(each.claim) && agrees(each) && each.overlap >= 0.5)
  const isTurned = denied ? !other && isForbidden(claim, denied) && allows(source) : other && isForbidden(source, other) && allows(claim)
  if (isSaid || !isTurned || overlapOf(claim.content, source.content) < 0.5) return undefined
  const told = (of: Statement, act: Act | undefined): [Place, string] => (act ? [of.tokens[act.at]!, `not ${act.verb}`] : [of, of.text])
  return between('polarity', statement, told(source, other), told(claim, denied))
}

const wordAt = (statement: Statement, word: string): Place =>
  statement.tokens.find(({ lower, lemma }) => lower === word || lemma === word || word.startsWith(`${lemma}_`)) ?? statement

/** The act that a main clause denies or turns away. */
const denialOf = ({ acts }: Statement, besides: string | undefined) =>
  acts.find((act) => isMain(act) && act.negated !== (refuses(act.verb) && act.verb !== besides))

/** Of everybody and at all times: what is denied but for a limit may be allowed within it. */
const isForbidden = (statement: Statement, act: Act) =>
  dutyOf(statement, act) !== 'free' && act.amounts.length === 0 && !reserving.test(statement.text)

const reserving = /\b(?:only|alone|else|until|till|unless|before|without|except|but|other than|first|instead|rather|whether)\b/i

const allows = ({ text }: Statement) =>
  !reserving.test(text) &&
  !/\b(?:not?|never|nobody|none|cannot|nothing|neither)\b/i.test(text) &&
  /\b(?:may|can|able|fine|allowed|permitted|entitled|welcome|possible|visible|accessible|editable)\b/i.test(text)

/** Words of the main clause; participles as they are written. */
function mainWords({ tokens, acts, conditions, exceptions, purposes }: Statement): string[] {
  const spans = [...conditions, ...exceptions, ...purposes]
  return tokens
    .filter(({ tag, start }) => /^(?:NOUN|VERB|ADJ|ADV|PROPN)$/.test(tag) && !spans.some((span) => start >= span.start && start < span.end))
    .flatMap((token) => {
      const act = acts.find(({ at }) => tokens[at] === token)
      // one act among others may turn without the rest
      if (act && token.tag === 'VERB' && (visits(act) || act.amounts.length > 0 || acts.filter(isMain).length > 1)) return []
      if (act) return [act.particle === '' ? token.lemma : `${token.lemma}_${act.particle}`]
      return [token.tag === 'VERB' && token.lower.endsWith('ed') ? token.lower : token.lemma]
    })
}

/** "checked before it is paid" against "paid before it is checked". */
function reversedOrder(claim: Statement, source: Statement, statement: number): Difference | undefined {
  for (const own of ordersOf(claim)) {
    const other = ordersOf(source).find(
      ({ first, second }) =>
        overlapOf(own.second, first) >= 0.5 && overlapOf(second, own.first) >= 0.5 && !own.second.some((word) => hasWord(second, word)),
    )
    if (other) return between('polarity', statement, [other.at, other.at.text], [own.at, own.at.text])
  }
  return undefined
}

/** What comes first, and what then; "not paid until checked" is checked first. */
function ordersOf(statement: Statement): { first: string[]; second: string[]; at: Limit }[] {
  const limits = limitsOf(statement)
  const main = statement.content.filter((word) => !limits.some(({ words }) => words.includes(word)))
  const isDenied = statement.acts.some((act) => isMain(act) && act.negated)
  return limits.flatMap((at) => {
    const isBefore = /^(?:before|prior)\b/i.test(at.text)
    const isAfter = /^(?:only )?(?:after|once|upon|as soon as)\b/i.test(at.text) && !isDenied
    if (at.denies || !(isBefore || isAfter)) return []
    return [isBefore && !isDenied ? { first: main, second: at.words, at } : { first: at.words, second: main, at }]
  })
}
