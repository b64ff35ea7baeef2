// A run may live on after its end, and its derived files and the fields of others are kept, whichever store it lies in.
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FileStore } from '../../src/adapters/file-store/store.ts'
import { MemoryStore } from '../../src/adapters/memory-store.ts'
import { commit } from '../../src/kernel/commit.ts'
import { drive } from '../../src/kernel/driver.ts'
import type { Ports } from '../../src/kernel/ports.ts'
import type { Store } from '../../src/kernel/store.ts'
import type { Workflow } from '../../src/kernel/workflow.ts'
import { sha256 } from '../../src/lib/hash.ts'

interface Bell {
  rung: number
  wanted: number
  /** The last thing heard, kept as a text of its own. */
  heard: string | null
}

const bell: Workflow<Bell> = {
  name: 'bell',
  version: 1,
  initial: () => ({ rung: 0, wanted: 1, heard: null }),
  evolve: (state, { type, data }) =>
    type === 'rung'
      ? { ...state, rung: state.rung + 1, heard: (data as { heard: string }).heard }
      : type === 'wound'
        ? { ...state, wanted: state.wanted + 1 }
        : state,
  next: ({ rung, wanted }) =>
    rung < wanted
      ? { do: [{ kind: 'observe', key: `ring:${rung}`, source: 'bell', args: {} }] }
      : { done: { status: 'silent', reason: `rung ${rung}`, passed: true } },
  accept: (_state, task) => ({ events: [{ type: 'rung', data: { heard: sha256(task.key) } }], objects: [task.key] }),
  gates: {},
  files: ({ rung, heard }) => ({
    'bell/state.json': { role: 'state', text: `${JSON.stringify({ rung }, null, 2)}\n`, keepsUnknown: true },
    ...(heard && { 'bell/heard.txt': { role: 'derived', content: { object: heard } } }),
  }),
}

const clock = { now: () => 1_750_000_000_000 }
const no = async () => ({ ok: false as const, error: { code: 'internal', message: 'not asked for' } })
const ports: Ports = { clock, ask: no, evaluate: no, effect: no, observe: async () => ({ ok: true, text: 'ding' }) }

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'whet-bell-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const stores: [string, () => { store: Store; read(path: string): string; write(path: string, text: string): void }][] = [
  [
    'in memory',
    () =>
      ((store) => ({ store, read: (path) => store.files.get(path) ?? '', write: (path, text) => void store.files.set(path, text) }))(
        new MemoryStore(),
      ),
  ],
  [
    'in a folder',
    () => ({
      store: new FileStore(root),
      read: (path) => readFileSync(join(root, path), 'utf8'),
      write: (path, text) => writeFileSync(join(root, path), text),
    }),
  ],
]

describe.each(stores)('%s', (_, make) => {
  test('an ended run that is wound up again goes on and ends again', async () => {
    const { store } = make()
    const open = await store.create(bell, { run: 'bell-one', workflow: 'bell', input: {}, pins: {} }, clock)
    expect(await drive(open, ports)).toMatchObject({ at: 'end', outcome: { reason: 'rung 1' } })
    await commit(open, { events: [{ type: 'wound', data: {} }] }, { clock })
    expect(open.state.outcome).toBeNull()
    expect(await drive(open, ports)).toMatchObject({ at: 'end', outcome: { reason: 'rung 2' } })
    await open.close()
    expect((await store.load(bell, 'bell-one')).run.outcome).toMatchObject({ reason: 'rung 2' })
    const ends: unknown[] = []
    await store.read('bell-one', 1, ({ events }) => ends.push(...events.filter(({ type }) => type === 'ended')))
    expect(ends).toHaveLength(2)
  })

  test('a derived file that somebody changed is put right; fields they added to a state file stay', async () => {
    const { store, read, write } = make()
    const open = await store.create(bell, { run: 'bell-one', workflow: 'bell', input: {}, pins: {} }, clock)
    await drive(open, ports)
    await open.close()
    write('bell/heard.txt', 'nothing')
    write('bell/state.json', '{"rung": 99, "tuner": "Ann"}')
    const { open: again, repairs } = await store.open(bell, 'bell-one')
    expect(repairs.map(({ path }) => path).sort()).toEqual(['bell/heard.txt', 'bell/state.json'])
    expect(read('bell/heard.txt')).toBe('ring:0')
    expect(JSON.parse(read('bell/state.json'))).toEqual({ rung: 1, tuner: 'Ann' })
    await commit(again, { events: [{ type: 'wound', data: {} }] }, { clock })
    await drive(again, ports)
    await again.close()
    expect(JSON.parse(read('bell/state.json'))).toEqual({ rung: 2, tuner: 'Ann' })
    expect((await store.open(bell, 'bell-one')).repairs).toEqual([])
  })
})
