// Runs as the rows of a list, each with the workflow it follows.
import type { RunState } from '../kernel/reduce.ts'
import type { View } from '../kernel/store.ts'
import type { AnyWorkflow } from './definition.ts'
import type { World } from './world.ts'

/** What a list calls each run, such as a part of another one by its number; the newest first. */
export async function shownNames(world: World, workflow?: string) {
  const view = rowsOf(world, (definition, run) => ({ run: run.run, definition, name: definition.view.summary(run).name }))
  const found: { run: string; definition: AnyWorkflow; name: string }[] = []
  for await (const one of world.store.rows(view, workflow ? { workflow } : {})) if ('row' in one) found.push(one.row)
  return found
}

/** How runs become rows, each with the workflow it follows. */
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

/** Its id, and that without the time or the workflow. */
export function namesOf(run: string, definitions: readonly AnyWorkflow[]): string[] {
  const short = run.replace(/-\d{8}-\d{6}$/, '')
  return [run, short, ...definitions.flatMap(({ name }) => (short.startsWith(`${name}-`) ? [short.slice(name.length + 1)] : []))]
}
