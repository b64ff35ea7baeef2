// An assessment in words: each decision's report, what changes on disk, and what to type next.
import { someOf } from '../../../lib/some-of.ts'
import type { Assessed, AssessedAudit } from './assessed.ts'

/** Beyond this many, a line each says more than a page each. */
const mostReports = 3
const mostLines = 30

export function assessedText(assessed: Assessed): string {
  const { audits, missing, remarks, changes, files, run } = assessed
  return [
    ...(audits.length <= mostReports ? audits.map(({ report }) => report.text.trimEnd()) : [some(audits.map(summaryLine), '').join('\n')]),
    ...missing
      .slice(0, mostLines)
      .map(({ auditId, missing: what, request }) => [`No decision on ${auditId}:`, ...what.map((line) => `  ${line}`), request].join('\n')),
    ...(missing.length > mostLines ? [`No decision on ${missing.length - mostLines} more (--json has them all).`] : []),
    ...(audits.length === 0 && missing.length === 0 ? [`No decision: ${assessed.because}.`] : []),
    ...(remarks.length > 0 ? [['Remarks on the session:', ...some(remarks)].join('\n')] : []),
    ...(changes.length > 0 ? [[run === null ? 'tasks.csv would change:' : 'tasks.csv:', ...some(changes)].join('\n')] : []),
    [
      files.length > 0
        ? `${run === null ? 'Would write' : 'Wrote'}: ${listed(files)}`
        : audits.length > 0
          ? 'Nothing to write: everything is recorded already.'
          : 'Nothing was written.',
      ...next(assessed),
    ].join('\n'),
  ].join('\n\n')
}

function summaryLine({ audit, decision, signal, score, iteration, rounds, partial, created, ready }: AssessedAudit): string {
  const then = created.length > 0 ? `, creates ${created.join(', ')}` : ready.length > 0 ? `, ready: ${someOf(ready)}` : ''
  return `${audit}: ${decision}${partial === null ? '' : ' (partial)'}, ${signal}, ${score ?? '?'}/10, iteration ${iteration} / ${rounds}${then}`
}

function some(lines: readonly string[], indent = '  '): string[] {
  return [
    ...lines.slice(0, mostLines).map((line) => `${indent}${line}`),
    ...(lines.length > mostLines ? [`${indent}… and ${lines.length - mostLines} more (--json has them all)`] : []),
  ]
}

/** Files by name; lines that are added to the same file by their number. */
function listed(files: Assessed['files']): string {
  const named = [...Map.groupBy(files, ({ path }) => path)].map(
    ([path, same]) => `${path} (${same.length > 1 ? `${same.length} lines added` : same[0]!.change})`,
  )
  return named.length > mostNamed
    ? `${named.slice(0, mostNamed - 1).join(', ')}, … and ${named.length - mostNamed} more, ${named.at(-1)}`
    : named.join(', ')
}

const mostNamed = 8

function next({ session, reason, run, files }: Assessed): string[] {
  const at = `--session ${session}`
  if (reason === 'missing') return []
  if (run === null && files.length > 0) return [`Next: \`whet audit assess ${at}\` writes it.`]
  if (reason === 'escalated') return [`Next: \`whet audit new ${at}\` asks for the decision only a person can make.`]
  return [
    reason === 'partial'
      ? `Next: \`whet audit assess ${at}\` decides it whole.`
      : `Next: \`whet audit run ${at} --maker <maker>\` has the tasks done.`,
  ]
}
