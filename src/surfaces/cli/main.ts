// The command line: words in, one operation run, an answer on stdout, talk on stderr, an exit code.
import { findVerb, verbs, verbsOf, workflows } from '../../operations/catalog.ts'
import { didYouMean } from '../../lib/nearest.ts'
import { Fault, faultCodes, toFault } from '../../schema/fault.ts'
import { faces } from './faces.ts'

/** Runs one command line and gives its exit code; never throws. */
export async function main(argv: readonly string[]): Promise<number> {
  const json = argv.includes('--json')
  const debug = argv.includes('--debug')
  try {
    const words = argv.filter((word) => word !== '--debug')
    return await dispatch(words[0] === '--json' ? [...words.slice(1), '--json'] : words) // `whet --json status` is `whet status --json`
  } catch (error) {
    const fault = toFault(error)
    if (json) process.stdout.write(`${JSON.stringify({ error: fault }, null, 2)}\n`)
    else process.stderr.write(`${await faultText(fault)}\n`)
    if (debug || fault.code === 'internal') process.stderr.write(`${fault.cause instanceof Error ? fault.cause.stack : fault.stack}\n`)
    return faultCodes[fault.code].exit
  }
}

async function dispatch(argv: readonly string[]): Promise<number> {
  const [first, second] = argv
  if (first === undefined || first === 'help' || first.startsWith('-')) return preamble(argv)
  if (Object.hasOwn(faces, first)) return (await faces[first]?.load())?.(argv.slice(1)) ?? 0
  if (!Object.hasOwn(workflows, first)) {
    const verb = findVerb(first)
    if (!verb)
      throw new Fault(
        'usage',
        `there is no command "${first}"${didYouMean(first, [...Object.keys(workflows), ...Object.keys(faces), ...verbs.map(({ name }) => name)])}`,
        { fix: '`whet --help` lists them.' },
      )
    return (await import('./invoke.ts')).invoke(verb, undefined, argv.slice(1))
  }
  const verb = second === undefined || second.startsWith('-') ? undefined : findVerb(second, first)
  if (verb) return (await import('./invoke.ts')).invoke(verb, first, argv.slice(2))
  const fallback = findVerb('new', first)
  if (second !== undefined && !second.startsWith('-') && !fallback)
    throw new Fault(
      'usage',
      `${first} has no verb "${second}"${didYouMean(
        second,
        verbsOf(first).map(({ name }) => name),
      )}`,
      { fix: `\`whet ${first} --help\` lists them.` },
    )
  if (second === '--help' || second === '-h' || !fallback) return (await import('./help.ts')).workflowHelp(first, argv.includes('--json'))
  // `whet reflex <text>` is `new`: whatever is no verb is the task, also what was meant as one.
  if (argv.length === 2 && second && !second.includes(' ')) noteSlip(second, first)
  return (await import('./invoke.ts')).invoke(fallback, first, argv.slice(1))
}

async function preamble(argv: readonly string[]): Promise<number> {
  const { help, version } = await import('./help.ts')
  const json = argv.includes('--json')
  if (argv.includes('--version') || argv.includes('-V')) return version(json)
  const unknown = argv.find((word) => word.startsWith('-') && !['--help', '-h', '--all', '--json'].includes(word))
  if (unknown) throw new Fault('usage', `there is no option "${unknown}" here`, { fix: '`whet --help` lists the commands.' })
  return help(argv.includes('--all'), json)
}

function noteSlip(word: string, workflow: string): void {
  const meant = didYouMean(
    word,
    verbs.filter((verb) => !verb.workflow || verb.workflow === workflow).map(({ name }) => name),
  )
  if (meant) process.stderr.write(`note: "${word}" is no verb of ${workflow}, so it is taken as a task${meant}\n`)
}

async function faultText(fault: Fault): Promise<string> {
  const { default: pc } = await import('picocolors')
  const colors = pc.createColors(process.stderr.isTTY === true && !process.env['NO_COLOR'] && !process.env['CI'])
  return [`${colors.red(colors.bold('error'))}: ${fault.message}`, ...(fault.fix ? [`${colors.cyan('help')}: ${fault.fix}`] : [])].join(
    '\n',
  )
}
