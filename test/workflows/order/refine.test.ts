// Compile and refine in a working copy: corrections that help stay, those that don't leave no trace, and the rest goes back with its places.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadConfig, trust } from '../../../src/adapters/config.ts'
import { applyFixers } from '../../../src/workflows/order/hands/fixers.ts'
import { copyTree } from '../../../src/adapters/measure/copy.ts'
import { changedFiles, writeTree } from '../../../src/adapters/measure/git.ts'
import { readProject } from '../../../src/adapters/measure/project.ts'
import { refine } from '../../../src/workflows/order/hands/refine.ts'
import { survey } from '../../../src/workflows/order/hands/survey.ts'
import { open } from '../../../src/workflows/order/hands/working-copy.ts'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'whet-refine-')))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const [first, env] = [join(base, 'repo'), { PATH: process.env['PATH'] ?? '', HOME: join(base, 'home') }]
function repository(repo: string, files: Record<string, string>) {
  const put = (path: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(repo, path)), { recursive: true })
    writeFileSync(join(repo, path), text, { mode })
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=E', '-c', 'user.email=e@example.com', ...args], { cwd: repo, env, encoding: 'utf8' })
  for (const [path, text] of Object.entries(files)) put(path, text)
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'base')
  return { put, git }
}

/** Complains of curly quotes until they are gone, of a directive whatever is done, and of what was there before the order. */
const compiler = `const fs = require('node:fs')
fs.readFileSync('a.ts', 'utf8').split('\\n').forEach((line, n) => {
  if (line.includes('\\u201c')) console.log('a.ts(' + (n + 1) + ',11): error TS1127: Invalid character.')
})
if (/^const c = tax/m.test(fs.readFileSync('a.ts', 'utf8')) && !fs.readFileSync('a.ts', 'utf8').includes("import { tax } from './tax"))
  console.log("a.ts(3,11): error TS2304: Cannot find name 'tax'.")
const at = fs.readFileSync('a.ts', 'utf8').split('\\n').findIndex((line) => line.includes('@ts-expect-error')) + 1
if (fs.readFileSync('a.ts', 'utf8').includes('const b')) console.log('a.ts(' + (at || 1) + ",1): error TS2578: Unused '@ts-expect-error' directive.")
console.log('old.ts(1,1): error TS2322: Type.')
process.exit(2)
`

it('OR-046 OR-047 OR-048 a correction is kept only if errors fall, each try is logged, and the sanitizer can be switched off', async () => {
  const repo = first
  mkdirSync(env.HOME)
  const { git } = repository(repo, {
    'a.ts': 'export const a = 1\n',
    'tax.ts': 'export const tax = 7\n',
    'check.cjs': compiler,
    'whetstone.yaml': 'order:\n  commands: { compile: node check.cjs }\n',
  })
  trust(repo, loadConfig(repo, env).sha256, env)
  const world = { env }
  const made = '// @ts-expect-error changed\nconst b = \u201cx\u201d\nconst c = tax\n'
  const context = { signal: new AbortController().signal, say: () => {}, object: async () => `\`\`\`ts file=a.ts\n${made}\`\`\`\n` }
  const {
    survey: { commit, tree },
  } = survey(world, { run: 'order-r', repo, base: 'HEAD', task: 'x' })
  const given = { run: 'order-r', repo, base: commit, allowed: true, cycle: 1, reply: 'x', watched: {} }
  await open(world, { ...given, tree }, context.signal)
  const seen = await refine(world, { ...given, sanitizer: true }, context)
  expect(seen.initial.map(({ code }) => code)).toEqual(['TS1127', 'TS2304', 'TS2578']) // the old error is not the maker's
  expect(seen.errors.map(({ code, file, line }) => [code, file, line])).toEqual([['TS2578', 'a.ts', 2]])
  expect(seen.corrections).toEqual(
    expect.arrayContaining([
      { name: 'plain-quotes', file: 'a.ts', before: 3, after: 2, kept: true },
      { name: 'add-import', file: 'a.ts', before: 2, after: 1, kept: true },
      { name: 'drop-unused-directive', file: 'a.ts', before: 1, after: 1, kept: false },
    ]),
  )
  const kept = seen.corrections.filter((one) => one.kept)
  for (const { before, after } of kept) expect(after).toBeLessThan(before)
  expect(git('cat-file', 'blob', `${seen.tree}:a.ts`)).toMatch(/^(?:\/\/.*\n)?import \{ tax \} from '\.\/tax[^']*'\n/m)
  const off = await refine(world, { ...given, sanitizer: false }, context)
  expect(off.corrections).toEqual([])
  expect(git('cat-file', 'blob', `${off.tree}:a.ts`)).toBe(made)
  expect(readFileSync(join(repo, 'a.ts'), 'utf8')).toBe('export const a = 1\n')
})

/** Knows one problem, `var`, which it can mend, and another, `eval`, which it cannot; like the real one it says so in a sum. */
const eslint = `#!/usr/bin/env node
const fs = require('node:fs')
const files = process.argv.slice(2).filter((word) => !word.startsWith('--'))
if (process.argv.includes('--fix')) for (const f of files) fs.writeFileSync(f, fs.readFileSync(f, 'utf8').replaceAll('var ', 'let '))
const found = files.flatMap((f) => fs.readFileSync(f, 'utf8').match(/var |eval/g) ?? []).length
if (found > 0) console.log('✖ ' + found + ' problems (' + found + ' errors, 0 warnings)')
process.exit(found > 0 ? 1 : 0)
`

it.each<[string, Record<string, string>, object[]]>([
  ['fixes what it can', { 'new.js': 'var a = 1\neval(a)\n' }, [{ name: 'eslint --fix', file: 'new.js', before: 2, after: 1, kept: true }]],
  [
    'is undone where no problem goes',
    { 'new.js': 'eval(1)\n' },
    [{ name: 'eslint --fix', file: 'new.js', before: 1, after: 1, kept: false }],
  ],
  ['has nothing to do in clean files', { 'new.js': 'let a = 1\n' }, []],
  ['leaves files alone that were not clean before', { 'old.js': 'var a = 2\n' }, []],
  ['is not asked where the maker changed its settings', { 'new.js': 'var a = 1\n', 'eslint.config.js': '' }, []],
])('OR-046 OR-047 the project’s own linter %s', async (what, made, expected) => {
  const repo = join(base, what.replaceAll(' ', '-'))
  const { put, git } = repository(repo, {
    'package.json': JSON.stringify({ scripts: { lint: 'eslint .' }, devDependencies: { eslint: '1' } }),
    '.gitignore': 'node_modules\n',
    'old.js': 'var a = 1\n',
  })
  put('node_modules/.bin/eslint', eslint, 0o755)
  const project = readProject(repo, env)
  const from = git('rev-parse', 'HEAD^{tree}').trim()
  for (const [path, text] of Object.entries(made)) put(path, text)
  const tree = writeTree(project.gitDir, repo, from, join(base, 'index'))
  const signal = new AbortController().signal
  const copy = await copyTree(project, tree, join(base, `${what}-copy`.replaceAll(' ', '-')), signal)
  const changed = changedFiles(project.top, from, tree)
  expect(await applyFixers({ project, copy, base: from, changed, compile: async () => 0, signal })).toEqual(expected)
  const left = Object.keys(made).map((path) => readFileSync(join(copy.top, path), 'utf8'))
  expect(left).toEqual(Object.values(made).map((text) => (what === 'fixes what it can' ? text.replaceAll('var ', 'let ') : text)))
})
