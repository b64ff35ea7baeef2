// The one place that prints. Whatever a terminal would act on is made visible on its way out, but for what is added here.
import { visible } from '../lib/inert.ts'
import { type Fault, systemFault } from '../schema/fault.ts'

/** An answer, for people. Waits until a slow reader has taken everything; a closed pipe is no error. */
export function print(text: string): Promise<void> {
  return write(process.stdout, visible(text))
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
  stream.write(visible(text))
}

/** What went wrong and what helps, in our colours. */
export async function complain({ message, fix }: Fault): Promise<void> {
  const { default: pc } = await import('picocolors')
  const colors = pc.createColors(process.stderr.isTTY === true && !process.env['NO_COLOR'] && !process.env['CI'])
  const help = fix ? `${colors.cyan('help')}: ${visible(fix)}\n` : ''
  process.stderr.write(`${colors.red(colors.bold('error'))}: ${visible(message)}\n${help}`)
}

export function ring(): void {
  if (process.stderr.isTTY) process.stderr.write('\x07')
}

/** The line under way, painted over itself; null takes it away. */
export function repaint(stream: NodeJS.WriteStream, line: string | null): void {
  const width = Math.max(20, (stream.columns || 80) - 1)
  stream.write(`\r\x1b[2K${line === null ? '' : visible(line).replaceAll(/\s/g, ' ').slice(0, width)}`)
}

/** Whoever read has enough when they close the pipe; an answer that a full disk cut short is no answer. */
function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (error?: NodeJS.ErrnoException | null) =>
      error && error.code !== 'EPIPE' ? reject(systemFault(error, 'standard output') ?? error) : resolve()
    stream.once('error', end)
    stream.write(text, end)
  })
}
