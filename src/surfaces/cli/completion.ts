// Shell completion: `whet completion <shell>` prints a script that asks us for candidates.
import { groups, verbs, verbsOf } from '../../operations/catalog.ts'
import { Fault } from '../../schema/fault.ts'
import { print, printJson } from '../terminal.ts'
import { commandWorkflows } from './command-workflows.ts'
import { faces } from './faces.ts'

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
  if (words.length <= 1)
    return starting([...workflows.names, ...Object.keys(groups), ...verbs.map(({ name }) => name), ...Object.keys(faces)], first)
  if (words.length > 2) return []
  const known = workflows.names.includes(first) ? verbsOf(await workflows.get(first)) : (groups[first]?.verbs ?? [])
  return starting(
    known.map(({ name }) => name),
    second,
  )
}

const starting = (names: readonly string[], word = '') => names.filter((name) => name.startsWith(word))

const scripts = {
  bash: `_whet() { COMPREPLY=($(whet completion -- "\${COMP_WORDS[@]:1:COMP_CWORD}")); }\ncomplete -o default -F _whet whet\n`,
  zsh: `#compdef whet\n_whet() { local -a found; found=(\${(f)"$(whet completion -- "\${words[@]:1:$((CURRENT-1))}")"}); compadd -a found || _files }\ncompdef _whet whet\n`,
  fish: `complete -c whet -a '(whet completion -- (commandline -opc)[2..-1] (commandline -ct))'\n`,
}
