// What a run is about: the request, its limits, its maker and judge, and who works on it now.
import type { Pins } from '../../agents/pins.ts'
import type { Next } from '../../kernel/workflow.ts'
import type { PanelContext } from '../../operations/page.ts'
import { type RunRecord, askedOf } from '../../operations/run-record.ts'
import { pinsOf } from '../../operations/runs.ts'
import { makerName } from '../../report/story.ts'
import type { About, Step } from './document.ts'

export async function aboutOf(record: RunRecord, context: PanelContext<unknown>): Promise<About> {
  const { definition, panel, run, makers: asked } = record
  const { makers = {} } = pinsOf(definition, run) as Partial<Pins>
  // A role without a named maker uses the default.
  const owner = (role: string) => (Object.hasOwn(makers, role) ? role : 'default')
  const calls = (role: string) => asked.filter((each) => owner(each.role) === role).reduce((sum, each) => sum + each.calls, 0)
  const named = Object.entries(makers).map(([role, { name }]) => ({ role, name: makerName(name), calls: calls(role) }))
  const others = asked.filter(({ role }) => !Object.hasOwn(makers, owner(role)))
  return {
    task: (await askedOf(context, record).catch(() => null)) ?? '',
    criteria: panel.criteria?.(run) ?? [],
    makers: [...named, ...others.map(({ role, maker, calls: made }) => ({ role, name: makerName(maker), calls: made }))],
  }
}

/** Who is working on steps without a reply. */
export function nowAsked(step: Step, next: Next, { makers }: About): Step {
  const task = step.endedAt === null && 'do' in next ? next.do.find(({ key }) => key === step.key) : undefined
  if (task?.kind !== 'ask') return step
  const named = makers.find(({ role }) => role === task.role) ?? makers.find(({ role }) => role === 'default')
  return { ...step, role: task.role, maker: named?.name ?? null }
}
