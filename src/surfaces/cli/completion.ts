// Shell completion: `whet completion <shell>` prints a script that asks us for candidates.
import { verbs, verbsOf, workflows } from '../../operations/catalog.ts'
import { Fault } from '../../schema/fault.ts'
import { faces } from './faces.ts'

export async function completion(argv: readonly string[]): Promise<number> {
  const [shell] = argv
  if (shell === '--') {
    process.stdout.write(`${candidates(argv.slice(1)).join('\n')}\n`)
    return 0
  }
  const script = shell && Object.hasOwn(scripts, shell) ? scripts[shell as keyof typeof scripts] : undefined
  if (!script)
    throw new Fault('usage', `completion is there for ${Object.keys(scripts).join(', ')}`, {
      fix: 'For example: whet completion bash >> ~/.bashrc',
    })
  process.stdout.write(argv.includes('--json') ? `${JSON.stringify({ shell, script }, null, 2)}\n` : script)
  return 0
}

function candidates(words: readonly string[]): string[] {
  const [first, second] = words
  const any = verbs.filter(({ workflow }) => !workflow).map(({ name }) => name)
  if (words.length <= 1) return starting([...Object.keys(workflows), ...any, ...Object.keys(faces)], first)
  if (words.length === 2 && first && Object.hasOwn(workflows, first))
    return starting(
      verbsOf(first).map(({ name }) => name),
      second,
    )
  return []
}

const starting = (names: readonly string[], word = '') => names.filter((name) => name.startsWith(word))

const scripts = {
  bash: `_whet() { COMPREPLY=($(whet completion -- "\${COMP_WORDS[@]:1:COMP_CWORD}")); }\ncomplete -o default -F _whet whet\n`,
  zsh: `#compdef whet\n_whet() { local -a found; found=(\${(f)"$(whet completion -- "\${words[@]:1:$((CURRENT-1))}")"}); compadd -a found || _files }\ncompdef _whet whet\n`,
  fish: `complete -c whet -a '(whet completion -- (commandline -opc)[2..-1] (commandline -ct))'\n`,
}
