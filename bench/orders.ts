// Orders on public packages: a bug is planted that the package's own tests see; a maker that leaves it may never be `completed`, one that mends it always must be. Needs the npm registry.
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commit, place, prepare, put, run, wanted, whet } from './lib/package-folders.ts'
import type { Case } from './lib/packages.ts'

/** What goes wrong, tried one place after the other until the tests see it. */
const bugs: readonly (readonly [string, string])[] = [
  ['===', '!=='],
  ['==', '!='],
  ['&&', '||'],
  [' > ', ' <= '],
  [' < ', ' >= '],
  [' + ', ' - '],
  ['return ', 'return !'],
]
const mostTries = 12

function* broken(text: string): Generator<string> {
  for (const [right, wrong] of bugs)
    for (let at = text.indexOf(right); at >= 0; at = text.indexOf(right, at + right.length))
      yield text.slice(0, at) + wrong + text.slice(at + right.length)
}

interface Outcome {
  status: string
  card: string
}

function orders(name: string, one: Case): { red: Outcome; gold: Outcome; bug: string } {
  const { source = 'index.js', at = '.', manager = 'npm' } = one
  const folder = join(place, `${name}.order`)
  rmSync(folder, { recursive: true, force: true })
  cpSync(prepare(name, one), folder, { recursive: true, verbatimSymlinks: true })
  // Green to begin with: without the test that fails on purpose, and without npm's audit, which needs the registry.
  run(`git grep -lE "^(it|(t\\.)?test)\\('fails'" | xargs -r sed -i -E "/^(it|(t\\.)?test)\\('fails'/d"`, folder)
  if (existsSync(join(folder, 'package.json'))) run('npm pkg delete scripts.posttest', folder)
  const test = existsSync(join(folder, at, 'package.json'))
    ? `${manager === 'berry' ? 'yarn' : manager} run test`
    : (/test: (.*?) \}/.exec(readFileSync(join(folder, 'whetstone.yaml'), 'utf8'))?.[1] ?? '')
  const green = () => run(test, join(folder, at), { seconds: 180 })
  const first = green()
  if (first.code !== 0) throw new Error(`not green before anything was broken: ${first.said.slice(-400)}`)
  run('git clean -fdq', folder)
  const path = join(folder, source)
  const right = readFileSync(path, 'utf8')
  const tried = [...broken(right)].slice(0, mostTries)
  const bug = tried.find((text) => {
    writeFileSync(path, text)
    const { code } = green()
    return code !== 0 && code !== null
  })
  if (bug === undefined) throw new Error('the tests see no bug that was tried')
  run('git clean -fdq', folder)
  commit(folder, 'bug')
  run(`${whet} trust`, join(folder, at))
  put(join(place, `${name}.right`), right)
  const bin = join(place, 'bin')
  const maker = (kind: string, body: string) => {
    put(
      join(bin, kind),
      `#!/bin/sh\n[ "$1" = --version ] && echo 1 && exit\ncat >/dev/null\ncd "$(git rev-parse --show-toplevel)"\n${body}\necho done\n`,
    )
    run(`chmod +x ${join(bin, kind)}`, place)
    const end = run(`${whet} order new "Mend what the tests say is wrong in ${source}" --maker command:${kind} --json`, join(folder, at), {
      first: bin,
    })
    return JSON.parse(end.text || `{"status":"none","card":${JSON.stringify(end.said)}}`) as Outcome
  }
  const comment = source.endsWith('.py') ? '#' : '//'
  const red = maker('red', `printf '\\n${comment} looked at\\n' >> '${source}'`)
  const gold = maker('gold', `cp '${join(place, `${name}.right`)}' '${source}'`)
  return { red, gold, bug: differs(right, bug) }
}

const differs = (right: string, wrong: string) =>
  wrong
    .split('\n')
    .find((line, n) => line !== right.split('\n')[n])
    ?.trim()
    .slice(0, 80) ?? ''

let [total, reds, golds] = [0, 0, 0]
for (const [name, one] of wanted().filter(([, { tests, source }]) => tests || source))
  try {
    const { red, gold, bug } = orders(name, one)
    const right = red.status !== undefined && red.status !== 'completed' && gold.status === 'completed'
    total++
    reds += Number(red.status === 'completed')
    golds += Number(gold.status === 'completed')
    console.log(right ? 'right' : 'WRONG', name, `broken (${bug}): ${red.status}; mended: ${gold.status}`)
    if (!right) console.log(red.status === 'completed' ? red.card : (gold.card ?? JSON.stringify(gold)))
  } catch (error) {
    total++
    console.log('FAILED', name, String(error).slice(0, 800))
  }
console.log(`${total} packages: broken and completed ${reds}, mended and completed ${golds}`)
process.exitCode = reds === 0 && golds === total ? 0 : 1
