// Screens the text gives a name to: entries of a list of screens, "the Returns page", "on the Order Board".
import { namesListed } from '../forms/list.ts'
import { titleOf, type Statement } from '../read/statements.ts'
import type { Entry } from '../entry.ts'
import { capital, words } from '../words.ts'

export interface Screen {
  name: string
  /** What the text says is on it. */
  description: string
  /** The statement it is named in, where screens are listed. */
  id?: string
}

/** The longest name first; `taken` are the names of entities and actors, which are no screens. */
export function screensNamed(entries: readonly Entry[], taken: ReadonlySet<string>): Screen[] {
  const others = new Set([...taken].map((name) => name.toLowerCase()))
  const found = new Map<string, Screen>()
  for (const { statement } of entries)
    for (const screen of [...listed(statement), ...spoken(statement.text)]) {
      const key = screen.name.toLowerCase()
      if (!others.has(key) && !found.has(key)) found.set(key, screen)
    }
  return [...found.values()].sort((a, b) => b.name.length - a.name.length)
}

export const isSaid = (name: string, text: string): boolean =>
  new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, /\s\p{Lu}/u.test(name) ? 'u' : 'iu').test(text)

export const isAmongScreens = ({ section }: Statement): boolean =>
  section.some((heading) => /^(?:(?:key|main|the|list of) )?(?:screens|pages|views)(?:(?: and| &|,) \p{L}+)*$/iu.test(titleOf(heading)))

/** "I would like these pages: a day plan, a route map and an incident log". */
const inline = /^(?:[^:.]{0,60}\b)?(?:pages|screens|views)\s*:\s+(?=\S)/i

function listed(statement: Statement): Screen[] {
  const { text, kind } = statement
  const from = kind === 'sentence' ? inline.exec(text)?.[0].length : undefined
  if (from !== undefined) return namesListed(text.slice(from)).map(({ name }) => ({ name: capital(name), description: described(name) }))
  const screen = screenIn(statement)
  return screen ? [screen] : []
}

/** "Rental Desk – open requests", "Incident list with filter by severity", "The load board shows all loads" where screens are listed. */
export function screenIn(statement: Statement): Screen | null {
  const { text, kind } = statement
  if ((kind !== 'item' && kind !== 'sentence') || !isAmongScreens(statement)) return null
  const [label = '', name = ''] = (kind === 'item' ? entry.exec(text) : null) ?? told.exec(text) ?? []
  // What a screen must not do is a rule.
  if (name === '' || words(name).length > 4 || /\b(?:not?|never|only|cannot)\b/i.test(text)) return null
  const said = kind === 'item' && !told.test(text) ? text.slice(label.length).replace(/\)$/, '') : text
  return { name: capital(name), description: said === '' ? described(name) : capital(said), id: statement.id }
}

const entry = /^(\p{L}[\p{L}\p{N} '-]{1,40}?)\s*(?::|[–—(,.]|\s-\s|\s(?=(?:with|for|where|showing)\b)|$)\s*/u
const told = /^the (\p{L}[\p{L}\p{N} '-]{1,40}?) (?:shows|lists|displays|gives|contains|holds|has|is)\b/iu

/** "the “My round” screen", "the Returns page", "a desk page", "on the Order Board". A proper name of two words stands for itself. */
function spoken(text: string): Screen[] {
  const names = [
    ...text.matchAll(/["“](?<name>\p{L}[\p{L}\p{N} '-]{1,40})["”]\s+(?:screen|page|view|tab)\b/gu),
    ...text.matchAll(/\b(?:[Tt]he|THE|[Aa]n?) (?<name>\p{Lu}[\p{L}\p{N}'-]*(?: \p{Lu}[\p{L}\p{N}'-]*){1,3})(?= (?:screen|page)\b)/gu),
    ...text.matchAll(/\b(?:[Tt]he|THE|[Aa]n?) (?<name>(?:\p{Lu}[\p{L}\p{N}'-]*|\p{Ll}+(?: \p{Ll}+)?) (?:screen|page))\b/gu),
    ...text.matchAll(/\b(?:on|opens?) the (?<name>\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+){1,3})(?=[\s,.;]|$)/gu),
  ].map(({ groups }) => groups?.['name'] ?? '')
  return [...new Set(names.filter(isName).map(capital))].map((name) => ({ name, description: described(name) }))
}

/** "desk page" and "Today screen" are names, "next page" and "web page" are none. */
const isName = (name: string): boolean =>
  !/^\p{Ll}+.* (?:screen|page)$/u.test(name) ||
  (words(`the ${name}`)
    .slice(1)
    .every(({ tag }) => tag === 'NOUN') &&
    !/^web\b/.test(name))

const described = (name: string): string => `What people see on ${name}.`
