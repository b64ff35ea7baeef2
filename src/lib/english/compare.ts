// Compares what a claim says with the statements it comes from: turned, changed, given to somebody else, or without support.
import { alignments, agrees, type Aligned } from './align.ts'
import { changedDates, changedNumbers } from './compare-numbers.ts'
import { wrongActors } from './compare-actors.ts'
import { reversedOrder } from './compare-order.ts'
import { addedAndLeftOut } from './compare-leftovers.ts'
import { changedQuotation } from './compare-quoted.ts'
import { turnedWhole } from './compare-whole.ts'
import { unsupported } from './compare-words.ts'
import { areOpposites } from './lexicon.ts'
import { hasWord, overlapOf, sameWord, verbLikeness } from './match.ts'
import { between, difference, type Difference, type World } from './difference.ts'
import { dutyOf, needsOf, without, type Need } from './duties.ts'
import { haveOpposedLimits } from './limits.ts'
import { isAnybody, isRole } from './roles.ts'
import { statementOf, wordsIn, type Act, type Statement } from './statement.ts'

export type { Difference, World } from './difference.ts'

/** Differences of one claim from the statements it names. */
export function compare(claim: Statement, sources: readonly Statement[], world: World): Difference[] {
  const parts = sources.flatMap((source, index) => partsOf(source).map((part) => ({ part, index })))
  return partsOf(claim).flatMap((part) =>
    compareParts(
      part,
      parts.map((each) => each.part),
      world,
    ).map((found) => ({ ...found, source: parts[found.source]?.index ?? -1 })),
  )
}

const known = new WeakMap<Statement, Statement[]>()

/** "X; Y" says the same as two sentences. */
function partsOf(statement: Statement): Statement[] {
  const { tokens, text, start, end } = statement
  const cut = tokens.findIndex(({ text: mark }) => mark === ';')
  if (cut < 0) return [statement]
  const cached = known.get(statement)
  if (cached) return cached
  const halves = [tokens.slice(0, cut), tokens.slice(cut + 1)].flatMap((own) => {
    const [from, to] = [own[0]?.start ?? end, own.at(-1)?.end ?? end]
    return statementOf({ tokens: own, text: text.slice(from - start, to - start), start: from, end: to })
  })
  const isTwo = halves.every(({ acts }) => acts.some(({ part, subjects }) => part === 'main' && subjects.length > 0))
  const parts = isTwo ? halves.flatMap(partsOf) : [statement]
  known.set(statement, parts)
  return parts
}

/** A statement quoted whole, or sliced with its condition, has no difference. */
function compareParts(claim: Statement, sources: readonly Statement[], world: World): Difference[] {
  if (sources.length === 0) return []
  const aligned = claim.acts
    .filter(({ part, at }) => part !== 'purpose' && !isAsked(claim, at))
    .flatMap((act) => alignments(act, claim, sources))
  // What the other statements say besides is nothing that a quotation leaves out.
  const [quoted] = sources.filter((source) => quotes(claim, source)).sort((a, b) => a.text.length - b.text.length)
  if (quoted) return addedAndLeftOut(claim, [quoted], world).map((found) => ({ ...found, source: sources.indexOf(quoted) }))
  const changed = changedQuotation(claim, sources)
  if (changed) return changed.length > 0 ? changed : addedAndLeftOut(claim, sources, world)
  const differences = [
    ...turnedNeeds(claim, sources),
    ...turnedDuties(claim, sources, aligned),
    ...turnedActs(claim, sources, aligned),
    ...turnedWhole(claim, sources, aligned),
    ...reversedOrder(claim, sources),
    ...changedDates(claim, sources),
    ...changedNumbers(claim, sources, world),
    ...wrongActors(claim, sources, aligned, world),
  ]
  if (differences.some(({ certain }) => certain)) return differences
  const apart = addedAndLeftOut(claim, sources, world)
  const foreign = apart.some(({ kind }) => kind === 'unsupported') ? [] : unsupported(claim, sources, world)
  return [...differences, ...foreign, ...apart]
}

/** "do not have to sign" lets people off, "must not sign" forbids it, "must sign" asks for it, "may sign" does not. */
function turnedDuties(claim: Statement, sources: readonly Statement[], aligned: readonly Aligned[]): Difference[] {
  const pair = aligned.find(({ claim: own, act, statement, turned, likeness }) => {
    const duties = [dutyOf(claim, own), dutyOf(sources[statement]!, act)]
    const isFree = duties.includes('free') && duties.some((duty) => duty === 'must' || duty === 'forbidden')
    const isChoice = duties.includes('may') && duties.includes('must') && !own.only && !act.only
    return likeness === 'same' && !turned && (isFree || isChoice)
  })
  return pair ? [difference('polarity', claim, pair.claim, sources[pair.statement]!, pair, { certain: true })] : []
}

/** A claim that stands in its statement word for word, with nothing left behind that turns it. */
export function quotes(claim: Statement, source: Statement): boolean {
  const [own, whole] = [plain(claim.text), plain(source.text)]
  if (own === '' || own === whole) return own !== ''
  const at = ` ${whole} `.indexOf(` ${own} `)
  if (at < 0) return false
  const dropped = ` ${whole.slice(0, at)} ${whole.slice(at + own.length)} `
  return !/ (?:not|n t|no|never|nobody|none|neither|nor|without|unless|except|only|cannot|until|fails?|prevents?|but) /.test(dropped)
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}%€$£]+/gu, ' ')
    .trim()
}

/** "checks that the loan was not renewed", "asks whether", "tries to": nothing is claimed. */
function isAsked(claim: Statement, at: number): boolean {
  return claim.tokens
    .slice(0, at)
    .some(
      ({ lemma, lower }, i) =>
        lower === 'whether' ||
        /^(?:try|attempt)$/.test(lemma) ||
        (/^(?:check|verify|ask|test|determine|see|know)$/.test(lemma) && /^(?:that|if|for)$/.test(claim.tokens[i + 1]?.lower ?? '')),
    )
}

function turnedActs(claim: Statement, sources: readonly Statement[], aligned: readonly Aligned[]): Difference[] {
  for (const act of new Set(aligned.map((pair) => pair.claim))) {
    const own = aligned.filter((pair) => pair.claim === act)
    const best = Math.max(...own.map(weight))
    const strong = own.filter((pair) => weight(pair) >= best - 0.15)
    const first = strong.find((pair) => pair.turned && strong.every(({ turned }) => turned))
    if (!first) continue
    // "gets a number that is not given out twice": another verb of the claim already says it as the statement does.
    if (first.likeness === 'light' && aligned.some((pair) => pair.act === first.act && agrees(pair) && !pair.turned)) continue
    const source = sources[first.statement]!
    // "accepts or declines" leaves both open
    if (first.likeness === 'opposite' && source.acts.some(({ verb }) => areOpposites(verb, first.act.verb))) continue
    if ((isMain(act) && restricts(claim, source, first)) || isContraposed(aligned, first)) continue
    if (isMain(act) && isMain(first.act) && haveOpposedLimits(claim, source)) continue
    const certain =
      Math.max(first.overlap, overlapOf(claim.content, source.content)) >= 0.5 &&
      best >= 0.75 &&
      !navigates(first) &&
      isMain(act) === isMain(first.act) &&
      samePremise(claim, source, first)
    return [difference('polarity', claim, act, source, first, { certain })]
  }
  return []
}

/** "is not saved until it is sent" and "is saved only when it is sent": both halves turned say the same. */
function isContraposed(aligned: readonly Aligned[], { claim, statement }: Aligned): boolean {
  return aligned.some(
    (pair) =>
      pair.statement === statement && pair.turned && isMain(pair.claim) !== isMain(claim) && isMain(pair.claim) === isMain(pair.act),
  )
}

function weight({ likeness, overlap }: Aligned): number {
  return { same: 1, similar: 0.8, opposite: 0.7, light: 0.5 }[likeness] + overlap / 2
}

function isMain({ part }: Act): boolean {
  return part === 'main'
}

/** Somebody opens a thing to look at it; that turns no "close" around. */
function navigates({ claim, act, likeness }: Aligned): boolean {
  const visits = (one: Act) =>
    /^(?:open|close|start|begin|enter|leave|end|add|remove)$/.test(one.verb) &&
    one.subjects.some((who) => isRole(who) || isAnybody(who)) &&
    !one.negated
  return likeness === 'opposite' && visits(claim) && (claim.verb === 'open' || visits(act))
}

/** What is denied under a condition may well happen under another one. */
function samePremise(claim: Statement, source: Statement, { act, claim: own }: Aligned): boolean {
  const premises = (statement: Statement, at: Act) =>
    at.part === 'main' ? statement.conditions.filter(({ text }) => !/^(?:so|until|till)\b/i.test(text)) : []
  const theirs = premises(source, act).flatMap((span) => wordsIn(source, span))
  const ours = premises(claim, own).flatMap((span) => wordsIn(claim, span))
  const met = (words: readonly string[], other: Statement) => words.length === 0 || words.some((word) => hasWord(other.content, word))
  // two conditions in other words: neither side knows a word of the other's
  return met(theirs, claim) === met(ours, source) && (met(theirs, claim) || theirs.length * ours.length > 0)
}

/** "Only members post" */
function reserves({ tokens }: Statement): boolean {
  return tokens.find(({ tag }) => tag !== 'PUNCT')?.lower === 'only'
}

/** "not paid unless approved" and "paid once approved" say the same; so do "only members post" and "guests cannot post". */
function restricts(claim: Statement, source: Statement, { claim: act, act: other, likeness }: Aligned): boolean {
  // "only members post" and "guests cannot post"; but not "members cannot post"
  if (
    act.only !== other.only &&
    !(reserves(act.only ? claim : source) && act.subjects.some((who) => isRole(who) && hasWord(other.subjects, who)))
  )
    if (act.negated || other.negated || likeness === 'opposite') return true
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
  const isTurned = likeness === 'opposite' && act.negated === other.negated
  return (
    ((isTurned || (other.negated && !act.negated)) && shares(source, claim)) || (act.negated && !other.negated && shares(claim, source))
  )
}

/** What one side needs, the other can do without. */
function turnedNeeds(claim: Statement, sources: readonly Statement[]): Difference[] {
  for (const own of needsOf(claim))
    for (const [index, source] of sources.entries()) {
      const isClose = overlapOf(claim.content, source.content) >= 0.5
      const other = needsOf(source).find(({ words, needed, duty }) => {
        const isSame = duty && own.duty ? isClose && verbLikeness(duty, own.duty) !== null : isClose || !(duty ?? own.duty)
        return needed !== own.needed && isSame && overlapOf(words, own.words) >= 0.5
      })
      if (!other) continue
      const said = ({ words, needed }: Need) => `${needed ? 'needs' : 'does not need'} ${words[0]!}`
      return [between('polarity', index, [other.at, said(other)], [own.at, said(own)])]
    }
  return []
}
