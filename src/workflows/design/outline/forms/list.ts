// "a start date, an end date and whether it is paid": the members a list has, up to where it begins to tell something.
import { isFinite } from '../../../../lib/english/clauses.ts'
import type { Token } from '../../../../lib/english/read.ts'
import { typeSaid } from '../place/types.ts'
import { isDeterminer, words } from '../words.ts'

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

/** The members of the list a text begins with, each as it is written; none where it does not even begin as one. */
export function namesListed(whole: string, offset = 0): Item[] {
  // an arrow or two strokes begin a remark
  const text = unclosed(whole.replace(/\s+(?:<-+|-+>|←|→|\/\/)\s.*$/, ''))
  const items: Item[] = []
  for (const { start, end } of membersOf(text)) {
    const said = text.slice(start, end)
    const last = items.at(-1)
    // "comment: text, optional", "helmet, yes or no"
    if (last?.type !== undefined && /^\s*(?:optional|required|mandatory|unique)\s*$/i.test(said)) {
      last.optional ||= /optional/i.test(said)
      continue
    }
    if (last && /^\s*yes (?:or )?no\s*$/i.test(said)) {
      last.type ??= 'yes/no'
      continue
    }
    // "if there's a conservatory" is asked behind other things; in front it sets a condition
    if (items.length === 0 && /^\s*(?:if|when|where|what|how|why)\s/i.test(said)) return items
    // ", which is either equal or by consumption" tells of the member in front
    if (/^\s*which\s+(?:is|are|was|were|has|have|can|may|must|shall|will|should)\s/i.test(said)) return items
    const [, name = said, kind = ''] = /^([^:({]{1,40}):\s*(\S.*?)\s*$/.exec(said) ?? []
    const type = typeSaid(kind)
    const item = nameIn(type === null ? said : name, offset + start)
    if (!item) return items
    items.push(type === null ? item : { ...item, type })
    // "a card with its number, the kind and the size": the rest is of the card
    if (item.isCut && (items.length === 1 ? hasOwn : hasItsOwn).test(text.slice(item.end - offset, end))) return items
  }
  return items
}

/** Up to the bracket that closes before it opens. */
function unclosed(text: string): string {
  let depth = 0
  for (const { index, 0: mark } of text.matchAll(/[()]/g)) if ((depth += mark === '(' ? 1 : -1) < 0) return text.slice(0, index)
  return text
}

const hasOwn = /^\s(?:with|including|containing|\p{L}+ing)\s/iu
const hasItsOwn = /^\s(?:(?:with|including|containing) (?:its|their|the|an?)|\p{L}+ing)\s/iu

/** What stands in brackets or quotes is no part of a list, whatever it says. */
const masked = (text: string) =>
  text.replaceAll(/\([^()]*\)|\{[^{}]*\}|\[[^[\]]*\]|“[^”]*”|"[^"]*"/g, (inside) => '_'.repeat(inside.length))

const between =
  /\s*[,;]\s*(?:(?:and|or|plus|as well as)\s+)?(?:(?:of course|also|finally|possibly)\s+)?|\s+(?:and|or(?! more\b| less\b| not?\b)|plus|&|as well as)\s+(?=\S)|^\s*(?:and|or|plus|&)\s+/gi

/** The stretches between commas and "and"; "whether cash or transfer", "date and time" and "between 1 and 5" are one each. */
function membersOf(text: string): { start: number; end: number }[] {
  const all = masked(text)
  // a semicolon ends a list with commas
  const bare = /,[^;]*;|;[^;]*,/.test(all) ? all.replace(/;[^]*/, '') : all
  const found: { start: number; end: number }[] = []
  let start = 0
  for (const { index, 0: mark } of bare.matchAll(between)) {
    const before = bare.slice(start, index)
    const isOne =
      !/[,;]/.test(mark) &&
      (/^\s*(?:whether|if|how|which|who)\s(?!.*\s(?:is|are|was|were|has|\p{L}+s)\s*$)/iu.test(before) ||
        (/\bdate$/i.test(before) && /^time\b/i.test(bare.slice(index + mark.length))) ||
        /\b(?:between \d+|yes)$/i.test(before))
    if (isOne) continue
    found.push({ start, end: index })
    start = index + mark.length
  }
  return [...found, { start, end: bare.length }].filter((one) => text.slice(one.start, one.end).trim() !== '')
}

/** One member as it is written, with what stands in brackets behind it; of a longer saying what comes before "for each", "when", "from the". */
export function nameIn(raw: string, offset = 0): Item | null {
  const aside = /[({]([^(){}]*)[)}]/.exec(raw)?.[1] ?? ''
  const bare = raw.replace(/\s*[({][^(){}]*[)}].*$/, '').replace(/\s*\.$/, '')
  const lead = leads.exec(bare)?.[0] ?? ''
  const [, said = '', choice = ''] = /^(.*?)(\s+(?:yes|y)?\s*(?:\/|or)\s*(?:not?|n))?\s*$/i.exec(bare.slice(lead.length)) ?? []
  const asked = asking.exec(said)
  const type = typeSaid(aside) ?? (choice === '' && !/^(?:whether|if)\s/i.test(said) ? null : /\sor\s/i.test(said) ? 'choice' : 'yes/no')
  const size = asked ? said.length : nameEnd(words(said), type !== null)
  const name = asked
    ? (asked.groups?.['name'] ?? asked.groups?.['noun'] ?? said)
    : said
        .slice(0, size)
        .replace(sample, '')
        .replace(/["”'’]+$|\s+fields?$/giu, '')
  if (name === '' || !/^[\p{L}\p{N}`]/u.test(name) || words(name).length > (asked ? 9 : 6)) return null
  const start = offset + lead.length + said.indexOf(name)
  return {
    name,
    start,
    end: start + name.length,
    many: !asked && isPlural(words(name.replace(/\s(?:of|in)\s.*$/, '')).at(-1)),
    optional: /optional/i.test(lead) || /optional/i.test(aside),
    isCut: size < said.length,
    ...(type !== null && { type }),
  }
}

/** "whether it is hazardous" asks for "hazardous", "which rail it hangs on" for the rail; "how they pay" stays whole. */
const asking =
  /^(?:(?:whether|if)\s+(?:(?:(?:it|they|he|she)(?:\s+(?:is|are|was|were)|['’]s)|there(?:\s+(?:is|are|was|were)|['’]s)|it has been)\s+(?:(?:an?|the|any)\s+)?(?<name>(?!not\b|no\b)\S.*)|(?<name>(?:\S+\s){1,3}or\s(?:\S+\s){0,3}\S+)|.+)|which\s+(?<noun>\p{L}+)(?:\s.+)?|with or without\s.+|(?<name>how \p{L}+)\s+(?:it|they|he|she)\s+(?:is|are|was|were)|(?:(?:from|to|for|by)\s)?(?:how|what|where|who|whom|when|why|which)(?:\s.+)?)$/iu

/** `SKU "A-1"`, "cost price 100": a value that an example gives. */
const sample = /(?<=\p{L})\s+(?:["“][^"”]*["”]?|\d[\d.,]*)\s*$/u

/** What stands before a name: articles, amounts, "optionally". */
const leads =
  /^\s*["“'‘]?(?:(?:including|containing|such as|like|with|an?|the|its|their|his|her|your|optional(?:ly)?|required|also|(?:one|zero) or more|exactly one|one|(?:at least|at most|up to|more than) \w+|several|many|multiple|(?:a )?few|some|two|three|four|five|six|any number of|(?:list|set|collection)s? of)\s+)*/i

/**
 * Where a name ends: before a clause or a place of its own that says more of it ("the cleaner who does it", "the date for each", "a rating from 1");
 * 0 where it tells something instead.
 */
function nameEnd(list: readonly Token[], isTyped: boolean): number {
  const [first, second] = list
  if (
    !first ||
    (/^(?:ADP|SCONJ|PART)$/.test(first.tag) && second?.text !== '-' && !isTyped) ||
    isAct(list) ||
    /^(?:they|he|she|it|that|this|we|i|you|so|then|because|only|not|never|to)$/.test(first.lower)
  )
    return 0
  for (const [at, { tag, lower, start }] of list.entries()) {
    if (at === 0) continue
    const before = list[at - 1]!
    const next = list[at + 1]
    const end = before.end
    if (/^(?:as|who|whose|which|that|where|when|if|so|because|before|after|while|such|like|not|without|only)$/.test(lower)) return end
    if (/^(?:it|they|he|she|we|i|you)$/.test(lower)) return end
    if (/^(?:with|including|containing)$/.test(lower)) return end
    if (
      /^(?:for|from|on|at|by|to|into|per|under|above|below|over|between|in)$/.test(lower) &&
      next &&
      (isDeterminer(next) || next.tag === 'NUM')
    )
      return end
    if (/^(?:hit|made|set|put|used)$/.test(lower) && /^(?:by|for)$/.test(next?.lower ?? '')) return before.end
    if (/[:–—]/.test(lower) || (/ing$/.test(lower) && next?.tag === 'DET')) return end
    if (isTyped || tag === 'PUNCT' || start === end) continue
    if (tells(list, at)) return 0
  }
  return list.at(-1)!.end
}

/** "close the outing", "belongs to a piece", "appoints moderators", "is locked": somebody does something; not "starts at", "is open". */
const isAct = ([first, next, third]: readonly Token[]): boolean =>
  first !== undefined &&
  next !== undefined &&
  ((first.tag === 'VERB' &&
    ((/^(?:DET|PRON)$/.test(next.tag) && third !== undefined && third.tag !== 'PUNCT') ||
      (first.lower !== first.lemma && /s$/.test(first.lower) && (next.lower === 'to' || next.tag !== 'ADP' || isDeterminer(third))))) ||
    (/[^s]s$/.test(first.lower) && next.lower === 'to' && isDeterminer(third)) ||
    (first.tag === 'AUX' && (next.tag === 'DET' || next.lower === 'be' || !/^(?:has|is|can)$/.test(first.lower))) ||
    (first.lower === 'is' && /(?:ed|en)$/.test(next.lower)))

/** A verb that agrees with the noun before it; what stands behind "of", or its bare form behind one of something, is a noun. */
function tells(list: readonly Token[], at: number): boolean {
  const { tag, lower, lemma } = list[at]!
  const before = list[at - 1]!
  if (tag === 'AUX') return !(at === 1 && /^(?:has|is|can)$/.test(before.lower))
  if (tag !== 'VERB' || !isFinite(list, at)) return false
  const isBare = lower === lemma
  const isMany = before.lemma !== before.lower && /s$/.test(before.lower)
  if (isBare ? !isMany : !/s$/.test(lower) || isMany) return false
  return before.tag !== 'ADP' && before.tag !== 'ADJ' && !(at === list.length - 1 && (isBare || list.length === 2))
}

/** By the dictionary, where "centre" is a "center" and no plural. */
const isPlural = (word: Token | undefined) =>
  word?.tag === 'NOUN' && word.lemma !== word.lower && /(?:s|men|people|children|feet|teeth|mice|data|criteria)$/.test(word.lower)
