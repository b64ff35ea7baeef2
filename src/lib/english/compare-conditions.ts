// Conditions of a claim that turn those of its statements around.
import { agrees, type Aligned } from './align.ts'
import { placeOf, type Difference } from './difference.ts'
import { commonLimits, limitsOf, type Limit } from './limits.ts'
import { hasWord, overlapOf } from './match.ts'
import type { Act, Statement } from './statement.ts'

/** "before the game starts" against "after the game starts", "with tax" against "without tax", of the same act. */
export function turnedConditions(claim: Statement, sources: readonly Statement[], aligned: readonly Aligned[]): Difference[] {
  for (const [statement, source] of sources.entries()) {
    const pairs = aligned.filter((pair) => pair.statement === statement && isMain(pair.claim) && isMain(pair.act))
    const isSame = pairs.some((pair) => agrees(pair) && !pair.turned && pair.claim.negated === pair.act.negated)
    const reads = pairs.length === 0 && claim.acts.length > 0 && sameParts(claim, source)
    const isOnly = [...claim.acts, ...source.acts].some(({ only }) => only)
    const found = isOnly || !(isSame || reads) ? undefined : commonLimits(claim, source).find(({ plainly }) => plainly)
    if (found) {
      const { own, other } = found
      return [
        {
          kind: 'polarity',
          source: statement,
          sourceAt: placeOf(other),
          claimAt: placeOf(own),
          expected: other.text,
          found: own.text,
          certain: true,
        },
      ]
    }
  }
  return []
}

/** "checked before it is paid" against "paid before it is checked". */
export function reversedOrder(claim: Statement, sources: readonly Statement[]): Difference[] {
  for (const own of ordersOf(claim))
    for (const [statement, source] of sources.entries()) {
      const other = ordersOf(source).find(
        ({ first, second }) =>
          overlapOf(own.second, first) >= 0.5 && overlapOf(second, own.first) >= 0.5 && !own.second.some((word) => hasWord(second, word)),
      )
      if (other)
        return [
          {
            kind: 'polarity',
            source: statement,
            sourceAt: placeOf(other.at),
            claimAt: placeOf(own.at),
            expected: other.at.text,
            found: own.at.text,
            certain: true,
          },
        ]
    }
  return []
}

/** What comes first, and what then; "not paid until checked" is checked first. */
function ordersOf(statement: Statement): { first: string[]; second: string[]; at: Limit }[] {
  const limits = limitsOf(statement)
  const limited = limits.flatMap(({ words }) => words)
  const main = statement.content.filter((word) => !limited.includes(word))
  const isDenied = statement.acts.some((act) => isMain(act) && act.negated)
  return limits.flatMap((at) => {
    const isBefore = /^(?:before|prior)\b/i.test(at.text)
    const isAfter = /^(?:only )?(?:after|once|upon|as soon as)\b/i.test(at.text)
    if (!(isBefore || (isAfter && !isDenied) || (isDenied && /^until\b/i.test(at.text))) || at.denies) return []
    return [isBefore && !isDenied ? { first: main, second: at.words, at } : { first: at.words, second: main, at }]
  })
}

/** Main clauses that name the same things, whatever verb they use. */
function sameParts(claim: Statement, source: Statement): boolean {
  const main = (statement: Statement) => {
    const limits = limitsOf(statement).flatMap(({ words }) => words)
    return statement.content.filter((word) => !limits.includes(word))
  }
  const isDenied = ({ acts }: Statement) => acts.some((act) => isMain(act) && act.negated)
  return isDenied(claim) === isDenied(source) && overlapOf(main(claim), main(source)) >= 0.6
}

function isMain({ part }: Act): boolean {
  return part === 'main'
}
