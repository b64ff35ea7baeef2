// What a working copy gets of a project: ports of its own, the keys of .env that a trusted configuration names; and what is said of unusual repositories.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadConfig, trust } from '../../../src/adapters/config.ts'
import { copyTree } from '../../../src/adapters/measure/copy.ts'
import { treeOf } from '../../../src/adapters/measure/git.ts'
import { readProject } from '../../../src/adapters/measure/project.ts'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'whet-copy-')))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const env = { PATH: process.env['PATH'] ?? '', HOME: join(base, 'home') }
const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=E', '-c', 'user.email=e@example.com', '-c', 'protocol.file.allow=always', ...args], {
    cwd,
    env,
    stdio: 'pipe',
  })

function repository(name: string, files: Record<string, string>): string {
  const root = join(base, name)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  git(root, 'init', '--quiet', '--initial-branch=main')
  git(root, 'add', '--all')
  git(root, 'commit', '--quiet', '--message', 'base')
  return root
}

it('a copy is a repository of its own: tools that ask git find the files and what is ignored, and nothing of the person’s', async () => {
  const root = repository('listed', { '.gitignore': 'out\n', 'a.js': '1\n' })
  const { signal } = new AbortController()
  const copy = await copyTree(readProject(root, env), treeOf(root, 'HEAD'), join(base, 'listed-copy'), signal)
  const { stdout } = await copy.run('git ls-files; git check-ignore out/x.js; git remote; git rev-parse --show-toplevel', {
    limitMs: 20_000,
    signal,
  })
  expect(stdout.trim().split('\n')).toEqual(['.gitignore', 'a.js', 'out/x.js', copy.top])
})

it('each copy has ports of its own, and only the keys of .env that a trusted configuration names', async () => {
  const root = repository('ports', { '.gitignore': '.env\n', 'whetstone.yaml': 'order:\n  env: [KEPT]\n  ports: [PORT, API_PORT]\n' })
  writeFileSync(join(root, '.env'), 'KEPT=yes\nSECRET=no\n')
  expect(() => readProject(root, env)).toThrow(expect.objectContaining({ code: 'untrusted' }))
  trust(root, loadConfig(root, env).sha256, env)
  const project = readProject(root, env)
  const { signal } = new AbortController()
  const ports: string[] = []
  for (const place of ['one', 'two']) {
    const copy = await copyTree(project, treeOf(root, 'HEAD'), join(base, place), signal)
    expect(readFileSync(join(copy.cwd, '.env'), 'utf8')).toBe('KEPT="yes"\n')
    ports.push(...(await copy.run('echo $PORT $API_PORT', { limitMs: 20_000, signal })).stdout.trim().split(' '))
  }
  expect(new Set(ports).size).toBe(4)
})

it.each<[string, () => string, string | RegExp]>([
  ['no package.json', () => repository('bare', { a: '1' }), /no package\.json here: name commands under order:/],
  [
    'a dirty checkout',
    () => {
      const root = repository('dirty', { 'package.json': '{}' })
      writeFileSync(join(root, 'mine.txt'), '')
      mkdirSync(join(root, 'sub/.whetstone'), { recursive: true })
      writeFileSync(join(root, 'sub/.whetstone/runs'), '')
      return root
    },
    '1 uncommitted change in the checkout stays there and is not part of this',
  ],
  [
    'a shallow clone',
    () => {
      const root = repository('deep', { 'package.json': '{}' })
      git(root, 'commit', '--quiet', '--allow-empty', '--message', 'two')
      git(base, 'clone', '--quiet', '--depth=1', `file://${root}`, 'shallow')
      return join(base, 'shallow')
    },
    'the repository is shallow: earlier commits are missing',
  ],
  [
    'submodules',
    () => {
      const root = repository('outer', { 'package.json': '{}' })
      git(root, 'submodule', '--quiet', 'add', repository('inner', { a: '1' }), 'inner')
      git(root, 'commit', '--quiet', '--message', 'module')
      return root
    },
    "submodules aren't checked out in the working copy",
  ],
  ['an npm workspace', () => repository('npm', { 'package.json': '{"workspaces":["p/*"]}' }), 'a workspace: commands run in its root'],
  [
    'a package of a pnpm workspace',
    () => join(repository('pnpm', { 'pnpm-workspace.yaml': 'packages: [p]\n', 'package.json': '{}', 'p/package.json': '{}' }), 'p'),
    'a workspace: commands run in this package',
  ],
])('%s is said in a sentence', (_what, make, said) => {
  expect(readProject(make(), env).notes).toEqual([said instanceof RegExp ? expect.stringMatching(said) : said])
})
