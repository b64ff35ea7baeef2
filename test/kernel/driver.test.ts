// The driver, task by task: what it asks, when, what it records, and how it leaves.
import { describe, expect, it } from 'vitest'
import { MemoryStore } from '../../src/adapters/memory-store.ts'
import { type OpenRun, commit } from '../../src/kernel/commit.ts'
import { answerGate } from '../../src/kernel/answer-gate.ts'
import { drive, submitReply } from '../../src/kernel/driver.ts'
import type { Ports, TaskContext } from '../../src/kernel/ports.ts'
import type { DriverEvents } from '../../src/kernel/reduce.ts'
import type { Performed, Reply, Task } from '../../src/kernel/task.ts'
import type { Workflow } from '../../src/kernel/workflow.ts'
import { sha256 } from '../../src/lib/hash.ts'
import { Fault } from '../../src/schema/fault.ts'
import type { NewEvent } from '../../src/schema/event.ts'
import { type ToyInput, type ToyState, toy } from './toy.ts'

const workflow = toy as unknown as Workflow<ToyState>
const usage = { calls: 1, tokensIn: 10, tokensOut: 2, costMicros: 5 }
const paid = (text: string): Reply => ({ ok: true, text, usage })
type Perform = (task: Task, context: TaskContext) => Promise<Performed> | Performed

function portsOf(perform: Perform, more: Partial<Ports> = {}): Ports {
  const port = async (task: Task, context: TaskContext) => perform(task, context)
  return { clock: { now: () => 1000 }, ask: port, evaluate: port, observe: port, effect: port, ...more }
}

async function newRun(input: ToyInput = { rounds: 1, mostCalls: 99 }): Promise<{ store: MemoryStore; open: OpenRun<ToyState> }> {
  const store = new MemoryStore()
  return { store, open: await store.create(workflow, { run: 'r', workflow: 'toy', input, pins: {} }, { now: () => 1000 }) }
}

async function eventsOf(store: MemoryStore): Promise<NewEvent[]> {
  const events: NewEvent[] = []
  await store.read('r', 1, (entry) => events.push(...(entry.events as NewEvent[])))
  return events
}

const typesOf = async (store: MemoryStore) => (await eventsOf(store)).map(({ type }) => type)
const hostless: Perform = ({ key }) => paid(key)

describe('an entry', () => {
  it('records requests before they are made, and a reply, its meaning and the next requests together', async () => {
    const { store, open } = await newRun()
    const known: string[][] = []
    await drive(
      open,
      portsOf(({ key }) => {
        known.push(Object.keys(open.state.open))
        expect(Object.keys(open.state.open)).toContain(key)
        return key.startsWith('review') ? 'pending' : paid(key)
      }),
    )
    const entries: string[][] = []
    await store.read('r', 1, ({ events }) => entries.push(events.map(({ type }) => type)))
    expect(entries).toEqual([
      ['created', 'asked'],
      ['replied', 'made'],
      ['replied', 'made'],
      ['replied', 'made', 'joined', 'asked'],
    ])
    expect(known[0]).toEqual(['ann:1', 'bob:1', 'world:1'])
  })

  it('performs side-by-side tasks at the same time and records each as it comes', async () => {
    const { store, open } = await newRun()
    const release: Record<string, (reply: Reply) => void> = {}
    const began: string[] = []
    const driving = drive(
      open,
      portsOf(({ key }) => {
        began.push(key)
        if (key.startsWith('review')) return 'pending'
        return new Promise<Reply>((resolve) => (release[key] = resolve))
      }),
    )
    await turns()
    expect(began).toEqual(['ann:1', 'bob:1', 'world:1'])
    for (const key of ['world:1', 'bob:1', 'ann:1']) {
      release[key]?.(paid(key))
      await turns()
    }
    await driving
    const replied = (await eventsOf(store))
      .filter(({ type }) => type === 'replied')
      .map(({ data }) => (data as DriverEvents['replied']).task)
    expect(replied).toEqual(['world:1', 'bob:1', 'ann:1'])
  })

  it('lets a workflow see what a reply cost when it says what the reply means', async () => {
    const { open } = await newRun({ rounds: 3, mostCalls: 3 })
    expect(await drive(open, portsOf(hostless))).toMatchObject({ at: 'end', outcome: { reason: 'budget' } })
    expect(open.state.state.calls).toBe(3)
  })

  it('takes a failure of a maker as a reply, and a failure of the disk or a defect of ours as the end of driving', async () => {
    const failing = (code: 'maker' | 'timeout' | 'storage' | 'integrity') =>
      portsOf(({ key }) => (key === 'ann:1' ? Promise.reject(new Fault(code, 'broken')) : key.startsWith('review') ? 'pending' : paid(key)))
    for (const code of ['maker', 'timeout'] as const) {
      const { store, open } = await newRun()
      await drive(open, failing(code))
      expect(
        (await eventsOf(store)).find(({ type, data }) => type === 'replied' && (data as DriverEvents['replied']).task === 'ann:1')?.data,
      ).toMatchObject({ ok: false, error: { code, message: 'broken' } })
      expect(open.state.state.got['ann']).toBe(sha256('ann:1#2'))
    }
    for (const code of ['storage', 'integrity'] as const)
      await expect(drive((await newRun()).open, failing(code))).rejects.toMatchObject({ code })
    await expect(
      drive(
        (await newRun()).open,
        portsOf(() => Promise.reject(new TypeError('oops'))),
      ),
    ).rejects.toMatchObject({ code: 'internal', message: 'oops' })
  })

  it('commits nothing when there is nothing to say', async () => {
    const { store, open } = await newRun()
    await commit(open, { events: [] }, { clock: { now: () => 1 } })
    expect(store.journal('r')).toHaveLength(1)
  })

  it('never makes a run older when the clock is set back', async () => {
    const { open } = await newRun()
    await submitReply(open, 'ann:1', paid('a'), { clock: { now: () => 5000 } })
    await submitReply(open, 'bob:1', paid('b'), { clock: { now: () => 10 } })
    expect(open.state.at).toBe(5000)
  })

  it('counts usage, and calls without a price apart', async () => {
    const { open } = await newRun()
    const clock = { now: () => 1 }
    await submitReply(open, 'ann:1', paid('a'), { clock })
    await submitReply(
      open,
      'bob:1',
      { ok: false, error: { code: 'maker', message: 'no' }, usage: { calls: 2, tokensIn: 1, tokensOut: 1, costMicros: null } },
      { clock },
    )
    expect(open.state.usage).toEqual({ calls: 3, tokensIn: 11, tokensOut: 3, costMicros: 5, mayBePaid: 0, unpriced: 2 })
  })

  it('ends a run that knows nothing of budgets: it asks for nothing there is no room for', async () => {
    const { stop: _none, ...unaware } = workflow
    const first = { run: 'r', workflow: 'toy', input: { rounds: 3, mostCalls: 99 }, pins: {}, budget: { calls: 2 } }
    const open = await new MemoryStore().create(unaware, first, { now: () => 1 })
    const asked: string[] = []
    const rest = await drive(
      open,
      portsOf(({ key }) => (asked.push(key), paid(key))),
    )
    expect(rest).toMatchObject({ at: 'end', outcome: { status: 'stopped', reason: 'budget_exceeded', passed: false } })
    expect(asked).toEqual(['ann:1', 'bob:1', 'world:1'])
    expect((await drive(open, portsOf(hostless))).at).toBe('end')
  })

  it('names a workflow that asks again for a recorded reply, and keeps the reply', async () => {
    const stubborn: Workflow<ToyState> = { ...workflow, accept: () => ({ events: [] }) }
    const open = await new MemoryStore().create(
      stubborn,
      { run: 'r', workflow: 'toy', input: { rounds: 1, mostCalls: 9 }, pins: {} },
      { now: () => 1 },
    )
    await expect(drive(open, portsOf(hostless))).rejects.toMatchObject({
      code: 'invalid',
      message: 'the workflow toy asks for ann:1 again although its reply is recorded',
    })
    expect(open.state.usage.calls).toBe(1)
  })
})

describe('leaving', () => {
  it('tells every task to stop, waits for all of them, and records none of their failures', async () => {
    const { store, open } = await newRun()
    const abort = new AbortController()
    const ended: string[] = []
    const driving = drive(
      open,
      portsOf(({ key }, { signal }) => untilStopped(signal, () => ended.push(key))),
      { signal: abort.signal },
    )
    await turns()
    abort.abort()
    expect(await driving).toMatchObject({ at: 'interrupt' })
    expect(ended.sort()).toEqual(['ann:1', 'bob:1', 'world:1'])
    expect(await typesOf(store)).toEqual(['created', 'asked'])
  })

  it('keeps a reply that came in at the last moment: it was paid for', async () => {
    const { store, open } = await newRun()
    const abort = new AbortController()
    await drive(
      open,
      portsOf(({ key }, { signal }) => {
        if (key !== 'ann:1') return untilStopped(signal)
        abort.abort()
        return paid('at the last moment')
      }),
      { signal: abort.signal },
    )
    expect(await typesOf(store)).toEqual(['created', 'asked', 'replied', 'made'])
  })

  it('does nothing at all when it is told to leave before it begins', async () => {
    const { store, open } = await newRun()
    expect(
      await drive(
        open,
        portsOf(() => Promise.reject(new Error('asked'))),
        { signal: AbortSignal.abort() },
      ),
    ).toMatchObject({ at: 'interrupt' })
    expect(store.journal('r')).toHaveLength(1)
  })

  it('leaves nothing running when something goes wrong', async () => {
    const { open } = await newRun()
    const ended: string[] = []
    const driving = drive(
      open,
      portsOf(({ key }, { signal }) =>
        key === 'ann:1' ? Promise.reject(new Fault('storage', 'full')) : untilStopped(signal, () => ended.push(key)),
      ),
    )
    await expect(driving).rejects.toMatchObject({ code: 'storage', message: 'full' })
    expect(ended.sort()).toEqual(['bob:1', 'world:1'])
  })
})

describe('taking over', () => {
  const reopened = async (store: MemoryStore, lines: readonly Uint8Array[]) => {
    store.restore('r', lines)
    return (await store.open(workflow, 'r')).open
  }

  it('says what was asked before and may have been paid for; a first process says nothing of the sort', async () => {
    const { store, open } = await newRun()
    const attempts: Record<string, number> = {}
    const ports = portsOf(({ key }, { attempt }) => {
      attempts[key] = attempt
      return key.startsWith('review') ? 'pending' : paid(key)
    })
    await drive(open, ports)
    expect(await typesOf(store)).not.toContain('resumed')
    expect(attempts).toEqual({ 'ann:1': 1, 'bob:1': 1, 'world:1': 1, 'review:1': 1 })
    const second = await reopened(store, store.journal('r').slice(0, 2))
    await drive(second, ports)
    expect((await eventsOf(store)).filter(({ type }) => type === 'resumed')).toEqual([
      { type: 'resumed', data: { open: ['bob:1', 'world:1'] } },
    ])
    expect(attempts).toEqual({ 'ann:1': 1, 'bob:1': 2, 'world:1': 2, 'review:1': 1 })
    expect(second.state.usage.mayBePaid).toBe(1)
  })

  it('is no matter for a task that rests with a host', async () => {
    const { store, open } = await newRun()
    const ports = portsOf(({ key }) => (key.startsWith('review') ? 'pending' : paid(key)), {
      hosted: ({ key }) => key.startsWith('review'),
    })
    await drive(open, ports)
    const before = store.journal('r').length
    for (let i = 0; i < 3; i++) {
      const again = await reopened(store, store.journal('r'))
      expect(await drive(again, ports)).toMatchObject({ at: 'host', tasks: [{ key: 'review:1' }] })
    }
    expect(store.journal('r')).toHaveLength(before)
  })

  it('is said again by each process that takes over', async () => {
    const { store } = await newRun()
    for (let attempt = 2; attempt <= 4; attempt++) {
      const open = await reopened(store, store.journal('r'))
      await expect(
        drive(
          open,
          portsOf(() => Promise.reject(new Fault('storage', 'full'))),
        ),
      ).rejects.toThrow('full')
      expect(open.state.open['ann:1']?.attempt).toBe(attempt)
      expect(open.state.usage.mayBePaid).toBe(2 * (attempt - 1))
    }
  })
})

describe('being overtaken', () => {
  it('records what an unwanted reply cost, stops those still out, and takes none of them for an answer', async () => {
    // A workflow whose tasks carry the artifact's hash in their key, as judging does.
    const judged: Workflow<ToyState> = {
      ...workflow,
      next: (state) =>
        state.got['ann']
          ? { done: { status: 'done', reason: 'all', passed: true } }
          : {
              do: ['one', 'two'].map((name) => ({
                kind: 'ask',
                key: `${name}:${state.artifact?.slice(0, 4)}`,
                role: name,
                template: name,
                slots: {},
                expects: 'text',
              })),
            },
      accept: (state, { key }) => ({
        events: key.startsWith('one') && state.artifact === sha256('by hand') ? [{ type: 'made', data: { who: 'ann', hash: 'x' } }] : [],
      }),
      initial: (input) => ({ ...toy.initial(input as unknown as ToyInput, 0), artifact: sha256('first') }),
    }
    const store = new MemoryStore()
    const open = await store.create(
      judged,
      { run: 'r', workflow: 'toy', input: { rounds: 1, mostCalls: 9 }, pins: {} },
      { now: () => 1 },
      { objects: ['first'] },
    )
    const stopped: string[] = []
    const rest = await drive(
      open,
      portsOf(async ({ key }, { signal }) => {
        if (key === `one:${sha256('first').slice(0, 4)}`) {
          store.files.set('toy/r/artifact.md', 'by hand')
          return paid('about the first')
        }
        if (key.startsWith('two')) return untilStopped(signal, () => stopped.push(key), usage)
        return paid('about the edited')
      }),
    )
    expect(rest).toMatchObject({ at: 'end', outcome: { reason: 'all' } })
    const replied = (await eventsOf(store)).filter(({ type }) => type === 'replied').map(({ data }) => data as DriverEvents['replied'])
    const overtaken = replied.filter((data) => data.overtaken).map(({ task }) => task)
    expect(overtaken).toContain(`one:${sha256('first').slice(0, 4)}`)
    expect(stopped).toContain(`two:${sha256('first').slice(0, 4)}`)
    expect(open.state.usage.calls).toBe(replied.length)
    // What was still out at the end may have been paid for.
    expect(open.state.usage.mayBePaid + replied.length).toBe(4)
  })
})

describe('a host', () => {
  it('is waited for without holding the driver, and its reply counts once', async () => {
    const { open } = await newRun()
    const ports = portsOf(({ key }) => (key.startsWith('review') ? 'pending' : paid(key)))
    expect(await drive(open, ports)).toMatchObject({ at: 'host', tasks: [{ key: 'review:1' }] })
    expect(await submitReply(open, 'review:9', paid('x'), ports)).toEqual({ refused: "run r isn't waiting for a reply to review:9" })
    expect(await submitReply(open, 'review:1', paid('x'), ports)).toBeNull()
    expect(await submitReply(open, 'review:1', paid('x'), ports)).toEqual({ refused: "run r isn't waiting for a reply to review:1" })
    expect(await drive(open, ports)).toMatchObject({ at: 'end', outcome: { reason: 'rounds', passed: true } })
  })
})

describe('a gate', () => {
  const answer = { choice: 'yes', by: 'me', assurance: 'unattested' as const }

  async function atGate() {
    const made = await newRun({ rounds: 2, mostCalls: 99 })
    const ports = portsOf(hostless)
    expect(await drive(made.open, ports)).toMatchObject({ at: 'gate', gate: { key: 'go-on:1' } })
    return { ...made, ports }
  }

  it.each([
    ['a choice there is not', 'go-on:1', { ...answer, choice: 'maybe' }, '"maybe" can\'t be chosen here; the choices are yes, no, force'],
    ['a gate that is not open', 'go-on:9', answer, 'gate go-on:9 is no longer open; go-on:1 is'],
    ['no reason where one is needed', 'go-on:1', { ...answer, choice: 'no' }, '"no" needs why'],
    ['an empty reason', 'go-on:1', { ...answer, choice: 'no', text: '  ' }, '"no" needs why'],
    [
      'nobody attested where a person must decide',
      'go-on:1',
      { ...answer, choice: 'force' },
      '"force" needs a person: answer at a terminal, in the dashboard or with a signature',
    ],
  ])('refuses %s and stays open', async (_, key, given, refused) => {
    const { open, ports, store } = await atGate()
    const before = store.journal('r').length
    expect(await answerGate(open, key, given, ports)).toEqual({ refused })
    expect(store.journal('r')).toHaveLength(before)
    expect(open.state.gate).toBe('go-on:1')
  })

  it('records who chose what and with which assurance, and opens once', async () => {
    const { open, ports, store } = await atGate()
    await drive(open, ports)
    expect((await typesOf(store)).filter((type) => type === 'gate_opened')).toHaveLength(1)
    expect(
      await answerGate(open, 'go-on:1', { choice: 'force', text: 'because', by: 'me', assurance: 'signed', signature: 'sig' }, ports),
    ).toBeNull()
    expect((await eventsOf(store)).find(({ type }) => type === 'gate_answered')?.data).toEqual({
      gate: 'go-on:1',
      choice: 'force',
      text: 'because',
      by: 'me',
      assurance: 'signed',
      signature: 'sig',
    })
    expect(await answerGate(open, null, answer, ports)).toEqual({ refused: "run r isn't waiting for a decision" })
  })

  it.each([
    ['kind of gate', {}],
    ['choice', { 'go-on': { yes: toy.gates['go-on'].yes, no: toy.gates['go-on'].no } }],
  ])('with a %s that has no case is named before anybody is asked, and opens once it has one', async (_, gates) => {
    const store = new MemoryStore()
    const untyped = { ...workflow, gates } as Workflow<ToyState>
    const first = { run: 'r', workflow: 'toy', input: { rounds: 2, mostCalls: 99 }, pins: {} }
    const open = await store.create(untyped, first, { now: () => 1000 })
    const message = expect.stringMatching(/^the workflow toy offers "(yes|force)" at go-on:1 but has no case for it$/)
    await expect(drive(open, portsOf(hostless))).rejects.toMatchObject({ code: 'invalid', message })
    await open.close()
    const asked: string[] = []
    const again = await drive(
      (await store.open(workflow, 'r')).open,
      portsOf(({ key }) => (asked.push(key), paid(key))),
    )
    expect([again.at, asked]).toEqual(['gate', []])
  })
})

/** Lets everything that is ready happen. */
async function turns(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve))
}

function untilStopped(signal: AbortSignal, note: () => void = () => {}, spent?: typeof usage): Promise<Reply> {
  return new Promise((resolve) => {
    const stop = () => {
      note()
      resolve({ ok: false, error: { code: 'aborted', message: 'told to stop' }, ...(spent && { usage: spent }) })
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop)
  })
}
