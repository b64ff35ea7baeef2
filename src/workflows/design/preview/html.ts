// HTML from untrusted text: whatever is put into the template is escaped, and what nobody could see is made visible.
import { inert } from '../../../lib/inert.ts'

/** A piece of markup that is safe as it stands. */
export interface Html {
  readonly markup: string
}

export type Content = string | number | Html | Content[] | null | undefined | false

/** Strings are escaped, markup goes in as it is, nothing comes from null, undefined and false. */
export function html(strings: TemplateStringsArray, ...values: Content[]): Html {
  let markup = strings[0]!
  values.forEach((value, index) => {
    markup += render(value) + strings[index + 1]!
  })
  return { markup }
}

/** Only for text that we wrote ourselves: the style sheet and the script. */
export function trusted(markup: string): Html {
  return { markup }
}

export function escape(text: string): string {
  return inert(text).replace(/[&<>"']/g, (char) => entities[char]!)
}

/** "1 step", "2 steps". */
export function count(n: number, one: string, many = one + 's'): string {
  return `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`
}

/** "order-tracking" → "Order tracking". */
export function title(slug: string): string {
  const words = slug.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Hundredths as people write them: 8750 → "87.5". */
export function hundredths(value: number): string {
  return String(value / 100)
}

export function shorten(text: string, length: number): string {
  const chars = Array.from(text)
  return chars.length <= length
    ? text
    : chars
        .slice(0, length - 1)
        .join('')
        .trimEnd() + '…'
}

function render(value: Content): string {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'string') return escape(value)
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(render).join('')
  return value.markup
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
