// A check: metadata plus one small function from an artifact to a result with findings.
import type * as z from 'zod'
import type { Counts, Finding, Outcome } from '../schema/verdict.ts'
import type { PageMeasure } from './page/measure.ts'
import type { Syntax } from './reading/syntax.ts'

/** What a check may use besides the artifact's text; it gets exactly what it declares. */
type Need = 'files' | 'exec' | 'agent' | 'syntax' | 'page'

export interface Check<P = unknown> {
  kind: string
  /** One sentence for the reference and for `--help`. */
  summary: string
  /** Increase it when the same input may be judged differently. */
  version: string
  params: z.ZodType<P>
  /** What these parameters demand, in words that continue "It": "has the sections Install and Usage". Depends on the parameters alone. */
  demands?(params: P): string
  /** A file with the rest of the demand, shown together with it. */
  refersTo?(params: P): string | undefined
  needs?: readonly Need[]
  /** Overrides the evaluator's time limit for slow checks. Commands have their own limit and don't count. */
  timeoutMs?: (params: P) => number | undefined
  run(input: CheckInput<P>): CheckResult | Promise<CheckResult>
}

export interface CheckInput<P> {
  params: P
  artifact: Artifact
  files: Files
  exec: Exec
  syntax: Syntax
  pages: Pages
  signal: AbortSignal
}

export interface Artifact {
  text: string
  /** Path as shown in findings, relative to the working folder. */
  name: string
}

export interface CheckResult {
  outcome: Outcome
  message: string
  evidence: Finding[]
  counts?: Counts
}

/** Files below one root; a path that leaves it, even through a link, reads as absent. */
export interface Files {
  read(path: string): Promise<string | null>
  exists(path: string): Promise<boolean>
  hash(path: string): Promise<string | null>
  /** Paths of the project's text files, limited in number; without packages, builds and hidden folders. */
  list(): Promise<string[]>
  /** A text that the run keeps to compare with, by hash. */
  kept(hash: string): Promise<string | null>
}

export interface ExecResult {
  exitCode: number | null
  stdout: string
  stderr: string
  timedOut: boolean
  /** The limit, if it was ended for using more memory. */
  overMemoryMb?: number
  /** How network access was prevented, or why not: shown with the evidence. */
  network: 'denied' | 'not denied'
}

export interface Exec {
  run(command: string, options: { timeoutMs: number; signal: AbortSignal }): Promise<ExecResult>
}

/** As many as a maker can use at once; a prompt's own budget may show fewer. */
export const maxEvidence = 100

/** The artifact, or what a check's parameter `at` names, as a browser shows it. Measured once per evaluation, however many checks ask. */
export interface Pages {
  measure(at?: string): PageMeasure
}

export const pass = (message: string, evidence: Finding[] = []): CheckResult => ({ outcome: 'pass', message, evidence: bounded(evidence) })
/** `total` if the check counted more than it shows. */
export const fail = (message: string, evidence: Finding[] = [], total = evidence.length): CheckResult => ({
  outcome: 'fail',
  message,
  evidence: bounded(evidence, total),
})
export const unknown = (message: string, evidence: Finding[] = []): CheckResult => ({
  outcome: 'unknown',
  message,
  evidence: bounded(evidence),
})
export const notApplicable = (message: string): CheckResult => ({ outcome: 'not-applicable', message, evidence: [] })
export const checkError = (message: string, evidence: Finding[] = []): CheckResult => ({
  outcome: 'error',
  message,
  evidence: bounded(evidence),
})

/** For a list of problems: none passes; otherwise fails and shows each; a single one becomes the message. `of`: the number of items examined. */
export function judge(problems: Finding[], whenNone: string, whenSome: (count: number) => string, of?: number): CheckResult {
  const [first, ...others] = problems
  const counted = of === undefined ? {} : { counts: { checked: Math.max(of, problems.length), failed: problems.length } }
  if (!first) return { ...pass(whenNone), ...counted }
  return { ...fail(others.length === 0 ? `${whenSome(1)}: ${first.message}` : whenSome(problems.length), problems), ...counted }
}

/** Identity that infers a check's parameter type, so that it isn't written twice. */
export function defineCheck<P>(check: Check<P>): Check<P> {
  return check
}

function bounded(evidence: Finding[], total = evidence.length): Finding[] {
  const shown = evidence.slice(0, maxEvidence)
  return total > shown.length ? [...shown, { message: `… and ${total - shown.length} more` }] : shown
}
