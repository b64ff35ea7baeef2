// The dashboard under load: thousands of runs listed, a long run opened, fifty pages watching; times beside what reading the files alone takes.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { FileStore } from '../src/adapters/file-store/store.ts'
import { commit } from '../src/kernel/commit.ts'
import designNew from '../src/workflows/design/verbs/new.ts'
import { createWorld } from '../src/runtime/create-world.ts'
import { type Dashboard, startDashboard } from '../src/surfaces/web/server.ts'

const requirements =
  'Customers can see the status of their orders.\nCustomers can cancel an order before it is shipped.\nEach order has a number, a status and a delivery date.\n'

export interface DashboardFigures {
  runs: number
  'first answer ms': number
  'all listed, cold, ms': number
  'all listed, warm, ms': number
  'files read ms': number
  'open 2,000 events ms': number
  'opened again ms': number
  'journal read ms': number
  'journal read and checked ms': number
  'open ratio': number
  viewers: number
  'change to all viewers ms': number
  'memory growth MB': number
}

export async function benchDashboard({ runs = 5000, events = 2000, viewers = 50 } = {}): Promise<DashboardFigures[]> {
  const root = mkdtempSync(join(tmpdir(), 'whet-bench-web-'))
  try {
    await manyRuns(root, runs)
    const long = await longRun(root, events)
    const filesRead = timed(() => readEvery(root))
    const began = process.cpuUsage() // it begins to read as soon as it starts
    const dashboard = await startDashboard({ cwd: root, env: { ...process.env, HOME: root } })
    try {
      const page = await letIn(dashboard)
      const first = await timedWall(() => page('/api/runs'))
      while (
        ((await page('/api/runs')) as { unread: number; rows: unknown[] }).unread > 0 ||
        ((await page('/api/runs')) as { rows: unknown[] }).rows.length < runs
      )
        await new Promise((resolve) => setTimeout(resolve, 20))
      const cold = spent(began)
      const warm = await median(5, () => page('/api/runs'))
      const journal = join(runsIn(root), long, 'journal.jsonl')
      const journalRead = await median(
        5,
        async () =>
          void readFileSync(journal, 'utf8')
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line) as unknown),
      )
      const store = new FileStore(root)
      const checked = await median(3, () => store.read(long, 1, () => {}))
      const opened = await timedAsync(() => page(`/api/runs/${long}`))
      const again = await median(3, () => page(`/api/runs/${long}`))
      const live = await watchers(dashboard, viewers, root)
      return [
        {
          runs,
          'first answer ms': round(first),
          'all listed, cold, ms': round(cold),
          'all listed, warm, ms': round(warm),
          'files read ms': round(filesRead),
          'open 2,000 events ms': round(opened),
          'opened again ms': round(again),
          'journal read ms': round(journalRead),
          'journal read and checked ms': round(checked),
          'open ratio': round(opened / journalRead),
          viewers,
          'change to all viewers ms': round(live.ms),
          'memory growth MB': round(live.growth),
        },
      ]
    } finally {
      await dashboard.close()
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const runsIn = (root: string) => dirname(join(root, new FileStore(root).where('any')))

/** One run is made; the others are its files under other names, as the store does not mind. */
export async function manyRuns(root: string, count: number): Promise<void> {
  const world = createWorld({ cwd: root, env: { ...process.env, HOME: root } })
  await designNew.run({ feature: 'first', requirements }, world)
  await world.close()
  const folder = runsIn(root)
  for (let number = 1; number < count; number++) {
    mkdirSync(join(folder, `design-copy-${number}`))
    for (const name of readdirSync(join(folder, 'design-first')))
      if (name !== 'lock.db' && name !== 'writer') cpSync(join(folder, 'design-first', name), join(folder, `design-copy-${number}`, name))
  }
}

/** A run of so many events: a step each, with an artifact of a few kilobytes. */
async function longRun(root: string, events: number): Promise<string> {
  const { reflex } = await import('../src/workflows/reflex/index.ts')
  const store = new FileStore(root)
  const clock = { now: () => Date.now() }
  const input = {
    runId: 'long-20260101-000000',
    alias: 'long',
    folder: '.ai-factory/evolution/long',
    prompt: 'a long run',
    idealResult: '',
    type: 'docs',
    criteria: {
      name: 'c',
      version: 1,
      phase: { A: { threshold: 0.8, active_levels: ['A'] }, B: { threshold: 0.9, active_levels: ['A', 'B'] } },
      rules: [],
    },
    maxIterations: 1000,
    steps: 'short',
    budget: {},
    allowCommands: false,
    judge: false,
    passported: null,
  }
  const open = await store.create(reflex as never, { run: input.runId, workflow: 'reflex', input, pins: {} }, clock)
  for (let number = 1; number < events / 2; number++) {
    const text = `${number} ${'lorem ipsum dolor sit amet '.repeat(80)}\n`
    const { sha256 } = await import('../src/lib/hash.ts')
    const score = Math.min(9900, 4000 + number * 6)
    await commit(
      open,
      {
        events: [
          { type: 'artifact_created', data: { artifact: sha256(text), bytes: text.length, changed: [] } },
          {
            type: 'evaluation_done',
            data: { iteration: number, level: 'A', artifact: sha256(text), score, passed: false, blockers: [], results: [] },
          },
        ],
        objects: [text],
      },
      { clock },
    )
  }
  await open.close()
  return input.runId
}

async function watchers(dashboard: Dashboard, count: number, root: string): Promise<{ ms: number; growth: number }> {
  const headers = await session(dashboard)
  const stop = new AbortController()
  const told: number[] = []
  for (let number = 0; number < count; number++) {
    const response = await fetch(`${dashboard.origin}/api/live`, { headers, signal: stop.signal })
    void listen(response, () => told.push(performance.now()))
  }
  const world = createWorld({ cwd: root, env: { ...process.env, HOME: root } })
  const change = async (number: number) => {
    told.length = 0
    const began = performance.now()
    await designNew.run({ feature: `watched-${number}`, requirements }, world)
    while (told.length < count) await new Promise((resolve) => setTimeout(resolve, 5))
    return performance.now() - began
  }
  for (let number = 0; number < 15; number++) await change(number)
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  let ms = 0
  for (let number = 15; number < 45; number++) ms = Math.max(ms, await change(number))
  globalThis.gc?.()
  const growth = (process.memoryUsage().heapUsed - before) / 1e6
  stop.abort()
  await world.close()
  return { ms, growth }
}

async function listen(response: Response, hear: () => void): Promise<void> {
  const text = new TextDecoder()
  try {
    for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) if (text.decode(part).includes('event: change')) hear()
  } catch {
    // told to leave
  }
}

async function session(dashboard: Dashboard): Promise<Record<string, string>> {
  const headers = { origin: dashboard.origin, 'x-whet-token': dashboard.token }
  const response = await fetch(`${dashboard.origin}/api/session`, { method: 'POST', headers })
  return { ...headers, cookie: String(response.headers.get('set-cookie')).split(';')[0] as string }
}

async function letIn(dashboard: Dashboard): Promise<(path: string) => Promise<unknown>> {
  const headers = await session(dashboard)
  return async (path) => (await fetch(dashboard.origin + path, { headers })).json()
}

/** The least anybody must do to list them: read every run's saved state. */
function readEvery(root: string): void {
  const folder = runsIn(root)
  for (const run of readdirSync(folder)) {
    try {
      const text = readFileSync(join(folder, run, 'snapshot.json'), 'utf8')
      JSON.parse(text.slice(65))
    } catch {
      readFileSync(join(folder, run, 'journal.jsonl'))
    }
  }
}

/** Time at work of this process, which others on the machine do not lengthen. */
function spent(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

function timed(act: () => void): number {
  const began = process.cpuUsage()
  act()
  return spent(began)
}

async function timedAsync(act: () => Promise<unknown>): Promise<number> {
  const began = process.cpuUsage()
  await act()
  return spent(began)
}

async function timedWall(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await act()
  return performance.now() - began
}

async function median(times: number, act: () => Promise<unknown>): Promise<number> {
  const all: number[] = []
  for (let time = 0; time < times; time++) all.push(await timedAsync(act))
  return all.sort((a, b) => a - b)[Math.floor(times / 2)] as number
}

const round = (figure: number) => Math.round(figure * 10) / 10

if (import.meta.main) console.table((await benchDashboard())[0])
