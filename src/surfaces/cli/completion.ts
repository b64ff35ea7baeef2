// Shell completion: `whet completion <shell>` prints a script that asks us for candidates.
import * as z from 'zod'
import { assistants } from '../../agents/makers.ts'
import { commands, groups, verbsOf, worksIn } from '../../operations/catalog.ts'
import { listed, statusesOf } from '../../operations/list.ts'
import show from '../../operations/show.ts'
import { createWorld } from '../../runtime/create-world.ts'
import { print, printJson } from '../terminal.ts'
import { commandWorkflows } from './command-workflows.ts'
import { type Taken, defineFace } from './face.ts'
import { faces } from './other-commands.ts'
import { flagOf, unwrap } from './invoke.ts'

export default defineFace({
  summary: 'Print a completion script for a shell',
  input: z.object({ shell: z.enum(['bash', 'zsh', 'fish']).meta({ description: 'bash, zsh or fish' }) }),
  positional: [{ name: 'shell' }],
  examples: [
    'whet completion bash >> ~/.bashrc',
    'whet completion zsh > "${fpath[1]}/_whet"',
    'whet completion fish > ~/.config/fish/completions/whet.fish',
  ],
  async run({ shell }, json) {
    await (json ? printJson({ shell, script: scripts[shell] }) : print(scripts[shell]))
    return 0
  },
})

/** Candidates for the last word. */
export async function offer(words: readonly string[]): Promise<number> {
  await print(`${(await candidates(words)).join('\n')}\n`)
  return 0
}

export async function candidates([first = '', ...rest]: readonly string[]): Promise<string[]> {
  if (first === 'help' && rest.length > 0) return candidates(rest)
  const workflows = await commandWorkflows()
  const alone = [...commands(await workflows.all()).flatMap(({ verb, under }) => (under ? [] : [verb])), ...faces]
  if (rest.length === 0) return starting([...workflows.names, ...Object.keys(groups), ...alone.map(({ name }) => name), 'help'], first)
  const face = alone.find(({ name }) => name === first)
  if (face) return forVerb((await face.load()).default, rest)
  const own = workflows.names.includes(first) ? await workflows.get(first) : undefined
  const known = own ? verbsOf(own).filter((verb) => worksIn(own, verb)) : (groups[first]?.verbs ?? [])
  const verb = known.find(({ name }) => name === rest[0])
  if (rest.length > 1) return verb ? forVerb((await verb.load()).default, rest.slice(1), own?.name) : []
  return starting([...known.map(({ name }) => name), '--help'], rest[0])
}

/** After a verb: its flags, a flag's values, or positional values. */
async function forVerb({ input, positional = [] }: Taken, given: readonly string[], workflow?: string): Promise<string[]> {
  const shape = input.shape as Record<string, z.ZodType>
  const placed = new Set(positional.map(({ name }) => name as string))
  const flags = new Map(
    Object.entries(shape)
      .filter(([name, field]) => !placed.has(name) && !field.meta()?.['hidden'])
      .map(([name, field]) => [flagOf(name, field), { name, field: unwrap(field) }]),
  )
  const words = split(given)
  const [current = '', before = ''] = [words.at(-1), words.at(-2)]
  const taking = flags.get(before)
  if (taking && takesValue(taking)) {
    const joined = given.at(-1)?.startsWith(`${before}=`) ? `${before}=` : ''
    return starting(await valuesFor(taking.name, taking.field, [], workflow), current).map((value) => joined + value)
  }
  if (current.startsWith('-')) {
    const used = (flag: string) => words.includes(flag) && !(flags.get(flag)?.field instanceof z.ZodArray)
    return starting([...flags.keys(), '--json', '--help'], current).filter((flag) => flag === current || !used(flag))
  }
  const said = words.slice(0, -1).filter((word, n) => !word.startsWith('-') && !takesValue(flags.get(words[n - 1] ?? '')))
  const place = positional[said.length] ?? (positional.at(-1)?.rest ? positional.at(-1) : undefined)
  return place ? starting(await valuesFor(place.name, unwrap(shape[place.name] as z.ZodType), said, workflow), current) : []
}

/** `--format=s` means two words; bash makes three, with the equals sign on its own. */
function split(words: readonly string[]): string[] {
  const parts = words.flatMap((word) => (word === '=' ? [] : (/^(--[^=]+)=(.*)$/.exec(word)?.slice(1) ?? [word])))
  return words.at(-1) === '=' ? [...parts, ''] : parts
}

const takesValue = (flag: { field: z.ZodType } | undefined) => flag !== undefined && !(flag.field instanceof z.ZodBoolean)

/** A field's values, if they can be listed; files are left to the shell. */
async function valuesFor(name: string, field: z.ZodType, said: readonly string[], workflow?: string): Promise<string[]> {
  if (field instanceof z.ZodEnum) return field.options.map(String)
  if (name === 'maker' || name === 'judge') return [...assistants, 'host', 'builtin', 'command:', 'model:', 'scripted:', 'cassette:']
  if (!['run', 'runs', 'from', 'feature', 'words', 'choice', 'task', 'status'].includes(name)) return []
  const world = createWorld({ person: null })
  try {
    if (name === 'choice' || name === 'task') {
      const { gate, requests } = await show.run({ run: said[0] }, world)
      return name === 'choice' ? (gate?.choices.map((choice) => choice.name) ?? []) : requests.map(({ task }) => task)
    }
    if (name === 'status') return await statusesOf(world, workflow)
    if (name === 'words' && said.length > 0) return []
    return [...new Set((await listed(world, { workflow })).map((run) => run.name))]
  } catch {
    return [] // no candidates is no error
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
