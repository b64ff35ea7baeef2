// At most one loop is active in a project: starting one takes a lock and checks first.
import { activePointer } from '../hands/folder.ts'
import { Fault } from '../../../schema/fault.ts'
import { summaries } from '../../../operations/list.ts'
import type { World } from '../../../operations/world.ts'

/** Acts while nobody else can start a loop, unless another one is running. */
export async function aloneInProject<T>(world: World, name: string, act: () => Promise<T>): Promise<T> {
  return world.store.exclusive('the start of a loop', async () => {
    await refuseSecondLoop(world, name)
    return act()
  })
}

/** Our journals know what is running; another tool's loop counts if the pointer names it. */
export async function refuseSecondLoop(world: World, name?: string): Promise<void> {
  const active = activePointer(world)?.alias
  const running = (await summaries(world, 'reflex')).find(
    (run) => run.stage === 'working' && run.name !== name && (run.run !== run.name || run.name === active),
  )
  if (running)
    throw new Fault('conflict', `a loop is already active: ${running.name}`, {
      fix: `Continue with \`whet reflex resume ${running.name}\`, or end it with \`whet reflex stop\`.`,
      data: { active: running.name },
    })
}
