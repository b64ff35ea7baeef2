// Finding, opening and driving a run: what every verb that touches one shares.
import type { HostRequest } from '../agents/hosted.ts'
import { commit } from '../kernel/commit.ts'
import { type DriveOptions, adoptEdits, drive } from '../kernel/driver.ts'
import type { DriverEvents, RunState } from '../kernel/reduce.ts'
import type { Gate } from '../kernel/task.ts'
import { didYouMean } from '../lib/nearest.ts'
import type { NewEvent } from '../schema/event.ts'
import { Fault } from '../schema/fault.ts'
import { deliver } from './deliver.ts'
import type { AnyRest, AnyRun, Foreign, Kit, Makers, Summary, World } from './world.ts'

export interface RunReport {
  run: string
  workflow: string
  name: string
  /** Where it stands now: ended, waiting for a person, waiting for a host's reply, or left at an interrupt. */
  at: AnyRest['at']
  status: string
  reason: string | null
  passed: boolean
  gate: Gate | null
  waitingTasks: string[]
  /** What a host is asked, where the run waits for one. */
  requests: HostRequest[]
  /** Calls, tokens and cost so far, and what nobody knows about them. */
  usage: RunState<unknown>['usage']
  /** What makers said beside their replies, each once. */
  warnings: string[]
  summary: Summary
  repairs: { path: string; what: string }[]
  card: string
  /** With its text once the run has ended. */
  artifact: { path: string; sha256: string; text?: string } | null
}

export function kitOf(world: World, workflow: string): Kit {
  const kit = world.kits[workflow]
  if (!kit)
    throw new Fault('invalid', `there is no workflow "${workflow}"${didYouMean(workflow, Object.keys(world.kits))}`, {
      fix: `This version knows ${Object.keys(world.kits).join(', ')}.`,
    })
  return kit
}

/** A run by id or by the name a person gave it; the newest where several fit. */
export async function findRun(world: World, name: string, workflow?: string): Promise<{ run: string; kit: Kit }> {
  const all = world.store.list()
  const kits = workflow ? [kitOf(world, workflow)] : Object.values(world.kits)
  const fits = all.filter((run) => run === name || kits.some((kit) => kit.matches(run, name)))
  for (const run of fits.reverse()) {
    const owner = await world.store.workflowOf(run)
    if (kits.some((kit) => kit.workflow.name === owner)) return { run, kit: kitOf(world, owner) }
  }
  const known = all.flatMap((run) => [run, run.replace(/-\d{8}-\d{6}$/, '')])
  throw new Fault('not_found', `there is no run "${name}"${didYouMean(name, known)}`, {
    fix: '`whet list` shows the runs of this project.',
    data: { name },
  })
}

/** A run of another tool by its name, as long as no run of ours has that name. */
export function findForeign(
  world: World,
  name: string,
  workflow?: string,
): { foreign: Foreign; found: NonNullable<ReturnType<Foreign['read']>> } | null {
  const kits = workflow ? [kitOf(world, workflow)] : Object.values(world.kits)
  if (world.store.list().some((run) => run === name || kits.some((kit) => kit.matches(run, name)))) return null
  for (const { foreign } of kits) {
    const found = foreign?.read(world, name)
    if (foreign && found) return { foreign, found }
  }
  return null
}

/** The fold, read only; what the world has to say first is recorded first. */
export async function loadRun(world: World, run: string, kit: Kit): Promise<RunState<unknown>> {
  const { run: state } = await world.store.load(kit.workflow, run)
  if (!kit.noticed || (await kit.noticed(world, state)).length === 0) return state
  return withRun(world, run, kit, async (open) => open.state).catch((error: unknown) => {
    if (error instanceof Fault && error.code === 'busy') return state // whoever holds it has noticed, or will
    throw error
  })
}

/** What a commit made outside the loop has to say to a person. */
export function tell(world: World, kit: Kit, run: RunState<unknown>, events: NewEvent[]): void {
  world.onCommit(run, events)
  for (const part of kit.live(run, events)) if (typeof part === 'string') world.say(part)
}

/** Opens for writing, reports what had to be put right, acts, and always closes again. */
export async function withRun<T>(
  world: World,
  run: string,
  kit: Kit,
  act: (open: AnyRun, repairs: RunReport['repairs']) => Promise<T>,
): Promise<T> {
  const { open, repairs } = await world.store.open(kit.workflow, run)
  for (const { path, what } of repairs) world.say(`put right from the journal: ${path} (${what})`)
  try {
    await adoptEdits(open, world)
    const events = (await kit.noticed?.(world, open.state)) ?? []
    if (events.length > 0) await commit(open, { events }, world, { onCommit: (state, committed) => tell(world, kit, state, committed) })
    return await act(open, repairs)
  } finally {
    await open.store.close()
  }
}

/** D27: a maker that could not take what it was asked for says so, and so do we. */
function warningsIn(events: readonly NewEvent[]): string[] {
  return events.flatMap(({ type, data }) => {
    if (type !== 'replied') return []
    const { maker, warnings = [] } = ((data as DriverEvents['replied']).meta ?? {}) as { maker?: string; warnings?: string[] }
    return warnings.map((warning) => `${maker}: ${warning}`)
  })
}

export async function driveRun(
  world: World,
  open: AnyRun,
  kit: Kit,
  makers: Makers,
  repairs: RunReport['repairs'] = [],
  saveTo?: string,
): Promise<RunReport> {
  let shown = Promise.resolve()
  const warnings = new Set<string>()
  const options: DriveOptions<unknown> = {
    signal: world.signal,
    say: (text) => world.say(text),
    onCommit: (run, events) => {
      world.onCommit(run, events)
      for (const warning of warningsIn(events)) {
        if (!warnings.has(warning)) world.say(`warning: ${warning}`)
        warnings.add(warning)
      }
      for (const part of kit.live(run, events)) {
        shown = shown.then(async () => world.say(typeof part === 'string' ? part : `\n${await open.store.object(part.artifact)}`))
      }
    },
  }
  let rest = await drive(open, makers.ports, options)
  await shown
  // A person at the terminal is asked at once, and the run goes on.
  while (rest.at === 'gate' && world.person && kit.converse) {
    await kit.converse(world, open)
    rest = await drive(open, makers.ports, options)
    await shown
  }
  const done = report(kit, rest, repairs)
  done.warnings = [...warnings]
  if (rest.at === 'host')
    for (const task of rest.tasks) if (task.kind === 'ask') done.requests.push(await world.request(task, rest.run, pinsOf(kit, rest.run)))
  if (kit.delivers && done.at === 'end' && done.artifact) {
    done.artifact.text = await open.store.object(done.artifact.sha256)
    await deliver(world, done.artifact.path, done.artifact.text, saveTo)
  }
  return done
}

export function report(kit: Kit, rest: AnyRest, repairs: RunReport['repairs']): RunReport {
  const summary = kit.summary(rest.run)
  const { outcome } = rest.run
  const artifact = kit.current(rest.run)
  return {
    run: rest.run.run,
    workflow: kit.workflow.name,
    name: summary.name,
    at: rest.at,
    status: summary.status,
    reason: outcome?.reason ?? null,
    passed: outcome?.passed ?? false,
    gate: rest.at === 'gate' ? rest.gate : null,
    waitingTasks: rest.at === 'host' ? rest.tasks.map(({ key }) => key) : [],
    requests: [],
    usage: rest.run.usage,
    warnings: [],
    summary,
    repairs,
    card: kit.card(rest.run),
    artifact,
  }
}

/** 0 passed; 1 ended without passing; 3 waits for somebody; 130 interrupted. */
export function exitOf({ at, passed, status }: RunReport): number {
  if (at === 'end') return passed || status === 'completed' ? 0 : 1
  return at === 'interrupt' ? 130 : 3
}

export function reportText(output: RunReport): string {
  const { at, gate, name } = output
  if (at === 'end') return [output.artifact?.text?.trimEnd(), output.card].filter(Boolean).join('\n\n')
  if (at === 'interrupt') return `Interrupted. Nothing is lost: \`whet resume ${name}\` goes on where it stopped.`
  if (at === 'host')
    return [
      `Rests: waits for the reply to ${output.waitingTasks.join(', ')}.`,
      `Next: \`whet show ${name}\` shows what is asked;`,
      ...output.requests.map(({ task }) => `  whet submit ${name} ${task} --reply <file|->`),
    ].join('\n')
  return [output.card, gateText(gate as Gate, name)].filter(Boolean).join('\n\n')
}

export function gateText(gate: Gate, name: string): string {
  const verb = Math.max(0, ...gate.choices.map((choice) => (shortForms.has(choice.name) ? choice.name.length : 0)))
  const commands = gate.choices.map((choice) =>
    shortForms.has(choice.name) ? `whet ${choice.name.padEnd(verb)} ${name}` : `whet answer ${name} ${choice.name}`,
  )
  const width = Math.max(...commands.map((command) => command.length))
  return [
    gate.question,
    ...gate.choices.map(
      (choice, n) => `  ${commands[n]!.padEnd(width)}  ${choice.means}${choice.needsText ? ` (needs ${choice.needsText})` : ''}`,
    ),
  ].join('\n')
}

/** Choices that are verbs of their own. */
const shortForms: ReadonlySet<string> = new Set(['approve', 'reject', 'abort'])

/** What a run is held to. */
export const pinsOf = (kit: Kit, run: RunState<unknown>): object => kit.pins?.(run) ?? run.pins
