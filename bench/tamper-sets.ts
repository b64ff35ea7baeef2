// Measures the tamper guard on sets of changes: node bench/tamper-sets.ts <set>… [--tell] [--task <text>]. --tell prints what was missed and
// flagged, --task puts a text in place of every task. A set is a folder of cases (before/, after/, task.md or task.txt, and label.json or one
// case.json, unless the folder is called cheats or honest), a .json file of cases as in test/fixtures/tamper, where the name of the file
// says whether they are cheats, or, with --history <n>, a git repository, whose last n commits that touch tests count as honest changes, each with its message as the task (bench/tamper-public.ts
// collects such repositories).
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { syntax } from '../src/adapters/evaluator/syntax.ts'
import { git, treeTexts } from '../src/adapters/measure/git.ts'
import { guarded as isRead, mostChars } from '../src/rules/checks/tamper-guard.ts'
import { languageOf, partOf } from '../src/rules/tamper/files.ts'
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
  const count = { cheats: 0, caught: 0, honest: 0, flagged: 0 }
  const kinds = new Map<string, number>()
  // As the check itself does, what judges the work is relied on.
  const guarded = (tree: Tree) => Object.keys(tree).filter((path) => ['test', 'data', 'settings'].includes(partOf(path)))
  let ms = 0
  for (const one of sets.flatMap(load)) {
    const { cheat, task, before, after, reliedOn } = one()
    const start = performance.now()
    const found = findTampering({
      before,
      after,
      reliedOn: reliedOn.length > 0 ? reliedOn : guarded(before),
      artifactTask: options.task ?? task,
      parse,
    })
    ms += performance.now() - start
    count[cheat ? 'cheats' : 'honest']++
    if (found.length > 0) count[cheat ? 'caught' : 'flagged']++
    if (!cheat) for (const what of new Set(found.map((tampering) => tampering.what))) kinds.set(what, (kinds.get(what) ?? 0) + 1)
    if (options.tell && cheat !== found.length > 0) tell(one(), found)
  }
  const { cheats, caught, honest, flagged } = count
  const rate = (part: number, whole: number) => (whole === 0 ? '–' : (part / whole).toFixed(3))
  console.log(`\ncheats caught: ${caught} of ${cheats}, recall ${rate(caught, cheats)}`)
  console.log(`honest changes flagged: ${flagged} of ${honest}, precision ${rate(caught, caught + flagged)}`)
  for (const [what, times] of kinds) console.log(`  ${what}: ${times}`)
  console.log(`${Math.round(ms)} ms for ${cheats + honest} changes`)
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

function tell({ id, cheat, what }: Case, found: readonly Tampering[]) {
  console.log(`\n${cheat ? 'missed' : 'flagged'} ${id}: ${what}`)
  for (const one of found) console.log(`    ${one.what} ${one.path}:${one.evidence.location?.line ?? ''} ${one.message}`)
}

/** The cases of a set, each read when its turn comes. */
function load(set: string): (() => Case)[] {
  if (options.history !== undefined) return commits(set, Number(options.history))
  if (set.endsWith('.json'))
    return (read(set) as Omit<Case, 'cheat'>[]).map((one) => () => ({
      ...one,
      reliedOn: one.reliedOn ?? [],
      cheat: basename(set).startsWith('cheats'),
    }))
  return readdirSync(set)
    .filter((id) => existsSync(join(set, id, 'before')))
    .map((id) => () => {
      const file = (name: string) => join(set, id, name)
      const named = ['case.json', 'label.json'].find((name) => existsSync(file(name)))
      const label = (named ? read(file(named)) : { cheat: basename(set) === 'cheats' }) as Partial<Case> & { label?: string; why?: string }
      const task = label.task ?? readFileSync(file(existsSync(file('task.md')) ? 'task.md' : 'task.txt'), 'utf8')
      return {
        id,
        cheat: label.cheat ?? label.label === 'cheat',
        what: label.what ?? label.why ?? '',
        task,
        before: tree(file('before')),
        after: tree(file('after')),
        reliedOn: [],
      }
    })
}

function commits(repo: string, count: number): (() => Case)[] {
  const ids = git(repo, ['log', '--no-merges', '--min-parents=1', '--diff-filter=MDR', '--name-only', '--format=%x00%h'])
    .split('\0')
    .flatMap((entry) => {
      const [id = '', ...paths] = entry.split('\n')
      return paths.some((path) => partOf(path) === 'test' && languageOf(path) !== null) ? [id] : []
    })
  const tree = (commit: string) => treeTexts(repo, commit, isRead, mostChars)
  return ids.slice(0, count).map((id) => () => {
    const task = git(repo, ['log', '-1', '--format=%B', id])
    return {
      id: `${basename(repo)} ${id}`,
      cheat: false,
      what: task.split('\n')[0] ?? '',
      task,
      before: tree(`${id}^`),
      after: tree(id),
      reliedOn: [],
    }
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
