// An attacker who shortens journals: every cut is named, nothing goes on from it unasked, and repairing records what was given up.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FileStore } from '../../src/adapters/file-store/store.ts'
import type { OpenRun } from '../../src/kernel/commit.ts'
import { drive } from '../../src/kernel/driver.ts'
import * as history from '../../src/operations/history.ts'
import * as repair from '../../src/operations/repair.ts'
import * as resume from '../../src/operations/resume.ts'
import * as verify from '../../src/operations/verify.ts'
import { Fault } from '../../src/schema/fault.ts'
import { newRoot } from '../adapters/file-store/support.ts'
import { workflow } from '../adapters/file-store/toy-run.ts'
import { everything } from '../everything.ts'
import { faultOf, restingRun } from '../contracts/store-contract.ts'
import { seededPorts, toTheEnd } from '../kernel/harness.ts'
import { type Subject, subjects } from '../kernel/subjects.ts'
import { type Project, loop, makerWorld, openWorld, person, project, run, runFile, says, steady } from '../operations/support.ts'

const toy = subjects[0] as Subject
const folder = (root: string) => join(root, '.whetstone/runs/work-1')
const journal = (root: string) => join(folder(root), 'journal.jsonl')

/** Offsets just after each line feed, the first byte included. */
const boundaries = (bytes: Buffer) => [0, ...[...bytes.entries()].flatMap(([at, byte]) => (byte === 10 ? [at + 1] : []))]

/** Every byte from here to there, or a sample of them. */
const bytes = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => from + n).filter((at) => everything || at === from || at === to - 1 || at % 4 === 0)

describe.each([
  ['resting', async (store: FileStore) => (await restingRun(store)).close()],
  ['finished', async (store: FileStore) => void (await toTheEnd(toy, 7, (await restingRun(store)) as OpenRun<unknown>))],
])('a journal of a %s run', (_, make) => {
  let root = ''
  let whole = Buffer.alloc(0)
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'whet-cut-'))
    await make(new FileStore(root))
    whole = readFileSync(journal(root))
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  it.each([
    ['with its snapshot', true],
    ['without', false],
  ])('is refused wherever it is cut: bytes of the last three entries, every line boundary, %s', async (_, withSnapshot) => {
    const store = new FileStore(root)
    if (!withSnapshot) rmSync(join(folder(root), 'snapshot.json'), { force: true })
    const lines = boundaries(whole)
    const from = lines.at(-5) as number // three entries and the closing line
    const cuts = [...lines.slice(0, -1), ...bytes(from + 1, whole.length)]
    for (const cut of new Set(cuts)) {
      writeFileSync(journal(root), whole.subarray(0, cut))
      const sound = lines.filter((end) => end > 0 && end <= cut).length
      const acts = [
        () => store.load(workflow, 'work-1'),
        ...(cut % 16 === 0 || lines.includes(cut) ? [() => store.open(workflow, 'work-1')] : []),
      ]
      for (const act of acts)
        expect(await faultOf(act), `cut at ${cut}`).toMatchObject({
          code: 'integrity',
          data: { vouched: Math.min(sound, lines.length - 2) },
        })
      expect(statSync(journal(root)).size).toBe(cut)
    }
    writeFileSync(journal(root), whole)
    expect((await store.load(workflow, 'work-1')).repairs).toEqual([])
  })

  it('that is made to look like a crash is refused while anything shows that there was more', async () => {
    const fresh = newRoot()
    cpSync(root, fresh, { recursive: true })
    await make(new FileStore(join(fresh, 'other'))) // its snapshot
    copyFileSync(join(folder(join(fresh, 'other')), 'snapshot.json'), join(folder(fresh), 'snapshot.json'))
    for (const end of boundaries(whole).slice(1, -2)) {
      writeFileSync(journal(fresh), Buffer.concat([whole.subarray(0, end), Buffer.from('\n'.repeat(64))]))
      expect(await faultOf(() => new FileStore(fresh).open(workflow, 'work-1')), `after ${end}`).toMatchObject({ code: 'integrity' })
    }
  })

  it('goes on after a repair that keeps and records what was given up', async () => {
    for (const end of boundaries(whole).slice(1, -2)) {
      const fresh = newRoot()
      cpSync(root, fresh, { recursive: true })
      truncateSync(journal(fresh), end)
      const store = new FileStore(fresh)
      const given = await store.repair(workflow, 'work-1', { by: 'me', now: 1 })
      expect(given).toMatchObject({ vouched: boundaries(whole).indexOf(end), by: 'me', kept: 'given-up-1.jsonl' })
      expect(statSync(join(folder(fresh), 'given-up-1.jsonl')).size).toBe(end)
      expect(await store.repair(workflow, 'work-1', { by: 'me', now: 1 })).toBeNull()
      const { open } = await store.open(workflow, 'work-1')
      expect(await toTheEnd(toy, 7, open as OpenRun<unknown>)).toMatchObject({ state: { outcome: { status: 'done' } } })
    }
  })
})

describe('a step that a crash cut short', () => {
  it('is still taken off silently, wherever it was cut', async () => {
    const root = newRoot()
    const store = new FileStore(root)
    const open = await restingRun(store)
    const crashed = readFileSync(journal(root)) // with room, as the writer keeps it
    await open.close()
    rmSync(join(folder(root), 'snapshot.json'))
    const end = crashed.indexOf('\n\n')
    const start = crashed.lastIndexOf('\n', end - 1) + 1
    for (const cut of bytes(start, end)) {
      writeFileSync(journal(root), Buffer.from(crashed).fill('\n', cut))
      expect((await store.load(workflow, 'work-1')).run.seq, `torn at ${cut}`).toBe(open.state.seq - 1)
    }
    const { open: again } = await store.open(workflow, 'work-1')
    await drive(again, seededPorts(toy, 7, []))
    await again.close()
    expect((await store.load(workflow, 'work-1')).run.state.stage).toBe('hosting')
  })
})

describe('a finished loop whose last three lines were removed', () => {
  const rules = [says('a.quality.word', 'word')]
  const cutLoop = async (): Promise<{ at: Project; id: string }> => {
    const at = project()
    await loop(at, { rules, makes: steady(['no\n', 'word\n']) })
    const id = runFile(at).run_id
    const path = join(at.root, '.whetstone/runs', id, 'journal.jsonl')
    const bytes = readFileSync(path)
    truncateSync(path, boundaries(bytes).at(-5) as number)
    return { at, id }
  }

  it('is named by verify, refused by resume, repaired by a person alone, and then goes on', async () => {
    const { at, id } = await cutLoop()
    const { ok, runs } = await run(verify, { run: 'greeting' }, openWorld(at))
    expect(ok).toBe(false)
    expect(runs[0]?.problems).toMatchObject([
      {
        file: expect.stringContaining('journal.jsonl'),
        what: expect.stringMatching(/entry \d+ is the last that can be vouched for; entries \d+ to \d+ are missing/),
        repairable: false,
      },
    ])
    const world = makerWorld(at, steady(['no\n', 'word\n']))
    expect(await faultOf(() => run(resume, { run: 'greeting' }, world))).toMatchObject({
      code: 'integrity',
      fix: expect.stringContaining(`whet repair ${id}`),
    })
    expect(world.asked).toEqual([])
    expect(await faultOf(() => run(repair, { run: 'greeting' }, openWorld(at)))).toMatchObject({ code: 'needs_person' })
    expect(await faultOf(() => run(repair, { run: 'greeting' }, openWorld(at, { person: person(false) })))).toBeInstanceOf(Fault)
    expect(readdirSync(join(at.root, '.whetstone/runs', id)).filter((name) => name.startsWith('given-up'))).toEqual([])
    await run(repair, { run: 'greeting' }, openWorld(at, { person: person(true) }))
    expect(existsSync(join(at.root, '.whetstone/runs', id, 'given-up-1.jsonl'))).toBe(true)
    await run(resume, { run: 'greeting' }, makerWorld(at, steady(['no\n', 'word\n'])))
    const after = await run(verify, { run: 'greeting' }, openWorld(at))
    expect([after.ok, after.runs[0]?.says.join()]).toEqual([true, expect.stringContaining('what came after it was dropped')])
    expect((await run(history, { run: 'greeting' }, openWorld(at))).events.some(({ event }) => event === 'repaired')).toBe(true)
    expect(runFile(at).status).toBe('completed')
  })
})
