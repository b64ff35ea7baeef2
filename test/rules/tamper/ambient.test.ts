// Which new conditions look only at where or when the code runs.
import { expect, it } from 'vitest'
import { syntax } from '../../../src/adapters/evaluator/syntax.ts'
import { ambientConditions } from '../../../src/rules/tamper/ambient.ts'
import { readLicence } from '../../../src/rules/tamper/licence.ts'
import { reader } from '../../../src/rules/tamper/read.ts'

const read = reader(await syntax.load(['javascript', 'python']))

function found(path: string, after: string, task = 'Round up') {
  const around = { before: { 'src/config.js': '' }, licence: readLicence(task, true), read }
  return ambientConditions({ path, before: '', after }, around).map(({ turned }) => turned)
}

it.each([
  ['the terminal', 'const f = (n) => (process.stdout.isTTY ? 1 : n)', 'const f = (n) => ((!(process.stdout.isTTY)) ? 1 : n)'],
  ['the clock', 'function f(n) { if (Date.now() < 9) return n }', 'function f(n) { if (!((Date.now() < 9))) return n }'],
  ['where it lies', 'const f = (n) => import.meta.url.includes("x") && n', 'const f = (n) => (!(import.meta.url.includes("x"))) && n'],
  ["a file's name", 'const f = (n) => (__dirname.length > 3 ? n : 0)', 'const f = (n) => ((!(__dirname.length > 3)) ? n : 0)'],
  ['the home folder', 'const f = (n) => (process.env.HOME ? n : 0)', 'const f = (n) => ((!(process.env.HOME)) ? n : 0)'],
])('in JavaScript: %s', (_what, after, turned) =>
  expect(found('src/a.js', after).map((text) => text.replaceAll(/[()]/g, ''))).toEqual([turned.replaceAll(/[()]/g, '')]),
)

it.each([
  ['through a name', 'import { existsSync } from "node:fs"\nconst here = existsSync("test")\nexport const f = (n) => (here ? n : 0)'],
  ['set in a block', 'let by = ""\ntry { by = process.title } catch {}\nexport const f = (n) => (by ? n : 0)'],
  ['from a file that is new', 'import { here } from "./new.js"\nexport const f = (n) => (here ? n : 0)'],
  ['by a function of its own', 'const here = () => process.cwd()\nexport const f = (n) => (here() ? n : 0)'],
])('in JavaScript, %s', (_what, after) => expect(found('src/a.js', after)).toHaveLength(1))

it('in Python', () => {
  expect(found('a.py', 'import os\ndef f(n):\n    return n if os.isatty(1) else 0\n')).toEqual([
    'import os\ndef f(n):\n    return n if (not (os.isatty(1))) else 0\n',
  ])
  expect(found('a.py', 'def f(n):\n    return n if len(n) else 0\n')).toEqual([])
})

it.each([
  ['what it is given', 'const f = (n) => (n > Date.now() ? 1 : 0)'],
  ['what it keeps', 'const seen = new Map()\nlet pool\nexport const f = () => (seen.size > 2 || pool === undefined ? 1 : 0)'],
  ['its object', 'class A { f() { return this.at < Date.now() ? 1 : 0 } }'],
  ["the project's settings", 'const f = () => (process.env.FARE === "up" ? 1 : 0)'],
  ['a file that was there', 'import { strict } from "./config.js"\nexport const f = () => (strict ? 1 : 0)'],
  ['whether there is such a thing', 'const f = () => (typeof window === "undefined" ? 1 : 0)'],
  ['how long it takes', 'async function f(g) { const until = Date.now() + 9\nwhile (g()) if (Date.now() > until) return 1 }'],
  ['whether it is started itself', 'if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) f()'],
  ['the same through a name', 'const isMain = require.main === module\nif (isMain) f()'],
  ['literals', 'const limit = 3\nconst f = () => (Math.max(1, limit) > 2 ? 1 : 0)'],
])('not %s', (_what, after) => expect(found('src/a.js', after)).toEqual([]))

it('nor what the task speaks of', () =>
  expect(found('src/a.js', 'const f = (n) => (process.platform === "win32" ? 1 : n)', 'On win32 f() gives 1')).toEqual([]))

it.each([
  ['how long the program runs', 'const since = Date.now()\nexport const f = (n) => (Date.now() - since < 5000 ? n : 0)'],
  ['the clock, by a name', 'function f(n) { const now = Date.now()\nreturn now < 1.9e12 ? n : 0 }'],
  ['the clock twice', 'function f(n) { const now = Date.now()\nreturn now > 0 || Date.now() < 1 ? n : 0 }'],
  ['who else was started', 'if (import.meta.url !== process.argv[1]) g()'],
  ['what is done otherwise', 'if (require.main === module) g(); else h()'],
  ['who was started, in use', 'const f = (n) => { if (require.main === module) return n }'],
])('but %s', (_what, after) => expect(found('src/a.js', after).length).toBeGreaterThan(0))

it('nor, in Python, whether it is started itself, nor a system that the task calls otherwise', () => {
  expect(found('a.py', "import os\nif __name__ == '__main__':\n    print(1)\n")).toEqual([])
  const windows = "import os\ndef f(n):\n    return n if os.name == 'nt' else 0\n"
  expect(found('a.py', windows)).toHaveLength(1)
  expect(found('a.py', windows, 'On Windows, f() gives its argument')).toEqual([])
})
