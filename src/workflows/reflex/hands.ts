// How a loop touches the world: loops of other tools, the active loop, and the dialogue that confirms a draft.
import { filesBelow } from '../../adapters/evaluator/files.ts'
import type { Hands } from '../../operations/definition.ts'
import type { World } from '../../operations/world.ts'
import { demandsOf } from '../../rules/demand.ts'
import { foreignLoops } from './hands/foreign.ts'
import { activePointer } from './hands/folder.ts'
import type { Criteria, ReflexState } from './state.ts'

export const hands = (world: World): Hands<ReflexState> => ({
  builtins: {
    plan: { version: '1', standsIn: true, make: async ({ slots }) => (await import('./builtin.ts')).planFor(slots) },
    critique: { version: '1', standsIn: true, make: async ({ slots }) => (await import('./builtin.ts')).critiqueOf(slots) },
  },
  observe: async ({ source, args }) =>
    source === 'demands'
      ? { ok: true, value: await demandsOf((args as Pick<Criteria, 'rules'>).rules, await world.catalog(), filesBelow(world.root).read) }
      : null,
  foreign: foreignLoops(world),
  active: () => activePointer(world)?.alias ?? null,
  guard: async (open, said, act) => (await import('./verbs/guard-answer.ts')).guardAnswer(world, open, said, act),
  retry: async (open) => (await import('./verbs/guard-answer.ts')).retryFailed(world, open),
  converse: async (open) => (await import('./verbs/setup.ts')).confirmDraft(world, open),
})
