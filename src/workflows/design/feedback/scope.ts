// Whether a phrase says where or for whom something holds, or is only the speaker's way of putting it.
import { isUnit } from '../../../lib/english/lexicon.ts'
import type { Item } from './mentions.ts'

const ours =
  /(?:ity|ness|tion|cy|ence|ance|ism|ship)\.|^(?:\w+\.\w#\d+ )(?:me|us|you|them|reason|opinion|view|practice|fact|general|future|moment|least|definition|law|design|default|nature|model|text|document|spec|list|case|side|eye|life|reality|language|country|town|house|team|office|company|interest|sake|respect|thing|word|experience|time|record|data|statute|form|department|book|paper|label|world|trade|industry|business|market)\./

export const scopeWord = /^(?:in|on|for|at|with|from|by|to|of|under|per|via|within|through)\./

/** "in the export", "for members": only there. "for clarity", "in our view" is no such place. */
export const isScope = (phrase: string) =>
  !/(?<![^ ])(?:old|previous|former|legacy)\.j#/.test(phrase) &&
  (/@[a-z]*[aercfs][a-z]*#/.test(phrase.replaceAll('@eo#', '')) ||
    !(ours.test(phrase) || /reason\./.test(phrase) || isUnit(/^in\.\w#\d+ ([^ .#]+)/.exec(phrase)?.[1] ?? '')))

const isStrange = (item: Item | undefined) =>
  item !== undefined && item.things.length === 0 && item.kind === null && item.type === null && /^(?:NOUN|PROPN)$/.test(item.words[0]!.tag)

/** "the conditions of an award", where the design has no award, are not those of a tool. */
export function isOfOther(items: readonly Item[], at: number): boolean {
  const [link, owner] = items.slice(at + 1, at + 4).filter(({ words: [word] }) => word!.tag !== 'DET')
  return items[at]!.things.some(({ kind }) => kind === 'attribute') && /^(?:of|on)$/.test(link?.lower ?? '') && isStrange(owner)
}

/** "the room on a report", where the design has no room, does not speak of the report. */
export function isPlace(items: readonly Item[], at: number): boolean {
  const [link, noun] = items
    .slice(0, at)
    .filter(({ words: [word] }) => word!.tag !== 'DET')
    .reverse()
  return /^(?:on|of|in)$/.test(link?.lower ?? '') && isStrange(noun)
}
