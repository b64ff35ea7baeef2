// Says in plain words what a text lacks for a design: somebody who acts, something they do, something to remember.
import type { Understanding } from './understand/understand.ts'

export type Missing = Partial<Record<'actors' | 'actions' | 'data', string>>

const hints = {
  actors: 'No one acts in this text. Say who uses the feature, for example "customers", "a nurse" or "as an editor, I want …".',
  actions:
    'The text does not say what anyone does. Name at least two acts, for example "members reserve books" and "members return books".',
  data: 'The text names nothing to remember. Say which things the feature keeps and what it knows about them, for example "each order has a date and a total".',
}

const functionWords = new Set(
  'the a an of to and in for with on by or is are be can as that from at when it must shall should will their they each has have not if all i want so we my this these after before into so who which only may any no its you your'.split(
    ' ',
  ),
)

export function whatIsMissing(requirements: string, { statements, actors, entities }: Understanding): Missing | undefined {
  const unreadable = whyUnreadable(requirements)
  if (unreadable) return { actors: unreadable, actions: unreadable, data: unreadable }
  const deeds = statements.flatMap((statement) => statement.deeds).filter(({ act }) => act.kind === 'do' || act.kind === 'passive')
  const lacking: Missing = {}
  if (actors.names.length === 0) lacking.actors = hints.actors
  if (deeds.length < 2) lacking.actions = hints.actions
  if (entities.length === 0) lacking.data = hints.data
  return Object.keys(lacking).length > 0 ? lacking : undefined
}

function whyUnreadable(text: string): string | undefined {
  const whole = text.slice(0, 200_000).replace(/\bhttps?:\/\/[^\s)]*/g, ' ')
  const prose = whole.replace(/^[ \t]*\|.*$/gm, ' ') // tables hold names, not sentences, unless all is a table
  const sample = wordsOf(prose).length * 4 < wordsOf(whole).length ? whole : prose
  const words = wordsOf(sample)
  if (!/\p{L}/u.test(text.slice(0, 200_000))) return 'There is no text to read.'
  if (/\blorem ipsum\b/i.test(sample)) return 'This is filler text.'
  const marks = (sample.match(/[{}();=<>[\]\\]/g) ?? []).length
  const letters = (sample.match(/\p{L}/gu) ?? []).length
  if (marks > 10 && marks > letters * 0.08) return 'This reads as code, not as requirements.'
  const known = words.filter((word) => functionWords.has(word)).length
  if (words.length >= 12 && known < words.length * 0.08) return 'This does not read as English sentences.'
  return undefined
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? []
}
