// The issues of an audit report: bullets, numbered items, table rows or headings, under severity headings or tagged one by one.
import { plain } from './markdown-lines.ts'
import type { MarkdownLine } from './markdown-lines.ts'
import { referenceIn } from './reference.ts'
import { rank } from './categorise.ts'
import type { Severity } from './categorise.ts'

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
  readonly lines: ReadonlySet<number> // the lines that belong to issues, so that nobody reads scores or verdicts out of them
}

interface Reading {
  readonly findings: ReportFinding[]
  readonly announced: { severity: Severity; count: number; listed: number; line: number }[]
  readonly lines: Set<number>
  present: boolean
  section: number | null // level of the heading that opened the issues
  severity: { is: Severity; level: number; announced: boolean } | null
  context: string
  open: { text: string; details: string[]; line: number; stated: Severity | null; indent: number } | null // indent -1: a heading, which takes everything up to the next one
  afterBlank: boolean
}

export function readIssues(lines: readonly MarkdownLine[]): Issues {
  const reading: Reading = {
    findings: [],
    announced: [],
    lines: new Set(),
    present: false,
    section: null,
    severity: null,
    context: '',
    open: null,
    afterBlank: false,
  }
  for (const line of lines) {
    const heading = headingOf(line, reading.section !== null)
    if (heading) takeHeading(reading, heading, line.line)
    else if (reading.section !== null && line.kind !== 'heading') takeLine(reading, line)
    if (reading.section !== null) reading.lines.add(line.line)
  }
  close(reading)
  return reading
}

function takeHeading(reading: Reading, heading: { text: string; level: number }, line: number): void {
  close(reading)
  const named = severityHeading(heading.text)
  if (named) {
    reading.present = true
    reading.section ??= heading.level
    reading.severity = { is: named.severity, level: heading.level, announced: named.count !== null }
    reading.context = ''
    if (named.count !== null) reading.announced.push({ severity: named.severity, count: named.count, listed: 0, line })
  } else if (/\b(?:issues?|findings?|problems?|violations?)\b/i.test(heading.text) && !/\d\s{0,3}\/\s{0,3}\d/.test(heading.text)) {
    Object.assign(reading, { present: true, section: heading.level, severity: null, context: heading.text })
  } else if (reading.section === null || heading.level <= reading.section) {
    Object.assign(reading, { section: null, severity: null })
  } else if (reading.severity && heading.level > reading.severity.level) {
    begin(reading, heading.text, line, -1, reading.severity.is)
  } else {
    Object.assign(reading, { severity: null, context: heading.text })
  }
}

function takeLine(reading: Reading, line: Exclude<MarkdownLine, { kind: 'heading' }>): void {
  if (line.kind === 'blank') {
    reading.afterBlank = true
    return
  }
  const { open, afterBlank, severity } = reading
  reading.afterBlank = false
  if (line.kind === 'cells') {
    const row = tableRow(line.cells)
    if (row) begin(reading, row.text, line.line, 0, row.severity ?? severity?.is ?? null)
  } else if (open && (open.indent === -1 || line.indent > open.indent || (line.kind === 'text' && !afterBlank)))
    open.details.push(plain(line.text))
  // A sentence that ends in a colon introduces a list and is no issue itself.
  else if (line.kind === 'item' || !line.text.endsWith(':')) begin(reading, line.text, line.line, line.indent, severity?.is ?? null)
}

function begin(reading: Reading, text: string, line: number, indent: number, stated: Severity | null): void {
  close(reading)
  reading.open = { text, details: [], line, stated, indent }
}

function close(reading: Reading): void {
  const { open } = reading
  reading.open = null
  if (!open) return
  const tag = severityTag(open.text)
  const text = tag ? tag.rest : open.text
  if (isNone(text)) return
  const stated = tag?.severity ?? open.stated
  const reference = [text, ...open.details].map(referenceIn).find((each) => each !== null) ?? null
  reading.findings.push({
    text: [plain(text), ...open.details].join(' — ').slice(0, 1000),
    line: open.line,
    stated,
    context: reading.context,
    reference,
  })
  const announced = reading.announced.at(-1)
  if (announced && reading.severity?.announced && reading.severity.is === announced.severity) announced.listed += 1
}

function severityWord(word: string): Severity | null {
  return severityWords.get(word.toLowerCase()) ?? null
}

const severityWords = new Map<string, Severity>([
  ['critical', 'Critical'],
  ['blocker', 'Critical'],
  ['high', 'High'],
  ['major', 'High'],
  ['medium', 'Medium'],
  ['moderate', 'Medium'],
  ['low', 'Low'],
  ['minor', 'Low'],
])

/** `[CRITICAL] …`, `**High**: …`, `Medium - …`, `… (severity: low)`. */
export function severityTag(text: string): { severity: Severity; rest: string } | null {
  const lead = /^[\s*_`[({]*([a-z]{3,8})(?:[ -](?:severity|priority))?(?:\s*[*_`\])}:]+[\s:–—-]*|\s[–—-]+\s)/i.exec(text)
  const severity = lead && severityWord(lead[1]!)
  if (severity) return { severity, rest: text.slice(lead[0].length) }
  const named = /\bseverity\s?[:=]\s?[*_`]{0,2}([a-z]{3,8})\b/i.exec(text)
  const other = named && severityWord(named[1]!)
  return other ? { severity: other, rest: text } : null
}

/** `(none)`, `None found.`, `No critical issues`, `0`. */
export function isNone(text: string): boolean {
  const said = plain(text)
    .replaceAll(/[()[\]]/g, '')
    .trim()
    .toLowerCase()
  return /^(?:|none|n\/a|na|nil|-|0|none (?:found|detected|identified|remaining|noted)|no (?:[\w-]+ ){0,3}(?:issues?|findings?|problems?|violations?)(?: (?:were )?(?:found|detected|identified|remaining|noted))?)[.!]?$/.test(
    said,
  )
}

function headingOf(line: MarkdownLine, inIssues: boolean): { text: string; level: number } | null {
  if (line.kind === 'heading') return line
  // Inside the issues, a line that is nothing but a severity in bold is a heading to whoever reads it.
  if (!inIssues || line.kind !== 'text' || !/^(?:\*\*|__).+(?:\*\*|__):?$/.test(line.text)) return null
  const text = plain(line.text)
  return severityHeading(text) ? { text, level: 7 } : null
}

function severityHeading(text: string): { severity: Severity; count: number | null } | null {
  const name = text.split(/[(:]/, 1)[0]!.toLowerCase()
  const words = name.match(/[a-z]+/g) ?? []
  const severity = severityWord(words[0] ?? '')
  if (
    !severity ||
    !words.every((word) => severityWord(word) || /^(?:severity|priority|issues?|findings?|problems?|items?|violations?|and)$/.test(word))
  )
    return null
  const highest = words.map(severityWord).reduce<Severity>((best, each) => (each && rank(each) < rank(best) ? each : best), severity)
  const count = /[(:]\s*(\d{1,6})\b/.exec(text)?.[1]
  return { severity: highest, count: count === undefined ? null : Number(count) }
}

function tableRow(cells: readonly string[]): { text: string; severity: Severity | null } | null {
  if (cells.some((cell) => /^(?:severity|issue|issues|finding|findings|description|problem|priority)$/i.test(cell))) return null
  const severity = cells.map(severityWord).find((each) => each !== null) ?? null
  const text = cells.filter((cell) => cell !== '' && severityWord(cell) === null && !/^#?\d{1,4}$/.test(cell)).join(' — ')
  return text === '' ? null : { text, severity }
}
