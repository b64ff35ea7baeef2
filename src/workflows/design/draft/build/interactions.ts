// Steps → interactions: what somebody does or what happens, and how the software answers.
import { capital } from '../words/forms.ts'
import type { Interaction } from '../../intent.ts'
import { system } from '../understand/actors.ts'
import type { Flow } from './flows.ts'
import { idMaker } from './ids.ts'
import type { Step } from './steps.ts'

export function planInteractions(flows: readonly Flow[], place: Map<Step, string>): Interaction[] {
  const makeId = idMaker()
  const seen = new Set<string>()
  return flows.flatMap((flow) =>
    flow.steps.flatMap((step, at): Interaction[] => {
      const pair = answerOf(step, flow.steps[at - 1], flow.steps[at + 1])
      const componentId = pair && place.get(pair.on)
      if (!pair || componentId === undefined) return []
      const key = `${pair.trigger}|${pair.response}`.toLowerCase()
      if (seen.has(key)) return []
      seen.add(key)
      return [{ id: makeId(pair.trigger, 'interaction'), trigger: pair.trigger, response: pair.response, componentId }]
    }),
  )
}

function answerOf(
  step: Step,
  before: Step | undefined,
  after: Step | undefined,
): { trigger: string; response: string; on: Step } | undefined {
  if (step.role === 'answer') {
    const response = step.trigger === '' ? step.text : withoutTrigger(step)
    if (before && before.doer !== system && (step.trigger === '' || step.trigger === before.text))
      return { trigger: before.text, response, on: before }
    if (step.trigger !== '') return { trigger: asTrigger(step), response, on: step }
    return undefined
  }
  if (step.role === 'look' && after?.role !== 'answer' && step.object !== '' && step.verb !== 'start at')
    return { trigger: step.text, response: `System shows ${step.object} to the ${step.doer}`, on: step }
  return undefined
}

function withoutTrigger(step: Step): string {
  const at = step.text.lastIndexOf(step.trigger)
  return at < 0
    ? step.text
    : step.text
        .slice(0, at)
        .replace(/\s+\w+\s*$/, '')
        .trim() || step.text
}

/** "the loan is overdue" is no act; that the software finds it is. */
function asTrigger(step: Step): string {
  const state = step.statement.conditionActs.every((act) => act.kind === 'state' || act.kind === 'hold')
  return state ? `System finds that ${step.trigger}` : capital(step.trigger)
}
