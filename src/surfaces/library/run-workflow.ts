// Any workflow, run by a program: the same world, driver and journal as the command line.
import { stamp } from '../../operations/run-id.ts'
import { type OwnCheck, ownCatalog } from '../../adapters/evaluator/own.ts'
import { MemoryStore } from '../../adapters/memory-store.ts'
import { askWorld } from '../../adapters/providers/ask-world.ts'
import type { OpenRun } from '../../kernel/commit.ts'
import type { Budget } from '../../kernel/budget.ts'
import type { Rest } from '../../kernel/driver.ts'
import type { Clock } from '../../kernel/ports.ts'
import type { Store } from '../../kernel/store.ts'
import type { Answer, Gate } from '../../kernel/task.ts'
import type { Asks, Outcome, Workflow } from '../../kernel/workflow.ts'
import { given } from '../../lib/given.ts'
import { answerOpen } from '../../operations/answer.ts'
import { type AnyWorkflow, type Definition, defineWorkflow } from '../../operations/definition.ts'
import { makerOptions, readyMakers } from '../../operations/ready-makers.ts'
import { driveRun, withRun } from '../../operations/runs.ts'
import type { Makers, World } from '../../operations/world.ts'
import { createWorld } from '../../runtime/create-world.ts'
import type { Event, NewEvent } from '../../schema/event.ts'
import type { Maker } from './maker.ts'

/** A maker, or its name as --maker takes it: `claude`, `model:<provider>/<model>`, `command:"…"`. */
export type Named = Maker | string

export type Decision = Pick<Answer, 'choice' | 'text' | 'data'>

export interface RunOptions {
  /** The run's name; an existing run is continued. */
  run?: string
  /** One maker for all roles, or one per role with `default` for the others. Not needed if nothing is asked of one. */
  maker?: Named | Readonly<Record<string, Named>>
  /** Your own checks, in addition to the built-in ones. */
  checks?: readonly OwnCheck[]
  /** The project: where files are looked up. Default: the current folder. */
  root?: string
  /** Where the run is stored: `disk` like the command line, below the project. Default: in memory. */
  store?: 'memory' | 'disk' | Store
  signal?: AbortSignal
  /** How long to wait out a maker's outage before the run rests; by default it rests at once. */
  patienceMs?: number
  clock?: Clock
  onEvent?(event: NewEvent): void
}

export interface WorkflowOptions<S, I, G extends Asks = Asks> extends RunOptions {
  workflow: Workflow<S, I, G>
  input: I
  /** Your prompt templates by name, with {{places}} for the slots. */
  prompts?: Readonly<Record<string, string>>
  /** Workflows whose runs it may start, besides itself and the built-in ones. */
  workflows?: readonly AnyWorkflow[]
  /** Limits of a new run and of all that it starts. */
  budget?: Budget
  /** What whetstone.yaml has under the workflow's name. */
  settings?: object
  /** Called at each gate; null leaves the run waiting there. Choices that need an attested person are refused to programs. */
  decide?(gate: Gate): Decision | null | Promise<Decision | null>
}

export interface WorkflowResult<S> {
  run: string
  /** Where it rests: ended, at a gate, with a host, with child runs, with an unavailable maker, or interrupted. */
  at: Rest<S>['at']
  state: S
  outcome: Outcome | null
  gate: Gate | null
  /** Runs it started and waits for. */
  children: string[]
  events: Event[]
  /** A text by its hash. */
  text(hash: string): Promise<string | null>
}

export function runWorkflow<S, I, G extends Asks>(options: WorkflowOptions<S, I, G>): Promise<WorkflowResult<S>> {
  return running(options)
}

/** The same; `begin` is what a new run begins with. */
export async function running<S, I, G extends Asks>(options: WorkflowOptions<S, I, G>, begin: NewEvent[] = []): Promise<WorkflowResult<S>> {
  const { input, root = process.cwd(), store, onEvent, decide, clock = { now: () => Date.now(), wait: askWorld.wait } } = options
  const definition = complete(options)
  const { named, makers } = makersOf(options.maker)
  const run = options.run ?? `${definition.name}-${stamp(clock.now())}`
  const world = createWorld({
    cwd: root,
    ...given({ signal: options.signal, patienceMs: options.patienceMs }),
    onCommit: (_workflow, state, events) => state.run === run && events.forEach((event) => onEvent?.(event)),
    program: {
      root,
      user: 'program',
      clock,
      store: store === 'disk' ? null : typeof store === 'object' ? store : new MemoryStore(),
      workflows: [definition, ...(options.workflows ?? [])],
      makers,
      settings: { [definition.name]: definition.settings?.parse(options.settings ?? {}) },
      checks: ownCatalog(options.checks ?? []),
    },
  })
  try {
    const play = async (open: OpenRun<S>, ready: Makers) => {
      const { at, gate, children } = await untilDecided(world, open, definition, ready, decide)
      const { state, outcome } = open.state
      return {
        run,
        at,
        state,
        outcome,
        gate,
        children,
        events: await eventsOf(world.store, run),
        text: (hash: string) => world.store.text(run, hash),
      }
    }
    if (await world.store.has(run))
      return await withRun(world, run, definition, async (open) => {
        const flags = { ...makerOptions(definition, open.state, { maker: named }), repin: Object.keys(byRole(options.maker)) }
        return play(open, await readyMakers(world, flags))
      })
    const ready = await readyMakers(world, { workflow: definition.name, maker: named })
    const first = {
      run,
      workflow: definition.name,
      input: input as object,
      pins: { ...ready.pins, flags: ready.flags },
      ...given({ budget: options.budget }),
    }
    const open = await world.store.create<S>(definition, first, clock, { events: begin })
    try {
      return await play(open, ready)
    } finally {
      await open.close()
    }
  } finally {
    await world.close()
  }
}

async function untilDecided<S>(
  world: World,
  open: OpenRun<S>,
  definition: Definition<S>,
  makers: Makers,
  decide: WorkflowOptions<S, never>['decide'],
) {
  for (;;) {
    const report = await driveRun(world, open, definition, makers)
    const decision = report.gate && (await decide?.(report.gate))
    if (!decision) return report
    await answerOpen(world, open, definition, decision)
  }
}

/** A bare workflow gets the defaults of a definition. */
function complete<S, I, G extends Asks>({ workflow, prompts }: WorkflowOptions<S, I, G>): Definition<S, I, G> {
  const whole = 'hands' in workflow ? (workflow as Definition<S, I, G>) : defineWorkflow<S, I, G>(workflow)
  return { ...whole, prompts: { ...whole.prompts, ...prompts } }
}

/** Makers by role, and the flags that name the others. */
function makersOf(given: RunOptions['maker']): { named: string[]; makers: Record<string, Maker> } {
  const named: string[] = []
  const makers: Record<string, Maker> = {}
  for (const [role, maker] of Object.entries(byRole(given)))
    if (typeof maker === 'string') named.push(role === 'default' ? maker : `${role}=${maker}`)
    else makers[role] = maker
  return { named, makers }
}

/** One maker is the default of all roles. */
export const byRole = (maker: RunOptions['maker'] = {}): Readonly<Record<string, Named>> =>
  typeof maker === 'string' || isMaker(maker) ? { default: maker } : maker

const isMaker = (given: object): given is Maker =>
  typeof (given as Partial<Maker>).call === 'function' && typeof (given as Partial<Maker>).identify === 'function'

async function eventsOf(store: Store, run: string): Promise<Event[]> {
  const events: Event[] = []
  await store.read(run, 1, (entry) => {
    for (const event of entry.events) events.push({ ...event, at: entry.at })
  })
  return events
}
