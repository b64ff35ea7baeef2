// What a program says while it works, in whole lines: half a key would not be known for one.
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

const mostLines = 200
/** A longer line is no word to anybody. */
const longestLine = 4_000
const everyMs = 400

/** Tells the last lines of all streams, now and then, until it is told to stop. */
export function overhear(streams: readonly Readable[], hear: (text: string) => void): () => void {
  let lines: string[] = []
  let timer: NodeJS.Timeout | undefined
  const tell = () => {
    timer = undefined
    hear(lines.join('\n'))
  }
  for (const stream of streams) {
    const decoder = new StringDecoder('utf8')
    let begun = ''
    let isTooLong = false
    stream.on('data', (chunk: Buffer) => {
      const parts = `${begun}${decoder.write(Buffer.from(chunk))}`.split(/\r\n|[\r\n]/)
      begun = parts.pop() ?? ''
      if (isTooLong && parts.length > 0) parts.shift()
      isTooLong = begun.length > longestLine || (isTooLong && parts.length === 0)
      if (isTooLong) begun = ''
      lines = [...lines, ...parts.filter(({ length }) => length <= longestLine)].slice(-mostLines)
      if (parts.length > 0) timer ??= setTimeout(tell, everyMs).unref()
    })
  }
  return () => clearTimeout(timer)
}
