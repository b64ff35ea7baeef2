// --help: a dozen everyday verbs on one screen; everything with --all.
import { packageVersion } from '../../adapters/package.ts'
import { commands, groups } from '../../operations/catalog.ts'
import type { AnyWorkflow, Verb } from '../../operations/definition.ts'
import { fit } from '../../report/look.ts'
import { faultCodes, interrupted } from '../../schema/fault.ts'
import { lookOf, print, printJson } from '../terminal.ts'
import { faces } from './other-commands.ts'

export function help(workflows: readonly AnyWorkflow[], all: boolean, json: boolean): number {
  const others = Object.entries(groups).map(([name, { summary }]) => ({ name, summary }))
  const named = commands(workflows)
  if (json)
    return document({
      workflows: summaries(workflows),
      groups: summaries(others),
      verbs: named.map(({ verb, under }) => describe(verb, under)),
      faces: faces.map(({ name, summary }) => ({ command: `whet ${name}`, summary })),
      exit_codes: exitCodes(),
    })
  const shown = named.filter(({ verb }) => all || verb.everyday)
  const own = shown.filter(({ under }) => under)
  const any = shown.filter(({ under }) => !under)
  const row = ({ verb, under }: (typeof shown)[number]): Row => [`whet ${under ? `${under} ` : ''}${verb.name}`, verb.summary]
  const sections: [string, Row[]][] = [
    ['Workflows:', listed(workflows)],
    ['Start:', own.map(row)],
    ['Any run:', any.map(row)],
    ['Other commands:', listed(faces)],
    ['Maintenance:', listed(others)],
  ]
  const width = longest(sections.flatMap(([, rows]) => rows))
  say(
    [
      'whet: quality-gated loops over AI-made work',
      ...sections.flatMap(([heading, rows]) => ['', heading, ...laidOut(rows, width)]),
      ...(all
        ? ['', 'Exit codes: 0 passed or completed, 1 ended without passing, 3 waits for someone, 130 interrupted;', `  ${codes()}`]
        : []),
      '',
      `Every command takes --json (one document on stdout) and --help.${all ? '' : ' All commands: whet --help --all'}`,
      '',
    ].join('\n'),
  )
  return 0
}

type Named = readonly { name: string; summary: string }[]
const listed = (list: Named) => list.map(({ name, summary }): Row => [`whet ${name}`, summary])
const summaries = (list: Named) => Object.fromEntries(list.map(({ name, summary }) => [name, summary]))

export function workflowHelp(name: string, summary: string, known: readonly Verb[], json: boolean): number {
  if (json) return document({ workflow: name, verbs: known.map((verb) => describe(verb, name)) })
  const rows = known.map((verb): Row => [`whet ${name} ${verb.name}`, verb.summary])
  say([`whet ${name}: ${summary}`, '', ...laidOut(rows, longest(rows)), '', `\`whet ${name} <verb> --help\` says more.`, ''].join('\n'))
  return 0
}

export function version(json: boolean): number {
  if (json) return document({ version: packageVersion() })
  void print(`${packageVersion()}\n`)
  return 0
}

type Row = readonly [command: string, summary: string]

const longest = (rows: readonly Row[]) => Math.max(...rows.map(([command]) => command.length))

const laidOut = (rows: readonly Row[], width: number) => rows.map(([command, summary]) => `  ${command.padEnd(width)}  ${summary}`)

/** As wide as the terminal; words stay whole, and descriptions stay in their column. */
const say = (text: string) => void print(fit(text, lookOf(process.stdout, 0).width))

const describe = ({ name, summary, everyday }: Verb, under: string) => ({
  command: `whet ${under ? `${under} ` : ''}${name}`,
  summary,
  everyday: everyday ?? false,
})

function document(told: object): number {
  void printJson(told)
  return 0
}

const exitCodes = () => ({
  passed: 0,
  ended_without_passing: 1,
  waits: 3,
  interrupted,
  faults: Object.fromEntries(Object.entries(faultCodes).map(([code, { exit }]) => [code, exit])),
})

/** Exit codes of faults, grouped: 2 usage, invalid, not_found; … */
function codes(): string {
  const groups = new Map<number, string[]>()
  for (const [code, { exit }] of Object.entries(faultCodes)) groups.set(exit, [...(groups.get(exit) ?? []), code])
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([exit, names]) => `${exit} ${names.join(', ')}`)
    .join('; ')
}
