// Runs one check to its verdict: whatever it does, a result comes back.
import { type Catalog, catalog, erase, parseCheck } from '../../rules/catalog.ts'
import { type Check, type Exec, type Files, type CheckResult, type Pages, checkError } from '../../rules/check.ts'
import type { PageMeasure } from '../../rules/page/measure.ts'
import { Fault } from '../../schema/fault.ts'
import type { TypedCheck } from '../../schema/rule.ts'
import { syntax } from './syntax.ts'

export interface Job {
  text: string
  name: string
  /** Where relative paths are resolved. */
  root: string
  /** Modules of a trusted configuration that bring their own checks. */
  modules: string[]
  /** Texts of the store that its checks name, by hash. */
  kept?: Readonly<Record<string, string>>
  /** Pages its checks need, measured in advance: by what `at` names, and '' for the artifact itself. */
  pages?: Readonly<Record<string, PageMeasure>>
}

export interface CheckWorld {
  catalog: Catalog
  files: Files
  exec: Exec
  signal: AbortSignal
  /** Called before a check with an unusual time limit. */
  limit?(ms: number): void
}

export const defaultTimeoutMs = 10_000

/** A check that throws is a result, not a crash. */
export async function runCheck(typed: TypedCheck, job: Job, { limit, ...world }: CheckWorld): Promise<CheckResult> {
  try {
    const parsed = await parseCheck(typed, world.catalog)
    if ('problems' in parsed)
      return checkError(
        `${typed.kind}: ${parsed.problems.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)).join('; ')}`,
      )
    const ms = parsed.check.timeoutMs?.(parsed.params)
    if (ms !== undefined) limit?.(ms)
    return await parsed.check.run({
      params: parsed.params,
      artifact: { text: job.text, name: job.name },
      files: world.files,
      exec: world.exec,
      syntax,
      pages: pagesOf(job),
      signal: world.signal,
    })
  } catch (error) {
    if (error instanceof Fault) return checkError(error.message)
    return checkError(`the check ${typed.kind} crashed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function pagesOf({ pages = {} }: Job): Pages {
  return {
    measure: (at = '') => {
      const measure = Object.hasOwn(pages, at) ? pages[at] : undefined
      if (!measure) throw new Fault('refused', 'this check must declare that it needs a page')
      return measure
    },
  }
}

/** The built-in checks plus those of the modules; a module exports one check or a list as default. */
export async function catalogWith(modules: readonly string[]): Promise<Catalog> {
  if (modules.length === 0) return catalog
  const merged = new Map(catalog)
  for (const path of modules) for (const check of await checksOf(path)) merged.set(check.kind, async () => erase(check))
  return merged
}

/** The same, but tolerant: if a module can't be loaded, its checks are unknown and say why. */
export async function catalogOrReason(modules: readonly string[]): Promise<{ catalog: Catalog; reason: string | null }> {
  try {
    return { catalog: await catalogWith(modules), reason: null }
  } catch (error) {
    return { catalog, reason: (error as Error).message }
  }
}

async function checksOf(path: string): Promise<Check<unknown>[]> {
  let exported: unknown
  try {
    exported = ((await import(path)) as { default?: unknown }).default
  } catch (cause) {
    throw new Fault('invalid', `the check module ${path} couldn't be loaded: ${cause instanceof Error ? cause.message : String(cause)}`, {
      fix: 'Fix the module, or remove it from the configuration.',
      cause,
    })
  }
  const checks = [exported].flat() as Partial<Check<unknown>>[]
  const usable = checks.every((check) => typeof check?.kind === 'string' && typeof check.run === 'function' && check.params)
  if (!usable)
    throw new Fault(
      'invalid',
      `the check module ${path} exports no check: expected one, or a list of them, with kind, params and run as default export`,
      { fix: 'Fix the module, or remove it from the configuration.' },
    )
  return checks as Check<unknown>[]
}
