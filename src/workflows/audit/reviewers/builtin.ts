// The built-in reviewer: token and component audits by our own checks, for sessions that name no other.
import { fromFences } from '../file-fences.ts'
import { type AuditType, review } from './review.ts'

/** What filled the reviewer's template in, its reply out. */
export function makeAudit(slots: Readonly<Record<string, string>>): string {
  const auditId = slots['task_id'] ?? 'AUDIT'
  const named = slots['audit_type']
  const auditType: AuditType = named === 'token-audit' || named === 'component-audit' ? named : 'final-audit'
  const files = fromFences(slots['files'] ?? '').filter(({ path }) => path.startsWith('artifacts/design/'))
  const { report, score, dimensions, summary } = review({ auditId, auditType, files })
  return JSON.stringify({
    summary,
    artifacts: [{ path: `${auditId.toLowerCase()}.md`, content: report }],
    audit: { score: score.score, signal: score.signal, dimensions },
  })
}
