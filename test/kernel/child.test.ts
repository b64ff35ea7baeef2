// Child runs: started once wherever a process dies, waited for through gates, stopped from above, their spending added up.
import { describe, expect, it } from 'vitest'
import { MemoryStore } from '../../src/adapters/memory-store.ts'
import { answerGate } from '../../src/kernel/answer-gate.ts'
import { rederive } from '../../src/operations/rederive.ts'
import { exceeded } from '../../src/agents/budget.ts'
import { type Budget, spent } from '../../src/kernel/budget.ts'
import { childId } from '../../src/kernel/child-id.ts'
import { type ChildWorld, performChild } from '../../src/kernel/child.ts'
import type { OpenRun } from '../../src/kernel/commit.ts'
import { type DriveOptions, type Rest, drive } from '../../src/kernel/driver.ts'
import type { Ports } from '../../src/kernel/ports.ts'
import type { ChildOutcome, Task } from '../../src/kernel/task.ts'
import type { Workflow } from '../../src/kernel/workflow.ts'
import { given } from '../../src/lib/given.ts'
import { clock } from './harness.ts'

interface Part {
  steps: number
  done: number
  gate: boolean
  answered: boolean
  stopped: string | null
}

/** Asks for so many things, one after the other, and then perhaps a person. */
const part: Workflow<Part, { steps: number; gate?: boolean }, { look: 'fine' }> = {
  name: 'part',
  version: 1,
  initial: ({ steps, gate = false }) => ({ steps, done: 0, gate, answered: false, stopped: null }),
  evolve: (state, { type, data }) =>
    type === 'did'
      ? { ...state, done: state.done + 1 }
      : type === 'fine'
        ? { ...state, answered: true }
        : type === 'stopped'
          ? { ...state, stopped: (data as { reason: string }).reason }
          : state,
  next: ({ steps, done, gate, answered, stopped }) => {
    if (stopped !== null) return { done: { status: 'stopped', reason: stopped, passed: false } }
    if (done < steps) return { do: [{ kind: 'ask', key: `do:${done + 1}`, role: 'doer', template: 'do', slots: {}, expects: 'text' }] }
    if (gate && !answered) return { ask: { key: 'look', question: 'Fine?', choices: [{ name: 'fine', means: 'go on' }], facts: {} } }
    return { done: { status: 'finished', reason: `${done} steps`, passed: true } }
  },
  accept: () => ({ events: [{ type: 'did', data: {} }] }),
  gates: { look: { fine: () => ({ events: [{ type: 'fine', data: {} }] }) } },
  stop: (_state, reason) => [{ type: 'stopped', data: { reason } }],
  files: () => ({}),
}

interface Whole {
  plan: ChildPlan[]
  outcomes: Record<string, ChildOutcome>
  stopped: string | null
}
type ChildPlan = Omit<Extract<Task, { kind: 'child' }>, 'kind' | 'workflow'> & { workflow?: string }

/** Two parts side by side, then whatever the plan says next. */
const whole: Workflow<Whole, { plan: ChildPlan[] }> = {
  name: 'whole',
  version: 1,
  initial: ({ plan }) => ({ plan, outcomes: {}, stopped: null }),
  evolve: (state, { type, data }) =>
    type === 'came'
      ? { ...state, outcomes: { ...state.outcomes, [(data as { key: string }).key]: (data as { outcome: ChildOutcome }).outcome } }
      : type === 'stopped'
        ? { ...state, stopped: (data as { reason: string }).reason }
        : state,
  next: ({ plan, outcomes, stopped }) => {
    if (stopped !== null) return { done: { status: 'stopped', reason: stopped, passed: false } }
    const due = plan.filter(({ key }) => !outcomes[key]).slice(0, 2)
    if (due.length > 0) return { do: due.map((child) => ({ kind: 'child', workflow: 'part', ...child })) }
    return {
      done: {
        status: 'finished',
        reason: plan.map(({ key }) => outcomes[key]?.reason).join(', '),
        passed: Object.values(outcomes).every(({ passed }) => passed),
      },
    }
  },
  accept: (_state, task, reply) => ({
    events: reply.ok && 'value' in reply ? [{ type: 'came', data: { key: task.key, outcome: reply.value } }] : [],
  }),
  gates: {},
  stop: (_state, reason) => [{ type: 'stopped', data: { reason } }],
  files: () => ({}),
}

const workflows: Record<string, Workflow<unknown>> = { part, whole }
const run = 'tree-20250615-120000'

class Tree {
  readonly asked: string[] = []
  readonly store: MemoryStore
  readonly known = new Set([run])
  pace: (key: string, run: string) => Promise<void> = async () => {}
  /** The journals of all runs, as a process that died there would have left them. */
  readonly photographs: Map<string, readonly Uint8Array[]>[] = []

  readonly budget: Budget | undefined

  constructor(photograph?: ReadonlyMap<string, readonly Uint8Array[]>, budget?: Budget) {
    this.budget = budget
    this.store = new MemoryStore()
    for (const [name, lines] of photograph ?? []) this.store.restore(name, lines)
  }

  ports(of: () => string): Ports {
    const no = async () => Promise.reject(new Error('not asked for'))
    return {
      clock,
      evaluate: no,
      observe: no,
      effect: no,
      ask: async ({ key }, context) => {
        this.known.add(context.run)
        this.photograph()
        await this.pace(key, context.run)
        this.asked.push(`${context.run} ${key}`)
        return { ok: true, text: 'done', usage: { calls: 1, tokensIn: 10, tokensOut: 5, costMicros: 100 } }
      },
      child: (task, context) => performChild(task, context, this.world(of)),
    }
  }

  world(of: () => string): ChildWorld {
    return {
      store: this.store,
      workflow: async (name) => workflows[name] as Workflow<unknown>,
      prepare: async () => ({ ports: this.ports(of), pins: {} }),
      onCommit: () => this.photograph(),
    }
  }

  /** At one moment: nothing is awaited between two journals. */
  photograph(): void {
    const names = [run, ...['a', 'b', 'c'].map((key) => childId(run, key))].filter((name) => this.known.has(name))
    this.photographs.push(new Map(names.map((name) => [name, [...this.store.journal(name)]])))
  }

  async open(plan: ChildPlan[]): Promise<OpenRun<unknown>> {
    if (await this.store.has(run)) return (await this.store.open(whole as Workflow<unknown>, run)).open
    return this.store.create(
      whole as Workflow<unknown>,
      { run, workflow: 'whole', input: { plan }, pins: {}, ...given({ budget: this.budget }) },
      clock,
    )
  }

  async drive(plan: ChildPlan[], options: DriveOptions<unknown> = {}): Promise<Rest<unknown>> {
    const open = await this.open(plan)
    const rest = await drive(
      open,
      this.ports(() => run),
      { ...options, onCommit: (...committed) => (this.photograph(), options.onCommit?.(...committed)) },
    )
    await open.close()
    return rest
  }

  async answer(key: string): Promise<void> {
    const { open } = await this.store.open(part as Workflow<unknown>, childId(run, key))
    expect(await answerGate(open, 'look', { choice: 'fine', by: 'me', assurance: 'unattested' }, { clock })).toBeNull()
    await open.close()
  }
}

const plan: ChildPlan[] = [
  { key: 'a', input: { steps: 2 } },
  { key: 'b', input: { steps: 1 } },
  { key: 'c', input: { steps: 2 } },
]

describe('a tree of runs', () => {
  it('runs children side by side and one after the other, names their parent, and adds up what they spent', async () => {
    const tree = new Tree()
    const rest = await tree.drive(plan)
    expect(rest).toMatchObject({ at: 'end', outcome: { status: 'finished', passed: true, reason: '2 steps, 1 steps, 2 steps' } })
    expect(rest.run.usage).toMatchObject({ calls: 5, tokensIn: 50, tokensOut: 25, costMicros: 500 })
    expect((await tree.store.list()).sort()).toEqual([run, ...plan.map(({ key }) => childId(run, key))].sort())
    expect((await tree.store.load(part as Workflow<unknown>, childId(run, 'a'))).run.parent).toEqual({ run, task: 'a' })
  })

  it('whoever dies wherever: going on starts no child twice and asks for no recorded reply again', async () => {
    const undisturbed = new Tree()
    const { run: end } = await undisturbed.drive(plan)
    expect(undisturbed.photographs.length).toBeGreaterThan(12)
    for (const photograph of undisturbed.photographs) {
      const recorded = [...photograph].flatMap(([name, lines]) =>
        lines.flatMap((line) =>
          [...new TextDecoder().decode(line).matchAll(/"type":"replied","data":\{"task":"([^"]+)"/g)].map(([, key]) => `${name} ${key}`),
        ),
      )
      const resumed = new Tree(photograph)
      const rest = await resumed.drive(plan)
      expect(rest.run.outcome).toEqual(end.outcome)
      expect(rest.run.usage.calls).toBe(end.usage.calls)
      expect((await resumed.store.list()).sort()).toEqual((await undisturbed.store.list()).sort())
      expect(resumed.asked.filter((asked) => recorded.includes(asked))).toEqual([])
    }
  })

  it('is derived again with its children; one that is gone, or came to something else than its parent says, is found', async () => {
    const tree = new Tree()
    await tree.drive(plan)
    const again = (store: MemoryStore) =>
      rederive({ store, workflows: { get: async (name: string) => workflows[name] } } as never, whole as never, run, {
        everything: true,
        commands: false,
      })
    expect(await again(tree.store)).toMatchObject({ children: 3, replies: 8, differences: [] })
    const without = new MemoryStore()
    const swapped = new MemoryStore()
    for (const name of await tree.store.list()) {
      if (name !== childId(run, 'b')) without.restore(name, tree.store.journal(name))
      swapped.restore(name, tree.store.journal(name === childId(run, 'b') ? childId(run, 'a') : name))
    }
    expect((await again(without)).differences.map(({ what }) => what)).toEqual([expect.stringContaining("isn't here")])
    expect((await again(swapped)).differences.map(({ what }) => what)).toEqual([
      expect.stringContaining('began with other input'),
      expect.stringContaining('ended differently'),
    ])
  })

  // The plan takes five calls, of 15 tokens and 100 millionths each. What a call costs is known only afterwards.
  it.each([
    [{ calls: 1 }, 0],
    [{ calls: 3 }, 0],
    [{ calls: 4 }, 0],
    [{ calls: 9 }, 0],
    [{ tokens: 45 }, 15],
    [{ costUsd: 0.00025 }, 100],
  ])('within %o: no child outspends its parent, whoever dies wherever', async (budget, mostOver) => {
    const undisturbed = new Tree(undefined, budget)
    const { run: end } = await undisturbed.drive(plan)
    expect(end.usage.calls).toBe(Math.min(5, (budget as Budget).calls ?? end.usage.calls))
    for (const photograph of [new Map(), ...undisturbed.photographs]) {
      const tree = new Tree(photograph, budget)
      const rest = await tree.drive(plan)
      expect(rest.at).toBe('end')
      const children = (await tree.store.list()).filter((name) => name !== run)
      expect(exceeded(budget, spent(rest.run))?.overshoot ?? 0).toBeLessThanOrEqual(mostOver * children.length)
      for (const name of children) {
        const child = (await tree.store.load(part as Workflow<unknown>, name)).run
        expect(exceeded(child.budget as Budget, spent(child))?.overshoot ?? 0).toBeLessThanOrEqual(mostOver)
      }
    }
    const again = { store: undisturbed.store, workflows: { get: async (name: string) => workflows[name] } } as never
    expect((await rederive(again, whole as never, run, { everything: true, commands: false })).differences).toEqual([])
  })

  it('starts nothing more and ends for that reason once its budget is used up', async () => {
    const tree = new Tree(undefined, { calls: 3 })
    const rest = await tree.drive(plan)
    expect(rest).toMatchObject({ at: 'end', outcome: { status: 'stopped', reason: 'budget_exceeded' } })
    expect((rest.run.state as Whole).stopped).toBe('budget_exceeded') // by its own rule for stops, if it has one
    expect((await tree.store.list()).sort()).toEqual([run, childId(run, 'a'), childId(run, 'b')].sort())
  })

  it('waits while a child waits for a person, and goes on when that one has ended', async () => {
    const tree = new Tree()
    const gated = [
      { key: 'a', input: { steps: 1, gate: true } },
      { key: 'b', input: { steps: 1 } },
    ]
    expect(await tree.drive(gated)).toMatchObject({ at: 'child', runs: [childId(run, 'a')] })
    expect(await tree.drive(gated)).toMatchObject({ at: 'child' })
    await tree.answer('a')
    expect(await tree.drive(gated)).toMatchObject({ at: 'end', outcome: { passed: true } })
    expect(tree.asked.length).toBe(2)
  })

  it('stopping the parent stops its children after their current step, and what they spent still counts', async () => {
    const tree = new Tree()
    tree.pace = async (key) => {
      if (key === 'do:3') await tree.store.post(run, { kind: 'stop', reason: 'enough', by: 'me' }, clock.now())
    }
    const rest = await tree.drive([{ key: 'a', input: { steps: 50 } }])
    expect(rest).toMatchObject({ at: 'end', outcome: { status: 'stopped', reason: 'enough' } })
    expect(tree.asked.length).toBeLessThan(6)
    const child = (await tree.store.load(part as Workflow<unknown>, childId(run, 'a'))).run
    expect(child.outcome).toMatchObject({ status: 'stopped', reason: 'the run that started it was stopped' })
    expect((await tree.store.load(whole as Workflow<unknown>, run)).run.usage.calls).toBe(child.usage.calls)
  })

  it('Ctrl-C leaves parent and child where they are; going on asks only for what is missing', async () => {
    const tree = new Tree()
    const leave = new AbortController()
    const deep = [{ key: 'a', input: { steps: 4 } }]
    tree.pace = async (key) => void (key === 'do:3' && leave.abort())
    const going = tree.drive(deep, { signal: leave.signal })
    expect((await going).at).toBe('interrupt')
    expect(await tree.drive(deep)).toMatchObject({ at: 'end', outcome: { passed: true } })
    expect(tree.asked.length).toBeLessThanOrEqual(5)
  })
})
