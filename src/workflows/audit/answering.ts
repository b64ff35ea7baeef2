// The plan that carries out a person's answer to an escalation: the sheet, the record of who decided what, and a line for the others.
import type { Accepted } from '../../kernel/workflow.ts'
import { answerEscalation } from './answer.ts'
import { fileName, iso } from './decision-report.ts'
import { event } from './events.ts'
import { type Session, draftWrite } from './session.ts'
import type { AuditState, OpenEscalation, Said } from './state.ts'
import { countsOf } from './statuses.ts'
import { endingFor } from './stop.ts'

export function planAnswer(state: AuditState, session: Session, said: Said): Accepted {
  const read = event('session_read', { tasks: session.sheet.tasks.length, notes: [] })
  const open = state.waiting.find(({ decision }) => decision.auditId === said.auditId)
  const done = open ? answerEscalation(session.sheet, open.decision, { choice: said.choice, person: said.by, reason: said.reason }) : null
  const refusal = done ? done.refusal : `${said.auditId} waits for no answer any more`
  const counts = countsOf(session.sheet)
  const applied = event('answer_applied', {
    auditId: said.auditId,
    choice: said.choice,
    by: said.by,
    actions: [...(done?.actions ?? [])],
    overridden: [...(done?.overridden ?? [])],
    reAudit: done?.reAudit ?? null,
    refusal,
  })
  if (!open || !done || refusal !== null)
    return { events: [read, applied, event('planned', { purpose: 'answer', write: null, queue: [], design: null, counts })] }
  const draft = draftWrite(session)
  draft.sheet(done.sheet)
  draft.put(`artifacts/audit/gc-answer-${fileName(said.auditId)}-${open.decision.iteration}.md`, answerText(state, open, said, done))
  draft.note({
    ts: iso(state.updatedAt),
    worker: 'whet',
    type: 'gc_answer',
    data: {
      audit_id: said.auditId,
      iteration: open.decision.iteration,
      answer: said.choice,
      by: said.by,
      assurance: said.assurance,
      reason: said.reason,
      overridden: [...done.overridden],
      ...(done.reAudit !== null && { created: [done.reAudit] }),
    },
  })
  const abort =
    said.choice === 'abort'
      ? [
          event(
            'ending',
            endingFor('aborted', `${said.by} aborted the pipeline${said.reason === '' ? '' : `: ${said.reason}`}; every task is kept`),
          ),
        ]
      : []
  return {
    events: [
      read,
      applied,
      ...abort,
      event('planned', { purpose: 'answer', write: draft.write(), queue: [], design: null, counts: countsOf(done.sheet) }),
    ],
    objects: draft.objects,
  }
}

function answerText(
  state: AuditState,
  { decision, report }: OpenEscalation,
  said: Said,
  { actions, overridden }: { actions: readonly string[]; overridden: readonly string[] },
): string {
  const line = (text: string) => `- ${text.replaceAll(/[\r\n\u2028\u2029]+/g, ' ')}`
  const findings = overridden.length > 0 ? ['', '## Findings Overridden', ...overridden.map(line)] : []
  return [
    '## Decision of a Person',
    line(`Audit: ${decision.auditId}, iteration ${decision.iteration} / ${decision.rounds}`),
    line(`Answer: ${said.choice}`),
    line(`By: ${said.by} (${said.assurance})`),
    line(`At: ${iso(state.updatedAt)}`),
    line(`Reason: ${said.reason || 'none given'}`),
    line(`Decided on: ${report.path} (SHA-256 ${report.object})`),
    '',
    '## Actions Taken',
    ...actions.map(line),
    ...findings,
    '',
  ].join('\n')
}
