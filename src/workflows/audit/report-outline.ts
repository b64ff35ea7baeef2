// The outline of a report: which headings and labels each line stands under, the nearest first, and what that makes of it.
import type { Severity } from './categorise.ts'
import { type MarkdownLine, plain } from './markdown-lines.ts'
import { type Legend, severityIn } from './report-legend.ts'
import { levelTitle, marksIn } from './report-marks.ts'
import { isClosedTitle, isKeptTitle, severityWord } from './report-words.ts'

export interface Scope {
  readonly level: number // 7: a line that is nothing but a severity; 8: a line that ends in a colon
  readonly line: number
  readonly title: string
  readonly kind: 'severity' | 'issues' | 'closed' | 'kept' | 'other' | 'plain'
  readonly severity: Severity | null
  readonly count: number | null
  readonly indent: number | null // of an item that names a severity
}

export interface Placed {
  readonly line: MarkdownLine
  /** Outermost first. */
  readonly scopes: readonly Scope[]
  /** The scope that this line itself opens. */
  readonly opens: Scope | null
  /** The items that this line is indented below, the nearest first. */
  readonly above: readonly string[]
}

export function outlineReport(lines: readonly MarkdownLine[], legend: Legend): Placed[] {
  let scopes: readonly Scope[] = []
  let items: readonly { indent: number; text: string }[] = []
  return lines.map((line, index) => {
    if (line.kind === 'heading') items = []
    const indent = line.kind === 'item' || line.kind === 'text' ? line.indent : null
    if (indent !== null) items = items.filter((item) => item.indent < indent)
    const above = items.map(({ text }) => text)
    if (line.kind === 'item') items = [{ indent: line.indent, text: line.text }, ...items]
    const opens = legend.lines.has(line.line)
      ? null
      : scopeOf(line, [lines[index - 1], ...lines.slice(index + 1, index + 3)], scopes, legend)
    if (opens || scopes.some((scope) => isEnd(line, scope)))
      scopes = [...scopes.filter((scope) => !isEnd(line, scope) && (!opens || scope.level < opens.level)), ...(opens ? [opens] : [])]
    return { line, scopes, opens, above }
  })
}

/** A severity as an item holds for what is indented below it; a line with a colon for the list below it. */
function isEnd(line: MarkdownLine, { level, indent, line: from }: Scope): boolean {
  if (level % 1 > 0) return Math.floor(line.line) !== Math.floor(from) // of data
  if (level === 8) return line.kind === 'text' && line.indent === 0
  return indent !== null && (line.kind === 'item' || line.kind === 'text') && line.indent <= indent
}

/** The nearest scope that says anything about what stands in it. */
export function governing(scopes: readonly Scope[]): Scope | undefined {
  return scopes.findLast(({ kind }) => kind !== 'plain')
}

/** `Round 2`, `Iteration 3 (June)`: of several the last counts, wherever it stands. */
export function roundOf(scopes: readonly Scope[]): number {
  const found = scopes.flatMap(({ title }) => /^(?:round|iteration|pass|review|audit|runde) (\d{1,3})\b/i.exec(title)?.[1] ?? [])
  return Number(found.at(-1) ?? 0)
}

export const inIssues = (scopes: readonly Scope[]) => ['severity', 'issues', 'kept'].includes(governing(scopes)?.kind ?? '')

export const isClosed = (scopes: readonly Scope[]) => scopes.some(({ kind }) => kind === 'closed')

export const isKept = (scopes: readonly Scope[]) => scopes.some(({ kind }) => kind === 'kept')

function scopeOf(
  line: MarkdownLine,
  [before, next, later]: readonly (MarkdownLine | undefined)[],
  above: readonly Scope[],
  legend: Legend,
): Scope | null {
  if (line.kind === 'heading') {
    const among = inIssues(above.filter(({ level }) => level < line.level))
    return { ...kindOf(line.text, among, legend), level: line.level, line: line.line, title: plain(line.text), indent: null }
  }
  const isItem = line.kind === 'item'
  if ((line.kind !== 'text' && !isItem) || line.quoted || (!isItem && line.indent > 0 && !/:$/.test(line.text)) || line.text.length > 200)
    return null
  const title = plain(line.text)
  const { severity, count, kind } = kindOf(title, false, legend)
  const scope = { severity, count, line: line.line, title, indent: null }
  const named = levelTitle(title, legend)
  const bold = /^(?:\*\*|__).+(?:\*\*|__):?$/.test(line.text)
  const alone = isItem
    ? next?.kind === 'item' && next.indent > line.indent
    : bold || /^[\p{L}\p{N}]+(?: \((?:\d+|\p{L}+)\))?:?$/u.test(title)
  if (named && alone) return { ...scope, kind: 'severity', ...named, level: 7, indent: isItem ? line.indent : null }
  // Words in bold, capitals or a few of a line of their own head what stands below, up to the next such words.
  const capitals = /^[\p{Lu}\s&/-]{4,60}(?:\([^)]{2,30}\))?$/u.test(title) && (next?.kind === 'blank' || next?.kind === 'item')
  const apart = !before || before.kind === 'blank'
  const short = apart && next?.kind === 'text' && /^(?:[\p{L}\d]+ ?){1,4}$/u.test(title) && marksIn(next.text, legend).severity !== null
  const says = kind !== 'plain' || above.some((each) => each.level === 7 && each.kind === 'closed')
  if (!isItem && !title.endsWith(':') && (bold || capitals || short))
    return says && !/\d\s?\/\s?\d/.test(title) ? { ...scope, kind, level: 7 } : null
  if (isItem || next?.kind === 'text') return null
  if (!title.endsWith(':')) {
    // One that says closed, the list below it.
    const list = ['item', 'cells'].includes((next?.kind === 'blank' ? later : next)?.kind ?? '')
    return list && kind === 'closed' && /\w \w[^.]*$/.test(title) ? { ...scope, kind, level: 8 } : null
  }
  const closed = kind === 'closed' || /\b(?:done|fixed|resolved|closed|gone|settled):$/i.test(title)
  // "Two minor ones:" rates the list below it.
  const rated = closed ? null : levelTitle(title.replace(/^.*[.!?]\s/, ''), legend)
  if (rated) return { ...scope, kind: 'severity', severity: rated.severity, count: null, level: 8 }
  const other = /\b(?:would|example|like this|(?:did not|didn['’]t) (?:find|see))\b/i.test(title)
  return { ...scope, severity: null, count: null, kind: closed ? 'closed' : other ? 'other' : 'plain', level: 8 }
}

function kindOf(text: string, amongIssues: boolean, legend: Legend): Pick<Scope, 'kind' | 'severity' | 'count'> {
  const title = plain(text).replace(/^\d{1,2}[.)]?\s+(?=\p{L})/u, '')
  const plainly = (kind: Scope['kind']) => ({ kind, severity: null, count: null })
  if (isClosedTitle(title)) return plainly('closed')
  if (isKeptTitle(title)) return plainly('kept')
  // A sign or code of the legend alone, `## 🔴`, `### A`, comes before what others mean by it.
  const sign = severityIn(text.trim().replaceAll(/[[\]()*`]/g, ''), legend)
  const named = sign ? { severity: sign, count: null } : levelTitle(title, legend)
  if (named) return { kind: 'severity', ...named }
  // `Must fix (critical)` is a part of the report; among issues or with a code, one of them.
  const bracketed = amongIssues || /^[A-Z]{1,5}\d?-\d/.test(title) ? null : severityWord(/\((\p{L}+)\)$/u.exec(title)?.[1] ?? '')
  if (bracketed) return { kind: 'severity', severity: bracketed, count: null }
  if (otherTitle.test(title)) return plainly('other')
  if (issuesTitle.test(title) && !/\d\s{0,3}\/\s{0,3}\d/.test(title)) return plainly('issues')
  return plainly('plain')
}

const otherTitle =
  /^not\b|\b(?:no|not|without(?: any)?) (?:longer|more|findings?|issues?|problems?|blockers?|critical|high|major|defects?)\b|^ideas\b|\b(?:recommendations?|next steps?|suggested fix(?:es)?|(?:verdict|conclusion)(?!:\s\S)|examples?|legend|method|scores?|dimensions?|would)\b/i
const issuesTitle =
  /\b(?:issues?|findings?|problems?|violations?|defects?|befunde?|mängel|probleme)\b|^(?:still |what is )?(?:open|left|remaining)\b(?!-)/i
