// Splits a long markdown text between blocks, because the parser's time is quadratic.
import { fences } from '../../lib/fences.ts'

export interface Chunk {
  text: string
  /** Lines above it. */
  lines: number
}

/** One chunk for an ordinary text; for a long one, parts that end before a heading or an unindented block. */
export function chunks(text: string, size = 48_000): Chunk[] {
  if (text.length <= size) return [{ text, lines: 0 }]
  const inFence = fencedLines(text)
  const parts: Chunk[] = []
  let start = 0
  let startLine = 0
  let at = 0
  let blank = false
  let inComment = false
  const lines = text.split('\n')
  lines.forEach((line, index) => {
    const free = !inFence.has(index + 1) && !inComment
    const begins = /^#{1,6}\s/.test(line) || (blank && /^[^\s>|*+\d-]/.test(line))
    if (free && begins && at - start >= size) {
      parts.push({ text: text.slice(start, at), lines: startLine })
      start = at
      startLine = index
    }
    if (!inFence.has(index + 1)) inComment = endsInComment(line, inComment)
    blank = line.trim() === ''
    at += line.length + 1
  })
  parts.push({ text: text.slice(start), lines: startLine })
  return parts
}

function fencedLines(text: string): Set<number> {
  const inside = new Set<number>()
  for (const fence of fences(text)) {
    const last = fence.line + fence.text.split('\n').length + 1
    for (let line = fence.line; line <= last; line++) inside.add(line)
  }
  return inside
}

function endsInComment(line: string, before: boolean): boolean {
  const opened = line.lastIndexOf('<!--')
  const closed = line.lastIndexOf('-->')
  if (opened === -1 && closed === -1) return before
  return opened > closed
}
