// The only module that prints. Makes terminal control characters visible on output, except its own.
import { randomBytes } from 'node:crypto'
import { visible } from '../lib/inert.ts'
import { type Look, type Meaning, fit, plainLook } from '../report/look.ts'
import { type Fault, systemFault } from '../schema/fault.ts'

/** Prints an answer for people. Waits for a slow reader; a closed pipe is no error. */
export function print(text: string): Promise<void> {
  return write(process.stdout, painted(typed(visible(text), process.stdout)))
}

/** Users of npx or npm scripts have no `whet` on the path, so the commands we suggest say npx. */
const typed = (text: string, stream: NodeJS.WriteStream) =>
  stream.isTTY && process.env['npm_command'] !== undefined ? text.replaceAll(/^.*$/gm, byNpx) : text

const byNpx = (line: string) =>
  line.replaceAll(/^(?:Next|Usage|All commands): /.test(line) ? /\bwhet(?= [a-z-])/g : /(?<=`|^ +)whet(?= [a-z-])/g, 'npx whetstone')

/** Marks that no foreign text can contain, because the word is private to this process. */
const word = randomBytes(8).toString('hex')
const codes: Readonly<Record<Meaning, string>> = { good: '32', bad: '31', warn: '33', calm: '36', dim: '2', strong: '1' }
const mark = (meaning: Meaning | 'end') => `⟦${word}:${meaning}⟧`

/** Turns the marks of `lookOf` into colours; all other control characters were made visible before. */
const painted = (text: string) =>
  text.replaceAll(new RegExp(`⟦${word}:(\\w+)⟧`, 'g'), (_mark, meaning: string) => `\x1b[${codes[meaning as Meaning] ?? '0'}m`)

/** For people: colours unless NO_COLOR or CI is set, the terminal's width, relative times. A pipe gets everything, plain. */
export function lookOf(stream: NodeJS.WriteStream, now: number): Look {
  if (!stream.isTTY) return plainLook
  const width = Math.max(40, stream.columns || 80)
  if (process.env['NO_COLOR'] || process.env['CI'] || process.env['TERM'] === 'dumb') return { ...plainLook, width, now }
  const paint = (meaning: Meaning) => (text: string) => (text === '' ? '' : `${mark(meaning)}${text}${mark('end')}`)
  return {
    width,
    now,
    paint: { good: paint('good'), bad: paint('bad'), warn: paint('warn'), calm: paint('calm'), dim: paint('dim'), strong: paint('strong') },
  }
}

/** One JSON document. Control characters are escaped, so it parses back unchanged. */
export function printJson(document: unknown): Promise<void> {
  return write(process.stdout, `${jsonText(document)}\n`)
}

export function jsonText(document: unknown): string {
  return JSON.stringify(document, null, 2).replace(unsafe, (one) =>
    [...Array(one.length).keys()].map((at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )
}

const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu

/** The exact bytes, for a file or another program; a terminal still gets the safe form. */
export function printBytes(text: string): Promise<void> {
  return process.stdout.isTTY ? print(text) : write(process.stdout, text)
}

/** Talk besides the answer. */
export function talk(text: string, stream: NodeJS.WriteStream = process.stderr): void {
  stream.write(painted(typed(visible(text), stream)))
}

/** An error and its fix, in our colours. */
export function complain({ message, fix }: Fault): void {
  const { paint, width } = lookOf(process.stderr, Date.now())
  const line = (meaning: Meaning, word: string, text: string) =>
    `${paint[meaning](word)}${fit(`${word}: ${text}`, width).slice(word.length)}\n`
  talk(line('bad', 'error', message) + (fix ? line('calm', 'help', fix) : ''))
}

export function ring(): void {
  if (process.stderr.isTTY) process.stderr.write('\x07')
}

/** The progress line, painted over itself; null removes it. */
export function repaint(stream: NodeJS.WriteStream, line: string | null): void {
  stream.write(`\r\x1b[2K${line === null ? '' : visible(line).replaceAll(/\s/g, ' ').slice(0, roomIn(stream))}`)
}

/** The maximum length of a line that can be painted over. */
export const roomIn = (stream: NodeJS.WriteStream) => Math.max(20, (stream.columns || 80) - 1)

/** Closing the pipe means the reader has enough; an answer cut short by a full disk is an error. */
function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (error?: NodeJS.ErrnoException | null) =>
      error && error.code !== 'EPIPE' ? reject(systemFault(error, 'standard output') ?? error) : resolve()
    stream.once('error', end)
    stream.write(text, end)
  })
}
