// How an order touches the world: inspects the repository, keeps a working copy outside the checkout, compiles, commits and measures.
import type { TaskContext } from '../../kernel/ports.ts'
import type { Performed, Reply } from '../../kernel/task.ts'
import type { Hands } from '../../operations/definition.ts'
import type { World } from '../../operations/world.ts'
import { Fault } from '../../schema/fault.ts'
import type { OrderState } from './state.ts'

export const hands = (world: World): Hands<OrderState> => ({
  observe: ({ source, args }, context) => perform(world, source, args, context),
  effect: ({ effect, args }, context) => perform(world, effect, args, context),
})

type Act = (world: World, given: never, context: TaskContext) => Promise<object>

const acts: Readonly<Record<string, Act>> = {
  survey: async (world, given) => (await import('./hands/survey.ts')).survey(world, given),
  guidelines: async (world, given) => (await import('../../operations/lessons.ts')).tell(world, given),
  open: async (world, given, { signal }) => (await import('./hands/working-copy.ts')).open(world, given, signal),
  refine: async (world, given, context) => (await import('./hands/refine.ts')).refine(world, given, context),
  commit: async (_world, given) => (await import('./hands/commit.ts')).commit(given),
  pull: async (world, given, { signal }) => (await import('./hands/commit.ts')).pull(world, given, signal),
  accept: async (world, given, context) => (await import('./hands/judge.ts')).judge(world, given, context),
  close: async (world, given) => (await import('./hands/working-copy.ts')).close(world, given),
}

/** An error that a person can fix is a reply; a defect of ours is thrown. */
async function perform(world: World, name: string, args: object, context: TaskContext): Promise<Extract<Performed, Reply>> {
  const act = acts[name]
  if (!act) throw new Fault('internal', `an order has no ${name}`)
  try {
    // As `next` asked for it: the name of the task says what its arguments are.
    return { ok: true, value: await act(world, args as never, context) }
  } catch (error) {
    if (!(error instanceof Fault) || error.code === 'internal') throw error
    return { ok: false, error: { code: error.code, message: error.message } }
  }
}
