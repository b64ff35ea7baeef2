// Compile and refine in a working copy: corrections that help stay, those that don't leave no trace, and the rest goes back with its places.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadConfig, trust } from '../../../src/adapters/config.ts'
import { refine } from '../../../src/workflows/order/hands/refine.ts'
import { survey } from '../../../src/workflows/order/hands/survey.ts'
import { open } from '../../../src/workflows/order/hands/working-copy.ts'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'whet-refine-')))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const [repo, env] = [join(base, 'repo'), { PATH: process.env['PATH'] ?? '', HOME: join(base, 'home') }]
const put = (path: string, text: string) => (
  mkdirSync(dirname(join(repo, path)), { recursive: true }),
  writeFileSync(join(repo, path), text)
)
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=E', '-c', 'user.email=e@example.com', ...args], { cwd: repo, env, encoding: 'utf8' })

/** Complains of curly quotes until they are gone, of a directive whatever is done, and of what was there before the order. */
const compiler = `const fs = require('node:fs')
fs.readFileSync('a.ts', 'utf8').split('\\n').forEach((line, n) => {
  if (line.includes('\\u201c')) console.log('a.ts(' + (n + 1) + ',11): error TS1127: Invalid character.')
})
if (fs.readFileSync('a.ts', 'utf8').includes('const b')) console.log("a.ts(1,1): error TS2578: Unused '@ts-expect-error' directive.")
console.log('old.ts(1,1): error TS2322: Type.')
process.exit(2)
`

it('OR-046 OR-047 OR-048 a correction is kept only if errors fall, each try is logged, and the sanitizer can be switched off', async () => {
  put('a.ts', 'export const a = 1\n')
  put('check.cjs', compiler)
  put('whetstone.yaml', 'order:\n  commands: { compile: node check.cjs }\n')
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'base')
  mkdirSync(env.HOME)
  trust(repo, loadConfig(repo, env).sha256, env)
  const world = { env }
  const made = '// @ts-expect-error changed\nconst b = \u201cx\u201d\n'
  const context = { signal: new AbortController().signal, say: () => {}, object: async () => `\`\`\`ts file=a.ts\n${made}\`\`\`\n` }
  const {
    survey: { commit, tree },
  } = survey(world, { run: 'order-r', repo, base: 'HEAD', task: 'x' })
  const given = { run: 'order-r', repo, base: commit, allowed: true, cycle: 1, reply: 'x', watched: {} }
  await open(world, { ...given, tree }, context.signal)
  const seen = await refine(world, { ...given, sanitizer: true }, context)
  expect(seen.initial.map(({ code }) => code)).toEqual(['TS1127', 'TS2578']) // the old error is not the maker's
  expect(seen.errors.map(({ code, file, line }) => [code, file, line])).toEqual([['TS2578', 'a.ts', 1]])
  expect(seen.corrections).toEqual(
    expect.arrayContaining([
      { name: 'plain-quotes', file: 'a.ts', before: 2, after: 1, kept: true },
      { name: 'drop-unused-directive', file: 'a.ts', before: 1, after: 1, kept: false },
    ]),
  )
  const kept = seen.corrections.filter((one) => one.kept)
  for (const { before, after } of kept) expect(after).toBeLessThan(before)
  expect(git('cat-file', 'blob', `${seen.tree}:a.ts`)).toBe('// @ts-expect-error changed\nconst b = "x"\n')
  const off = await refine(world, { ...given, sanitizer: false }, context)
  expect(off.corrections).toEqual([])
  expect(git('cat-file', 'blob', `${off.tree}:a.ts`)).toBe(made)
  expect(readFileSync(join(repo, 'a.ts'), 'utf8')).toBe('export const a = 1\n')
})
