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
  const front = /^\uFEFF?---\r?\n((?:[\w-]{1,60}:[^\n]{0,2000}\n|[ \t-][^\n]{0,2000}\n){1,200}?)---\r?\n/.exec(source)?.[1] // YAML ahead of the text
  const blocks = [
    ...(front === undefined ? [] : [{ line: 1, end: front.split('\n').length + 1, lang: 'front', text: front }]),
    ...fences(source.replaceAll(/\r(?!\n)/g, '\n')),
  ]
  let next = 0
  let table: Delimited | null = null
  let alert = false // in a box such as `> [!CAUTION]`, which quotes nobody
  htmlRows(source.replace(/^\uFEFF/, ''))
    .split(/\r\n|\n|\r/)
    .flatMap((raw, index) => raw.split(sameLine).map((part) => ({ raw: part, line: index + 1 })))
    .forEach(({ raw, line }, index, all) => {
      if (raw === insideRow || /^\s*<\/?(?:thead|tbody|tfoot)(?:\s[^<>]{0,200})?>\s*$/i.test(raw)) return
      const fence = blocks[next]
      if (fence && line >= fence.line) {
        if (line === fence.line) lines.push({ kind: 'fence', line, lang: fence.lang, text: fence.text })
        if (line === fence.end) next += 1
        return
      }
      const text = withoutTags(pictured(raw.slice(0, maxLine)))
      const mark = /^\s{0,3}>\s?(?:>\s?)*/.exec(text)?.[0] ?? ''
      const body = text.slice(mark.length).trimStart()
      const indent = text.length - body.length
      const box = mark !== '' && /^\[!\w{3,12}\]/.exec(body)?.[0]
      alert = mark !== '' && (alert || Boolean(box))
      const content = body.slice(box ? box.length : 0).trim()
      const quoted = mark !== '' && !alert
      if (content === '') return void lines.push({ kind: 'blank', line })
      if (/^(?:-{3,}|={3,}|\*{3,}|_{3,})$/.test(content)) {
        // Below a paragraph of one line it makes that a heading; elsewhere it is a rule between parts.
        const above = lines.at(-1)
        if (above?.kind === 'text' && above.line === line - 1 && lines.at(-2)?.kind !== 'text' && /^[-=]/.test(content))
          lines[lines.length - 1] = { kind: 'heading', line: above.line, level: content.startsWith('=') ? 1 : 2, text: above.text }
        else lines.push({ kind: 'blank', line, rule: true })
        return
      }
      const heading = quoted ? null : content.startsWith('#') ? /^(#{1,6})\s+(.*)$/.exec(content) : /^(\*{3})([^*]+)\*{3}$/.exec(content)
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
      const row = delimited(content, table)
      table = row
      if (row) return void lines.push({ kind: 'cells', line, cells: row.cells })
      const item = /^(?:[-*+•①-⑳]|(\d{1,4})[.)]|[A-Za-z]\))\s+(.*)$/.exec(content)
      lines.push({
        kind: item ? 'item' : 'text',
        line,
        indent,
        text: item ? item[2]! : content,
        quoted,
        ...(item?.[1] && { number: item[1] }),
      })
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
    const cells = cellsOf(content, by)
    if (
      above ? cells.length === above.cells.length : cells.length > 2 && cells.some((cell) => /^(?:sev|severity|prio|priority)$/i.test(cell))
    )
      return { by, cells }
  }
  return null
}

/** Cells in quotation marks may hold the separator. */
function cellsOf(content: string, by: string): string[] {
  const parts = content.split(by)
  for (let at = 0; at < parts.length - 1;)
    if (/^\s*"(?:[^"]|"")*$/.test(parts[at]!)) parts.splice(at, 2, `${parts[at]}${by}${parts[at + 1]}`)
    else at += 1
  return parts.map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
}

/** The rows of an HTML table as ours, however they are broken into lines; no other line changes its number. */
function htmlRows(source: string): string {
  const [before = '', ...rows] = source.split(/<tr(?:\s[^<>]{0,200})?>/i)
  const parts = [before]
  for (const row of rows) {
    const end = row.search(/<\/tr>|<\/table>/i)
    const [, ...cells] = row.slice(0, Math.max(end, 0)).split(/<t[dh](?:\s[^<>]{0,200})?>/i)
    const apart = /(?:^|[\r\n])[^\S\r\n]*$/.test(parts.at(-1)!) ? '' : sameLine
    const told = cells.map((cell) => cell.replaceAll(/<[^<>]{1,200}>|\s+/g, ' ').trim()).join(' | ')
    const inside = row.slice(0, Math.max(end, 0)).match(/\r\n|\n|\r/g) ?? []
    parts.push(
      cells.length === 0
        ? row
        : `${apart}| ${told} |${inside.map((newline) => newline + insideRow).join('')}${row.slice(end).replace(/^<\/tr>[^\S\r\n]*/i, '')}`,
    )
  }
  return parts.join('')
}

const sameLine = '\u0001'
const insideRow = '\u0002'

/** What stands between tags; a severity that a tag carries as its label. */
function withoutTags(text: string): string {
  if (!/^\s*<\/?[a-z]/i.test(text)) return text
  const own = /^\s*<\w[^<>]{0,200}\bseverity=["']?([\w-]{2,14})/i.exec(text)?.[1]
  return `${own ? `[${own}] ` : ''}${text.replaceAll(/<[^<>]{1,200}>/g, '').trim()}`
}

/** `:red_circle:` and the like, as chats and wikis write pictures. */
const pictured = (text: string) => text.replaceAll(/:([a-z_]{1,30}):/g, (all, name: string) => pictures.get(name) ?? all)

const pictures = new Map(
  Object.entries({
    ...{ red_circle: '🔴', orange_circle: '🟠', large_orange_circle: '🟠', yellow_circle: '🟡', large_yellow_circle: '🟡' },
    ...{ green_circle: '🟢', large_green_circle: '🟢', white_check_mark: '✅', heavy_check_mark: '✔', ballot_box_with_check: '☑' },
    ...{ x: '❌', warning: '⚠️', no_entry: '⛔', rotating_light: '🚨', fire: '🔥', star: '⭐' },
  }),
)

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
