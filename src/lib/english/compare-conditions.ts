// Conditions and exceptions of a claim against those of its statements: turned around, or left out.
import { agrees, type Aligned } from './align.ts'
import { placeOf, type Difference } from './difference.ts'
import { hasWord, overlapOf } from './match.ts'
import { wordsIn, type Act, type Statement } from './statement.ts'

const openers: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:before|until|till)$/, /^(?:after|once|upon)$/],
  [/^(?:if|when|whenever|while|provided|once)$/, /^(?:unless|except)$/],
]

/** "before the game starts" against "after the game starts", of the same act. */
export function turnedConditions(claim: Statement, sources: readonly Statement[], aligned: readonly Aligned[]): Difference[] {
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

/** "The account is locked" where the statement says "after three failed attempts": nothing of the condition is left, nor another in its place. */
export function droppedConditions(claim: Statement, sources: readonly Statement[], aligned: readonly Aligned[]): Difference[] {
  if (claim.conditions.length + claim.exceptions.length > 0) return []
  for (const { claim: act, act: other, statement, overlap, turned } of aligned) {
    const source = sources[statement]!
    if (!isMain(act) || !isMain(other) || overlap < 0.5 || turned) continue
    const lost = [...source.conditions, ...source.exceptions].find((span) => {
      const elsewhere = source.tokens.filter(({ start }) => start < span.start || start >= span.end).map(({ lemma }) => lemma)
      const words = wordsIn(source, span).filter((word) => !hasWord(elsewhere, word))
      return words.length > 0 && !words.some((word) => hasWord(claim.content, word))
    })
    if (lost)
      return [
        {
          kind: 'condition',
          source: statement,
          sourceAt: placeOf(lost),
          claimAt: placeOf(claim),
          expected: lost.text,
          found: '',
          certain: false,
        },
      ]
  }
  return []
}

function isMain({ part }: Act): boolean {
  return part === 'main'
}
