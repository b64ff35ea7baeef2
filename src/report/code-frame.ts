// The lines around a place in a text, cut to a width, with the place marked, for terminals and pages.
import { cells } from '../lib/cells.ts'

interface FrameLine {
  number: number
  text: string
  marked: boolean
}

export interface Frame {
  lines: FrameLine[]
  /** Index in the shown part of the marked line; null if only the line is known. */
  caret: { at: number; length: number } | null
}

export interface Place {
  line: number
  column?: number | undefined
  /** The text seen there: gives the mark its length, and its position if there is no column. */
  quote?: string | undefined
}

/** Null if the text has no such line. */
export function codeFrame(
  lineAt: (line: number) => string | undefined,
  { line, column, quote }: Place,
  { context = 1, width: cellsWide = 100 } = {},
): Frame | null {
  const marked = lineAt(line)?.replace(/\r$/, '')
  if (marked === undefined) return null
  const isWide = [line - 1, line, line + 1].some((each) => cells(lineAt(each) ?? '') > (lineAt(each) ?? '').length)
  const width = isWide ? Math.floor(cellsWide / 2) : cellsWide
  const seen = quote?.split('\n')[0]?.trimEnd() ?? ''
  const found = column !== undefined ? column - 1 : seen === '' ? -1 : marked.indexOf(seen)
  const length = found < 0 ? 0 : Math.max(1, Math.min(marked.startsWith(seen, found) ? seen.length : 1, marked.length - found))
  // Long lines are cut so the place stays visible; neighbours are cut alike to stay aligned.
  const start = found < 0 || found + length <= width ? 0 : Math.max(0, Math.min(found - Math.floor(width / 3), marked.length - width))
  const shown = (whole: string) => {
    const flat = whole.replace(/\r$/, '').replaceAll('\t', ' ')
    const cut = flat.slice(start, start + width)
    return `${start > 0 && cut !== '' ? `…${cut.slice(1)}` : cut}${flat.length > start + width ? '…' : ''}`
  }
  const numbers = Array.from({ length: 2 * context + 1 }, (_, at) => line - context + at)
  const lines = numbers.flatMap((number): FrameLine[] => {
    const whole = lineAt(number)
    return whole === undefined || (number !== line && whole.trim() === '') ? [] : [{ number, text: shown(whole), marked: number === line }]
  })
  return { lines, caret: found < 0 ? null : { at: found - start, length: Math.min(length, Math.max(1, width - (found - start))) } }
}

export function linesOf(text: string): (line: number) => string | undefined {
  const all = text.split('\n')
  return (line) => all[line - 1]
}

/** In the style of compilers: line numbers, a bar, carets below. */
export function frameText({ lines, caret }: Frame, paint: { mark(text: string): string; dim(text: string): string }): string[] {
  const gutter = String(lines.at(-1)?.number ?? 0).length
  return lines.flatMap(({ number, text, marked }) => [
    `${marked ? paint.mark('>') : ' '} ${paint.dim(`${String(number).padStart(gutter)} |`)} ${text}`.trimEnd(),
    ...(marked && caret
      ? [
          `  ${paint.dim(`${' '.repeat(gutter)} |`)} ${' '.repeat(cells(text.slice(0, caret.at)))}${paint.mark('^'.repeat(cells(text.slice(caret.at, caret.at + caret.length)) || 1))}`,
        ]
      : []),
  ])
}
