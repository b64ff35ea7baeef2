// Runs as rows of a list, each with its workflow.
import type { RunState } from '../kernel/reduce.ts'
import type { View } from '../kernel/store.ts'
import type { AnyWorkflow } from './definition.ts'
import type { World } from './world.ts'

/** The names a list gives its runs, such as a part's number in its parent; newest first. */
export async function shownNames(world: World, workflow?: string) {
  const view = rowsOf(world, (definition, run) => ({ run: run.run, definition, name: definition.view.summary(run).name }))
  const found: { run: string; definition: AnyWorkflow; name: string }[] = []
  for await (const one of world.store.rows(view, workflow ? { workflow } : {})) if ('row' in one) found.push(one.row)
  return found
}

/** How runs become rows, each with its workflow. */
export function rowsOf<R>({ workflows }: World, row: (definition: AnyWorkflow, run: RunState<unknown>, busy: boolean) => R): View<R> {
  const known = new Map<string, AnyWorkflow>()
  return {
    workflow: async (name) => {
      const definition = await workflows.get(name)
      known.set(name, definition)
      return definition
    },
    row: (run, busy) => row(known.get(run.workflow) as AnyWorkflow, run, busy),
  }
}

/** Which of these runs have ended and been left by whoever drove them. */
export async function haveEnded(world: World, runs: readonly string[]): Promise<string[]> {
  const view = rowsOf(world, (_definition, { run, outcome }, busy) => (outcome !== null && !busy ? [run] : []))
  const ended: string[] = []
  for await (const one of world.store.rows(view, { runs })) if ('row' in one) ended.push(...one.row)
  return ended
}

/** Its id, also without the time or the workflow. */
export function namesOf(run: string, definitions: readonly AnyWorkflow[]): string[] {
  const short = run.replace(/-\d{8}-\d{6}$/, '')
  return [run, short, ...definitions.flatMap(({ name }) => (short.startsWith(`${name}-`) ? [short.slice(name.length + 1)] : []))]
}

/** Active runs, by name, of workflows that allow only one at a time; asked once the runs have been listed. */
export async function activeNames(world: World, workflow?: string): Promise<string[]> {
  const known = workflow ? [await world.workflows.get(workflow)] : await world.workflows.known()
  return known.flatMap((definition) => definition.hands(world).active?.() ?? [])
}
