// Disks that are full, read-only or gone, and paths that lead elsewhere: a clear fault, nothing lost, nothing written where it must not be.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { below } from '../../../src/adapters/disk.ts'
import { FileStore } from '../../../src/adapters/file-store/store.ts'
import { commit } from '../../../src/kernel/commit.ts'
import { sha256 } from '../../../src/lib/hash.ts'
import { faultOf, restingRun } from '../../contracts/store-contract.ts'
import { clock } from '../../kernel/harness.ts'
import { type Said, later, newRoot, startChild } from './support.ts'
import { first, workflow } from './toy-run.ts'

const note = (n: number) => ({ events: [{ type: 'noted', data: { n } }], objects: [`note ${n}`] })

describe('a disk that takes no more', () => {
  it('is a storage fault when files may not grow; every step that was committed is there afterwards', async () => {
    const root = newRoot()
    const child = startChild(root, 'work-1', 'fill', 'ulimit -f 400')
    await expectNothingLost(root, await child.rest(), "can't grow")
  })

  it.skipIf(!canMount())('is a storage fault when it is full; with more space the run goes on', async () => {
    const root = newRoot()
    mount(root, 'size=600k')
    const child = startChild(root, 'work-1', 'fill')
    const said = await child.rest()
    execFileSync('mount', ['-o', 'remount,size=64m', root])
    await expectNothingLost(root, said, 'no space left')
  })

  it.skipIf(!canMount())('is a storage fault when it is read-only; reading works', async () => {
    const root = newRoot()
    mount(root, 'size=4m')
    const store = new FileStore(root)
    await (await restingRun(store)).close()
    execFileSync('mount', ['-o', 'remount,ro', root])
    expect((await store.load(workflow, 'work-1')).run.state.stage).toBe('hosting')
    expect(await store.isBusy('work-1')).toBe(false)
    for (const act of [
      () => store.open(workflow, 'work-1'),
      () => store.create(workflow, first('work-2'), clock),
      () => store.post('work-1', { kind: 'stop', reason: '', by: 'me' }, 1),
    ]) {
      expect(await faultOf(act)).toMatchObject({
        code: 'storage',
        message: expect.stringContaining('read-only'),
        fix: expect.stringMatching(/\S/),
      })
    }
  })
})

async function expectNothingLost(root: string, said: Said[], why: string): Promise<void> {
  const committed = said.findLast((line) => line.committed !== undefined) as { committed: number; head: string }
  expect(committed.committed).toBeGreaterThan(5)
  expect(said.at(-1)?.fault).toMatchObject({ code: 'storage', fix: expect.stringContaining('whet resume') })
  expect(said.at(-1)?.fault?.message).toContain(why)
  const store = new FileStore(root)
  const { open } = await store.open(workflow, 'work-1')
  // A step that could not be committed is not there; the last one may have been committed and only its files failed.
  expect([committed.committed, committed.committed + 1]).toContain(open.state.seq)
  if (open.state.seq === committed.committed) expect(open.state.head).toBe(committed.head)
  const texts: string[] = []
  await store.read('work-1', 1, ({ events }) =>
    events.forEach(({ type, data }) => type === 'noted' && texts.push(textOf((data as { step: number }).step))),
  )
  for (const text of texts) expect(await open.journal.object(sha256(text))).toBe(text)
  await commit(open, note(1), { clock })
  await open.close()
  expect((await store.load(workflow, 'work-1')).run.seq).toBe(open.state.seq)
}

const textOf = (step: number) => `${step} `.repeat(step % 7 === 6 ? 30_000 : 2000)

describe('folders that vanish', () => {
  it('is a storage fault when .whetstone is deleted under a run, and the step does not count', async () => {
    const root = newRoot()
    const open = await restingRun(new FileStore(root))
    const { seq } = open.state
    rmSync(join(root, '.whetstone'), { recursive: true })
    expect(await faultOf(() => commit(open, note(1), { clock }))).toMatchObject({
      code: 'storage',
      message: expect.stringContaining('deleted'),
    })
    expect(open.state.seq).toBe(seq)
    await open.close()
  })

  it('is a storage fault when the contract folder is deleted; opening the run again rebuilds it', async () => {
    const root = newRoot()
    const store = new FileStore(root)
    const open = await restingRun(store)
    const before = readFileSync(join(root, 'toy/work-1/log.jsonl'), 'utf8')
    rmSync(join(root, 'toy'), { recursive: true })
    expect(await faultOf(() => commit(open, { events: [{ type: 'missed', data: { who: 'ann' } }] }, { clock }))).toMatchObject({
      code: 'storage',
      message: expect.stringContaining('gone'),
    })
    await open.close()
    const { open: again, repairs } = await store.open(workflow, 'work-1')
    expect(repairs.map(({ path, what }) => `${path} ${what}`).sort()).toEqual([
      'toy/work-1/artifact.md missing',
      'toy/work-1/log.jsonl missing',
      'toy/work-1/state.json missing',
    ])
    expect(readFileSync(join(root, 'toy/work-1/log.jsonl'), 'utf8')).toBe(before)
    expect(JSON.parse(readFileSync(join(root, 'toy/work-1/state.json'), 'utf8'))).toEqual(again.state.state)
    await again.close()
  })
})

describe('things in the way', () => {
  it.each(['.whetstone', '.whetstone/runs', '.whetstone/tmp', '.whetstone/runs/work-1', 'toy', 'toy/work-1'])(
    'is a storage fault when a file stands where the folder %s is needed',
    async (path) => {
      const root = newRoot()
      mkdirSync(join(root, path, '..'), { recursive: true })
      writeFileSync(join(root, path), 'a file')
      const fault = await faultOf(() => new FileStore(root).create(workflow, first('work-1'), clock))
      expect(fault).toMatchObject({ code: 'storage', message: expect.stringContaining('there is a file where a folder is needed') })
      expect(fault.message).toContain(join(root, path))
      expect(readFileSync(join(root, path), 'utf8')).toBe('a file')
    },
  )

  it.each(['toy/work-1/state.json', 'toy/work-1/log.jsonl', 'toy/work-1/artifact.md'])(
    'is a storage fault when a folder stands where the file %s is needed',
    async (path) => {
      const root = newRoot()
      mkdirSync(join(root, path, 'inner'), { recursive: true })
      const store = new FileStore(root)
      expect(await faultOf(() => restingRun(store))).toMatchObject({
        code: 'storage',
        message: expect.stringContaining('there is a folder where a file is needed'),
      })
    },
  )
})

describe('links that lead out of the project', () => {
  it.each([
    ['the workflow folder', 'toy'],
    ['the run folder', 'toy/work-1'],
    ['a state file', 'toy/work-1/state.json'],
    ['the log', 'toy/work-1/log.jsonl'],
    ['the artifact', 'toy/work-1/artifact.md'],
  ])('are refused: %s', async (_, path) => {
    const root = newRoot()
    const outside = newRoot()
    const target = path.includes('.') ? join(outside, 'target') : outside
    if (path.includes('.')) writeFileSync(target, 'theirs')
    mkdirSync(join(root, path, '..'), { recursive: true })
    symlinkSync(target, join(root, path))
    const fault = await faultOf(() => restingRun(new FileStore(root)))
    expect(fault).toMatchObject({ code: 'refused', message: expect.stringContaining('through a link') })
    expect(readdirSync(outside)).toEqual(path.includes('.') ? ['target'] : [])
    if (path.includes('.')) expect(readFileSync(target, 'utf8')).toBe('theirs')
  })

  it.each([
    ['a link to nowhere', (root: string) => symlinkSync(join(root, 'none'), join(root, 'link')), 'link/file'],
    ['a link to nowhere itself', (root: string) => symlinkSync('/nowhere/at/all', join(root, 'link')), 'link'],
    ['a link to itself', (root: string) => symlinkSync('link', join(root, 'link')), 'link/file'],
    ['an absolute path', () => {}, '/etc/passwd'],
    ['a path upwards', () => {}, '../x'],
    ['a path that goes up later', () => {}, 'a/../../x'],
  ])('are refused, as is every other way out: %s', async (_, prepare, path) => {
    const root = newRoot()
    prepare(root)
    expect(await faultOf(() => below(root, path))).toMatchObject({ code: 'refused' })
  })

  it('are fine as long as they stay inside', () => {
    const root = newRoot()
    mkdirSync(join(root, 'real'))
    symlinkSync('real', join(root, 'link'))
    expect(below(root, 'link/file')).toBe(join(root, 'link/file'))
    expect(below(root, 'new/deep/file')).toBe(join(root, 'new/deep/file'))
    expect(existsSync(join(root, 'new'))).toBe(false)
  })

  it.each(['../x', '.', 'A', 'a/b', 'a\u0000', '', 'x'.repeat(200), '-a'])('are no use in a run id either: %j', async (run) => {
    const store = new FileStore(newRoot())
    expect(await faultOf(() => store.create(workflow, first(run), clock))).toMatchObject({ code: 'usage' })
    expect(await faultOf(() => store.load(workflow, run))).toMatchObject({ code: 'usage' })
  })
})

function mount(root: string, options: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', root])
  later(() => execFileSync('umount', ['-l', root]))
}

function canMount(): boolean {
  const root = newRoot()
  const done = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', root], { stdio: 'ignore' }).status === 0
  if (done) execFileSync('umount', [root])
  return done
}
