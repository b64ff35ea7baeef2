// A loop that is told, or tells itself in a journal that came with a repository, to save over what is not its own.
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { deliver } from '../../src/operations/deliver.ts'
import { normaliseCriteria } from '../../src/workflows/reflex/criteria.ts'
import { loop, openWorld, project, says, steady } from '../operations/support.ts'

const rules = [says('a.correctness.word', 'word')]
const made = (at: ReturnType<typeof project>, words: string, input: object) => loop(at, { rules, makes: steady([words]), input })

it('a file that is there is replaced only if a loop saved it and nobody touched it, or with --force', async () => {
  const at = project({ 'mine.txt': 'precious\n' })
  await expect(made(at, 'word\n', { saveTo: 'mine.txt' })).rejects.toThrow('mine.txt already exists; nothing was started')
  expect(at.read('mine.txt')).toBe('precious\n')
  await made(at, 'word\n', { saveTo: 'mine.txt', force: true })
  expect(at.read('mine.txt')).toBe('word\n')
  await made(at, 'word, again\n', { saveTo: 'mine.txt' })
  expect(at.read('mine.txt')).toBe('word, again\n')
  at.write('mine.txt', 'edited\n')
  await expect(made(at, 'word\n', { saveTo: 'mine.txt' })).rejects.toThrow('already exists')
})

it('what changed while the loop ran is left as it is, and said', async () => {
  const at = project({ 'a.txt': 'new\n' })
  const world = openWorld(at, { person: null })
  await deliver(world, { name: 'x', path: 'artifact.md', text: 'word\n', kind: 'text', target: 'a.txt', replaces: 'of another text' })
  expect([at.read('a.txt'), world.said.join()]).toEqual(['new\n', expect.stringContaining('was not replaced')])
})

it.each(['../whet-saved-over.txt', '/tmp/whet-saved-over.txt', '.git/hooks/pre-commit', '.whetstone/x.txt', 'link/x.txt'])(
  '%s is no place for it',
  async (target) => {
    const at = project()
    mkdirSync(join(at.root, '.git', 'hooks'), { recursive: true })
    symlinkSync(at.env['HOME'] as string, join(at.root, 'link'))
    await expect(made(at, 'word\n', { saveTo: target })).rejects.toMatchObject({ code: 'refused' })
    // The same where nobody asked here: a run that came with the repository names the place.
    const world = openWorld(at, { person: null })
    await expect(deliver(world, { name: 'x', path: 'a.md', text: 'word\n', kind: 'text', target, replaces: null })).rejects.toMatchObject({
      code: 'refused',
    })
    expect(existsSync(join(at.root, target))).toBe(false)
  },
)

it('a threshold of 0, at which anything would pass, is refused', () => {
  const read = normaliseCriteria({
    rules: [{ id: 'a.quality.nice', description: 'nice', severity: 'warn', check: { kind: 'judged-by-agent' } }],
    thresholds: { A: 0 },
    max_iterations: 1,
  })
  expect(read).toMatchObject({ problems: [expect.stringContaining('anything would pass')] })
})
