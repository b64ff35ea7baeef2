// whet verify: is everything as it was recorded? Every line, every text, every projected file; offline.
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { exists, readText } from '../adapters/file-store/disk.ts'
import { type DriverEvents, type RunState, extendLog, reduceEntry } from '../kernel/reduce.ts'
import { isAsRecorded } from '../kernel/workflow.ts'
import { sha256 } from '../lib/hash.ts'
import { type Fault, toFault } from '../schema/fault.ts'
import { defineOperation } from './operation.ts'
import { findRun, kitOf, loadRun } from './runs.ts'
import { type VerifiedCertificate, certificateText, verifyCertificateFile } from './verify-certificate.ts'
import type { Kit, World } from './world.ts'

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
    run: z.string().optional().meta({ description: 'run id, name or certificate file; all runs when left out' }),
    workflow: z.string().optional().meta({ hidden: true }),
    require: z.enum(['signed']).optional().meta({ description: 'also require that the approval was signed' }),
  }),
  positional: [{ name: 'run' }],
  reads: true,
  async run({ run: name, workflow, require }, world): Promise<{ ok: boolean; runs: Verified[]; certificate?: VerifiedCertificate }> {
    const file = name === undefined ? null : resolve(world.cwd, name)
    if (name !== undefined && file !== null && /\.(?:html|json)$/i.test(name) && exists(file)) {
      const certificate = verifyCertificateFile(world, file, name, { signed: require === 'signed' })
      return { ok: certificate.problems.length === 0, runs: [], certificate }
    }
    const names = name ? [(await findRun(world, name, workflow)).run] : await world.store.list()
    const runs: Verified[] = []
    for (const run of names) runs.push(await verifyRun(world, run, require))
    return { ok: runs.every(({ problems }) => problems.length === 0), runs }
  },
  text({ runs, certificate }) {
    if (certificate) return certificateText(certificate)
    return runs.length === 0 ? 'There is nothing to verify: this project has no runs.' : runs.map(runText).join('\n')
  },
  exit: ({ ok }) => (ok ? 0 : 4),
})

function runText({ run, entries, head, problems, says }: Verified): string {
  const about = says.map((line) => `  ${line}`)
  if (problems.length === 0) return [`${run}: intact, ${entries} entries, head ${head.slice(0, 12)}`, ...about].join('\n')
  const listed = problems.map(
    ({ file, line, what, repairable }) =>
      `  ${file}${line ? `, line ${line}` : ''}: ${what}${repairable ? ' (settled by the next `whet resume`)' : ''}`,
  )
  return [`${run}: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`, ...listed, ...about].join('\n')
}

async function verifyRun(world: World, run: string, require?: 'signed'): Promise<Verified> {
  const problems: Problem[] = []
  let state: RunState<unknown> | null = null
  let workflow = '?'
  const says: string[] = []
  try {
    workflow = await world.store.workflowOf(run)
    const kit = kitOf(world, workflow)
    if (kit.noticed) await loadRun(world, run, kit) // what the folder has to say is recorded before it is compared
    for (const { path, what } of (await world.store.load(kit.workflow, run)).repairs)
      if (what === 'differs') problems.push({ file: path, what: 'says something else than the journal', repairable: true })
    const inline = new Set<string>()
    const named = new Set<string>()
    await world.store.read(run, 1, (entry, head) => {
      state = reduceEntry(kit.workflow, state, entry, head).run
      for (const hash of Object.keys(entry.objects ?? {})) inline.add(hash)
      for (const event of entry.events) {
        if (event.type === 'repaired') says.push(repairedText(event.data as unknown as DriverEvents['repaired']))
        for (const { hash } of kit.artifacts(event, state)) named.add(hash)
      }
    })
    for (const hash of named)
      if (!inline.has(hash) && !(await world.store.hasObject(hash)))
        problems.push({ file: `the text ${hash}`, what: 'is gone or does not match its hash', repairable: false })
    if (state) {
      const own = await kit.verify?.(world, state, { signed: require === 'signed' })
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
function projected(world: World, kit: Kit, run: RunState<unknown>): Problem[] {
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
  for (const [path, file] of Object.entries(kit.workflow.files(run.state, run.run))) {
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
