// The one place that prints. Whatever a terminal would act on is made visible on its way out, but for what is added here.
import { randomBytes } from 'node:crypto'
import { visible } from '../lib/inert.ts'
import { type Look, type Meaning, fit, plainLook } from '../report/look.ts'
import { type Fault, systemFault } from '../schema/fault.ts'

/** An answer, for people. Waits until a slow reader has taken everything; a closed pipe is no error. */
export function print(text: string): Promise<void> {
  return write(process.stdout, painted(typed(visible(text), process.stdout)))
}

/** Whoever came by npx or a script of npm has no `whet` on the path: what is to be typed next says so. */
const typed = (text: string, stream: NodeJS.WriteStream) =>
  stream.isTTY && process.env['npm_command'] !== undefined ? text.replaceAll(/^.*$/gm, byNpx) : text

const byNpx = (line: string) =>
  line.replaceAll(/^(?:Next|Usage|All commands): /.test(line) ? /\bwhet(?= [a-z-])/g : /(?<=`|^ +)whet(?= [a-z-])/g, 'npx whetstone')

/** Marks that nothing written elsewhere can hold, as nobody else knows this process's word. */
const word = randomBytes(8).toString('hex')
const codes: Readonly<Record<Meaning, string>> = { good: '32', bad: '31', warn: '33', calm: '36', dim: '2', strong: '1' }
const mark = (meaning: Meaning | 'end') => `⟦${word}:${meaning}⟧`

/** The marks of `lookOf` as colours. Whatever else a terminal would act on has been made visible before. */
const painted = (text: string) =>
  text.replaceAll(new RegExp(`⟦${word}:(\\w+)⟧`, 'g'), (_mark, meaning: string) => `\x1b[${codes[meaning as Meaning] ?? '0'}m`)

/** For whoever watches: colours unless NO_COLOR or CI say no, the width of the terminal, times as people tell them. A pipe gets it all, plain. */
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

/** One JSON document. What a terminal would act on is escaped, so it reads back as it was. */
export function printJson(document: unknown): Promise<void> {
  return write(process.stdout, `${jsonText(document)}\n`)
}

export function jsonText(document: unknown): string {
  return JSON.stringify(document, null, 2).replace(unsafe, (one) =>
    [...Array(one.length).keys()].map((at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )
}

const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu

/** The very bytes, for a file or another program; a terminal gets no more than ever. */
export function printBytes(text: string): Promise<void> {
  return process.stdout.isTTY ? print(text) : write(process.stdout, text)
}

/** Talk beside the answer. */
export function talk(text: string, stream: NodeJS.WriteStream = process.stderr): void {
  stream.write(painted(typed(visible(text), stream)))
}

/** What went wrong and what helps, in our colours. */
export function complain({ message, fix }: Fault): void {
  const { paint, width } = lookOf(process.stderr, Date.now())
  const line = (meaning: Meaning, word: string, text: string) =>
    `${paint[meaning](word)}${fit(`${word}: ${text}`, width).slice(word.length)}\n`
  talk(line('bad', 'error', message) + (fix ? line('calm', 'help', fix) : ''))
}

export function ring(): void {
  if (process.stderr.isTTY) process.stderr.write('\x07')
}

/** The line under way, painted over itself; null takes it away. */
export function repaint(stream: NodeJS.WriteStream, line: string | null): void {
  stream.write(`\r\x1b[2K${line === null ? '' : visible(line).replaceAll(/\s/g, ' ').slice(0, roomIn(stream))}`)
}

/** How long a line may be and be painted over. */
export const roomIn = (stream: NodeJS.WriteStream) => Math.max(20, (stream.columns || 80) - 1)

/** Whoever read has enough when they close the pipe; an answer that a full disk cut short is no answer. */
function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (error?: NodeJS.ErrnoException | null) =>
      error && error.code !== 'EPIPE' ? reject(systemFault(error, 'standard output') ?? error) : resolve()
    stream.once('error', end)
    stream.write(text, end)
  })
}
