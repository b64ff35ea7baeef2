// Checks of the program we run in: they run in its process, within their time limit.
import { type AnyCheck, type Catalog, catalog, erase } from '../../rules/catalog.ts'
import { type Check, type Exec, type Files, type CheckResult, checkError } from '../../rules/check.ts'
import { Fault } from '../../schema/fault.ts'
import type { TypedCheck } from '../../schema/rule.ts'
import { defaultTimeoutMs, runCheck } from './job.ts'

/** A check with any parameters: its own schema parses them before it runs. */
export type OwnCheck = Omit<Check, 'timeoutMs'> & { timeoutMs?: (params: never) => number | undefined }

export const forget = (check: OwnCheck): AnyCheck => erase(check as Check)

export function ownCatalog(checks: readonly OwnCheck[]): Catalog {
  for (const { kind } of checks)
    if (catalog.has(kind)) throw new Fault('conflict', `there already is a check ${kind}`, { fix: 'Give yours a different kind.' })
  return new Map(checks.map((check) => [check.kind, async () => forget(check)]))
}

/** Runs once, within its time limit; a check that overruns isn't waited for. */
export async function runOwn(
  check: TypedCheck,
  from: Catalog,
  artifact: { text: string; name: string },
  files: Files,
  signal: AbortSignal,
): Promise<CheckResult> {
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const ended = new Promise<CheckResult>((resolve) =>
    late.signal.addEventListener('abort', () => resolve(checkError(`the check ${check.kind} took longer than ${late.signal.reason} s`))),
  )
  const limit = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => late.abort(ms / 1000), ms)
  }
  limit(defaultTimeoutMs)
  const running = runCheck(
    check,
    { ...artifact, root: '.', modules: [] },
    { catalog: from, files, exec: noExec, signal: AbortSignal.any([signal, late.signal]), limit },
  )
  return Promise.race([running, ended]).finally(() => clearTimeout(timer))
}

const noExec: Exec = {
  run: () => Promise.reject(new Fault('refused', 'checks of a program run in the program: start what you need there')),
}
