// Every verb, with one line about it, loaded only when it is used.
import type { Operation } from './operation.ts'

export interface Verb {
  name: string
  /** The workflow it belongs to; without one it works on any run, also as `whet <workflow> <verb>`. */
  workflow?: string
  /** About the project or a file, not about a run: not listed under a workflow. */
  project?: true
  /** Shown by plain --help; the rest by --help --all. */
  everyday?: true
  summary: string
  load(): Promise<{ default: Operation<never, never> }>
}

type Loaded = Promise<{ default: Operation<never, never> }>
const lazy = (load: () => Promise<unknown>): (() => Loaded) => load as () => Loaded

export const workflows = {
  reflex: 'make an artifact, judge it, fix it, until its criteria are met',
  design: 'turn requirements into a design that a person approves and freezes',
  audit: 'decide what follows from a design audit, and drive the tasks until it passes',
  judge: 'measure whoever judges what code cannot decide',
} as const satisfies Record<string, string>

/** Whom a maker can be named for. The judges of a jury may have any other name. */
export const makerRoles: readonly string[] = [
  'default',
  'plan',
  'produce',
  'prepare',
  'critique',
  'refine',
  'judge',
  'design-generator',
  'design-critic',
  'researcher',
  'designer',
  'implementer',
  'reviewer',
]

export const verbs: readonly Verb[] = [
  { name: 'new', workflow: 'reflex', everyday: true, summary: 'Start a loop', load: lazy(() => import('./reflex-new.ts')) },
  { name: 'status', workflow: 'reflex', summary: 'Show the active loop', load: lazy(() => import('./reflex-status.ts')) },
  { name: 'list', workflow: 'reflex', summary: 'List all loops', load: lazy(() => import('./reflex-list.ts')) },
  {
    name: 'new',
    workflow: 'design',
    everyday: true,
    summary: 'Design a feature from its requirements',
    load: lazy(() => import('./design-new.ts')),
  },
  {
    name: 'dismiss',
    workflow: 'design',
    summary: 'Set a finding of the design critic aside, for a stated reason',
    load: lazy(() => import('./design-dismiss.ts')),
  },
  { name: 'reset', workflow: 'design', summary: 'Take a failed design back to IDLE', load: lazy(() => import('./design-reset.ts')) },
  {
    name: 'assess',
    workflow: 'audit',
    everyday: true,
    summary: 'Decide what follows from the audits of a session',
    load: lazy(() => import('./audit-assess.ts')),
  },
  {
    name: 'new',
    workflow: 'audit',
    summary: 'Decide, and wait for a person where one must choose',
    load: lazy(() => import('./audit-new.ts')),
  },
  { name: 'run', workflow: 'audit', summary: 'Drive the tasks of a session, wave by wave', load: lazy(() => import('./audit-run.ts')) },
  { name: 'resume', everyday: true, summary: 'Go on with a run where it stopped', load: lazy(() => import('./resume.ts')) },
  { name: 'status', everyday: true, summary: 'Show what is going on', load: lazy(() => import('./status.ts')) },
  { name: 'list', everyday: true, summary: 'List the runs of this project', load: lazy(() => import('./list.ts')) },
  { name: 'inbox', everyday: true, summary: 'List what waits for a person', load: lazy(() => import('./inbox.ts')) },
  { name: 'answer', everyday: true, summary: 'Answer a gate', load: lazy(() => import('./answer.ts')) },
  { name: 'approve', summary: 'Approve what waits for approval', load: lazy(() => import('./design-approve.ts')) },
  { name: 'reject', summary: 'Reject it, saying what should be different', load: lazy(() => import('./design-reject.ts')) },
  { name: 'abort', summary: 'End it for a stated reason and keep its files', load: lazy(() => import('./design-abort.ts')) },
  { name: 'history', everyday: true, summary: 'Show the events of a run', load: lazy(() => import('./history.ts')) },
  { name: 'show', everyday: true, summary: 'Show an artifact', load: lazy(() => import('./show.ts')) },
  { name: 'submit', summary: 'Hand in the reply to a request that waits for a host', load: lazy(() => import('./submit.ts')) },
  { name: 'diff', summary: 'Compare two versions of an artifact', load: lazy(() => import('./diff.ts')) },
  { name: 'stop', everyday: true, summary: 'Stop the active loop', load: lazy(() => import('./stop.ts')) },
  { name: 'clean', summary: 'Delete ended loops, after asking', load: lazy(() => import('./clean.ts')) },
  { name: 'verify', everyday: true, summary: 'Check that runs are as they were recorded', load: lazy(() => import('./verify.ts')) },
  { name: 'check', project: true, everyday: true, summary: 'Judge files by rules, once', load: lazy(() => import('./check.ts')) },
  { name: 'replay', summary: 'Re-derive every verdict of a run, calling nobody', load: lazy(() => import('./replay.ts')) },
  { name: 'backtest', project: true, summary: 'Re-score recorded runs under changed rules', load: lazy(() => import('./backtest.ts')) },
  {
    name: 'calibrate',
    workflow: 'judge',
    summary: 'Measure a judge against people and keep its passport',
    load: lazy(() => import('./judge-calibrate.ts')),
  },
  {
    name: 'probe',
    workflow: 'judge',
    summary: 'Test a judge for bias by order, length and formatting',
    load: lazy(() => import('./judge-probe.ts')),
  },
  { name: 'certificate', summary: 'Write the certificate of a frozen design', load: lazy(() => import('./certificate.ts')) },
  { name: 'hash', project: true, summary: 'Print the canonical form or checksum of a JSON file', load: lazy(() => import('./hash.ts')) },
  { name: 'trust', project: true, summary: "Trust this project's whetstone.yaml", load: lazy(() => import('./trust.ts')) },
  { name: 'doctor', project: true, everyday: true, summary: 'Say what works on this machine', load: lazy(() => import('./doctor.ts')) },
  { name: 'init', project: true, summary: 'Write a commented whetstone.yaml', load: lazy(() => import('./init.ts')) },
]

/** Measures judges and has no runs, so nothing that is done with a run can be done with it. */
const runless: ReadonlySet<string> = new Set(['judge'])

/** What can be said after the name of a workflow: its own verbs, then those for any run. */
export function verbsOf(workflow: string): readonly Verb[] {
  const own = verbs.filter((verb) => verb.workflow === workflow)
  return runless.has(workflow)
    ? own
    : [...own, ...verbs.filter((verb) => !verb.workflow && !verb.project && !own.some(({ name }) => name === verb.name))]
}

/** The workflow's own verb wins over the one for any run. */
export function findVerb(name: string, workflow?: string): Verb | undefined {
  const own = verbs.find((verb) => verb.name === name && verb.workflow === workflow)
  return own ?? (workflow && runless.has(workflow) ? undefined : verbs.find((verb) => verb.name === name && verb.workflow === undefined))
}
