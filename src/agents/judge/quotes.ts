// Whether a quoted passage is in a text: only white space may differ.
import { inert, withoutMarks } from '../../lib/inert.ts'
import { cleaner } from '../clean-reply.ts'
import type { Location } from '../../schema/verdict.ts'

/** A shorter passage could match by chance and proves nothing, unless it is a whole line. */
const leastLetters = 6

export interface QuotedText {
  /** Where the passage begins, or why it is no proof. */
  find(quote: string): { at: Location } | { missing: string }
}

/** The text as written, as the judge saw it, inert, and with keys masked as in a judge's reply: a quote may come from any of them. */
export function quotable(text: string): QuotedText {
  const forms = [collapse(text)]
  const shown = inert(text)
  if (shown !== text) forms.push(collapse(shown))
  const clean = cleaner([text])(text)
  if (clean !== text) forms.push(collapse(clean), collapse(inert(clean)))
  return {
    find(quote) {
      const passage = quote.trim()
      if (passage === '') return { missing: 'an empty quote' }
      for (const form of forms) {
        const at = locate(form, passage)
        if (at) return at
      }
      return { missing: `the quote «${excerpt(passage)}» isn't in the text` }
    },
  }
}

interface Collapsed {
  text: string
  /** For each line of `text`, the original line of its first character. */
  lineAt: number[]
  lines: Set<string>
}

function locate(form: Collapsed, quote: string): { at: Location } | { missing: string } | null {
  const wanted = collapse(quote).text
  const found = form.text.indexOf(wanted)
  if (found < 0) return null
  const letters = withoutMarks(wanted).replaceAll(' ', '').length
  if (letters < leastLetters && !form.lines.has(wanted))
    return { missing: `the quote «${excerpt(quote)}» is shorter than ${leastLetters} letters and isn't a whole line, so it proves nothing` }
  return { at: { line: lineOf(form, found) } }
}

function collapse(text: string): Collapsed {
  const lines = new Set<string>()
  const lineAt: number[] = []
  const parts: string[] = []
  let length = 0
  for (const line of text.split('\n')) {
    const single = line.replace(/\s+/g, ' ').trim()
    lineAt.push(length)
    if (single === '') continue
    lines.add(single)
    parts.push(single)
    length += single.length + 1
  }
  return { text: parts.join(' '), lineAt, lines }
}

/** The last line that begins at or before this offset. */
function lineOf({ lineAt }: Collapsed, place: number): number {
  let [low, high] = [0, lineAt.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((lineAt[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low + 1
}

function excerpt(text: string): string {
  const single = inert(text).replace(/\s+/g, ' ')
  return single.length > 80 ? `${single.slice(0, 80)}…` : single
}
