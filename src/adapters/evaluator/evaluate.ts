// The evaluate port: code decides each check, pure ones in threads, commands in a sandboxed copy, in parallel; order never shows.
import { sha256 } from '../../lib/hash.ts'
import type { RuleCheck } from '../../kernel/task.ts'
import type { Ports } from '../../kernel/ports.ts'
import { type Catalog, parseCheck } from '../../rules/catalog.ts'
import { type Finding, checkError } from '../../rules/check.ts'
import type { Json } from '../../schema/event.ts'
import { toFault } from '../../schema/fault.ts'
import type { Verdict } from '../../schema/verdict.ts'
import { createExec } from './exec.ts'
import { filesBelow } from './files.ts'
import { type Job, catalogWith, runCheck } from './job.ts'
import type { CheckPool } from './pool.ts'
import { type Sandbox, makeSandbox } from './sandbox.ts'
import type { VerdictCache } from './verdict-cache.ts'

export interface EvaluatorOptions {
  root: string
  pool: CheckPool
  cache: VerdictCache | null
  /** Modules of a trusted configuration, as absolute paths. */
  modules: string[]
  /** A copy for reflex; the project itself for `whet check`, whose rules a person wrote. */
  commandsIn: 'copy' | 'place'
}

const commandsAtOnce = 2

export function createEvaluate(options: EvaluatorOptions): Ports['evaluate'] {
  return async (task, context) => {
    const text = await context.object(task.artifact.object)
    const verdicts = await evaluateChecks(options, { text, name: task.name, checks: task.checks, allowCommands: task.allowCommands, signal: context.signal })
    return { ok: true, value: verdicts as unknown as Json }
  }
}

export interface Evaluation {
  text: string
  name: string
  checks: RuleCheck[]
  allowCommands: boolean
  signal: AbortSignal
}

export async function evaluateChecks(options: EvaluatorOptions, { text, name, checks, allowCommands, signal }: Evaluation): Promise<Verdict[]> {
  const job: Job = { text, name, root: options.root, modules: options.modules }
  const catalog = await catalogWith(options.modules)
  const kinds = await Promise.all(checks.map(({ check }) => kindOf(check, catalog)))
  const groups = { pure: pick('pure'), files: pick('files'), exec: pick('exec') }
  const findings: Finding[] = new Array(checks.length)
  const [pure, files, exec] = await Promise.all([
    cached(options.cache, sha256(text), groups.pure, (missing) => options.pool.run(job, missing.map(({ check }) => check))),
    options.pool.run(job, groups.files.map(({ check }) => check)),
    runCommands(options, job, catalog, groups.exec, { allowCommands, signal }),
  ])
  for (const [group, found] of [[groups.pure, pure], [groups.files, files], [groups.exec, exec]] as const) group.forEach(({ index }, i) => (findings[index] = found[i] as Finding))
  return checks.map(({ ruleId }, index) => ({ ruleId, ...(findings[index] as Finding) }))

  function pick(group: 'pure' | 'files' | 'exec'): Placed[] {
    return checks.flatMap((check, index) => (kinds[index]?.group === group ? [{ ...check, index, version: kinds[index]?.version ?? '' }] : []))
  }
}

type Placed = RuleCheck & { index: number; version: string }

async function kindOf(check: RuleCheck['check'], catalog: Catalog): Promise<{ group: 'pure' | 'files' | 'exec'; version: string }> {
  const parsed = await parseCheck(check, catalog)
  if ('problems' in parsed) return { group: 'pure', version: '' }
  const needs = parsed.check.needs ?? []
  return { group: needs.includes('exec') ? 'exec' : needs.includes('files') ? 'files' : 'pure', version: parsed.check.version }
}

/** A verdict depends on the text, the check and its version, nothing else; errors are never kept. */
async function cached(cache: VerdictCache | null, textHash: string, checks: Placed[], run: (missing: Placed[]) => Promise<Finding[]>): Promise<Finding[]> {
  if (!cache) return run(checks)
  const keys = checks.map(({ check, version }) => sha256(JSON.stringify([textHash, check, version])))
  const known = cache.get(keys)
  const missing = checks.filter((_, i) => !known[i])
  const found = await run(missing)
  const fresh = new Map(missing.map(({ index }, i) => [index, found[i] as Finding]))
  cache.put(checks.flatMap(({ index }, i) => (fresh.get(index) && fresh.get(index)?.outcome !== 'error' ? [{ key: keys[i] as string, finding: fresh.get(index) as Finding }] : [])))
  return checks.map(({ index }, i) => known[i] ?? (fresh.get(index) as Finding))
}

async function runCommands(options: EvaluatorOptions, job: Job, catalog: Catalog, checks: Placed[], { allowCommands, signal }: { allowCommands: boolean; signal: AbortSignal }): Promise<Finding[]> {
  if (checks.length === 0) return []
  if (!allowCommands) return checks.map(() => checkError('this check runs a command, and nobody allowed commands for this run'))
  let sandbox: Sandbox | undefined
  try {
    sandbox = options.commandsIn === 'copy' ? makeSandbox(options.root, { text: job.text, name: job.name }) : undefined
    const place = { cwd: sandbox?.cwd ?? options.root, home: sandbox?.home ?? process.env['HOME'] ?? options.root }
    const findings: Finding[] = new Array(checks.length)
    const queue = checks.map((check, i) => ({ check, i }))
    const lane = async () => {
      for (let item = queue.shift(); item; item = queue.shift()) {
        const exec = createExec({ ...place, confined: item.check.prepared === true })
        findings[item.i] = await runCheck(item.check.check, job, { catalog, files: filesBelow(place.cwd), exec, signal })
      }
    }
    await Promise.all(Array.from({ length: Math.min(commandsAtOnce, checks.length) }, lane))
    return findings
  } catch (error) {
    const fault = toFault(error)
    return checks.map(() => checkError(fault.message))
  } finally {
    sandbox?.remove()
  }
}
