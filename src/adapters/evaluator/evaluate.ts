// The evaluate port: code decides each check, pure ones in threads, commands in a sandboxed copy, in parallel; order never shows.
import { sha256 } from '../../lib/hash.ts'
import type { RuleCheck } from '../../kernel/task.ts'
import type { Ports } from '../../kernel/ports.ts'
import { type Finding, checkError } from '../../rules/check.ts'
import { toFault } from '../../schema/fault.ts'
import type { Verdict } from '../../schema/verdict.ts'
import { createExec } from './exec.ts'
import { type Job, catalogOrReason } from './job.ts'
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

export function createEvaluate(options: EvaluatorOptions): Ports['evaluate'] {
  return async (task, context) => {
    const text = await context.object(task.artifact.object)
    const verdicts = await evaluateChecks(options, {
      text,
      name: task.name,
      checks: task.checks,
      allowCommands: task.allowCommands,
      signal: context.signal,
    })
    if (context.signal.aborted) return { ok: false, error: { code: 'aborted', message: 'the evaluation was told to stop' } }
    return { ok: true, value: verdicts }
  }
}

export interface Evaluation {
  text: string
  name: string
  checks: RuleCheck[]
  allowCommands: boolean
  signal: AbortSignal
}

export async function evaluateChecks(
  options: EvaluatorOptions,
  { text, name, checks, allowCommands, signal }: Evaluation,
): Promise<Verdict[]> {
  const job: Job = { text, name, root: options.root, modules: options.modules }
  const kinds = await kindsOf(checks, options.modules)
  const found: Finding[] = new Array(checks.length)
  const take = async (group: Group, run: (checks: Placed[]) => Promise<Finding[]>) => {
    const placed = checks.flatMap((check, index) =>
      kinds.get(check.check.kind)?.group === group ? [{ ...check, index, version: kinds.get(check.check.kind)?.version ?? '' }] : [],
    )
    const findings = placed.length > 0 ? await run(placed) : []
    placed.forEach(({ index }, i) => (found[index] = findings[i] as Finding))
  }
  const inPool = (placed: Placed[]) =>
    options.pool.run(
      job,
      placed.map(({ check }) => check),
      { signal },
    )
  await Promise.all([
    take('pure', (placed) => cached(options.cache, sha256(text), placed, inPool)),
    take('files', inPool),
    take('exec', (placed) => runCommands(options, job, placed, { allowCommands, signal })),
  ])
  return checks.map(({ ruleId }, index) => ({ ruleId, ...(found[index] as Finding) }))
}

type Group = 'pure' | 'files' | 'exec'
type Placed = RuleCheck & { index: number; version: string }

/** What each kind needs, looked up once a kind: the parameters are read where the check runs. */
async function kindsOf(checks: readonly RuleCheck[], modules: readonly string[]): Promise<Map<string, { group: Group; version: string }>> {
  const { catalog } = await catalogOrReason(modules)
  const kinds = new Map<string, { group: Group; version: string }>()
  for (const kind of new Set(checks.map(({ check }) => check.kind))) {
    const check = await catalog.get(kind)?.()
    const needs = check?.needs ?? []
    kinds.set(kind, { group: needs.includes('exec') ? 'exec' : needs.includes('files') ? 'files' : 'pure', version: check?.version ?? '' })
  }
  return kinds
}

/** Small enough that looking verdicts up never holds anybody up for long. */
const sliceSize = 500

/** A verdict depends on the text, the check and its version, nothing else; errors are never kept. */
async function cached(
  cache: VerdictCache | null,
  textHash: string,
  checks: Placed[],
  run: (missing: Placed[]) => Promise<Finding[]>,
): Promise<Finding[]> {
  if (!cache) return run(checks)
  const keys: string[] = []
  const known: (Finding | undefined)[] = []
  await inSlices(checks, (slice) => {
    const some = slice.map(({ check, version }) => sha256(JSON.stringify([textHash, check, version])))
    keys.push(...some)
    known.push(...cache.get(some))
  })
  const missing = checks.flatMap((check, i) => (known[i] ? [] : [{ check, key: keys[i] as string }]))
  const fresh = missing.length > 0 ? await run(missing.map(({ check }) => check)) : []
  await inSlices(
    missing.map(({ key }, i) => ({ key, finding: fresh[i] as Finding })),
    (slice) => cache.put(slice.filter(({ finding }) => finding.outcome !== 'error')),
  )
  let next = 0
  return known.map((finding) => finding ?? (fresh[next++] as Finding))
}

async function inSlices<T>(items: readonly T[], act: (slice: readonly T[]) => void): Promise<void> {
  for (let from = 0; from < items.length; from += sliceSize) {
    act(items.slice(from, from + sliceSize))
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function runCommands(
  options: EvaluatorOptions,
  job: Job,
  checks: Placed[],
  { allowCommands, signal }: { allowCommands: boolean; signal: AbortSignal },
): Promise<Finding[]> {
  if (!allowCommands) return checks.map(() => checkError('this check runs a command, and nobody allowed commands for this run'))
  let sandbox: Sandbox | undefined
  try {
    sandbox = options.commandsIn === 'copy' ? makeSandbox(options.root, { text: job.text, name: job.name }) : undefined
    const place = {
      cwd: sandbox?.cwd ?? options.root,
      home: sandbox?.home ?? process.env['HOME'] ?? options.root,
      ...(sandbox && { copy: sandbox }),
    }
    const execFor = (index: number) => createExec({ ...place, confined: checks[index]?.prepared === true })
    return await options.pool.run(
      { ...job, root: place.cwd },
      checks.map(({ check }) => check),
      { signal, execFor },
    )
  } catch (error) {
    const fault = toFault(error)
    return checks.map(() => checkError(fault.message))
  } finally {
    sandbox?.remove()
  }
}
