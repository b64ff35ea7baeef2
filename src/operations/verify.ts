// whet verify: is everything as it was recorded? Every line, every text, every projected file; offline.
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { exists, readText } from '../adapters/file-store/disk.ts'
import { type DriverEvents, type RunState, extendLog, reduceEntry } from '../kernel/reduce.ts'
import { isAsRecorded } from '../kernel/workflow.ts'
import { sha256 } from '../lib/hash.ts'
import { type Fault, toFault } from '../schema/fault.ts'
import { defineOperation } from './operation.ts'
import { scoreAgain } from './foreign-score.ts'
import { findForeign, findRun, loadRun } from './runs.ts'
import type { AnyWorkflow, ForeignRun, VerifiedFile } from './definition.ts'
import type { World } from './world.ts'

export interface Problem {
  file: string
  line?: number
  what: string
  /** Put right by the next opening; anything else needs a person. */
  repairable: boolean
}

export interface Verified {
  run: string
  workflow: string
  entries: number
  head: string
  problems: Problem[]
  /** What was found to hold, in words. */
  says: string[]
}

export default defineOperation({
  summary: 'Check that runs are exactly as they were recorded',
  input: z.object({
    run: z
      .string()
      .optional()
      .meta({
        assistant: 'value',
        description: 'run id, name or certificate file; all runs when left out',
        told: 'id, name or certificate file; default: all',
      }),
    workflow: z.string().optional().meta({ hidden: true }),
    require: z.enum(['signed']).optional().meta({ assistant: 'value', description: 'also require that the approval was signed' }),
  }),
  positional: [{ name: 'run' }],
  reads: true,
  async run({ run: name, workflow, require }, world): Promise<{ ok: boolean; runs: Verified[]; certificate?: VerifiedFile }> {
    const file = name === undefined ? null : resolve(world.cwd, name)
    if (name !== undefined && file !== null && /\.(?:html|json)$/i.test(name) && exists(file)) {
      for (const kit of await world.workflows.all()) {
        const certificate = await kit.hands(world).verifyFile?.(file, name, { signed: require === 'signed' })
        if (certificate) return { ok: certificate.problems.length === 0, runs: [], certificate }
      }
    }
    const foreign = name === undefined ? null : await findForeign(world, name, workflow)
    if (foreign) {
      const verified = await verifyForeign(world, foreign.found)
      return { ok: verified.problems.length === 0, runs: [verified] }
    }
    const names = name ? [(await findRun(world, name, workflow)).run] : await world.store.list()
    const runs: Verified[] = []
    for (const run of names) runs.push(await verifyRun(world, run, require))
    return { ok: runs.every(({ problems }) => problems.length === 0), runs }
  },
  text({ runs, certificate }) {
    if (certificate) return certificate.text
    return runs.length === 0 ? 'There is nothing to verify: this project has no runs.' : runs.map(runText).join('\n')
  },
  exit: ({ ok }) => (ok ? 0 : 4),
})

function runText({ run, entries, head, problems, says }: Verified): string {
  const about = says.map((line) => `  ${line}`)
  if (head === '' && problems.length === 0) return [`${run}: nothing contradicts it`, ...about].join('\n')
  if (problems.length === 0) return [`${run}: intact, ${entries} entries, head ${head.slice(0, 12)}`, ...about].join('\n')
  const listed = problems.map(
    ({ file, line, what, repairable }) =>
      `  ${file}${line ? `, line ${line}` : ''}: ${what}${repairable ? ' (settled by the next `whet resume`)' : ''}`,
  )
  return [`${run}: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`, ...listed, ...about].join('\n')
}

/** A run without a journal of ours: nothing proves it, but its own files can contradict each other, or what its rules come to here. */
async function verifyForeign(world: World, { summary, artifact, events, rules, threshold, judged }: ForeignRun): Promise<Verified> {
  const { run, workflow, folder, score, status } = summary
  const problems: Problem[] = []
  const add = (file: string, what: string, line?: number) =>
    problems.push({ file: `${folder}/${file}`, what, repairable: false, ...(line && { line }) })
  if (status === 'damaged') add('run.json', summary.reason ?? 'it cannot be read')
  for (const { seq, event } of events) if (event === 'unreadable') add('history.jsonl', 'it cannot be read', seq)
  if (!artifact) add('', 'no artifact is there')
  else if (judged && judged !== artifact.hash) add('artifact.md', 'its last evaluation was of another text')
  const again = artifact && (await scoreAgain(world, { rules, threshold, text: artifact.text, name: `${folder}/artifact.md` }))
  if (again && status === 'completed' && again.decided === again.rules && !again.passed)
    add('run.json', `it says that the rules were met (${score}); here they come to ${again.score}, which is no pass`)
  const says = [
    'recorded elsewhere: no journal of ours vouches for it',
    again
      ? `score ${score} as recorded, ${again.score} here by the ${again.decided} of ${again.rules} rules that code decides`
      : `score ${score} as recorded; no rule of it can be decided by code here`,
  ]
  return { run, workflow, entries: events.length, head: '', problems, says }
}

async function verifyRun(world: World, run: string, require?: 'signed'): Promise<Verified> {
  const problems: Problem[] = []
  let state: RunState<unknown> | null = null
  let workflow = '?'
  const says: string[] = []
  try {
    workflow = await world.store.workflowOf(run)
    const kit = await world.workflows.get(workflow)
    if (kit.hands(world).noticed) await loadRun(world, run, kit) // what the folder has to say is recorded before it is compared
    for (const { path, what } of (await world.store.load(kit, run)).repairs)
      if (what === 'differs') problems.push({ file: path, what: 'says something else than the journal', repairable: true })
    const inline = new Set<string>()
    const named = new Set<string>()
    await world.store.read(run, 1, (entry, head) => {
      state = reduceEntry(kit, state, entry, head).run
      for (const hash of Object.keys(entry.objects ?? {})) inline.add(hash)
      for (const event of entry.events) {
        if (event.type === 'repaired') says.push(repairedText(event.data as DriverEvents['repaired']))
        for (const { hash } of kit.view.artifacts(event, state)) named.add(hash)
      }
    })
    for (const hash of named)
      if (!inline.has(hash) && !(await world.store.hasObject(hash)))
        problems.push({ file: `the text ${hash}`, what: 'is gone or does not match its hash', repairable: false })
    if (state) {
      const own = await kit.hands(world).verify?.(state, { signed: require === 'signed' })
      problems.push(...projected(world, kit, state), ...(own?.problems ?? []))
      says.push(...(own?.says ?? []))
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
  const folded = state as RunState<unknown> | null
  return { run, workflow, entries: folded?.seq ?? 0, head: folded?.head ?? '', problems, says }
}

function vouchedText({ data: { vouched, missing } }: Fault): string {
  if (typeof vouched !== 'number') return ''
  const { from, to } = (missing ?? {}) as { from?: number; to?: number }
  const gap = from === undefined ? '' : from === to ? `; entry ${from} is missing` : `; entries ${from} to ${to} are missing`
  return (vouched === 0 ? '; nothing of it can be vouched for' : `; entry ${vouched} is the last that can be vouched for`) + gap
}

export const repairedText = ({ vouched, by, why, kept }: DriverEvents['repaired']) =>
  `Repaired by ${by} after entry ${vouched}, where the journal was damaged (${why}); what came after it was given up and is kept in ${kept}.`

/** What the contract folder holds against what the journal says it should. */
function projected(world: World, kit: AnyWorkflow, run: RunState<unknown>): Problem[] {
  const problems: Problem[] = []
  for (const [path, log] of Object.entries(run.logs)) {
    const lines = (readText(join(world.root, path)) ?? '').split('\n').slice(0, -1)
    let chain: { count: number; chain: string } | undefined
    for (const line of lines) chain = extendLog(chain, line)
    if (chain?.chain !== log.chain)
      problems.push({
        file: path,
        what: lines.length < log.count ? `holds ${lines.length} of ${log.count} lines` : 'differs from what was recorded',
        repairable: true,
      })
  }
  for (const [path, file] of Object.entries(kit.files(run.state, run.run))) {
    const actual = readText(join(world.root, path))
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
