// A markdown text read line by line: what kind of line each is, with its number. Linear, whatever the text.
import { fences } from '../../lib/fences.ts'

/** Lines, not mdast: where people write one finding or score a line, CommonMark sees one paragraph, and indented scores are code to it. */
export type MarkdownLine =
  | { readonly kind: 'heading'; readonly line: number; readonly level: number; readonly text: string }
  | { readonly kind: 'item' | 'text'; readonly line: number; readonly indent: number; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'cells'; readonly line: number; readonly cells: readonly string[] }
  | { readonly kind: 'fence'; readonly line: number; readonly lang: string; readonly text: string }
  | { readonly kind: 'blank'; readonly line: number }

export function markdownLines(source: string): MarkdownLine[] {
  const lines: MarkdownLine[] = []
  const front = /^\uFEFF?---\r?\n((?:[\w-]{1,60}:[^\n]{0,2000}\n|[ \t-][^\n]{0,2000}\n){1,200}?)---\r?\n/.exec(source)?.[1] // YAML ahead of the text
  const blocks = [
    ...(front === undefined ? [] : [{ line: 1, end: front.split('\n').length + 1, lang: 'front', text: front }]),
    ...fences(source.replaceAll(/\r(?!\n)/g, '\n')),
  ]
  let next = 0
  let table: Delimited | null = null
  source
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .forEach((raw, index, all) => {
      const line = index + 1
      const fence = blocks[next]
      if (fence && line >= fence.line) {
        if (line === fence.line) lines.push({ kind: 'fence', line, lang: fence.lang, text: fence.text })
        if (line === fence.end) next += 1
        return
      }
      const text = withoutTags(raw.slice(0, maxLine))
      const mark = /^\s{0,3}>\s?(?:>\s?)*/.exec(text)?.[0] ?? ''
      const body = text.slice(mark.length).trimStart()
      const content = body.trimEnd()
      const indent = text.length - body.length
      const quoted = mark !== ''
      if (content === '') return void lines.push({ kind: 'blank', line })
      if (/^(?:-{3,}|={3,}|\*{3,}|_{3,})$/.test(content)) {
        // Below a paragraph of one line it makes that a heading; elsewhere it is a rule between parts.
        const above = lines.at(-1)
        if (above?.kind === 'text' && above.line === line - 1 && lines.at(-2)?.kind !== 'text' && /^[-=]/.test(content))
          lines[lines.length - 1] = { kind: 'heading', line: above.line, level: content.startsWith('=') ? 1 : 2, text: above.text }
        return
      }
      const heading = content.startsWith('#') && !quoted ? /^(#{1,6})\s+(.*)$/.exec(content) : null
      if (heading) return void lines.push({ kind: 'heading', line, level: heading[1]!.length, text: heading[2]!.replace(/\s#+$/, '') })
      if (
        content.startsWith('|') ||
        (content.includes('|') && (lines.at(-1)?.kind === 'cells' || edgeless.test(content) || edgeless.test(all[index + 1] ?? '')))
      ) {
        const cells = content
          .split(/(?<!\\)\|/)
          .slice(content.startsWith('|') ? 1 : 0, content.endsWith('|') ? -1 : undefined)
          .map((cell) => cell.trim())
        if (!cells.every((cell) => /^:?-*:?$/.test(cell))) lines.push({ kind: 'cells', line, cells })
        return
      }
      const row = delimited(content, table)
      table = row
      if (row) return void lines.push({ kind: 'cells', line, cells: row.cells })
      const item = /^(?:[-*+•]|\d{1,4}[.)])\s+(.*)$/.exec(content)
      lines.push({ kind: item ? 'item' : 'text', line, indent, text: item ? item[1]! : content, quoted })
    })
  return lines
}

interface Delimited {
  readonly by: string
  readonly cells: readonly string[]
}

/** Rows with semicolons, tabs or commas below a head that names a severity. */
function delimited(content: string, above: Delimited | null): Delimited | null {
  for (const by of above ? [above.by] : [';', '\t', ',']) {
    const cells = content.split(by).map((cell) => cell.trim())
    if (
      above ? cells.length === above.cells.length : cells.length > 2 && cells.some((cell) => /^(?:sev|severity|prio|priority)$/i.test(cell))
    )
      return { by, cells }
  }
  return null
}

/** A row of an HTML table as one of ours, other tags as what they hold. */
function withoutTags(text: string): string {
  if (!/^\s*<\/?[a-z]/i.test(text)) return text
  const cells = /<t[dh]\b/i.test(text) ? text.replaceAll(/<\/t[dh]>/gi, '|').replace(/<t[dh]\b/i, '|<td') : text
  return cells.replaceAll(/<[^<>]{1,200}>/g, '').trim()
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

/** The rule under the head of a table that does without the marks at its edges. */
const edgeless = /^\s{0,3}:?-{2,}:?(?:\s?\|\s?:?-{2,}:?)+\s*$/
