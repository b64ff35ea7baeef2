// "a start date, an end date and a status": the names a list is made of, up to where it begins to tell something.
import { isFinite } from '../../../../lib/english/clauses.ts'
import { readTokens, type Token } from '../../../../lib/english/read.ts'
import { typeSaid } from '../place/types.ts'
import { isDeterminer } from '../words.ts'

export interface Item {
  name: string
  start: number
  end: number
  /** "one or more medicines", "photos": several of them. */
  many: boolean
  optional: boolean
  /** More was said of it: "the date for each expense". */
  isCut: boolean
  /** The kind of value, where the text says it: "length (integer)". */
  type?: string
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
    const parts = blanked(whole).split(
      /(?<!\bdate)\s+(?:and|or(?! more\b| not?\b)|plus|&)\s+(?=\S)|(?<=\bdate)\s+and\s+(?!time)|^\s*(?:and|or|plus|&)\s+/i,
    )
    let from = at
    for (const part of parts) {
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
}

const blanked = (text: string) => text.replaceAll(/\([^()]*\)/g, (inside) => '_'.repeat(inside.length))

/** One name as it is written, with what stands in brackets behind it; of a longer saying what comes before "for each", "when", "from the". */
export function nameIn(raw: string, offset = 0): Item | null {
  const aside = /\([^()]*\)/.exec(raw)?.[0] ?? ''
  const bare = raw.replace(/\s*\([^()]*\)/g, '').replace(/\s*\.$/, '')
  const lead = leads.exec(bare)?.[0] ?? ''
  const [, said = '', choice = ''] = /^(.*?)(\s+(?:yes|y)?\s*(?:\/|or)\s*(?:not?|n))?\s*$/i.exec(bare.slice(lead.length)) ?? []
  if (actsFirst(readTokens(said))) return null
  const type = typeSaid(aside) ?? (choice === '' ? null : 'yes/no')
  const name = [said, said.slice(0, behind.exec(said)?.index ?? 0)].find((each) => isName(each, type !== null))
  if (name === undefined) return null
  return {
    name,
    start: offset + lead.length,
    end: offset + lead.length + name.length,
    many: isPlural(readTokens(name).at(-1)),
    optional: /optional/i.test(lead) || /optional/i.test(aside),
    isCut: name !== said,
    ...(type !== null && { type }),
  }
}

/** What says more of a value: for whom, when, from where. */
const behind =
  /\s(?=(?:(?:from|to|of|on|at|for|by|into|per|in|under|with)\s(?:an?|the|each|every|all|this|their|his|her|our|its)|to be|such as|like|when|if|so|before|after|until|while|because)\s)/i

/** "belongs to a piece", "appoints moderators", not "starts at". */
const actsFirst = ([first, next]: readonly Token[]): boolean =>
  first?.tag === 'VERB' &&
  first.lower !== first.lemma &&
  /s$/.test(first.lower) &&
  next !== undefined &&
  (next.lower === 'to' || next.tag !== 'ADP')

/** What stands before a name: articles, amounts, "optionally". */
const leads =
  /^\s*(?:(?:an?|the|its|their|his|her|your|optional(?:ly)?|required|(?:one|zero) or more|exactly one|one|(?:at least|at most|up to|more than) \w+|several|many|multiple|(?:a )?few|some|two|three|four|five|six|any number of|(?:list|set|collection)s? of)\s+)*/i

function isName(name: string, isTyped: boolean): boolean {
  const list = readTokens(name)
  const told = list.some(
    ({ tag, lower, lemma }, i) =>
      (tag === 'AUX' && !(i === 0 && /^(?:has|is|can)$/.test(lower) && list.length > 1)) ||
      (tag === 'SCONJ' && i < list.length - 1) ||
      /^(?:they|he|she|it|we|i|you|so|then|because|only|not|never)$/.test(lower) ||
      (lower === 'no' && i < list.length - 1) ||
      (/^(?:for|from|of|on|at|by|to|into|with)$/.test(lower) && isDeterminer(list[i + 1])) ||
      (tag === 'VERB' &&
        i > 0 &&
        isFinite(list, i) &&
        !/^(?:who|that|which|to)$/.test(list[i - 1]!.lower) &&
        (lower === lemma || /s$/.test(lower)) &&
        !isTail(list, i)),
  )
  const asks = /^whether\s/i.test(name)
  const unit = list.findIndex(({ lower }) => lower === 'in')
  return (!told || asks || isTyped) && (unit > 0 ? unit : list.length) <= (asks ? 9 : 5) && /^[\p{L}\p{N}]/u.test(name)
}

/** By the dictionary, where "centre" is a "center" and no plural. */
const isPlural = (word: Token | undefined) =>
  word?.tag === 'NOUN' && word.lemma !== word.lower && /(?:s|men|people|children|feet|teeth|mice|data|criteria)$/.test(word.lower)

/** "address" of "mail address", "frames" of "brood frames": a verb only by its looks. */
const isTail = (list: readonly Token[], at: number) =>
  at === list.length - 1 && (list[at]?.lower === list[at]?.lemma || (list.length === 2 && list[0]?.tag === 'NOUN'))
