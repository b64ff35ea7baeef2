// "a start date, an end date and a status": the nouns a list names, up to where it stops being one.
import type { Token } from '../../../../lib/english/read.ts'
import { isDeterminer, phraseAt } from '../words.ts'

export interface Item {
  name: string
  start: number
  end: number
  /** "one or more medicines", "photos": several of them. */
  many: boolean
  optional: boolean
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
    const plural = many > at || (item.last.tag === 'NOUN' && item.last.lemma !== item.last.lower)
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
    list[phrase.next]?.lower === 'of' && !/^(?:each|every|the|all)$/.test(list[phrase.next + 1]?.lower ?? '')
      ? phraseAt(list, phrase.next + 1, true)
      : null
  const named = owner
    ? { ...found, name: `${found.name} of ${owner.words.map(({ text }) => text).join(' ')}`, end: owner.end, next: owner.next }
    : found
  const unit =
    /^(?:in|per)$/.test(list[named.next]?.lower ?? '') && !isDeterminer(list[named.next + 1]) && list[named.next + 1]?.tag === 'NOUN'
  return unit ? { ...named, next: named.next + 2 } : named
}

function skipJoint(list: readonly Token[], from: number): number {
  let at = from
  if (list[at]?.text === ',' || list[at]?.text === '/' || list[at]?.text === ';') at += 1
  if (/^(?:and|or|&|plus)$/.test(list[at]?.lower ?? '')) at += 1
  return at
}
