// The scores of an audit report: lines, lists, headings, tables and sentences that give a name a number, each told out of ten.
import { plain } from './markdown-lines.ts'
import type { Legend } from './report-legend.ts'
import { type Scale, digits, scoreAt } from './report-numbers.ts'
import { type Placed, inIssues, roundOf } from './report-outline.ts'
import { severityWord } from './report-words.ts'
import { type Dimension } from './score.ts'

interface DimensionScore {
  readonly name: string
  readonly key: Dimension | null // null for a dimension that is not one of our five
  readonly score: string // out of 10
  readonly line: number
  readonly remark: string // what stands beside the score
}

interface UnknownScore {
  readonly name: string
  readonly key: Dimension | null
  readonly why: string
  readonly unmeasured: boolean // said to be so, not left open
}

export interface Scores {
  readonly overall: { readonly score: string; readonly line: number } | null
  readonly dimensions: readonly DimensionScore[]
  /** Dimensions whose score the report does not tell: nobody may take them for good enough. */
  readonly unknown: readonly UnknownScore[]
  /** The lines that scores stand in. */
  readonly lines: ReadonlySet<number>
}

/** A name and what is said about it, before anybody knows whether that is a score. */
interface Pair {
  readonly name: string
  readonly said: string
  readonly remark: string | null // null: whatever stands after the score
  readonly line: number
  readonly expected: boolean // stands where scores are given
  readonly issues: boolean // stands among issues, where a number may count things
}

export function readScores(report: readonly Placed[], legend: Legend): Scores {
  let overall: Scores['overall'] = null
  const found = new Map<string, DimensionScore>()
  const unknown = new Map<string, UnknownScore>()
  const lines = new Set<number>()
  const rounds = new Map(report.map(({ line, scopes }) => [line.line, roundOf(scopes)]))
  const note = (name: string, score: string, at: number, remark: string) => {
    const line = Math.floor(at)
    const key = dimensionNamed(name)
    const id = key ?? name.toLowerCase()
    const before = overallName.test(name) ? overall : found.get(id)
    if (before && (rounds.get(at) ?? 0) <= (rounds.get(before.line) ?? 0)) return
    if (overallName.test(name)) overall = { score, line }
    else found.set(id, { name, key, score, line, remark })
  }
  const told = report.filter(({ line }) => !legend.lines.has(line.line))
  const pairs = [...ofHeadings(told.flatMap(linePairs), report), ...tablesOf(report).flatMap(tablePairs)].sort((a, b) => a.line - b.line)
  const numbered = Map.groupBy(
    pairs.filter(({ said }) => bareNumber.test(said)),
    ({ line }) => line,
  )
  const long = new Set(told.flatMap(({ line }) => (line.kind === 'text' && line.text.length > 240 ? [line.line] : []))) // says more than scores
  for (const { name, said, remark, line, expected, issues } of pairs) {
    const isOverall = overallName.test(name)
    const key = dimensionNamed(name)
    // A bare number is a score beside others of the same form.
    const beside = [line - 1, line, line + 1].some((near) => numbered.get(near)?.some((each) => each.name !== name))
    const read = scoreAt(said, legend, (expected || isOverall || key !== null || beside) && (!issues || key !== null))
    if (!read && !(key !== null || expected) && !/^[n?]\s?\/\s?10\b/i.test(said)) continue
    const inRange = read !== null && read.score !== 'out of range'
    if (read && (countName.test(name) || (!inRange && !expected && key === null && /^\d+(?:\.\d+)?$/.test(said)))) continue
    if (inRange) {
      if (!long.has(line)) lines.add(line)
      note(name, read.score, line, remark ?? /^\s*[–—(,-]\s*(.+?)\)?$/.exec(read.rest)?.[1] ?? '')
    } else if (!isOverall && (expected || said.length <= 12 || read)) {
      const why = `${name} in line ${line} ${read ? 'has a score above its scale' : 'has no readable score'}`
      unknown.set(key ?? name.toLowerCase(), { name, key, why, unmeasured: unmeasured.test(said) })
    }
  }
  for (const { line } of told)
    if ((line.kind === 'text' || line.kind === 'item') && !line.quoted && !lines.has(line.line))
      for (const { name, score } of scoresIn(plain(line.text), legend)) if (!countName.test(name)) note(name, score, line.line, '')
  for (const id of found.keys()) unknown.delete(id)
  return { overall, dimensions: [...found.values()], unknown: [...unknown.values()], lines }
}

/** `Clarity: 9`, `Visual design 8/10, interaction 3/10`, `Readability ....... 9/10 (was 7)`, `## Content – 7/10`, `layout 5 → 9`. */
function linePairs({ line, scopes }: Placed): Pair[] {
  if ((line.kind !== 'heading' && line.kind !== 'item' && line.kind !== 'text') || line.text.length > 1000) return []
  if (line.kind !== 'heading' && line.quoted) return [] // somebody else's, or of another round
  const whole = plain(line.text)
  const text = whole
    .replaceAll(/\[?[*█░▓▒■□▰▱●○#=.]{3,}\]?(?=\s*\(?\d)|\.{2,}/g, ' ')
    .replace(scoresTitle, '')
    .replace(/\(score:?\s+(?=\d)/i, '(')
    .replace(/(?<=\s\d{1,3})\.$/, '')
  const expected = scoresTitle.test(whole) || scopes.some(({ title, level }) => level < 8 && scoresHead.test(title))
  const parts = text.split(/[;·•|]|[,.]\s(?=\p{L})/u)
  // A name with a verb in it is part of a sentence, which is read as one.
  if (line.kind === 'text' && parts.some((part) => sentence.test(pairForm.exec(part)?.[1] ?? ''))) return []
  return parts.flatMap((part, index): Pair[] => {
    const [, before = '', said = ''] = pairForm.exec(part.replace(/^[^:]*:\s(?=\p{L}[\p{L} -]{1,30} \d{1,3}(?:$| ?\/))/u, '')) ?? []
    const name = before
      .replace(/\s*\(\d+\s?%\)$|^\s*\d{1,2}[.)]?\s/g, '')
      .replace(/^and\s/i, '')
      .trim()
    if (
      name.length < 2 ||
      severityWord(name) !== null ||
      name.split(/\s+/).length > 5 ||
      /(?:^|[^\p{L}\d])\d|\./u.test(name) ||
      sentence.test(name)
    )
      return []
    const own = parts.length === 1 && line.kind !== 'text'
    return [
      {
        name,
        said: said.trim(),
        remark: index === parts.length - 1 ? null : '',
        line: line.line,
        expected: (expected && (own || valueFirst.test(said))) || (line.kind === 'heading' && /^\d{1,3}\s?%$/.test(said)),
        issues: inIssues(scopes),
      },
    ]
  })
}

/** `Rating: 3/5`, `Score for this heuristic: 8` below a heading is of that heading, where several have one. */
function ofHeadings(pairs: readonly Pair[], report: readonly Placed[]): Pair[] {
  const heads = new Map<number, string>()
  for (const { line, scopes } of report) {
    const head = scopes.findLast(({ level }) => level < 7)
    if (head && head.level > 1) heads.set(line.line, head.title.replace(/^\d{1,2}[.)]\s/, ''))
  }
  const isOwn = ({ name, line }: Pair) =>
    heads.has(line) && /^(?:score|rating|mark|grade|points)(?: (?:for|of) th(?:is|e) .*)?$/i.test(name)
  const several = new Set(pairs.filter(isOwn).map(({ line }) => heads.get(line))).size > 1
  return pairs.map((pair) => (several && isOwn(pair) ? { ...pair, name: heads.get(pair.line)!, expected: true } : pair))
}

interface Row {
  readonly cells: readonly string[]
  readonly line: number
  readonly scopes: Placed['scopes']
}

/** One dimension a row, or one a column. A weight and what a score used to be are no scores. */
function tablePairs(rows: readonly Row[]): Pair[] {
  const issues = inIssues(rows[0]!.scopes)
  const headed = !rows[0]!.cells.some((cell) => /^\(?\d+(?:[./]\d+)?(?:\s?\/|%|$)|[★⭐]/.test(cell))
  const head = headed ? rows[0]!.cells : []
  const body = headed ? rows.slice(1) : rows
  if (head.some((cell) => severityWord(cell) !== null || /^(?:sev(?:erity)?|prio|priority|problem|issue|finding)\.?$/i.test(cell)))
    return []
  const isScore = (cell: string | undefined) => valueFirst.test(cell ?? '')
  const last = body.at(-1)
  const across = head.length > 2 && !head.some((cell) => /\d/.test(cell) || scoreHead.test(cell) || nowHead.test(cell))
  const whole = last?.cells.every((cell, index) => isScore(cell) || (index === 0 && !isScore(head[0])))
  if (last && across && whole && (body.length === 1 || countName.test(head[0] ?? '')))
    return head.flatMap((name, index) =>
      name === '' || countName.test(name) || !isScore(last.cells[index])
        ? []
        : [{ name, said: last.cells[index]!, remark: '', line: last.line, expected: true, issues }],
    )
  const named = Math.max(
    0,
    head.findIndex((_, index) => body.every(({ cells }) => /^\p{L}/u.test(cells[index] ?? ''))),
  )
  const column = (name: RegExp) => head.findIndex((cell, index) => index > named && name.test(cell))
  const now = [column(nowHead), column(scoreHead)].find((at) => at !== -1)
  return body.flatMap(({ cells, line }): Pair[] => {
    const isValue = (cell: string, index: number) => index > named && !noScore.test(head[index] ?? '') && isScore(cell)
    const plainly = cells.findLastIndex((cell, index) => isValue(cell, index) && !cell.includes('%'))
    const at = now ?? (plainly === -1 && headed ? cells.findLastIndex(isValue) : plainly)
    const name = (cells[named] ?? '').replace(/\s*\(\d+\s?%\)$/, '')
    if (!/\p{L}/u.test(name)) return []
    const said = cells[at === -1 ? named + 1 : at] ?? ''
    const scale = /^\d+(?:[.,]\d+)?$/.test(said) ? scaleOf(head[at] ?? '') : ''
    const remark = cells.filter((cell, index) => index > Math.max(at, 0) && /\p{L}/u.test(cell)).join(' ')
    return [{ name, said: `${said}${scale}`, remark, line, expected: now !== undefined && !issues, issues }]
  })
}

/** `Score (%)`, `Points (of 5)`. */
function scaleOf(head: string): string {
  const scale = /(?:\bof|\/)\s?(5|10|20|100)\b/.exec(head)?.[1]
  return scale ? `/${scale}` : head.includes('%') ? '%' : ''
}

function tablesOf(report: readonly Placed[]): Row[][] {
  const tables: Row[][] = []
  report.forEach(({ line, scopes }, index) => {
    if (line.kind !== 'cells') return
    if (report[index - 1]?.line.kind !== 'cells') tables.push([])
    tables.at(-1)!.push({ cells: line.cells.map((cell) => plain(cell) || cell), line: line.line, scopes })
  })
  return tables
}

/** `I'd give hierarchy nine out of ten`, `Colour gets an 8/10`: what stands before it in its clause is the name. */
function scoresIn(paragraph: string, scale: Scale): { name: string; score: string }[] {
  let subject = '' // of the clause before
  if (!/\d\s{0,2}\/|\bof\b/.test(paragraph)) return []
  return digits(paragraph.replaceAll(/\s+/g, ' '))
    .split(/(?<=[.!?])\s|[;:–—(,]\s|\s(?:and|but|while)\s/)
    .flatMap((clause) => {
      const at = clause.search(/(?<![\d.,/:])\d{1,3}(?:\.\d{1,2})?\s{0,2}(?:\/|(?:out )?of)\s{0,2}(?:100|20|10|5)\b/)
      const told = at === -1 ? null : scoreAt(clause.slice(at), scale, false)
      const after = (at === 0 ? /^:?\s+(?:(?:for|on)\s+)?([\p{L}\s&'’-]{3,60})/u : /^\s+(?:for|on)\s+([\p{L}\s&'’-]{3,60})/u).exec(
        told?.rest ?? '',
      )?.[1]
      const own = (after ?? (at === -1 ? clause : clause.slice(0, at))).replace(opening, '').replace(closing, '').trim()
      const name = own === '' ? subject : own.slice(0, 60)
      subject = name
      return told && told.score !== 'out of range' && name !== '' ? [{ name, score: told.score }] : []
    })
}

const opening = /^(?:(?:so|then|on|for|the|i|we|i['’]d|would|give|put|rate)\s+)+/i
const closing =
  /(?:^|\s+)(?:(?:i|we|i['’]d|is|are|at|an?|just|as|strong|would|give|gave|put|it|gets?|got|scores?|earns?|stays?|moves?|up|to|solid|with)(?:\s+|$))+$/i

function dimensionNamed(name: string): Dimension | null {
  return stems.find(([, stem]) => stem.test(name))?.[0] ?? null
}

/** In this order: "accessibility compliance" is accessibility. */
const stems: readonly (readonly [Dimension, RegExp])[] = [
  ['accessibility', /\baccessib|\ba11y\b|\bwcag\b/i],
  ['consistency', /\bconsisten/i],
  ['completeness', /\bcomplete/i],
  ['quality', /\bquality\b/i],
  ['industry', /\bindustry\b|\bcompliance\b/i],
]

const scoresTitle =
  /^(?:dimension |audit )?(?:scores?(?= now| today)|scores|ratings|marks|grades)\b[^:.(\d]{0,30}(?:\([^()]{1,30}\))?[:.]\s*/i
const scoresHead = /\bdimensions?\b|\b(?:scores?|ratings?|marks|scorecard|bewertung|grades)\b(?!:)/i
const scoreHead = /\b(?:score|rating|points|grade|value|mark|result)\b/i
const nowHead = /^(?:now|current|today|latest|after|new)\b/i
const noScore = /weight|before|previous|was|target|goal|max|out of|change|delta|Δ|±/i
const pairForm =
  /^\s*((?:\d{1,2}[.)]?\s)?\p{L}[^:–—=\n★⭐]{0,60}?)(?:\s*[:–—=]\s*|\s-\s|\s+(?!\(\d+\s?%\))(?=[★⭐●■█▰]|\(?(?:\d{1,6}|[n?])(?:[.,]\d{1,30})?\s{0,3}(?:\/|$|%|→|->|(?:out )?of (?:\d|ten|five)|von \d|\(|\))))(.*)$/iu
const sentence = /\b(?:is|are|gets?|got|would|put|gives?|rate|rates|scores|earns?|stays?|moves?|remains?|I|we)\b/
const overallName =
  /^(?:the )?(?:overall|total|final|weighted|audit|average|gesamt)\b(?: (?:weighted|audit|design))?(?: (?:score|total|average|rating|mark))?$|^score$/i
const countName = /^(?:round|iteration|step|page|part|phase|version|date|run|runde|audit)\b|\blines?$/i
const valueFirst = /^[\s(]{0,4}(?:\d|[★⭐])/i
const bareNumber = /^\s*\d{1,3}(?:[.,]\d{1,30})?(?:\s*[(–—→]|\s*$)/
const unmeasured = /\bnot (?:measured|applicable|assessed|evaluated|rated|scored|tested)\b|\bn\/a\b/i
