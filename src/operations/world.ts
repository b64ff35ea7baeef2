// What operations work with: a project, its runs, its makers, and possibly a person.
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
  /** The working directory; files named on the command line are relative to it. */
  cwd: string
  env: NodeJS.ProcessEnv
  clock: Clock
  store: Store
  config: LoadedConfig
  workflows: Workflows
  /** Null if nobody can be asked: a pipe, a job, a closed input. */
  person: Person | null
  /** An assistant may read the output, so it is told what would be noise to a person. */
  assistant: boolean
  /** The user we act for; recorded with answers. */
  user: string
  /** Code preloaded into this process, as far as detectable; recorded with answers. */
  preloads: readonly string[]
  signal: AbortSignal
  /** How long to wait out a maker's outage before the run rests. */
  patienceMs: number
  /** Talk, never answers: progress, notes, repairs. */
  say(text: string): void
  /** Watches a run in progress. */
  onCommit(workflow: AnyWorkflow, run: RunState<unknown>, events: NewEvent[]): void
  /** A maker is being asked, with this time limit. */
  onAsk(task: string, limitMs: number): void
  /** The last words of a maker at work, without keys. */
  onHeard(task: string, text: string): void
  makers(options: MakerOptions): Promise<Makers>
  /** The built-in checks and those of a trusted configuration. */
  catalog(): Promise<Catalog>
  evaluate(options: { text: string; name: string; file?: string; checks: RuleCheck[]; allowCommands: boolean }): Promise<Verdict[]>
  /** The same for a run's evidence: keeps pictures of pages and reports notes about them. */
  evaluateKept(options: {
    text: string
    name: string
    checks: RuleCheck[]
    allowCommands: boolean
  }): Promise<{ value: Verdict[]; meta: Json }>
  /** The request of a maker, for whoever performs it outside or inspects it. */
  request(task: AskAgent, run: RunState<unknown>, pins: object): Promise<HostRequest>
  /** A reply from outside, as it is recorded. */
  submitted(task: AskAgent, run: RunState<unknown>, pins: object, text: string): Promise<Reply>
  /** Whose signatures count here and what an approval must be; `approvers` names another list. */
  verifier(approvers?: string): Verifier
  /** The current text of a prompt template. */
  template(name: string): Promise<string>
  /** Assistants on this machine, by their word for --maker. */
  assistants(): Promise<string[]>
  /** The learning tables, brought up to date with the journals of every listed project; opened on first use. */
  learning(): Promise<OpenLearning>
  /** The same for a read-only answer as of now: writes nothing, not even the tables. */
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
  /** Whose roles, prompts and built-in makers apply; omitted if only a judge is asked. */
  workflow?: string
  /** The pins of the run; makers and templates that differ are refused. */
  pins?: Pins
  /** Roles for which a person names another maker now. */
  repin?: string[]
  /** The flags the run began with, relative to the project. */
  began?: Makers['flags']
  maker?: string[]
  judge?: string
  record?: string
  cassette?: string
}

export interface Makers {
  /** As given; kept with the run so that resume finds them. */
  flags: { maker?: string[]; judge?: string }
  /** Whether any maker was named or found. */
  configured: boolean
  /** Whether a person or a file named a maker, beyond the built-in ones. */
  named: boolean
  /** Whether the role has a maker: named, the default, or built in. */
  serves(role: string): boolean
  /** Whether every maker's price is known, for money budgets. */
  priced: { role: string; name: string; priced: boolean }[]
  /** Hashes of rubrics for which every judge has a valid passport; null if none is required. */
  passported(rules: readonly Rule[]): Promise<string[] | null>
  /** Whether the judge differs from the default maker. */
  judge: boolean
  /** Roles that were given a maker explicitly, beyond the default. */
  roles: string[]
  /** Differences from the pins, in words, or null. */
  changed(): Promise<string | null>
  pins: Pins
  ports: Ports
}

/** The built-in workflows and those of a trusted configuration, each loaded on first use. */
export interface Workflows {
  names: readonly string[]
  get(name: string): Promise<AnyWorkflow>
  all(): Promise<AnyWorkflow[]>
  /** Only the built-in ones: nothing a project brings, trusted or not. */
  shipped(): Workflows
  /** Workflows that local runs, or folders of other tools, may belong to. */
  inUse(): Promise<AnyWorkflow[]>
  /** Those loaded so far, and those whose folders other tools may have left: once the runs have been listed, all in use. */
  known(): Promise<AnyWorkflow[]>
}

export interface Person {
  confirm(question: string): Promise<boolean>
  text(question: string, options?: { initial?: string; optional?: boolean }): Promise<string>
  choose<T extends string>(question: string, choices: readonly { value: T; label: string; hint?: string }[]): Promise<T>
  show(text: string): void
}

export type AnyRun = OpenRun<unknown>
export type AnyRest = Rest<unknown>
