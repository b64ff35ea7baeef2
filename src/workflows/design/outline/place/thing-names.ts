// What a thing is called: one of it, without what only keeps or shows it, by the name the text lists it under.
import { phraseAt, singular, singularWord, spaced, words } from '../words.ts'

/** Names, in small letters, under which the text lists things, and those found so far. */
export interface Listings {
  terms: ReadonlySet<string>
  data: ReadonlySet<string>
  found: ReadonlyMap<string, unknown>
}

/** One of what is named, as words of their own: "Repair_Job" and "LoanDevice" are two each. */
export function oneOf(said: string): string {
  const bare = spaced(said)
    .replace(/\s*\([^()]*\)/g, '')
    .trim()
  const phrase = phraseAt(words(bare), 0)
  if (phrase && phrase.next === words(bare).length) return singular(phrase)
  const [only, ...more] = words(bare)
  return only && more.length === 0 ? singularWord(only) : bare
}

const lead =
  /^(?:(?:an?|the|specific|selected|given|particular|individual|certain|single|new|existing|saved|each|every|create|add|edit|update|view|delete|manage|share)\s+)+(?=\S)/i
const holders =
  'record|data|datum|object|information|detail|entry|entries|history|page|screen|view|card|list|table|row|model|entity|metadata|dialog|modal|popup|menu|panel|summary|export|form|dashboard|dropdown|selector|result|field|attribute|grid|layout|widget|chart|bar|cache|creation|management|aggregation|registration|schema'
const holder = new RegExp(String.raw`^(?:${holders})s?$`, 'i')
/** A "consent form" is a thing of its own. */
const held = new RegExp(String.raw`(?<=\S)(?:\s+(?:${holders.replace('|form', '')})s?)+$`, 'i')

/** "Member record", "order details", "edit dialog" below "Add a booking": what keeps or shows a thing is called after it. Null where nothing says what that is. */
export function nameOf(said: string, title: string, { terms, data, found }: Listings): string | null {
  const one = oneOf(said)
  if (terms.has(one.toLowerCase()) || data.has(one.toLowerCase())) return one
  const bare = withoutHolder(one)
  if (bare === null && oneOf(title) === one) return one
  if (bare === null) return title === '' ? null : nameOf(title, '', { terms, data, found })
  const key = bare.toLowerCase()
  const longer = [...new Set([...terms, ...data, ...found.keys()])].filter((other) => other.endsWith(` ${key}`))
  if (!found.has(key) && longer.length === 1) return longer[0]!
  return [...data].find((other) => key.endsWith(` ${other}`)) ?? bare
}

function withoutHolder(name: string): string | null {
  const bare = oneOf(name.replace(lead, '')).replace(held, '')
  const list = words(`the ${bare}`)
  const isNoun = /^(?:NOUN|PROPN|VERB)$/.test(list.at(-1)!.tag)
  if (bare !== name && (!isNoun || holder.test(bare))) return null
  return holder.test(bare) && list.length === 2 ? null : bare
}
