// The issues of an audit report: one decision for each block, from its own signals and what it stands under.
import { type Severity, categoryOf, isClaimedFixed, rank } from './categorise.ts'
import { plain } from './markdown-lines.ts'
import { type Status, isNone, severityWord, statusIn } from './report-words.ts'
import { placeOf } from './report-places.ts'
import { type Block, type Count, blocksOf, statedIn } from './report-blocks.ts'
import type { Legend } from './report-legend.ts'
import { type Placed, type Scope, governing, inIssues, isClosed, isKept, roundOf } from './report-outline.ts'
import { ratingsIn, sentencesOf } from './report-prose.ts'
import { changedTo, marksIn } from './report-marks.ts'
import { type Doubt, doubtsIn } from './report-doubts.ts'

export interface ReportFinding {
  readonly text: string
  readonly line: number // in the report
  stated: Severity | null
  readonly context: string // the heading it stands under, when that is no severity
  reference: string | null // artifact:line, when the finding names one
}

/** A heading that gives a number: `### Critical (2)`. */
interface Announced extends Count {
  readonly listed: number
}

export interface Issues {
  readonly findings: readonly ReportFinding[]
  readonly announced: readonly Announced[]
  readonly present: boolean
  /** Findings whose severity is given in a way nobody can read. */
  readonly unclear: readonly string[]
  /** What may be a Critical that was not read as one. */
  readonly doubts: readonly Doubt[]
}

interface Reading {
  readonly legend: Legend
  readonly findings: ReportFinding[]
  readonly loose: { finding: ReportFinding; severity: Severity }[]
  readonly listed: Map<Scope, number>
  readonly told: (Severity | null)[] // of all findings, also those that are closed
  readonly unclear: string[]
  /** First lines of blocks that were decided on. */
  readonly heard: Set<number>
  readonly doubts: Doubt[]
  /** By the number or code it goes by; null where two findings have the same. */
  readonly byId: Map<string, ReportFinding | null>
  /** Settled by a later round, as long as none after it opens them again. */
  readonly settled: Set<ReportFinding>
}

/** `taken` are lines that are read as something else: scores and verdicts. */
export function readIssues(report: readonly Placed[], taken: ReadonlySet<number>, legend: Legend, data: readonly ReportFinding[]): Issues {
  const reading: Reading = {
    legend,
    findings: [...data],
    loose: [],
    listed: new Map(),
    told: data.map(({ stated }) => stated),
    unclear: [],
    heard: new Set(),
    doubts: [],
    byId: new Map(),
    settled: new Set(),
  }
  const { blocks, counts } = blocksOf(report, taken, legend)
  for (const found of blocks.toSorted((a, b) => roundOf(a.scopes) - roundOf(b.scopes))) {
    const block = withoutKnown(reading, found)
    if (block === null) {
      reading.heard.add(found.line)
      continue
    }
    if (block.answer !== null) readAnswer(reading, block)
    else if (block.prose) readProse(reading, block)
    else readBlock(reading, block)
  }
  // Prose that only says that there is something of a severity sums up what is listed.
  const summed = ({ finding, severity }: Reading['loose'][number]) =>
    reading.findings.some(({ stated, reference }) => stated === severity && (finding.reference === null || finding.reference === reference))
  const findings = [...reading.findings, ...reading.loose.filter((each) => !summed(each)).map(({ finding }) => finding)]
    .filter((finding) => !reading.settled.has(finding))
    .sort((a, b) => a.line - b.line)
  const scopes = report.flatMap(({ opens }) => opens ?? [])
  return {
    findings,
    announced: [
      ...scopes.flatMap((scope) =>
        scope.severity && scope.count !== null
          ? [{ severity: scope.severity, count: scope.count, listed: reading.listed.get(scope) ?? 0, line: scope.line }]
          : [],
      ),
      ...counts.map((each) => ({ ...each, listed: reading.told.filter((severity) => severity === each.severity).length })),
    ],
    present: findings.length > 0 || report.some(({ scopes: each }) => inIssues(each)),
    unclear: reading.unclear,
    doubts: [...reading.doubts, ...doubtsIn(report, taken, reading.heard, legend)],
  }
}

/** Without the sentences that take up findings by their number or code; null when nothing else is said. */
function withoutKnown(reading: Reading, block: Block): Block | null {
  let label: Status | null = isClosed(block.scopes) ? 'closed' : null // or `Resolved.` in front of several
  const text = [block.text, ...(block.prose ? block.details : [])].join(' ').replaceAll(/\*\*|__|`/g, '')
  // `1. is done`, `2: fixed now` in a later round: the number alone says which.
  const [, number = block.number, about = text] = /^(\d{1,3}): (.+)/.exec(text) ?? []
  const brief = /^[^.,;:!(–—]*/.exec(about)![0].trim()
  const isTold = reading.byId.get(`#${number}`) && brief.split(' ').length <= 3 && statusIn(brief) !== null
  const said = isTold ? `#${number} ${about}` : text
  const names = (sentence = '') => namedIn(sentence).ids.length > 0
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
function takesUp(reading: Reading, text: string, label: Status | null): boolean {
  const { ids, rest } = namedIn(text)
  const known = ids.flatMap((id) => reading.byId.get(id) ?? [])
  const now = changedTo(rest, reading.legend)
  if (known.length === 0 || known.length < ids.length || (now === null && marksIn(text, reading.legend).severity)) return false
  for (const finding of known) {
    const status = now ? 'open' : (statusIn(rest, finding.stated) ?? label)
    finding.stated = now ?? finding.stated
    if (status === 'closed') reading.settled.add(finding)
    if (status === 'open') reading.settled.delete(finding)
  }
  return now !== null || label !== null || statusIn(rest) !== null
}

function readBlock(reading: Reading, block: Block): void {
  const { text, severity: own, status } = marksIn(block.text, reading.legend)
  const [first = '', ...more] = own === null ? sentencesOf(plain(text).replaceAll('_ ', ' ')) : []
  // "No blockers. One high-severity item: …" below a heading that asks for blockers.
  if (more.length > 0 && isNone(first)) return readProse(reading, { ...block, text: more.join(' ') })
  const left = /^(\d+)(?: (?:open|left|remaining)\b.*)?$/.exec(text)?.[1] // sums up what is listed
  if ((isNone(text) && block.details.length === 0) || (left && (left === '0' || left === text || reading.told.includes(own)))) return
  const scope = governing(block.scopes)
  // A tracker has both, and its priority says when, not how bad.
  const byField = block.details.toSorted((a, b) => Number(/^prio/i.test(a)) - Number(/^prio/i.test(b)))
  const fields = byField.map((each) => statedIn(each, reading.legend)).filter((each) => each !== undefined)
  const stated = own ?? fields.find((each) => each !== null) ?? scope?.severity ?? null
  reading.told.push(stated)
  if (stated !== null) reading.heard.add(block.line)
  if (scope) reading.listed.set(scope, (reading.listed.get(scope) ?? 0) + 1)
  const statuses = [
    block.status,
    /\bstatus\W{1,6}([^.;(]{2,60})/i.exec(plain(text))?.[1],
    ...block.details.flatMap(
      (each) =>
        resolution.exec(each)?.slice(0, 1) ??
        /^(?:(?:status|state|resolution|(?:update|edit|re-?test|re-?check)(?: \d+)?)\W+(.*)|duplicate of\b.*)$/i.exec(each)?.slice(0, 2) ??
        [],
    ),
  ]
  const told = statusIn(statuses.filter(Boolean).join('; '), stated)
  const still = told === 'open' || /\b(?:still|re-?opened)\b/i.test(text)
  const kept = isKept(block.scopes) && (stated !== 'Critical' || statusIn([text, ...block.details].join('. '), stated) === 'closed')
  const struck = [block.text, ...block.details].some((each) => /^(?:[\p{L} ]{2,20}:\s)?~~.+~~$/u.test(each))
  // Spoken of again, as in the details below a table: the same finding, with the better place.
  const again = idsIn(block.text).flatMap((id) => reading.byId.get(id) ?? [])
  if (status === 'closed' || struck || told === 'closed' || (!still && (isClosed(block.scopes) || kept)))
    return again.forEach((each) => reading.settled.add(each))
  const graver = (than: Severity | null) => (own !== null && own !== than) || rank(stated ?? 'Low') < rank(than ?? 'Medium')
  if (again.length > 0 && again.length === idsIn(block.text).length && !again.some((each) => graver(each.stated))) {
    const place = again.length > 1 || again[0]!.reference?.includes(':') ? null : placeOf([text, ...block.details], block.above)
    if (place) again[0]!.reference = place
    return
  }
  if (stated === null && block.unread === null && fields.length === 0 && !inIssues(block.scopes)) return readProse(reading, block)
  if (stated === null && (block.unread !== null || fields.length > 0))
    reading.unclear.push(
      `the severity "${(block.unread ?? block.details.find((each) => statedIn(each, reading.legend) === null) ?? '').slice(0, 40)}" in line ${block.line} cannot be read`,
    )
  const said = [plain(text), ...block.details].filter((each) => each !== '')
  add(reading, block, said.join(' — '), stated, [text, ...block.details], summary.test(text))
}

/** A detail that says nothing but what became of it: `done in #881`, `generated file. wontfix, ignored`. */
const resolution =
  /^(?:fixed|done|resolved|closed)(?:[.!]|,? (?:in|since) \S*\d.{0,60})?$|(?:^|[.;] )(?:won.?t ?fix|false positive)(?:[,.].{0,60})?$/i

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
  if (status === 'open') {
    reading.told.push(now ?? severity)
    add(reading, block, [plain(text), ...block.details, answer].join(' — '), now ?? severity, [text, ...block.details, answer])
  } else if (status === null && answer !== '') {
    if (severity === 'Critical') reading.doubts.push({ line: block.line, text: `${plain(text)} — ${answer}`.slice(0, 200) })
    readProse(reading, { ...block, text: answer, details: [], answer: null })
  }
}

/** Sentences that rate something; a remark beside listed issues also when what it speaks of is graver than all of them. */
function readProse(reading: Reading, block: Block): void {
  const title = block.scopes.findLast(({ level }) => level < 7)?.title ?? ''
  const about = (title.match(/#\d{1,4}\b|\b[A-Z]{1,5}\d?-\d{1,4}\b/g) ?? []).flatMap((id) => reading.byId.get(id) ?? [])
  if (isClosed(block.scopes)) return about.forEach((each) => reading.settled.add(each))
  if (governing(block.scopes)?.kind === 'other') return
  const whole = [block.text, ...block.details].map(plain).join(' ')
  if (about.length === 1 && !about[0]!.reference?.includes(':')) about[0]!.reference = placeOf([whole], []) ?? about[0]!.reference
  // Below a heading that names a finding, what rates it no higher speaks of it.
  const rated = ratingsIn(whole, reading.legend).filter(
    ({ severity }) => !about.some(({ stated }) => rank(stated ?? 'Medium') <= rank(severity)),
  )
  for (const { text, severity, loose } of rated) add(reading, block, text, severity, rated.length === 1 ? [text, whole] : [text], loose)
  if (rated.length > 0 || !inIssues(block.scopes) || isNone(whole)) return
  const unfixed = sentencesOf(whole)
    .filter((sentence) => !isClaimedFixed(sentence))
    .join(' ')
  const category = categoryOf(unfixed)
  if (category && reading.findings.every(({ stated }) => rank(stated ?? 'Medium') > rank(category.severity)))
    add(reading, block, unfixed, null, [unfixed])
}

/** `#1 fixed`, `DG-03 and DG-04: withdrawn`: findings called by their number or code in front, and what is said of them. */
function namedIn(text: string): { ids: readonly string[]; rest: string } {
  const [, ids = '', rest = ''] =
    /^((?:(?:(?:#|(?:finding|issue|item|point|problem|no|nr|number|befund|punkt)\.? #?)\d{1,4}|[A-Z]{1,5}\d?-?\d{1,4}(?![\w-]))(?:,? (?:and|&) |, | ?\/ ?|\b))+)[\s:,–—-]+(.+)$/i.exec(
      text.replaceAll(/[*_`]/g, ''),
    ) ?? []
  return { ids: ids.replaceAll(/\p{L}+\.? #?(?=\d)/giu, '#').match(/#\d+|[A-Z]+\d?-?\d+/g) ?? [], rest }
}

/** `DG-03`, `R2-01`, `F1 [P0]`: what a finding is called by. */
function codeIn(text: string): string | undefined {
  const code = /^(?:(?:Critical|High|Medium|Low): )?([A-Z]{1,5}\d?-\d{1,4}(?![\w-])|[A-Z]{1,3}\d{1,3}(?=\s?[[(:.–—]))/.exec(
    plain(text),
  )?.[1]
  return code && severityWord(code) === null ? code : undefined
}

function idsIn(text: string): readonly string[] {
  const code = codeIn(text)
  return code ? [code] : namedIn(text).ids
}

function add(reading: Reading, block: Block, text: string, stated: Severity | null, places: readonly string[], loose = false): void {
  const nearest = block.scopes.findLast(({ level }) => level < 7)
  const context = inIssues(block.scopes) && nearest && nearest.kind !== 'severity' ? nearest.title : ''
  const reference = placeOf(places, [...block.above, nearest?.title ?? ''])
  if (block.prose) reading.told.push(stated)
  reading.heard.add(block.line)
  const finding = { text: text.slice(0, 1000), line: block.line, stated, context, reference }
  if (loose && stated) reading.loose.push({ finding, severity: stated })
  else reading.findings.push(finding)
  const id = codeIn(block.text) ?? (block.number && (/^\d/.test(block.number) ? `#${block.number}` : block.number.toUpperCase()))
  if (id) reading.byId.set(id, reading.byId.has(id) ? null : finding)
}
