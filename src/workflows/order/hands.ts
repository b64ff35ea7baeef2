// What an order does with the world: it looks at the repository, keeps a working copy outside the checkout, compiles, commits and measures.
import type { TaskContext } from '../../kernel/ports.ts'
import type { Performed, Reply } from '../../kernel/task.ts'
import type { Hands } from '../../operations/definition.ts'
import type { World } from '../../operations/world.ts'
import { Fault } from '../../schema/fault.ts'
import type { OrderState } from './state.ts'

export const hands = (world: World): Hands<OrderState> => ({
  observe: ({ source, args }, context) => asReply(() => observe(world, source, args, context)),
  effect: ({ effect, args }, context) => asReply(() => act(world, effect, args, context)),
})

async function observe(world: World, source: string, args: object, context: TaskContext): Promise<object> {
  switch (source) {
    case 'survey':
      return (await import('./hands/survey.ts')).survey(world, args as never)
    case 'guidelines':
      return (await import('../../operations/lessons.ts')).tell(world, args as never)
    case 'refine':
      return (await import('./hands/refine.ts')).refine(world, args as never, context)
    case 'accept':
      return (await import('./hands/judge.ts')).judge(world, args as never, context)
    default:
      throw new Fault('internal', `an order looks at no ${source}`)
  }
}

async function act(world: World, effect: string, args: object, context: TaskContext): Promise<object> {
  const { open, close } = await import('./hands/working-copy.ts')
  const { commit, pull } = await import('./hands/commit.ts')
  const acts: Readonly<Record<string, (given: never) => object | Promise<object>>> = {
    open: (given) => open(world, given, context.signal),
    commit: (given) => commit(given),
    pull: (given) => pull(world, given, context.signal),
    close: (given) => close(world, given),
  }
  const chosen = acts[effect]
  if (!chosen) throw new Fault('internal', `an order has no effect ${effect}`)
  return chosen(args as never)
}

/** What a person can mend is an answer; a defect of ours is thrown. */
async function asReply(performed: () => Promise<object>): Promise<Extract<Performed, Reply>> {
  try {
    return { ok: true, value: await performed() }
  } catch (error) {
    if (!(error instanceof Fault) || error.code === 'internal') throw error
    return { ok: false, error: { code: error.code, message: error.message } }
  }
}
