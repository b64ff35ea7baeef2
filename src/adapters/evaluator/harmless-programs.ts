// The programs a command written by a model may start, and whether a command is just one of them with arguments.
import { commandWords } from '../../agents/makers.ts'
import { list } from '../../lib/list.ts'
import { Fault } from '../../schema/fault.ts'

/** Programs that judge a copy and need nothing beyond it. No shells, no downloaders, no file movers. */
const harmless: ReadonlySet<string> = new Set(
  list(`
    node npm npx pnpm yarn tsc deno bun eslint oxlint biome prettier vitest jest mocha
    python python3 pytest ruff mypy go gofmt cargo rustc javac java mvn gradle make ruby php
    grep egrep rg test cat head tail wc diff cmp jq yq ls true false echo
    markdownlint shellcheck yamllint jsonlint
  `),
)

/** The words of a command that is one harmless program; shell syntax is refused. */
export function confinedWords(command: string): [string, ...string[]] {
  const plain = command.replace(/'[^']*'/g, '')
  if (/`|\$\(|\$\{/.test(plain) || /[|;&<>\n]/.test(plain.replace(/"[^"]*"/g, '')))
    throw new Fault('refused', `"${command}" needs a shell, but a prepared command must be a single program with arguments`)
  const words = commandWords(command)
  if (!harmless.has(words[0])) throw new Fault('refused', `"${words[0]}" isn't on the list of programs that a prepared command may run`)
  return words
}
