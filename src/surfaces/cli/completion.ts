// Shell completion: `whet completion <shell>` prints a script that asks us for candidates.
import * as z from 'zod'
import { assistants } from '../../agents/makers.ts'
import { groups, verbs, verbsOf, worksIn } from '../../operations/catalog.ts'
import type { Verb } from '../../operations/definition.ts'
import { summaries } from '../../operations/list.ts'
import show from '../../operations/show.ts'
import { createWorld } from '../../runtime/create-world.ts'
import { Fault } from '../../schema/fault.ts'
import { print, printJson } from '../terminal.ts'
import { commandWorkflows } from './command-workflows.ts'
import { faces } from './faces.ts'
import { kebab, unwrap } from './invoke.ts'

export async function completion(argv: readonly string[]): Promise<number> {
  const [shell] = argv
  if (shell === '--') {
    await print(`${(await candidates(argv.slice(1))).join('\n')}\n`)
    return 0
  }
  const script = shell && Object.hasOwn(scripts, shell) ? scripts[shell as keyof typeof scripts] : undefined
  if (!script)
    throw new Fault('usage', `completion is there for ${Object.keys(scripts).join(', ')}`, {
      fix: 'For example: whet completion bash >> ~/.bashrc',
    })
  await (argv.includes('--json') ? printJson({ shell, script }) : print(script))
  return 0
}

async function candidates(words: readonly string[]): Promise<string[]> {
  const [first = '', second] = words
  const workflows = await commandWorkflows()
  const general = verbs.find(({ name }) => name === first)
  if (words.length <= 1)
    return starting([...workflows.names, ...Object.keys(groups), ...verbs.map(({ name }) => name), ...Object.keys(faces)], first)
  if (general) return forVerb(general, words.slice(1))
  const own = workflows.names.includes(first) ? await workflows.get(first) : undefined
  const known = own ? verbsOf(own).filter((verb) => worksIn(own, verb)) : (groups[first]?.verbs ?? [])
  const verb = known.find(({ name }) => name === second)
  if (words.length > 2) return verb ? forVerb(verb, words.slice(2), own?.name) : []
  return starting(
    known.map(({ name }) => name),
    second,
  )
}

/** After a verb: its flags, what a flag takes, or what stands at this place. */
async function forVerb(verb: Verb, words: readonly string[], workflow?: string): Promise<string[]> {
  const { input, positional = [] } = (await verb.load()).default
  const shape = input.shape as Record<string, z.ZodType>
  const placed = new Set(positional.map(({ name }) => name as string))
  const flags = new Map(
    Object.entries(shape)
      .filter(([name, field]) => !placed.has(name) && !field.meta()?.['hidden'])
      .map(([name, field]) => [`--${kebab(name)}`, { name, field: unwrap(field) }]),
  )
  const [current = '', before] = [words.at(-1), words.at(-2)]
  const taking = before === undefined ? undefined : flags.get(before)
  if (taking && !(taking.field instanceof z.ZodBoolean)) return starting(await valuesFor(taking.name, taking.field, [], workflow), current)
  if (current.startsWith('-')) {
    const used = (flag: string) => words.includes(flag) && !(flags.get(flag)?.field instanceof z.ZodArray)
    return starting([...flags.keys(), '--json', '--help'], current).filter((flag) => flag === current || !used(flag))
  }
  const said = words.slice(0, -1).filter((word, n) => !word.startsWith('-') && !takesValue(flags.get(words[n - 1] ?? '')))
  const place = positional[said.length] ?? (positional.at(-1)?.rest ? positional.at(-1) : undefined)
  return place ? starting(await valuesFor(place.name, unwrap(shape[place.name] as z.ZodType), said, workflow), current) : []
}

const takesValue = (flag: { field: z.ZodType } | undefined) => flag !== undefined && !(flag.field instanceof z.ZodBoolean)

/** What a field can hold, as far as that can be listed; files are left to the shell. */
async function valuesFor(name: string, field: z.ZodType, said: readonly string[], workflow?: string): Promise<string[]> {
  if (field instanceof z.ZodEnum) return field.options.map(String)
  if (name === 'maker' || name === 'judge') return [...assistants, 'host', 'builtin', 'command:', 'model:', 'scripted:', 'replay:']
  if (!['run', 'runs', 'from', 'feature', 'words', 'choice', 'task'].includes(name)) return []
  const world = createWorld({ person: null })
  try {
    if (name === 'choice' || name === 'task') {
      const { gate, requests } = await show.run({ run: said[0] }, world)
      return name === 'choice' ? (gate?.choices.map((choice) => choice.name) ?? []) : requests.map(({ task }) => task)
    }
    if (name === 'words' && said.length > 0) return []
    return [...new Set((await summaries(world, workflow)).map((run) => run.name))]
  } catch {
    return [] // nothing to offer is no error
  } finally {
    await world.close()
  }
}

const starting = (names: readonly string[], word = '') => names.filter((name) => name.startsWith(word))

const scripts = {
  bash: `_whet() { COMPREPLY=($(whet completion -- "\${COMP_WORDS[@]:1:COMP_CWORD}")); }\ncomplete -o default -F _whet whet whetstone\n`,
  zsh: `#compdef whet whetstone\n_whet() { local -a found; found=(\${(f)"$(whet completion -- "\${words[@]:1:$((CURRENT-1))}")"}); compadd -a found || _files }\ncompdef _whet whet whetstone\n`,
  fish: ['whet', 'whetstone']
    .map((name) => `complete -c ${name} -a '(whet completion -- (commandline -opc)[2..-1] (commandline -ct))'\n`)
    .join(''),
}
