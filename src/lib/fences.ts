// Fenced code blocks of a markdown text with their places, in one linear pass. Quotes and comments don't count.

export interface Fence {
  /** First word after the fence, lower case; empty if there is none. */
  lang: string
  /** The path of a `file=<path>` mark. */
  file: string | undefined
  /** Everything after the opening fence. */
  info: string
  /** The opening fence itself. */
  mark: string
  text: string
  /** Line of the opening fence, from 1; the text begins on the next one. */
  line: number
  /** Columns removed from each line of the text: the fence's own indent. */
  indent: number
  closed: boolean
  /** Its last line: the closing fence, if there is one. */
  end: number
}

/** CommonMark's rule, or stricter: at the left edge only an unindented mark closes, so that marks inside a value don't. */
export function fences(markdown: string, { closedAtEdge = false } = {}): Fence[] {
  const found: Fence[] = []
  let open: (Fence & { lines: string[] }) | undefined
  let listIndent = 0
  let inComment = false
  let number = 0
  for (const line of eachLine(markdown)) {
    number++
    if (open) {
      if (closes(line, open.mark) && !(closedAtEdge && open.indent === 0 && indentOf(line) > 0)) {
        found.push(finish(open, number, true))
        open = undefined
      } else open.lines.push(dedent(line, open.indent))
      continue
    }
    if (inComment || line.trimStart().startsWith('<!--')) {
      inComment = !line.includes('-->')
      continue
    }
    const indent = indentOf(line)
    const opening = openingFence.exec(line)
    // Four columns beyond the enclosing list item make an indented code block, where a fence is just text.
    if (opening && indent < listIndent + 4) {
      const info = opening[2]?.trim() ?? ''
      open = { ...readInfo(info), info, mark: opening[1] ?? '```', text: '', line: number, indent, closed: false, end: number, lines: [] }
    } else listIndent = nextListIndent(line, indent, listIndent)
  }
  if (open) found.push(finish(open, number, false))
  return found
}

/** The lines that belong to a fence, from 1, its marks included. */
export function fencedLines(markdown: string): ReadonlySet<number> {
  return new Set(fences(markdown).flatMap(({ line, end }) => Array.from({ length: end - line + 1 }, (_, at) => line + at)))
}

/** Whether this line would open a fence for a file if it weren't inside a fence with this mark. */
export function opensFile(line: string, mark: string): boolean {
  const found = openingFence.exec(line)
  return found?.[1] !== undefined && found[1].startsWith(mark) && readInfo(found[2]?.trim() ?? '').file !== undefined
}

/** The info string: a language and, in any order, marks such as `file=src/a.ts`. */
function readInfo(info: string): { lang: string; file: string | undefined } {
  const first = /^[^\s={}:]+(?=[\s{:]|$)/.exec(info)?.[0] ?? '' // some write json:courses.json
  const file = /(?:^|[\s{,])file=(?:"([^"]*)"|'([^']*)'|([^\s},]*))/.exec(info)
  const path = file?.[1] ?? file?.[2] ?? file?.[3]
  return { lang: first.toLowerCase(), file: path === undefined ? undefined : plainPath(path) }
}

/** One spelling per path, so that writing and inspecting agree. */
function plainPath(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else parts.push(part)
  }
  return `${path.startsWith('/') ? '/' : ''}${parts.join('/')}`
}

// A backtick fence's info contains no backtick: otherwise it is inline code.
const openingFence = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})(.*)$/

function closes(line: string, mark: string): boolean {
  const text = line.trim()
  if (text.length < mark.length || text[0] !== mark[0]) return false
  for (const character of text) if (character !== mark[0]) return false
  return true
}

function finish({ lines, ...fence }: Fence & { lines: string[] }, end: number, closed: boolean): Fence {
  return { ...fence, text: lines.join('\n'), end, closed }
}

function nextListIndent(line: string, indent: number, current: number): number {
  const item = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/.exec(line)
  if (item) return item[0].length
  if (line.trim() === '' || indent >= current) return current
  return 0
}

function indentOf(line: string): number {
  let index = 0
  while (line[index] === ' ' || line[index] === '\t') index++
  return index
}

function dedent(line: string, columns: number): string {
  return line.slice(Math.min(columns, indentOf(line)))
}

function* eachLine(text: string): Generator<string> {
  let start = 0
  while (start <= text.length) {
    let end = text.indexOf('\n', start)
    if (end === -1) end = text.length
    yield text[end - 1] === '\r' && end > start ? text.slice(start, end - 1) : text.slice(start, end)
    start = end + 1
  }
}
