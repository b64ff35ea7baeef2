// Verbs that belong to no workflow: for any run, for the project, for judges. Loaded on first use.
import { decisionVerbs } from './decisions.ts'
import { type AnyOperation, type AnyWorkflow, type Verb } from './definition.ts'

export const verbs: readonly Verb[] = [
  { name: 'resume', everyday: true, summary: 'Continue a run where it stopped', load: () => import('./resume.ts') },
  { name: 'status', everyday: true, summary: 'Show what is running or waiting', load: () => import('./status.ts') },
  { name: 'list', everyday: true, summary: 'List the runs of this project', load: () => import('./list.ts') },
  { name: 'inbox', everyday: true, summary: 'List what is waiting for a person', load: () => import('./inbox.ts') },
  { name: 'answer', everyday: true, summary: 'Answer a gate', load: () => import('./answer.ts') },
  ...decisionVerbs,
  { name: 'history', everyday: true, summary: 'Show the events of a run', load: () => import('./history.ts') },
  { name: 'show', everyday: true, summary: 'Show a run and its artifact', load: () => import('./show.ts') },
  { name: 'report', everyday: true, summary: 'Write a run as one file to send', load: () => import('./report.ts') },
  { name: 'apply', summary: 'Write the files of an artifact into the project', load: () => import('./apply.ts') },
  { name: 'submit', summary: 'Submit the reply to a waiting request', load: () => import('./submit.ts') },
  { name: 'diff', summary: 'Compare two versions of an artifact', load: () => import('./diff.ts') },
  { name: 'stop', everyday: true, summary: 'Stop the active run', load: () => import('./stop.ts') },
  { name: 'verify', everyday: true, summary: 'Check that runs still match their records', load: () => import('./verify.ts') },
  { name: 'prove', summary: 'Redo a run from scratch, and write a receipt', load: () => import('./prove.ts') },
  { name: 'repair', summary: 'Continue from the last sound entry of a damaged journal', load: () => import('./repair.ts') },
  { name: 'check', project: true, everyday: true, summary: 'Check files against rules, once', load: () => import('./check.ts') },
  { name: 'measure', project: true, summary: 'Measure a project or a change with its own tools', load: () => import('./measure.ts') },
  { name: 'replay', summary: 'Derive every verdict again, without calling a maker', load: () => import('./replay.ts') },
  { name: 'backtest', project: true, summary: 'Re-score recorded runs under changed rules', load: () => import('./backtest.ts') },
  { name: 'stats', project: true, summary: 'Show how orders and forecasts turned out', load: () => import('./stats.ts') },
  { name: 'hash', project: true, summary: 'Print the canonical form or checksum of a JSON file', load: () => import('./hash.ts') },
  { name: 'trust', project: true, summary: "Trust this project's whetstone.yaml", load: () => import('./trust.ts') },
  { name: 'doctor', project: true, everyday: true, summary: 'Show what works on this machine', load: () => import('./doctor.ts') },
  { name: 'init', project: true, summary: 'Write a commented whetstone.yaml', load: () => import('./init.ts') },
]

const ofDb = (name: 'status' | 'migrate' | 'rebuild' | 'copy', summary: string): Verb => ({
  name,
  summary,
  load: async () => ({ default: (await import('./db.ts'))[name] as AnyOperation }),
})

/** Prefixes that group verbs the way a workflow's name does, but have no runs. */
export const groups: Readonly<Record<string, { summary: string; verbs: readonly Verb[] }>> = {
  judge: {
    summary: 'measure how far a judge can be trusted',
    verbs: [
      { name: 'calibrate', summary: 'Compare a judge with people and keep its passport', load: () => import('./judge-calibrate.ts') },
      { name: 'probe', summary: 'Test a judge for bias by order, length and formatting', load: () => import('./judge-probe.ts') },
    ],
  },
  db: {
    summary: 'manage the tables behind lessons and statistics',
    verbs: [
      ofDb('status', 'Show where the learning tables are and what is in them'),
      ofDb('migrate', 'Create or upgrade the learning tables'),
      ofDb('rebuild', 'Rebuild the learning tables from the journals'),
      ofDb('copy', 'Copy the learning tables to another database'),
    ],
  },
}

/** A workflow's own verbs; without a verb `new`, one is derived from its input. */
export function ownVerbs(workflow: AnyWorkflow): readonly Verb[] {
  const { input, verbs: own } = workflow
  if (!input || own.some(({ name }) => name === 'new')) return own
  const load = async () => ({ default: (await import('./start.ts')).startOperation(workflow, input) })
  return [{ name: 'new', everyday: true, summary: 'Start a run', load }, ...own]
}

/** Verbs allowed after the workflow's name: its own, then those for any run. */
export function verbsOf(workflow: AnyWorkflow): readonly Verb[] {
  const own = ownVerbs(workflow)
  const others = verbs.filter((verb) => !verb.project && !own.some(({ name }) => name === verb.name))
  return [...own, ...others.map((verb) => ({ ...verb, load: async () => ({ default: offered((await verb.load()).default, workflow) }) }))]
}

/** Without --judge if no judge decides anything in its runs. */
const offered = (operation: AnyOperation, { judgeless }: AnyWorkflow): AnyOperation =>
  judgeless && 'judge' in operation.input.shape ? { ...operation, input: operation.input.omit({ judge: true }) } : operation

/** Of those, the ones that can work on its runs: a decision only if one of its gates offers it. Its own verbs always can. */
export function worksIn({ gates, stop, view, delivers, verbs: own }: AnyWorkflow, { name }: Verb): boolean {
  if (own.some((verb) => verb.name === name)) return true
  if (decisionVerbs.some((verb) => verb.name === name)) return Object.values(gates).some((choices) => Object.hasOwn(choices, name))
  switch (name) {
    case 'answer':
    case 'inbox':
      return Object.keys(gates).length > 0
    case 'stop':
      return stop !== undefined
    case 'diff':
      return view.artifacts !== undefined
    case 'apply':
      return delivers !== undefined
    default:
      return true
  }
}

/** One line of --help, one section of the reference, one MCP tool. */
export interface Command {
  verb: Verb
  /** The word before the verb: a workflow, a group, or none. */
  under: string
  workflow?: AnyWorkflow
}

export function commands(workflows: readonly AnyWorkflow[]): Command[] {
  return [
    ...workflows.flatMap((workflow) => ownVerbs(workflow).map((verb) => ({ verb, under: verb.anywhere ? '' : workflow.name, workflow }))),
    ...verbs.map((verb) => ({ verb, under: '' })),
    ...Object.entries(groups).flatMap(([under, group]) => group.verbs.map((verb) => ({ verb, under }))),
  ]
}
