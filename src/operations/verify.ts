// whet verify: is everything as recorded? Checks every line, text and projected file, offline.
import { resolve } from 'node:path'
import * as z from 'zod'
import { exists, readText } from '../adapters/disk.ts'
import { type DriverEvents, type RunState, extendLog, reduceEntry } from '../kernel/reduce.ts'
import { isAsRecorded } from '../kernel/workflow.ts'
import { sha256 } from '../lib/hash.ts'
import { shownScore } from '../lib/on-scale.ts'
import { type Fault, toFault } from '../schema/fault.ts'
import * as field from './field.ts'
import { defineOperation } from './operation.ts'
import { scoreAgain } from './foreign-score.ts'
import { readReceipt } from '../gates/receipt.ts'
import { receiptVerdict } from './receipts.ts'
import { findForeign, findRun, foreignRuns, loadRun } from './runs.ts'
import { type AttestedAnswer, attestedIn, preloadText, verifyAnswers } from './verify-answers.ts'
import type { AnyWorkflow, ForeignRun, Problem, Verified, VerifiedFile, VerifyOptions } from './definition.ts'
import type { World } from './world.ts'
import { fit, plainLook } from '../report/look.ts'

export interface VerifiedRun extends Verified {
  run: string
  workflow: string
  entries: number
  head: string
  /** Something in it was approved, as far as its workflow can tell. */
  approved?: boolean
}

export default defineOperation({
  summary: 'Check that runs are exactly as they were recorded',
  input: z.object({
    run: field.text('run id, name or certificate file; default: all runs', {
      assistant: 'value',
      told: 'id, name or certificate file; default: all',
    }),
    workflow: field.workflow,
    require: z
      .enum(['signed'])
      .optional()
      .meta({ assistant: 'value', description: 'also require an approval signed by one of your approvers' }),
    approvers: field.approvers,
  }),
  positional: [{ name: 'run' }],
  reads: true,
  async run({ run: name, workflow, require, approvers }, given): Promise<{ ok: boolean; runs: VerifiedRun[]; certificate?: VerifiedFile }> {
    // Uses only built-in workflows: project code would judge itself, and any program running as the user can trust it.
    const world = require === 'signed' ? { ...given, workflows: given.workflows.shipped() } : given
    const options = { signed: require === 'signed', verifier: world.verifier(approvers) }
    const file = name === undefined ? null : resolve(world.cwd, name)
    const receipt = file !== null && /\.json$/i.test(name ?? '') && exists(file) ? readReceipt(readText(file) ?? '') : null
    if (receipt) {
      const certificate = receiptVerdict(name as string, receipt, options)
      return { ok: certificate.problems.length === 0, runs: [], certificate }
    }
    if (name !== undefined && file !== null && /\.(?:html|json)$/i.test(name) && exists(file)) {
      for (const definition of await world.workflows.all()) {
        const certificate = await definition.hands(world).verifyFile?.(file, name, options)
        if (certificate) return { ok: certificate.problems.length === 0, runs: [], certificate }
      }
    }
    const foreign = name === undefined ? null : await findForeign(world, name, workflow)
    if (foreign) {
      const verified = await verifyForeign(world, foreign.found, options)
      return { ok: verified.problems.length === 0, runs: [verified] }
    }
    const names =
      name === undefined
        ? await world.store.list()
        : options.signed
          ? await fitting(world, name, workflow)
          : [(await findRun(world, name, workflow)).run]
    const runs: VerifiedRun[] = []
    for (const run of names)
      if (name !== undefined || !workflow || (await isOf(world, run, workflow)))
        runs.push(await verifyRun(world, run, { ...options, named: name !== undefined }))
    // Includes those of other tools: a frozen design without its journal must not be skipped.
    if (name === undefined) for (const found of await foreignRuns(world, workflow)) runs.push(await verifyForeign(world, found, options))
    const shown = !options.signed || runs.some(({ approved }) => approved)
    return { ok: shown && runs.every(({ problems }) => problems.length === 0), runs }
  },
  text({ runs, certificate }, { workflow }, { width } = plainLook) {
    if (certificate) return certificate.text
    return runs.length === 0
      ? `There is nothing to verify: this project has no runs${workflow ? ` of ${workflow}` : ''}.`
      : fit(runs.map(runText).join('\n'), width)
  },
  exit: ({ ok }) => (ok ? 0 : 4),
})

/** The run's workflow; an unreadable run is never left out. */
const isOf = (world: World, run: string, workflow: string) =>
  world.store.workflowOf(run).then(
    (owner) => owner === workflow,
    () => true,
  )

/** All runs the name could mean: a signed run must not vouch for another of the same name. */
async function fitting(world: World, name: string, workflow?: string): Promise<string[]> {
  const { run } = await findRun(world, name, workflow)
  const definitions = workflow ? [await world.workflows.get(workflow)] : await world.workflows.inUse()
  const others = (await world.store.list()).filter(
    (each) => each !== run && (each === name || definitions.some((definition) => definition.matches(each, name))),
  )
  return [run, ...others]
}

function runText({ run, entries, head, problems, says }: VerifiedRun): string {
  const about = says.map((line) => `  ${line}`)
  if (head === '' && problems.length === 0) return [`${run}: nothing contradicts it`, ...about].join('\n')
  if (problems.length === 0)
    return [`${run}: intact, ${entries} ${entries === 1 ? 'entry' : 'entries'}, head ${head.slice(0, 12)}`, ...about].join('\n')
  const listed = problems.map(
    ({ file, line, what, repairable }) =>
      `  ${file}${line ? `, line ${line}` : ''}: ${what}${repairable ? ' (settled by the next `whet resume`)' : ''}`,
  )
  return [`${run}: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`, ...listed, ...about].join('\n')
}

/** A run without our journal: nothing proves it, but its files may contradict each other or what its rules come to here. */
async function verifyForeign(world: World, found: ForeignRun, { signed }: VerifyOptions): Promise<VerifiedRun> {
  const { summary, artifact, events, judged, contradiction } = found
  const { run, workflow, folder, status } = summary
  const problems: Problem[] = []
  const add = (file: string, what: string, line?: number) =>
    problems.push({ file: `${folder}/${file}`, what, repairable: false, ...(line && { line }) })
  if (signed) add('', "whet has no journal of it, so it can't show a signed approval")
  if (status === 'damaged') add('run.json', summary.reason ?? "it can't be read")
  for (const { seq, event } of events) if (event === 'unreadable') add('history.jsonl', "it can't be read", seq)
  if (!artifact) add('', 'it has no artifact')
  else if (judged && judged !== artifact.hash) add('artifact.md', 'its last evaluation was of a different text')
  const again = await scoreAgain(world, found)
  const [score, here] = [shownScore(summary.score, summary.scale) || 'none', shownScore(again?.score, summary.scale)]
  if (again && status === 'completed' && again.decided === again.rules && !again.passed)
    add('run.json', `it says that the rules were met (${score}); here the score is ${here}, which isn't a pass`)
  const doubt = contradiction ? `; ${contradiction}` : ''
  const says = [
    'recorded elsewhere: whet has no journal of it',
    again
      ? `score ${score} as recorded, ${here} here from the ${again.decided} of ${again.rules} rules that code decides${doubt}`
      : `score ${score} as recorded; code can't decide any of its rules here${doubt}`,
  ]
  return { run, workflow, entries: events.length, head: '', problems, says }
}

export async function verifyRun(world: World, run: string, options: VerifyOptions & { named: boolean }): Promise<VerifiedRun> {
  const problems: Problem[] = []
  const folded: { state: RunState<unknown> | null } = { state: null }
  let workflow = '?'
  const says: string[] = []
  const answers: AttestedAnswer[] = []
  let approved = false
  let signedBy: string | undefined
  try {
    workflow = await world.store.workflowOf(run)
    const definition = await world.workflows.get(workflow)
    if (definition.hands(world).noticed) await loadRun(world, run, definition) // record the folder's news before comparing
    for (const { path, what } of (await world.store.load(definition, run)).repairs)
      if (what === 'differs') problems.push({ file: path, what: 'differs from the journal', repairable: true })
    const inline = new Set<string>()
    const named = new Set<string>()
    await world.store.read(run, 1, (entry, head) => {
      answers.push(...attestedIn(definition, folded.state, entry))
      const { run: state } = reduceEntry(definition, folded.state, entry, head)
      folded.state = state
      for (const hash of Object.keys(entry.objects ?? {})) inline.add(hash)
      for (const event of entry.events) {
        if (event.type === 'repaired') says.push(repairedText(event.data as DriverEvents['repaired']))
        for (const { hash } of definition.view.artifacts?.(event, state) ?? []) named.add(hash)
      }
    })
    for (const hash of named)
      if (!inline.has(hash) && (await world.store.object(hash)) === null)
        problems.push({ file: `the text ${hash}`, what: "is gone or doesn't match its hash", repairable: false })
    const { state } = folded
    if (state) {
      const { verify } = definition.hands(world)
      const own = await (verify?.(state, options) ?? verifyAnswers(world, answers, options))
      if (state.run !== run)
        problems.push({ file: world.store.where(run), what: `is the journal of ${state.run}, under another name`, repairable: false })
      signedBy = own.signedBy
      approved = verify !== undefined || answers.length > 0
      problems.push(...(await projected(world, definition, state)), ...own.problems)
      says.push(...own.says, ...answers.filter(({ said }) => said.preload).map(({ said }) => preloadText(said)))
    }
  } catch (error) {
    const fault = toFault(error)
    problems.push({
      file: String(fault.data['file'] ?? world.store.where(run)),
      ...(typeof fault.data['line'] === 'number' && { line: fault.data['line'] }),
      what: fault.message.replace(/^.*?, line \d+: /, '') + vouchedText(fault),
      repairable: false,
    })
  }
  if (options.signed && options.named && folded.state && !approved)
    problems.push({ file: world.store.where(run), what: `it has no approval: it is a run of ${workflow}`, repairable: false })
  return {
    run,
    workflow,
    entries: folded.state?.seq ?? 0,
    head: folded.state?.head ?? '',
    problems,
    says,
    approved,
    ...(signedBy && { signedBy }),
  }
}

function vouchedText({ data: { vouched, missing } }: Fault): string {
  if (typeof vouched !== 'number') return ''
  const { from, to } = (missing ?? {}) as { from?: number; to?: number }
  const gap = from === undefined ? '' : from === to ? `; entry ${from} is missing` : `; entries ${from} to ${to} are missing`
  return (vouched === 0 ? '; none of it can be vouched for' : `; entry ${vouched} is the last that can be vouched for`) + gap
}

export const repairedText = ({ vouched, by, why, kept }: DriverEvents['repaired']) =>
  `Repaired by ${by} after entry ${vouched}, where the journal was damaged (${why}); what came after it was dropped and is kept in ${kept}.`

/** Compares the contract folder with what the journal says it should hold. */
async function projected({ store }: World, definition: AnyWorkflow, run: RunState<unknown>): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const [path, log] of Object.entries(run.logs)) {
    const lines = ((await store.contractFile(path)) ?? '').split('\n').slice(0, -1)
    let chain: { count: number; chain: string } | undefined
    for (const line of lines) chain = extendLog(chain, line)
    if (chain?.chain !== log.chain)
      problems.push({
        file: path,
        what: lines.length < log.count ? `holds ${lines.length} of ${log.count} lines` : 'differs from what was recorded',
        repairable: true,
      })
  }
  for (const [path, file] of Object.entries(definition.files(run.state, run.run))) {
    const actual = await store.contractFile(path)
    if (file.role === 'state' && (actual === null || !isAsRecorded(file, actual)))
      problems.push({ file: path, what: actual === null ? 'is missing' : firstDifference(actual, file.text), repairable: true })
    if ((file.role === 'artifact' || file.role === 'derived') && (actual === null || !isAsRecorded(file, actual))) {
      problems.push({
        file: path,
        what:
          actual === null
            ? 'is missing'
            : `hashes to ${sha256(actual).slice(0, 12)}, recorded is ${file.content.object.slice(0, 12)}: edited by hand`,
        repairable: true,
      })
    }
  }
  return problems
}

function firstDifference(actual: string, expected: string): string {
  const found = actual.split('\n')
  const wanted = expected.split('\n')
  const at = found.findIndex((line, index) => line !== wanted[index])
  const line = at === -1 ? found.length : at
  return `differs from the journal at line ${line + 1}: found «${(found[line] ?? '').trim().slice(0, 60)}», recorded «${(wanted[line] ?? '').trim().slice(0, 60)}»`
}
