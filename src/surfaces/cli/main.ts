// The command line: words in, one operation run, an answer on stdout, talk on stderr, an exit code.
import { commands, groups, ownVerbs, verbs, verbsOf, worksIn } from '../../operations/catalog.ts'
import type { Verb } from '../../operations/definition.ts'
import { didYouMean } from '../../lib/nearest.ts'
import { Fault, faultCodes, toFault } from '../../schema/fault.ts'
import { complain, printJson, talk } from '../terminal.ts'
import { commandWorkflows } from './command-workflows.ts'
import { faces } from './other-commands.ts'

/** Runs one command line and returns its exit code; never throws. */
export async function main(argv: readonly string[]): Promise<number> {
  const json = argv.includes('--json')
  const debug = argv.includes('--debug')
  try {
    const words = argv.filter((word) => word !== '--debug')
    return await dispatch(words[0] === '--json' ? [...words.slice(1), '--json'] : words) // `whet --json status` means `whet status --json`
  } catch (error) {
    const fault = toFault(error)
    if (json)
      await printJson({ error: fault }).catch(() => complain(fault)) // standard output itself may have failed
    else complain(fault)
    if (debug || fault.code === 'internal') talk(`${fault.cause instanceof Error ? fault.cause.stack : fault.stack}\n`)
    return faultCodes[fault.code].exit
  }
}

async function dispatch(argv: readonly string[]): Promise<number> {
  const [first, second] = argv
  if (first === 'version') return preamble(['--version', ...argv.slice(1)])
  if (first === 'help' && second && !second.startsWith('-')) return dispatch([...argv.slice(1), '--help'])
  if (first === undefined || first === 'help' || first.startsWith('-')) return preamble(argv)
  if (first === 'completion' && second === '--') return (await import('./completion.ts')).offer(argv.slice(2))
  const face = faces.find(({ name }) => name === first)
  if (face) return (await import('./invoke.ts')).invokeFace(face, argv.slice(1))
  const general = verbs.find(({ name }) => name === first)
  if (general) return invokeVerb(general, undefined, argv.slice(1))
  const workflows = await commandWorkflows()
  const own = workflows.names.includes(first) ? await workflows.get(first) : null
  const known = own ? verbsOf(own) : Object.hasOwn(groups, first) ? groups[first]?.verbs : null
  if (!known) return anywhere(first, argv.slice(1))
  if (second === 'help') return dispatch([first, ...argv.slice(2), '--help']) // a single word such as this is no task
  if (argv.length === 3 && argv[2] === 'help') return dispatch([first, second as string, '--help'])
  const named = second !== undefined && !second.startsWith('-')
  const verb = named ? known.find(({ name }) => name === second) : undefined
  if (verb && own && !worksIn(own, verb))
    throw new Fault('usage', `"${second}" doesn't work on runs of ${first}`, { fix: `\`whet ${first} --help\` lists what does.` })
  if (verb) return invokeVerb(verb, first, argv.slice(2))
  const fallback = own && ownVerbs(own).find(({ name }) => name === 'new')
  if (named && !fallback)
    throw new Fault(
      'usage',
      `${first} has no verb "${second}"${didYouMean(
        second,
        known.map(({ name }) => name),
      )}`,
      { fix: `\`whet ${first} --help\` lists them.` },
    )
  const bare = second === undefined && fallback && !(await fallback.load()).default.input.safeParse({}).success
  if (second === '--help' || second === '-h' || !fallback || bare)
    return (await import('./help.ts')).workflowHelp(
      first,
      own?.summary ?? groups[first]?.summary ?? '',
      own ? known.filter((verb) => worksIn(own, verb)) : known,
      argv.includes('--json'),
    )
  // `whet reflex <text>` means `new`: anything that isn't a verb is the task, except what looks like a misspelt verb, since a task may cost money.
  const told = argv.slice(1).findIndex((word) => word.startsWith('-'))
  if (second && (told < 0 ? argv.length - 1 : told) <= 2 && !/\s/.test(second)) refuseSlip(second, first, known)
  return invokeVerb(fallback, first, argv.slice(1))
}

/** A workflow's verb that works without the name, or undefined. */
async function anywhere(word: string, rest: readonly string[]): Promise<number> {
  const all = await (await commandWorkflows()).all()
  const alone = commands(all).flatMap(({ verb, under }) => (under ? [] : [verb]))
  const verb = alone.find(({ name }) => name === word)
  if (verb) return invokeVerb(verb, undefined, rest)
  const names = [...all, ...alone, ...faces].map(({ name }) => name)
  throw new Fault('usage', `there is no command "${word}"${didYouMean(word, [...names, ...Object.keys(groups)])}`, {
    fix: '`whet --help` lists them.',
  })
}

async function invokeVerb(verb: Verb, workflow: string | undefined, argv: readonly string[]): Promise<number> {
  return (await import('./invoke.ts')).invoke(verb, workflow, argv)
}

async function preamble(argv: readonly string[]): Promise<number> {
  const { help, version } = await import('./help.ts')
  const json = argv.includes('--json')
  if (argv.includes('--version') || argv.includes('-V')) return version(json)
  const unknown = argv.find((word) => word.startsWith('-') && !['--help', '-h', '--all', '--json'].includes(word))
  if (unknown) throw new Fault('usage', `there is no option "${unknown}" here`, { fix: '`whet --help` lists the commands.' })
  return help(await (await commandWorkflows()).all(), argv.includes('--all'), json)
}

/** One word, or a word and a run's name. */
function refuseSlip(word: string, workflow: string, known: readonly Verb[]): void {
  const meant = didYouMean(
    word,
    known.map(({ name }) => name),
  )
  if (meant)
    throw new Fault('usage', `${workflow} has no verb "${word}"${meant}`, {
      fix: `If it is the task itself, write \`whet ${workflow} new ${word} …\`.`,
    })
}
