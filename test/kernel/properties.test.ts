// What holds for every workflow on the kernel, whatever the makers say and wherever the driver is stopped.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MemoryStore } from '../../src/adapters/memory-store.ts'
import type { OpenRun } from '../../src/kernel/commit.ts'
import { submitReply } from '../../src/kernel/driver.ts'
import { move } from '../../src/kernel/machine.ts'
import { type RunState, foldEvents, reduceEntry } from '../../src/kernel/reduce.ts'
import { firstStop } from '../../src/kernel/stop.ts'
import type { Reply, Task } from '../../src/kernel/task.ts'
import { sha256 } from '../../src/lib/hash.ts'
import { everything } from '../everything.ts'
import { share } from './chance.ts'
import { facts, repliedIn } from './facts.ts'
import { type Ran, clock, cutOthersShort, entriesOf, resumedRun, run, toTheEnd, wholeRun } from './harness.ts'
import { type Subject, beginning, subjects } from './subjects.ts'

const seeds = fc.integer({ min: 0, max: 1_000_000 })
/** The seeds differ from run to run. */
const times = (numRuns: number) => ({ numRuns: everything ? numRuns * 2 : numRuns })

describe.each(subjects)('every run of $name', (subject) => {
  it('ends the same when the driver is stopped after any commit and resumed, and asks for no recorded reply again', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const undisturbed = await wholeRun(subject, seed)
        const lines = undisturbed.store.journal(run)
        for (let kept = 1; kept <= lines.length; kept++) {
          const resumed = await resumedRun(subject, seed, lines.slice(0, kept))
          await expectSameEnd(resumed, undisturbed)
          const recorded = repliedIn((await entriesOf(undisturbed.store)).slice(0, kept))
          expect(resumed.asked.filter((key) => recorded.includes(key))).toEqual([])
        }
      }),
      times(6),
    )
  })

  it('ends the same when every process is stopped after its first commit', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const undisturbed = await wholeRun(subject, seed)
        let lines: readonly Uint8Array[] = undisturbed.store.journal(run).slice(0, 1)
        let ended: Ran | null = null
        for (let process = 0; ended?.state.outcome == null; process++) {
          expect(process).toBeLessThan(1000)
          const recorded = ended ? repliedIn(await entriesOf(ended.store)) : []
          const abort = new AbortController()
          ended = await resumedRun(subject, seed, lines, {
            signal: abort.signal,
            onCommit: (_, events) => events.some(({ type }) => type !== 'resumed') && abort.abort(),
          })
          expect(ended.asked.filter((key) => recorded.includes(key))).toEqual([])
          lines = ended.store.journal(run)
        }
        await expectSameEnd(ended, undisturbed)
      }),
      times(6),
    )
  })

  it('asks each maker once for each reply when nothing goes wrong', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const { asked } = await wholeRun(subject, seed)
        expect(asked).toEqual([...new Set(asked)])
      }),
      times(50),
    )
  })

  it('adopts what a hand wrote into its artifact at any moment, and still asks for no recorded reply again', async () => {
    let adopted = 0
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const store = new MemoryStore()
        const open = await store.create(
          subject.workflow,
          { run, workflow: subject.workflow.name, input: subject.input(seed, run), pins: {} },
          clock,
          beginning(subject, seed),
        )
        const written = new Set<string>()
        const onCommit = ({ state, seq }: RunState<unknown>) => {
          if (share(seed, `edit ${seq}`) > 0.15 || written.size >= 5) return
          for (const [path, file] of Object.entries(subject.workflow.files(state, run))) {
            if (file.role !== 'artifact') continue
            const text = `# Work\n\nBy hand after step ${seq}.\n`
            store.files.set(path, text)
            written.add(sha256(text))
          }
        }
        const { asked, state } = await toTheEnd(subject, seed, open, { onCommit })
        expect(state.outcome).not.toBeNull()
        expect(asked).toEqual([...new Set(asked)])
        const hashes = (await entriesOf(store)).flatMap(({ objects }) => Object.keys(objects ?? {}))
        adopted += hashes.filter((hash) => written.has(hash)).length
        const lines = store.journal(run)
        for (const kept of [1, Math.ceil(lines.length / 2), lines.length - 1]) {
          const recorded = repliedIn((await entriesOf(store)).slice(0, kept))
          expect((await resumedRun(subject, seed, lines.slice(0, kept))).asked.filter((key) => recorded.includes(key))).toEqual([])
        }
      }),
      times(50),
    )
    if (subject.workflow.adopt) expect(adopted).toBeGreaterThan(0)
    else expect(adopted).toBe(0)
  })

  it('comes to the same state in whichever order side-by-side tasks answer', async () => {
    let met = 0
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const { store } = await wholeRun(subject, seed)
        const lines = store.journal(run)
        for (let kept = 1; kept < lines.length; kept++) {
          const tasks = tasksAfter(subject, await stateAfter(subject, lines.slice(0, kept)))
          if (tasks.length < 2) continue
          met += 1
          const ends = await Promise.all(orders(tasks).map((order) => afterReplies(subject, seed, lines.slice(0, kept), order)))
          if (ends.every(({ outcome }) => outcome === null)) for (const end of ends) expect(end.state).toEqual(ends[0]?.state)
          // A reply that ends the run leaves the others unread; what it ends with must not depend on that.
          else for (const end of ends) expect(end.outcome).toEqual(ends[0]?.outcome)
        }
      }),
      times(30),
    )
    if (subject.oneByOne) expect(met).toBe(0)
    else expect(met).toBeGreaterThan(0)
  })

  it('folds its journal to the very state the driver had, changing nothing it is given', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const { store, state } = await wholeRun(subject, seed)
        let folded: RunState<unknown> | null = null
        await store.read(run, 1, (entry, head) => (folded = deepFreeze(reduceEntry(subject.workflow, folded, deepFreeze(entry), head).run)))
        expect(folded).toEqual(state)
      }),
      times(30),
    )
  })

  it('stops for the same reason however often its state is looked at, read back from disk or not', async () => {
    const reasons = new Set<string>()
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const { store, state: last } = await wholeRun(subject, seed)
        if (last.outcome) reasons.add(last.outcome.reason)
        let folded: RunState<unknown> | null = null
        for (const entry of await entriesOf(store)) {
          for (const event of entry.events) {
            folded = foldEvents(subject.workflow, folded, [event], entry.at).run
            const { state } = folded
            const stored: unknown = JSON.parse(JSON.stringify(state))
            expect(stored).toEqual(state)
            expect(firstStop(subject.stops, stored)).toEqual(firstStop(subject.stops, state))
          }
          const { state } = folded as RunState<unknown>
          expect(subject.workflow.next(JSON.parse(JSON.stringify(state)))).toEqual(subject.workflow.next(state))
        }
      }),
      times(30),
    )
    expect(reasons.size).toBeGreaterThanOrEqual(subject.reasons ?? 3)
  })

  it('moves only along its table, whose every target has a row', async () => {
    const { table, at } = subject.machine
    const rows = Object.keys(table)
    for (const from of rows) {
      for (const to of table[from] ?? []) expect(rows).toContain(to)
      for (const to of rows) expect(move(table, from, to).ok).toBe(table[from]?.includes(to))
    }
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const { store } = await wholeRun(subject, seed)
        let folded: RunState<unknown> | null = null
        for (const { events, at: when } of await entriesOf(store)) {
          for (const event of events) {
            const before: string | null = folded && at(folded.state)
            folded = foldEvents(subject.workflow, folded, [event], when).run
            const now = at(folded.state)
            seen.add(now)
            if (before !== null && before !== now) expect(table[before], `${event.type} moved ${before} to ${now}`).toContain(now)
          }
        }
      }),
      times(30),
    )
    expect([...seen, ...(subject.withChildren ?? [])].sort()).toEqual(rows.sort())
  })
})

async function expectSameEnd(ran: Ran, undisturbed: Ran): Promise<void> {
  expect(ran.state.outcome).toEqual(undisturbed.state.outcome)
  expect(ran.state.open).toEqual({})
  if ((await cutOthersShort(ran.store)) || (await cutOthersShort(undisturbed.store))) return
  expect(facts(await entriesOf(ran.store))).toEqual(facts(await entriesOf(undisturbed.store)))
  expect(ran.state.state).toEqual(undisturbed.state.state)
  expect(filesOf(ran)).toEqual(filesOf(undisturbed))
}

/** Lines of a log that side-by-side tasks wrote may be in either order, and so may keys. */
const filesOf = ({ store }: Ran) =>
  Object.fromEntries(
    [...store.files].map(([path, text]) => [
      path,
      path.endsWith('.jsonl') ? text.split('\n').sort() : path.endsWith('.json') ? (JSON.parse(text) as unknown) : text,
    ]),
  )

async function opened(subject: Subject, lines: readonly Uint8Array[]): Promise<OpenRun<unknown>> {
  const store = new MemoryStore()
  store.restore(run, lines)
  return (await store.open(subject.workflow, run)).open
}

const stateAfter = async (subject: Subject, lines: readonly Uint8Array[]) => (await opened(subject, lines)).state

function tasksAfter(subject: Subject, { state }: RunState<unknown>): Task[] {
  const next = subject.workflow.next(state)
  return 'do' in next ? next.do.slice(0, 3) : []
}

async function afterReplies(
  subject: Subject,
  seed: number,
  lines: readonly Uint8Array[],
  order: readonly Task[],
): Promise<RunState<unknown>> {
  const open = await opened(subject, lines)
  for (const task of order) await submitReply(open, task.key, subject.perform(seed, task) as Reply, { clock })
  return open.state
}

function orders<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, index) => orders([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]))
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}
