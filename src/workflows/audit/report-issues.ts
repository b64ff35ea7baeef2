// The issues of an audit report: bullets, numbered items, table rows, headings or sentences, under severity headings or tagged one by one.
import { type Severity, categoryOf, isClaimedFixed, rank } from './categorise.ts'
import { type Marks, countsIn, isClosedStatus, isNone, legendIn, readLabels, severityWord, usualMarks } from './labels.ts'
import { plain } from './markdown-lines.ts'
import { type Placed, type Scope, governing, inIssues, isClosed } from './report-outline.ts'
import { readProse, sentencesOf } from './report-prose.ts'
import { referenceIn } from './reference.ts'

export interface ReportFinding {
  readonly text: string
  readonly line: number // in the report
  readonly stated: Severity | null
  readonly context: string // the heading it stands under, when that is no severity
  readonly reference: string | null // artifact:line, when the finding names one
}

/** A heading that gives a number: `### Critical (2)`. */
export interface Announced {
  readonly severity: Severity
  readonly count: number
  readonly listed: number
  readonly line: number
}

export interface Issues {
  readonly findings: ReportFinding[]
  readonly announced: Announced[]
  readonly present: boolean
}

interface Open {
  readonly text: string
  readonly details: string[]
  readonly line: number
  readonly indent: number // -1: a heading, which takes everything up to the next one
  readonly scopes: readonly Scope[]
  readonly status: string // of a table's own column
  readonly prose: boolean // counts only as far as its sentences rate something
}

interface Reading {
  readonly findings: ReportFinding[]
  readonly listed: Map<Scope, number>
  readonly told: (Severity | null)[] // of all findings, also those that are closed
  readonly counts: { severity: Severity; count: number; line: number }[] // told in a summary
  readonly lists: Set<Scope> // scopes that hold items or rows
  marks: Marks
  columns: readonly string[]
  open: Open | null
  afterBlank: boolean
}

/** `taken` are lines that are read as something else: scores and verdicts. */
export function readIssues(report: readonly Placed[], taken: ReadonlySet<number>): Issues {
  const reading: Reading = {
    findings: [],
    listed: new Map(),
    lists: new Set(),
    told: [],
    counts: [],
    marks: usualMarks,
    columns: [],
    open: null,
    afterBlank: false,
  }
  report.forEach((placed, index) => {
    if (placed.line.kind !== 'cells') reading.columns = []
    if (placed.opens) {
      close(reading)
      if (isFindingTitle(placed, report, index))
        begin(reading, { text: placed.opens.title, indent: -1, scopes: placed.scopes.slice(0, -1) }, placed.line.line)
    } else if (taken.has(placed.line.line)) close(reading)
    else takeLine(reading, placed)
  })
  close(reading)
  const scopes = report.flatMap(({ opens }) => opens ?? [])
  return {
    findings: reading.findings,
    announced: [
      ...scopes.flatMap((scope) =>
        scope.severity && scope.count !== null
          ? [{ severity: scope.severity, count: scope.count, listed: reading.listed.get(scope) ?? 0, line: scope.line }]
          : [],
      ),
      ...reading.counts.map((each) => ({ ...each, listed: reading.told.filter((severity) => severity === each.severity).length })),
    ],
    present: reading.findings.length > 0 || report.some(({ scopes: each }) => inIssues(each)),
  }
}

/** A heading is a finding where it carries a severity or stands under one, or a line below it gives one. */
function isFindingTitle({ opens, scopes, line }: Placed, report: readonly Placed[], index: number): boolean {
  if (line.kind !== 'heading' || opens?.kind !== 'plain') return false
  if (readLabels(line.text).severity) return true
  const above = scopes.slice(0, -1)
  if (governing(above)?.kind === 'severity') return true
  if (governing(above)?.kind !== 'issues') return false
  for (const { line: below } of report.slice(index + 1, index + 12)) {
    if (below.kind === 'heading') return false
    if ((below.kind === 'item' || below.kind === 'text') && statedIn(plain(below.text))) return true
  }
  return false
}

function takeLine(reading: Reading, { line, scopes }: Placed): void {
  if (line.kind === 'blank') reading.afterBlank = true
  if (line.kind === 'blank' || line.kind === 'heading') return
  const { open, afterBlank } = reading
  reading.afterBlank = false
  if (line.kind === 'cells') return takeRow(reading, line.cells, line.line, scopes)
  const legend = legendIn(line.text)
  reading.marks = legend.length > 0 ? new Map([...reading.marks, ...legend]) : reading.marks
  // Quotations say what others said, and tags nothing.
  if (/^[><]/.test(line.text) || legend.length > 0) return close(reading)
  const counts = countsIn(plain(line.text).replace(/^(?:\w+ ){0,2}\w+:\s/, ''))
  if (counts.length > 0) {
    reading.counts.push(...counts.map((each) => ({ ...each, line: line.line })))
    return close(reading)
  }
  const labels = readLabels(line.text, reading.marks)
  const isText = line.kind === 'text'
  const nested = open !== null && (open.indent === -1 || line.indent > open.indent)
  // A line with a label of its own is another finding, and so is a second place in a list without marks.
  const another = labels.severity !== null || labels.closed || (open && !open.prose && referenceIn(open.text) && referenceIn(line.text))
  if (open && (nested || (isText && !afterBlank && !another))) return void open.details.push(plain(line.text))
  close(reading)
  const scope = governing(scopes)
  if (scope?.kind === 'other') return
  // What stands below a list, or below the one paragraph of a label, is a remark about it.
  const remark = isText && scope !== undefined && (reading.lists.has(scope) || (scope.level === 7 && reading.listed.has(scope)))
  if (!isText && scope) reading.lists.add(scope)
  begin(reading, { text: line.text, indent: line.indent, scopes, prose: !another && (!inIssues(scopes) || remark) }, line.line)
}

function takeRow(reading: Reading, cells: readonly string[], line: number, scopes: readonly Scope[]): void {
  close(reading)
  if (reading.columns.length === 0 && cells.some((cell) => headWord.test(cell))) {
    reading.columns = cells
    return
  }
  const at = (name: RegExp) => reading.columns.findIndex((column) => name.test(column))
  const [rated, status] = [at(/^(?:severity|prio|priority|level|impact)$/i), at(/^(?:status|state)$/i)]
  const scope = governing(scopes)
  if (scope?.kind === 'other' || (rated === -1 && !inIssues(scopes))) return
  if (scope) reading.lists.add(scope)
  const word = rated === -1 ? cells.find((cell) => severityWord(cell)) : cells[rated]
  const told = cells.filter((cell, index) => index !== status && cell !== word && !/^(?:|[–—-]|#?(?:[a-z]{1,4}-?)?\d{1,4})$/i.test(cell))
  const severity = severityWord(word ?? '') ?? readLabels(word ?? '', reading.marks).severity
  const count = Number(cells[at(/^(?:count|number|total|open)$/i)] ?? NaN)
  if (severity && told.length === 0 && Number.isSafeInteger(count)) reading.counts.push({ severity, count, line })
  if (told.length === 0) return
  begin(reading, { text: `${severity ? `${severity}: ` : ''}${told.join(' — ')}`, indent: 0, scopes, status: cells[status] ?? '' }, line)
  close(reading)
}

function begin(reading: Reading, open: Pick<Open, 'text' | 'indent' | 'scopes'> & Partial<Open>, line: number): void {
  close(reading)
  reading.open = { details: [], status: '', prose: false, ...open, line }
}

function close(reading: Reading): void {
  const { open } = reading
  reading.open = null
  if (!open) return
  if (open.prose) return closeProse(reading, open)
  const { text, severity: own, closed } = readLabels(open.text, reading.marks)
  if (isNone(text) || /^\d+$/.test(text)) return
  const scope = governing(open.scopes)
  const stated = own ?? open.details.map(statedIn).find((each) => each !== null) ?? scope?.severity ?? null
  reading.told.push(stated)
  if (scope) reading.listed.set(scope, (reading.listed.get(scope) ?? 0) + 1)
  const statuses = [open.status, ...open.details.flatMap((each) => /^(?:status\W+(.*)|duplicate of\b.*)$/i.exec(each)?.slice(0, 2) ?? [])]
  const over =
    closed ||
    (isClosed(open.scopes) && !/\b(?:still|re-?opened)\b/i.test(text)) ||
    statuses.some((each) => isClosedStatus(each ?? '', stated))
  if (!over) add(reading, open, [plain(text), ...open.details].join(' — '), stated, [text, ...open.details])
}

/** Sentences that rate something; a remark beside listed issues also when what it speaks of is graver than all of them. */
function closeProse(reading: Reading, open: Open): void {
  if (isClosed(open.scopes)) return
  const whole = [open.text, ...open.details].map(plain).join(' ')
  const rated = readProse(whole)
  for (const { text, severity } of rated) add(reading, open, text, severity, [text])
  if (rated.length > 0 || !inIssues(open.scopes) || isNone(whole)) return
  const unfixed = sentencesOf(whole)
    .filter((sentence) => !isClaimedFixed(sentence))
    .join(' ')
  const category = categoryOf(unfixed)
  if (category && reading.findings.every(({ stated }) => rank(stated ?? 'Medium') > rank(category.severity)))
    add(reading, open, unfixed, null, [unfixed])
}

function add(reading: Reading, open: Open, text: string, stated: Severity | null, places: readonly string[]): void {
  const nearest = open.scopes.findLast(({ level }) => level < 7)
  const context = inIssues(open.scopes) && nearest && nearest.kind !== 'severity' ? nearest.title : ''
  const reference = places.map(referenceIn).find((each) => each !== null) ?? null
  if (open.prose) reading.told.push(stated)
  reading.findings.push({ text: text.slice(0, 1000), line: open.line, stated, context, reference })
}

/** `Severity: high` on a line of its own, below what it is about. */
function statedIn(text: string): Severity | null {
  return severityWord(/^severity\W+(\w+)/i.exec(text)?.[1] ?? '')
}

const headWord = /^(?:severity|prio|priority|level|impact|status|issues?|findings?|description|problem)$/i
