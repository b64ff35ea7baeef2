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
  const rows = (list: typeof shown) =>
    list.map(({ verb, under }) => `  ${`whet ${under ? `${under} ` : ''}${verb.name}`.padEnd(22)} ${verb.summary}`)
  say(
    [
      'whet: quality-gated loops over AI-made work',
      '',
      'Workflows:',
      ...lines(workflows),
      '',
      'Start:',
      ...rows(own),
      '',
      'Any run:',
      ...rows(any),
      '',
      'Other commands:',
      ...lines(faces),
      '',
      'Maintenance:',
      ...lines(others),
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
const lines = (list: Named) => list.map(({ name, summary }) => `  ${`whet ${name}`.padEnd(22)} ${summary}`)
const summaries = (list: Named) => Object.fromEntries(list.map(({ name, summary }) => [name, summary]))

export function workflowHelp(name: string, summary: string, known: readonly Verb[], json: boolean): number {
  if (json) return document({ workflow: name, verbs: known.map((verb) => describe(verb, name)) })
  const rows = known.map((verb) => `  ${`whet ${name} ${verb.name}`.padEnd(24)} ${verb.summary}`)
  say([`whet ${name}: ${summary}`, '', ...rows, '', `\`whet ${name} <verb> --help\` says more.`, ''].join('\n'))
  return 0
}

export function version(json: boolean): number {
  if (json) return document({ version: packageVersion() })
  void print(`${packageVersion()}\n`)
  return 0
}

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
