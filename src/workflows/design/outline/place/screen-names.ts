// Screens the text gives a name to in a list of screens.
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
    for (const screen of listed(statement)) {
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

const described = (name: string): string => `What people see on ${name}.`
