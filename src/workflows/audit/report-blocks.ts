// The blocks of a report that may be findings: an item or paragraph with what belongs to it, a record of fields, a heading, a quotation with its answer.
import type { Severity } from './categorise.ts'
import { plain } from './markdown-lines.ts'
import { countsIn, severityWord } from './report-words.ts'
import { codeIn, referenceIn } from './report-places.ts'
import type { Legend } from './report-legend.ts'
import { type Placed, type Scope, governing, inIssues } from './report-outline.ts'
import { ratingsIn } from './report-prose.ts'
import { type Block, type Count, type Table, emptyBlock, readRow } from './report-rows.ts'
import { isState, levelAlone, marksIn, severityOf } from './report-marks.ts'

type Open = { -readonly [K in keyof Block]: Block[K] } & { indent: number; fields: Set<string> }

/** `taken` are lines that are read as something else: scores and verdicts. */
export function blocksOf(report: readonly Placed[], taken: ReadonlySet<number>, legend: Legend): { blocks: Block[]; counts: Count[] } {
  const blocks: Block[] = []
  const counts: Count[] = []
  const lists = new Set<Scope>() // scopes that hold items or rows
  let open: Open | null = null
  let table: Table | null = null
  let afterBlank = false

  const close = () => {
    if (open) blocks.push(open)
    open = null
  }
  const begin = (block: Pick<Open, 'text' | 'line' | 'scopes'> & Partial<Open>) => {
    close()
    open = { ...emptyBlock, details: [], indent: 0, fields: new Set(), ...block }
  }
  const takeText = ({ line, scopes, above }: Placed, index: number) => {
    if (line.kind !== 'item' && line.kind !== 'text') return
    const isText = line.kind === 'text'
    const gap = afterBlank
    afterBlank = false
    const said = plain(line.text)
    const labels = marksIn(line.text, legend)
    // A comment on quoted lines is a finding of its own.
    const comments = open?.quoted && !line.quoted && labels.severity !== null && marksIn(open.text, legend).severity === null
    if (open?.quoted && !comments && (!gap || (!line.quoted && open.details.length === 0))) return void open.details.push(said)
    if (line.quoted) return begin({ text: line.text, line: line.line, scopes, above, indent: line.indent, quoted: true })
    const counted = [said, said.replace(/^(?:\w+ ){0,2}\w+:\s/, '')].map(countsIn).find(({ length }) => length > 0) ?? []
    if (counted.length > 0) {
      counts.push(...counted.map((each) => ({ ...each, line: line.line })))
      return close()
    }
    const spoken = open ?? blocks.at(-1)
    if (isText && spoken && !spoken.prose && labels.severity === null && isState(line.text)) return void spoken.details.push(said)
    const within = open !== null && (open.indent === -1 || line.indent > open.indent)
    const field = fieldIn(said, legend)
    const inRecord = open !== null && (open.indent === -1 || open.fields.size > 0 || within || (isText && !gap))
    if (field !== null && open && inRecord && !open.fields.has(field)) {
      open.fields.add(field)
      open.prose = false
      return void open.details.push(said)
    }
    if (field !== null && open?.indent !== -1 && recordAt(report, index, legend)) {
      // A short line above a record is its title.
      const title = open && open.prose && open.details.length === 0 && !/[.!?]$/.test(open.text) ? open : null
      if (title) open = null
      const { text = '', line: at = line.line } = title ?? {}
      return begin({ text, line: at, scopes, above, indent: line.indent, fields: new Set([field]), details: [said] })
    }
    // A line with a label of its own is another finding, and so is a second place in a list without marks.
    const rated = labels.severity !== null && !(isText && (labels.pointing || ratingsIn(said, legend).length > 1))
    const another =
      rated || labels.labelled || (open !== null && !open.prose && referenceIn(open.text) !== null && referenceIn(line.text) !== null)
    const own = rated && open !== null && field === null && marksIn(open.text, legend).severity === null
    if (open && ((within && !own) || (isText && !gap && !another))) return void open.details.push(said)
    // What only names the part that rated ones are nested in is no finding.
    if (own && within && (open!.indent === -1 || boldTitle.test(open!.text))) open = null
    close()
    const scope = governing(scopes)
    if (scope?.kind === 'other' && labels.severity === null) return
    // What stands below a list is a remark about it.
    const remark = isText && scope !== undefined && lists.has(scope)
    if (!isText) for (const each of scopes) lists.add(each)
    const prose = !another && (!inIssues(scopes) || remark)
    begin({ text: line.text, line: line.line, scopes, number: line.number ?? null, above, indent: line.indent, prose })
  }

  report.forEach((placed, index) => {
    const { line, opens, scopes } = placed
    if (line.kind !== 'cells') table = null
    if (opens) {
      close()
      afterBlank = false
      if (isFindingTitle(placed, report, index, legend) && 'text' in line)
        begin({ text: line.text, line: line.line, scopes: scopes.slice(0, -1), indent: -1 })
    } else if (line.kind === 'blank') {
      afterBlank = true
      if (line.rule) close()
    } else if (taken.has(line.line) || legend.lines.has(line.line)) close()
    else if (line.kind === 'cells') {
      close()
      const row = readRow(line, scopes, table, legend)
      table = row.table
      counts.push(...row.counts)
      if (row.block) {
        blocks.push(row.block)
        for (const each of scopes) lists.add(each)
      }
    } else takeText(placed, index)
  })
  close()
  return { blocks, counts }
}

/** A heading is a finding where it carries a severity or stands under one, or one line below it gives one. */
function isFindingTitle({ opens, scopes, line }: Placed, report: readonly Placed[], index: number, legend: Legend): boolean {
  if (line.kind !== 'heading' || (opens?.kind !== 'plain' && opens?.kind !== 'issues')) return false
  const rated = marksIn(line.text, legend).severity !== null
  if (line.level === 1 && !rated && report.findIndex((each) => each.line.kind === 'heading') === index) return false // the title
  const above = governing(scopes.slice(0, -1))
  if (above?.kind === 'other') return false
  if (opens.kind === 'plain' && (rated || above?.kind === 'severity' || (above?.kind === 'issues' && codeIn(opens.title)))) return true
  const below = report.slice(index + 1, index + 40)
  const end = below.findIndex((each) => each.line.kind === 'heading')
  const said = below.slice(0, end === -1 ? undefined : end).flatMap((each) => ('text' in each.line ? [plain(each.line.text)] : []))
  return said.filter((text) => statedIn(text, legend) !== undefined).length === 1
}

/** `Severity: high`, or any short label before nothing but a severity, as in `How bad: critical`; null when nobody can tell what it means. */
export function statedIn(text: string, legend: Legend): Severity | null | undefined {
  if (text.length > 200) return undefined
  const said = ratingField.exec(text)?.[1]
  if (said !== undefined) return severityOf(said, legend)
  if (/^\p{L}{3,14}$/u.test(text)) return severityWord(text) ?? undefined
  const other = /^[\p{L} ]{2,24}[:=]\s{1,3}([^:(]{1,30}?)(?: \(.{1,40}\))?$/u.exec(text)?.[1]
  return (other && severityOf(other, legend)) || undefined
}

/** The field of a record that a line gives: a short label that is no severity itself, or whichever gives one. */
function fieldIn(text: string, legend: Legend): string | null {
  if (statedIn(text, legend) !== undefined) return /^prio/i.test(text) ? 'priority' : 'severity'
  const name = /^(\p{L}[\p{L} ]{1,22}?)\s?[:=]\s/u.exec(text)?.[1]?.toLowerCase() ?? null
  return name !== null && (levelAlone(name, legend) !== null || isState(name)) ? null : name
}

/** Does a line of the fields around this one give a severity? */
function recordAt(report: readonly Placed[], index: number, legend: Legend): boolean {
  for (const { line } of report.slice(index, index + 12)) {
    if ((line.kind !== 'item' && line.kind !== 'text') || fieldIn(plain(line.text), legend) === null) return false
    if (ratingField.test(plain(line.text)) || statedIn(plain(line.text), legend)) return true
  }
  return false
}

const ratingField = /^(?:severity|priority|prio|sev|schwere|schweregrad)(?:\s?[:=|]|\s[–—-])\s?(.{1,30})$/i
const boldTitle = /^(\*\*|__)[^*_]+\1$/
