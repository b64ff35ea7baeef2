// Words of a claim that no statement supports.
import { between, type Difference, type World } from './difference.ts'
import { hasWord, sameWord, stemOf } from './match.ts'
import { isActor } from './roles.ts'
import type { Statement } from './statement.ts'

/** Words of interfaces and of any process: a design may use them without asking. */
const free = new Set(
  `page screen form button field list panel dialog menu tab view result detail summary message confirmation warning error notice hint overview link box icon row card
  system app application show display open enter choose select press click tap confirm save submit see go start begin end finish complete check look mark ask tell add use give
  user person people item entry option step action new own current available one two first last next previous number name date time day content text information data value status`
    .split(/\s+/)
    .map((word) => stemOf(word)),
)

export const isFree = (word: string) => free.has(stemOf(word))

/** Most of what the claim speaks of stands in none of its statements. */
export function unsupported(claim: Statement, sources: readonly Statement[], world: World): Difference[] {
  const { supported, missing } = support(
    claim,
    sources.flatMap(({ content }) => content),
    world,
  )
  if (missing.length <= supported || (supported > 1 && isToldAgain(claim, sources, missing))) return []
  return [between('unsupported', -1, [null, ''], [claim, missing.join(', ')], false)]
}

/** Other words for what one statement says: about as much of it is missing here. */
function isToldAgain({ content }: Statement, sources: readonly Statement[], missing: readonly string[]): boolean {
  return sources.some((source) => {
    const lost = new Set(source.content.filter((word) => !hasWord(content, word))).size
    return lost >= missing.length - 1 && lost <= 0.75 * source.content.length
  })
}

/** How many of a claim's own words the given words carry, and which they do not. */
export function support(claim: Statement, words: readonly string[], world: Pick<World, 'known'>): { supported: number; missing: string[] } {
  const stems = new Set(words.map((word) => stemOf(word)))
  const own = [...new Set(claim.content)].filter((word) => !/^\d/.test(word) && !isDoer(claim, word))
  const telling = own.filter((word) => stems.has(stemOf(word)) || !free.has(stemOf(word)))
  const missing = telling.filter(
    (word) => !stems.has(stemOf(word)) && !world.known.has(stemOf(word)) && !words.some((other) => sameWord(word, other)),
  )
  return { supported: telling.length - missing.length, missing }
}

function isDoer(claim: Statement, word: string): boolean {
  return isActor(word) && claim.acts.some(({ subjects }) => subjects.includes(word))
}
