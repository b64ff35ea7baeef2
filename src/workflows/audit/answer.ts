// What a person's answer to an escalation does to the task sheet. An answer is given by name; there is no default.
import { cellEdit, changed } from './apply.ts'
import { readChains } from './chain.ts'
import type { Decision } from './decide.ts'
import type { EscalationChoice } from './escalate.ts'
import { quoteFinding } from './findings.ts'
import { planRevisions } from './revise.ts'
import type { TaskSheet } from './tasks.ts'

export interface Answer {
  readonly choice: EscalationChoice
  readonly person: string
  readonly reason: string
}

export interface Answered {
  readonly sheet: TaskSheet
  readonly actions: readonly string[]
  readonly overridden: readonly string[] // findings a force-approve set aside
  readonly reAudit: string | null
  readonly refusal: string | null
}

export function answerEscalation(sheet: TaskSheet, decision: Decision, { choice, person, reason }: Answer): Answered {
  const task = sheet.byId.get(decision.auditId)
  if (!task) return { sheet, actions: [], overridden: [], reAudit: null, refusal: `there is no task ${decision.auditId}` }
  if (choice === 'abort')
    return {
      sheet,
      actions: [`${person} aborted the pipeline; every task is kept as it is.`],
      overridden: [],
      reAudit: null,
      refusal: null,
    }
  const done = [...cellEdit(sheet, task, 'status', 'completed'), ...cellEdit(sheet, task, 'error', '')]
  if (choice === 'force-approve') {
    const overridden = decision.findings.map((each) => `${each.severity}: ${quoteFinding(each)}`)
    const actions = [
      `${person} approved ${decision.auditId} in spite of ${overridden.length} finding${overridden.length === 1 ? '' : 's'}${reason === '' ? '' : `: ${reason}`}.`,
    ]
    return { sheet: changed(sheet, { cells: done, append: [] }), actions, overridden, reAudit: null, refusal: null }
  }
  const request = { auditId: decision.auditId, iteration: decision.iteration, issues: [], findings: decision.findings }
  const plan = planRevisions(sheet, readChains(sheet), [request], true)
  const revision = plan.made[0]
  if (!revision)
    return { sheet, actions: [], overridden: [], reAudit: null, refusal: plan.refused[0]?.reason ?? 'the re-audit could not be planned' }
  const actions = [
    `${person} fixes the design by hand; ${revision.reAudit} audits it again, and ${revision.rewired.length === 0 ? 'nothing else waits' : `${revision.rewired.join(', ')} ${revision.rewired.length === 1 ? 'waits' : 'wait'}`} for it.`,
  ]
  return {
    sheet: changed(sheet, { cells: [...done, ...plan.cells], append: plan.append }),
    actions,
    overridden: [],
    reAudit: revision.reAudit,
    refusal: null,
  }
}
