// What every place for runs must do; run by each implementation's tests.
import { describe, expect, it } from 'vitest'
import { type OpenRun, commit } from '../../src/kernel/commit.ts'
import { answerGate } from '../../src/kernel/answer-gate.ts'
import { drive, submitReply } from '../../src/kernel/driver.ts'
import { encodeEntry, inlineLimit } from '../../src/kernel/journal.ts'
import type { Store, View } from '../../src/kernel/store.ts'
import type { Reply } from '../../src/kernel/task.ts'
import type { Workflow } from '../../src/kernel/workflow.ts'
import { sha256 } from '../../src/lib/hash.ts'
import type { Entry } from '../../src/schema/event.ts'
import { Fault, type FaultCode } from '../../src/schema/fault.ts'
import { clock, seededPorts, toTheEnd } from '../kernel/harness.ts'
import { type Subject, subjects } from '../kernel/subjects.ts'
import { type ToyState, toy } from '../kernel/toy.ts'
import { first, workflow } from '../adapters/file-store/toy-run.ts'

export interface StoreUnderTest {
  store: Store
  /** The same runs as another process would come upon them. */
  again(): Store
  /** Files of the project, as a person sees them. */
  read(path: string): string | null
  write(path: string, text: string): void
  remove(path: string): void
  /** Makes the store forget who writes the run, as a lease that ran out would. */
  lose(run: string): void
  /** Changes a byte of the last entry, as a failing disk would. */
  damage(run: string): void
}

const subject = subjects[0] as Subject
const seed = 7
const ports = () => seededPorts(subject, seed, [])

/** A run that rests where a host must reply: it has files, a log and an artifact. */
export async function restingRun(store: Store, run = 'work-1'): Promise<OpenRun<ToyState>> {
  const open = await store.create(workflow, first(run), clock)
  await drive(open, ports())
  expect(open.state.state.stage).toBe('hosting')
  return open
}

export async function all<T>(found: AsyncIterable<T>): Promise<T[]> {
  const taken: T[] = []
  for await (const one of found) taken.push(one)
  return taken
}

export async function faultOf(act: () => unknown): Promise<Fault> {
  try {
    await act()
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  throw new Error('nothing went wrong')
}

const codeOf = async (act: () => unknown): Promise<FaultCode> => (await faultOf(act)).code

const unknownWorkflow = (): never => {
  throw new Fault('invalid', 'there is no such workflow')
}

export function storeContract(name: string, make: () => Promise<StoreUnderTest>): void {
  describe(`the store contract: ${name}`, () => {
    it('knows the runs made in it, and what each is', async () => {
      const { store, again } = await make()
      expect(await store.list()).toEqual([])
      for (const run of ['b-run', 'a-run']) await (await store.create(workflow, first(run), clock)).close()
      for (const seen of [store, again()]) {
        expect(await seen.list()).toEqual(['a-run', 'b-run'])
        expect(await seen.has('a-run')).toBe(true)
        expect(await seen.has('c-run')).toBe(false)
        expect(await seen.workflowOf('a-run')).toBe('toy')
      }
    })

    it('refuses a second run of the same name and leaves the first as it was', async () => {
      const { store, again } = await make()
      const open = await restingRun(store)
      const { state } = open
      await open.close()
      expect(await codeOf(() => again().create(workflow, first('work-1', { rounds: 1, mostCalls: 1 }), clock))).toBe('conflict')
      expect((await store.load(workflow, 'work-1')).run).toEqual(state)
    })

    it('says not_found for a run that is not there, whatever is asked of it', async () => {
      const { store } = await make()
      const acts = [
        () => store.load(workflow, 'none'),
        () => store.open(workflow, 'none'),
        () => store.read('none', 1, () => {}),
        () => store.workflowOf('none'),
        () => store.post('none', { kind: 'stop', reason: '', by: 'me' }, 1),
        () => store.isBusy('none'),
        () => store.remove('none'),
        () => store.repair(workflow, 'none', { by: 'me', now: 1 }),
      ]
      for (const act of acts) expect(await codeOf(act)).toBe('not_found')
    })

    it('gives back, read only or for writing, the very state that was committed', async () => {
      const { store, again } = await make()
      const open = await restingRun(store)
      expect((await again().load(workflow, 'work-1')).run).toEqual(open.state)
      await open.close()
      const reopened = await again().open(workflow, 'work-1')
      expect(reopened.repairs).toEqual([])
      expect(reopened.open.state).toEqual(open.state)
      expect(reopened.open.inherited).toEqual(['review:1'])
      const { state } = await toTheEnd(subject, seed, reopened.open as OpenRun<unknown>)
      expect((await store.load(workflow, 'work-1')).run).toEqual(state)
    })

    it('has one writer at a time, and tells', async () => {
      const { store, again } = await make()
      const open = await restingRun(store)
      expect([await store.isBusy('work-1'), await again().isBusy('work-1')]).toEqual([true, true])
      for (const act of [() => store.open(workflow, 'work-1'), () => again().open(workflow, 'work-1'), () => again().remove('work-1')])
        expect(await codeOf(act)).toBe('busy')
      await open.close()
      expect(await again().isBusy('work-1')).toBe(false)
      const { open: second } = await again().open(workflow, 'work-1')
      await second.close()
    })

    it('removes a run and only that', async () => {
      const { store, again } = await make()
      for (const run of ['work-1', 'work-2']) await (await restingRun(store, run)).close()
      await again().remove('work-1')
      expect(await store.list()).toEqual(['work-2'])
      expect((await store.load(workflow, 'work-2')).run.run).toBe('work-2')
      await (await store.create(workflow, first('work-1'), clock)).close()
    })

    it('fences off a writer that was taken over from: its append is refused and changes nothing', async () => {
      const { store, again, lose } = await make()
      const first = await restingRun(store)
      lose('work-1')
      const { open: second } = await again().open(workflow, 'work-1')
      expect(second.journal.epoch).not.toBe(first.journal.epoch)
      const note = (n: number) => ({ events: [{ type: 'noted', data: { n } }] })
      await commit(second, note(1), { clock })
      expect(await codeOf(() => commit(first, note(2), { clock }))).toBe('conflict')
      await first.close()
      await commit(second, note(3), { clock })
      await second.close()
      expect((await again().load(workflow, 'work-1')).run).toEqual(second.state)
    })

    it('raises the epoch at every opening', async () => {
      const { store, again } = await make()
      const open = await restingRun(store)
      const epochs = [open.journal.epoch]
      await open.close()
      for (let n = 0; n < 3; n++) {
        const { open: next } = await again().open(workflow, 'work-1')
        epochs.push(next.journal.epoch)
        await next.close()
      }
      expect(epochs).toEqual([...new Set(epochs)].sort((a, b) => a - b))
    })

    it('appends the next entry only', async () => {
      const { store } = await make()
      const open = await restingRun(store)
      const { seq, head: prev } = open.state
      for (const wrong of [seq, seq + 2]) {
        const { line, head } = encodeEntry({ seq: wrong, prev, at: 1, events: [{ type: 'noted', data: {} }], objects: {} })
        expect(await codeOf(() => open.journal.append({ seq: wrong, line, head, objects: {} }))).toBe('conflict')
      }
      await open.close()
      expect((await store.load(workflow, 'work-1')).run.seq).toBe(seq)
    })

    it('tells with each append whether mail waits, and holds an entry back for it where that is asked', async () => {
      const { store, again } = await make()
      const open = await restingRun(store)
      let { seq, head: prev } = open.state
      const append = async (unlessMail: boolean) => {
        const { line, head } = encodeEntry({ seq: seq + 1, prev, at: 1, events: [{ type: 'noted', data: {} }], objects: {} })
        const told = await open.journal.append({ seq: seq + 1, line, head, objects: {}, unlessMail })
        if (told.committed) [seq, prev] = [seq + 1, head]
        return told
      }
      for (const round of [1, 2]) {
        expect(await append(round === 1)).toEqual({ committed: true, mail: false })
        const id = await again().post('work-1', { kind: 'stop', reason: '', by: 'me' }, 1)
        expect(await append(true)).toEqual({ committed: false, mail: true })
        expect((await store.load(workflow, 'work-1')).run.seq).toBe(seq)
        expect(await append(false)).toEqual({ committed: true, mail: true })
        await open.journal.dropMail([id])
      }
      await open.close()
      const { open: reopened } = await again().open(workflow, 'work-1')
      await commit(reopened, { events: [{ type: 'noted', data: {} }] }, { clock })
      expect(reopened.mail).toBe(false)
      await reopened.close()
    })

    it('reads on from any entry', async () => {
      const { store, again } = await make()
      const open = await restingRun(store)
      const { seq } = open.state
      for (const from of [1, 2, seq, seq + 1]) {
        const seen: number[] = []
        await again().read('work-1', from, (entry) => seen.push(entry.seq))
        expect(seen).toEqual(Array.from({ length: seq - from + 1 }, (_, n) => from + n))
      }
      const reader = again()
      await reader.read('work-1', 1, () => {})
      await commit(open, { events: [{ type: 'noted', data: {} }] }, { clock })
      const added: string[] = []
      await reader.read('work-1', seq + 1, ({ prev }, head) => added.push(prev, head))
      expect(added).toHaveLength(2)
      expect(added[1]).toBe(open.state.head)
      await open.close()
    })

    it('tells what lists need: rows derived by a view, filtered, only those that changed', async () => {
      const { store, again } = await make()
      const seen = again()
      const view: View<{ seq: number; busy: boolean }> = {
        workflow: async (name) => (name === 'toy' ? (workflow as Workflow<unknown>) : unknownWorkflow()),
        row: ({ seq }, busy) => ({ seq, busy }),
      }
      expect(await all(seen.rows(view))).toEqual([])
      const open = await restingRun(store)
      await (await restingRun(store, 'work-2')).close()
      const rows = await all(seen.rows(view))
      expect(rows.map(({ run }) => run).sort()).toEqual(['work-1', 'work-2'])
      expect(rows.find(({ run }) => run === 'work-1')).toMatchObject({ row: { seq: open.state.seq, busy: true } })
      expect(rows.find(({ run }) => run === 'work-2')).toMatchObject({ row: { busy: false } })
      expect((await all(seen.rows(view, { runs: ['work-2', 'none'] }))).map(({ run }) => run)).toEqual(['work-2'])
      expect(await all(seen.rows(view, { workflow: 'other' }))).toEqual([])
      const known = new Map(rows.map(({ run, stamp }) => [run, stamp]))
      expect(await all(seen.rows(view, { known }))).toEqual([])
      await commit(open, { events: [{ type: 'noted', data: {} }] }, { clock })
      expect(await all(seen.rows(view, { known }))).toMatchObject([{ run: 'work-1', row: { seq: open.state.seq } }])
      await open.close()
      expect(await all(seen.rows(view, { known }))).toMatchObject([{ run: 'work-1', row: { busy: false } }])
      expect(await all(seen.rows({ ...view, workflow: async () => unknownWorkflow() }, { runs: ['work-1'] }))).toMatchObject([
        { run: 'work-1', fault: { code: 'invalid' } },
      ])
    })

    it('tells only of those that ended, or of those that did not', async () => {
      const { store, again } = await make()
      for (const run of ['work-1', 'work-2']) await (await restingRun(store, run)).close()
      const { open } = await store.open(workflow, 'work-1')
      await commit(open, { events: toy.stop?.(open.state.state, 'enough', 'me') ?? [] }, { clock })
      await open.close()
      const view: View<string> = { workflow: async () => workflow as Workflow<unknown>, row: ({ run }) => run }
      expect(await all(again().rows(view, { ended: true }))).toMatchObject([{ row: 'work-1' }])
      expect(await all(again().rows(view, { ended: false }))).toMatchObject([{ row: 'work-2' }])
    })

    it('takes a saved fold at any entry, and rows still tell of the last one', async () => {
      const { store, again } = await make()
      const open = await restingRun(store)
      const view: View<number> = { workflow: async () => workflow as Workflow<unknown>, row: ({ seq }) => seq }
      for (let n = 0; n < 3; n++) {
        await open.journal.snapshot(open.state)
        expect(await all(again().rows(view))).toMatchObject([{ row: open.state.seq }])
        await commit(open, { events: [{ type: 'noted', data: { n } }] }, { clock })
        expect(await all(again().rows(view))).toMatchObject([{ row: open.state.seq }])
      }
      await open.close()
      expect((await again().load(workflow, 'work-1')).run).toEqual(open.state)
    })

    it('cuts a damaged run back to its last sound entry, and records what was lost', async () => {
      const { store, again, damage } = await make()
      const who = { by: 'me', now: clock.now() }
      const open = await restingRun(store)
      const { seq } = open.state
      expect(await codeOf(() => again().repair(workflow, 'work-1', who))).toBe('busy')
      await open.close()
      expect(await again().repair(workflow, 'work-1', who)).toBeNull()
      damage('work-1')
      expect(await codeOf(() => again().load(workflow, 'work-1'))).toBe('integrity')
      expect(await again().repair(workflow, 'work-1', who)).toMatchObject({ vouched: seq - 1, by: 'me', why: expect.stringMatching(/./) })
      const events: string[] = []
      await again().read('work-1', seq, (entry) => events.push(...entry.events.map(({ type }) => type)))
      expect(events).toEqual(['repaired'])
      expect(await again().repair(workflow, 'work-1', who)).toBeNull()
      const { state } = await toTheEnd(subject, seed, (await again().open(workflow, 'work-1')).open as OpenRun<unknown>)
      expect(state.outcome).not.toBeNull()
    })

    it('says where a run is, in words for people', async () => {
      const { store } = await make()
      expect(store.where()).not.toBe('')
      expect(store.where('work-1')).toContain('work-1')
    })

    it('tells those who watch which runs came, changed and went', async () => {
      const { store, again } = await make()
      const open = await restingRun(store)
      const leave = new AbortController()
      const watched = again().watch(leave.signal)[Symbol.asyncIterator]()
      const until = async (run: string) => {
        for (;;) {
          const { value, done } = await watched.next()
          if (done) throw new Error('the watch ended')
          if ((value as string[]).includes(run)) return
        }
      }
      await until('work-1')
      await commit(open, { events: [{ type: 'noted', data: {} }] }, { clock })
      await until('work-1')
      await open.close()
      await until('work-1')
      await (await restingRun(store, 'work-2')).close()
      await until('work-2')
      await store.remove('work-1')
      await until('work-1')
      leave.abort()
      expect((await watched.next()).done).toBe(true)
    })

    it('lets one at a time act exclusively', async () => {
      const { store, again } = await make()
      const inner = await store.exclusive('the start', () => codeOf(() => again().exclusive('the start', async () => 1)))
      expect(inner).toBe('busy')
      expect(await again().exclusive('the start', async () => 2)).toBe(2)
    })

    it('keeps every entry in its place in the chain', async () => {
      const { store } = await make()
      await (await restingRun(store)).close()
      const entries: { entry: Entry; head: string }[] = []
      await store.read('work-1', 1, (entry, head) => entries.push({ entry, head }))
      expect(entries.map(({ entry }) => entry.seq)).toEqual(entries.map((_, i) => i + 1))
      expect(entries.map(({ entry }) => entry.prev)).toEqual([sha256(''), ...entries.slice(0, -1).map(({ head }) => head)])
      expect(entries[0]?.entry.events[0]).toMatchObject({ type: 'created', data: { run: 'work-1', pins: { maker: 'x' } } })
    })

    it.each([
      ['a small one', 'small\n'],
      ['an empty one', ''],
      ['one just too large to ride in the journal', 'é'.repeat(inlineLimit + 1)],
      ['one of eight megabytes', 'lorem ipsum '.repeat(700_000)],
      ['one with every sort of character', '\u0000\u2028\u{1F600}"\\\r\n\t\u00e9 ","sum":"'],
    ])('keeps texts by their hash: %s', async (_, text) => {
      const { store, again } = await make()
      const open = await store.create(workflow, first('work-1'), clock)
      await submitReply(open, 'ann:1', { ok: true, text }, ports())
      expect(await open.journal.object(sha256(text))).toBe(text)
      await open.workspace.flush()
      await open.close()
      expect(await again().text('work-1', sha256(text))).toBe(text)
      if (text.length > inlineLimit)
        expect([await again().object(sha256(text)), await again().object(sha256('never'))]).toEqual([Buffer.from(text), null])
      const reopened = (await again().open(workflow, 'work-1')).open
      expect(await reopened.journal.object(sha256(text))).toBe(text)
      expect(await codeOf(() => reopened.journal.object(sha256('never')))).toBe('integrity')
      await reopened.close()
      expect(await again().text('work-1', sha256('never'))).toBeNull()
    })

    it('has a text it was given beforehand, before and after an entry names it', async () => {
      const { store, again } = await make()
      const open = await restingRun(store)
      const text = 'given beforehand\n'
      await open.journal.putObject(sha256(text), text)
      expect(await open.journal.object(sha256(text))).toBe(text)
      await open.close()
      expect(await again().text('work-1', sha256(text))).toBe(text)
      expect(Buffer.from((await again().object(sha256(text))) ?? []).toString()).toBe(text)
    })

    it('keeps bytes, such as a picture, by their hash, and nothing by what is no hash', async () => {
      const { store, again } = await make()
      const png = Uint8Array.from({ length: 70_000 }, (_, at) => at % 256)
      const hash = await store.keep(png)
      expect([hash, await store.keep(png)]).toEqual([sha256(png), sha256(png)])
      expect(Uint8Array.from((await again().object(hash)) ?? [])).toEqual(png)
      for (const other of ['0'.repeat(64), '../../etc/passwd', '']) expect(await again().object(other)).toBeNull()
    })

    it('keeps data with hostile names as data', async () => {
      const { store, again } = await make()
      const open = await store.create(
        workflow,
        first('work-1', JSON.parse('{"rounds":1,"mostCalls":9,"__proto__":{"polluted":true},"constructor":1}') as object),
        clock,
      )
      const reply = JSON.parse('{"ok":true,"text":"x","meta":{"__proto__":{"polluted":true}}}') as Reply
      await submitReply(open, 'ann:1', reply, ports())
      await open.close()
      const events: unknown[] = []
      await again().read('work-1', 1, (entry) => events.push(...entry.events))
      expect(JSON.stringify(events)).toContain('"__proto__":{"polluted":true}')
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    })

    it('carries mail to the writer, in order, until it is dropped', async () => {
      const { store, again } = await make()
      const open = await restingRun(store)
      const one = await again().post('work-1', { kind: 'stop', reason: 'tea', by: 'me' }, 1_750_000_000_001)
      const two = await again().post('work-1', { kind: 'reply', task: 'review:1', reply: { ok: true, text: 'fine' } }, 1_750_000_000_002)
      expect(await open.journal.mail()).toEqual([
        { id: one, kind: 'stop', reason: 'tea', by: 'me' },
        { id: two, kind: 'reply', task: 'review:1', reply: { ok: true, text: 'fine' } },
      ])
      await open.journal.dropMail([one])
      await open.close()
      const reopened = (await again().open(workflow, 'work-1')).open
      expect((await reopened.journal.mail()).map(({ id }) => id)).toEqual([two])
      await reopened.close()
    })

    it('shows each entry in the contract files, each log line once, and the pointer only while it runs', async () => {
      const { store, read, again } = await make()
      const open = await restingRun(store)
      expect(JSON.parse(read('toy/work-1/state.json') ?? '')).toEqual(open.state.state)
      expect(JSON.parse(read('toy/current.json') ?? '')).toEqual({ run: 'work-1' })
      expect(sha256(read('toy/work-1/artifact.md') ?? '')).toBe(open.state.state.artifact)
      await open.close()
      await toTheEnd(subject, seed, (await again().open(workflow, 'work-1')).open as OpenRun<unknown>)
      expect(read('toy/current.json')).toBeNull()
      const log = (read('toy/work-1/log.jsonl') ?? '')
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { type: string }).type)
      const events: string[] = []
      await store.read('work-1', 1, (entry) =>
        events.push(
          ...entry.events.map(({ type }) => type).filter((type) => ['joined', 'reviewed', 'published', 'stopped'].includes(type)),
        ),
      )
      expect(log).toEqual(events)
    })

    it('reads a contract file as a person sees it, without writing', async () => {
      const { store, again, read, write, remove } = await make()
      const open = await restingRun(store)
      const [path = ''] = Object.keys(open.workflow.files(open.state.state, 'work-1'))
      for (const seen of [store, again()]) expect(await seen.contractFile(path)).toBe(read(path))
      expect(read(path)).not.toBeNull()
      write(path, 'by hand')
      expect(await again().contractFile(path)).toBe('by hand')
      expect(read(path)).toBe('by hand')
      remove(path)
      expect(await store.contractFile(path)).toBeNull()
      await open.close()
    })

    it('passes on what makers say while they work, by task, until they have answered', async () => {
      const { store, again } = await make()
      await store.overhear('work-1', 'ann:1', 'Reading')
      await store.overhear('work-1', 'bob:1', 'Writing')
      await store.overhear('work-1', 'ann:1', 'Reading on')
      expect(await again().overheard('work-1')).toEqual({ 'ann:1': 'Reading on', 'bob:1': 'Writing' })
      await store.overhear('work-1', 'ann:1', null)
      expect(await again().overheard('work-1')).toEqual({ 'bob:1': 'Writing' })
      await store.overhear('work-1', 'bob:1', null)
      for (const run of ['work-1', 'work-2', '../x']) expect(await again().overheard(run)).toEqual({})
    })

    it('leaves the pointer alone when it names another run', async () => {
      const { store, read, write } = await make()
      const open = await restingRun(store)
      write('toy/current.json', '{"run":"somebody-elses"}\n')
      await commit(open, { events: toy.stop?.(open.state.state, 'enough', 'me') ?? [] }, { clock })
      await open.close()
      expect(read('toy/current.json')).toBe('{"run":"somebody-elses"}\n')
    })

    it('tells of an artifact that a hand changed, once, whoever is at the wheel', async () => {
      const { store, write, again } = await make()
      const open = await restingRun(store)
      expect(await open.workspace.edits()).toEqual([])
      write('toy/work-1/artifact.md', 'by hand\n')
      expect(await open.workspace.edits()).toEqual([{ path: 'toy/work-1/artifact.md', text: 'by hand\n' }])
      expect(await open.workspace.edits()).toEqual([])
      await open.close()
      const reopened = await again().open(workflow, 'work-1')
      expect(reopened.repairs).toEqual([])
      await drive(reopened.open, ports())
      expect(reopened.open.state.state.artifact).toBe(sha256('by hand\n'))
      await reopened.open.close()
    })

    it('brings a deleted artifact back', async () => {
      const { store, read, remove } = await make()
      const open = await restingRun(store)
      const text = read('toy/work-1/artifact.md')
      remove('toy/work-1/artifact.md')
      expect(await open.workspace.edits()).toEqual([])
      expect(read('toy/work-1/artifact.md')).toBe(text)
      await open.close()
    })

    it.each([
      ['a state file changed by hand', 'toy/work-1/state.json', () => '{"round":99}', 'differs'],
      ['a state file that is not JSON any more', 'toy/work-1/state.json', () => '{"rou', 'differs'],
      ['a missing state file', 'toy/work-1/state.json', () => null, 'missing'],
      ['a missing log', 'toy/work-1/log.jsonl', () => null, 'missing'],
      ['a log cut in the middle of a line', 'toy/work-1/log.jsonl', (text: string) => text.slice(0, -5), 'behind'],
      ['a log with a line too many', 'toy/work-1/log.jsonl', (text: string) => `${text}{"type":"lie"}\n`, 'differs'],
      ['a log with a changed line', 'toy/work-1/log.jsonl', (text: string) => text.replace('joined', 'jolted'), 'differs'],
    ])('rebuilds %s from the journal, and says so', async (_, path, change, what) => {
      const { store, read, write, remove, again } = await make()
      await (await restingRun(store)).close()
      const text = read(path) as string
      const changed = change(text)
      if (changed === null) remove(path)
      else write(path, changed)
      const { open, repairs } = await again().open(workflow, 'work-1')
      expect(repairs).toEqual([{ path, what }])
      expect(read(path)).toBe(text)
      await open.close()
    })

    it('leaves contract files that were there before untouched when it adopts them', async () => {
      const { store, read, write } = await make()
      write('toy/work-1/state.json', 'theirs\n')
      const open = await store.create(workflow, first('work-1'), clock, { objects: ['their text'], adopt: true })
      await open.workspace.flush()
      await open.close()
      expect(read('toy/work-1/state.json')).toBe('theirs\n')
      expect(await store.text('work-1', sha256('their text'))).toBe('their text')
    })

    it('goes on from where a gate rests, in another process', async () => {
      const { store, again } = await make()
      const open = await restingRun(store)
      await submitReply(open, 'review:1', { ok: true, text: 'reviewed' }, ports())
      await drive(open, ports())
      await open.close()
      const { open: reopened } = await again().open(workflow, 'work-1')
      expect(await answerGate(reopened, 'go-on:1', { choice: 'no', text: 'enough', by: 'me', assurance: 'unattested' }, ports())).toBeNull()
      await reopened.close()
      expect((await again().load(workflow, 'work-1')).run.outcome).toEqual({ status: 'done', reason: 'person', passed: false })
    })
  })
}
