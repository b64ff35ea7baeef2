// How a sprint touches the world: reads the page, and the baseline shared by all runs of a user.
import type { Effect, Observe, Performed, Reply, RuleCheck } from '../../kernel/task.ts'
import type { TaskContext } from '../../kernel/ports.ts'
import type { Hands } from '../../operations/definition.ts'
import type { World } from '../../operations/world.ts'
import type { PageTask } from './hands/page.ts'
import type { Serve } from './hands/serve.ts'
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
    case 'served':
    case 'afresh': {
      const { artifact, checks, serve } = args as { artifact: string; checks: RuleCheck[]; serve?: Serve }
      const text = await object(artifact)
      const measure = async (): Promise<Reply> => {
        if (source === 'afresh') return (await import('./hands/afresh.ts')).measureAfresh(world.root, world.env, { text, checks }, signal)
        const { value, meta } = await world.evaluateKept({ text, name: serve?.url ?? artifact, checks, allowCommands: false })
        return { ok: true, value, meta }
      }
      if (!serve) return measure()
      return (await import('./hands/serve.ts')).whileServed(world, { ...serve, text }, signal, measure)
    }
    default:
      return (await import('./hands/page.ts')).readPage(world.root, args as PageTask, signal)
  }
}
