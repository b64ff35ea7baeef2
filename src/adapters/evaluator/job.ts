// One check run to its verdict: whatever it does, a result comes back.
import { type Catalog, erase, parseCheck } from '../../rules/catalog.ts'
import { type Check, type Exec, type Files, type Finding, checkError } from '../../rules/check.ts'
import type { TypedCheck } from '../../schema/rule.ts'
import { catalog } from '../../rules/catalog.ts'

export interface Job {
  text: string
  name: string
  /** Where relative files are looked up. */
  root: string
  /** Modules of a trusted configuration that bring checks of their own. */
  modules: string[]
}

export const defaultTimeoutMs = 10_000

/** A check that throws is a result, not a crash. */
export async function runCheck(typed: TypedCheck, job: Job, world: { catalog: Catalog; files: Files; exec: Exec; signal: AbortSignal }): Promise<Finding> {
  try {
    const parsed = await parseCheck(typed, world.catalog)
    if ('problems' in parsed) return checkError(`${typed.kind}: ${parsed.problems.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)).join('; ')}`)
    return await parsed.check.run({ params: parsed.params, artifact: { text: job.text, name: job.name }, files: world.files, exec: world.exec, signal: world.signal })
  } catch (error) {
    return checkError(`the check ${typed.kind} crashed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The shipped checks plus those of the modules; a module exports one check or a list as default. */
export async function catalogWith(modules: readonly string[]): Promise<Catalog> {
  if (modules.length === 0) return catalog
  const merged = new Map(catalog)
  for (const path of modules) {
    const { default: exported } = (await import(path)) as { default: Check<unknown> | Check<unknown>[] }
    for (const check of [exported].flat()) merged.set(check.kind, async () => erase(check))
  }
  return merged
}
