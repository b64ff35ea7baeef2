// The scores of an audit report: lines, lists, headings and tables that give a name a number, each told out of ten.
import { compareDecimal, formatDecimal, parseDecimal } from './decimal.ts'
import { plain } from './markdown-lines.ts'
import { type Placed, inIssues } from './report-outline.ts'
import { type Dimension } from './score.ts'

export interface DimensionScore {
  readonly name: string
  readonly key: Dimension | null // null for a dimension that is not one of our five
  readonly score: string // out of 10
  readonly line: number
  readonly remark: string // what stands beside the score
}

export interface UnknownScore {
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
  readonly remark: string
  readonly line: number
  readonly expected: boolean // stands where scores are given
  readonly issues: boolean // stands among issues, where a number may count things
}

export function readScores(report: readonly Placed[]): Scores {
  let overall: Scores['overall'] = null
  const found = new Map<string, DimensionScore>()
  const unknown = new Map<string, UnknownScore>()
  const lines = new Set<number>()
  const pairs = [...linePairs(report), ...tablePairs(report)].sort((a, b) => a.line - b.line)
  const bareNames = new Map<number, string>(pairs.flatMap(({ line, name, said }) => (bareScore.test(said) ? [[line, name]] : [])))
  for (const { name, said, remark, line, expected, issues } of pairs) {
    const isOverall = overallName.test(name)
    const key = dimensionNamed(name)
    // A bare number is a score beside others of the same form.
    const beside = [line - 1, line + 1].some((near) => bareNames.has(near) && bareNames.get(near) !== name)
    const score = scoreOf(said, (expected || isOverall || key !== null || beside) && (!issues || key !== null))
    if (score === null && !(key !== null || expected) && !/^[n?]\s?\/\s?10\b/i.test(said)) continue
    if (score !== null && countName.test(name)) continue
    if (score === null || score === 'out of range') {
      const why = `${name} in line ${line} ${score === null ? 'has no readable score' : 'has a score above its scale'}`
      const isRow = expected || said.length <= 12
      if (!isOverall && (isRow || score !== null))
        unknown.set(key ?? name.toLowerCase(), { name, key, why, unmeasured: unmeasured.test(said) })
      continue
    }
    lines.add(line)
    const id = key ?? name.toLowerCase()
    if (isOverall) overall ??= { score, line }
    else if (!found.has(id)) found.set(id, { name, key, score, line, remark })
  }
  for (const id of found.keys()) unknown.delete(id)
  return { overall, dimensions: [...found.values()], unknown: [...unknown.values()], lines }
}

/** `Clarity: 9`, `Visual design 8/10, interaction 3/10`, `Readability ....... 9/10 (was 7)`, `## Content – 7/10`. */
function linePairs(report: readonly Placed[]): Pair[] {
  return report.flatMap(({ line, scopes }) => {
    if (line.kind === 'blank' || line.kind === 'cells' || /^[><]/.test(line.text) || line.text.length > 1000) return []
    const text = plain(line.text)
      .replaceAll(/[*█░▓▒■□▰▱●○]+|\.{3,}|…/g, ' ')
      .replace(/^:\s/, '')
      .replace(/^(?:dimension |audit )?scores\b[^:.\d]{0,20}[:.]\s*/i, '')
    const expected = scopes.some(({ title, level }) => level < 8 && /\bdimensions?\b|\bscores?\b(?!:)/i.test(title))
    return text.split(/[;·•]|[,.]\s(?=\p{L})/u).flatMap((part, index, parts): Pair[] => {
      const cut =
        /^\s*((?:\d{1,2}[.)]\s)?\p{L}[^:|–—\n]{0,60}?)(?:\s*[:|–—]\s*|\s-\s|\s+(?=\(?[\dn?]{1,6}(?:\.\d{1,30})?\s{0,3}(?:\/|$|(?:out )?of \d|\()))(.*)$/u.exec(
          part,
        )
      const name =
        cut?.[1]!
          .replace(/\s*\(\d+\s?%\)$/, '')
          .replace(/\s+is$/, '')
          .trim() ?? ''
      // A number in a name is one that counts something.
      if (name === '' || name.split(/\s+/).length > 5 || /[\d.]/.test(name.replace(/\([^)]*\)|^\d{1,2}[.)]\s/g, ''))) return []
      const said = cut![2]!.trim()
      const own = expected && parts.length === 1 && line.kind !== 'text'
      const remark = index === parts.length - 1 ? (/^\S+(?: (?:out )?of 10)?\s*[–—(,-]\s*(.+?)\)?$/.exec(said)?.[1] ?? '') : ''
      return [{ name, said, remark, line: line.line, expected: own || (expected && numberFirst.test(said)), issues: inIssues(scopes) }]
    })
  })
}

/** One dimension a row, or one a column. A weight and what a score used to be are no scores. */
function tablePairs(report: readonly Placed[]): Pair[] {
  return tablesOf(report).flatMap((rows) => {
    const issues = inIssues(rows[0]!.scopes)
    const headed = !rows[0]!.cells.some((cell) => /\d/.test(cell))
    const head = headed ? rows[0]!.cells : []
    const body = headed ? rows.slice(1) : rows
    if (head.some((cell) => /^(?:severity|prio|priority|status)$/i.test(cell))) return []
    const column = (name: RegExp) => head.findIndex((cell, index) => index > 0 && name.test(cell))
    const now = [column(/^(?:now|current|today|latest|after|new)\b/i), column(/\b(?:score|rating|points|grade|value|mark)\b/i)].find(
      (at) => at !== -1,
    )
    const across =
      now === undefined &&
      body.length === 1 &&
      head.length > 2 &&
      body[0]!.cells.every((cell, index) => numberFirst.test(cell) || (index === 0 && !numberFirst.test(head[0]!)))
    if (across)
      return head.flatMap((name, index) =>
        name === '' || !numberFirst.test(body[0]!.cells[index] ?? '')
          ? []
          : [{ name, said: body[0]!.cells[index]!, remark: '', line: body[0]!.line, expected: true, issues }],
      )
    return body.flatMap(({ cells, line }): Pair[] => {
      const at =
        now ??
        cells.findIndex(
          (cell, index) =>
            index > 0 && !/weight|%|before|previous/i.test(head[index] ?? '') && numberFirst.test(cell) && !cell.includes('%'),
        )
      const name = cells[0] ?? ''
      if (!/\p{L}/u.test(name)) return []
      const remark = cells.filter((cell, index) => index > Math.max(at, 0) && /\p{L}/u.test(cell)).join(' ')
      return [
        { name, said: at === -1 ? (cells[1] ?? '') : (cells[at] ?? ''), remark, line, expected: now !== undefined && !issues, issues },
      ]
    })
  })
}

function tablesOf(report: readonly Placed[]) {
  const tables: { cells: readonly string[]; line: number; scopes: Placed['scopes'] }[][] = []
  report.forEach(({ line, scopes }, index) => {
    if (line.kind !== 'cells') return
    if (report[index - 1]?.line.kind !== 'cells') tables.push([])
    tables.at(-1)!.push({ cells: line.cells, line: line.line, scopes })
  })
  return tables
}

/** `8.5/10`, `85/100`, `4/5`, `5 of 10`; where a score is expected also a bare `8.5`, never a percentage or a count of things. Told out of ten, exactly. */
function scoreOf(said: string, bare: boolean): string | 'out of range' | null {
  const match =
    /^[\s(]{0,4}(\d{1,6}(?:\.\d{1,30})?)\s{0,3}(?:\/|(?:out )?of)\s{0,3}(100|10|5)(?![\d/]|\s[a-z])/i.exec(said) ??
    (bare ? bareScore.exec(said) : null)
  const value = match && parseDecimal(match[1]!)
  if (!value) return null
  const scale = match[2] ?? '10'
  if (compareDecimal(value, { units: BigInt(scale), places: 0 }) > 0) return 'out of range'
  if (scale === '100') return formatDecimal({ units: value.units, places: value.places + 1 })
  return formatDecimal(scale === '5' ? { units: value.units * 2n, places: value.places } : value)
}

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

const overallName =
  /^(?:the )?(?:overall|total|final|weighted|audit)\b(?: (?:weighted|audit|design))?(?: (?:score|total|average))?$|^score$/i
const countName = /^(?:round|iteration|step|page|part|phase)\b/i
const numberFirst = /^[\s(]{0,4}\d/
const bareScore = /^[\s(]{0,4}(\d{1,6}(?:\.\d{1,30})?)(?=\s*(?:$|[|)(,;–—]|-\s|\.(?:\s|$)))/
const unmeasured = /\bnot (?:measured|applicable|assessed)\b|\bn\/a\b/i
