// A markdown report read line by line: what kind of line each is, with its number, and nothing more. Linear, whatever the text.
import { fences } from '../../lib/fences.ts'

export type MarkdownLine =
  | { readonly kind: 'heading'; readonly line: number; readonly level: number; readonly text: string }
  | { readonly kind: 'item'; readonly line: number; readonly indent: number; readonly text: string }
  | { readonly kind: 'cells'; readonly line: number; readonly cells: readonly string[] }
  | { readonly kind: 'text'; readonly line: number; readonly indent: number; readonly text: string }
  | { readonly kind: 'blank'; readonly line: number }

/** Fenced code and the rule under a table's head are left out: neither says anything a report is read for. */
export function markdownLines(source: string): MarkdownLine[] {
  const lines: MarkdownLine[] = []
  const fenced = fencedLines(source.replaceAll(/\r(?!\n)/g, '\n'))
  source
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .forEach((raw, index) => {
      const line = index + 1
      const text = raw.length > maxLine ? raw.slice(0, maxLine) : raw
      const body = text.trimStart()
      const first = body[0] ?? ''
      if (fenced.has(line)) return
      if (first === '') return void lines.push({ kind: 'blank', line })
      const indent = text.length - body.length
      const content = body.trimEnd()
      if (/^(?:-{3,}|={3,}|\*{3,}|_{3,})$/.test(content)) {
        // Below a paragraph of one line it makes that a heading; elsewhere it is a rule between parts.
        const above = lines.at(-1)
        if (above?.kind === 'text' && above.line === line - 1 && lines.at(-2)?.kind !== 'text' && /^[-=]/.test(content))
          lines[lines.length - 1] = { kind: 'heading', line: above.line, level: first === '=' ? 1 : 2, text: plain(above.text) }
        return
      }
      const heading = first === '#' ? /^(#{1,6})\s+(.*)$/.exec(content) : null
      if (heading) return void lines.push({ kind: 'heading', line, level: heading[1]!.length, text: plain(heading[2]!) })
      if (first === '|') {
        const cells = content
          .split('|')
          .slice(1, content.endsWith('|') ? -1 : undefined)
          .map((cell) => plain(cell) || cell.trim())
        if (!cells.every((cell) => /^:?-*:?$/.test(cell))) lines.push({ kind: 'cells', line, cells })
        return
      }
      const item = /^(?:[-*+•]|\d{1,4}[.)])\s+(.*)$/.exec(content)
      lines.push(item ? { kind: 'item', line, indent, text: item[1]! } : { kind: 'text', line, indent, text: content })
    })
  return lines
}

function fencedLines(source: string): Set<number> {
  const found = new Set<number>()
  for (const { line, end } of fences(source)) for (let at = line; at <= end; at += 1) found.add(at)
  return found
}

/** Without emphasis, code marks, pictures in front and closing hashes. */
export function plain(text: string): string {
  if (/^[A-Za-z0-9][^*_`#]*$/.test(text)) return text.trimEnd()
  const bare = text.replaceAll(/\*\*|__|`/g, '').replace(/^[^\p{L}\p{N}$([{]+/u, '')
  // A loop, as a pattern for "marks at the end" would start again at every mark on the way.
  let end = bare.length
  while (end > 0 && /[\s#*_]/.test(bare[end - 1]!)) end -= 1
  return bare.slice(0, end)
}

const maxLine = 4000
