// What it is all for: goals the text states, stories with their reason, requirements that scenarios spell out.
import type { SourceRef } from '../../intent.ts'
import { quoteRefs, type Entry, type Quote } from '../entry.ts'
import { whole } from '../forms/slice.ts'
import { titleOf, type Statement } from '../read/statements.ts'
import { words } from '../words.ts'
import type { Flow } from './flows.ts'

export interface Goal {
  text: string
  refs: SourceRef[]
}

/** `stated` is false where the text names no goal and its first requests stand in for one. */
export function planGoals(entries: readonly Entry[], goals: readonly Entry[], flows: readonly Flow[]): { goals: Goal[]; stated: boolean } {
  const stories = entries.filter(({ form }) => form.form === 'story' && form.benefit !== null)
  const spelled = entries.filter((entry) => isSpelledOut(entry, entries))
  const found = [...goals, ...stories, ...spelled]
  if (found.length > 0) return { goals: found.map(goal), stated: goals.length + stories.length > 0 }
  return {
    goals: flows.slice(0, 5).flatMap(({ entries: own, headings: [heading] }, at) => {
      const first = own.find(({ form }) => form.form !== 'given' && form.form !== 'when')
      return (
        (heading && !flows.slice(0, at).some(({ headings }) => headings[0] === heading) && titled(heading)) || (first ? [goal(first)] : [])
      )
    }),
    stated: false,
  }
}

/** "Order a cake", "Pay the deposit": a title that says what is done. */
function titled(heading: Statement): Goal[] | null {
  const text = titleOf(heading)
  const [first, second] = words(text)
  const start = heading.text.indexOf(text)
  return first?.tag === 'VERB' && first.lower === first.lemma && second && start >= 0
    ? [{ text, refs: [{ id: heading.id, start, end: start + text.length }] }]
    : null
}

/** The whole statement: a wish without its reason, or a reason without its wish, would be half a goal. */
function goal({ statement, quote, form }: Entry): Goal {
  const above = quote.filter((one) => one.statement !== statement)
  const quotes: Quote[] = statement.kind === 'row' && form.form !== 'story' ? quote : [...above, { statement, ...whole(statement.text) }]
  return { text: quotes.map(({ statement: from, start, end }) => from.text.slice(start, end)).join(' '), refs: quoteRefs(quotes) }
}

/** "The system SHALL charge the card." above scenarios of its own. */
export function isSpelledOut({ statement, form }: Entry, entries: readonly Entry[]): boolean {
  const heading = statement.section.at(-1)
  if (form.form !== 'modal' || statement.kind !== 'sentence' || !heading) return false
  return entries.some(
    (other) =>
      /^(?:given|when|then)$/.test(other.form.form) &&
      other.statement.section.length > statement.section.length &&
      other.statement.section.includes(heading),
  )
}
