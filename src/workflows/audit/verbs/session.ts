// Starts a run on a session folder: its name, its settings, earlier approvals, and exclusive access.
import { freeRun } from '../../../operations/run-id.ts'
import { sectionOf } from '../../../schema/config.ts'
import { settings } from '../settings.ts'
import { basename, relative } from 'node:path'
import * as z from 'zod'
import { sessionFolder } from '../hands/session-read.ts'
import { Fault } from '../../../schema/fault.ts'
import { defaultThresholds } from '../decide.ts'
import audit from '../index.ts'
import { type Approved, type AuditInput, type Mode, defaults } from '../state.ts'
import { type RunReport, driveRun } from '../../../operations/runs.ts'
import type { Makers, World } from '../../../operations/world.ts'

export const sessionFlags = {
  session: z.string().meta({ assistant: 'path', description: 'the folder with tasks.csv', value: 'dir' }),
  audit: z.string().optional().meta({ assistant: 'value', description: 'only this audit, by its id', value: 'id' }),
  timeLimit: z.coerce
    .number()
    .min(0)
    .max(604_800)
    .optional()
    .meta({
      assistant: 'value',
      description: 'seconds to work; shortly before the end, print the partial result',
      told: 'seconds',
      value: 'seconds',
    }),
}

interface SessionRuns {
  /** An unfinished run of this session. */
  open: { run: string; name: string; mode: Mode } | null
  approved: Approved[]
}

export async function auditInput(
  world: World,
  mode: Mode,
  { session, audit, timeLimit }: { session: string; audit?: string | undefined; timeLimit?: number | undefined },
): Promise<{ input: AuditInput; runs: SessionRuns }> {
  const folder = sessionFolder(world.cwd, session)
  const shown = relative(world.root, folder) || '.'
  const { approval } = world.config.config
  const set = sectionOf(world.config.config, 'audit', settings)
  const runs = await sessionRuns(world, shown)
  const name = `audit-${slug(basename(folder))}`
  const input: AuditInput = {
    runId: await freeRun(world.store, name, world.clock.now()),
    name,
    session: shown,
    mode,
    audit: audit ?? null,
    thresholds: { ...defaultThresholds, ...(set.dimension_threshold !== undefined && { dimension: String(set.dimension_threshold) }) },
    concurrency: set.concurrency ?? defaults.concurrency,
    timeLimit: timeLimit ?? null,
    approval: approval?.require ?? 'attended',
    retry: false,
    approved: runs.approved,
  }
  return { input, runs }
}

/** What this project's journals know about a session: a file in it proves nothing about a person, our journal does. */
async function sessionRuns(world: World, session: string): Promise<SessionRuns> {
  const runs: SessionRuns = { open: null, approved: [] }
  for (const run of await world.store.list()) {
    if ((await world.store.workflowOf(run).catch(() => null)) !== 'audit') continue
    const loaded = await world.store.load(audit, run).catch(() => null)
    const state = loaded?.run.state
    if (!loaded || !state || state.input.session !== session) continue
    if (!loaded.run.outcome) runs.open = { run, name: state.input.name, mode: state.input.mode }
    for (const { auditId, basis, decision, approvedBy } of state.settled)
      if (decision === 'APPROVED' && approvedBy !== null) runs.approved.push({ auditId, basis, by: approvedBy, run })
  }
  return runs
}

/** Starts a run and drives it until it rests. */
export async function begin(world: World, input: AuditInput, makers: Makers): Promise<RunReport> {
  const first = { run: input.runId, workflow: 'audit', input, pins: { ...makers.pins, flags: makers.flags } }
  const open = await world.store.create(audit, first, world.clock)
  try {
    return await driveRun(world, open, audit, makers)
  } finally {
    await open.close()
  }
}

export function refuseOpen({ open }: SessionRuns, session: string): void {
  if (open)
    throw new Fault('conflict', `${open.run} is active in ${session}`, {
      fix: `Continue with \`whet resume ${open.run}\`, or answer what it asks (\`whet inbox\`).`,
      data: { run: open.run },
    })
}

function slug(name: string): string {
  return (
    name
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 60)
      .replace(/-+$/, '') || 'session'
  )
}
