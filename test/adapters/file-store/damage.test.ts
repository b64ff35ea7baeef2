// Damage beside the journal: what can be made again is made again, what cannot is named.
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FileStore } from '../../../src/adapters/file-store/store.ts'
import { type OpenRun, commit } from '../../../src/kernel/commit.ts'
import { drive } from '../../../src/kernel/driver.ts'
import { inlineLimit } from '../../../src/kernel/journal.ts'
import type { RunState } from '../../../src/kernel/reduce.ts'
import type { Workflow } from '../../../src/kernel/workflow.ts'
import { sha256 } from '../../../src/lib/hash.ts'
import { all, faultOf, restingRun } from '../../contracts/store-contract.ts'
import { clock, seededPorts, toTheEnd } from '../../kernel/harness.ts'
import { type Subject, subjects } from '../../kernel/subjects.ts'
import { newRoot } from './support.ts'
import { first, workflow } from './toy-run.ts'
import type { ToyState } from '../../kernel/toy.ts'

const reflexSubject = subjects.find(({ name }) => name === 'reflex') as Subject
const journal = (root: string) => join(root, '.whetstone/runs/work-1/journal.jsonl')
const snapshot = (root: string) => join(root, '.whetstone/runs/work-1/snapshot.json')
const note = (n: number) => ({ events: [{ type: 'noted', data: { n } }], objects: [`note ${n}`] })

describe('a snapshot that is not what it should be', () => {
  const spoil: [string, (root: string) => void, 'unnoticed'?][] = [
    ['missing', (root) => rmSync(snapshot(root)), 'unnoticed'],
    ['empty', (root) => writeFileSync(snapshot(root), '')],
    ['cut short', (root) => writeFileSync(snapshot(root), readFileSync(snapshot(root)).subarray(0, 300))],
    ['changed by a byte', (root) => writeFileSync(snapshot(root), readFileSync(snapshot(root), 'utf8').replace('"hosting"', '"deciding"'))],
    ['a folder', (root) => (rmSync(snapshot(root)), mkdirSync(snapshot(root)))],
    ['well-formed nonsense', (root) => writeFileSync(snapshot(root), sealed('{"offset":1,"lastLine":1,"run":{}}'))],
    ['null', (root) => writeFileSync(snapshot(root), sealed('null'))],
    [
      'of another version of the workflow',
      (root) => change(root, (saved) => ({ ...saved, run: { ...saved.run, version: 0, state: {} } })),
      'unnoticed',
    ],
    ['of another workflow', (root) => change(root, (saved) => ({ ...saved, run: { ...saved.run, workflow: 'other', state: {} } }))],
    ['of another journal', (root) => change(root, (saved) => ({ ...saved, run: { ...saved.run, head: sha256('other'), state: {} } }))],
    ['beyond the journal', (root) => change(root, (saved) => ({ ...saved, offset: saved.offset + 100_000 })), 'unnoticed'],
  ]

  it.each(spoil)('decides nothing, is named and thrown away when it is %s', async (_, damage, unnoticed) => {
    const root = newRoot()
    const store = new FileStore(root)
    const { state, close } = await restingRun(store)
    await close()
    damage(root)
    const named = unnoticed ? [] : [{ path: '.whetstone/runs/work-1/snapshot.json', what: 'differs' }]
    expect(await store.load(workflow, 'work-1')).toMatchObject({ run: state, repairs: named })
    const { open, repairs } = await store.open(workflow, 'work-1')
    expect([open.state, repairs]).toEqual([state, named])
    expect(unnoticed !== undefined || !existsSync(snapshot(root))).toBe(true)
    await open.close()
    expect((await store.load(workflow, 'work-1')).repairs).toEqual([])
  })

  it('serves lists alone: they read only what came after it, everything else reads from the first line', async () => {
    const root = newRoot()
    const store = new FileStore(root)
    const open = await store.create(workflow, first('work-1'), clock)
    for (let n = 0; n < 300; n++) await commit(open, note(n), { clock })
    const { state } = open
    const saved = JSON.parse(readFileSync(snapshot(root), 'utf8').slice(65)) as Saved
    expect(saved.run.seq).toBe(256)
    const bytes = readFileSync(journal(root))
    bytes.write('X', bytes.indexOf('"seq":100,'))
    writeFileSync(journal(root), bytes)
    const view = { workflow: async () => workflow as Workflow<unknown>, row: (run: RunState<unknown>) => run }
    expect(await all(store.rows(view))).toMatchObject([{ run: 'work-1', row: state }])
    await open.close()
    for (const act of [() => store.read('work-1', 1, () => {}), () => store.load(workflow, 'work-1'), () => store.open(workflow, 'work-1')])
      expect(await faultOf(act)).toMatchObject({ code: 'integrity', data: { line: 100 } })
  })

  interface Saved {
    offset: number
    lastLine: number
    run: { seq: number }
  }
  const sealed = (text: string) => `${sha256(text)}\n${text}`
  const change = (root: string, by: (saved: Saved) => object) =>
    writeFileSync(snapshot(root), sealed(JSON.stringify(by(JSON.parse(readFileSync(snapshot(root), 'utf8').slice(65)) as Saved))))
})

describe('a journal that is damaged', () => {
  it('keeps the run from being opened, says where, and is left as it is', async () => {
    const root = newRoot()
    const store = new FileStore(root)
    await (await restingRun(store)).close()
    const bytes = readFileSync(journal(root))
    bytes.write('X', bytes.length - 200)
    writeFileSync(journal(root), bytes)
    for (const act of [() => store.open(workflow, 'work-1'), () => store.load(workflow, 'work-1')]) {
      expect(await faultOf(act)).toMatchObject({
        code: 'integrity',
        message: expect.stringMatching(/journal\.jsonl, line \d+: /),
        fix: expect.stringContaining('backup'),
      })
    }
    expect(readFileSync(journal(root))).toEqual(bytes)
    expect(await store.isBusy('work-1')).toBe(false)
  })

  it('is repaired by taking off a step that was cut short, reported, and goes on', async () => {
    const root = newRoot()
    const store = new FileStore(root)
    const open = await restingRun(store)
    const bytes = readFileSync(journal(root))
    await open.close()
    const end = bytes.indexOf('\n\n')
    writeFileSync(journal(root), bytes.fill('\n', end - 10)) // as a crash leaves it: open, its last step written in part
    rmSync(snapshot(root)) // which a process that died in the middle of that step had not written
    const { open: again, repairs } = await store.open(workflow, 'work-1')
    expect(repairs[0]).toEqual({ path: '.whetstone/runs/work-1/journal.jsonl', what: 'torn' })
    expect(again.state.seq).toBe(open.state.seq - 1)
    await toTheEnd(subjects[0] as Subject, 7, again as OpenRun<unknown>)
    expect((await store.load(workflow, 'work-1')).run.outcome).not.toBeNull()
  })
})

describe('texts', () => {
  const text = 'a text of some length\n'.repeat(20)

  async function withText(root: string, stored = text): Promise<{ store: FileStore; path: string }> {
    const store = new FileStore(root)
    const open = await store.create(workflow, first('work-1'), clock)
    await commit(open, { events: [{ type: 'noted', data: {} }], objects: [stored] }, { clock })
    await open.workspace.flush()
    await open.close()
    const hash = sha256(stored)
    return { store, path: join(root, '.whetstone/objects', hash.slice(0, 2), hash.slice(2)) }
  }

  it('that fit are in the journal alone: nothing beside it can be lost or changed', async () => {
    const root = newRoot()
    const { store, path } = await withText(root)
    expect(existsSync(path)).toBe(false)
    expect(await store.text('work-1', sha256(text))).toBe(text)
    const { open } = await store.open(workflow, 'work-1')
    expect(await open.journal.object(sha256(text))).toBe(text)
    await open.close()
  })

  it('the texts of one step are looked up in the journal together: asking for each does not read it again', async () => {
    const root = newRoot()
    const store = new FileStore(root)
    const open = await store.create(workflow, first('work-1'), clock)
    const texts = Array.from({ length: 60 }, (_, n) => `text ${n}`)
    await commit(open, { events: [{ type: 'noted', data: {} }], objects: texts }, { clock })
    expect(await open.journal.object(sha256('text 0'))).toBe('text 0')
    writeFileSync(journal(root), '')
    expect(await Promise.all(texts.slice(0, 40).map((text) => open.journal.object(sha256(text))))).toEqual(texts.slice(0, 40))
    await open.close()
  })

  it('too large for the journal are named when they are gone or changed', async () => {
    const large = 'x'.repeat(inlineLimit + 1)
    for (const spoil of [(path: string) => rmSync(path), (path: string) => writeFileSync(path, large.slice(1))]) {
      const root = newRoot()
      const { store, path } = await withText(root, large)
      spoil(path)
      expect(await store.text('work-1', sha256(large))).toBeNull()
      const { open } = await store.open(workflow, 'work-1')
      expect(await faultOf(() => open.journal.object(sha256(large)))).toMatchObject({
        code: 'integrity',
        message: expect.stringContaining(sha256(large)),
        fix: expect.stringContaining('backup'),
      })
      await open.close()
    }
  })

  it('too large for the journal are written again when the copy there is not what its name says', async () => {
    const root = newRoot()
    const large = 'x'.repeat(inlineLimit + 1)
    const { store, path } = await withText(root, large)
    writeFileSync(path, 'torn')
    const { open } = await store.open(workflow, 'work-1')
    await commit(open, { events: [{ type: 'noted', data: {} }], objects: [large] }, { clock })
    await open.close()
    expect(readFileSync(path, 'utf8')).toBe(large)
  })
})

describe('what killed processes leave behind', () => {
  it('is swept away after a day, and not before', async () => {
    const root = newRoot()
    const store = new FileStore(root)
    await (await restingRun(store)).close()
    const temp = join(root, '.whetstone/tmp')
    mkdirSync(join(temp, 'sandbox-old'))
    for (const name of ['old', 'new']) writeFileSync(join(temp, name), 'half')
    const longAgo = Date.now() / 1000 - 2 * 86_400
    for (const name of ['old', 'sandbox-old']) utimesSync(join(temp, name), longAgo, longAgo)
    await (await store.open(workflow, 'work-1')).open.close()
    expect(readdirSync(temp)).toEqual(['new'])
  })
})

describe('an artifact that is an earlier version of ours', () => {
  const version = (text: string) => ({ events: [{ type: 'edited', data: { hash: sha256(text) } }], objects: [text] })

  async function twoVersions(root: string): Promise<{ store: FileStore; path: string; open: OpenRun<ToyState> }> {
    const store = new FileStore(root)
    const open = await restingRun(store)
    await commit(open, version('first\n'), { clock })
    await commit(open, version('second\n'), { clock })
    return { store, open, path: join(root, 'toy/work-1/artifact.md') }
  }

  it('is brought up to date after a kill, and not taken for an edit', async () => {
    const root = newRoot()
    const { store, open, path } = await twoVersions(root)
    const killed = readFileSync(journal(root))
    await open.close()
    writeFileSync(journal(root), killed) // not closed: as a killed process leaves it
    writeFileSync(path, 'first\n')
    const { open: again, repairs } = await store.open(workflow, 'work-1')
    expect(repairs).toEqual([{ path: 'toy/work-1/artifact.md', what: 'behind' }])
    expect(await again.workspace.edits()).toEqual([])
    expect(readFileSync(path, 'utf8')).toBe('second\n')
    await again.close()
  })

  it('is adopted when a hand put it back after the run had left in good order', async () => {
    const root = newRoot()
    const { store, open, path } = await twoVersions(root)
    await open.close()
    writeFileSync(path, 'first\n')
    const { open: again, repairs } = await store.open(workflow, 'work-1')
    expect(repairs).toEqual([])
    expect(await again.workspace.edits()).toEqual([{ path: 'toy/work-1/artifact.md', text: 'first\n' }])
    await again.close()
  })
})

describe('an artifact that a hand changed', () => {
  it('is kept when the run writes a version of its own at the same moment, and is adopted next', async () => {
    const root = newRoot()
    const store = new FileStore(root)
    const open = await restingRun(store)
    writeFileSync(join(root, 'toy/work-1/artifact.md'), 'by hand\n')
    await commit(open, { events: [{ type: 'edited', data: { hash: sha256('by the run') } }], objects: ['by the run'] }, { clock })
    expect(readFileSync(join(root, 'toy/work-1/artifact.md'), 'utf8')).toBe('by hand\n')
    await drive(open, seededPorts(subjects[0] as Subject, 7, []))
    expect(open.state.state.artifact).toBe(sha256('by hand\n'))
    await open.close()
  })

  it.each([
    ['is not UTF-8', Buffer.from([0x23, 0xff, 0xfe, 0x0a])],
    ['is binary', Buffer.from('a\u0000b')],
    ['is larger than anything sensible', Buffer.alloc(64 * 1024 * 1024 + 1, 'x')],
  ])('is not taken when it %s: the fault says what to do, and doing it goes on', async (_, bytes) => {
    const root = newRoot()
    const store = new FileStore(root)
    const open = await restingRun(store)
    const path = join(root, 'toy/work-1/artifact.md')
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, bytes)
    const ports = seededPorts(subjects[0] as Subject, 7, [])
    expect(await faultOf(() => drive(open, ports))).toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('artifact.md'),
      fix: expect.stringContaining('delete it'),
    })
    rmSync(path)
    expect((await drive(open, ports)).at).toBe('host')
    expect(readFileSync(path, 'utf8')).toBe(text)
    await open.close()
  })

  it('may hold any character that UTF-8 has', async () => {
    const root = newRoot()
    const open = await restingRun(new FileStore(root))
    writeFileSync(join(root, 'toy/work-1/artifact.md'), 'a \uFFFD b \u{1F600}\n')
    expect(await open.workspace.edits()).toHaveLength(1)
    await open.close()
  })
})

describe('the files of a reflex run', () => {
  const seed = 11
  const reflex = reflexSubject.workflow as Workflow<unknown>

  async function ended(root: string): Promise<{ store: FileStore; folder: string }> {
    const store = new FileStore(root)
    const open = await store.create(
      reflex,
      { run: 'work-1', workflow: 'reflex', input: reflexSubject.input(seed, 'work-1'), pins: {} },
      clock,
    )
    await toTheEnd(reflexSubject, seed, open)
    return { store, folder: join(root, '.ai-factory/evolution/work') }
  }

  it.each(['run.json', 'history.jsonl'])('are rebuilt byte for byte when %s is missing, cut or changed', async (name) => {
    const root = newRoot()
    const { store, folder } = await ended(root)
    const path = join(folder, name)
    const text = readFileSync(path)
    for (const spoil of [
      () => rmSync(path),
      () => writeFileSync(path, ''),
      () => writeFileSync(path, text.subarray(0, text.length / 2)),
      () => writeFileSync(path, text.toString().replace('"iteration":1', '"iteration":3').replace('"iteration": 1', '"iteration": 3')),
    ]) {
      spoil()
      if (readable(path)?.equals(text)) continue // nothing to change in this one
      const { open, repairs } = await store.open(reflex, 'work-1')
      expect(repairs).toHaveLength(1)
      expect(repairs[0]?.path).toBe(`.ai-factory/evolution/work/${name}`)
      await open.close()
      expect(readFileSync(path)).toEqual(text)
    }
  })

  it('are all of its folder: no index, lock or temporary file', async () => {
    const root = newRoot()
    const { folder } = await ended(root)
    expect(readdirSync(folder).sort()).toEqual(['artifact.md', 'history.jsonl', 'run.json'])
    expect(readdirSync(join(root, '.ai-factory/evolution'))).toEqual(['work'])
  })

  it('come with a project copied elsewhere', async () => {
    const root = newRoot()
    const { store } = await ended(root)
    const other = newRoot()
    const { run } = await store.load(reflex, 'work-1')
    mkdirSync(join(other, '.whetstone/runs/work-1'), { recursive: true })
    copyFileSync(journal(root), journal(other))
    const { open } = await new FileStore(other).open(reflex, 'work-1')
    expect(open.state).toEqual(run)
    expect(readdirSync(join(other, '.ai-factory/evolution/work')).sort()).toEqual(['artifact.md', 'history.jsonl', 'run.json'])
    await open.close()
  })
})

function readable(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}
