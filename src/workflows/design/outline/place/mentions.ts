// Which entities a text speaks of, in the order of their first mention.
import type { Entity } from '../../intent.ts'
import { words } from '../words.ts'

export type Mentions = (text: string) => string[]

export function mentionsOf(entities: readonly Entity[]): Mentions {
  const lemmas = (text: string) =>
    words(text).map(({ lemma, lower, tag }) => (tag === 'VERB' && lower !== lemma ? `${lemma}*` : lemma.toLowerCase()))
  const names = entities.map(({ name }) => ({ name, parts: lemmas(name.toLowerCase()).map((part) => part.replace('*', '')) }))
  return (text) => {
    const list = words(text).map(({ lemma, lower, tag }) => ({ lemma: lemma.toLowerCase(), lower, isVerb: tag === 'VERB' }))
    const found = names.flatMap(({ name, parts }) => {
      const at = list.findIndex((_, from) => parts.every((part, index) => isSame(list[from + index], part)))
      return at < 0 ? [] : [{ name, at, size: parts.length }]
    })
    // "Condition report" is no mention of "Report".
    return found
      .filter((one) => !found.some((other) => other.size > one.size && one.at >= other.at && one.at < other.at + other.size))
      .sort((a, b) => a.at - b.at)
      .map(({ name }) => name)
  }
}

function isSame(word: { lemma: string; lower: string; isVerb: boolean } | undefined, part: string): boolean {
  return word !== undefined && !word.isVerb && (word.lemma === part || word.lower === part || word.lower === `${part}s`)
}
