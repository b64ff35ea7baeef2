// The width of a text in a terminal: East Asian letters and emoji take two cells, combining marks none.
const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\p{Emoji_Presentation}\u{20000}-\u{3FFFD}]/u
const none = /[\p{M}\u200B-\u200D\uFE0F]/u
const plain = /^[\x20-\x7E]*$/

export function cells(text: string): number {
  if (plain.test(text)) return text.length
  return [...text].reduce((sum, letter) => sum + (none.test(letter) ? 0 : wide.test(letter) ? 2 : 1), 0)
}

/** The part that fits into so many cells. */
export function cutTo(text: string, most: number): string {
  if (cells(text) <= most) return text
  let [shown, used] = ['', 0]
  for (const letter of text) {
    used += cells(letter)
    if (used > most - 1) break
    shown += letter
  }
  return `${shown}…`
}

/** The same, keeping both ends, because names often differ at the end. */
export function cutInside(text: string, most: number): string {
  if (cells(text) <= most) return text
  const end = cutTo([...text].reverse().join(''), Math.floor(most / 2)).slice(0, -1)
  return cutTo(text, most - cells(end)) + [...end].reverse().join('')
}

/** Words with the blanks before them; a line may also break before a wide letter. */
export const words = (line: string): string[] => line.match(new RegExp(` *(?:${wide.source}|(?:(?!${wide.source})\\S)+)`, 'gu')) ?? []
