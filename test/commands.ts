// Every command that ships, as help, reference and tools see them.
import { commands } from '../src/operations/catalog.ts'
import { shipped } from '../src/workflows/registry.ts'

export const workflows = await Promise.all(Object.values(shipped).map(async ({ load }) => (await load()).default))
export const allCommands = commands(workflows)

/** A verb as `whet [<under>] <name>` finds it. */
export const findCommand = (name: string, under = '') =>
  (
    allCommands.find((each) => each.verb.name === name && each.under === under) ??
    (under ? allCommands.find((each) => each.verb.name === name && each.under === '') : undefined)
  )?.verb
