// Derives a recorded run again, entry by entry: what each reply and answer means today, compared with what was committed. Calls no maker.
import { isDeepStrictEqual } from 'node:util'
import { meaningOfAnswer } from '../kernel/answer-gate.ts'
import { childId } from '../kernel/child-id.ts'
import { follow } from '../kernel/commit.ts'
import { meaningOf } from '../kernel/meaning.ts'
import { type DriverEvents, type RunState, foldEvents } from '../kernel/reduce.ts'
import { type Answer, type Child, type Evaluate, type Observe, type Reply, type Task, taskObjects } from '../kernel/task.ts'
import type { Entry, Json, NewEvent } from '../schema/event.ts'
import { toFault } from '../schema/fault.ts'
import type { Verdict } from '../schema/verdict.ts'
import { withoutPhrases } from './without-phrases.ts'
import { objectOf } from './show.ts'
import type { AnyWorkflow } from './definition.ts'
import type { World } from './world.ts'

export interface Difference {
  seq: number
  task: string
  what: string
}

/** Counts of what was derived again. */
interface Counts {
  replies: number
  /** Of them, judges' replies, checked again for evidence. */
  judged: number
  answers: number
  /** Checks run again, and those skipped. */
  verdicts: number
  notRepeated: number
  /** Observations repeated from their texts alone. */
  observed: number
  /** Child runs derived again from their own journals; their contents are included in the counts. */
  children: number
}

const nothing: Counts = { replies: 0, judged: 0, answers: 0, verdicts: 0, notRepeated: 0, observed: 0, children: 0 }

export interface Rederived extends Counts {
  differences: Difference[]
  /** Events that don't follow from anything recorded, by type. */
  outside: Record<string, number>
}

/** The result for one entry; for a child run, everything in it. */
interface Again extends Partial<Counts> {
  differences: string[]
  outside?: Record<string, number>
}

interface How {
  /** Also answers, observations and events without a reply. */
  everything: boolean
  /** Also checks that run commands. */
  commands: boolean
}

export async function rederive(world: World, definition: AnyWorkflow, run: string, how: How): Promise<Rederived> {
  const entries: Entry[] = []
  await world.store.read(run, 1, (entry) => entries.push(entry))
  const result: Rederived = { ...nothing, differences: [], outside: {} }
  const add = (seq: number, task: string, { differences, outside = {}, ...counts }: Again) => {
    for (const [name, n] of Object.entries(counts)) result[name as keyof Counts] += n
    for (const [type, n] of Object.entries(outside)) result.outside[type] = (result.outside[type] ?? 0) + n
    result.differences.push(...differences.map((what) => ({ seq, task, what })))
  }
  let state: RunState<unknown> | null = null
  for (const entry of entries) {
    const at = entry.events.findIndex(({ type }) => type === 'replied')
    const replied = entry.events[at]
    if (state && replied) {
      const { task } = replied.data as DriverEvents['replied']
      add(entry.seq, task, { replies: 1, judged: task.startsWith('judge:') ? 1 : 0, differences: [] })
      add(entry.seq, task, await repeat(world, definition, state, entry, entry.events.slice(0, at + 1), how))
    } else if (how.everything) add(entry.seq, entry.events[0]?.type ?? '', otherwise(definition, state, entry))
    state = foldEvents(definition, state, entry.events, entry.at).run
  }
  return result
}

const following = new Set(['asked', 'gate_opened', 'ended'])
const drivers = new Set(['created', 'resumed', 'waiting', 'asked_again', 'mail_received', 'repaired', ...following])

/** An entry without a reply: a person's answer is derived again; other events must be ones that may come from outside. */
function otherwise(definition: AnyWorkflow, state: RunState<unknown> | null, { events, at }: Entry): Again {
  const said = events.find(({ type }) => type === 'gate_answered')?.data as DriverEvents['gate_answered'] | undefined
  if (said && state) {
    const next = definition.next(state.state)
    const gate = 'ask' in next ? next.ask : null
    const { gate: key, ...rest } = said
    if (gate?.key !== key) return { differences: [`answers ${key}, which was not asked`] }
    const meant = meaningOfAnswer(definition, state.state, gate, rest as Answer)
    const attested = gate.choices.find(({ name }) => name === said.choice)?.attested
    const expected = !('refused' in meant) ? [{ type: 'gate_answered', data: said }, ...meant.events] : []
    const difference = firstDifference(
      events,
      plain([...expected, ...(expected.length > 0 ? follow(definition, foldEvents(definition, state, expected, at).run) : [])]),
    )
    if (difference === null) return { answers: 1, differences: [] }
    // Data given with a choice isn't recorded separately, so only its consequence can be read back.
    return attested ? { differences: [difference] } : { outside: { gate_answered: 1 }, differences: [] }
  }
  const given = events.filter(({ type }) => !following.has(type))
  const others = given.filter(({ type }) => !drivers.has(type))
  const unfounded = others.filter((event) => !definition.outside?.(event))
  const differences = unfounded.map(({ type }) => `${type} doesn't follow from anything recorded`)
  if (state !== null && given.some(({ type }) => type === 'created')) differences.push('it was created twice')
  if (given.length > 0) {
    const difference = firstDifference(
      events.filter(({ type }) => following.has(type)),
      plain(follow(definition, foldEvents(definition, state, given, at).run)),
    )
    if (difference !== null) differences.push(difference)
  }
  const outside: Record<string, number> = {}
  for (const { type } of others) outside[type] = (outside[type] ?? 0) + 1
  return { outside, differences }
}

/** `known`: the reply, after any stop requests that arrived meanwhile. */
async function repeat(
  world: World,
  definition: AnyWorkflow,
  state: RunState<unknown>,
  entry: Entry,
  known: NewEvent[],
  how: How,
): Promise<Again> {
  const data = known.at(-1)?.data as DriverEvents['replied']
  const next = definition.next(state.state)
  const task = 'do' in next ? next.do.find(({ key }) => key === data.task) : undefined
  if (data.overtaken) return { differences: task ? ['recorded as overtaken, but the workflow was waiting for it'] : [] }
  if (!task) return { differences: ['the workflow would not have requested this'] }
  const texts = new Map<string, string>()
  for (const hash of taskObjects(task)) texts.set(hash, await objectOf(world, state.run, hash))
  const differences = await meaning(world, definition, state, entry, { task, known, texts })
  if (task.kind === 'observe' && how.everything) {
    const seen = await observeAgain(world, definition, state, task, data)
    return seen === null ? { differences } : { observed: 1, differences: [...differences, ...seen] }
  }
  const again =
    task.kind === 'child' && how.everything
      ? await childAgain(world, state.run, task, data, how)
      : task.kind === 'evaluate'
        ? await judgeAgain(world, task, texts, (data.value ?? []) as Verdict[], how)
        : { differences: [] }
  return { ...again, differences: [...differences, ...again.differences] }
}

/** What the reply means to the workflow today, compared with what was committed. */
async function meaning(
  { store }: World,
  workflow: AnyWorkflow,
  state: RunState<unknown>,
  entry: Entry,
  { task, known, texts }: { task: Task; known: NewEvent[]; texts: Map<string, string> },
): Promise<string[]> {
  try {
    const reply = await recorded(async (hash) => (await store.text(state.run, hash)) ?? '', known.at(-1)?.data as DriverEvents['replied'])
    const { accepted, meant } = meaningOf(workflow, state, { task, reply, known, at: entry.at, text: (hash) => texts.get(hash) ?? '' })
    const difference = firstDifference(entry.events, plain([...accepted.events, ...follow(workflow, meant.run)]))
    return difference === null ? [] : [difference]
  } catch (error) {
    return [`it can no longer be read: ${toFault(error).message}`]
  }
}

/** The recorded answer, as the workflow would read it now. */
async function recorded(
  text: (hash: string) => Promise<string>,
  { ok, text: hash, value, error, usage, meta }: DriverEvents['replied'],
): Promise<Reply> {
  const beside = { ...(usage && { usage }), ...(meta && { meta: meta as Json }) }
  if (!ok) return { ok, error: error as { code: string; message: string }, ...beside }
  return hash === undefined ? { ok, value: (value ?? null) as Json, ...beside } : { ok, text: await text(hash), ...beside }
}

/** Null if it depended on more than its texts. */
async function observeAgain(
  world: World,
  definition: AnyWorkflow,
  { run }: RunState<unknown>,
  task: Observe,
  { text }: DriverEvents['replied'],
): Promise<string[] | null> {
  const again = await definition.hands(world).observeAgain?.(task, (hash) => objectOf(world, run, hash))
  if (!again) return null
  const then = text === undefined ? '' : await objectOf(world, run, text)
  const now = again.ok && 'text' in again ? again.text : ''
  return then === now ? [] : [`${task.source} gives a different text now: ${parting(then, now)}`]
}

/** A child has its own journal: it must have begun with its parent's request and ended with the outcome its parent recorded. */
async function childAgain(
  world: World,
  parent: string,
  { key, workflow, input }: Child,
  { ok, value }: DriverEvents['replied'],
  how: How,
): Promise<Again> {
  const run = childId(parent, key)
  if (!(await world.store.has(run))) return { differences: [`its run ${run} isn't here`] }
  const definition = await world.workflows.get(workflow)
  const { outcome } = (await world.store.load(definition, run)).run
  let begun: unknown
  await world.store.read(run, 1, ({ seq, events }) => {
    if (seq === 1) begun = (events[0]?.data as DriverEvents['created'] | undefined)?.input
  })
  const { differences, ...counts } = await rederive(world, definition, run, how)
  return {
    ...counts,
    children: counts.children + 1,
    differences: [
      ...(isDeepStrictEqual(begun, plain(input)) ? [] : [`its run ${run} began with other input`]),
      ...(!ok || isDeepStrictEqual(plain({ run, ...outcome }), value) ? [] : [`its run ${run} ended differently`]),
      ...differences.map(({ seq, task, what }) => `${run}, entry ${seq}, ${task}: ${what}`),
    ],
  }
}

async function judgeAgain(
  world: World,
  task: Evaluate & Task,
  texts: Map<string, string>,
  before: Verdict[],
  { everything, commands }: How,
): Promise<Again> {
  const catalog = await world.catalog()
  const allowCommands = commands && task.allowCommands
  const pure = await Promise.all(
    task.checks.map(async ({ check }) => {
      const needs = (await catalog.get(check.kind)?.())?.needs ?? []
      return (
        needs.length === 0 ||
        (everything && needs.every((need) => need === 'files' || need === 'syntax' || (need === 'exec' && allowCommands)))
      )
    }),
  )
  const repeated = task.checks.filter((_, index) => pure[index])
  const now = await world.evaluate({ text: texts.get(task.artifact.object) ?? '', name: task.name, checks: repeated, allowCommands })
  const recorded = before.filter((_, index) => pure[index])
  const differences = now.flatMap((verdict, index) => {
    const was = recorded[index]
    if (!was) return [`${verdict.ruleId} had no verdict, now it is ${verdict.outcome}`]
    if (was.outcome !== verdict.outcome) return [`${verdict.ruleId} was ${was.outcome}, now it is ${verdict.outcome}: ${verdict.message}`]
    if (was.message !== verdict.message)
      return [`${verdict.ruleId} is ${verdict.outcome} as before, but for a different reason: «${was.message}», now «${verdict.message}»`]
    const [then, now] = [JSON.stringify(plain(was.evidence)), JSON.stringify(plain(verdict.evidence))]
    return then === now ? [] : [`${verdict.ruleId} is ${verdict.outcome} as before, but with different evidence: ${parting(then, now)}`]
  })
  return { verdicts: repeated.length, notRepeated: task.checks.length - repeated.length, differences }
}

/** As it would appear in a journal. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

function firstDifference(committed: readonly NewEvent[], meant: readonly NewEvent[]): string | null {
  const count = Math.max(committed.length, meant.length)
  const at = Array.from({ length: count }).findIndex((_, index) => JSON.stringify(committed[index]) !== JSON.stringify(meant[index]))
  if (at === -1) return null
  const same = committed[at]?.type === meant[at]?.type
  return `recorded ${committed[at]?.type ?? 'nothing'}, derived ${meant[at]?.type ?? 'nothing'}${same ? ` with different data: ${parting(words(committed[at]?.data), words(meant[at]?.data))}` : ''}`
}

const words = (data: object | undefined) => JSON.stringify(withoutPhrases(data ?? {}))

/** Both texts, from shortly before they differ. */
function parting(then: string, now: string): string {
  let at = 0
  while (at < then.length && then[at] === now[at]) at++
  const from = Math.max(0, at - 40)
  return `«${then.slice(from, at + 60)}», now «${now.slice(from, at + 60)}»`
}
