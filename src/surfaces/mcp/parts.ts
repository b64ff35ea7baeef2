// Splits a long text into parts that arrive whole: as few as possible, cut between lines where a line ends nearby.

/** `first` and `others` are the maximum bytes of a part on the wire, inside JSON. */
export function parts(text: string, { first, others }: { first: number; others: number }): string[] {
  const found: string[] = []
  for (let from = 0; found.length === 0 || from < text.length;) {
    const end = from + fitting(text.slice(from), found.length === 0 ? first : others)
    found.push(text.slice(from, end))
    from = end
  }
  return found
}

function fitting(text: string, room: number): number {
  let [end, left] = [0, room]
  for (const letter of text) {
    left -= jsonBytes(letter)
    if (left < 0) {
      const line = text.lastIndexOf('\n', end - 1) + 1
      return line > end * nearby ? line : end
    }
    end += letter.length
  }
  return end
}

/** A part isn't shortened much just to end on a whole line. */
const nearby = 0.8

const encoder = new TextEncoder()
export const jsonBytes = (value: unknown) => encoder.encode(JSON.stringify(value)).length - (typeof value === 'string' ? 2 : 0)
