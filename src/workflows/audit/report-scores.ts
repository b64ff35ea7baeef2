// The scores of an audit report: lines, lists, headings, tables and sentences that give a name a number, each told out of ten.
import { plain } from './markdown-lines.ts'
import type { Legend } from './report-legend.ts'
import { scoreAt } from './report-numbers.ts'
import { type Placed, inIssues, roundOf } from './report-outline.ts'
import { scoresIn } from './report-prose.ts'
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
  const isLater = (line: number, before: number) => (rounds.get(line) ?? 0) > (rounds.get(before) ?? 0)
  const note = (name: string, score: string, at: number, remark: string) => {
    const line = Math.floor(at)
    const key = dimensionNamed(name)
    const id = key ?? name.toLowerCase()
    const before = overallName.test(name) ? overall : found.get(id)
    if (before && !isLater(at, before.line)) return
    if (overallName.test(name)) overall = { score, line }
    else found.set(id, { name, key, score, line, remark })
  }
  const wordy = new Set(report.flatMap(({ line }) => (line.kind === 'text' && line.text.length > 240 ? [line.line] : []))) // says more than scores
  const pairs = [...ofHeadings(linePairs(report, legend), report), ...tablePairs(report)].sort((a, b) => a.line - b.line)
  const bareNames = new Map<number, string>(
    pairs.flatMap(({ line, name, said }) => (/^[\s(]{0,4}[\d★⭐]/.test(said) && scoreAt(said, legend, true) ? [[line, name]] : [])),
  )
  for (const { name, said, remark, line, expected, issues } of pairs) {
    const isOverall = overallName.test(name)
    const key = dimensionNamed(name)
    // A bare number is a score beside others of the same form.
    const beside =
      [line - 1, line + 1].some((near) => bareNames.has(near) && bareNames.get(near) !== name) ||
      pairs.filter((each) => each.line === line && dimensionNamed(each.name)).length > 1 ||
      (legend.scale !== null && pairs.filter((each) => each.line === line && /^\d{1,3}$/.test(each.said)).length > 2)
    const told = scoreAt(said, legend, (expected || isOverall || key !== null || beside) && (!issues || key !== null))
    if (!told && !(key !== null || expected) && !/^[n?]\s?\/\s?10\b/i.test(said)) continue
    if (told && (countName.test(name) || (told.score === 'out of range' && !expected && key === null && /^\d+(?:\.\d+)?$/.test(said))))
      continue
    if (!told || told.score === 'out of range') {
      const why = `${name} in line ${line} ${told ? 'has a score above its scale' : 'has no readable score'}`
      if (!isOverall && (expected || said.length <= 12 || told))
        unknown.set(key ?? name.toLowerCase(), { name, key, why, unmeasured: unmeasured.test(said) })
      continue
    }
    if (!wordy.has(line)) lines.add(line)
    note(name, told.score, line, remark ?? remarkIn(told.rest))
  }
  for (const { name, score, line } of proseScores(report, legend, lines)) if (!countName.test(name)) note(name, score, line, '')
  for (const id of found.keys()) unknown.delete(id)
  return { overall, dimensions: [...found.values()], unknown: [...unknown.values()], lines }
}

/** `Clarity: 9`, `Visual design 8/10, interaction 3/10`, `Readability ....... 9/10 (was 7)`, `## Content – 7/10`, `layout 5 → 9`. */
function linePairs(report: readonly Placed[], legend: Legend): Pair[] {
  // A board of scores in a quotation is one; a single score there is somebody else's.
  const isQuoted = (line?: Placed['line']) => line !== undefined && 'quoted' in line && line.quoted && scoreAtEnd.test(line.text)
  const isBoard = (at: number) => isQuoted(report[at - 1]?.line) || isQuoted(report[at + 1]?.line)
  return report.flatMap(({ line, scopes }, at) => {
    if ((line.kind !== 'heading' && line.kind !== 'item' && line.kind !== 'text') || line.text.startsWith('<') || line.text.length > 1000)
      return []
    if (
      (line.kind !== 'heading' && line.quoted && !severalScores.test(line.text) && !(scoreAtEnd.test(line.text) && isBoard(at))) ||
      legend.lines.has(line.line)
    )
      return []
    const text = plain(line.text)
      .replaceAll(/\[[#=*.\-\s█░▓▒■□▰▱●○]{3,}\]/g, ' ')
      .replaceAll(/[*█░▓▒■□▰▱●○]+(?=\s*\(?\d)|\.{2,}|(?:\s\.){3,}|…/g, ' ')
      .replace(/^:\s/, '')
      .replace(scoresTitle, '')
      .replace(/(?<=\s\d{1,3})\.$/, '')
      .replace(/^[^:]*:\s(?=\p{L}[\p{L} -]{1,30} \d{1,3}(?:[.,]\d+)?(?:,\s| ?\/ ?\d| of \d))/u, '')
    const titled = scoresTitle.test(plain(line.text))
    const expected =
      titled ||
      scopes.some(
        ({ title, level }) => level < 8 && /\bdimensions?\b|\b(?:scores?|ratings?|marks|scorecard|bewertung|grades)\b(?!:)/i.test(title),
      )
    const parts = text.split(/[;·•]|[,.]\s(?=\p{L})|\s\|\s(?=\p{L}[\p{L} ]* \d)/u)
    // A name with a verb in it is part of a sentence, which is read as one.
    if (line.kind === 'text' && parts.some((part) => sentence.test(pairForm.exec(part)?.[1] ?? ''))) return []
    return parts.flatMap((part, index): Pair[] => {
      const turned = scoreFirst.exec(part)
      const cut = pairForm.exec(part) ?? (turned && ['', turned[2], turned[1]])
      const name =
        cut?.[1]!
          .replace(/\s*\(\d+\s?%\)$/, '')
          .replace(/\s+(?:is|an?|→|->)$/, '')
          .replace(/^(?:and|the)\s/i, '')
          .replace(/^.*["“]([^"“”]+)["”]$/, '$1')
          .trim() ?? ''
      // A number in a name is one that counts something.
      if (
        name === '' ||
        name.split(/\s+/).length > 5 ||
        /(?:^|[^\p{L}\d])\d|\./u.test(name.replace(/\([^)]*\)|^\d{1,2}[.)]?\s/g, '')) ||
        sentence.test(name)
      )
        return []
      const said = cut![2]!.trim()
      const own = expected && parts.length === 1 && line.kind !== 'text'
      return [
        {
          name: name.replace(/^\d{1,2}[.)]?\s/, ''),
          said,
          remark: index === parts.length - 1 ? null : '',
          line: line.line,
          expected: own || (expected && valueFirst.test(said)) || (line.kind === 'heading' && /^\d{1,3}\s?%$/.test(said)),
          issues: inIssues(scopes),
        },
      ]
    })
  })
}

/** `Rating: 3/5`, `Score for this heuristic: 8` below a heading is of that heading, where several have one. */
function ofHeadings(pairs: readonly Pair[], report: readonly Placed[]): Pair[] {
  const heads = new Map<number, string>()
  for (const { line, scopes } of report) {
    const head = line.kind === 'heading' ? undefined : scopes.findLast(({ level }) => level < 7)
    if (head && head.level > 1) heads.set(line.line, head.title.replace(/^\d{1,2}[.)]\s/, ''))
  }
  const isOwn = ({ name, line }: Pair) =>
    heads.has(line) && /^(?:score|rating|mark|grade|points)(?: (?:for|of) (?:this|the) [\p{L} ]{2,20})?$/iu.test(name)
  return new Set(pairs.filter(isOwn).map(({ line }) => heads.get(line))).size < 2
    ? [...pairs]
    : pairs.map((pair) => (isOwn(pair) ? { ...pair, name: heads.get(pair.line)!, expected: true } : pair))
}

const severalScores = /\d ?\/ ?10\b.*\d ?\/ ?10\b/
const scoreAtEnd = /\d\s?\/\s?\d+$/

const scoresTitle =
  /^(?:dimension |audit )?(?:scores?(?= now| today)|scores|ratings|marks|grades)\b[^:.(\d]{0,30}(?:\([^()]{1,30}\))?[:.]\s*/i
const pairForm =
  /^\s*((?:\d{1,2}[.)]?\s)?\p{L}[^:|–—=\n★⭐]{0,60}?)(?:\s*[:|–—=]\s*|\s-\s|\s+(?!\(\d+\s?%\))(?=[★⭐●■█▰]|\(?(?:\d{1,6}|[n?])(?:[.,]\d{1,30})?\s{0,3}(?:\/|$|%|→|->|(?:out )?of (?:\d|ten|five)|von \d|sur \d|\(|\))|(?:zero|one|two|three|four|five|six|seven|eight|nine|ten)(?:$| (?:stars? )?(?:out )?of (?:\d|ten|five))))(.*)$/iu

/** `8/10 Consistency`. */
const scoreFirst = /^\s*(\d{1,3}(?:[.,]\d{1,2})?\s?\/\s?(?:100|20|10|5))\s*[:–—-]?\s+(\p{Lu}[^.:;|]{1,40})$/u

const remarkIn = (rest: string) => /^\s*[–—(,-]\s*(.+?)\)?$/.exec(rest)?.[1] ?? ''

/** One dimension a row, or one a column. A weight and what a score used to be are no scores. */
function tablePairs(report: readonly Placed[]): Pair[] {
  return tablesOf(report).flatMap((rows) => {
    const issues = inIssues(rows[0]!.scopes)
    const headed = !rows[0]!.cells.some((cell) => /^\(?\d+(?:[./]\d+)?(?:\s?\/|%|$)|[★⭐]/.test(cell))
    const head = headed ? rows[0]!.cells : []
    const body = headed ? rows.slice(1) : rows
    if (head.some((cell) => severityWord(cell) !== null || /^(?:sev(?:erity)?|prio|priority|problem|issue|finding)\.?$/i.test(cell)))
      return []
    const named = Math.max(
      0,
      head.findIndex((_, index) => body.every(({ cells }) => /^\p{L}/u.test(cells[index] ?? ''))),
    )
    const isScore = (cell: string | undefined) => valueFirst.test(cell ?? '')
    const column = (name: RegExp) => head.findIndex((cell, index) => index > named && name.test(cell))
    const now = [
      column(/^(?:now|current|today|latest|after|new)\b/i),
      column(/\b(?:score|rating|points|grade|value|mark|result|bewertung|note)\b/i),
    ].find((at) => at !== -1)
    const most = column(/^(?:max(?:imum)?|out of|of|scale)$/i)
    // Numbers beyond twenty can only be out of a hundred.
    const hundred = (at: number) => (body.some(({ cells }) => /^(?:2[1-9]|[3-9]\d)(?:\.\d+)?$/.test(cells[at] ?? '')) ? '/100' : '')
    const rounds = /^(?:iteration|round|pass|run|version|date|audit|runde)\b/i.test(head[0] ?? '')
    const last = body.at(-1)
    const across =
      now === undefined &&
      (body.length === 1 || rounds) &&
      head.length > 2 &&
      !head.some((cell, index) => index > 0 && /\d/.test(cell)) &&
      last?.cells.every((cell, index) => isScore(cell) || (index === 0 && !isScore(head[0])))
    if (last && across)
      return head.flatMap((name, index) =>
        name === '' || (rounds && index === 0) || !isScore(last.cells[index])
          ? []
          : [{ name, said: last.cells[index]!, remark: '', line: last.line, expected: true, issues }],
      )
    return body.flatMap(({ cells, line }): Pair[] => {
      const later = (percent: boolean) =>
        cells.findLastIndex(
          (cell, index) =>
            index > named &&
            !/weight|before|previous|was|target|goal|max|out of|change|delta|Δ|±/i.test(head[index] ?? '') &&
            isScore(cell) &&
            (percent || !cell.includes('%')),
        )
      const at = now ?? (later(false) === -1 && head.length > 0 ? later(true) : later(false))
      const name = (cells[named] ?? '').replace(/\s*\(\d+\s?%\)$/, '')
      if (!/\p{L}/u.test(name)) return []
      const remark = cells.filter((cell, index) => index > Math.max(at, 0) && /\p{L}/u.test(cell)).join(' ')
      const said = at === -1 ? (cells[named + 1] ?? '') : (cells[at] ?? '')
      return [
        {
          name,
          said: /^\d+(?:[.,]\d+)?$/.test(said)
            ? `${said}${most === -1 ? scaleOf(head[at] ?? '') || hundred(at) : `/${cells[most]}`}`
            : said,
          remark,
          line,
          expected: now !== undefined && !issues,
          issues,
        },
      ]
    })
  })
}

/** `Score (%)`, `Points (of 5)`. */
function scaleOf(head: string): string {
  const scale = /(?:\bof|\/)\s?(5|10|20|100)\b/.exec(head)?.[1]
  return scale ? `/${scale}` : /%|\bper ?cent\b/i.test(head) ? '%' : ''
}

function tablesOf(report: readonly Placed[]) {
  const tables: { cells: readonly string[]; line: number; scopes: Placed['scopes'] }[][] = []
  report.forEach(({ line, scopes }, index) => {
    if (line.kind !== 'cells') return
    if (report[index - 1]?.line.kind !== 'cells') tables.push([])
    tables.at(-1)!.push({ cells: line.cells.map((cell) => plain(cell) || cell), line: line.line, scopes })
  })
  return tables
}

function proseScores(report: readonly Placed[], legend: Legend, taken: ReadonlySet<number>) {
  const paragraphs: { text: string; line: number }[] = []
  report.forEach(({ line }, index) => {
    if ((line.kind !== 'text' && line.kind !== 'item') || line.quoted || taken.has(line.line)) return
    const before = report[index - 1]?.line
    if (line.kind === 'text' && before?.kind === 'text' && !taken.has(before.line) && paragraphs.length > 0)
      paragraphs.at(-1)!.text += ` ${plain(line.text)}`
    else paragraphs.push({ text: plain(line.text), line: line.line })
  })
  return paragraphs.flatMap(({ text, line }) => scoresIn(text, legend).map((each) => ({ ...each, line })))
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

const sentence = /\b(?:is|are|gets?|got|would|put|gives?|rate|rates|scores|earns?|deserves?|stays?|remains?|moves?|I|we)\b/

const overallName =
  /^(?:the )?(?:overall|on the whole|all in all|total|final|weighted|audit|average|gesamt)\b(?: (?:weighted|audit|design))?(?: (?:score|total|average|rating|mark))?$|^score$/i
const countName = /^(?:round|iteration|step|page|part|phase|version|evaluator)\b|\blines?$/i
const valueFirst = /^[\s(]{0,4}(?:\d|[★⭐]|(?:zero|one|two|three|four|five|six|seven|eight|nine|ten)\b)/i
const unmeasured = /\bnot (?:measured|applicable|assessed|evaluated|rated|scored|tested)\b|\bn\/a\b/i
