// What a loop does with the world: loops that other tools wrote, the one that is active, and the talk that confirms a draft.
import type { Hands } from '../../operations/definition.ts'
import type { World } from '../../operations/world.ts'
import { demandsOf } from '../../rules/demand.ts'
import type { Rule } from '../../schema/rule.ts'
import { foreignLoops } from './hands/foreign.ts'
import { activePointer } from './hands/folder.ts'
import type { ReflexState } from './state.ts'

/** What the run asks about: the rules a maker may know of. */
interface Told {
  rules: Pick<Rule, 'id' | 'check'>[]
}

export const hands = (world: World): Hands<ReflexState> => ({
  foreign: foreignLoops(world),
  active: () => activePointer(world)?.alias ?? null,
  guard: async (open, said, act) => (await import('./verbs/guard-answer.ts')).guardAnswer(world, open, said, act),
  observe: async ({ source, args }) =>
    source === 'demands' ? { ok: true, value: await demandsOf((args as Told).rules, await world.catalog()) } : null,
  converse: async (open) => (await import('./verbs/setup.ts')).confirmDraft(world, open),
})
