// What operations work with: one project, its runs, its makers, and a person if there is one at the other end.
import type { LoadedConfig } from '../adapters/config.ts'
import type { CaughtUp } from '../adapters/database/catch-up.ts'
import type { Learning } from '../adapters/database/learned.ts'
import type { Verifier } from '../adapters/verifier.ts'
import type { Pins } from '../agents/pins.ts'
import type { OpenRun } from '../kernel/commit.ts'
import type { Rest } from '../kernel/driver.ts'
import type { Clock, Ports } from '../kernel/ports.ts'
import type { RunState } from '../kernel/reduce.ts'
import type { Store } from '../kernel/store.ts'
import type { Catalog } from '../rules/catalog.ts'
import type { Json, NewEvent } from '../schema/event.ts'
import type { Rule } from '../schema/rule.ts'
import type { Verdict } from '../schema/verdict.ts'
import type { AskAgent, Reply, RuleCheck } from '../kernel/task.ts'
import type { HostRequest } from '../agents/hosted.ts'
import type { AnyWorkflow } from './definition.ts'

export interface World {
  root: string
  /** Where the command was given; files named on the command line are relative to it. */
  cwd: string
  env: NodeJS.ProcessEnv
  clock: Clock
  store: Store
  config: LoadedConfig
  workflows: Workflows
  /** Null where nobody can be asked: a pipe, a job, a closed input. */
  person: Person | null
  /** What is said may be read by an assistant: it is told what would only be noise to a person. */
  assistant: boolean
  /** Who we take ourselves to be working for; recorded with answers. */
  user: string
  /** Code loaded into this process before our own, as far as it shows; recorded with answers. */
  preloads: readonly string[]
  signal: AbortSignal
  /** How long an outage of a maker is sat out before a run rests. */
  patienceMs: number
  /** Talk, never answers: progress, notes, repairs. */
  say(text: string): void
  /** Watches a run while it goes on. */
  onCommit(workflow: AnyWorkflow, run: RunState<unknown>, events: NewEvent[]): void
  /** A maker is asked now, and may take so long. */
  onAsk(task: string, limitMs: number): void
  /** What a maker said last while it works, without keys. */
  onHeard(task: string, text: string): void
  /** What makers say while they work, by task: for whoever watches, never recorded. Null where one begins or has answered. */
  overheard: { put(run: string, task: string, text: string | null): void; get(run: string): Record<string, string> }
  makers(options: MakerOptions): Promise<Makers>
  /** The shipped checks and those of a trusted configuration. */
  catalog(): Promise<Catalog>
  evaluate(options: { text: string; name: string; file?: string; checks: RuleCheck[]; allowCommands: boolean }): Promise<Verdict[]>
  /** The same for a run's evidence: pictures of pages are kept, and what is worth knowing of the pages comes along. */
  evaluateKept(options: {
    text: string
    name: string
    checks: RuleCheck[]
    allowCommands: boolean
  }): Promise<{ value: Verdict[]; meta: Json }>
  /** What a maker is asked, for those who perform it outside or look at it. */
  request(task: AskAgent, run: RunState<unknown>, pins: object): Promise<HostRequest>
  /** What somebody outside answered, as it is recorded. */
  submitted(task: AskAgent, run: RunState<unknown>, pins: object, text: string): Promise<Reply>
  /** Whose signature counts for whoever runs this, and what they ask of an approval; `approvers` names another file of theirs. */
  verifier(approvers?: string): Verifier
  /** A prompt template as it is now. */
  template(name: string): Promise<string>
  /** Assistants on this machine, by the word --maker takes. */
  assistants(): Promise<string[]>
  /** The learning tables, up to date with the journals of every project they list; opened when first needed. */
  learning(): Promise<OpenLearning>
  /** The same for an answer alone, as of now: nothing is written, not even the tables. */
  reading<T>(act: (learning: ReadLearning) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface ReadLearning extends Learning {
  caughtUp: CaughtUp
}

export interface OpenLearning extends ReadLearning {
  rebuild(): Promise<CaughtUp & { kept: string[] }>
}

export interface MakerOptions {
  /** Whose roles, prompts and built-in makers; left out where a judge alone is asked. */
  workflow?: string
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
  /** Whether a person or a file named anybody, beyond what ships. */
  named: boolean
  /** Whether somebody answers for this role: named for it, the default, or a built-in maker. */
  serves(role: string): boolean
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

/** The workflows that ship and those of a trusted configuration, each loaded when it is first needed. */
export interface Workflows {
  names: readonly string[]
  get(name: string): Promise<AnyWorkflow>
  all(): Promise<AnyWorkflow[]>
  /** Only those that ship: nothing that a project brings, trusted or not. */
  shipped(): Workflows
  /** Those that runs here, or folders other tools may have written, can belong to. */
  inUse(): Promise<AnyWorkflow[]>
}

export interface Person {
  confirm(question: string): Promise<boolean>
  text(question: string, options?: { initial?: string; optional?: boolean }): Promise<string>
  choose<T extends string>(question: string, choices: readonly { value: T; label: string; hint?: string }[]): Promise<T>
  show(text: string): void
}

export type AnyRun = OpenRun<unknown>
export type AnyRest = Rest<unknown>
