// Whether a claim as a whole says the opposite, where no verb of it answers one of its statement's: denied here and allowed there.
import { agrees, type Aligned } from './align.ts'
import { between, type Difference } from './difference.ts'
import { dutyOf } from './duties.ts'
import { hasWord, overlapOf, turnedWords } from './match.ts'
import { governs, refuses } from './negation.ts'
import type { Act, Statement } from './statement.ts'

/** Turned as a whole, whatever the verbs are: denied here and allowed there, or by one opposite ("ascending", "descending"). */
export function turnedWhole(claim: Statement, sources: readonly Statement[], aligned: readonly Aligned[]): Difference[] {
  for (const [statement, source] of sources.entries()) {
    const own = aligned.filter((pair) => pair.statement === statement)
    if (own.some(({ turned }) => turned)) continue
    const [ours, theirs] = [mainWords(claim), mainWords(source)]
    const isQuality = (word: string, of: Statement) =>
      tokensOf(of, word).some((token) => /^(?:ADJ|ADV)$/.test(token.tag) || of.acts.some(({ at }) => of.tokens[at] === token))
    const [pair, ...more] = turnedWords(ours, theirs).filter(
      ([one, other]) => isQuality(one, claim) && isQuality(other, source) && !governs(one),
    )
    const [denied, other] = [denialOf(claim, pair?.[0]), denialOf(source, pair?.[1])]
    if (more.length > 0 || (pair === undefined) === ((denied === undefined) === (other === undefined))) continue
    if (
      pair === undefined &&
      (own.some((each) => isMain(each.claim) && agrees(each) && each.overlap >= 0.5) ||
        !(denied ? isForbidden(claim, denied) && allows(source) : isForbidden(source, other!) && allows(claim)))
    )
      continue
    const [left, right] = [claim.content, source.content].map((words) => words.filter((word) => !pair?.includes(word))) as [
      string[],
      string[],
    ]
    const shared = left.filter((word) => hasWord(right, word)).length
    const isClose = overlapOf(left, right) >= (pair ? 0.6 : 0.5) && shared > 1
    const [short, long] = [ours.filter((word) => word !== pair?.[0]), theirs.filter((word) => word !== pair?.[1])]
    if (!isClose && !(pair && overlapOf(short, long) >= 0.6 && Math.max(short.length, long.length) <= 2)) continue
    const at = (of: Statement, word: string | undefined, act: Act | undefined) =>
      (word === undefined ? undefined : tokensOf(of, word)[0]) ?? (act && of.tokens[act.at]) ?? of
    const said = (word: string | undefined, act: Act | undefined, of: Statement) => word ?? (act ? `not ${act.verb}` : of.text)
    return [
      between(
        'polarity',
        statement,
        [at(source, pair?.[1], other), said(pair?.[1], other, source)],
        [at(claim, pair?.[0], denied), said(pair?.[0], denied, claim)],
      ),
    ]
  }
  return []
}

const tokensOf = ({ tokens }: Statement, word: string) =>
  tokens.filter(({ lower, lemma }) => lower === word || lemma === word || word.startsWith(`${lemma}_`))

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
function mainWords(statement: Statement): string[] {
  const spans = [...statement.conditions, ...statement.exceptions, ...statement.purposes]
  const [only, ...others] = statement.acts.filter(isMain)
  // "is discarded" is an act, "the deleted ones" are not
  const sole = only?.passive && others.length === 0 && only.amounts.length === 0 ? statement.tokens[only.at] : undefined
  return statement.tokens
    .filter(({ tag, start }) => /^(?:NOUN|VERB|ADJ|ADV|PROPN)$/.test(tag) && !spans.some((span) => start >= span.start && start < span.end))
    .map((token) => {
      const { lemma, lower, tag } = token
      const act = statement.acts.find(({ at, particle }) => particle !== '' && statement.tokens[at] === token)
      return act ? `${lemma}_${act.particle}` : sole === token ? lemma : tag === 'VERB' && /ed$/.test(lower) ? lower : lemma
    })
}

const isMain = ({ part }: Act) => part === 'main'
