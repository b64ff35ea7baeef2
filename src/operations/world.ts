// What operations work with: one project, its runs, its makers, and a person if there is one at the other end.
import type { LoadedConfig } from '../adapters/config.ts'
import type { FileStore } from '../adapters/file-store/store.ts'
import type { Pins } from '../agents/pins.ts'
import type { OpenRun } from '../kernel/commit.ts'
import type { Rest } from '../kernel/driver.ts'
import type { Clock, Ports, TaskContext } from '../kernel/ports.ts'
import type { RunState } from '../kernel/reduce.ts'
import type { Workflow } from '../kernel/workflow.ts'
import type { Catalog } from '../rules/catalog.ts'
import type { Event, Json, NewEvent } from '../schema/event.ts'
import type { Rule } from '../schema/rule.ts'
import type { Outcome, Verdict } from '../schema/verdict.ts'
import type { BuiltinMaker } from '../adapters/providers/host.ts'
import type { AskAgent, Effect, Gate, Observe, Reply, RuleCheck } from '../kernel/task.ts'
import type { Meter } from '../agents/budget.ts'
import type { HostRequest } from '../agents/hosted.ts'

export interface World {
  root: string
  /** Where the command was given; files named on the command line are relative to it. */
  cwd: string
  env: NodeJS.ProcessEnv
  clock: Clock
  store: FileStore
  config: LoadedConfig
  kits: Readonly<Record<string, Kit>>
  /** Null where nobody can be asked: a pipe, a job, a closed input. */
  person: Person | null
  /** Who we take ourselves to be working for; recorded with answers. */
  user: string
  signal: AbortSignal
  /** Talk, never answers: progress, notes, repairs. */
  say(text: string): void
  /** Watches a run while it goes on. */
  onCommit(run: RunState<unknown>, events: NewEvent[]): void
  makers(options: MakerOptions): Promise<Makers>
  /** The shipped checks and those of a trusted configuration. */
  catalog(): Promise<Catalog>
  evaluate(options: { text: string; name: string; checks: RuleCheck[]; allowCommands: boolean }): Promise<Verdict[]>
  /** What a maker is asked, for those who perform it outside or look at it. */
  request(task: AskAgent, run: RunState<unknown>, pins: object): Promise<HostRequest>
  /** What somebody outside answered, as it is recorded. */
  submitted(task: AskAgent, run: RunState<unknown>, pins: object, text: string): Promise<Reply>
  attest: Attest
  /** A prompt template as it is now. */
  template(name: string): Promise<string>
  /** Assistants on this machine, by the word --maker takes. */
  assistants(): Promise<string[]>
  close(): Promise<void>
}

/** Proof that a certain person decided; only a signature is claimed to be unforgeable. */
export interface Attest {
  signed(gate: Gate, signatureFile: string, pins: object): Promise<{ assurance: 'signed'; by: string; signature: string }>
}

export interface MakerOptions {
  workflow: string
  /** What the run began with; makers and templates that differ from it are refused. */
  pins?: Pins
  /** Roles for which a person names somebody else now. */
  repin?: string[]
  /** The flags the run began with, relative to the project. */
  began?: Makers['flags']
  maker?: string[]
  judge?: string
  record?: string
  replay?: string
}

export interface Makers {
  /** As given, kept with the run so that resume finds them again. */
  flags: { maker?: string[]; judge?: string }
  /** Whether anybody at all was named or found. */
  configured: boolean
  /** Whether the price of each is known, for money budgets. */
  priced: { role: string; name: string; priced: boolean }[]
  /** Hashes of the rubrics for which every judge has a valid passport; null where none is required. */
  passported(rules: readonly Rule[]): Promise<string[] | null>
  /** Whether somebody other than the maker's own default judges. */
  judge: boolean
  /** Roles that somebody was named for, beyond the default. */
  roles: string[]
  /** What differs from the pins the run began with, in words, or null. */
  changed(): Promise<string | null>
  pins: Pins
  ports: Ports
}

export interface Person {
  confirm(question: string): Promise<boolean>
  text(question: string, options?: { initial?: string; optional?: boolean }): Promise<string>
  choose<T extends string>(question: string, choices: readonly { value: T; label: string; hint?: string }[]): Promise<T>
  show(text: string): void
}

/** A workflow with what the verbs that work on any run need to know about it. */
export interface Kit {
  workflow: Workflow<unknown>
  templates: readonly string[]
  /** Makers that ship with the workflow, by role. */
  builtins?: Readonly<Record<string, BuiltinMaker>>
  /** What the run is held to now, where a journal holds several runs one after the other. Makers that differ from it are always refused. */
  pins?(run: RunState<unknown>): object
  /** What the world says that the journal does not know yet, looked at whenever a run is opened or shown. */
  noticed?(world: World, run: RunState<unknown>): Promise<NewEvent[]>
  /** Observations beyond reading project files; null leaves it to those. */
  observe?(task: Observe, world: World, context: TaskContext): Promise<Reply | null>
  effect?(task: Effect, world: World, context: TaskContext): Promise<Reply>
  summary(run: RunState<unknown>): Summary
  /** Run ids that a person may call by this shorter name, newest last. */
  matches(run: string, name: string): boolean
  /** The versions of the artifact, in order. */
  artifacts(event: NewEvent, run: RunState<unknown>): { hash: string; label: string }[]
  /** One line for the timeline; null hides it there. */
  describe(event: Event): string | null
  /** The artifact as it lies there now. */
  current(run: RunState<unknown>): { path: string; sha256: string } | null
  /** What was decided about that artifact, rule by rule. */
  decided?(run: RunState<unknown>): { rule: Rule; outcome: Outcome }[]
  /** What else must hold for this workflow, beyond journal, texts and files; and what was found to hold. */
  verify?(
    world: World,
    run: RunState<unknown>,
    options: { signed: boolean },
  ): Promise<{ problems: { file: string; line?: number; what: string; repairable: boolean }[]; says: string[] }>
  /** Runs that another tool of the same format wrote: listed and shown as they are, taken over when somebody goes on with one. */
  foreign?: Foreign
  /** The name of the one run that is active, where the workflow has at most one. */
  active?(world: World): string | null
  /** Wraps the taking of an answer that needs more than the run itself, e.g. that no other loop is running. */
  guard?<T>(world: World, open: AnyRun, said: { gate: string; choice: string; data?: Json }, act: () => Promise<T>): Promise<T>
  /** Puts an open gate to the person at the terminal. */
  converse?(world: World, open: AnyRun): Promise<void>
  /** What a reply that fits its schema still gets wrong in form, where the run would end over it. */
  form?(task: AskAgent, value: Json, run: RunState<unknown>): string[]
  /** At the end a person is asked where the artifact should go. */
  delivers?: true
  /** What a person sees when the run rests or ends. */
  card(run: RunState<unknown>): string
  /** What can be done after a run has ended. */
  onward(run: RunState<unknown>, name: string): string
  /** What is printed after a commit while the run goes on; an artifact is printed whole. */
  live(run: RunState<unknown>, events: readonly NewEvent[]): (string | { artifact: string })[]
}

export interface Foreign {
  list(world: World): Summary[]
  read(world: World, name: string): ForeignRun | null
  /** `judge` says whether anybody judges, and is asked only if the run can go on at all. */
  adopt(world: World, name: string, options: { judge(workflow: string): Promise<boolean> }): Promise<void>
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
  /** SHA-256 of the artifact that its last evaluation names. */
  judged?: string | null
}

export interface TimelineLine {
  seq: number
  at: string
  event: string
  text: string
  /** The event as it is recorded, where all of them are asked for. */
  data?: object
}

export interface Summary {
  run: string
  workflow: string
  name: string
  status: string
  iteration: number
  maxIterations: number
  phase: string
  step: string
  /** On the workflow's own scale; of an ended run, the best. */
  score: string
  /** Written by another tool: nothing here vouches for its scores. `again` is what its rules and artifact come to here, as far as code decides them. */
  elsewhere?: { again: { score: string; passed: boolean; decided: number; rules: number } | null }
  updatedAt: string
  waitsFor: string | null
  reason: string | null
  folder: string
  /** Going on by itself, waiting for somebody, or over. */
  stage: 'working' | 'waiting' | 'ended'
  /** What was used of each budget that is set. */
  budget?: (Meter & { text: string })[]
  /** How the artifact does on rules no maker is shown, beside the others, from 0 to 1. */
  hidden?: { visible: number; hidden: number; gap: number }
  /** Calls, tokens and cost; `mayBePaid` counts requests without a recorded reply. */
  usage?: RunState<unknown>['usage']
}

export type AnyRun = OpenRun<unknown>
export type AnyRest = Rest<unknown>
