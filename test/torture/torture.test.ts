// Processes killed at every write and at random moments: each run ends as if nothing had happened, nothing lost, doubled or asked for twice.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FileStore } from '../../src/adapters/file-store/store.ts'
import type { RunState } from '../../src/kernel/reduce.ts'
import type { ReflexState } from '../../src/workflows/reflex/state.ts'
import { everything } from '../everything.ts'
import { whole } from '../kernel/chance.ts'
import { facts, repliedIn } from '../kernel/facts.ts'
import type { Entry } from '../../src/schema/event.ts'
import { bundleChild, killCase, noKills } from './kills.ts'
import { run, workflow } from './loop.ts'

const cache = mkdtempSync(join(tmpdir(), 'whet-cache-'))
/** Bundled, as it is started some 1,000 times and finding its modules is most of what it does. */
const script = join(cache, 'child.js')
const lanes = 2
const minutes = 60_000
const seed = 20_250_615
let kills = 0

interface End {
  facts: string[]
  state: ReflexState
  outcome: RunState<unknown>['outcome']
  files: Record<string, string>
}

interface Exit {
  killed: boolean
  boundaries: number
  ms: number
}

type Mode = 'files at once' | 'files lagging'
const undisturbed = {} as Record<Mode, End & { boundaries: number; ms: number }>

beforeAll(async () => {
  await bundleChild(cache)
  for (const mode of ['files at once', 'files lagging'] as const) {
    await withRoot(async (root) => {
      await start(root, mode, 0) // fills the cache of compiled files
      undisturbed[mode] = { ...(await endOf(root)), boundaries: 0, ms: 0 }
    })
    await withRoot(async (root) => Object.assign(undisturbed[mode], await start(root, mode, 0)))
  }
})

afterAll(() => rmSync(cache, { recursive: true, force: true }))

describe('a loop whose process is killed', () => {
  it('does its work over several iterations when nothing happens', () => {
    const { state, outcome, boundaries } = undisturbed['files at once']
    expect(outcome).toEqual({ status: 'completed', reason: 'threshold_reached', passed: true })
    expect(state.iteration).toBe(4)
    expect(boundaries).toBeGreaterThan(200)
  })

  it(
    'ends the same when it is killed at a write, each in turn, and every other time again on resuming',
    async () => {
      const { boundaries } = undisturbed['files at once']
      await inLanes(every(everything ? 1 : 12, boundaries), (first) =>
        withRoot((root) =>
          interrupted(root, 'files at once', [
            first,
            ...(first % 2 === 0 ? [1 + whole(seed, `second ${first}`, boundaries - first + 20)] : []),
          ]),
        ),
      )
    },
    20 * minutes,
  )

  it(
    'ends the same when it is killed at a write while its files may lag',
    async () => {
      const { boundaries } = undisturbed['files lagging']
      await inLanes(every(everything ? 1 : 31, boundaries), (first) => withRoot((root) => interrupted(root, 'files lagging', [first])))
    },
    20 * minutes,
  )

  it(
    'ends the same when it is killed at random moments, as often as it takes',
    async () => {
      const { ms } = undisturbed['files at once']
      await inLanes(upTo(everything ? 20 : 4), (index) =>
        withRoot(async (root) => {
          const moments = Array.from({ length: 5 }, (_, n) => ({ afterMs: whole(seed, `moment ${index} ${n}`, Math.ceil(ms * 1.2)) }))
          await interrupted(root, 'files at once', moments)
        }),
      )
    },
    20 * minutes,
  )

  it(
    'counts a stop from another process once, wherever it is killed',
    async () => {
      const ends = new Set<string>()
      await inLanes(upTo(everything ? 40 : 8), (index) =>
        withRoot(async (root) => {
          await start(root, 'files at once', 60 + whole(seed, `before ${index}`, 40))
          await new FileStore(root).post(run, { kind: 'stop', reason: 'enough', by: 'somebody' }, 1)
          kills += 1
          if ((await start(root, 'files at once', (everything ? index : index * 5) + 1)).killed) {
            kills += 1
            await start(root, 'files at once', 0)
          }
          const entries = await entriesOf(root)
          const types = entries.flatMap(({ events }) => events.map(({ type }) => type))
          expect(types.filter((type) => type === 'mail_received')).toHaveLength(1)
          expect(types.filter((type) => type === 'stopped')).toHaveLength(1)
          const { outcome, files } = await endOf(root)
          ends.add(JSON.stringify(outcome))
          expect(files['history.jsonl']?.match(/"event":"stopped"/g)).toHaveLength(1)
          expect(readdirSync(join(root, '.whetstone/runs', run, 'mail'))).toEqual([])
        }),
      )
      expect([...ends]).toEqual([JSON.stringify({ status: 'stopped', reason: 'enough', passed: false })])
    },
    20 * minutes,
  )

  it(
    'ends the same whichever workflow it is, killed while it is created too',
    async () => {
      const figures = noKills()
      await inLanes(upTo(everything ? 8 : 4), (index) => killCase(script, index, seed, everything ? 4 : 2, figures))
      expect(figures).toMatchObject({ runs: everything ? 32 : 8, lost: 0, doubled: 0, askedAgain: 0, stuck: 0, wrong: [] })
      kills += figures.kills
    },
    20 * minutes,
  )

  it('was killed often', () => {
    expect(kills).toBeGreaterThanOrEqual(everything ? 700 : 60)
  })
})

/** Kills one process after another at the places given, lets the last one finish, and looks after each. */
async function interrupted(root: string, mode: Mode, places: (number | { afterMs: number })[]): Promise<void> {
  for (const place of [...places, 0]) {
    const recorded = repliedIn(await entriesOf(root))
    const calls = linesOf(root, 'calls').length
    const { killed } = await start(root, mode, place)
    if (killed) kills += 1
    const entries = await entriesOf(root)
    // What was said to be committed is there, in a journal without a gap.
    expect(entries.length).toBeGreaterThanOrEqual(Math.max(0, ...linesOf(root, 'commits').map(Number)))
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1))
    // Nobody was asked for a reply that was recorded before this process began.
    expect(
      linesOf(root, 'calls')
        .slice(calls)
        .filter((key) => recorded.includes(key)),
    ).toEqual([])
    if (!killed) break
  }
  const end = await endOf(root)
  const { facts: expected, state, outcome, files } = undisturbed[mode]
  expect(end).toEqual({ facts: expected, state, outcome, files })
}

/** Runs the loop until it ends or dies where it is told to. */
function start(root: string, mode: Mode, place: number | { afterMs: number }): Promise<Exit> {
  const began = performance.now()
  const killAt = typeof place === 'number' ? place : 0
  const child = spawn(process.execPath, [script, root, String(killAt), mode === 'files lagging' ? 'in-process' : ''], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  })
  let said = ''
  let wrong = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (wrong += chunk.toString()))
  const timer = typeof place === 'number' ? undefined : setTimeout(() => child.kill('SIGKILL'), place.afterMs)
  return new Promise((resolve, reject) => {
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      if (code !== 0 && signal !== 'SIGKILL') reject(new Error(`the loop ended with ${code ?? signal}: ${wrong}`))
      else resolve({ killed: signal === 'SIGKILL', boundaries: Number(said), ms: performance.now() - began })
    })
  })
}

async function entriesOf(root: string): Promise<Entry[]> {
  const store = new FileStore(root)
  const entries: Entry[] = []
  expect([[], [run]]).toContainEqual(await store.list()) // there whole, or not at all
  if (await store.has(run)) await store.read(run, 1, (entry) => entries.push(entry))
  return entries
}

async function endOf(root: string): Promise<End> {
  const { run: ended } = await new FileStore(root).load(workflow, run)
  const folder = join(root, '.ai-factory/evolution/torture')
  expect(existsSync(join(root, '.ai-factory/evolution/current.json'))).toBe(false)
  return {
    facts: facts(await entriesOf(root)),
    state: ended.state,
    outcome: ended.outcome,
    files: Object.fromEntries(
      readdirSync(folder)
        .sort()
        .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    ),
  }
}

const linesOf = (root: string, name: string) =>
  existsSync(join(root, name)) ? readFileSync(join(root, name), 'utf8').split('\n').filter(Boolean) : []

async function withRoot(act: (root: string) => Promise<unknown>): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'whet-torture-'))
  try {
    await act(root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const every = (stride: number, count: number) => Array.from({ length: Math.ceil(count / stride) }, (_, index) => index * stride + 1)
const upTo = (count: number) => every(1, count).map((n) => n - 1)

async function inLanes<T>(items: T[], act: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await act(item)
    }),
  )
}
