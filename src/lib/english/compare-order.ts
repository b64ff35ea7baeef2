// What comes before what, where a claim has it the other way round.
import { between, type Difference } from './difference.ts'
import { limitsOf, type Limit } from './limits.ts'
import { hasWord, overlapOf } from './match.ts'
import type { Statement } from './statement.ts'

/** "checked before it is paid" against "paid before it is checked". */
export function reversedOrder(claim: Statement, sources: readonly Statement[]): Difference[] {
  for (const own of ordersOf(claim))
    for (const [statement, source] of sources.entries()) {
      const other = ordersOf(source).find(
        ({ first, second }) =>
          overlapOf(own.second, first) >= 0.5 && overlapOf(second, own.first) >= 0.5 && !own.second.some((word) => hasWord(second, word)),
      )
      if (other) return [between('polarity', statement, [other.at, other.at.text], [own.at, own.at.text])]
    }
  return []
}

/** What comes first, and what then; "not paid until checked" is checked first. */
function ordersOf(statement: Statement): { first: string[]; second: string[]; at: Limit }[] {
  const limits = limitsOf(statement)
  const limited = limits.flatMap(({ words }) => words)
  const main = statement.content.filter((word) => !limited.includes(word))
  const isDenied = statement.acts.some(({ part, negated }) => part === 'main' && negated)
  return limits.flatMap((at) => {
    const isBefore = /^(?:before|prior)\b/i.test(at.text)
    const isAfter = /^(?:only )?(?:after|once|upon|as soon as)\b/i.test(at.text)
    if (!(isBefore || (isAfter && !isDenied) || (isDenied && /^until\b/i.test(at.text))) || at.denies) return []
    return [isBefore && !isDenied ? { first: main, second: at.words, at } : { first: at.words, second: main, at }]
  })
}
