// The outline of a report: which headings and labels each line stands under, the nearest first, and what that makes of it.
import type { Severity } from './categorise.ts'
import { isClosedTitle, severityHeading, severityWord } from './labels.ts'
import { type MarkdownLine, plain } from './markdown-lines.ts'

export interface Scope {
  readonly level: number // 7: a line that is nothing but a severity; 8: a line that ends in a colon
  readonly line: number
  readonly title: string
  readonly kind: 'severity' | 'issues' | 'closed' | 'other' | 'plain'
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
}

export function outlineReport(lines: readonly MarkdownLine[]): Placed[] {
  let scopes: readonly Scope[] = []
  return lines.map((line, index) => {
    const opens = scopeOf(line, lines[index + 1], scopes)
    if (opens || scopes.some((scope) => isEnd(line, scope)))
      scopes = [...scopes.filter((scope) => !isEnd(line, scope) && (!opens || scope.level < opens.level)), ...(opens ? [opens] : [])]
    return { line, scopes, opens }
  })
}

/** A severity as an item holds for what is indented below it; a line with a colon for the list below it. */
function isEnd(line: MarkdownLine, { level, indent }: Scope): boolean {
  if (level === 8) return line.kind === 'text' && line.indent === 0
  return indent !== null && (line.kind === 'item' || line.kind === 'text') && line.indent <= indent
}

/** The nearest scope that says anything about what stands in it. */
export function governing(scopes: readonly Scope[]): Scope | undefined {
  return scopes.findLast(({ kind }) => kind !== 'plain')
}

export const inIssues = (scopes: readonly Scope[]) => ['severity', 'issues'].includes(governing(scopes)?.kind ?? '')

export const isClosed = (scopes: readonly Scope[]) => scopes.some(({ kind }) => kind === 'closed')

function scopeOf(line: MarkdownLine, next: MarkdownLine | undefined, above: readonly Scope[]): Scope | null {
  if (line.kind === 'heading')
    return {
      ...kindOf(line.text, inIssues(above.filter(({ level }) => level < line.level))),
      level: line.level,
      line: line.line,
      title: line.text,
      indent: null,
    }
  const isItem = line.kind === 'item'
  if ((line.kind !== 'text' && !isItem) || (!isItem && line.indent > 0) || line.text.length > 200) return null
  const title = plain(line.text)
  const named = severityHeading(title)
  const alone = isItem || /^(?:\*\*|__).+(?:\*\*|__):?$/.test(line.text) || /^\w+:?$/.test(title)
  const below = next?.kind === 'item' && next.indent > line.indent
  if (named && alone && (!isItem || below))
    return { kind: 'severity', ...named, level: 7, line: line.line, title, indent: isItem ? line.indent : null }
  if (isItem || !title.endsWith(':') || next?.kind === 'text') return null
  const kind = /\b(?:done|fixed|resolved|closed|gone):$/i.test(title)
    ? 'closed'
    : /\b(?:did not|didn['’]t) (?:find|see)\b|\bnot (?:found|counted)\b/i.test(title)
      ? 'other'
      : 'plain'
  return { kind, severity: null, count: null, level: 8, line: line.line, title, indent: null }
}

function kindOf(title: string, amongIssues: boolean): Pick<Scope, 'kind' | 'severity' | 'count'> {
  const plainly = (kind: Scope['kind']) => ({ kind, severity: null, count: null })
  if (isClosedTitle(title)) return plainly('closed')
  const named = severityHeading(title)
  if (named) return { kind: 'severity', ...named }
  // `Must fix (critical)` is a part of the report; among issues, one of them.
  const bracketed = amongIssues ? null : severityWord(/\((\w+)\)$/.exec(title)?.[1] ?? '')
  if (bracketed) return { kind: 'severity', severity: bracketed, count: null }
  if (
    /^(?:no|not)\b|\b(?:recommendations?|next steps?|suggested fix(?:es)?|verdict|conclusion|examples?|legend|method|scores?|dimensions?)\b/i.test(
      title,
    )
  )
    return plainly('other')
  if (/\b(?:issues?|findings?|problems?|violations?)\b|^(?:still )?open\b/i.test(title) && !/\d\s{0,3}\/\s{0,3}\d/.test(title))
    return plainly('issues')
  return plainly('plain')
}
