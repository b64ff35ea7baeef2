// What a person's answer to an escalation does to the task sheet, the record of decisions, and the discoveries.
import type { Accepted } from '../../kernel/workflow.ts'
import { cellEdit, changed } from './apply.ts'
import { readChains } from './chain.ts'
import type { Decision } from './decide.ts'
import type { EscalationChoice } from './escalate.ts'
import { event } from './events.ts'
import { quoteFinding } from './findings.ts'
import { fileName, iso } from './output.ts'
import { countsOf } from './progress.ts'
import { planRevisions } from './revise.ts'
import { type Session, draftWrite } from './session.ts'
import type { AuditState, OpenEscalation, Said } from './state.ts'
import { abortedBy } from './stop.ts'
import type { AuditTask, TaskSheet } from './tasks.ts'

interface Answer {
  readonly choice: EscalationChoice
  readonly person: string
  readonly reason: string
}

interface Answered {
  readonly sheet: TaskSheet
  readonly actions: string[]
  readonly overridden: string[] // findings a force-approve overrode
  readonly reAudit: string | null
  readonly refusal: string | null
  readonly ends: boolean // the run
}

type Choosing = (sheet: TaskSheet, task: AuditTask, decision: Decision, answer: Omit<Answer, 'choice'>) => Partial<Answered>

/** An answer is given by name; there is no default. */
export function answerEscalation(sheet: TaskSheet, decision: Decision, { choice, ...answer }: Answer): Answered {
  const kept: Answered = { sheet, actions: [], overridden: [], reAudit: null, refusal: null, ends: false }
  const task = sheet.byId.get(decision.auditId)
  return { ...kept, ...(task ? choices[choice](sheet, task, decision, answer) : { refusal: `there is no task ${decision.auditId}` }) }
}

const choices: { [choice in EscalationChoice]: Choosing } = {
  abort: (_sheet, _task, _decision, { person }) => ({
    actions: [`${person} aborted the pipeline; every task is kept as it is.`],
    ends: true,
  }),
  'force-approve': (sheet, task, { auditId, findings }, { person, reason }) => {
    const overridden = findings.map((each) => `${each.severity}: ${quoteFinding(each)}`)
    const count = `${overridden.length} finding${overridden.length === 1 ? '' : 's'}`
    const actions = [`${person} approved ${auditId} in spite of ${count}${reason === '' ? '' : `: ${reason}`}.`]
    return { sheet: changed(sheet, { cells: done(sheet, task), append: [] }), actions, overridden }
  },
  'manual-fix': (sheet, task, { auditId, iteration, findings }, { person }) => {
    const plan = planRevisions(sheet, readChains(sheet), [{ auditId, iteration, issues: [], findings }], true)
    const revision = plan.made[0]
    if (!revision) return { refusal: plan.refused[0]?.reason ?? "the re-audit couldn't be planned" }
    const { reAudit, rewired } = revision
    const others = rewired.length === 0 ? 'nothing else waits' : `${rewired.join(', ')} ${rewired.length === 1 ? 'waits' : 'wait'}`
    return {
      sheet: changed(sheet, { cells: [...done(sheet, task), ...plan.cells], append: plan.append }),
      actions: [`${person} fixes the design by hand; ${reAudit} audits it again, and ${others} for it.`],
      reAudit,
    }
  },
}

const done = (sheet: TaskSheet, task: AuditTask) => [...cellEdit(sheet, task, 'status', 'completed'), ...cellEdit(sheet, task, 'error', '')]

export function planAnswer(state: AuditState, session: Session, { auditId, choice, by, assurance, reason }: Said): Accepted {
  const open = state.waiting.find(({ decision }) => decision.auditId === auditId)
  const answered = open && answerEscalation(session.sheet, open.decision, { choice, person: by, reason })
  const { sheet = session.sheet, actions = [], overridden = [], reAudit = null, ends = false } = answered ?? {}
  const refusal = answered ? answered.refusal : `${auditId} no longer waits for an answer`
  const draft = draftWrite(session)
  if (open && refusal === null) {
    const { iteration } = open.decision
    const said = { auditId, choice, by, assurance, reason }
    draft.sheet(sheet)
    draft.put(`artifacts/audit/gc-answer-${fileName(auditId)}-${iteration}.md`, answerText(state, open, said, actions, overridden))
    const created = reAudit === null ? {} : { created: [reAudit] }
    const data = { audit_id: auditId, iteration, answer: choice, by, assurance, reason, overridden, ...created }
    draft.note({ ts: iso(state.updatedAt), worker: 'whet', type: 'gc_answer', data })
  }
  return {
    events: [
      event('session_read', { tasks: session.sheet.tasks.length, notes: [] }),
      event('answer_applied', { auditId, choice, by, actions, overridden, reAudit, refusal }),
      ...(ends ? [event('ending', abortedBy(by, reason))] : []),
      event('planned', { purpose: 'answer', write: draft.write(), queue: [], design: null, counts: countsOf(sheet) }),
    ],
    objects: draft.objects,
  }
}

function answerText(
  { updatedAt }: AuditState,
  { decision, report }: OpenEscalation,
  { choice, by, assurance, reason }: Said,
  actions: readonly string[],
  overridden: readonly string[],
): string {
  const line = (text: string) => `- ${text.replaceAll(/[\r\n\u2028\u2029]+/g, ' ')}`
  return [
    '## Decision of a Person',
    line(`Audit: ${decision.auditId}, iteration ${decision.iteration} / ${decision.rounds}`),
    line(`Answer: ${choice}`),
    line(`By: ${by} (${assurance})`),
    line(`At: ${iso(updatedAt)}`),
    line(`Reason: ${reason || 'none given'}`),
    line(`Decided on: ${report.path} (SHA-256 ${report.object})`),
    '',
    '## Actions Taken',
    ...actions.map(line),
    ...(overridden.length > 0 ? ['', '## Findings Overridden', ...overridden.map(line)] : []),
    '',
  ].join('\n')
}
