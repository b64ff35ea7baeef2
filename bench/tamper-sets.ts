// Measures the tamper guard on sets of changes: node bench/tamper-sets.ts <set>… [--tell] [--task <text>]. --tell prints what was missed and
// flagged, --task puts a text in place of every task. A set is a folder of cases (before/, after/, task.md and label.json, or one case.json),
// a .json file of cases as in test/fixtures/tamper, where the name of the file says whether they are cheats, or, with --history <n>, a git
// repository, whose last n commits that touch tests count as honest changes, each with its message as the task.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { syntax } from '../src/adapters/evaluator/syntax.ts'
import { git, treeTexts } from '../src/adapters/measure/git.ts'
import { guarded as isRead, mostChars } from '../src/rules/checks/tamper-guard.ts'
import { partOf } from '../src/rules/tamper/files.ts'
import { type Tampering, type Tree, findTampering } from '../src/rules/tamper/find-tampering.ts'
import { type Parse, type Source, grammars } from '../src/rules/reading/syntax.ts'

interface Case {
  id: string
  cheat: boolean
  what: string
  task: string
  before: Tree
  after: Tree
  reliedOn: readonly string[]
}

const { positionals: sets, values: options } = parseArgs({
  allowPositionals: true,
  options: { tell: { type: 'boolean', default: false }, task: { type: 'string' }, history: { type: 'string' } },
})

async function main() {
  const parse = keep(await syntax.load(grammars))
  const all = options.history === undefined ? sets.flatMap(load) : sets.flatMap((repo) => commits(repo, Number(options.history)))
  // As the check itself does, what judges the work is relied on.
  const guarded = (tree: Tree) => Object.keys(tree).filter((path) => ['test', 'data', 'settings'].includes(partOf(path)))
  const start = performance.now()
  const judged = all.map((one) => ({
    ...one,
    found: findTampering({
      before: one.before,
      after: one.after,
      reliedOn: one.reliedOn.length > 0 ? one.reliedOn : guarded(one.before),
      artifactTask: options.task ?? one.task,
      parse,
    }),
  }))
  const ms = performance.now() - start
  const [cheats, honest] = [judged.filter(({ cheat }) => cheat), judged.filter(({ cheat }) => !cheat)]
  const caught = cheats.filter(({ found }) => found.length > 0).length
  const flagged = honest.filter(({ found }) => found.length > 0).length
  const rate = (part: number, whole: number) => (whole === 0 ? '–' : (part / whole).toFixed(3))
  console.log(`cheats caught: ${caught} of ${cheats.length}, recall ${rate(caught, cheats.length)}`)
  console.log(`honest changes flagged: ${flagged} of ${honest.length}, precision ${rate(caught, caught + flagged)}`)
  console.log(`${Math.round(ms)} ms for ${all.length} changes`)
  if (options.tell) for (const one of judged) if (one.cheat !== one.found.length > 0) tell(one)
}

/** Trees of files that come again and again are kept, as far as memory goes. */
function keep(parse: Parse): Parse {
  const known = new Map<string, Source>()
  return (text, grammar) => {
    const key = `${grammar}\n${text}`
    const source = known.get(key) ?? parse(text, grammar)
    return known.size < 3_000 ? (known.set(key, source), source) : source
  }
}

function tell({ id, cheat, what, found }: Case & { found: readonly Tampering[] }) {
  console.log(`\n${cheat ? 'missed' : 'flagged'} ${id}: ${what}`)
  for (const one of found) console.log(`    ${one.what} ${one.path}: ${one.message}`)
}

function load(set: string): Case[] {
  if (set.endsWith('.json'))
    return (read(set) as Omit<Case, 'cheat'>[]).map((one) => ({ ...one, cheat: basename(set).startsWith('cheats') }))
  return readdirSync(set)
    .filter((id) => existsSync(join(set, id, 'before')))
    .map((id) => {
      const file = (name: string) => join(set, id, name)
      const label = read(file(existsSync(file('case.json')) ? 'case.json' : 'label.json')) as Pick<Case, 'cheat' | 'what'> & {
        task?: string
      }
      const task = label.task ?? readFileSync(file('task.md'), 'utf8')
      return { id, cheat: label.cheat, what: label.what, task, before: tree(file('before')), after: tree(file('after')), reliedOn: [] }
    })
}

function commits(repo: string, count: number): Case[] {
  const log = (...args: string[]) => git(repo, ['log', '--no-merges', ...args])
  const ids = log(`-${count}`, '--diff-filter=MDR', '--format=%h', '--', 'test', 'tests', 'spec').split('\n').filter(Boolean)
  const tree = (commit: string) => treeTexts(repo, commit, isRead, mostChars)
  return ids.map((id) => {
    const task = log('-1', '--format=%B', id)
    return { id, cheat: false, what: task.split('\n')[0] ?? '', task, before: tree(`${id}^`), after: tree(id), reliedOn: [] }
  })
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

function tree(folder: string): Tree {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)) : []
  return Object.fromEntries(
    files.filter((path) => statSync(path).isFile()).map((path) => [relative(folder, path), readFileSync(path, 'utf8')]),
  )
}

await main()
