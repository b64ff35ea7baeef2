// HTML from untrusted text: values in the template are escaped, and invisible characters made visible.
import { inert } from './inert.ts'

/** Markup that is safe as it is. */
export interface Html {
  readonly markup: string
}

export type Content = string | number | Html | Content[] | null | undefined | false

/** Strings are escaped, markup is inserted verbatim, null, undefined and false give nothing. */
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

function escape(text: string): string {
  return escapeOnly(inert(text))
}

/** For a value that must come back unchanged, such as a whole page in an attribute. */
export const escapeOnly = (text: string) => text.replace(/[&<>"']/g, (char) => entities[char]!)

function render(value: Content): string {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'string') return escape(value)
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(render).join('')
  return value.markup
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
