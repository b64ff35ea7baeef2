// The findings a decision rests on: the report's issues, what the task row claims beside them, and dimensions below the threshold.
import { categorise, rank } from './categorise.ts'
import type { Severity } from './categorise.ts'
import { compareDecimal, parseDecimal } from './decimal.ts'
import type { AuditReport } from './report.ts'
import { isNone, severityTag } from './report-issues.ts'
import { referenceIn } from './reference.ts'

export interface Finding {
  readonly severity: Severity
  readonly text: string // one line
  readonly at: string // artifact:line, or the place in the report or task row where it is said
  readonly source: string // where it is said
  readonly category: string | null
  readonly raised: string | null
}

/** Highest severity first, then in the order of the report. */
export function reportFindings(report: AuditReport): Finding[] {
  const listed = report.findings.map((issue): Finding => {
    const source = `${report.path}:${issue.line}`
    const judged = categorise(issue.context === '' ? issue.text : `${issue.context}: ${issue.text}`, issue.stated)
    return { ...judged, text: withoutPlace(oneLine(issue.text), issue.reference), at: withLine(issue.reference) ?? source, source }
  })
  const unlisted = report.announced
    .filter(({ count, listed: seen }) => count > 0 && seen === 0)
    .map(({ severity, count, line }): Finding => {
      const source = `${report.path}:${line}`
      return {
        severity,
        text: `${count} ${severity} finding${count === 1 ? '' : 's'} announced, none listed`,
        at: source,
        source,
        category: null,
        raised: null,
      }
    })
  return bySeverity([...listed, ...unlisted])
}

/** What the row's findings cell says: its tagged parts always, all of its parts when the report lists no issue at all. */
export function rowFindings(cell: string, rowSource: string, reportListsNone: boolean): Finding[] {
  const found: Finding[] = []
  for (const part of cell.split(/[;\n]|\s\|\s/)) {
    const tag = severityTag(part)
    const text = oneLine(tag ? tag.rest : part)
    if (isNone(text) || /^\d+$/.test(text)) continue
    const count = /\b([1-9]\d{0,5}) critical\b/i.exec(part)
    const stated = tag?.severity ?? (count ? 'Critical' : null)
    if (stated === null && !reportListsNone) continue
    const judged = categorise(text, stated)
    found.push({ ...judged, text, at: withLine(referenceIn(part)) ?? rowSource, source: rowSource })
  }
  return bySeverity(found)
}

/** A dimension below the threshold is an issue of its own. Where only the total is given and is below it, some dimension must be, as a mean is never below all its parts. */
export function weakDimensions(report: AuditReport, threshold: string): Finding[] {
  const limit = parseDecimal(threshold)
  if (!limit) return []
  const scores = report.dimensions.length === 0 && report.overall ? [{ name: 'Overall', ...report.overall }] : report.dimensions
  return scores.flatMap(({ name, score, line }) => {
    const value = parseDecimal(score)
    if (!value || compareDecimal(value, limit) >= 0) return []
    const source = `${report.path}:${line}`
    return [
      {
        severity: 'High' as const,
        text: `${name} scored ${score}/10, below the threshold of ${threshold}`,
        at: source,
        source,
        category: 'a dimension below its threshold',
        raised: null,
      },
    ]
  })
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

function withLine(reference: string | null): string | null {
  return reference !== null && /:\d+$/.test(reference) ? reference : null
}

/** A place in brackets at the end is told by `at` already. */
function withoutPlace(text: string, reference: string | null): string {
  return reference !== null && text.endsWith(`(${reference})`) ? text.slice(0, -reference.length - 2).trim() : text
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
