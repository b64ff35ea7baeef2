// Mail to a run's writer: folded in between tasks, exactly once, whatever happens in between.
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FileStore } from '../../../src/adapters/file-store/store.ts'
import { drive } from '../../../src/kernel/driver.ts'
import type { Performed, Task } from '../../../src/kernel/task.ts'
import { restingRun } from '../../contracts/store-contract.ts'
import { clock, seededPorts } from '../../kernel/harness.ts'
import { type Subject, subjects } from '../../kernel/subjects.ts'
import { newRoot } from './support.ts'
import { first, workflow } from './toy-run.ts'

const ports = () => seededPorts(subjects[0] as Subject, 7, [])
const mailIn = (root: string) => join(root, '.whetstone/runs/work-1/mail')

async function eventTypes(store: FileStore): Promise<string[]> {
  const types: string[] = []
  await store.read('work-1', 1, ({ events }) => types.push(...events.map(({ type }) => type)))
  return types
}

describe('a wish to stop from another process', () => {
  it('is folded in after the task that is going on, and no other task is begun', async () => {
    const root = newRoot()
    const store = new FileStore(root)
    const open = await store.create(workflow, first('work-1'), clock)
    const begun: string[] = []
    const perform = async (task: Task): Promise<Performed> => {
      begun.push(task.key)
      if (begun.length === 3) await new FileStore(root).post('work-1', { kind: 'stop', reason: 'tea time', by: 'somebody' }, 1)
      return { ok: true, text: task.key }
    }
    const rest = await drive(open, { ...ports(), ask: perform, observe: perform, hosted: () => false })
    await open.close()
    expect(rest).toMatchObject({ at: 'end', outcome: { reason: 'tea time' } })
    expect(begun.sort()).toEqual(['ann:1', 'bob:1', 'world:1'])
    expect((await eventTypes(store)).filter((type) => type === 'replied')).toHaveLength(1)
    expect(readdirSync(mailIn(root))).toEqual([])
  })

  it('counts once when the process died after folding it in and before removing it', async () => {
    const root = newRoot()
    const store = new FileStore(root)
    await (await restingRun(store)).close()
    const id = await store.post('work-1', { kind: 'stop', reason: 'tea time', by: 'somebody' }, 1)
    copyFileSync(join(mailIn(root), `${id}.json`), join(root, 'kept'))
    const { open } = await store.open(workflow, 'work-1')
    await drive(open, ports())
    await open.close()
    copyFileSync(join(root, 'kept'), join(mailIn(root), `${id}.json`))
    const { open: again } = await store.open(workflow, 'work-1')
    expect(await drive(again, ports())).toMatchObject({ at: 'end', outcome: { reason: 'tea time' } })
    await again.close()
    const types = await eventTypes(store)
    expect(types.filter((type) => type === 'mail_received')).toHaveLength(1)
    expect(types.filter((type) => type === 'stopped')).toHaveLength(1)
    expect(readdirSync(mailIn(root))).toEqual([])
  })
})

describe("a host's reply from another process", () => {
  it('is taken once, also when it comes twice', async () => {
    const root = newRoot()
    const store = new FileStore(root)
    await (await restingRun(store)).close()
    for (const text of ['first', 'second'])
      await store.post('work-1', { kind: 'reply', task: 'review:1', reply: { ok: true, text } }, text.length)
    const { open } = await store.open(workflow, 'work-1')
    expect(await drive(open, ports())).toMatchObject({ at: 'gate' })
    await open.close()
    expect((await eventTypes(store)).filter((type) => type === 'reviewed')).toHaveLength(1)
    expect(readdirSync(mailIn(root))).toEqual([])
  })
})

describe('what is no mail of ours', () => {
  it('is left where it is and harms nothing', async () => {
    const root = newRoot()
    const store = new FileStore(root)
    await (await restingRun(store)).close()
    mkdirSync(join(mailIn(root), 'folder.json'), { recursive: true })
    const strange = {
      'a.json': '{',
      'b.json': 'null',
      'c.json': '"text"',
      'd.json': '{"kind":"approve"}',
      'e.json': '{"kind":"stop","reason":{},"by":1}',
      'f.json': '{"kind":"reply","task":"review:1","reply":null}',
      'g.txt': 'hello',
      'h.json': '[]',
    }
    for (const [name, text] of Object.entries(strange)) writeFileSync(join(mailIn(root), name), text)
    const { open } = await store.open(workflow, 'work-1')
    const { seq } = open.state
    expect(await drive(open, ports())).toMatchObject({ at: 'host' })
    expect(open.state.seq).toBe(seq)
    await open.close()
    expect(readdirSync(mailIn(root)).sort()).toEqual([...Object.keys(strange), 'folder.json'].sort())
  })
})
