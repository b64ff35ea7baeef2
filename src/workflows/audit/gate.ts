// The questions of an audit run: what to do about a design that still needs a fix, whether a manual fix is made, what to do about a foreign change.
import type { Answer, Gate } from '../../kernel/task.ts'
import type { Accepted, Refusal } from '../../kernel/workflow.ts'
import { type EscalationChoice, escalationChoices, escalationLines } from './escalate.ts'
import { event } from './events.ts'
import { quoteFinding } from './findings.ts'
import { endingFor } from './stop.ts'
import type { AuditState, OpenEscalation } from './state.ts'

export function escalationGate({ input }: AuditState, { decision, escalation, report }: OpenEscalation): Gate {
  const first = escalation.unresolved[0] ?? decision.findings[0]
  return {
    key: `escalate:${decision.auditId}:${decision.iteration}`,
    question: `${decision.auditId} still needs a fix after iteration ${decision.iteration} of ${decision.rounds}: ${escalation.unresolved.length} Critical or High ${escalation.unresolved.length === 1 ? 'finding is' : 'findings are'} open. What now?`,
    choices: escalationChoices.map(({ id, label }) => ({ name: id, means: label, ...(id === 'force-approve' && { attested: true }) })),
    facts: {
      audit: decision.auditId,
      iteration: decision.iteration,
      rounds: decision.rounds,
      score: decision.score,
      signal: decision.effectiveSignal,
      history: escalationLines(escalation),
      unresolved: escalation.unresolved.map((each) => `${each.severity}: ${quoteFinding(each)}`),
      report: `${input.session}/${report.path}`,
      report_sha256: report.object,
      approval: input.approval,
    },
    decides: { hash: report.object, phrase: phraseOf(decision.auditId, first?.text ?? '') },
  }
}

/** The audit and the first words of its gravest finding: nobody types that without having looked. */
function phraseOf(auditId: string, finding: string): string {
  const words = finding.match(/[\p{L}\p{N}][\p{L}\p{N}.-]*/gu)?.slice(0, 3) ?? []
  return [auditId, ...words].join(' ')
}

export function fixGate(state: AuditState): Gate {
  const { auditId, reAudit } = state.fixing[0] ?? { auditId: '', reAudit: '' }
  return {
    key: `fixed:${reAudit}`,
    question: `Is the design fixed, so that ${reAudit} can audit it again?`,
    choices: [
      { name: 'done', means: `the findings of ${auditId} are fixed by hand; audit again` },
      { name: 'abort', means: 'abort the pipeline; every task is kept as it is' },
    ],
    facts: { audit: auditId, re_audit: reAudit, design: `${state.input.session}/artifacts/design` },
  }
}

export function conflictGate({ input, conflict }: AuditState): Gate {
  return {
    key: `conflict:${conflict?.count ?? 1}`,
    question: 'Somebody else changed the session while it was being changed; nothing of theirs was overwritten. What now?',
    choices: [
      { name: 'retry', means: 'read the session as it is now, and plan the changes anew on top of it' },
      { name: 'abort', means: 'end this run; the session stays as it is' },
    ],
    facts: { session: input.session, differences: conflict?.hint ?? [] },
  }
}

export function answer(state: AuditState, gate: Gate, { choice, text = '', by, assurance }: Answer): Accepted | Refusal {
  const reason = text.trim()
  if (gate.key.startsWith('conflict:'))
    return { events: [choice === 'retry' ? event('conflict_answered', { by }) : event('halted', aborted(by, reason))] }
  if (gate.key.startsWith('fixed:'))
    return {
      events: [
        choice === 'done' ? event('fixed_by_hand', { reAudit: state.fixing[0]?.reAudit ?? '', by }) : event('halted', aborted(by, reason)),
      ],
    }
  if (choice === 'force-approve' && assurance === 'unattested')
    return { refused: '"force-approve" needs a person: answer at a terminal, in the dashboard or with a signature' }
  if (choice === 'force-approve' && state.input.approval === 'signed' && assurance !== 'signed')
    return {
      refused: "this project asks for signed approvals (approval.require: signed); sign the report's checksum and give --signature <file>",
    }
  const auditId = state.waiting[0]?.decision.auditId ?? ''
  return { events: [event('answered', { auditId, choice: choice as EscalationChoice, by, assurance, reason })] }
}

function aborted(by: string, reason: string) {
  return { ...endingFor('aborted', `${by} aborted the pipeline${reason === '' ? '' : `: ${reason}`}; every task is kept`), by }
}
