// Compares what a claim says with the statements it comes from: turned, changed, given to somebody else, or without support.
import { alignments, agrees, type Aligned } from './align.ts'
import { changedNumbers } from './compare-numbers.ts'
import { changedObjects, unsupported, wrongActors } from './compare-words.ts'
import { hasWord, overlapOf, sameWord } from './match.ts'
import { difference, placeOf, type Difference, type Place, type World } from './difference.ts'
import { wordsIn, type Act, type Statement } from './statement.ts'

export type { Difference, World } from './difference.ts'

/** Differences of one claim from the statements it names. A statement quoted whole, or sliced without harm, has none. */
export function compare(claim: Statement, sources: readonly Statement[], world: World): Difference[] {
  if (sources.length === 0 || sources.some((source) => quotes(claim, source))) return []
  const aligned = claim.acts
    .filter(({ part, at }) => part !== 'purpose' && !isAsked(claim, at))
    .flatMap((act) => alignments(act, claim, sources))
  const differences = [
    ...turnedActs(claim, sources, aligned),
    ...turnedConditions(claim, sources, aligned),
    ...changedNumbers(claim, sources, aligned, world),
    ...wrongActors(claim, sources, aligned, world),
  ]
  if (!differences.some(({ certain }) => certain))
    differences.push(...changedObjects(claim, sources, aligned), ...unsupported(claim, sources, world))
  return differences
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
    const first = strong.find(({ turned }) => turned)
    if (!first || !strong.every(({ turned }) => turned)) continue
    // A weaker statement that agrees, verb and thing, speaks for the claim.
    if (own.some((pair) => !pair.turned && agrees(pair) && pair.overlap >= 0.5)) continue
    const source = sources[first.statement]!
    if (restricts(claim, source, first)) continue
    const certain =
      first.overlap >= 0.5 && best >= 0.9 && !navigates(first) && isMain(act) === isMain(first.act) && samePremise(claim, source, first)
    return [difference('polarity', claim, act, source, first, { certain })]
  }
  return []
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
    /^(?:open|close|start|begin|enter|leave|end|add|remove)$/.test(one.verb) && one.subjects.length > 0 && !one.negated
  return likeness === 'opposite' && visits(claim) && visits(act)
}

/** What is denied under a condition may well happen under another one. */
function samePremise(claim: Statement, source: Statement, { act, claim: own }: Aligned): boolean {
  const premises = (statement: Statement, at: Act) =>
    at.part === 'main' ? statement.conditions.filter(({ text }) => !/^(?:so|until|till)\b/i.test(text)) : []
  const theirs = premises(source, act).flatMap((span) => wordsIn(source, span))
  const ours = premises(claim, own).flatMap((span) => wordsIn(claim, span))
  const met = (words: readonly string[], other: Statement) => words.length === 0 || words.some((word) => hasWord(other.content, word))
  return met(theirs, claim) && met(ours, source)
}

/** "not paid unless approved" and "paid once approved" say the same; so do "only members post" and "guests cannot post". */
function restricts(claim: Statement, source: Statement, { claim: act, act: other }: Aligned): boolean {
  if (act.only !== other.only && (act.negated || other.negated)) return true
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
  return (other.negated && !act.negated && shares(source, claim)) || (act.negated && !other.negated && shares(claim, source))
}

function without(statement: Statement): Place[] {
  const at = statement.tokens.findIndex(({ lower }) => lower === 'without')
  return at < 0 ? [] : [{ start: statement.tokens[at]!.start, end: statement.end }]
}

const openers: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:before|until|till)$/, /^(?:after|once|upon)$/],
  [/^(?:if|when|whenever|while|provided|once)$/, /^(?:unless|except)$/],
]

/** "before the game starts" against "after the game starts", of the same act. */
function turnedConditions(claim: Statement, sources: readonly Statement[], aligned: readonly Aligned[]): Difference[] {
  const spans = (statement: Statement) => [...statement.conditions, ...statement.exceptions]
  for (const { statement, turned } of aligned.filter(
    (pair) =>
      agrees(pair) &&
      isMain(pair.claim) &&
      isMain(pair.act) &&
      pair.claim.negated === pair.act.negated &&
      !pair.claim.only &&
      !pair.act.only,
  )) {
    if (turned) continue
    const source = sources[statement]!
    for (const span of spans(claim))
      for (const other of spans(source)) {
        const [own, theirs] = [span, other].map(({ text }) =>
          text
            .replace(/^only /i, '')
            .split(' ')[0]!
            .toLowerCase(),
        ) as [string, string]
        const opposed = openers.some(([a, b]) => (a.test(own) && b.test(theirs)) || (b.test(own) && a.test(theirs)))
        const innerTurn =
          source.acts.some(({ part, negated }) => part !== 'main' && negated) !==
          claim.acts.some(({ part, negated }) => part !== 'main' && negated)
        if (!opposed || innerTurn || overlapOf(wordsIn(claim, span), wordsIn(source, other)) < 0.6) continue
        return [
          {
            kind: 'polarity',
            source: statement,
            sourceAt: placeOf(other),
            claimAt: placeOf(span),
            expected: other.text,
            found: span.text,
            certain: true,
          },
        ]
      }
  }
  return []
}
