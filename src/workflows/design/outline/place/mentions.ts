// Which entities a text speaks of, in the order of their first mention.
import type { Token } from '../../../../lib/english/read.ts'
import type { Entity } from '../../intent.ts'
import { isDeterminer, singularWord, words } from '../words.ts'

export type Mentions = (text: string) => string[]

export interface Mentioned<T> {
  thing: T
  start: number
  end: number
  many: boolean
}

export function mentionsOf(entities: readonly Pick<Entity, 'name'>[]): Mentions {
  const places = placesOfThings(entities)
  return (text) => places(text).map(({ thing }) => thing.name)
}

/** Where each thing is first named. */
export function placesOfThings<T extends { name: string }>(things: readonly T[]): (text: string) => Mentioned<T>[] {
  const names = things.map((thing) => ({ thing, parts: thing.name.toLowerCase().split(' ') }))
  return (text) => {
    const list = words(text.replaceAll('_', ' '))
    const found = names.flatMap(({ thing, parts }) =>
      list.flatMap((first, at) => {
        const last = parts.every((part, index) => isSame(list, at + index, part)) ? list[at + parts.length - 1] : undefined
        return last ? [{ thing, at, size: parts.length, start: first.start, end: last.end, many: last.lower !== parts.at(-1) }] : []
      }),
    )
    // "Condition report" is no mention of "Report".
    const apart = found.filter(
      (one) => !found.some((other) => other.size > one.size && one.at >= other.at && one.at < other.at + other.size),
    )
    return apart.filter((one) => apart.find(({ thing }) => thing === one.thing) === one).sort((a, b) => a.at - b.at)
  }
}

/** "A book", "two books", not "they book"; a word in -ing is the thing where a thing is called so. */
function isSame(list: readonly Token[], at: number, part: string): boolean {
  const word = list[at]
  if (word === undefined || (word.lower !== part && singularWord(word).toLowerCase() !== part)) return false
  return word.tag !== 'VERB' || word.lower.endsWith('ing') || isDeterminer(list[at - 1])
}
