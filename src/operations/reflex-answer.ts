// What an answer to a draft needs beyond the draft itself: rules that can be checked, and no other loop running.
import { parseRules } from '../rules/load.ts'
import type { Json } from '../schema/event.ts'
import type { ReflexState } from '../workflows/reflex/state.ts'
import { rulesFault } from './check.ts'
import { aloneInProject } from './reflex-alone.ts'
import type { AnyRun, World } from './world.ts'

export async function guardAnswer<T>(world: World, open: AnyRun, { gate, choice, data }: { gate: string; choice: string; data?: Json }, act: () => Promise<T>): Promise<T> {
  if (choice === 'change') await refuseUncheckable(world, data)
  const starts = gate === 'confirm-iterations' && choice === 'confirm'
  return starts ? aloneInProject(world, (open.state.state as ReflexState).input.alias, act) : act()
}

/** A check that is not there could never pass. */
async function refuseUncheckable(world: World, data: Json | undefined): Promise<void> {
  const rules = typeof data === 'object' && data !== null && !Array.isArray(data) ? data['rules'] : undefined
  if (!Array.isArray(rules) || rules.length === 0) return
  const typed = rules.filter((rule) => typeof rule === 'object' && rule !== null && !Array.isArray(rule) && typeof rule['check'] === 'object')
  if (typed.length === 0) return
  const read = await parseRules(JSON.stringify({ rules: typed }), 'rules.json', await world.catalog())
  if ('problems' in read) throw rulesFault('the changed rules', read.problems.map(({ message }) => ({ message })))
}
