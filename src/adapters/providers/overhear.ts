// What a program says while it works, in whole lines: half a key would not be known for one.
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

const mostLines = 200
/** A longer line is no word to anybody. */
const longestLine = 4_000
const everyMs = 400

/** What a line of a stream says to people, which need not be a whole line of theirs. */
export type Says = (line: string) => string

export const asIs: Says = (line) => `${line}\n`

/** Tells the last lines of all streams, now and then, until it is told to stop. */
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

/** The lines that have ended with what came now; those too long are left out. */
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
