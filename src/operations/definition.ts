// The complete definition of a workflow: the pure core that the driver runs, and what the surfaces need. One per folder; everything else is derived.
import { budgetShown } from '../agents/budget.ts'
import type { Unwrap } from '../agents/clean-reply.ts'
import type { ZodObject } from 'zod'
import type { Verifier } from '../adapters/verifier.ts'
import type { BuiltinMaker } from '../adapters/providers/builtin.ts'
import type { OpenRun } from '../kernel/commit.ts'
import type { Transitions } from '../kernel/machine.ts'
import type { TaskContext } from '../kernel/ports.ts'
import type { RunState } from '../kernel/reduce.ts'
import type { AskAgent, Effect, Observe, Performed, Reply } from '../kernel/task.ts'
import type { Asks, Next, NoGates, Workflow } from '../kernel/workflow.ts'
import type { Contribution } from '../learning/book.ts'
import type { Learns } from '../learning/record.ts'
import type { ArtifactKind } from '../schema/artifact.ts'
import type { Event, Json, NewEvent } from '../schema/event.ts'
import type { Rule } from '../schema/rule.ts'
import type { Outcome } from '../schema/verdict.ts'
import type { Operation } from './operation.ts'
import type { WorkflowPanel } from './page.ts'
import { type Summary, type TimelineLine, bareSummary } from './summary.ts'
import type { World } from './world.ts'

export interface Definition<S, I = never, G extends Asks = Asks, E extends object = never> extends Workflow<S, I, G, E> {
  /** Summary for --help, one line. */
  summary: string
  /** Roles that a maker can be named for, besides `default` and `judge`. */
  roles: readonly string[]
  /** Prompts that ship, by name; their hashes are pinned when a run starts. */
  templates: readonly string[]
  /** Prompts that the definition brings, by name, with {{places}} for the slots. */
  prompts: Readonly<Record<string, string>>
  /** What `new` takes if the workflow has no verb `new` of its own. */
  input?: ZodObject
  /** What a project may set in whetstone.yaml, under the workflow's name. All of it is optional. */
  settings?: ZodObject
  /** The order of its steps, for the reference. */
  machine?: Machine
  verbs: readonly Verb[]
  view: View<S>
  /** Shorter names that people may use for a run id. */
  matches(run: string, name: string): boolean
  /** Pins in force now, if a journal holds several runs in a row. Makers that differ from them are always refused. */
  pins?(run: RunState<S>): object
  /** Roles that a run can't finish without, whatever its input. */
  needs?: readonly string[]
  /** It gets somewhere without any maker. */
  makerless?: true
  /** No judge decides anything in its runs, so its verbs don't offer one. */
  judgeless?: true
  /** Errors of form that the schema doesn't catch and that would end the run. */
  form?(task: AskAgent, value: Json, run: RunState<S>): string[]
  /** Extracts the artifact from a reply that may contain more. */
  unwrap?: Unwrap
  /** Events that come from a person or the world, not from a reply: proving a run can only read them back. */
  outside?(event: NewEvent): boolean
  /** The artifact's kind and where the person wanted it saved; set if the run delivers to the project. */
  delivers?(run: RunState<S>): { kind: ArtifactKind; target: string | null; replaces: string | null }
  /** The run's contribution to the learning tables; null while there is none. */
  contributes?(run: RunState<S>): Contribution | null
  /** Set if rules judge the work: its maker is given lessons, and the rules it misses are counted. */
  learns?: Learns<S>
  /** Everything that touches the world, bound to one world. */
  hands(world: World): Hands<S>
  /** Its dashboard panel. */
  panel?(): Promise<{ default: WorkflowPanel<S> }>
}

/** `of`: what its states are, such as steps. */
interface Machine {
  of: string
  table: Transitions<string>
  initial: string
}

/** Shown during a run: a line for everyone, or a whole artifact or a word for assistants only. */
type LivePart = string | { artifact: string } | { assistant: string }

/** Records to words: what verbs for any run show of it. */
export interface View<S> {
  summary(run: RunState<S>): Summary
  /** All statuses a summary can name. */
  statuses: readonly string[]
  /** The card shown when the run rests or ends. */
  card(run: RunState<S>): string
  /** One line for the timeline; null hides the event there. */
  describe(event: Event): string | null
  /** Printed after each commit while the run is going. */
  live(run: RunState<S>, events: readonly NewEvent[]): LivePart[]
  /** The request: task, requirements or brief, as a text or its hash. */
  asked?(run: RunState<S>): { text: string } | { object: string } | null
  /** Versions of the artifact, in order; unset if its runs make none. */
  artifacts?(event: NewEvent, run: RunState<S>): { hash: string; label: string }[]
  /** The current artifact; `given` if it is still as found, so there is nothing to apply. */
  current(run: RunState<S>): { path: string; sha256: string; given?: true } | null
  /** The verdicts on that artifact, rule by rule. */
  decided?(run: RunState<S>): { rule: Rule; outcome: Outcome }[]
  /** Commands that make sense after the run has ended. */
  onward(run: RunState<S>, name: string): string
}

export interface Hands<S> {
  /** Built-in makers, by role. */
  builtins?: Readonly<Record<string, BuiltinMaker>>
  /** Observations beyond reading project files; null falls back to those. */
  observe?(task: Observe, context: TaskContext): Promise<Performed | null>
  /** Repeats an observation that depends on its texts alone; null for any other. */
  observeAgain?(task: Observe, object: (hash: string) => Promise<string>): Promise<Reply> | null
  effect?(task: Effect, context: TaskContext): Promise<Reply>
  /** News from the world that the journal doesn't have yet; asked whenever a run is opened or shown. */
  noticed?(run: RunState<S>): Promise<NewEvent[]>
  /** Further checks beyond journal, texts and files, with what was found to hold. */
  verify?(run: RunState<S>, options: VerifyOptions): Promise<Verified>
  /** Checks a file that proves something about a run, such as a certificate; null if it isn't one of this workflow's. */
  verifyFile?(path: string, shown: string, options: VerifyOptions): Promise<VerifiedFile | null>
  /** Runs that another tool of the same format wrote: listed and shown as they are, taken over when resumed. */
  foreign?: Foreign
  /** The id of the one active run, if the workflow allows only one at a time. */
  active?(): string | null
  /** Wraps the handling of an answer that depends on more than the run, e.g. that no other run is active. */
  guard?<T>(open: OpenRun<S>, said: { gate: string; choice: string; data?: Json }, act: () => Promise<T>): Promise<T>
  /** Retries, as a recorded step, what ended a failed run. */
  retry?(open: OpenRun<S>): Promise<void>
  /** Asks the person at the terminal to decide an open gate. */
  converse?(open: OpenRun<S>): Promise<void>
}

export interface VerifyOptions {
  /** Accepts nothing less than a signed approval. */
  signed: boolean
  verifier: Verifier
}

export interface Problem {
  file: string
  line?: number
  what: string
  /** The next opening repairs these; anything else needs a person. */
  repairable: boolean
}

export interface Verified {
  problems: Problem[]
  /** What was found to hold, in words. */
  says: string[]
  /** Who signed the approval, if the verifier trusts that key. */
  signedBy?: string
}

export interface VerifiedFile {
  file: string
  problems: string[]
  /** What it proves, in the workflow's own word. */
  proves: string
  /** What it claims; believed only as far as `proves` goes. */
  states: Record<string, unknown> | null
  text: string
}

export interface Foreign {
  list(): Summary[]
  read(name: string): ForeignRun | null
  /** `judge` tells whether there is a judge; it is asked only if the run can go on at all. */
  adopt(name: string, options: { judge(workflow: string): Promise<boolean> }): Promise<void>
  /** The history before the takeover, to prepend to the run's first events. */
  earlier(created: object): TimelineLine[]
}

export interface ForeignRun {
  artifact: { hash: string; text: string } | null
  events: TimelineLine[]
  /** Its scores as its own files state them; recomputed when it is shown alone. */
  summary: Summary
  /** Its task and rules; null if its files don't say. */
  draft?: object | null
  /** The rules at its current level, and the threshold. */
  rules?: Rule[]
  threshold?: number
  /** Where its recorded score contradicts its own rule results. */
  contradiction?: string | null
  /** SHA-256 of the artifact that its last evaluation names. */
  judged?: string | null
}

export interface Verb {
  name: string
  /** Summary for --help, one line. */
  summary: string
  /** Listed by plain --help; the others only by --help --all. */
  everyday?: true
  /** About the project or a file rather than a run, so not listed under a workflow. */
  project?: true
  /** A workflow's verb that works without `whet <workflow>` in front. */
  anywhere?: true
  load(): Promise<{ default: AnyOperation }>
}

/** Type-erased; input is validated by the operation's own schema before it runs. */
export type AnyOperation = Operation<ZodObject, unknown>
export type AnyWorkflow = Definition<unknown>

/** Required and optional parts of a definition. */
export type Defining<S, I, G extends Asks, E extends object> = Workflow<S, I, G, E> &
  Omit<Partial<Definition<S, I, G, E>>, keyof Workflow<S, I, G, E> | 'view'> & { view?: Partial<View<S>> }

/** Ties state, input, gates and events together, and fills in defaults for whatever a small workflow leaves out. */
export function defineWorkflow<S, I = object, G extends Asks = NoGates, E extends object = never>(
  given: Defining<S, I, G, E>,
): Definition<S, I, G, E> {
  const { name } = given
  const fallback: View<S> = {
    summary: plainSummary,
    statuses: ['running', 'waiting', 'completed', 'stopped', 'failed'],
    card: ({ outcome }) => (outcome ? `${outcome.status}: ${outcome.reason}` : ''),
    describe: ({ type }) => type,
    live: () => [],
    current: () => null,
    onward: () => `Start another: \`whet ${name} new\`.`,
  }
  return {
    summary: `run the workflow ${name}`,
    roles: [],
    templates: [],
    prompts: {},
    verbs: [],
    matches: (run, wanted) => run.replace(/-\d{8}-\d{6}(?:-\d+)?$/, '') === wanted,
    hands: () => ({}),
    ...given,
    ...(given.learns && { next: (state) => telling(given.next(state), given.learns?.told(state)?.text) }),
    view: { ...fallback, ...given.view },
  }
}

/** Only roles that make something get lessons; judges and critics never see one. */
function telling<G extends Asks>(next: Next<G>, guidelines = ''): Next<G> {
  if (!('do' in next) || guidelines === '') return next
  return { do: next.do.map((task) => (task.kind === 'ask' && (task.makes ?? task.edits) ? { ...task, guidelines } : task)) }
}

function plainSummary({ run, workflow, outcome, gate, open, at, budget, usage, ms }: RunState<unknown>): Summary {
  const rests = Object.values(open).length > 0 && Object.values(open).every(({ kind }) => kind === 'child')
  return {
    ...bareSummary(run, workflow),
    status: outcome?.status ?? (gate || rests ? 'waiting' : 'running'),
    step: Object.keys(open)[0] ?? gate ?? '',
    updatedAt: new Date(at).toISOString(),
    waitsFor: outcome ? null : gate,
    reason: outcome?.reason ?? null,
    ...(budget && { budget: budgetShown(budget, { usage, ms }) }),
    stage: outcome ? 'ended' : gate ? 'waiting' : 'working',
  }
}
