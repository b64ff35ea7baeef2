// The findings a decision rests on: the report's issues, what the task row claims beside them, and dimensions below the threshold.
import { type Severity, categorise, rank } from './categorise.ts'
import { compareDecimal, parseDecimal } from './score.ts'
import type { AuditReport } from './report.ts'
import { plainLegend } from './report-legend.ts'
import { marksIn } from './report-marks.ts'
import { countsIn, isNone } from './report-words.ts'
import { referenceIn } from './report-places.ts'

export interface Finding {
  readonly severity: Severity
  readonly text: string // one line
  readonly at: string // artifact:line, the artifact where no line is named, or the place in the report or task row where it is said
  readonly source: string // where it is said
  readonly category: string | null
  readonly raised: string | null
}

/** Highest severity first, then in the order of the report. */
export function reportFindings(report: AuditReport): Finding[] {
  const listed = report.findings.map((issue): Finding => {
    const source = `${report.path}:${issue.line}`
    const judged = categorise(issue.text, issue.stated, issue.context)
    return { ...judged, text: withoutPlace(oneLine(issue.text), issue.reference), at: issue.reference ?? source, source }
  })
  const unlisted = report.announced
    .filter(({ count, listed: seen }) => count > 0 && seen === 0)
    .map(({ severity, count, line }) =>
      saidAt(`${report.path}:${line}`, severity, `${count} ${severity} finding${count === 1 ? '' : 's'} announced, none listed`),
    )
  return bySeverity([...listed, ...unlisted])
}

/** What the row's findings cell says beyond the report: nothing of it is dropped but what the report says as severely. */
export function rowFindings(cell: string, rowSource: string, listed: readonly Finding[]): Finding[] {
  const found: Finding[] = []
  for (const part of cell.split(/[;\n]|\s\|\s/)) {
    const labels = marksIn(part, plainLegend)
    const text = oneLine(labels.text)
    if (isNone(text) || /^\d+$/.test(text) || isRestated(text, listed)) continue
    const counted = countsIn(part)
    if (counted.length > 0) {
      // Counts are told by the findings themselves, as far as those are listed.
      for (const { severity, count } of counted)
        if (count > listed.filter((each) => each.severity === severity).length) found.push(saidAt(rowSource, severity, text))
      continue
    }
    const judged = categorise(text, labels.severity)
    found.push({ ...judged, text, at: referenceIn(part) ?? rowSource, source: rowSource })
  }
  return bySeverity(found.filter((each) => !isListed(each, listed)))
}

/** A summary of the report, sentence by sentence: its verdict, its score, its counts, or an issue it lists. */
function isRestated(text: string, listed: readonly Finding[]): boolean {
  return text.split(/(?<=[.!?]) (?=\p{Lu})/u).every((sentence) => {
    const counts = countsIn(sentence.replaceAll(/\b(?:audit_(?:passed|result)|fix_required)\b|\bat\b|\b\d+(?:\.\d+)? ?\/ ?10\b/g, ''))
    if (counts.length > 0) return counts.every(({ severity, count }) => count <= listed.filter((each) => each.severity === severity).length)
    return isListed({ ...categorise(sentence, marksIn(sentence, plainLegend).severity), text: sentence }, listed)
  })
}

const isListed = (said: Pick<Finding, 'severity' | 'text'>, listed: readonly Finding[]) =>
  listed.some((known) => rank(known.severity) <= rank(said.severity) && sameIssue(`${known.text} ${known.at}`, said.text))

/** The same words, but for the order and a few that one of them has more. */
function sameIssue(a: string, b: string): boolean {
  const [one, other] = [wordsOf(a), wordsOf(b)]
  const shared = [...one].filter((word) => other.has(word)).length
  return shared > 0 && shared >= 0.8 * Math.min(one.size, other.size)
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_.:-]*/gu) ?? [])

/** Where no Critical was read and yet something critical is spoken of, nobody may take the report for clean. */
export function unreadCriticals({ path, doubts }: AuditReport, findings: readonly Finding[]): Finding[] {
  if (findings.some(({ severity }) => severity === 'Critical')) return []
  return doubts.map(({ line, text }) =>
    saidAt(`${path}:${line}`, 'High', `"${oneLine(text)}" may be a Critical finding: it could not be read as one`, unread),
  )
}

/** What such a finding is about. */
export const unread = 'something critical that could not be read'

/** A dimension below the threshold is an issue of its own. Where only the total is given and is below it, some dimension must be, as a mean is never below all its parts. */
export function weakDimensions(report: AuditReport, threshold: string): Finding[] {
  const limit = parseDecimal(threshold)
  if (!limit) return []
  const scores = report.dimensions.length === 0 && report.overall ? [{ name: 'Overall', remark: '', ...report.overall }] : report.dimensions
  return scores.flatMap(({ name, score, line, remark }) => {
    const value = parseDecimal(score)
    if (!value || compareDecimal(value, limit) >= 0) return []
    const said = /\p{L}/u.test(remark) ? `: ${remark}` : '' // a bare weight says nothing
    const text = `${name} scored ${score}/10, below the threshold of ${threshold}${said}`
    const weak = saidAt(`${report.path}:${line}`, 'High', text, 'a dimension below its threshold')
    return [{ ...weak, at: referenceIn(remark) ?? weak.source }]
  })
}

/** What has no other place than where it is said. */
function saidAt(source: string, severity: Severity, text: string, category: string | null = null): Finding {
  return { severity, text, at: source, source, category, raised: null }
}

export function bySeverity(findings: readonly Finding[]): Finding[] {
  return [...findings].sort((a, b) => rank(a.severity) - rank(b.severity))
}

/** As a decision quotes it. */
export function quoteFinding(finding: Finding): string {
  return `${finding.text} (${finding.at}${finding.at === finding.source ? '' : `, said in ${finding.source}`})`
}

/** The words of a finding without numbers and places, so that the same issue is known again in the next round's report. */
export function findingKey(finding: Finding): string {
  const file = finding.at === finding.source ? '' : finding.at.replace(/:\d+$/, '')
  const words = finding.text.toLowerCase().match(/[\p{L}][\p{L}\p{N}_.-]*/gu) ?? []
  return `${file} ${words.filter((word) => !file.toLowerCase().includes(word)).join(' ')}`
}

/** A place in brackets at the end is told by `at` already. */
function withoutPlace(text: string, reference: string | null): string {
  return reference !== null && text.endsWith(`(${reference})`) ? text.slice(0, -reference.length - 2).trim() : text
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
