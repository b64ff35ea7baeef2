// Which entities a text speaks of, in the order of their first mention.
import type { Token } from '../../../../lib/english/read.ts'
import type { Entity } from '../../intent.ts'
import { isDeterminer, singularWord, words } from '../words.ts'

export type Mentions = (text: string) => string[]

export function mentionsOf(entities: readonly Pick<Entity, 'name'>[]): Mentions {
  const names = entities.map(({ name }) => ({ name, parts: name.toLowerCase().split(' ') }))
  return (text) => {
    const list = words(text.replaceAll('_', ' '))
    const found = names.flatMap(({ name, parts }) => {
      const at = list.findIndex((_, from) => parts.every((part, index) => isSame(list, from + index, part)))
      return at < 0 ? [] : [{ name, at, size: parts.length }]
    })
    // "Condition report" is no mention of "Report".
    return found
      .filter((one) => !found.some((other) => other.size > one.size && one.at >= other.at && one.at < other.at + other.size))
      .sort((a, b) => a.at - b.at)
      .map(({ name }) => name)
  }
}

/** "A book", "two books", not "they book"; a word in -ing is the thing where a thing is called so. */
function isSame(list: readonly Token[], at: number, part: string): boolean {
  const word = list[at]
  if (word === undefined || (word.lower !== part && singularWord(word).toLowerCase() !== part)) return false
  return word.tag !== 'VERB' || word.lower.endsWith('ing') || isDeterminer(list[at - 1])
}
