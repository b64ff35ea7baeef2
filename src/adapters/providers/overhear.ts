// What a program says while it works, in whole lines, because half a key wouldn't be recognised.
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

const mostLines = 200
/** Longer lines aren't meant for people. */
const longestLine = 4_000
const everyMs = 400

/** What a streamed line says to people; not necessarily a whole line of text. */
export type Says = (line: string) => string

export const asIs: Says = (line) => `${line}\n`

/** Reports the latest lines of all streams at intervals, until stopped. */
export function overhear(streams: readonly (readonly [Readable, Says])[], hear: (text: string) => void): () => void {
  let lines: string[] = []
  let timer: NodeJS.Timeout | undefined
  const tell = () => {
    timer = undefined
    hear(lines.join('\n'))
  }
  for (const [stream, says] of streams) {
    const decoder = new StringDecoder('utf8')
    const [whole, told] = [wholeLines(), wholeLines()]
    stream.on('data', (chunk: Buffer) => {
      const said = whole(decoder.write(Buffer.from(chunk))).flatMap((line) => told(says(line)))
      lines = [...lines, ...said].slice(-mostLines)
      if (said.length > 0) timer ??= setTimeout(tell, everyMs).unref()
    })
  }
  return () => clearTimeout(timer)
}

/** The lines completed by this chunk, without overlong ones. */
function wholeLines(): (text: string) => string[] {
  let begun = ''
  let isTooLong = false
  return (text) => {
    const parts = `${begun}${text}`.split(/\r\n|[\r\n]/)
    begun = parts.pop() ?? ''
    if (isTooLong && parts.length > 0) parts.shift()
    isTooLong = begun.length > longestLine || (isTooLong && parts.length === 0)
    if (isTooLong) begun = ''
    return parts.filter(({ length }) => length <= longestLine)
  }
}
