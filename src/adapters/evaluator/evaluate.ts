// The evaluate port: code decides each check: pure ones in threads, commands in a sandboxed copy, in parallel; results keep their order.
import type { RuleCheck } from '../../kernel/task.ts'
import type { Ports } from '../../kernel/ports.ts'
import type { Store } from '../../kernel/store.ts'
import type { Catalog } from '../../rules/catalog.ts'
import { type CheckResult, checkError } from '../../rules/check.ts'
import { withoutSecrets } from '../../lib/secrets.ts'
import type { Json } from '../../schema/event.ts'
import { fencedFiles } from '../../lib/fenced-files.ts'
import { toFault } from '../../schema/fault.ts'
import type { Verdict } from '../../schema/verdict.ts'
import { createExec } from './exec.ts'
import { filesBelow } from './files.ts'
import { type Job, catalogOrReason } from './job.ts'
import { runOwn } from './own.ts'
import type { PageMeasure } from '../../rules/page/measure.ts'
import type { PageBrowser } from '../browser/browser.ts'
import type { CheckPool } from './pool.ts'
import { type Sandbox, makeSandbox } from './sandbox.ts'

export interface EvaluatorOptions {
  root: string
  pool: CheckPool
  /** Modules of a trusted configuration, as absolute paths. */
  modules: string[]
  /** Keeps pictures of pages, and what checks compare with. */
  objects?: Pick<Store, 'keep' | 'object'>
  /** Checks of the program we run in. */
  own?: Catalog
  /** Measures pages; opened when a check first needs one. */
  pages?: () => Promise<Pick<PageBrowser, 'measure'>>
}

export function createEvaluate(options: EvaluatorOptions): Ports['evaluate'] {
  return async (task, context) => {
    const text = await context.object(task.artifact.object)
    const pages: PagesSeen = {}
    const verdicts = await evaluateChecks(
      options,
      { text, name: task.name, checks: task.checks, allowCommands: task.allowCommands, signal: context.signal },
      pages,
    )
    if (context.signal.aborted) return { ok: false, error: { code: 'aborted', message: 'the evaluation was told to stop' } }
    return { ok: true, value: verdicts, ...(Object.keys(pages).length > 0 && { meta: { pages: aboutPages(pages) } }) }
  }
}

export interface Evaluation {
  text: string
  /** Path shown in evidence. */
  name: string
  /** Its path in the project, if the name doesn't say. */
  file?: string
  checks: RuleCheck[]
  allowCommands: boolean
  signal: AbortSignal
}

export async function evaluateChecks(
  options: EvaluatorOptions,
  { text, name, file = name, checks, allowCommands, signal }: Evaluation,
  seen?: PagesSeen,
): Promise<Verdict[]> {
  const pages = seen ?? {}
  const kept = await keptFor(checks, options.objects)
  const job: Job = { text, name, root: options.root, modules: options.modules, kept }
  const own: Catalog = options.own ?? new Map()
  const kinds = await kindsOf(checks, options.modules, own)
  const found: CheckResult[] = new Array(checks.length)
  const take = async (group: Group, run: (checks: Placed[]) => Promise<CheckResult[]>) => {
    const placed = checks.flatMap((check, index) => (kinds.get(check.check.kind) === group ? [{ ...check, index }] : []))
    const results = placed.length > 0 ? await run(placed) : []
    placed.forEach(({ index }, i) => (found[index] = results[i] as CheckResult))
  }
  const inPool = (placed: Placed[]) =>
    options.pool.run(
      job,
      placed.map(({ check }) => check),
      { signal },
    )
  const onPages = async (placed: Placed[]) => {
    await withFiles(options.root, text, file, (root) =>
      look(options, { text, name: file, root }, placed, { seen: pages, keep: seen !== undefined }, signal),
    )
    return options.pool.run(
      { ...job, pages },
      placed.map(({ check }) => check),
      { signal },
    )
  }
  const here = async (placed: Placed[]) => {
    const findings: CheckResult[] = []
    for (const { check } of placed) findings.push(await runOwn(check, own, { text, name }, filesBelow(options.root), signal))
    return findings
  }
  await Promise.all([
    take('pool', inPool),
    take('own', here),
    take('exec', (placed) => runCommands(options, job, placed, { allowCommands, file, signal })),
    take('page', onPages),
  ])
  return checks.map(({ ruleId }, index) => ({ ruleId, ...withoutKeys(found[index] as CheckResult) }))
}

/** Quotes and command output go into journals, reports and prompts, so keys are removed. */
function withoutKeys({ outcome, message, evidence, counts }: CheckResult): CheckResult {
  const clean = (text: string) => withoutSecrets(text)
  return {
    outcome,
    message: clean(message),
    evidence: evidence.map((each) => ({
      ...each,
      message: clean(each.message),
      ...(each.quote !== undefined && { quote: clean(each.quote) }),
      ...(each.actual !== undefined && { actual: clean(each.actual) }),
    })),
    ...(counts && { counts }),
  }
}

/** What a guard compares with, for threads, which can't reach the store. */
async function keptFor(checks: readonly RuleCheck[], objects: EvaluatorOptions['objects']): Promise<Record<string, string>> {
  const kept: Record<string, string> = {}
  for (const { check } of checks) {
    const { sha256 = '' } = (check['baseline'] ?? {}) as { sha256?: string }
    const bytes = sha256 === '' ? null : await objects?.object(sha256)
    if (bytes) kept[sha256] = Buffer.from(bytes).toString()
  }
  return kept
}

type Group = 'pool' | 'exec' | 'page' | 'own'
type Placed = RuleCheck & { index: number }

/** Where each kind runs, looked up once; parameters are parsed where the check runs. */
async function kindsOf(checks: readonly RuleCheck[], modules: readonly string[], own: Catalog): Promise<Map<string, Group>> {
  const { catalog } = await catalogOrReason(modules)
  const kinds = new Map<string, Group>()
  for (const kind of new Set(checks.map(({ check }) => check.kind))) {
    const needs = (await catalog.get(kind)?.())?.needs ?? []
    kinds.set(kind, own.has(kind) ? 'own' : needs.includes('exec') ? 'exec' : needs.includes('page') ? 'page' : 'pool')
  }
  return kinds
}

/** An artifact of several files is checked as it would lie in the project: in a copy that has them. */
async function withFiles(root: string, text: string, name: string, act: (root: string) => Promise<void>): Promise<void> {
  if (fencedFiles(text).files.length === 0) return act(root)
  const copy = makeSandbox(root, { text, name })
  try {
    await act(copy.cwd)
  } finally {
    copy.remove()
  }
}

/** By what a check's `at` names; '' is the artifact. */
type PagesSeen = Record<string, PageMeasure>

/** Measures each page once, however many checks use it. Pictures are kept for runs, whose evidence must last. */
async function look(
  { pages, objects }: EvaluatorOptions,
  artifact: { text: string; name: string; root: string },
  checks: readonly Placed[],
  { seen, keep }: { seen: PagesSeen; keep: boolean },
  signal: AbortSignal,
): Promise<void> {
  if (!pages) return
  const browser = await pages()
  const kept = keep && objects ? (png: Uint8Array) => objects.keep(png) : null
  for (const at of new Set(checks.map(({ check }) => (typeof check['at'] === 'string' ? check['at'] : ''))))
    seen[at] = await browser.measure({ ...artifact, ...(at !== '' && { at }) }, kept, signal)
}

/** Notes worth keeping beside the verdicts: what wasn't measured, and times, which vary. */
export function aboutPages(pages: PagesSeen): Json {
  return Object.entries(pages).map(([at, { by, problem, notes, blocked, views, times }]) => ({
    at,
    by,
    problem,
    notes,
    blocked,
    times,
    pictures: Object.fromEntries(Object.entries(views).flatMap(([name, { picture }]) => (picture === null ? [] : [[name, picture]]))),
  }))
}

async function runCommands(
  options: EvaluatorOptions,
  job: Job,
  checks: Placed[],
  { allowCommands, file, signal }: { allowCommands: boolean; file: string; signal: AbortSignal },
): Promise<CheckResult[]> {
  if (!allowCommands) return checks.map(() => checkError("this check runs a command, and this run doesn't allow commands"))
  let sandbox: Sandbox | undefined
  try {
    const copy = (sandbox = makeSandbox(options.root, { text: job.text, name: file }))
    const execFor = (index: number) => createExec({ copy, home: copy.home, confined: checks[index]?.prepared === true })
    return await options.pool.run(
      { ...job, root: copy.cwd },
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
