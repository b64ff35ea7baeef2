// What the files of an artifact may do to a project: all of them or none, and nothing but them.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { applyFiles } from '../../src/operations/apply-files.ts'
import type { World } from '../../src/operations/world.ts'
import { writeFenced } from '../../src/lib/fenced-files.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'whet-apply-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const apply = (files: Record<string, string>, { to = '.', force = true } = {}) =>
  applyFiles({ root, cwd: root, person: null } as unknown as World, writeFenced(files), { to, force, dryRun: false })

function put(path: string, text = 'mine\n', mode = 0o644): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text, { mode })
}

const left = () =>
  (readdirSync(root, { recursive: true, withFileTypes: true }) as { name: string; isDirectory(): boolean }[])
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name)
    .sort()

it.each<[string, string, () => void]>([
  ['below a file', 'notes/x.ts', () => put('notes')],
  ['deep below a file', 'notes/a/b/x.ts', () => put('notes')],
  ['where a folder is', 'src', () => put('src/keep.ts')],
  ['behind a link to nowhere', 'gone/x.ts', () => symlinkSync(join(root, 'nowhere'), join(root, 'gone'))],
  ['as a link to nowhere', 'x.ts', () => symlinkSync(join(root, 'nowhere'), join(root, 'x.ts'))],
  [
    'over what Git runs, by another name',
    'hooks/pre-commit',
    () => (put('.git/hooks/x'), symlinkSync(join(root, '.git/hooks'), join(root, 'hooks'))),
  ],
])('a file %s is refused before any other is written', async (_where, path, prepare) => {
  prepare()
  const before = left()
  await expect(apply({ 'a.ts': 'a\n', [path]: 'x\n', 'z.ts': 'z\n' })).rejects.toMatchObject({ code: 'refused' })
  expect(left()).toEqual(before)
})

it('what is there keeps its permissions, and what is new is no program', async () => {
  put('run.sh', 'echo 1\n', 0o755)
  await apply({ 'run.sh': 'echo 2\n', 'new.sh': 'echo 3\n' })
  expect(readFileSync(join(root, 'run.sh'), 'utf8')).toBe('echo 2\n')
  expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o755)
  expect(statSync(join(root, 'new.sh')).mode & 0o111).toBe(0)
  expect(left()).toEqual(['new.sh', 'run.sh']) // and no temporary file
})

it.each([
  [['a.ts'], /^a\.ts already exists with different content; nothing was written$/],
  [['a.ts', 'b.ts'], /^a\.ts, b\.ts already exist with different content; nothing was written$/],
])('says which of %j are there already', async (paths, message) => {
  for (const path of paths) put(path)
  await expect(apply({ 'a.ts': '1\n', 'b.ts': '2\n' }, { force: false })).rejects.toThrow(message)
})

it('--to is taken from the working directory, and an artifact cannot climb out of it', async () => {
  await apply({ 'a.ts': 'a\n' }, { to: 'packages/core' })
  expect(readFileSync(join(root, 'packages/core/a.ts'), 'utf8')).toBe('a\n')
  await expect(apply({ '../a.ts': 'a\n' }, { to: 'packages/core' })).rejects.toMatchObject({ code: 'invalid' })
})
