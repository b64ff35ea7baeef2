// A markdown text read line by line: what kind of line each is, with its number. Linear, whatever the text.
import { fences } from '../../lib/fences.ts'

/** Lines, not mdast: where people write one finding or score a line, CommonMark sees one paragraph, and indented scores are code to it. */
export type MarkdownLine =
  | { readonly kind: 'heading'; readonly line: number; readonly level: number; readonly text: string }
  | {
      readonly kind: 'item' | 'text'
      readonly line: number
      readonly indent: number
      readonly text: string
      readonly quoted: boolean
      readonly number?: string
    }
  | { readonly kind: 'cells'; readonly line: number; readonly cells: readonly string[]; readonly head?: true }
  | { readonly kind: 'fence'; readonly line: number; readonly lang: string; readonly text: string }
  | { readonly kind: 'blank'; readonly line: number; readonly rule?: true }

export function markdownLines(source: string): MarkdownLine[] {
  const lines: MarkdownLine[] = []
  const blocks = fences(source.replaceAll(/\r(?!\n)/g, '\n'))
  let next = 0
  let alert = false // in a box such as `> [!CAUTION]`, which quotes nobody
  htmlRows(source.replace(/^\uFEFF/, ''))
    .split(/\r\n|\n|\r/)
    .flatMap((raw, index) => raw.split(sameLine).map((part) => ({ raw: part, line: index + 1 })))
    .forEach(({ raw, line }, index, all) => {
      const fence = blocks[next]
      if (fence && line >= fence.line) {
        if (line === fence.line) lines.push({ kind: 'fence', line, lang: fence.lang, text: fence.text })
        if (line === fence.end) next += 1
        return
      }
      if (raw === insideRow || onlyTags.test(raw)) return
      const text = withoutTags(raw.slice(0, maxLine)).replaceAll(/:([a-z_]{1,30}):/g, (all, name: string) => shortcodes.get(name) ?? all)
      const mark = /^\s{0,3}>\s?(?:>\s?)*/.exec(text)?.[0] ?? ''
      const body = text.slice(mark.length).trimStart()
      const indent = text.length - body.length
      const box = mark !== '' && /^\[!\w{3,12}\]/.exec(body)?.[0]
      alert = mark !== '' && (alert || Boolean(box))
      const content = body.slice(box ? box.length : 0).trim()
      if (content === '') return void lines.push({ kind: 'blank', line })
      if (/^(?:-{3,}|={3,}|\*{3,}|_{3,})$/.test(content)) {
        // Below a paragraph of one line it makes that a heading; elsewhere it is a rule between parts.
        const above = lines.at(-1)
        const front = lines.length === 2 && lines[0]!.line === 1 && lines[0]!.kind === 'blank' // one line of YAML ahead of the text
        if (above?.kind === 'text' && above.line === line - 1 && lines.at(-2)?.kind !== 'text' && !front && /^[-=]/.test(content))
          lines[lines.length - 1] = { kind: 'heading', line: above.line, level: content.startsWith('=') ? 1 : 2, text: above.text }
        else lines.push({ kind: 'blank', line, rule: true })
        return
      }
      const quoted = mark !== '' && !alert
      const heading = quoted ? null : /^(#{1,6})\s+(.*)$/.exec(content)
      if (heading) return void lines.push({ kind: 'heading', line, level: heading[1]!.length, text: heading[2]!.replace(/\s#+$/, '') })
      if (
        content.startsWith('|') ||
        (content.includes('|') && (lines.at(-1)?.kind === 'cells' || edgeless.test(content) || edgeless.test(all[index + 1]?.raw ?? '')))
      ) {
        const cells = content
          .split(/(?<!\\)\|/)
          .slice(content.startsWith('|') ? 1 : 0, content.endsWith('|') ? -1 : undefined)
          .map((cell) => cell.trim())
        if (!cells.every((cell) => /^:?-*:?$/.test(cell))) lines.push({ kind: 'cells', line, cells })
        return
      }
      const item = /^(?:[-*+•]|(\d{1,4})[.)])\s+(.*)$/.exec(content)
      const number = item?.[1] ? { number: item[1] } : {}
      lines.push({ kind: item ? 'item' : 'text', line, indent, text: item ? item[2]! : content, quoted, ...number })
    })
  return lines
}

/** The rows of an HTML table as ours, however they are broken into lines; no other line changes its number. */
function htmlRows(source: string): string {
  return source.replaceAll(/<tr(?:\s[^<>]{0,200})?>([^]{0,4000}?)<\/tr>/gi, (_all, row: string) => {
    const [, ...cells] = row.split(/<t[dh](?:\s[^<>]{0,200})?>/i)
    const told = cells.map((cell) => cell.replaceAll(/<[^<>]{1,200}>|\s+/g, ' ').trim()).join(' | ')
    return `${sameLine}| ${told} |${(row.match(/\r\n|\n|\r/g) ?? []).map((newline) => newline + insideRow).join('')}${sameLine}`
  })
}

const sameLine = '\u0001'
const insideRow = '\u0002'
/** A line of tags alone, or what a row left of its line. */
const onlyTags = /^(?:\s*<\/?[a-z][^<>]{0,200}>\s*)+$/i

/** What stands between tags; a severity that a tag carries as its label. */
function withoutTags(text: string): string {
  if (!/^\s*<\/?[a-z]/i.test(text)) return text
  const own = /^\s*<\w[^<>]{0,200}\bseverity=["']?([\w-]{2,14})/i.exec(text)?.[1]
  return `${own ? `[${own}] ` : ''}${text.replaceAll(/<[^<>]{1,200}>/g, '').trim()}`
}

/** As chats and wikis write pictures. */
const shortcodes: ReadonlyMap<string, string> = new Map([
  ...[['red_circle', '🔴'] as const, ['orange_circle', '🟠'] as const, ['yellow_circle', '🟡'] as const],
  ...[['white_check_mark', '✅'] as const],
])

/** The words of a line; cells with bars between them. */
export function textOf(line: MarkdownLine | undefined): string {
  if (!line || line.kind === 'blank' || line.kind === 'fence') return ''
  return line.kind === 'cells' ? line.cells.join(' | ') : line.text
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
