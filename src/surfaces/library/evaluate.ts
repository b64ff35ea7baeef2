// A program's evaluate port: its own checks run in-process within a time limit; built-in checks run in threads as usual.
import type { PageBrowser } from '../../adapters/browser/browser.ts'
import { createEvaluate } from '../../adapters/evaluator/evaluate.ts'
import { filesBelow } from '../../adapters/evaluator/files.ts'
import { defaultTimeoutMs, runCheck } from '../../adapters/evaluator/job.ts'
import { sharedPool } from '../../adapters/evaluator/pool.ts'
import type { Ports } from '../../kernel/ports.ts'
import { type AnyCheck, type Catalog, catalog, erase } from '../../rules/catalog.ts'
import { type Check, type Exec, type Files, type CheckResult, checkError } from '../../rules/check.ts'
import type { Json } from '../../schema/event.ts'
import { Fault } from '../../schema/fault.ts'
import type { TypedCheck } from '../../schema/rule.ts'
import type { Verdict } from '../../schema/verdict.ts'

/** A check with any parameters: its own schema parses them before it runs. */
export type OwnCheck = Omit<Check, 'timeoutMs'> & { timeoutMs?: (params: never) => number | undefined }

export const forget = (check: OwnCheck): AnyCheck => erase(check as Check)

export interface Evaluating {
  /** The built-in checks and the program's own. */
  catalog: Catalog
  evaluate: Ports['evaluate']
  close(): Promise<void>
}

export function evaluating(own: readonly OwnCheck[], root: string): Evaluating {
  const mine: Catalog = new Map(own.map((check) => [check.kind, async () => forget(check)]))
  for (const kind of mine.keys())
    if (catalog.has(kind)) throw new Fault('conflict', `there already is a check ${kind}`, { fix: 'Give yours a different kind.' })
  let browser: Promise<PageBrowser> | undefined
  const pages = () => (browser ??= import('../../adapters/browser/browser.ts').then((loaded) => new loaded.PageBrowser()))
  const shipped = createEvaluate({ root, pool: sharedPool(), modules: [], pages })
  return {
    catalog: new Map([...catalog, ...mine]),
    close: async () => {
      await browser?.then((opened) => opened.close())
    },
    evaluate: async (task, context) => {
      const others = task.checks.filter(({ check }) => !mine.has(check.kind))
      const reply = others.length > 0 ? await shipped({ ...task, checks: others }, context) : { ok: true as const, value: [] as Json }
      if (reply === 'pending' || 'outage' in reply || !reply.ok || !('value' in reply)) return reply
      const theirs = [...(reply.value as Verdict[])]
      const text = await context.object(task.artifact.object)
      const verdicts: Verdict[] = []
      for (const { ruleId, check } of task.checks)
        verdicts.push(
          mine.has(check.kind)
            ? { ruleId, ...(await runOwn(check, mine, { text, name: task.name }, filesBelow(root), context.signal)) }
            : (theirs.shift() as Verdict),
        )
      return { ok: true, value: verdicts }
    },
  }
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
