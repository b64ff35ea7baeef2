// --help: a dozen everyday verbs on one screen; everything under --all.
import { packageVersion } from '../../adapters/package.ts'
import { verbs, verbsOf, workflows } from '../../operations/catalog.ts'
import { faultCodes } from '../../schema/fault.ts'
import { faces } from './faces.ts'

export function help(all: boolean, json: boolean): number {
  if (json)
    return print({
      workflows,
      verbs: verbs.map(describe),
      faces: Object.entries(faces).map(([name, { summary }]) => ({ command: `whet ${name}`, summary })),
      exit_codes: exitCodes(),
    })
  const shown = verbs.filter((verb) => all || verb.everyday)
  const own = shown.filter(({ workflow }) => workflow)
  const any = shown.filter(({ workflow }) => !workflow)
  const rows = (list: typeof shown) =>
    list.map(({ name, workflow, summary }) => `  ${`whet ${workflow ? `${workflow} ` : ''}${name}`.padEnd(22)} ${summary}`)
  process.stdout.write(
    [
      'whet: quality-gated loops over AI-made work',
      '',
      'Workflows:',
      ...Object.entries(workflows).map(([name, what]) => `  ${`whet ${name}`.padEnd(22)} ${what}`),
      '',
      'Start:',
      ...rows(own),
      '',
      'Any run:',
      ...rows(any),
      '',
      'Faces:',
      ...Object.entries(faces).map(([name, { summary }]) => `  ${`whet ${name}`.padEnd(22)} ${summary}`),
      ...(all ? ['', 'Exit codes: 0 passed, 1 ended without passing, 3 waits for somebody, 130 interrupted;', `  ${codes()}`] : []),
      '',
      `Every command takes --json (one document on stdout) and --help.${all ? '' : ' All commands: whet --help --all'}`,
      '',
    ].join('\n'),
  )
  return 0
}

export function workflowHelp(workflow: string, json: boolean): number {
  const own = verbsOf(workflow)
  if (json) return print({ workflow, verbs: own.map((verb) => ({ ...describe(verb), command: `whet ${workflow} ${verb.name}` })) })
  const rows = own.map(({ name, summary }) => `  ${`whet ${workflow} ${name}`.padEnd(24)} ${summary}`)
  process.stdout.write(
    [
      `whet ${workflow}: ${workflows[workflow as keyof typeof workflows]}`,
      '',
      ...rows,
      '',
      `\`whet ${workflow} <verb> --help\` says more.`,
      '',
    ].join('\n'),
  )
  return 0
}

export function version(json: boolean): number {
  if (json) return print({ version: packageVersion() })
  process.stdout.write(`${packageVersion()}\n`)
  return 0
}

const describe = ({ name, workflow, summary, everyday }: (typeof verbs)[number]) => ({
  command: `whet ${workflow ? `${workflow} ` : ''}${name}`,
  summary,
  everyday: everyday ?? false,
})

function print(document: object): number {
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
  return 0
}

const exitCodes = () => ({
  passed: 0,
  ended_without_passing: 1,
  waits: 3,
  interrupted: 130,
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
