// A reviewer's reply as an audit: its report, score and signal; the weaker signal if its statement and its figures differ.
import { parseReport, isUnreadable } from './report.ts'
import { reportFindings } from './findings.ts'
import type { TaskReply } from './reply.ts'
import { renderReport, summarise } from './reviewers/review.ts'
import type { SourceFile } from '../../rules/page/token-files.ts'
import { type AuditScore, type Dimension, type Signal, dimensions, scoreAudit, signals } from './score.ts'

interface RepliedAudit {
  files: SourceFile[]
  score: string
  signal: Signal | ''
  summary: string
}

export function auditOf(id: string, reply: TaskReply, files: readonly SourceFile[], whole: string): RepliedAudit | { problem: string } {
  const given = files.find(({ path, text }) => path.endsWith('.md') && !isUnreadable(parseReport(path, text)))
  if (given) return fromReport(given, files, reply)
  if (reply.audit) return fromParts(id, reply, files)
  const plain = { path: reportPath(id), text: whole.endsWith('\n') ? whole : `${whole}\n` }
  if (files.length === 0 && !isUnreadable(parseReport(plain.path, plain.text))) return fromReport(plain, [plain], reply)
  return { problem: 'no audit was found: a reviewer answers with an audit report in markdown, or with JSON that holds audit and findings' }
}

const reportPath = (id: string) => `artifacts/audit/${id.toLowerCase()}.md`

function fromReport(report: SourceFile, files: readonly SourceFile[], reply: TaskReply): RepliedAudit | { problem: string } {
  const parsed = parseReport(report.path, report.text)
  const scores = Object.fromEntries(
    dimensions.map((name) => [name, parsed.dimensions.find(({ key }) => key === name)?.score ?? reply.audit?.dimensions?.[name] ?? null]),
  ) as Record<Dimension, string | null>
  const findings = reportFindings(parsed)
  const counted = countedFrom(scores, findings.filter(({ severity }) => severity === 'Critical').length)
  const stated = reply.audit?.signal ?? parsed.verdict?.signal ?? null
  const score = counted?.score ?? reply.audit?.score ?? parsed.overall?.score ?? ''
  if (stated === null && counted === null)
    return { problem: `${report.path} holds neither a verdict (${signals.join(', ')}) nor the five dimension scores` }
  return {
    files: [...files],
    score,
    signal: weaker(stated, counted?.signal ?? null),
    summary: brief(weaker(stated, counted?.signal ?? null), score, findings),
  }
}

function fromParts(id: string, { findings, audit, summary }: TaskReply, files: readonly SourceFile[]): RepliedAudit | { problem: string } {
  const scores = Object.fromEntries(dimensions.map((name) => [name, audit?.dimensions?.[name] ?? null])) as Record<Dimension, string | null>
  const criticals = findings.filter(({ severity }) => severity === 'Critical').length
  const counted = countedFrom(scores, criticals)
  if (!counted && audit?.signal === undefined) return { problem: 'audit holds neither a signal nor the five dimension scores' }
  const signal = weaker(audit?.signal ?? null, counted?.signal ?? null)
  const total: AuditScore = counted ?? {
    score: audit?.score ?? '0',
    signal: signal === '' ? 'fix_required' : signal,
    unmeasured: [],
    error: null,
  }
  const listed = findings.map(({ severity, text, at }) => ({ severity, text, at: at ?? reportPath(id) }))
  const report = {
    path: reportPath(id),
    text: renderReport(id, { ...total, signal: signal === '' ? total.signal : signal }, scores, listed, [summary.replaceAll(/\s+/g, ' ')]),
  }
  return {
    files: [...files.filter(({ path }) => path !== report.path), report],
    score: total.score,
    signal,
    summary: brief(signal, total.score, listed),
  }
}

/** Computed with our weights once every dimension has a score; until then the reviewer's total stands. */
function countedFrom(scores: Readonly<Record<Dimension, string | null>>, criticals: number): AuditScore | null {
  if (dimensions.some((name) => scores[name] === null)) return null
  const counted = scoreAudit(scores, criticals)
  return counted.error === null ? counted : null
}

function weaker(stated: Signal | null, counted: Signal | null): Signal | '' {
  if (stated === null || counted === null) return stated ?? counted ?? ''
  return signals[Math.max(signals.indexOf(stated), signals.indexOf(counted))] ?? ''
}

function brief(
  signal: Signal | '',
  score: string,
  findings: readonly { severity: 'Critical' | 'High' | 'Medium' | 'Low'; text: string; at: string }[],
): string {
  if (findings.length === 0) return 'No findings.'
  return summarise({ score: score || '?', signal: signal === '' ? 'fix_required' : signal, unmeasured: [], error: null }, findings)
}
