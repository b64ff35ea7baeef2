// The questions of an audit run: what to do about a design that still needs a fix, whether a manual fix is done, what to do about a foreign change.
import type { Answer, Gate } from '../../kernel/task.ts'
import type { Accepted, GateOf, Gates, Refusal } from '../../kernel/workflow.ts'
import { type EscalationChoice, escalationChoices, escalationLines } from './escalate.ts'
import { event } from './events.ts'
import { quoteFinding } from './findings.ts'
import { abortedBy } from './stop.ts'
import type { AuditState, OpenEscalation } from './state.ts'

export type AuditGates = { escalate: EscalationChoice; fixed: 'done' | 'abort'; conflict: 'retry' | 'abort' }

export function escalationGate({ input }: AuditState, { decision, escalation, report }: OpenEscalation): GateOf<AuditGates> {
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
    decides: { hash: report.object, act: 'force-approve', phrase: phraseOf(decision.auditId, first?.text ?? '') },
  }
}

/** The audit and the first words of its gravest finding, which can't be typed without looking. */
function phraseOf(auditId: string, finding: string): string {
  const words = finding.match(/[\p{L}\p{N}][\p{L}\p{N}.-]*/gu)?.slice(0, 3) ?? []
  return [auditId, ...words].join(' ')
}

export function fixGate(state: AuditState): GateOf<AuditGates> {
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

export function conflictGate({ input, conflict }: AuditState): GateOf<AuditGates> {
  return {
    key: `conflict:${conflict?.count ?? 1}`,
    question: 'Someone else changed the session at the same time; none of their changes were overwritten. What now?',
    choices: [
      { name: 'retry', means: 'read the session as it is now and plan the changes again on top of it' },
      { name: 'abort', means: 'end this run; the session stays as it is' },
    ],
    facts: { session: input.session, differences: conflict?.hint ?? [] },
  }
}

export const gates: Gates<AuditState, AuditGates> = {
  escalate: {
    'manual-fix': (state, _gate, answer) => answered(state, 'manual-fix', answer),
    'force-approve': forceApprove,
    abort: (state, _gate, answer) => answered(state, 'abort', answer),
  },
  fixed: {
    done: ({ fixing }, _gate, { by }) => ({ events: [event('fixed_by_hand', { reAudit: fixing[0]?.reAudit ?? '', by })] }),
    abort: halt,
  },
  conflict: { retry: (_state, _gate, { by }) => ({ events: [event('conflict_answered', { by })] }), abort: halt },
}

function halt(_state: AuditState, _gate: Gate, { by, text = '' }: Answer): Accepted {
  return { events: [event('halted', { ...abortedBy(by, text.trim()), by })] }
}

function forceApprove(state: AuditState, _gate: Gate, answer: Answer): Accepted | Refusal {
  if (state.input.approval === 'signed' && answer.assurance !== 'signed')
    return {
      refused: "this project requires signed approvals (approval.require: signed); sign the report's checksum and pass --signature <file>",
    }
  return answered(state, 'force-approve', answer)
}

function answered({ waiting }: AuditState, choice: EscalationChoice, { by, assurance, text = '' }: Answer): Accepted {
  return { events: [event('answered', { auditId: waiting[0]?.decision.auditId ?? '', choice, by, assurance, reason: text.trim() })] }
}
