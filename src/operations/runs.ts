// Finds, opens and drives runs: shared by every verb that touches one.
import type { HostRequest } from '../agents/hosted.ts'
import type { Pins } from '../agents/pins.ts'
import { hostName } from '../agents/provider.ts'
import { type OpenRun, commit } from '../kernel/commit.ts'
import { type DriveOptions, type Rest, adoptEdits, drive } from '../kernel/driver.ts'
import type { DriverEvents, RunState } from '../kernel/reduce.ts'
import type { Gate, Task } from '../kernel/task.ts'
import { didYouBegin } from '../lib/nearest.ts'
import type { NewEvent } from '../schema/event.ts'
import { Fault, interrupted } from '../schema/fault.ts'
import { gateText } from './decisions.ts'
import { paintCard } from '../report/card.ts'
import { type Look, plainLook } from '../report/look.ts'
import { waitingText } from '../report/waiting.ts'
import { deliver } from './deliver.ts'
import type { AnyWorkflow, Definition, Foreign, ForeignRun } from './definition.ts'
import { haveEnded, namesOf, shownNames } from './rows.ts'
import type { Summary } from './summary.ts'
import type { AnyRest, Makers, World } from './world.ts'

export interface RunReport {
  run: string
  workflow: string
  name: string
  /** Where it stands: ended, waiting for a person, a host's reply or an unavailable maker, or interrupted. */
  at: AnyRest['at']
  status: string
  reason: string | null
  passed: boolean
  gate: Gate | null
  waitingTasks: string[]
  /** Runs it started and waits for. */
  children: string[]
  /** Its parent run. */
  parent: string | null
  /** The parent's result, if it continued. */
  then?: RunReport
  /** Unavailable makers: why, and until when if known. */
  waiting: { task: string; code: string; message: string; until: string | null }[]
  /** The request to the host, if the run waits for one. */
  requests: HostRequest[]
  /** Calls, tokens and cost so far, and what is unknown about them. */
  usage: RunState<unknown>['usage']
  /** Warnings from makers, each once. */
  warnings: string[]
  summary: Summary
  repairs: { path: string; what: string }[]
  card: string
  /** Includes its text once the run has ended. */
  artifact: { path: string; sha256: string; text?: string } | null
}

/** Finds a run by its id, or by the name a person gave it; the newest if several match. */
export async function findRun(world: World, name: string, workflow?: string): Promise<{ run: string; definition: AnyWorkflow }> {
  const all = await world.store.list()
  const owner = all.includes(name) ? await world.store.workflowOf(name) : undefined
  if (owner !== undefined && (workflow ?? owner) === owner) return { run: name, definition: await world.workflows.get(owner) }
  const definitions = await among(world, workflow)
  const fits = all.filter((run) => run === name || definitions.some((definition) => definition.matches(run, name)))
  for (const run of fits.reverse()) {
    const owner = await world.store.workflowOf(run)
    const definition = definitions.find((each) => each.name === owner)
    if (definition) return { run, definition }
    if (!workflow) await world.workflows.get(owner) // reports what is wrong with it
  }
  if (await findForeign(world, name, workflow))
    throw new Fault('refused', `${name} was written by another tool, so it has no journal`, {
      fix: `\`whet show ${name}\` and \`whet verify ${name}\` read it; \`whet resume ${name}\` takes it over, or says how to continue from it.`,
    })
  const other = workflow && (await findRun(world, name).catch(() => undefined))?.definition.name
  const shown = await shownNames(world, workflow)
  const called = shown.find((one) => one.name === name)
  if (called) return called
  const known = [...all.flatMap((run) => namesOf(run, definitions)), ...shown.map((one) => one.name)]
  const what = other ? `${name} is a run of ${other}, not of ${workflow}` : `there is no run "${name}"${didYouBegin(name, known)}`
  throw new Fault('not_found', what, { fix: '`whet list` shows the runs of this project.', data: { name } })
}

const among = async ({ workflows }: World, name?: string) => (name ? [await workflows.get(name)] : await workflows.inUse())

/** A run of another tool, by name, unless a run of ours has that name. */
export async function findForeign(world: World, name: string, workflow?: string): Promise<{ foreign: Foreign; found: ForeignRun } | null> {
  const all = await world.store.list()
  if (all.includes(name)) return null
  const definitions = await among(world, workflow)
  if (all.some((run) => definitions.some((definition) => definition.matches(run, name)))) return null
  for (const definition of definitions) {
    const { foreign } = definition.hands(world)
    const found = foreign?.read(name)
    if (foreign && found) return { foreign, found }
  }
  return null
}

/** Runs of other tools that we haven't taken over. */
export async function foreignRuns(world: World, workflow?: string): Promise<ForeignRun[]> {
  const all = await world.store.list()
  return (await among(world, workflow)).flatMap((own) => {
    const { foreign } = own.hands(world)
    const names = (foreign?.list() ?? []).map(({ run }) => run).filter((name) => !all.some((run) => run === name || own.matches(run, name)))
    return names.flatMap((name) => foreign?.read(name) ?? [])
  })
}

/** The fold, read only, after recording news from the world. */
export async function loadRun<S>(world: World, run: string, definition: Definition<S>): Promise<RunState<S>> {
  const { run: state } = await world.store.load(definition, run)
  if (((await definition.hands(world).noticed?.(state)) ?? []).length === 0) return state
  return withRun(world, run, definition, async (open) => open.state).catch((error: unknown) => {
    if (error instanceof Fault && error.code === 'busy') return state // the process that holds the run has noticed, or will
    throw error
  })
}

/** Messages for people about an event recorded while nothing drives the run. */
export function tell<S>(world: World, definition: Definition<S>, run: RunState<S>, events: NewEvent[]): void {
  world.onCommit(definition, run, events)
  for (const part of definition.view.live(run, events)) if (typeof part === 'string') world.say(part)
}

/** Opens for writing, reports repairs, acts, and always closes. */
export async function withRun<S, T>(
  world: World,
  run: string,
  definition: Definition<S>,
  act: (open: OpenRun<S>, repairs: RunReport['repairs']) => Promise<T>,
): Promise<T> {
  const { open, repairs } = await world.store.open(definition, run)
  for (const { path, what } of repairs) world.say(`restored from the journal: ${path} (${what})`)
  try {
    await adoptEdits(open, world)
    const events = (await definition.hands(world).noticed?.(open.state)) ?? []
    const onCommit = (state: RunState<S>, committed: NewEvent[]) => tell(world, definition, state, committed)
    if (events.length > 0) await commit(open, { events }, world, { onCommit })
    return await act(open, repairs)
  } finally {
    await open.close()
  }
}

/** If a maker can't do what was asked of it, say so. */
function warningsIn(events: readonly NewEvent[]): string[] {
  return events.flatMap(({ type, data }) => {
    if (type !== 'replied') return []
    const { maker, warnings = [] } = ((data as DriverEvents['replied']).meta ?? {}) as { maker?: string; warnings?: string[] }
    return warnings.map((warning) => `${maker}: ${warning}`)
  })
}

export async function driveRun<S>(
  world: World,
  open: OpenRun<S>,
  definition: Definition<S>,
  makers: Makers,
  repairs: RunReport['repairs'] = [],
): Promise<RunReport> {
  let shown = Promise.resolve()
  const warnings = new Set<string>()
  const options: DriveOptions<S> = {
    signal: world.signal,
    patienceMs: world.patienceMs,
    say: (text) => world.say(text),
    onCommit: (run, events) => {
      for (const warning of warningsIn(events)) {
        // Programs and hosts don't take a temperature: recorded, but not worth a message.
        if (!warnings.has(warning) && !/\btemperature: a (?:program|host) /.test(warning)) world.say(`warning: ${warning}`)
        warnings.add(warning)
      }
      for (const text of outages(events, world)) world.say(text)
      for (const part of definition.view.live(run, events)) {
        shown = shown.then(async () => {
          if (typeof part === 'string') world.say(part)
          else if (world.assistant) world.say('assistant' in part ? part.assistant : `\n${await open.journal.object(part.artifact)}`)
        })
      }
      // Report the findings before the step that follows from them.
      shown = shown.then(() => world.onCommit(definition, run, events))
    },
  }
  let rest = await drive(open, makers.ports, options).finally(() => shown)
  // Ask a person at the terminal at once; then the run continues, as it does if a child that rested has ended elsewhere meanwhile.
  const { converse } = definition.hands(world)
  const ask = world.person && converse
  while ((rest.at === 'gate' && ask) || (rest.at === 'child' && (await haveEnded(world, rest.runs)).length > 0)) {
    if (rest.at === 'gate') await ask?.(open)
    rest = await drive(open, makers.ports, options).finally(() => shown)
  }
  const done = report(definition, rest, repairs)
  done.warnings = [...warnings]
  if (rest.at === 'host')
    for (const task of rest.tasks)
      if (task.kind === 'ask') done.requests.push(await world.request(task, rest.run, pinsOf(definition, rest.run)))
  if (definition.delivers && done.at === 'end' && done.artifact) {
    done.artifact.text = await open.journal.object(done.artifact.sha256)
    const delivery = { name: done.name, path: done.artifact.path, text: done.artifact.text, ...definition.delivers(rest.run) }
    // Only a person is offered the artifact of a failed run; a pipe must never get it instead of a passing one.
    if (done.status !== 'failed' || delivery.target === null) await deliver(world, delivery)
    else world.say(`note: the run failed, so nothing was copied to ${delivery.target}. Its artifact is in ${delivery.path}.`)
  }
  return done
}

export function report<S>(definition: Definition<S>, rest: Rest<S>, repairs: RunReport['repairs']): RunReport {
  const summary = definition.view.summary(rest.run)
  const { outcome } = rest.run
  const artifact = definition.view.current(rest.run)
  return {
    run: rest.run.run,
    workflow: definition.name,
    name: summary.name,
    at: rest.at,
    status: summary.status,
    reason: outcome?.reason ?? null,
    passed: outcome?.passed ?? false,
    gate: rest.at === 'gate' ? rest.gate : null,
    waitingTasks: rest.at === 'host' ? rest.tasks.map(({ key }) => key) : [],
    children: rest.at === 'child' ? rest.runs : [],
    parent: rest.run.parent?.run ?? null,
    waiting:
      rest.at === 'maker'
        ? rest.waiting.map((one) => ({ ...one, until: one.until === null ? null : new Date(one.until).toISOString() }))
        : [],
    requests: [],
    usage: rest.run.usage,
    warnings: [],
    summary,
    repairs,
    card: definition.view.card(rest.run),
    artifact,
  }
}

/** Say why nothing happens, and for how long. */
function outages(events: readonly NewEvent[], { clock }: World): string[] {
  return events.flatMap(({ type, data }) => {
    if (type !== 'waiting') return []
    const { message, until } = data as DriverEvents['waiting']
    const wait = until === null ? '' : `; asking again in ${Math.max(0, Math.ceil((until - clock.now()) / 1000))} s`
    return [`waiting for the maker: ${message}${wait}`]
  })
}

/** 0 passed; 1 ended without passing; 3 waits for someone; 130 interrupted. */
export function exitOf({ at, passed, status, then }: RunReport): number {
  if (then) return exitOf(then)
  if (at === 'end') return passed || status === 'completed' ? 0 : 1
  return at === 'interrupt' ? interrupted : 3
}

export function reportText(output: RunReport, input?: unknown, look: Look = plainLook): string {
  const { then, ...own } = output
  if (then) return [reportText(own, input, look), `Then ${then.name}:`, reportText(then, input, look)].join('\n\n')
  const { at, gate, name } = output
  const card = paintCard(output.card, look)
  if (at === 'end') return [card, endedArtifact(output, look)].filter(Boolean).join('\n\n')
  if (at === 'interrupt') return `Interrupted. Nothing is lost: \`whet resume ${name}\` continues where it stopped.`
  if (at === 'child')
    return `Waiting for ${output.children.join(', ')}.\nNext: \`whet inbox\` shows what they ask; the run continues by itself when they end.`
  if (at === 'maker')
    return [
      ...output.waiting.map(
        ({ task, message, until }) =>
          `${capital(waitingText({ code: '', message, until: until === null ? null : Date.parse(until) }))} (${task})`,
      ),
      `Nothing is lost. Next: \`whet resume ${name}\` asks again and continues.`,
    ].join('\n')
  if (at === 'host' && output.requests.length === 0)
    return [card, `Next: \`whet resume ${name}\` checks again.`].filter(Boolean).join('\n\n')
  if (at === 'host')
    return [
      `Waiting for the reply to ${output.waitingTasks.join(', ')}.`,
      `Next: \`whet show ${name}\` shows the request;`,
      ...output.requests.map(({ task }) => `  whet submit ${name} ${task} --reply <file|->`),
    ].join('\n')
  return [card, gateText(gate as Gate, name, look)].filter(Boolean).join('\n\n')
}

/** A pipe gets the whole text; a person gets what leaves the card visible, and `whet show --artifact` for the rest. */
function endedArtifact({ artifact, name }: RunReport, { now, paint }: Look): string {
  const text = artifact?.text?.trimEnd() ?? ''
  const lines = text.split('\n').length
  if (now === null || lines <= 20) return text
  return paint.dim(`The artifact has ${lines} lines: \`whet show ${name} --artifact\` prints it.`)
}

/** The run's pins. */
export const pinsOf = <S>(definition: Definition<S>, run: RunState<S>): object => definition.pins?.(run) ?? run.pins

/** Whether the host answers a task; such requests cost us nothing. */
export function isHosted<S>(definition: Definition<S>, run: RunState<S>): (task: Task) => boolean {
  const { makers = {} } = pinsOf(definition, run) as Partial<Pins>
  return (task) => task.kind === 'ask' && (makers[task.role] ?? makers['default'])?.name === hostName
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
