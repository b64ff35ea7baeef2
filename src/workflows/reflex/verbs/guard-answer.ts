// What an answer to a draft needs besides the draft: checkable rules, and no other active loop.
import { type OpenRun, commit } from '../../../kernel/commit.ts'
import { parseRules } from '../../../rules/load.ts'
import type { Json } from '../../../schema/event.ts'
import { Fault } from '../../../schema/fault.ts'
import { event } from '../events.ts'
import reflex from '../index.ts'
import { record } from '../loose.ts'
import type { ReflexState } from '../state.ts'
import { rulesFault } from '../../../operations/check.ts'
import { tell } from '../../../operations/runs.ts'
import { aloneInProject } from './alone.ts'
import type { World } from '../../../operations/world.ts'

export async function guardAnswer<T>(
  world: World,
  open: OpenRun<ReflexState>,
  { gate, choice, data }: { gate: string; choice: string; data?: Json },
  act: () => Promise<T>,
): Promise<T> {
  if (choice === 'change') refuseCommands(open, data)
  if (choice === 'change') await refuseUncheckable(world, data)
  const starts = gate === 'confirm-iterations' && choice === 'confirm'
  return starts ? aloneInProject(world, open.state.state.input.alias, act) : act()
}

/** A failed loop retries its failed step; the limit of one active loop applies. */
export async function retryFailed(world: World, open: OpenRun<ReflexState>): Promise<void> {
  await aloneInProject(world, open.state.state.input.alias, () =>
    commit(open, { events: [event('retried', { by: world.user })] }, world, {
      onCommit: (state, events) => tell(world, reflex, state, events),
    }),
  )
}

/** What commands rely on is copied at the start of a loop, so commands are allowed then or not at all. */
function refuseCommands(open: OpenRun<ReflexState>, data: Json | undefined): void {
  const wanted = record(data)['allow_commands'] === true
  if (!wanted || open.state.state.input.allowCommands) return
  throw new Fault('refused', 'commands can be allowed only at the start of a loop, because whet saves the files they rely on then', {
    fix: 'Start it again with --allow-commands.',
  })
}

/** An unknown check could never pass. */
async function refuseUncheckable(world: World, data: Json | undefined): Promise<void> {
  const rules = record(data)['rules']
  if (!Array.isArray(rules) || rules.length === 0) return
  const typed = rules.filter((rule) => typeof record(rule)['check'] === 'object')
  if (typed.length === 0) return
  const read = await parseRules(JSON.stringify({ rules: typed }), 'rules.json', await world.catalog())
  if ('problems' in read)
    throw rulesFault(
      'the changed rules',
      read.problems.map(({ message }) => ({ message })),
    )
}
