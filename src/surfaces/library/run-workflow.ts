// Any workflow, run by a program: the same driver, journal and rules as the command line.
import { FileStore } from '../../adapters/file-store/store.ts'
import { MemoryStore } from '../../adapters/memory-store.ts'
import { observeFiles } from '../../adapters/observe.ts'
import { resolveMakers } from '../../adapters/providers/resolve.ts'
import { askWorld } from '../../adapters/providers/ask-world.ts'
import { templatesWith } from '../../adapters/templates.ts'
import { createAsk } from '../../agents/ask.ts'
import { makePins } from '../../agents/pins.ts'
import type { Provider } from '../../agents/provider.ts'
import { type OpenRun, commit } from '../../kernel/commit.ts'
import { answerGate } from '../../kernel/answer-gate.ts'
import { type Rest, drive } from '../../kernel/driver.ts'
import type { Clock, Ports } from '../../kernel/ports.ts'
import type { Store } from '../../kernel/store.ts'
import type { Answer, Effect, Gate, Observe, Reply } from '../../kernel/task.ts'
import type { Asks, Outcome, Workflow } from '../../kernel/workflow.ts'
import type { Definition } from '../../operations/definition.ts'
import type { Event, NewEvent } from '../../schema/event.ts'
import { Fault } from '../../schema/fault.ts'
import { type Evaluating, type OwnCheck, evaluating } from './evaluate.ts'
import type { Maker } from './maker.ts'

/** A maker, or its name as --maker takes it: `claude`, `model:<provider>/<model>`, `command:"…"`. */
export type Named = Maker | string

export type Decision = Pick<Answer, 'choice' | 'text' | 'data'>

export interface RunOptions {
  /** The run's name; an existing run is continued. */
  run?: string
  /** One maker for all roles, or one per role with `default` for the others. */
  maker: Named | Readonly<Record<string, Named>>
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
  observe?(task: Observe): Promise<Reply>
  effect?(task: Effect): Promise<Reply>
  /** Called at each gate; null leaves the run waiting there. Choices that need an attested person are refused to programs. */
  decide?(gate: Gate): Decision | null | Promise<Decision | null>
}

export interface WorkflowResult<S> {
  run: string
  /** Where it rests: ended, at a gate, with a host, with an unavailable maker, or interrupted. */
  at: Rest<S>['at']
  state: S
  outcome: Outcome | null
  gate: Gate | null
  events: Event[]
  /** A text by its hash. */
  text(hash: string): Promise<string | null>
}

export async function runWorkflow<S, I, G extends Asks>(options: WorkflowOptions<S, I, G>): Promise<WorkflowResult<S>> {
  const checks = evaluating(options.checks ?? [], options.root ?? process.cwd())
  try {
    return await running(options, checks)
  } finally {
    await checks.close()
  }
}

/** The same, if the checks are already loaded; `begin` is committed if the run is new. */
export async function running<S, I, G extends Asks>(
  options: WorkflowOptions<S, I, G>,
  checks: Evaluating,
  begin: NewEvent[] = [],
): Promise<WorkflowResult<S>> {
  const { workflow, input, root = process.cwd(), clock = { now: () => Date.now(), wait: askWorld.wait }, signal, onEvent } = options
  const own: Workflow<S> = workflow
  const store = typeof options.store === 'object' ? options.store : options.store === 'disk' ? new FileStore(root) : new MemoryStore()
  const makers = await makersOf(options.maker, root)
  const templates = templatesWith({ ...('prompts' in workflow ? (workflow as Definition<S, I>).prompts : {}), ...options.prompts })
  const run =
    options.run ?? `${workflow.name}-${new Date(clock.now()).toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15)}`
  const ports: Ports = {
    clock,
    ask: createAsk({ makers, templates, world: askWorld }),
    evaluate: checks.evaluate,
    observe: options.observe ?? (async (task) => observeFiles(root, task)),
    effect:
      options.effect ??
      (async ({ effect }) =>
        Promise.reject(
          new Fault('usage', `${workflow.name} asks for the effect ${effect}, which nothing performs`, { fix: 'Give `effect`.' }),
        )),
  }
  const watch = {
    ...(signal && { signal }),
    patienceMs: options.patienceMs ?? 0,
    onCommit: (_run: unknown, events: NewEvent[]) => events.forEach((event) => onEvent?.(event)),
  }
  const open = (await store.has(run))
    ? (await store.open(own, run)).open
    : await store.create(own, { run, workflow: workflow.name, input: input as object, pins: await makePins([], templates, makers) }, clock)
  try {
    if (open.state.seq === 1) await commit(open, { events: begin }, ports, watch)
    const rest = await untilDecided(open, ports, watch, options.decide)
    return {
      run,
      at: rest.at,
      state: rest.run.state,
      outcome: rest.run.outcome,
      gate: rest.at === 'gate' ? rest.gate : null,
      events: await eventsOf(store, run),
      text: (hash) => store.text(run, hash),
    }
  } finally {
    await open.close()
  }
}

async function untilDecided<S>(
  open: OpenRun<S>,
  ports: Ports,
  watch: Parameters<typeof drive<S>>[2],
  decide: WorkflowOptions<S, never>['decide'],
): Promise<Rest<S>> {
  for (;;) {
    const rest = await drive(open, ports, watch)
    if (rest.at !== 'gate') return rest
    const decision = await decide?.(rest.gate)
    if (!decision) return rest
    const refusal = await answerGate(open, rest.gate.key, { ...decision, by: 'program', assurance: 'unattested' }, ports, watch)
    if (refusal)
      throw new Fault('refused', refusal.refused, {
        fix: `Choices: ${rest.gate.choices.map(({ name, means }) => `${name} (${means})`).join('; ')}.`,
      })
  }
}

async function makersOf(given: RunOptions['maker'], root: string): Promise<Record<string, Provider>> {
  const byRole: Readonly<Record<string, Named>> = typeof given === 'string' || isMaker(given) ? { default: given } : given
  const named = Object.entries(byRole).flatMap(([role, maker]) =>
    typeof maker === 'string' ? [role === 'default' ? maker : `${role}=${maker}`] : [],
  )
  const made = Object.fromEntries(Object.entries(byRole).filter((pair): pair is [string, Maker] => typeof pair[1] !== 'string'))
  return { ...(named.length > 0 && (await resolveMakers({ flags: named, cwd: root }))), ...made }
}

const isMaker = (given: object): given is Maker =>
  typeof (given as Partial<Maker>).call === 'function' && typeof (given as Partial<Maker>).identify === 'function'

async function eventsOf(store: Store, run: string): Promise<Event[]> {
  const events: Event[] = []
  await store.read(run, 1, (entry) => {
    for (const event of entry.events) events.push({ ...event, at: entry.at })
  })
  return events
}
