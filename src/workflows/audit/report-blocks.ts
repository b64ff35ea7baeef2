// The blocks of a report that may be findings: an item or paragraph with what belongs to it, a table row, a record of fields, a heading, a quotation with its answer.
import type { Severity } from './categorise.ts'
import { plain } from './markdown-lines.ts'
import { countsIn, stateWords, statusIn } from './report-words.ts'
import { codeIn, referenceIn } from './report-places.ts'
import { type Legend, pictureAt, severityIn } from './report-legend.ts'
import { type Placed, type Scope, governing, inIssues } from './report-outline.ts'
import { type Columns, columnsOf, goneSign, isHead, statusSign } from './report-columns.ts'
import { analyserLevels, clausesOf, isBehind, isState, levelAlone, marksIn } from './report-marks.ts'
import { ratingsIn } from './report-prose.ts'

export interface Block {
  readonly text: string
  readonly details: string[]
  readonly line: number
  readonly scopes: readonly Scope[]
  readonly number: string | null // in a numbered list, or the number or code of a row
  readonly above: readonly string[]
  readonly status: string // of a table's own column
  readonly prose: boolean // counts only as far as its sentences rate something
  readonly answer: string | null // to a quotation, which is no finding of this report without it
  readonly unread: string | null // what stands for its severity, when nobody can tell what that means
}

export interface Count {
  readonly severity: Severity
  readonly count: number
  readonly line: number
}

type Open = { -readonly [K in keyof Block]: Block[K] } & { details: string[]; indent: number; keys: Set<string> }

/** `taken` are lines that are read as something else: scores and verdicts. */
export function blocksOf(report: readonly Placed[], taken: ReadonlySet<number>, legend: Legend): { blocks: Block[]; counts: Count[] } {
  const blocks: Block[] = []
  const counts: Count[] = []
  const lists = new Set<Scope>() // scopes that hold items or rows
  let open: Open | null = null
  let titled: Open | null = null // the finding that the nearest heading names
  let columns: Columns | null = null
  let afterBlank = false

  const close = () => {
    if (open) blocks.push(open)
    open = null
  }
  const begin = (block: Pick<Open, 'text' | 'line' | 'scopes'> & Partial<Open>): Open => {
    close()
    open = {
      details: [],
      number: null,
      above: [],
      status: '',
      prose: false,
      answer: null,
      unread: null,
      indent: 0,
      keys: new Set(),
      ...block,
    }
    return open
  }
  const takeText = ({ line, scopes, above }: Placed, index: number) => {
    if (line.kind !== 'item' && line.kind !== 'text') return
    const isText = line.kind === 'text'
    const gap = afterBlank
    afterBlank = false
    const marks = marksIn(line.text, legend)
    const several = isText && (marks.pointing || (marks.severity !== null && ratingsIn(plain(line.text), legend).length > 1))
    const labels = several ? { ...marks, severity: null } : marks
    if (line.quoted) {
      // A note below a finding says where it is, or that it is over; what is answered is somebody else's.
      const noted = open?.answer === null && !open.prose ? open : titled
      const answered = report
        .slice(index + 1, index + 12)
        .find((each) => (each.line.kind !== 'blank' || each.line.rule) && !('quoted' in each.line && each.line.quoted))
      const over = labels.status === 'closed' || (saysOver.test(line.text) && statusIn(line.text) === 'closed')
      const reply = !gap && noted === open
      if (noted && labels.severity === null && (reply || (answered?.line.kind !== 'text' && (over || referenceIn(line.text)))))
        return void noted.details.push(`${over ? 'Status: ' : ''}${plain(line.text)}`)
      if (open?.answer === '' && !gap && labels.severity === null) return void open.details.push(plain(line.text))
      return void begin({ text: line.text, line: line.line, scopes, above, indent: line.indent, answer: '' })
    }
    if (open?.answer != null) {
      if (open.answer === '' || !gap) return void (open.answer += ` ${plain(line.text)}`)
      close()
    }
    const [, marked] = /\bmarked this (?:conversation|thread|comment) as (\w+)/i.exec(line.text) ?? []
    const spoken = open ?? titled ?? blocks.at(-1)
    if (isText && spoken && !spoken.prose && labels.severity === null && isState(marked ?? line.text))
      return void spoken.details.push(marked ?? plain(line.text))
    const said = plain(line.text)
    const counted = [said, said.replace(/^(?:\w+ ){0,2}\w+:\s/, '')].map(countsIn).find(({ length }) => length > 0) ?? []
    if (counted.length > 0 || line.text.startsWith('<')) {
      counts.push(...counted.map((each) => ({ ...each, line: line.line })))
      return close()
    }
    const within = open !== null && (open.indent === -1 || line.indent > open.indent)
    const key = fieldIn(plain(line.text), legend, within || (open?.keys.size ?? 0) > 0)
    if (key !== null && open && !open.keys.has(key) && (open.indent === -1 || open.keys.size > 0 || !gap || line.indent > open.indent)) {
      open.keys.add(key)
      open.prose = false
      return void open.details.push(plain(line.text))
    }
    if (key !== null && open?.indent !== -1 && recordAt(report, index, legend)) {
      // A short line above a record is its title.
      const title = open && open.keys.size === 0 && open.prose && open.details.length === 0 && !/[.!?]$/.test(open.text) ? open : null
      if (title) open = null
      return void begin({
        text: title?.text ?? '',
        line: title?.line ?? line.line,
        scopes,
        above,
        indent: line.indent,
        keys: new Set([key]),
        details: [plain(line.text)],
      })
    }
    // A line with a label of its own is another finding, and so is a second place in a list without marks.
    const another =
      labels.severity !== null ||
      labels.labelled ||
      (open !== null && !open.prose && referenceIn(open.text) !== null && referenceIn(line.text) !== null)
    const own = labels.severity !== null && open !== null && marksIn(open.text, legend).severity === null && !isField(line.text)
    const first = open !== null && isText && gap && open.details.length === 0 && boldTitle.test(open.text)
    if (open && ((within && !own) || ((first || (isText && !gap)) && !another))) return void open.details.push(plain(line.text))
    // What only names the part that rated ones are nested in is no finding.
    if (own && within && (open!.indent === -1 || boldTitle.test(open!.text))) open = null
    close()
    const scope = governing(scopes)
    if (scope?.kind === 'other' && labels.severity === null) return
    // What stands below a list is a remark about it.
    const remark = isText && scope !== undefined && lists.has(scope)
    if (!isText) for (const each of scopes) lists.add(each)
    begin({
      text: line.text,
      line: line.line,
      scopes,
      number: line.number ?? null,
      above,
      indent: line.indent,
      prose: !another && (!inIssues(scopes) || remark || (isText && scope?.level === 1 && /(?:\S+ ){3}/.test(scope.title))),
    })
  }
  const takeRow = ({ line, scopes }: Placed) => {
    if (line.kind !== 'cells') return
    close()
    const struck = line.cells.every((cell) => /^(?:~~.*~~)?$/.test(cell))
    const cells = line.cells.map((cell, index) => (index === columns?.at.line && /^\d/.test(cell) ? `line ${cell}` : plain(cell) || cell))
    const levels = cells.map((cell) => severityOf(cell, legend))
    if (
      columns === null &&
      (line.head || isHead(cells)
        ? levels.every((each) => each === null)
        : levels.length > 1 && levels.every((each, at) => each !== null || (at === 0 && cells[0] === '')))
    )
      return void (columns = columnsOf(cells, levels))
    if (columns && columns.levels.length > 1) {
      counts.push(
        ...columns.levels.flatMap((severity, at) =>
          severity && /^\d+$/.test(cells[at] ?? '') ? [{ severity, count: Number(cells[at]), line: line.line }] : [],
        ),
      )
      return
    }
    const { rated = -1, status = -1, gone = -1, now = -1, was = -1, count = -1 } = columns?.at ?? {}
    const scope = governing(scopes)
    const isLevel = (cell: string, index: number) => index !== was && !/^\d$/.test(cell) && severityOf(cell, legend) !== null
    const found = now !== -1 && rated === -1 ? now : rated === -1 ? line.cells.findIndex(isLevel) : rated
    if (struck || (scope?.kind === 'other' && rated === -1)) return
    if (found === -1 && !inIssues(scopes) && marksIn(cells.join(' — '), legend).severity === null) return
    for (const each of scopes) lists.add(each)
    const [rating, ...became] = (line.cells[found] ?? '').split(', ') // `serious, corrected since`
    const level = line.cells[found] ?? ''
    const severity =
      found === -1 ? null : (severityOf(level, legend) ?? severityOf(rating!, legend) ?? analyserLevels.get(level.toLowerCase()) ?? null)
    const before = was === -1 ? null : severityOf(line.cells[was] ?? '', legend)
    const isId = (cell: string) => /^#?(?:[a-z]{1,4}-?)?\d{1,4}$/i.test(cell)
    const told = cells.filter(
      (cell, index) => ![status, gone, found, was, ...(columns?.rounds ?? [])].includes(index) && !/^[–—-]?$/.test(cell) && !isId(cell),
    )
    if (severity && told.length === 0 && /^\d+$/.test(cells[count] ?? ''))
      counts.push({ severity, count: Number(cells[count]), line: line.line })
    if (told.length === 0) return
    const said = rated === -1 ? '' : (cells[rated] ?? '')
    const stated = severity ?? before
    begin({
      text: `${stated ? `${stated}: ` : ''}${told.join(' — ')}`,
      line: line.line,
      scopes,
      number: isId(cells[0] ?? '') ? cells[0]!.replace('#', '') : null,
      status: [
        ...became,
        now === -1 || severity ? '' : statusSign(cells[now] ?? '', legend),
        statusSign(cells[status] ?? '', legend),
        goneSign(gone === -1 ? null : (cells[gone] ?? ''), legend),
      ].join('; '),
      unread: stated === null && !/^(?:|[–—-]|n\/a)$/i.test(said) ? said : null,
    })
    close()
  }

  report.forEach((placed, index) => {
    const { line, opens, scopes } = placed
    if (line.kind !== 'cells') columns = null
    if (opens) {
      close()
      afterBlank = false
      if (line.kind === 'heading') titled = null
      if (line.kind === 'heading' && isFindingTitle(placed, report, index, legend))
        titled = begin({ text: line.text, line: line.line, scopes: scopes.slice(0, -1), indent: -1 })
    } else if (line.kind === 'blank') {
      afterBlank = true
      if (line.rule) close()
    } else if (taken.has(line.line) || legend.lines.has(line.line)) close()
    else if (line.kind === 'cells') takeRow(placed)
    else takeText(placed, index)
  })
  close()
  return { blocks, counts }
}

/** A heading is a finding where it carries a severity or stands under one, or one line below it gives one. */
function isFindingTitle({ opens, scopes, line }: Placed, report: readonly Placed[], index: number, legend: Legend): boolean {
  if (line.kind !== 'heading' || (opens?.kind !== 'plain' && opens?.kind !== 'issues')) return false
  if (line.level === 1 && report.findIndex((each) => each.line.kind === 'heading') === index && !marksIn(line.text, legend).severity)
    return false // the title
  const above = governing(scopes.slice(0, -1))
  if (above?.kind === 'other') return false
  if (opens.kind === 'plain' && marksIn(line.text, legend).severity) return true
  if (opens.kind === 'plain' && (above?.kind === 'severity' || (above?.kind === 'issues' && codeIn(opens.title)))) return true
  const below = report.slice(index + 1, index + 40)
  const end = below.findIndex((each) => each.line.kind === 'heading')
  const said = below.slice(0, end === -1 ? undefined : end).flatMap((each) => ('text' in each.line ? [plain(each.line.text)] : []))
  return said.filter((text) => statedIn(text, legend) !== undefined).length === 1
}

/** The severity that a word, a sign of the legend or a cell with both stands for. */
function severityOf(said: string, legend: Legend): Severity | null {
  const words = [said.trim().replaceAll(/[[\]()*`]/g, ''), plain(said).replace(/ (?:severity|priority)$/i, '')]
  const own = words.map((each) => severityIn(each, legend) ?? levelAlone(each, legend)).find((each) => each !== null)
  return own ?? (/^[^\p{L}]/u.test(said) && said.length < 24 ? marksIn(said, legend).severity : null)
}

/** `Severity: high`, or any short label before nothing but a severity, as in `How bad: critical`; null when nobody can tell what it means. */
export function statedIn(text: string, legend: Legend): Severity | null | undefined {
  const said = ratingField.exec(text)?.[1]
  if (said !== undefined)
    return severityOf(said.replace(/^critique$/i, 'critical'), legend) ?? severityIn(/^[\p{L}\d]+/u.exec(plain(said))?.[0] ?? '', legend)
  if (/^\p{L}{3,14}$/u.test(text)) return severityIn(text, legend) ?? undefined
  const clauses = clausesOf(text)
  const levels = clauses.flatMap(({ said }) => levelAlone(said, legend) ?? [])
  const isLabel = ({ said }: (typeof clauses)[number]) =>
    levelAlone(said, legend) !== null ||
    isBehind.test(said) ||
    stateWords.test(said) ||
    (!/\s/.test(said) && referenceIn(said) !== null) ||
    pictureAt.test(said)
  if (clauses.length > 1 && levels.length === 1 && clauses.every(isLabel)) return levels[0]!
  const other = /^[\p{L} ]{2,24}[:=]\s{1,3}([^:(]{1,30}?)(?: \(.{1,40}\))?$/u.exec(text)?.[1]
  return (other && severityOf(other, legend)) || undefined
}

/** The field of a record that a line gives; inside a record, any label may be the one of its severity. */
function fieldIn(text: string, legend: Legend, inside: boolean): string | null {
  if ((inside || ratingField.test(text)) && statedIn(text, legend) !== undefined) return /^prio/i.test(text) ? 'priority' : 'severity'
  const name = fieldName.exec(text)?.[1]?.toLowerCase() ?? null
  return name !== null && /^(?:sev|prio|schwere|gravité)/.test(name) ? null : name
}

const isField = (text: string) => fieldName.test(plain(text))

/** Does a line of the fields around this one give a severity? */
function recordAt(report: readonly Placed[], index: number, legend: Legend): boolean {
  for (let at = index; at < Math.min(report.length, index + 12); at += 1) {
    const { line } = report[at]!
    if (line.kind !== 'item' && line.kind !== 'text') return false
    if (statedIn(plain(line.text), legend) !== undefined) return true
    if (!isField(line.text)) return false
  }
  return false
}

/** A note's own words for it, not a user's `it closed and all was gone`. */
const saysOver =
  /(?:^|[:.] )(?:now |already )?(?:fixed|resolved|closed|withdrawn|done|false (?:positive|alarm))(?:[.,!]|$| (?:in|since)\b)/i
const boldTitle = /^(\*\*|__)[^*_]+\1$/
const ratingField = /^(?:severity|priority|prio|sev|schwere|schweregrad|gravité|severidad)(?:\s?[:=|]|\s[–—-])\s?(.{1,30})$/i
const fieldName =
  /^(severity|priority|prio|sev|schwere|schweregrad|gravité|severidad|place|where|location|file|path|component|ort|stelle|problem|issue|finding|description|what|details?|observation|title|id|status|state|result|remedy|fix|recommendation|suggestion|action|solution|why|impact|effort|confidence|owner|evidence|category|dimension|wcag|steps|expected|actual)\s?[:=]\s/i
