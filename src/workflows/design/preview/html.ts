// The preview's words: counts, titles, shortened texts. The escaping template is in lib.
export { html, trusted, type Content, type Html } from '../../../lib/html.ts'

/** "1 step", "2 steps". */
export function count(n: number, one: string, many = one + 's'): string {
  return `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`
}

/** "order-tracking" → "Order tracking". */
export function title(slug: string): string {
  const words = slug.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
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
