// One writer per run, held by the system: real processes, really killed.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commit } from '../../../src/kernel/commit.ts'
import { FileStore } from '../../../src/adapters/file-store/store.ts'
import { faultOf } from '../../contracts/store-contract.ts'
import { clock } from '../../kernel/harness.ts'
import { newRoot, startChild } from './support.ts'
import { first, workflow } from './toy-run.ts'

describe('a run that another process writes', () => {
  it('is busy, with the pid of that process, and can still be read', async () => {
    const root = newRoot()
    const child = startChild(root, 'work-1', 'hold')
    expect(await child.next()).toEqual({ opened: 1 })
    const store = new FileStore(root)
    expect(await store.isBusy('work-1')).toBe(true)
    const fault = await faultOf(() => store.open(workflow, 'work-1'))
    expect(fault).toMatchObject({ code: 'busy', data: { pid: child.process.pid } })
    expect(fault.message).toContain(`pid ${child.process.pid}`)
    expect(fault.fix).toContain('whet stop')
    expect((await store.load(workflow, 'work-1')).run.seq).toBe(1)
  })

  it('is free the moment that process is killed', async () => {
    const root = newRoot()
    const child = startChild(root, 'work-1', 'hold')
    await child.next()
    await child.kill()
    const store = new FileStore(root)
    expect(await store.isBusy('work-1')).toBe(false)
    const { open, repairs } = await store.open(workflow, 'work-1')
    expect(open.state.seq).toBe(1)
    expect(repairs).toEqual([])
    await open.close()
  })

  it('does not keep other runs from being written', async () => {
    const root = newRoot()
    const child = startChild(root, 'work-1', 'hold')
    await child.next()
    const open = await new FileStore(root).create(workflow, first('work-2'), clock)
    await open.close()
  })

  it('can be asked about by many at once without anybody being turned away', async () => {
    const root = newRoot()
    const store = new FileStore(root)
    await (await store.create(workflow, first('work-1'), clock)).close()
    const asking = setInterval(() => store.isBusy('work-1'), 0)
    try {
      for (let i = 0; i < 20; i++) await (await store.open(workflow, 'work-1')).open.close()
    } finally {
      clearInterval(asking)
    }
  })
})

describe('a lock that somebody removes while the run is written', () => {
  const remove = (root: string, ...names: string[]) => names.forEach((name) => rmSync(join(root, '.whetstone/runs/work-1', name)))

  it('lets no second writer in while the first lives', async () => {
    const root = newRoot()
    const child = startChild(root, 'work-1', 'hold')
    await child.next()
    remove(root, 'lock.db')
    const store = new FileStore(root)
    expect(await store.isBusy('work-1')).toBe(true)
    for (let again = 0; again < 2; again++)
      expect(await faultOf(() => store.open(workflow, 'work-1'))).toMatchObject({ code: 'busy', data: { pid: child.process.pid } })
    await child.kill()
    await (await store.open(workflow, 'work-1')).open.close()
  })

  it('also within one process', async () => {
    const root = newRoot()
    const store = new FileStore(root)
    const open = await store.create(workflow, first('work-1'), clock)
    remove(root, 'lock.db')
    expect(await faultOf(() => store.open(workflow, 'work-1'))).toMatchObject({ code: 'busy' })
    await open.close()
    await (await store.open(workflow, 'work-1')).open.close()
  })

  it('together with the note of who holds it: the first writer is told, and writes no more', async () => {
    const root = newRoot()
    const store = new FileStore(root)
    const open = await store.create(workflow, first('work-1'), clock)
    remove(root, 'lock.db', 'writer')
    const { open: second } = await new FileStore(root).open(workflow, 'work-1')
    const note = { events: [{ type: 'noted', data: {} }] }
    expect(await faultOf(() => commit(open, note, { clock }))).toMatchObject({ code: 'conflict' })
    await commit(second, note, { clock })
    await open.close()
    await commit(second, note, { clock })
    await second.close()
    expect((await store.load(workflow, 'work-1')).run.seq).toBe(3)
  })
})

describe('a journal without a first line', () => {
  // A run is put in its place with its first step, so no crash leaves one like this.
  it.each([
    ['an empty journal', ''],
    ['nothing but room', '\n'.repeat(65_536)],
    ['half a first line', '{"v":1,"seq":1,"prev":"e3b0'],
  ])('is damage, and is not written over: %s', async (_, journal) => {
    const root = newRoot()
    const folder = join(root, '.whetstone', 'runs', 'work-1')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'journal.jsonl'), journal)
    const store = new FileStore(root)
    expect(await faultOf(() => store.load(workflow, 'work-1'))).toMatchObject({ code: 'integrity', data: { line: 1, vouched: 0 } })
    expect(await faultOf(() => store.create(workflow, first('work-1'), clock))).toMatchObject({ code: 'conflict' })
    expect(readFileSync(join(folder, 'journal.jsonl'), 'utf8')).toBe(journal)
  })

  it('is no run when there is not even a journal', async () => {
    const root = newRoot()
    mkdirSync(join(root, '.whetstone', 'runs', 'work-1'), { recursive: true })
    const store = new FileStore(root)
    expect(await store.list()).toEqual([])
    await (await store.create(workflow, first('work-1'), clock)).close()
    expect(await store.list()).toEqual(['work-1'])
  })
})

describe('a lock whose own files are damaged', () => {
  const spoil = (root: string, name: string, text: string) => writeFileSync(join(root, '.whetstone/runs/work-1', name), text)
  const made = async () => {
    const root = newRoot()
    const store = new FileStore(root)
    await (await store.create(workflow, first('work-1'), clock)).close()
    return { root, store }
  }

  it.each([
    ['nothing', ''],
    ['half a line', 'open   17'],
    ['something else', 'open   many 1 2 host\n'],
  ])('a note that says %s keeps nobody out, and the next writer still counts as later', async (_what, note) => {
    const { root, store } = await made()
    const { open: before } = await store.open(workflow, 'work-1')
    const { epoch } = before.journal
    await before.close()
    spoil(root, 'writer', note)
    expect(await store.isBusy('work-1')).toBe(false)
    const { open } = await store.open(workflow, 'work-1')
    expect(open.journal.epoch).toBeGreaterThan(epoch)
    await open.close()
  })

  it('a lock.db that is no database says so, and what to do about it; the run can still be read and listed', async () => {
    const { root, store } = await made()
    spoil(root, 'lock.db', 'not a database, whatever its name says, and longer than a header of one is: '.repeat(20))
    spoil(root, 'writer', '')
    expect(await faultOf(() => store.open(workflow, 'work-1'))).toMatchObject({ code: 'storage', fix: expect.stringContaining('lock.db') })
    expect((await store.load(workflow, 'work-1')).run.seq).toBe(1)
    expect(await store.isBusy('work-1')).toBe(false)
    rmSync(join(root, '.whetstone/runs/work-1/lock.db'))
    await (await store.open(workflow, 'work-1')).open.close()
  })
})
