// What lessons have to say to this order. Learning that cannot be reached holds no order up.
import { type Wanted, select } from '../../../adapters/database/learned.ts'
import type { World } from '../../../operations/world.ts'
import { Fault } from '../../../schema/fault.ts'
import type { Told } from '../state.ts'

export async function guidelines(world: World, wanted: Wanted): Promise<Told> {
  try {
    const { text, applications, promptVersion } = await select(await world.learning(), wanted)
    return { text, applications: [...applications], promptVersion }
  } catch (error) {
    if (!(error instanceof Fault) || error.code === 'internal') throw error
    world.say(`note: no lessons for this order: ${error.message}`)
    return { text: '', applications: [], promptVersion: null }
  }
}
