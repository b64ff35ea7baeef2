// One writer per run, held by the system: real processes, really killed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
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
    expect(store.isBusy('work-1')).toBe(true)
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
    expect(store.isBusy('work-1')).toBe(false)
    const { open, repairs } = await store.open(workflow, 'work-1')
    expect(open.state.seq).toBe(1)
    expect(repairs).toEqual([])
    await open.store.close()
  })

  it('does not keep other runs from being written', async () => {
    const root = newRoot()
    const child = startChild(root, 'work-1', 'hold')
    await child.next()
    const open = await new FileStore(root).create(workflow, first('work-2'), clock)
    await open.store.close()
  })

  it('can be asked about by many at once without anybody being turned away', async () => {
    const root = newRoot()
    const store = new FileStore(root)
    await (await store.create(workflow, first('work-1'), clock)).store.close()
    const asking = setInterval(() => store.isBusy('work-1'), 0)
    try {
      for (let i = 0; i < 20; i++) await (await store.open(workflow, 'work-1')).open.store.close()
    } finally {
      clearInterval(asking)
    }
  })
})

describe('a run whose process died before its first step', () => {
  it.each([
    ['an empty journal', ''],
    ['nothing but room', '\n'.repeat(65_536)],
    ['half a first line', '{"v":1,"seq":1,"prev":"e3b0'],
  ])('can be begun anew: %s', async (_, journal) => {
    const root = newRoot()
    const folder = join(root, '.whetstone', 'runs', 'work-1')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'journal.jsonl'), journal)
    const store = new FileStore(root)
    expect(await faultOf(() => store.load(workflow, 'work-1'))).toMatchObject({ code: 'integrity', message: expect.stringContaining('no committed step') })
    await (await store.create(workflow, first('work-1'), clock)).store.close()
    expect((await store.load(workflow, 'work-1')).run.seq).toBe(1)
  })

  it('is no run when there is not even a journal', async () => {
    const root = newRoot()
    mkdirSync(join(root, '.whetstone', 'runs', 'work-1'), { recursive: true })
    const store = new FileStore(root)
    expect(store.list()).toEqual([])
    await (await store.create(workflow, first('work-1'), clock)).store.close()
    expect(store.list()).toEqual(['work-1'])
  })
})
