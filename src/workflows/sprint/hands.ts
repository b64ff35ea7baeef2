// What a sprint does with the world: reading the page, and the baseline that all of a person's sprints share.
import type { Effect, Observe, Performed } from '../../kernel/task.ts'
import type { TaskContext } from '../../kernel/ports.ts'
import type { Hands } from '../../operations/definition.ts'
import type { World } from '../../operations/world.ts'
import type { PageTask } from './hands/page.ts'
import type { SprintState } from './state.ts'

export const hands = (world: World): Hands<SprintState> => ({
  observe: (task, context) => observe(world, task, context),
  effect: async ({ args }: Effect) => {
    const { recordBaseline } = await import('./hands/baseline.ts')
    recordBaseline(world.env, args as { run: string; score: number })
    return { ok: true, value: {} }
  },
})

async function observe(world: World, { source, args }: Observe, { object, signal }: TaskContext): Promise<Performed> {
  switch (source) {
    case 'baseline':
      return { ok: true, value: (await import('./hands/baseline.ts')).readBaseline(world.env) }
    case 'afresh': {
      const { artifact, ...asked } = args as { artifact: string; checks: [] }
      return (await import('./hands/afresh.ts')).measureAfresh(world.root, world.env, { ...asked, text: await object(artifact) }, signal)
    }
    default:
      return (await import('./hands/page.ts')).readPage(world.root, args as PageTask, signal)
  }
}
