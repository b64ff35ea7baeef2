// What a new loop inherits from an ended one: its best artifact and, unless overridden, its task and criteria.
import { Fault } from '../../../schema/fault.ts'
import reflex from '../index.ts'
import type { ReflexInput } from '../state.ts'
import { findForeign, findRun, loadRun } from '../../../operations/runs.ts'
import { objectOf } from '../../../operations/show.ts'
import type { World } from '../../../operations/world.ts'

export type Drafted = Pick<ReflexInput, 'criteria' | 'maxIterations' | 'type' | 'idealResult' | 'confirmedBy' | 'kind'>

export interface Before {
  artifact: { hash: string; text: string }
  /** Null for a loop of another tool whose files don't say; what they say is confirmed like any other. */
  draft: (Drafted & { task: string }) | null
}

export async function before(world: World, name: string): Promise<Before> {
  const foreign = await findForeign(world, name, 'reflex')
  if (foreign?.found.artifact) return { artifact: foreign.found.artifact, draft: foreign.found.draft as Before['draft'] }
  const { run } = await findRun(world, name, reflex.name)
  const loaded = await loadRun(world, run, reflex)
  const { stage, status } = reflex.view.summary(loaded)
  if (stage !== 'ended')
    throw new Fault('refused', `${name} is ${status}; only an ended run can be continued from`, {
      fix: `Continue it: \`whet reflex resume ${name}\`.`,
    })
  const current = reflex.view.current(loaded)
  if (!current)
    throw new Fault('not_found', `${name} has no artifact to continue from`, { fix: 'Start a new loop: whet reflex new "<task>"' })
  const { criteria, maxIterations, input } = loaded.state
  const rules = criteria.rules.filter(({ check }) => typeof check === 'string' || check.kind !== 'tamper-guard') // each run guards what it starts from
  return {
    artifact: { hash: current.sha256, text: await objectOf(world, run, current.sha256) },
    draft: {
      task: input.prompt,
      criteria: { ...criteria, rules },
      maxIterations,
      type: input.type,
      idealResult: input.idealResult,
      ...(input.kind && { kind: input.kind }),
    },
  }
}
