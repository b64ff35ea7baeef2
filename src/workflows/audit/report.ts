// Reads an audit report as people and agents really write it: any order, loose spacing, parts left out; what was left out is said.
import { type MarkdownLine, markdownLines, plain } from './markdown-lines.ts'
import { readData } from './report-data.ts'
import { type Issues, readIssues } from './report-issues.ts'
import { plainLegend, readLegend } from './report-legend.ts'
import { outlineReport } from './report-outline.ts'
import { type Scores, readScores } from './report-scores.ts'
import { signalsIn } from './report-signals.ts'
import { type Signal, dimensions as known, signals } from './score.ts'

export interface AuditReport extends Omit<Scores, 'lines'>, Omit<Issues, 'present'> {
  readonly path: string
  readonly auditId: string | null
  readonly recommendations: readonly string[]
  readonly verdict: { readonly signal: Signal | null; readonly text: string; readonly line: number } | null
  readonly missing: readonly string[]
}

export function parseReport(path: string, source: string): AuditReport {
  const lines = unwrapped(recordsOf(nestedScores(unquoted(markdownLines(source)))))
  const legend = readLegend(lines)
  const outline = outlineReport(lines, legend)
  const data = readData(lines, legend)
  const { lines: scored, ...scores } = readScores(outline, legend, data.pairs)
  const verdict = readVerdict(lines)
  const { present, ...issues } = readIssues(outline, new Set([...scored, ...(verdict ? [verdict.line] : [])]), legend, data.findings)
  const recommendations = outline.flatMap(({ line, scopes }) =>
    line.kind === 'item' && scopes.some(({ title }) => /recommendation|next step|suggested fix/i.test(title)) ? [line.text] : [],
  )
  const auditId = readAuditId(lines)
  const missing = [
    ...(auditId === null ? ['audit id in the title'] : []),
    ...(scores.overall === null ? ['overall score'] : []),
    ...(scores.dimensions.length + scores.unknown.length === 0
      ? ['dimension scores']
      : known
          .filter((key) => !scores.dimensions.some((each) => each.key === key) && !scores.unknown.some((each) => each.key === key))
          .map((key) => `score of ${key}`)),
    ...scores.unknown.map(({ why }) => why),
    ...issues.unclear,
    ...(present ? [] : ['issues']),
    ...(recommendations.length === 0 ? ['recommendations'] : []),
    ...(verdict === null ? ['verdict'] : []),
  ]
  return { path, auditId, ...scores, ...issues, recommendations, verdict, missing }
}

/** Neither a score nor issues nor a verdict: whatever this text is, it is no audit that could be decided on. */
export function isUnreadable(report: AuditReport): boolean {
  return (
    report.overall === null &&
    report.dimensions.length === 0 &&
    report.verdict === null &&
    report.findings.length === 0 &&
    report.missing.includes('issues')
  )
}

/** What cannot be read, and so is never good enough: why a dimension has no score, a finding no severity. An audit of tokens or components alone may say that it did not measure one. */
export function unknownIn({ dimensions, unknown, unclear, path }: AuditReport, auditType: string): string[] {
  const ofPart = auditType === 'token-audit' || auditType === 'component-audit'
  const ours = known
    .filter((key) => !dimensions.some((each) => each.key === key))
    .filter((key) => !(ofPart && unknown.some((each) => each.key === key && each.unmeasured)))
    .map((key) => unknown.find((each) => each.key === key)?.why ?? `there is no score of ${key}`)
  const others = unknown.filter(({ key, unmeasured }) => key === null && !unmeasured).map(({ why }) => why)
  return [...ours, ...others, ...unclear].map((why) => `${path}: ${why}`)
}

/** A sentence that goes on in the next line as one line: the first is long, the second begins small and with no label or path. */
function unwrapped(lines: readonly MarkdownLine[]): MarkdownLine[] {
  const joined: MarkdownLine[] = []
  lines.forEach((line, index) => {
    const [last, before] = [joined.at(-1), lines[index - 1]]
    const long = before && 'text' in before && /^.{55,}[^.!?:;]$/.test(before.text)
    const small = line.kind === 'text' && /^\p{Ll}[\p{L}'’-]*(?:[ ,.;)]|$)/u.test(line.text)
    if (long && small && last && 'quoted' in last && last.quoted === line.quoted)
      joined[joined.length - 1] = { ...last, text: `${last.text} ${line.text}` }
    else joined.push(line)
  })
  return joined
}

/** Where only quotations rate anything and nobody answers them, they are the review itself, as a code host exports its comments. */
function unquoted(lines: readonly MarkdownLine[]): readonly MarkdownLine[] {
  const rated = lines.filter((line) => 'text' in line && signalsIn(line.text, plainLegend).severity !== null)
  if (rated.length < 2 || !rated.every((line) => 'quoted' in line && line.quoted)) return lines
  const isQuoted = (line: MarkdownLine | undefined) => line !== undefined && 'quoted' in line && line.quoted
  const isAnswer = (line: MarkdownLine, index: number) =>
    (line.kind === 'text' || line.kind === 'item') &&
    !line.quoted &&
    [1, 2].some((back) => isQuoted(lines[index - back])) &&
    !ruled(lines[index - 1])
  return lines.some(isAnswer) ? lines : lines.map((line) => ('quoted' in line ? { ...line, quoted: false } : line))
}

const ruled = (line: MarkdownLine | undefined) => line?.kind === 'blank' && line.rule === true

/** An item that is but a name, with but a number below it, as the one line it could have been. */
function nestedScores(lines: readonly MarkdownLine[]): MarkdownLine[] {
  return lines.flatMap((line, index): MarkdownLine[] => {
    const [before, next] = [lines[index - 1], lines[index + 1]]
    const isScore = (name: MarkdownLine | undefined, score: MarkdownLine | undefined) =>
      name?.kind === 'item' &&
      score?.kind === 'item' &&
      score.indent > name.indent &&
      /^[\d.,]+(?:\s?(?:\/|%).{0,6})?$/.test(plain(score.text)) &&
      /^[\p{L} ]{3,40}(?:\(.{1,30}\))?$/u.test(plain(name.text))
    if (isScore(before, line)) return []
    return isScore(line, next) && line.kind === 'item' && next?.kind === 'item'
      ? [{ ...line, text: `${plain(line.text)}: ${next.text}` }]
      : [line]
  })
}

/** A table of two columns that gives one finding field by field, as the lines it could have been. */
function recordsOf(lines: readonly MarkdownLine[]): MarkdownLine[] {
  const isRecord = (at: number) => {
    const rows: (readonly string[])[] = []
    for (let to = at; lines[to]?.kind === 'cells'; to += 1) rows.push((lines[to] as Extract<MarkdownLine, { kind: 'cells' }>).cells)
    return (
      rows.length > 1 &&
      rows.every(({ length }) => length === 2) &&
      rows.some(([name]) => /^\W*(?:severity|priority)\W*$/i.test(name!)) &&
      rows.some(([name]) => /^\W*(?:description|issue|problem|finding|title|summary|component|location|where|status)\W*$/i.test(name!))
    )
  }
  let record = false
  return lines.flatMap((line, index): MarkdownLine[] => {
    if (line.kind !== 'cells') return [line]
    if (lines[index - 1]?.kind !== 'cells') record = isRecord(index)
    const [name = '', value = ''] = line.cells
    if (!record) return [line]
    return /^(?:field|property|attribute|key|name|)$/i.test(plain(name))
      ? []
      : [{ kind: 'item', line: line.line, indent: 0, text: `${plain(name)}: ${value}`, quoted: false }]
  })
}

type Spoken = Exclude<MarkdownLine, { kind: 'blank' | 'fence' }>

/** `audit_passed`, also written with spaces, hyphens or capitals. */
function signalIn(text: string): Signal | null {
  const words = text.toLowerCase().replaceAll(/[\s-]+/g, '_')
  const found = signals.filter((signal) => words.includes(signal))
  return found.length === 1 ? found[0]! : null
}

function readAuditId(lines: readonly MarkdownLine[]): string | null {
  for (const line of lines) {
    if (line.kind !== 'heading' && line.kind !== 'text') continue
    const id = /\bAUDIT-(?:re-)?\d+\b/i.exec(line.text)?.[0]
    if (id) return id.replace(/^audit/i, 'AUDIT').replace(/-re-/i, '-re-')
    if (line.kind === 'heading' && line.level > 1) return null
  }
  return null
}

function readVerdict(lines: readonly MarkdownLine[]): AuditReport['verdict'] {
  const label = /^(?:final |audit )?(?:verdict|signal|audit_signal)\b/i
  for (const [index, line] of lines.entries()) {
    if (line.kind === 'blank' || line.kind === 'fence') continue
    if (line.kind !== 'cells' && !/verdict|signal/i.test(line.text)) continue
    const text = line.kind === 'cells' ? line.cells.join(' ') : plain(line.text)
    if (!label.test(text)) continue
    const own = text.replace(label, '').replace(/^[\s:–—-]+/, '')
    const next =
      own === ''
        ? lines.slice(index + 1, index + 6).find((each): each is Spoken => each.kind !== 'blank' && each.kind !== 'fence')
        : undefined
    const said = own !== '' || !next || next.kind === 'heading' ? own : next.kind === 'cells' ? next.cells.join(' ') : plain(next.text)
    if (said !== '') return { signal: signalIn(said), text: said.slice(0, 200), line: own === '' && next ? next.line : line.line }
  }
  return null
}
