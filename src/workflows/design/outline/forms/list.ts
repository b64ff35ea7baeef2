// "a start date, an end date and a status": the nouns a list names, up to where it stops being one.
import { isFinite } from '../../../../lib/english/clauses.ts'
import { readTokens, type Token } from '../../../../lib/english/read.ts'
import { typeSaid } from '../place/types.ts'
import { isDeterminer, phraseAt } from '../words.ts'

export interface Item {
  name: string
  start: number
  end: number
  /** "one or more medicines", "photos": several of them. */
  many: boolean
  optional: boolean
  /** The kind of value, where the text says it: "length (integer)". */
  type?: string
}

export function listAt(list: readonly Token[], from: number): { items: Item[]; next: number } {
  const items: Item[] = []
  let at = from
  for (;;) {
    const many = amount(list, at)
    const optional = /^(?:optional|optionally)$/.test(list[many]?.lower ?? '')
    const begin = optional ? many + 1 : many
    const item = itemAt(list, begin)
    if (!item) return { items, next: at }
    const plural = many > at || isPlural(item.last)
    const aside = list[item.next]?.text === '(' ? list.findIndex(({ text }, index) => index > item.next && text === ')') + 1 : 0
    const inside = list.slice(item.next, aside || item.next).some(({ lower }) => lower === 'optional')
    items.push({ name: item.name, start: item.start, end: item.end, many: plural, optional: optional || inside })
    at = aside || item.next
    const joint = skipJoint(list, at)
    if (joint === at) return { items, next: at }
    at = joint
  }
}

/** Behind "at least one", "one or more", "a list of", "up to five". */
function amount(list: readonly Token[], from: number): number {
  const rest = list
    .slice(from, from + 4)
    .map(({ lower }) => lower)
    .join(' ')
  const said =
    /^(?:(?:at least|at most|up to|more than) (?:an?|one|\d+|[a-z]+)|one or more|zero or more|(?:a|an|the) (?:list|set|collection|number) of(?= \p{L}+s\b)|several|multiple|many)\b/u.exec(
      rest,
    )?.[0]
  return said && !/number of/.test(said) ? from + said.split(' ').length : from
}

function itemAt(list: readonly Token[], from: number): { name: string; start: number; end: number; last: Token; next: number } | null {
  if (list[from]?.lower === 'whether') {
    const end = list.findIndex(({ text, tag }, at) => at > from + 1 && (text === ',' || text === '.' || tag === 'CCONJ'))
    const to = end < 0 ? list.length : end
    const [first, last] = [list[from + 1], list[to - 1]]
    return first && last && to - from < 9
      ? {
          name: list
            .slice(from, to)
            .map(({ text }) => text)
            .join(' '),
          start: list[from]?.start ?? 0,
          end: last.end,
          last: first,
          next: to,
        }
      : null
  }
  const phrase = phraseAt(list, from, true)
  if (!phrase) return null
  const last = phrase.words.at(-1) as Token
  const found = {
    name: phrase.words
      .map(({ text }) => text)
      .join(' ')
      .replace(/ - /g, '-'),
    start: phrase.start,
    end: phrase.end,
    last,
    next: phrase.next,
  }
  // "number of seats", "date of birth": the second noun belongs to the name.
  const owner =
    list[phrase.next]?.lower === 'of' && !/^(?:each|every|all)$/.test(list[phrase.next + 1]?.lower ?? '')
      ? phraseAt(list, phrase.next + 1, true)
      : null
  // "the position of the straps, …": inside a list only
  const isThe = list[phrase.next + 1]?.lower === 'the'
  const isListed = owner !== null && /^(?:,|;|and|or)$/.test(list[owner.next]?.lower ?? '')
  const named =
    owner && (!isThe || isListed)
      ? {
          ...found,
          name: `${found.name} of ${isThe ? 'the ' : ''}${owner.words.map(({ text }) => text).join(' ')}`,
          end: owner.end,
          next: owner.next,
        }
      : found
  let next = named.next
  // "in litres per square metre"
  while (/^(?:in|per)$/.test(list[next]?.lower ?? '') && !isDeterminer(list[next + 1])) {
    const noun = list[next + 1]?.tag === 'ADJ' ? next + 2 : next + 1
    if (list[noun]?.tag !== 'NOUN') break
    next = noun + 1
  }
  const unit = list
    .slice(named.next, next)
    .map(({ text }) => ` ${text}`)
    .join('')
  return { ...named, name: named.name + unit, end: list[next - 1]!.end, next }
}

function skipJoint(list: readonly Token[], from: number): number {
  let at = from
  if (list[at]?.text === ',' || list[at]?.text === '/' || list[at]?.text === ';') at += 1
  if (/^(?:and|or|&|plus)$/.test(list[at]?.lower ?? '')) at += 1
  return at
}

/**
 * The names a bare list is made of, each as it is written: "weight in kg", "written by", "packed (yes/no)". What begins to tell something ends the
 * list; null where it does not even begin as one.
 */
export function namesListed(whole_: string, offset = 0): Item[] {
  const items: Item[] = []
  // an arrow or two strokes begin a remark
  const text = whole_.replace(/\s+(?:<-+|-+>|←|→|\/\/)\s.*$/, '')
  for (const [whole] of text.matchAll(/(?:[^,;()]|\([^()]*\))+/g)) {
    const at = text.indexOf(whole, (items.at(-1)?.end ?? offset) - offset)
    // What stands in brackets is no part of a list, whatever it says.
    const parts = blanked(whole).split(/\s+(?:and|or(?! more\b)|plus|&)\s+(?=\S)|^\s*(?:and|or|plus|&)\s+/)
    // "date and time" is one name inside a longer list, "a date and a time" are two
    const split =
      parts.length > 1 && (items.length === 0 || /^\s*(?:and|or|plus|&)\s/.test(whole) || parts.slice(1).some(startsAnew) || isLast(whole))
    let from = at
    for (const part of split ? parts : [whole]) {
      const start = at + blanked(whole).indexOf(blanked(part), from - at)
      from = start + part.length
      if (part.trim() === '') continue
      const said = text.slice(start, from)
      const last = items.at(-1)
      // "comment: text, optional"
      if (last?.type !== undefined && /^\s*(?:optional|required|mandatory|unique)\s*$/i.test(said)) {
        last.optional ||= /optional/i.test(said)
        continue
      }
      const [, name = said, kind = ''] = /^([^:()]{1,40}):\s*(\S.*?)\s*$/.exec(said) ?? []
      const type = typeSaid(kind)
      const item = nameIn(type === null ? said : name, offset + start)
      if (!item) return items
      items.push(type === null ? item : { ...item, type })
    }
  }
  return items

  function isLast(whole: string): boolean {
    return text.trimEnd().replace(/\.$/, '').endsWith(whole.trimEnd().replace(/\.$/, ''))
  }
}

const blanked = (text: string) => text.replaceAll(/\([^()]*\)/g, (inside) => '_'.repeat(inside.length))
const startsAnew = (text: string) => /^(?:an?|the|its|their|one|whether)\s/i.test(text)

/** One name as it is written, with what stands in brackets behind it. */
export function nameIn(raw: string, offset = 0): Item | null {
  const aside = /\([^()]*\)/.exec(raw)?.[0] ?? ''
  const bare = raw.replace(/\s*\([^()]*\)/g, '').replace(/\s*\.$/, '')
  const lead =
    /^\s*(?:(?:an?|the|its|their|his|her|optional(?:ly)?|required|exactly one|one|at least one|one or more|several|up to \w+)\s+)*/i.exec(
      bare,
    )?.[0] ?? ''
  const name = bare.slice(lead.length).trim()
  const list = readTokens(name)
  const told = list.some(
    ({ tag, lower }, i) =>
      (tag === 'AUX' && !(i === 0 && /^(?:has|is|can)$/.test(lower) && list.length > 1)) ||
      (tag === 'SCONJ' && i < list.length - 1) ||
      /^(?:they|he|she|it|we|i|you|so|then|because|only|not|never)$/.test(lower) ||
      (lower === 'no' && i < list.length - 1) ||
      (tag === 'VERB' &&
        i > 0 &&
        isFinite(list, i) &&
        !/^(?:who|that|which|to)$/.test(list[i - 1]!.lower) &&
        (lower === list[i]!.lemma || /s$/.test(lower)) &&
        !isTail(list, i)),
  )
  const asks = /^whether\s/i.test(name)
  const type = typeSaid(aside)
  const unit = list.findIndex(({ lower }) => lower === 'in')
  if (name === '' || (unit > 0 ? unit : list.length) > (asks ? 9 : 5) || (told && !asks && type === null) || !/^[\p{L}\p{N}]/u.test(name))
    return null
  const last = list.at(-1)
  return {
    name,
    start: offset + lead.length,
    end: offset + lead.length + name.length,
    many: /one or more|several|up to/i.test(lead) || isPlural(last),
    optional: /optional/i.test(lead) || /optional/i.test(aside),
    ...(type !== null && { type }),
  }
}

/** By the dictionary, where "centre" is a "center" and no plural. */
const isPlural = (word: Token | undefined) =>
  word?.tag === 'NOUN' && word.lemma !== word.lower && /(?:s|men|people|children|feet|teeth|mice|data|criteria)$/.test(word.lower)

/** "address" of "mail address", "frames" of "brood frames": a verb only by its looks. */
const isTail = (list: readonly Token[], at: number) =>
  at === list.length - 1 && (list[at]?.lower === list[at]?.lemma || (list.length === 2 && list[0]?.tag === 'NOUN'))
