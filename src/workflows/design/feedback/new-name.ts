// A new name as it is said: the words that belong to it, and whether they can be one.
import { isUnit } from '../../../lib/english/lexicon.ts'
import type { Ask } from './place.ts'
import { textOf, type Word } from './sentence.ts'
import { typeNamed } from './value-types.ts'

/** A new name: quoted, or a few words that do nothing. */
export function newName(ask: Ask, part: readonly number[], like = ''): string | null {
  const run = part.length === 1 && ask.items[part[0]!]!.words[0]!.quoted !== undefined ? part : wholeName(ask, part)
  const words = run.flatMap((at) => ask.items[at]!.words)
  const [first] = words
  if (run.length === 1 && ask.items[run[0]!]!.kind !== null) return null // "use that term for the role"
  const said = textOf(words)
  const name =
    first?.quoted !== undefined && words.length === 1 ? first.quoted : said.replace(/^(?:(?:just|simply|the|a|an|our|single|one)\s+)+/i, '')
  const isName = words.length === 1 && first?.quoted !== undefined ? name.length <= 80 : words.length <= 6 && isNounPhrase(words, name)
  if (!isName || !/^\p{L}[\p{L}\p{N}' _-]*$/u.test(name)) return null
  return /^\p{Lu}/u.test(like) && first?.quoted === undefined ? name.charAt(0).toUpperCase() + name.slice(1) : name
}

/** "last cleaned date", "Hire Wish": a word at either end that would elsewhere say nothing belongs to the name. */
function wholeName({ items }: Ask, run: readonly number[]): number[] {
  const [before, after] = [run[0]! - 1, run.at(-1)! + 1]
  const word = (at: number) => (items[at]?.words.length !== 1 ? undefined : items[at].words[0])
  const [first, next] = [word(before), word(after)]
  const isOwn = first !== undefined && (/^(?:ADJ|NUM)$/.test(first.tag) || (first.tag === 'ADV' && word(before - 1)?.tag === 'DET'))
  const isFirst =
    isOwn && !/^(?:optional|required|mandatory|new)$/.test(first.lower) && first.quoted === undefined && !isSaidOf(items, before)
  const isNext = isProper(next) && next?.quoted === undefined && isProper(items[run.at(-1)!]?.words.at(-1))
  return [...(isFirst ? [before] : []), ...run, ...(isNext ? [after] : [])]
}

/** "it is better", "that is fine"; but "the second phone" is not any phone. */
const isSaidOf = (items: Ask['items'], at: number) =>
  items[at]!.words[0]!.tag === 'ADJ' &&
  items[at]!.things.length === 0 &&
  !/^(?:ADJ|NOUN|PROPN|NUM)$/.test(items[at + 1]?.words[0]!.tag ?? '') &&
  (items[at + 1]?.things.length ?? 0) === 0

const edits =
  /^(?:kill|ditch|scrap|lose|cut|strike|fold|swap|shift|turn|store|skip|pull|assign|reorder|fix|hand|rename|remove|delete|drop|add|move|merge|change|make|give|call|take|put|replace|show|keep|let|set|use|get|do|have|be|want|need|split|combine)$/

/** "billing period", "name of the trainer", "skipper's phone number", "Lending"; a value's type or unit is no name. */
function isNounPhrase(words: readonly Word[], name: string): boolean {
  const tokens = /^(?:just|simply|the|a|an|our)$/.test(words[0]!.lower) ? words.slice(1) : words
  const tags = tokens.map(({ tag, lower, lemma }, at) =>
    tag === 'VERB' && lower === lemma && tokens[at + 1] && !edits.test(lemma)
      ? 'a'
      : (/^(?:NOUN|PROPN)$/.test(tag) && !/^(?:h+m+|ok|wait|haha)$/.test(lower)) ||
          (tag === 'VERB' && /(?:ing|ed)$/.test(lower)) ||
          (tag === 'VERB' && tokens.length === 1 && !edits.test(lemma)) ||
          (tag === 'VERB' && isProper(tokens[at]) && isProper(tokens[at - 1])) // "Hire Counter"
        ? 'n'
        : tag === 'ADJ' ||
            (tag === 'ADV' && /^(?:NOUN|PROPN)$/.test(tokens[at + 1]?.tag ?? '') && lower === 'home') ||
            (tag === 'ADV' && at === 0 && /ed$/.test(tokens[1]?.lower ?? '')) ||
            /^\d/.test(lower)
          ? 'a'
          : lower === 'of'
            ? 'o'
            : tag === 'ADP' && at === tokens.length - 1 && at > 0 && (/ed$/.test(tokens[at - 1]!.lower) || /^(?:until|since)$/.test(lower))
              ? 'n'
              : /^(?:the|a|an)$/.test(lower)
                ? 'd'
                : /^['’]s?$/.test(lower)
                  ? 's'
                  : lower === '-'
                    ? '-'
                    : lower === 'per'
                      ? 'o'
                      : '?',
  )
  const isPhrase = /^[an-]*n(?:s[an]*n)?(?:od?[an]*n[an]?)?$/.test(tags.join(''))
  const only = tokens.length === 1 ? tokens[0]! : undefined
  return (
    isPhrase &&
    !(
      only &&
      (isUnit(only.lemma) || /^(?:type|kind|sort|value|term|word|thing|part|something|anything|everything|nothing|one)s?$/.test(only.lower))
    ) &&
    !/^(?:text|integer|decimal|yes\/no|choice|list)$/.test(typeNamed(name) ?? '')
  )
}

const isProper = (word: Word | undefined) => /^\p{Lu}/u.test(word?.text ?? '')
