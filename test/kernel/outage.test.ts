// Outages: whatever goes down, whenever, a run ends as it would have, and no reply is asked for twice.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MemoryStore } from '../../src/adapters/memory-store.ts'
import { type OpenRun, commit } from '../../src/kernel/commit.ts'
import { drive } from '../../src/kernel/driver.ts'
import type { Clock, Ports, TaskContext } from '../../src/kernel/ports.ts'
import type { DriverEvents } from '../../src/kernel/reduce.ts'
import type { Outage, Performed, Task, Usage } from '../../src/kernel/task.ts'
import type { Workflow } from '../../src/kernel/workflow.ts'
import type { NewEvent } from '../../src/schema/event.ts'
import { share } from './chance.ts'
import { facts } from './facts.ts'
import { type Ran, clock, cutOthersShort, entriesOf, run, seededPorts, toTheEnd, wholeRun } from './harness.ts'
import { type Subject, beginning, subjects } from './subjects.ts'
import { type ToyState, toy } from './toy.ts'

const down = (until: number | null, usage?: Usage): Outage => ({
  outage: { code: until === null ? 'denied' : 'busy', message: '429', until },
  ...(usage && { usage }),
})

describe.each(subjects)('every run of $name', (subject: Subject) => {
  it('ends the same through any outages, in one process or stopped at any of them', async () => {
    let met = 0
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 1_000_000 }), async (seed) => {
        const undisturbed = await wholeRun(subject, seed)
        for (const stops of [false, true]) {
          const ran = await throughOutages(subject, seed, stops)
          met += ran.outages
          expect(ran.state.outcome).toEqual(undisturbed.state.outcome)
          expect(ran.replied).toEqual([...new Set(ran.replied)])
          // One that was down when the end cut it short was never asked, so nothing of it may have been paid.
          if ((await cutOthersShort(ran.store)) || (await cutOthersShort(undisturbed.store))) continue
          expect(ran.state.usage.mayBePaid).toBe(undisturbed.state.usage.mayBePaid)
          expect(withoutOutages(await entriesOf(ran.store))).toEqual(facts(await entriesOf(undisturbed.store)))
          expect(ran.state.state).toEqual(undisturbed.state.state)
        }
      }),
      { numRuns: 25 },
    )
    expect(met).toBeGreaterThan(0)
  })
})

/** Every third call meets an outage, some several in a row; with `stops` the process leaves at each and another goes on. */
async function throughOutages(subject: Subject, seed: number, stops: boolean): Promise<Ran & { replied: string[]; outages: number }> {
  const store = new MemoryStore()
  let open: OpenRun<unknown> = await store.create(
    subject.workflow,
    { run, workflow: subject.workflow.name, input: subject.input(seed, run), pins: {} },
    clock,
    beginning(subject, seed),
  )
  let outages = 0
  const replied: string[] = []
  const patient = stops ? {} : { patienceMs: 1e9 }
  for (;;) {
    const ports = seededPorts(subject, seed, [])
    const ask: Ports['ask'] = async (task, context) => {
      const { outages: before = 0 } = context
      if (before < 5 && share(seed, `down ${task.key} ${before}`) < 0.35) {
        outages += 1
        return down(share(seed, `who ${task.key}`) < 0.2 ? null : clock.now())
      }
      const performed = await ports.ask(task, context)
      if (performed !== 'pending') replied.push(task.key)
      return performed
    }
    const ended = await toTheEnd(subject, seed, open, patient, { ...ports, clock: stops ? clock : { ...clock, wait: async () => {} }, ask })
    if (ended.state.outcome) return { store, ...ended, replied, outages }
    open = (await store.open(subject.workflow, run)).open
  }
}

const withoutOutages = (entries: Awaited<ReturnType<typeof entriesOf>>) =>
  facts(entries.map((entry) => ({ ...entry, events: entry.events.filter(({ type }) => type !== 'waiting' && type !== 'asked_again') })))

describe('the driver', () => {
  const workflow = toy as unknown as Workflow<ToyState>
  type Perform = (task: Task, context: TaskContext) => Performed | Promise<Performed>

  async function start(perform: Perform, { patienceMs = 60_000, onWait = (_ms: number): unknown => null } = {}) {
    const store = new MemoryStore()
    let now = 1000
    const waits: number[] = []
    const passing: Clock = {
      now: () => now,
      wait: async (ms, signal) => {
        waits.push(ms)
        await onWait(ms)
        if (!signal.aborted) now += ms
      },
    }
    const port = async (task: Task, context: TaskContext) => perform(task, context)
    const ports: Ports = { clock: passing, ask: port, evaluate: port, observe: port, effect: port }
    const open = await store.create(workflow, { run: 'r', workflow: 'toy', input: { rounds: 1, mostCalls: 99 }, pins: {} }, passing)
    const events = async () => {
      const found: NewEvent[] = []
      await store.read('r', 1, (entry) => found.push(...(entry.events as NewEvent[])))
      return found
    }
    const reopen = async () => {
      await open.close()
      return (await store.open(workflow, 'r')).open
    }
    return { store, open, ports, waits, events, reopen, go: (more = {}) => drive(open, ports, { patienceMs, ...more }) }
  }

  const answers: Perform = ({ key }) => (key.startsWith('review') ? 'pending' : { ok: true, text: key })
  const firstTime =
    (key: string, outage: Outage): Perform =>
    (task, context) =>
      task.key === key && !context.outages ? outage : answers(task, context)

  it('sits an outage out and asks again, journaled before it is done, without counting it as an answer', async () => {
    const { go, events, waits, open } = await start(firstTime('ann:1', down(3500)))
    expect(await go()).toMatchObject({ at: 'host' })
    expect(waits).toEqual([1000, 1000, 500])
    const told = (await events()).filter(({ type }) => type === 'waiting' || type === 'asked_again')
    expect(told).toEqual([
      { type: 'waiting', data: { task: 'ann:1', code: 'busy', message: '429', until: 3500 } },
      { type: 'asked_again', data: { tasks: ['ann:1'] } },
    ])
    const replied = (await events()).find(({ type, data }) => type === 'replied' && (data as { task: string }).task === 'ann:1')
    expect(replied?.data as DriverEvents['replied']).toMatchObject({ ok: true, attempt: 2 })
    expect(open.state.usage.mayBePaid).toBe(0)
  })

  it('rests at once where it would have to wait too long, and says until when', async () => {
    const { go, waits, open } = await start(firstTime('ann:1', down(1000 + 60_001)))
    expect(await go()).toMatchObject({ at: 'maker', waiting: [{ task: 'ann:1', code: 'busy', message: '429', until: 61_001 }] })
    expect(waits).toEqual([])
    expect(Object.keys(open.state.open)).toEqual(['ann:1'])
  })

  it('loses its patience with a maker that stays down', async () => {
    let calls = 0
    const { go } = await start((task, context) =>
      task.key === 'ann:1' ? (calls++, down(1000 + 20_000 * ((context.outages ?? 0) + 1))) : answers(task, context),
    )
    expect(await go()).toMatchObject({ at: 'maker' })
    expect(calls).toBe(4)
  })

  it('asks a maker that denies once, and another process asks it again, unpaid', async () => {
    const { go, reopen, ports } = await start(firstTime('ann:1', down(null)))
    expect(await go()).toMatchObject({ at: 'maker', waiting: [{ code: 'denied', until: null }] })
    const open = await reopen()
    expect(await drive(open, ports)).toMatchObject({ at: 'host', run: { usage: { mayBePaid: 0 } } })
  })

  it.each([
    ['an assistant has', 0, () => true],
    ['a process of ours had sent', 2, () => false],
  ])('stopped with requests that %s, counts %i of them as paid for', async (_who, count, hosted) => {
    const { open, ports } = await start(answers)
    await commit(open, { events: toy.stop?.(open.state.state, 'enough', 'somebody') ?? [] }, { ...ports, hosted })
    expect(open.state.outcome).toMatchObject({ reason: 'enough' })
    expect(open.state.usage.mayBePaid).toBe(count)
  })

  it('counts what an outage cost, and a call that was made again and lost', async () => {
    const usage = { calls: 1, tokensIn: 3, tokensOut: 0, costMicros: null }
    const { go, open, reopen, ports } = await start((task, context) => {
      if (task.key !== 'ann:1') return answers(task, context)
      return context.outages
        ? new Promise<Performed>((resolve) => context.signal.addEventListener('abort', () => resolve(down(1))))
        : down(1000, usage)
    })
    const leave = new AbortController()
    const resting = go({
      signal: leave.signal,
      onCommit: (_: unknown, events: NewEvent[]) => events.some(({ type }) => type === 'asked_again') && setTimeout(() => leave.abort()),
    })
    expect(await resting).toMatchObject({ at: 'interrupt' })
    expect(open.state).toMatchObject({ usage: { calls: 1, unpriced: 1 }, open: { 'ann:1': { attempt: 2, outages: 1 } } })
    const again = await reopen()
    expect(await drive(again, { ...ports, ask: async ({ key }) => answers({ key } as Task, {} as TaskContext) })).toMatchObject({
      run: { usage: { mayBePaid: 1 } },
    })
  })

  it('leaves at Ctrl-C while it waits, with the question open', async () => {
    const leave = new AbortController()
    const { go, open } = await start(firstTime('ann:1', down(30_000)), { onWait: () => leave.abort() })
    expect(await go({ signal: leave.signal })).toMatchObject({ at: 'interrupt' })
    expect(open.state.open['ann:1']).toMatchObject({ waiting: { until: 30_000 } })
  })

  it('hears a wish to stop while it waits', async () => {
    let waited = 0
    const { go, store } = await start(firstTime('ann:1', down(59_000)), {
      onWait: () => (++waited === 2 ? store.post('r', { kind: 'stop', reason: 'enough', by: 'ann' }, 1) : null),
    })
    expect(await go()).toMatchObject({ at: 'end', outcome: { reason: 'enough' } })
    expect(waited).toBe(2)
  })

  it('rests although a clock goes along, which is stopped and not recorded', async () => {
    let stopped = false
    const timed: Workflow<ToyState> = {
      ...workflow,
      next: (state) => {
        const next = workflow.next(state)
        return 'do' in next ? { do: [...next.do, { kind: 'observe', key: 'clock:1', source: 'clock', args: {}, beside: true }] } : next
      },
    }
    const other = new MemoryStore()
    const open = await other.create(
      timed,
      { run: 'r', workflow: 'toy', input: { rounds: 1, mostCalls: 99 }, pins: {} },
      { now: () => 1000 },
    )
    const port = async (task: Task, context: TaskContext): Promise<Performed> => {
      if (task.key !== 'clock:1') return firstTime('ann:1', down(null))(task, context)
      await new Promise((resolve) => context.signal.addEventListener('abort', resolve))
      stopped = true
      return { ok: false, error: { code: 'aborted', message: 'stopped' } }
    }
    expect(await drive(open, { clock: { now: () => 1000 }, ask: port, evaluate: port, observe: port, effect: port })).toMatchObject({
      at: 'maker',
      waiting: [{ task: 'ann:1' }],
    })
    expect(stopped).toBe(true)
    expect(open.state.open['clock:1']).toBeDefined()
  })

  it('does not hold up what runs beside it', async () => {
    const order: string[] = []
    let release = () => {}
    const slow = new Promise<void>((resolve) => (release = resolve))
    const { go } = await start(async (task, context) => {
      order.push(task.key)
      if (task.key === 'bob:1') await slow
      if (task.key === 'ann:1' && context.outages) release()
      return firstTime('ann:1', down(2000))(task, context)
    })
    await go()
    expect(order.slice(0, 4)).toEqual(['ann:1', 'bob:1', 'world:1', 'ann:1'])
  })
})
