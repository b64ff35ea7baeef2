// A long text in parts that arrive whole, broken between lines where that is possible.

/** Bytes of a part as it travels, inside JSON; what stands around it has room in an answer too. */
const mostBytes = 8000

export function parts(text: string): string[] {
  const found: string[] = []
  let part = ''
  let room = mostBytes
  for (const piece of text.match(/[^\n]*\n|[^\n]+$/g) ?? ['']) {
    for (const short of bytes(piece) > mostBytes ? pieces(piece) : [piece]) {
      const size = bytes(short)
      if (size > room && part !== '') {
        found.push(part)
        part = ''
        room = mostBytes
      }
      part += short
      room -= size
    }
  }
  return [...found, part]
}

/** A line that is too long by itself, letter by letter whole. */
function pieces(line: string): string[] {
  const found: string[] = []
  let piece = ''
  let room = mostBytes
  for (const letter of line) {
    const size = bytes(letter)
    if (size > room) {
      found.push(piece)
      piece = ''
      room = mostBytes
    }
    piece += letter
    room -= size
  }
  return [...found, piece]
}

const encoder = new TextEncoder()
const bytes = (text: string) => encoder.encode(JSON.stringify(text)).length - 2
