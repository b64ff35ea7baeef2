// A workflow, whole: the pure core that the driver runs, and what every face needs to know about it. One a folder; everything else is derived.
import type { Unwrap } from '../agents/clean-reply.ts'
import type { ZodObject } from 'zod'
import type { Verifier } from '../adapters/verifier.ts'
import type { BuiltinMaker } from '../adapters/providers/builtin.ts'
import type { OpenRun } from '../kernel/commit.ts'
import type { TaskContext } from '../kernel/ports.ts'
import type { RunState } from '../kernel/reduce.ts'
import type { AskAgent, Effect, Observe, Performed, Reply } from '../kernel/task.ts'
import type { Next, Workflow } from '../kernel/workflow.ts'
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

export interface Definition<S, I = never, C extends string = string> extends Workflow<S, I, C> {
  /** What it does, in one line for --help. */
  summary: string
  /** Whom a maker can be named for, beside `default` and `judge`. */
  roles: readonly string[]
  /** Prompts that ship, by name; their hashes are pinned when a run starts. */
  templates: readonly string[]
  /** Prompts the definition brings itself, by name, with {{places}} for the slots. */
  prompts: Readonly<Record<string, string>>
  /** What `new` takes, where the workflow has no verb `new` of its own. */
  input?: ZodObject
  verbs: readonly Verb[]
  view: View<S>
  /** Run ids that a person may call by this shorter name. */
  matches(run: string, name: string): boolean
  /** What the run is held to now, where a journal holds several runs one after the other. Makers that differ from it are always refused. */
  pins?(run: RunState<S>): object
  /** Roles without which a run cannot get to its end, whatever its input. */
  needs?: readonly string[]
  /** It gets somewhere without anybody to ask. */
  makerless?: true
  /** What a reply that fits its schema still gets wrong in form, where the run would end over it. */
  form?(task: AskAgent, value: Json, run: RunState<S>): string[]
  /** What of a reply is the artifact, where more may stand in it. */
  unwrap?: Unwrap
  /** Events that are somebody's word or the world's, and follow from no reply: whoever proves a run can only read them back. */
  outside?(event: NewEvent): boolean
  /** At the end a person is asked where the artifact should go: what kind it is, and where it was said to go. */
  delivers?(run: RunState<S>): { kind: ArtifactKind; target: string | null; replaces: string | null }
  /** What the run has for the learning tables; null while it has nothing to say. */
  contributes?(run: RunState<S>): Contribution | null
  /** Lessons, for a workflow whose work is judged by rules: whoever makes its artifact is told them, and what it misses is counted. */
  learns?: Learns<S>
  /** Whatever touches the world, bound to one. */
  hands(world: World): Hands<S>
  /** What the dashboard adds for it. */
  panel?(): Promise<{ default: WorkflowPanel<S> }>
}

/** A line for whoever watches; an artifact whole or a word to an assistant, neither of which a person at a terminal is shown. */
type LivePart = string | { artifact: string } | { assistant: string }

/** Records to words: what the verbs that work on any run show of it. */
export interface View<S> {
  summary(run: RunState<S>): Summary
  /** Every status a summary can name. */
  statuses: readonly string[]
  /** What a person sees when the run rests or ends. */
  card(run: RunState<S>): string
  /** One line for the timeline; null hides it there. */
  describe(event: Event): string | null
  /** What is printed after a commit while the run goes on. */
  live(run: RunState<S>, events: readonly NewEvent[]): LivePart[]
  /** What was asked for: the task, requirements or brief, as a text or the hash of one. */
  asked?(run: RunState<S>): { text: string } | { object: string } | null
  /** The versions of the artifact, in order. */
  artifacts(event: NewEvent, run: RunState<S>): { hash: string; label: string }[]
  /** The artifact as it lies there now; `given`: as it was found, so that there is nothing to apply. */
  current(run: RunState<S>): { path: string; sha256: string; given?: true } | null
  /** What was decided about that artifact, rule by rule. */
  decided?(run: RunState<S>): { rule: Rule; outcome: Outcome }[]
  /** What can be done after a run has ended. */
  onward(run: RunState<S>, name: string): string
}

export interface Hands<S> {
  /** Makers that ship with the workflow, by role. */
  builtins?: Readonly<Record<string, BuiltinMaker>>
  /** Observations beyond reading project files; null leaves it to those. */
  observe?(task: Observe, context: TaskContext): Promise<Performed | null>
  /** An observation that is a function of its texts, made once more; null for any other. */
  observeAgain?(task: Observe, object: (hash: string) => Promise<string>): Promise<Reply> | null
  effect?(task: Effect, context: TaskContext): Promise<Reply>
  /** What the world says that the journal does not know yet, looked at whenever a run is opened or shown. */
  noticed?(run: RunState<S>): Promise<NewEvent[]>
  /** What else must hold, beyond journal, texts and files; and what was found to hold. */
  verify?(run: RunState<S>, options: VerifyOptions): Promise<Verified>
  /** Checks a file that proves something about a run, such as a certificate; null when it is none of this workflow's. */
  verifyFile?(path: string, shown: string, options: VerifyOptions): Promise<VerifiedFile | null>
  /** Runs that another tool of the same format wrote: listed and shown as they are, taken over when somebody goes on with one. */
  foreign?: Foreign
  /** The name of the one run that is active, where the workflow has at most one. */
  active?(): string | null
  /** Wraps the taking of an answer that needs more than the run itself, e.g. that no other loop is running. */
  guard?<T>(open: OpenRun<S>, said: { gate: string; choice: string; data?: Json }, act: () => Promise<T>): Promise<T>
  /** A new, recorded attempt at what ended a failed run. */
  retry?(open: OpenRun<S>): Promise<void>
  /** Puts an open gate to the person at the terminal. */
  converse?(open: OpenRun<S>): Promise<void>
}

export interface VerifyOptions {
  /** Nothing less than a signed approval will do. */
  signed: boolean
  verifier: Verifier
}

export interface Problem {
  file: string
  line?: number
  what: string
  /** Put right by the next opening; anything else needs a person. */
  repairable: boolean
}

export interface Verified {
  problems: Problem[]
  /** What was found to hold, in words. */
  says: string[]
  /** Who signed what was approved, where that counts for whoever verifies. */
  signedBy?: string
}

export interface VerifiedFile {
  file: string
  problems: string[]
  /** What it proves, in one word of the workflow's own. */
  proves: string
  /** What it states; believed only as far as `proves` goes. */
  states: Record<string, unknown> | null
  text: string
}

export interface Foreign {
  list(): Summary[]
  read(name: string): ForeignRun | null
  /** `judge` says whether anybody judges, and is asked only if the run can go on at all. */
  adopt(name: string, options: { judge(workflow: string): Promise<boolean> }): Promise<void>
  /** What a run that was taken over had been through before, from its first event. */
  earlier(created: object): TimelineLine[]
}

export interface ForeignRun {
  artifact: { hash: string; text: string } | null
  events: TimelineLine[]
  /** As its own files say; scored again by whoever shows it alone. */
  summary: Summary
  /** What it was to do and by which rules; null where its files do not say. */
  draft?: object | null
  /** The rules that count at its level, and what they must reach. */
  rules?: Rule[]
  threshold?: number
  /** Where its recorded score does not follow from its own rule results. */
  contradiction?: string | null
  /** SHA-256 of the artifact that its last evaluation names. */
  judged?: string | null
}

export interface Verb {
  name: string
  /** One line for --help. */
  summary: string
  /** Shown by plain --help; the rest by --help --all. */
  everyday?: true
  /** About the project or a file, not about a run: not listed under a workflow. */
  project?: true
  /** A workflow's own verb that needs no `whet <workflow>` before it. */
  anywhere?: true
  load(): Promise<{ default: AnyOperation }>
}

/** Erased: its input is checked against its own schema before it runs. */
export type AnyOperation = Operation<ZodObject, unknown>
export type AnyWorkflow = Definition<unknown>

/** What a workflow must say, and what it may. */
export type Defining<S, I, C extends string> = Workflow<S, I, C> &
  Omit<Partial<Definition<S, I, C>>, keyof Workflow<S, I, C> | 'view'> & { view?: Partial<View<S>> }

/** Of a workflow that makes none. */
export const noArtifacts = () => []

/** Ties state, input and choices together; whatever a small workflow has nothing to say about has a plain answer. */
export function defineWorkflow<S, I = object, C extends string = never>(given: Defining<S, I, C>): Definition<S, I, C> {
  const { name } = given
  const fallback: View<S> = {
    summary: plainSummary,
    statuses: ['running', 'waiting', 'completed', 'stopped', 'failed'],
    card: ({ outcome }) => (outcome ? `${outcome.status}: ${outcome.reason}` : ''),
    describe: ({ type }) => type,
    live: () => [],
    artifacts: noArtifacts,
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

/** Lessons go to whoever makes something; a judge or critic makes nothing, so none of them ever sees one. */
function telling<C extends string>(next: Next<C>, guidelines = ''): Next<C> {
  if (!('do' in next) || guidelines === '') return next
  return { do: next.do.map((task) => (task.kind === 'ask' && (task.makes ?? task.edits) ? { ...task, guidelines } : task)) }
}

function plainSummary({ run, workflow, outcome, gate, open, at }: RunState<unknown>): Summary {
  return {
    ...bareSummary(run, workflow),
    status: outcome?.status ?? (gate ? 'waiting' : 'running'),
    step: Object.keys(open)[0] ?? gate ?? '',
    updatedAt: new Date(at).toISOString(),
    waitsFor: outcome ? null : gate,
    reason: outcome?.reason ?? null,
    stage: outcome ? 'ended' : gate ? 'waiting' : 'working',
  }
}
