// Damage beside the journal: what can be made anew is made anew, what cannot is named.
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FileStore } from '../../../src/adapters/file-store/store.ts'
import { type OpenRun, commit } from '../../../src/kernel/commit.ts'
import { drive } from '../../../src/kernel/driver.ts'
import { inlineLimit } from '../../../src/kernel/journal.ts'
import type { Workflow } from '../../../src/kernel/workflow.ts'
import { sha256 } from '../../../src/lib/hash.ts'
import { faultOf, restingRun } from '../../contracts/store-contract.ts'
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
  const spoil: [string, (root: string) => void][] = [
    ['missing', (root) => rmSync(snapshot(root))],
    ['empty', (root) => writeFileSync(snapshot(root), '')],
    ['cut short', (root) => writeFileSync(snapshot(root), readFileSync(snapshot(root)).subarray(0, 300))],
    ['changed by a byte', (root) => writeFileSync(snapshot(root), readFileSync(snapshot(root), 'utf8').replace('"hosting"', '"deciding"'))],
    ['a folder', (root) => (rmSync(snapshot(root)), mkdirSync(snapshot(root)))],
    ['well-formed nonsense', (root) => writeFileSync(snapshot(root), sealed('{"offset":1,"lastLine":1,"run":{}}'))],
    ['null', (root) => writeFileSync(snapshot(root), sealed('null'))],
    ['of another version of the workflow', (root) => change(root, (saved) => ({ ...saved, run: { ...saved.run, version: 0, state: {} } }))],
    ['of another workflow', (root) => change(root, (saved) => ({ ...saved, run: { ...saved.run, workflow: 'other', state: {} } }))],
    ['of another journal', (root) => change(root, (saved) => ({ ...saved, run: { ...saved.run, head: sha256('other'), state: {} } }))],
    ['beyond the journal', (root) => change(root, (saved) => ({ ...saved, offset: saved.offset + 100_000 }))],
  ]

  it.each(spoil)('is ignored when it is %s', async (_, damage) => {
    const root = newRoot()
    const store = new FileStore(root)
    const { state, store: writer } = await restingRun(store)
    await writer.close()
    damage(root)
    expect((await store.load(workflow, 'work-1')).run).toEqual(state)
    const { open, repairs } = await store.open(workflow, 'work-1')
    expect([open.state, repairs]).toEqual([state, []])
    await open.store.close()
  })

  it('is replaced after some hundred steps, and opening then reads only what came after', async () => {
    const root = newRoot()
    const store = new FileStore(root)
    const open = await store.create(workflow, first('work-1'), clock)
    for (let n = 0; n < 300; n++) await commit(open, note(n), { clock })
    const { state } = open
    await open.store.close()
    const saved = JSON.parse(readFileSync(snapshot(root), 'utf8').slice(65)) as Saved
    expect(saved.run.seq).toBe(256)
    // A byte changed before the snapshot's last line is not looked at when opening, but is when all entries are read.
    const bytes = readFileSync(journal(root))
    bytes.write('X', 100)
    writeFileSync(journal(root), bytes)
    expect((await store.load(workflow, 'work-1')).run).toEqual(state)
    expect(await faultOf(() => store.entries('work-1', () => {}))).toMatchObject({ code: 'integrity', data: { line: 1 } })
  })

  interface Saved {
    offset: number
    lastLine: number
    run: { seq: number }
  }
  const sealed = (text: string) => `${sha256(text)}\n${text}`
  const change = (root: string, by: (saved: Saved) => object) => writeFileSync(snapshot(root), sealed(JSON.stringify(by(JSON.parse(readFileSync(snapshot(root), 'utf8').slice(65)) as Saved))))
})

describe('a journal that is damaged', () => {
  it('keeps the run from being opened, says where, and is left as it is', async () => {
    const root = newRoot()
    const store = new FileStore(root)
    await (await restingRun(store)).store.close()
    const bytes = readFileSync(journal(root))
    bytes.write('X', bytes.length - 200)
    writeFileSync(journal(root), bytes)
    for (const act of [() => store.open(workflow, 'work-1'), () => store.load(workflow, 'work-1')]) {
      expect(await faultOf(act)).toMatchObject({ code: 'integrity', message: expect.stringMatching(/journal\.jsonl, line \d+: /), fix: expect.stringContaining('backup') })
    }
    expect(readFileSync(journal(root))).toEqual(bytes)
    expect(store.isBusy('work-1')).toBe(false)
  })

  it('is repaired by taking off a step that was cut short, reported, and goes on', async () => {
    const root = newRoot()
    const store = new FileStore(root)
    const open = await restingRun(store)
    await open.store.close()
    const bytes = readFileSync(journal(root))
    writeFileSync(journal(root), bytes.subarray(0, bytes.length - 10))
    const { open: again, repairs } = await store.open(workflow, 'work-1')
    expect(repairs[0]).toEqual({ path: '.whetstone/runs/work-1/journal.jsonl', what: 'torn' })
    expect(again.state.seq).toBe(open.state.seq - 1)
    await toTheEnd(subjects[0] as Subject, 7, again as OpenRun<unknown>)
    expect((await store.load(workflow, 'work-1')).run.outcome).not.toBeNull()
  })
})

describe('copies of texts', () => {
  const text = 'a text of some length\n'.repeat(20)

  async function withText(root: string, stored = text): Promise<{ store: FileStore; path: string }> {
    const store = new FileStore(root)
    const open = await store.create(workflow, first('work-1'), clock)
    await commit(open, { events: [{ type: 'noted', data: {} }], objects: [stored] }, { clock })
    await open.store.flush()
    await open.store.close()
    const hash = sha256(stored)
    return { store, path: join(root, '.whetstone/objects', hash.slice(0, 2), hash.slice(2)) }
  }

  it.each([
    ['missing', (path: string) => rmSync(path)],
    ['empty', (path: string) => writeFileSync(path, '')],
    ['cut short', (path: string) => writeFileSync(path, text.slice(0, 50))],
    ['changed', (path: string) => writeFileSync(path, text.replace('some', 'same'))],
  ])('come from the journal and are made anew when one is %s', async (_, spoil) => {
    const root = newRoot()
    const { store, path } = await withText(root)
    spoil(path)
    expect(await store.text('work-1', sha256(text))).toBe(text)
    const { open } = await store.open(workflow, 'work-1')
    expect(await open.store.object(sha256(text))).toBe(text)
    expect(readFileSync(path, 'utf8')).toBe(text)
    await open.store.close()
  })

  it('the texts of one step are looked up in the journal together: asking for each does not read it again', async () => {
    const root = newRoot()
    const store = new FileStore(root)
    const open = await store.create(workflow, first('work-1'), clock)
    const texts = Array.from({ length: 60 }, (_, n) => `text ${n}`)
    await commit(open, { events: [{ type: 'noted', data: {} }], objects: texts }, { clock })
    rmSync(join(root, '.whetstone/objects'), { recursive: true, force: true })
    expect(await open.store.object(sha256('text 0'))).toBe('text 0')
    writeFileSync(journal(root), '')
    expect(await Promise.all(texts.slice(0, 40).map((text) => open.store.object(sha256(text))))).toEqual(texts.slice(0, 40))
    await open.store.close()
  })

  it('too large for the journal are named when they are gone or changed', async () => {
    const large = 'x'.repeat(inlineLimit + 1)
    for (const spoil of [(path: string) => rmSync(path), (path: string) => writeFileSync(path, large.slice(1))]) {
      const root = newRoot()
      const { store, path } = await withText(root, large)
      spoil(path)
      expect(await store.text('work-1', sha256(large))).toBeNull()
      const { open } = await store.open(workflow, 'work-1')
      expect(await faultOf(() => open.store.object(sha256(large)))).toMatchObject({ code: 'integrity', message: expect.stringContaining(sha256(large)), fix: expect.stringContaining('backup') })
      await open.store.close()
    }
  })

  it('too large for the journal are written again when the copy there is not what its name says', async () => {
    const root = newRoot()
    const large = 'x'.repeat(inlineLimit + 1)
    const { store, path } = await withText(root, large)
    writeFileSync(path, 'torn')
    const { open } = await store.open(workflow, 'work-1')
    await commit(open, { events: [{ type: 'noted', data: {} }], objects: [large] }, { clock })
    await open.store.close()
    expect(readFileSync(path, 'utf8')).toBe(large)
  })
})

describe('what killed processes leave behind', () => {
  it('is swept away after a day, and not before', async () => {
    const root = newRoot()
    const store = new FileStore(root)
    await (await restingRun(store)).store.close()
    const temp = join(root, '.whetstone/tmp')
    mkdirSync(join(temp, 'sandbox-old'))
    for (const name of ['old', 'new']) writeFileSync(join(temp, name), 'half')
    const longAgo = Date.now() / 1000 - 2 * 86_400
    for (const name of ['old', 'sandbox-old']) utimesSync(join(temp, name), longAgo, longAgo)
    await (await store.open(workflow, 'work-1')).open.store.close()
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
    await open.store.close() // no snapshot of this state: as a killed process leaves it
    writeFileSync(path, 'first\n')
    const { open: again, repairs } = await store.open(workflow, 'work-1')
    expect(repairs).toEqual([{ path: 'toy/work-1/artifact.md', what: 'behind' }])
    expect(await again.store.edits()).toEqual([])
    expect(readFileSync(path, 'utf8')).toBe('second\n')
    await again.store.close()
  })

  it('is adopted when a hand put it back after the run had left in good order', async () => {
    const root = newRoot()
    const { store, open, path } = await twoVersions(root)
    open.store.snapshot(open.state)
    await open.store.close()
    writeFileSync(path, 'first\n')
    const { open: again, repairs } = await store.open(workflow, 'work-1')
    expect(repairs).toEqual([])
    expect(await again.store.edits()).toEqual([{ path: 'toy/work-1/artifact.md', text: 'first\n' }])
    await again.store.close()
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
    await open.store.close()
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
    expect(await faultOf(() => drive(open, ports))).toMatchObject({ code: 'invalid', message: expect.stringContaining('artifact.md'), fix: expect.stringContaining('delete it') })
    rmSync(path)
    expect((await drive(open, ports)).at).toBe('host')
    expect(readFileSync(path, 'utf8')).toBe(text)
    await open.store.close()
  })

  it('may hold any character that UTF-8 has', async () => {
    const root = newRoot()
    const open = await restingRun(new FileStore(root))
    writeFileSync(join(root, 'toy/work-1/artifact.md'), 'a \uFFFD b \u{1F600}\n')
    expect(await open.store.edits()).toHaveLength(1)
    await open.store.close()
  })
})

describe('the files of a reflex run', () => {
  const seed = 11
  const reflex = reflexSubject.workflow as Workflow<unknown>

  async function ended(root: string): Promise<{ store: FileStore; folder: string }> {
    const store = new FileStore(root)
    const open = await store.create(reflex, { run: 'work-1', workflow: 'reflex', input: reflexSubject.input(seed, 'work-1'), pins: {} }, clock)
    await toTheEnd(reflexSubject, seed, open)
    return { store, folder: join(root, '.ai-factory/evolution/work') }
  }

  it.each(['run.json', 'history.jsonl'])('are rebuilt byte for byte when %s is missing, cut or changed', async (name) => {
    const root = newRoot()
    const { store, folder } = await ended(root)
    const path = join(folder, name)
    const text = readFileSync(path)
    for (const spoil of [() => rmSync(path), () => writeFileSync(path, ''), () => writeFileSync(path, text.subarray(0, text.length / 2)), () => writeFileSync(path, text.toString().replace('"iteration":1', '"iteration":3').replace('"iteration": 1', '"iteration": 3'))]) {
      spoil()
      if (readable(path)?.equals(text)) continue // nothing to change in this one
      const { open, repairs } = await store.open(reflex, 'work-1')
      expect(repairs).toHaveLength(1)
      expect(repairs[0]?.path).toBe(`.ai-factory/evolution/work/${name}`)
      await open.store.close()
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
    await open.store.close()
  })
})

function readable(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}
