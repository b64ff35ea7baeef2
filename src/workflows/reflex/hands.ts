// What a loop does with the world: loops that other tools wrote, the one that is active, and the talk that confirms a draft.
import type { Hands } from '../../operations/definition.ts'
import type { World } from '../../operations/world.ts'
import { foreignLoops } from './hands/foreign.ts'
import { activePointer } from './hands/folder.ts'
import type { ReflexState } from './state.ts'

export const hands = (world: World): Hands<ReflexState> => ({
  foreign: foreignLoops(world),
  active: () => activePointer(world)?.alias ?? null,
  guard: async (open, said, act) => (await import('./verbs/guard-answer.ts')).guardAnswer(world, open, said, act),
  converse: async (open) => (await import('./verbs/setup.ts')).confirmDraft(world, open),
})
