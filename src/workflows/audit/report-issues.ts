// The findings of a report: what is still open, how severe it is, and where; the same one told twice under its code is one.
import { type Severity, categoryOf, isClaimedFixed, rank } from './categorise.ts'
import { plain } from './markdown-lines.ts'
import { blocksOf, statedIn } from './report-blocks.ts'
import { type Doubt, doubtsIn } from './report-doubts.ts'
import { type Legend, plainLegend } from './report-legend.ts'
import { isState, marksIn } from './report-marks.ts'
import { type Placed, type Scope, governing, inIssues, isClosed, isKept, roundOf } from './report-outline.ts'
import { codeIn, placeOf } from './report-places.ts'
import { ratingsIn, sentencesOf } from './report-prose.ts'
import type { Block, Count } from './report-rows.ts'
import { type Status, isNone, statusIn } from './report-words.ts'

interface ReportFinding {
  readonly text: string
  readonly line: number // in the report
  stated: Severity | null
  readonly context: string // the heading it stands under, when that is no severity
  reference: string | null // artifact:line, when the finding names one
}

export interface Issues {
  readonly findings: readonly ReportFinding[]
  /** Headings and lines that give a number, as `### Critical (2)`, and how many are told. */
  readonly announced: readonly (Count & { readonly listed: number })[]
  readonly present: boolean
  /** Findings whose severity is given in a way nobody can read. */
  readonly unclear: readonly string[]
  /** What may be a Critical that was not read as one. */
  readonly doubts: readonly Doubt[]
}

interface Told {
  readonly finding: ReportFinding
  readonly round: number
  /** Says only that there is such a thing: a summary where such things are listed. */
  readonly loose: boolean
  open: boolean
}

interface Reading {
  readonly legend: Legend
  readonly told: Told[]
  readonly byCode: Map<string, Told>
  readonly listed: Map<Scope, number>
  /** First lines of blocks that were decided on. */
  readonly heard: Set<number>
  readonly unclear: string[]
}

/** `taken` are lines that are read as something else: scores and verdicts. */
export function readIssues(report: readonly Placed[], taken: ReadonlySet<number>, legend: Legend): Issues {
  const reading: Reading = { legend, told: [], byCode: new Map(), listed: new Map(), heard: new Set(), unclear: [] }
  const { blocks, counts } = blocksOf(report, taken, legend)
  for (const block of blocks.toSorted((a, b) => roundOf(a.scopes) - roundOf(b.scopes)))
    if (block.prose && !reading.byCode.has(codeIn(block.text) ?? '')) readProse(reading, block)
    else readBlock(reading, block)
  const isSummed = ({ finding, loose }: Told) => loose && reading.told.some((each) => !each.loose && each.finding.stated === finding.stated)
  const findings = reading.told
    .filter((each) => each.open && !isSummed(each))
    .map(({ finding }) => finding)
    .sort((a, b) => a.line - b.line)
  const told = counts.map(({ severity, count, line }) => {
    const listed = reading.told.filter(({ finding, loose }) => !loose && finding.stated === severity).length
    return { severity, count, listed, line: Math.floor(line) }
  })
  const titled = report.flatMap(({ opens }) =>
    opens?.severity && opens.count !== null
      ? [{ severity: opens.severity, count: opens.count, listed: reading.listed.get(opens) ?? 0, line: Math.floor(opens.line) }]
      : [],
  )
  return {
    findings,
    announced: [...titled, ...told],
    present: findings.length > 0 || report.some(({ scopes }) => inIssues(scopes)),
    unclear: reading.unclear,
    doubts: doubtsIn(report, taken, reading.heard, legend),
  }
}

function readBlock(reading: Reading, block: Block): void {
  const { legend, heard, listed, unclear } = reading
  const { text, severity: own, status } = marksIn(block.text, legend)
  const [first = '', ...more] = own === null ? sentencesOf(plain(text).replaceAll('_ ', ' ')) : []
  // "No blockers. One high-severity item: …" below a heading that asks for blockers.
  if (more.length > 0 && isNone(first)) return readProse(reading, { ...block, text: more.join(' ') })
  if (isNone(text) && block.details.length === 0) return
  // A tracker has both, and its priority says when, not how bad.
  const byField = block.details.toSorted((a, b) => Number(/^prio/i.test(a)) - Number(/^prio/i.test(b)))
  const fields = byField.map((each) => statedIn(each, legend)).filter((each) => each !== undefined)
  const scope = governing(block.scopes)
  const given = own ?? fields.find((each) => each !== null) ?? null
  // What others said counts when the answer below says that it is still so.
  if (block.quoted && (given === null || scope?.kind === 'other')) return
  const stated = given ?? scope?.severity ?? null
  const isRated = stated !== null || block.unread !== null || fields.length > 0
  const now = block.quoted ? statusIn(block.details.join('. '), stated) : statusOf(block, text, status, stated)
  if (block.quoted && now === null) return // a doubt, where it may be critical
  if (stated !== null) heard.add(block.line)
  if (scope) listed.set(scope, (listed.get(scope) ?? 0) + 1)
  const again = reading.byCode.get(codeIn(block.text) ?? '')
  if (!again && !isRated && now !== 'closed' && !inIssues(block.scopes)) return readProse(reading, block)
  if (stated === null && isRated && now !== 'closed') {
    const unread = block.unread ?? block.details.find((each) => statedIn(each, legend) === null) ?? ''
    unclear.push(`the severity "${unread.slice(0, 40)}" in line ${Math.floor(block.line)} cannot be read`)
  }
  const places = [text, ...block.details]
  if (!again) {
    const said = [plain(text), ...block.details].filter((each) => each !== '').join(' — ')
    return add(reading, block, { text: said, stated, places, open: now !== 'closed', loose: summary.test(text) })
  }
  // Spoken of again, as in the details below a table: the same finding, with the better place; what a later round lists is open.
  const { finding } = again
  const became = now ?? (isState(text.replace(/^\S+\s/, '')) ? statusIn(text, finding.stated) : null)
  if (became !== null || roundOf(block.scopes) > again.round) again.open = became !== 'closed'
  if (given && (finding.stated === null || rank(given) < rank(finding.stated))) finding.stated = given
  if (!finding.reference?.includes(':')) finding.reference = placeOf(places, block.above) ?? finding.reference
}

/** What became of it, by its own words, a field, a line below that says nothing else, or what it stands under. */
function statusOf(block: Block, text: string, own: Status | null, stated: Severity | null): Status | null {
  if (own === 'closed' || [block.text, ...block.details].some((each) => /^(?:[\p{L} ]{2,20}:\s)?~~.+~~$/u.test(each))) return 'closed'
  const said = [
    block.status,
    ...[text, ...block.details].map((each) => /\bstatus\W{1,6}([^.;(]{2,60})/i.exec(plain(each))?.[1]),
    ...block.details.map((each) => /^state\W{1,3}(.{2,60})/i.exec(each)?.[1]),
    ...block.details.filter(
      (each) => /^duplicate of\b/i.test(each) || isState(each) || (each.length < 60 && marksIn(each, plainLegend).status),
    ),
  ]
  const told = statusIn(said.filter(Boolean).join('; '), stated)
  if (told === 'closed') return 'closed'
  if (told === 'open' || own === 'open' || /\b(?:still|re-?opened)\b/i.test(text)) return 'open'
  const kept = isKept(block.scopes) && (stated !== 'Critical' || statusIn([text, ...block.details].join('. '), stated) === 'closed')
  return kept || isClosed(block.scopes) ? 'closed' : null
}

/** `🔴 One critical issue (the map) stands between you and a release` */
const summary =
  /^(?:one|two|three|four|five|six|\d{1,2}|the only) (?:\p{L}+ )?(?:issue|finding|problem|blocker|bug)s?\b(?: \([^)]*\))? \p{L}/iu

/** Sentences that rate something; a remark beside listed issues also when what it speaks of is graver than all of them. */
function readProse(reading: Reading, block: Block): void {
  if (isClosed(block.scopes) || governing(block.scopes)?.kind === 'other') return
  const whole = [block.text, ...block.details].map(plain).join(' ')
  const title = block.scopes.findLast(({ level }) => level < 7)?.title ?? ''
  const about = reading.byCode.get(codeIn(title) ?? '')
  // Below a heading that names a finding, what rates it no higher speaks of it.
  const rated = ratingsIn(whole, reading.legend).filter(({ severity }) => !about || rank(about.finding.stated ?? 'Medium') > rank(severity))
  for (const { text, severity, loose } of rated)
    add(reading, block, { text, stated: severity, places: rated.length === 1 ? [text, whole] : [text], open: true, loose })
  if (rated.length > 0 || !inIssues(block.scopes) || isNone(whole)) return
  const unfixed = sentencesOf(whole)
    .filter((sentence) => !isClaimedFixed(sentence))
    .join(' ')
  const category = categoryOf(unfixed)
  if (category && reading.told.every(({ finding, open }) => !open || rank(finding.stated ?? 'Medium') > rank(category.severity)))
    add(reading, block, { text: unfixed, stated: null, places: [unfixed], open: true, loose: false })
}

type Saying = Pick<ReportFinding, 'text' | 'stated'> & {
  readonly places: readonly string[]
  readonly open: boolean
  readonly loose: boolean
}

function add(reading: Reading, block: Block, { text, stated, places, open, loose }: Saying): void {
  const nearest = block.scopes.findLast(({ level }) => level < 7)
  const context = inIssues(block.scopes) && nearest && nearest.kind !== 'severity' ? nearest.title : ''
  const reference = placeOf(places, [...block.above, nearest?.title ?? ''])
  reading.heard.add(block.line)
  const finding = { text: text.slice(0, 1000), line: Math.floor(block.line), stated, context, reference }
  const told = { finding, round: roundOf(block.scopes), open, loose: loose && stated !== null }
  reading.told.push(told)
  const code = codeIn(block.text) ?? (/^\d*$/.test(block.number ?? '') ? null : block.number!.toUpperCase())
  if (code) reading.byCode.set(code, told)
}
