// The findings of a report: what is still open, how severe it is, and where; the same one told twice is one, and what is said last counts.
import { type Severity, categoryOf, isClaimedFixed, rank } from './categorise.ts'
import { plain } from './markdown-lines.ts'
import { type Block, type Count, blocksOf, statedIn } from './report-blocks.ts'
import { type Doubt, doubtsIn } from './report-doubts.ts'
import { type Legend, plainLegend } from './report-legend.ts'
import { changedTo, isState, marksIn } from './report-marks.ts'
import { type Placed, type Scope, governing, inIssues, isClosed, isKept, roundOf } from './report-outline.ts'
import { codeIn, placeOf } from './report-places.ts'
import { ratingsIn, sentencesOf } from './report-prose.ts'
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
  /** By the number or code it goes by; null where two findings have the same. */
  readonly byId: Map<string, Told | null>
  readonly listed: Map<Scope, number>
  /** First lines of blocks that were decided on. */
  readonly heard: Set<number>
  readonly unclear: string[]
  readonly doubts: Doubt[]
}

/** `taken` are lines that are read as something else: scores and verdicts. */
export function readIssues(report: readonly Placed[], taken: ReadonlySet<number>, legend: Legend): Issues {
  const reading: Reading = { legend, told: [], byId: new Map(), listed: new Map(), heard: new Set(), unclear: [], doubts: [] }
  const { blocks, counts } = blocksOf(report, taken, legend)
  for (const found of blocks.toSorted((a, b) => roundOf(a.scopes) - roundOf(b.scopes))) {
    const block = withoutKnown(reading, found)
    if (block === null) reading.heard.add(found.line)
    else if (block.answer !== null) readAnswer(reading, block)
    else if (block.prose) readProse(reading, block)
    else readBlock(reading, block)
  }
  const summed = ({ finding }: Told) =>
    reading.told.some(
      ({ finding: { stated, reference }, loose }) =>
        !loose && stated === finding.stated && (finding.reference === null || finding.reference === reference),
    )
  const findings = reading.told
    .filter((each) => each.open && !(each.loose && summed(each)))
    .map(({ finding }) => finding)
    .sort((a, b) => a.line - b.line)
  return {
    findings,
    announced: [
      ...report.flatMap(({ opens }) =>
        opens?.severity && opens.count !== null
          ? [{ severity: opens.severity, count: opens.count, listed: reading.listed.get(opens) ?? 0, line: Math.floor(opens.line) }]
          : [],
      ),
      ...counts.map((each) => ({
        ...each,
        line: Math.floor(each.line),
        listed: reading.told.filter(({ finding, loose }) => !loose && finding.stated === each.severity).length,
      })),
    ],
    present: findings.length > 0 || report.some(({ scopes }) => inIssues(scopes)),
    unclear: reading.unclear,
    doubts: [...reading.doubts, ...doubtsIn(report, taken, reading.heard, legend)],
  }
}

/** Without the sentences that take up findings by their number or code; null when nothing else is said. */
function withoutKnown(reading: Reading, block: Block): Block | null {
  let label: Status | null = isClosed(block.scopes) ? 'closed' : null // or `Resolved.` in front of several
  const names = (sentence = '') => namedIn(sentence).ids.length > 0
  const text = [block.text, ...(block.prose ? block.details : [])]
    .map((line) => line.replaceAll(/\*\*|__|`/g, ''))
    .reduce((all, line) => `${all}${names(line) && !/[.!?:]$/.test(all) ? '.' : ''} ${line}`)
  // `1. is done`, `2: fixed now` in a later round: the number alone says which.
  const [, number = block.number, about = text] = /^(\d{1,3}): (.+)/.exec(text) ?? []
  const brief = /^[^.,;:!(–—]*/.exec(about)![0].trim()
  const isTold = reading.byId.get(`#${number}`) && brief.split(' ').length <= 3 && statusIn(brief) !== null
  const said = isTold ? `#${number} ${about}` : text
  const parts: string[] = [] // each with the sentences that go on about it
  const labels = new Set<string>()
  sentencesOf(said).forEach((sentence, index, all) => {
    const isLabel = /^\p{L}+(?: \p{L}+){0,2}[.:]$/u.test(sentence) && names(all[index + 1])
    if (isLabel) labels.add(sentence)
    if (isLabel || names(sentence) || !names(parts.at(-1))) parts.push(sentence)
    else parts.push(`${parts.pop()!} ${sentence}`)
  })
  const left = parts.filter((part) => {
    if (labels.has(part)) label = statusIn(part)
    if (takesUp(reading, part, label)) return false
    const isNew = parts.length > 1 && names(part) && marksIn(part, reading.legend).severity !== null
    if (isNew) readBlock(reading, { ...block, text: part, details: [], prose: false })
    return !isNew
  })
  if (left.length === parts.length) return block
  const rest = left.filter((part) => !labels.has(part)).join(' ')
  return rest === '' ? null : { ...block, text: rest, details: [], prose: true }
}

/** `#1 fixed`, `DG-03 and DG-04: withdrawn`, `F2: … I'm changing it to P2`: what became of findings that were told before. */
function takesUp({ byId, legend }: Reading, text: string, label: Status | null): boolean {
  const { ids, rest } = namedIn(text)
  const known = ids.flatMap((id) => byId.get(id) ?? [])
  const now = changedTo(rest, legend)
  if (known.length === 0 || known.length < ids.length || (now === null && marksIn(text, legend).severity)) return false
  for (const told of known) {
    const status = now ? 'open' : (statusIn(rest, told.finding.stated) ?? label)
    told.finding.stated = now ?? told.finding.stated
    told.open = status === null ? told.open : status === 'open'
  }
  return now !== null || label !== null || statusIn(rest) !== null
}

function readBlock(reading: Reading, block: Block): void {
  const { legend, heard, listed, unclear } = reading
  const { text, severity: own, status } = marksIn(block.text, legend)
  const [first = '', ...more] = own === null ? sentencesOf(plain(text).replaceAll('_ ', ' ')) : []
  // "No blockers. One high-severity item: …" below a heading that asks for blockers.
  if (more.length > 0 && isNone(first)) return readProse(reading, { ...block, text: more.join(' ') })
  const left = /^(\d+)(?: (?:open|left|remaining)\b.*)?$/.exec(text)?.[1] // sums up what is listed
  if (isNone(text) && block.details.length === 0) return
  if (left && (left === '0' || left === text || reading.told.some(({ finding }) => finding.stated === own))) return
  // A tracker has both, and its priority says when, not how bad.
  const byField = block.details.toSorted((a, b) => Number(/^prio/i.test(a)) - Number(/^prio/i.test(b)))
  const fields = byField.map((each) => statedIn(each, legend)).filter((each) => each !== undefined)
  const scope = governing(block.scopes)
  const stated = own ?? fields.find((each) => each !== null) ?? scope?.severity ?? null
  if (stated !== null) heard.add(block.line)
  if (scope) listed.set(scope, (listed.get(scope) ?? 0) + 1)
  const isRated = stated !== null || block.unread !== null || fields.length > 0
  const now = statusOf(block, text, status, stated)
  if (!isRated && now !== 'closed' && !inIssues(block.scopes)) return readProse(reading, block)
  if (stated === null && isRated && now !== 'closed')
    unclear.push(
      `the severity "${(block.unread ?? block.details.find((each) => statedIn(each, legend) === null) ?? '').slice(0, 40)}" in line ${Math.floor(block.line)} cannot be read`,
    )
  const said = [plain(text), ...block.details].filter((each) => each !== '').join(' — ')
  const places = [text, ...block.details]
  const ids = idsIn(block.text)
  const again = ids.flatMap((id) => reading.byId.get(id) ?? [])
  if (again.length === 0 || again.length < ids.length)
    return void add(reading, block, { text: said, stated, places, open: now !== 'closed', loose: summary.test(text) })
  // Spoken of again, as in the details below a table: the same finding, with the better place; what a later round lists is open.
  for (const told of again) {
    const { finding } = told
    if (now !== null || roundOf(block.scopes) > told.round) told.open = now !== 'closed'
    if (stated && (own ?? fields.find(Boolean)) && (finding.stated === null || rank(stated) < rank(finding.stated))) finding.stated = stated
    if (again.length === 1 && !finding.reference?.includes(':')) finding.reference = placeOf(places, block.above) ?? finding.reference
  }
}

/** What became of it, by its own words, a field, a line below that says nothing else, or what it stands under. */
function statusOf(block: Block, text: string, own: Status | null, stated: Severity | null): Status | null {
  const struck = [block.text, ...block.details].some((each) => /^(?:[\p{L} ]{2,20}:\s)?~~.+~~$/u.test(each))
  if (own === 'closed' || struck) return 'closed'
  const said = [
    block.status,
    ...[text, ...block.details].map((each) => /\bstatus\W{1,6}([^.;(]{2,60})/i.exec(plain(each))?.[1]),
    ...block.details.flatMap(
      (each) =>
        statusField.exec(each)?.slice(1).find(Boolean) ??
        (isState(each) || (each.length < 60 && marksIn(each, plainLegend).status) ? each : []),
    ),
  ]
  const told = statusIn(said.filter(Boolean).join('; '), stated)
  if (told === 'closed') return 'closed'
  if (told === 'open' || own === 'open' || /\b(?:still|re-?opened)\b/i.test(text)) return 'open'
  const kept = isKept(block.scopes) && (stated !== 'Critical' || statusIn([text, ...block.details].join('. '), stated) === 'closed')
  return kept || isClosed(block.scopes) ? 'closed' : null
}

const statusField =
  /^(?:status|state|statut|resolution|verification|verified|outcome|(?:update|edit|re-?test|re-?check)(?: \d+)?)\W+(.*)$|^(duplicate of\b.*)$/i

/** `🔴 One critical issue (the map) stands between you and a release` */
const summary =
  /^(?:one|two|three|four|five|six|\d{1,2}|the only) (?:\p{L}+ )?(?:issue|finding|problem|blocker|bug|defect|item)s?\b(?: \([^)]*\))? \p{L}/iu

/** What others said counts when the answer below says that it is still so. */
function readAnswer(reading: Reading, block: Block): void {
  if (governing(block.scopes)?.kind === 'other') return
  const { text, severity } = marksIn(block.text, reading.legend)
  const answer = (block.answer ?? '').trim()
  const { severity: now } = marksIn(answer, reading.legend)
  // A comment on the lines it quotes.
  if (severity === null && now !== null)
    return readBlock(reading, { ...block, text: answer, details: [], above: [text, ...block.details], answer: null })
  const status = severity === null ? null : statusIn(answer.replace(/^\w+:\s/, ''), severity)
  const places = [text, ...block.details, answer]
  if (status === 'open') add(reading, block, { text: [plain(text), ...places.slice(1)].join(' — '), stated: now ?? severity, places })
  else if (status === null && answer !== '') {
    if (severity === 'Critical') reading.doubts.push({ line: block.line, text: `${plain(text)} — ${answer}`.slice(0, 200) })
    readProse(reading, { ...block, text: answer, details: [], answer: null })
  }
}

/** Sentences that rate something; a remark beside listed issues also when what it speaks of is graver than all of them. */
function readProse(reading: Reading, block: Block): void {
  const title = block.scopes.findLast(({ level }) => level < 7)?.title ?? ''
  const about = (title.match(/#\d{1,4}\b|\b[A-Z]{1,5}\d?-\d{1,4}\b/g) ?? []).flatMap((id) => reading.byId.get(id) ?? [])
  if (isClosed(block.scopes)) return about.forEach((each) => (each.open = false))
  if (governing(block.scopes)?.kind === 'other') return
  const whole = [block.text, ...block.details].map(plain).join(' ')
  const [only] = about.length === 1 ? about : []
  if (only && !only.finding.reference?.includes(':')) only.finding.reference = placeOf([whole], []) ?? only.finding.reference
  // Below a heading that names a finding, what rates it no higher speaks of it.
  const known = ({ severity }: { severity: Severity }) => about.some(({ finding }) => rank(finding.stated ?? 'Medium') <= rank(severity))
  const rated = ratingsIn(whole, reading.legend).filter((each) => !known(each))
  for (const { text, severity, loose } of rated)
    add(reading, block, { text, stated: severity, places: rated.length === 1 ? [text, whole] : [text], loose })
  if (rated.length > 0 || !inIssues(block.scopes) || isNone(whole)) return
  const unfixed = sentencesOf(whole)
    .filter((sentence) => !isClaimedFixed(sentence))
    .join(' ')
  const category = categoryOf(unfixed)
  if (category && reading.told.every(({ finding, open }) => !open || rank(finding.stated ?? 'Medium') > rank(category.severity)))
    add(reading, block, { text: unfixed, stated: null, places: [unfixed] })
}

/** `#1 fixed`, `1 and 3 are fixed`, `DG-03: withdrawn`, `I take 2 back`: findings called by their number or code, and what is said of them. */
function namedIn(said: string): { ids: readonly string[]; rest: string } {
  const text = said.replaceAll(/[*_`]/g, '')
  const [, taken] = /^.{0,40}\b(?:take|withdraw|retract|drop|close)s? #?(\d{1,3}|[A-Z]{1,5}\d?-?\d{1,4})\b/.exec(text) ?? []
  if (taken) return { ids: [/^\d/.test(taken) ? `#${taken}` : taken], rest: text }
  const [, numbers = '', colon = '', stands = ''] = /^((?:\d{1,3}(?:,? (?:and|&|und) |, ?|\b))+)(:?)\s(.+)$/i.exec(text) ?? []
  if (stands !== '' && (colon || isState(stands) || /^(?:is|are|was|were|has|have|no longer)\b/i.test(stands)))
    return { ids: (numbers.match(/\d+/g) ?? []).map((number) => `#${number}`), rest: stands }
  const [, ids = '', rest = ''] = called.exec(text) ?? []
  return {
    ids: ids.replaceAll(/\p{L}+\.? #?(?=\d)/giu, (word) => (/\s/.test(word) ? '#' : word)).match(/#\d+|[A-Z]+\d?-?\d+/g) ?? [],
    rest,
  }
}

const called =
  /^((?:(?:(?:#|(?:finding|issue|item|point|problem|no|nr|number|befund|punkt)\.? #?)\d{1,4}|[A-Z]{1,5}\d?-?\d{1,4}(?![\w-]))(?:,? (?:and|&|und) |, | ?\/ ?|\b))+)[\s:,–—-]+(.+)$/i

function idsIn(text: string): readonly string[] {
  const code = codeIn(text)
  return code ? [code] : namedIn(text).ids
}

type Saying = Pick<ReportFinding, 'text' | 'stated'> & {
  readonly places: readonly string[]
  readonly open?: boolean
  readonly loose?: boolean
}

function add(reading: Reading, block: Block, { text, stated, places, open = true, loose = false }: Saying): void {
  const nearest = block.scopes.findLast(({ level }) => level < 7)
  const context = inIssues(block.scopes) && nearest && nearest.kind !== 'severity' ? nearest.title : ''
  const reference = placeOf(places, [...block.above, nearest?.title ?? ''])
  reading.heard.add(block.line)
  const finding = { text: text.slice(0, 1000), line: Math.floor(block.line), stated, context, reference }
  const told = { finding, round: roundOf(block.scopes), open, loose: loose && stated !== null }
  reading.told.push(told)
  const id = codeIn(block.text) ?? (block.number && (/^\d/.test(block.number) ? `#${block.number}` : block.number.toUpperCase()))
  if (id) reading.byId.set(id, reading.byId.has(id) ? null : told)
}
