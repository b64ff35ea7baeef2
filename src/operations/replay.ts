// whet replay: what a recorded run means today. Every reply is read again, every verdict of code made again, and nobody is called.
import * as z from 'zod'
import { follow } from '../kernel/commit.ts'
import { meaningOf } from '../kernel/meaning.ts'
import { type DriverEvents, type RunState, foldEvents } from '../kernel/reduce.ts'
import { type Evaluate, type Reply, type Task, taskObjects } from '../kernel/task.ts'
import type { Entry, NewEvent } from '../schema/event.ts'
import { toFault } from '../schema/fault.ts'
import type { Verdict } from '../schema/verdict.ts'
import { defineOperation } from './operation.ts'
import { findRun } from './runs.ts'
import { objectOf, pickRun } from './show.ts'
import type { AnyWorkflow } from './definition.ts'
import type { World } from './world.ts'

interface Difference {
  seq: number
  task: string
  what: string
}

export default defineOperation({
  summary: 'Re-derive every verdict of a run from its recorded replies, calling nobody',
  input: z.object({
    run: z.string().optional().meta({ assistant: 'value', description: 'id or name; the newest when left out' }),
    workflow: z.string().optional().meta({ hidden: true }),
  }),
  positional: [{ name: 'run' }],
  reads: true,
  async run(
    { run: name, workflow },
    world,
  ): Promise<{ run: string; replies: number; verdicts: number; notRepeated: number; differences: Difference[] }> {
    const { run, kit } = await findRun(world, name ?? (await pickRun(world, workflow)), workflow)
    const entries: Entry[] = []
    await world.store.read(run, 1, (entry) => entries.push(entry))
    const result = { run, replies: 0, verdicts: 0, notRepeated: 0, differences: [] as Difference[] }
    let state: RunState<unknown> | null = null
    for (const entry of entries) {
      const at = entry.events.findIndex(({ type }) => type === 'replied')
      const replied = entry.events[at]
      if (state && replied) {
        result.replies += 1
        const again = await repeat(world, kit, state, entry, entry.events.slice(0, at + 1))
        result.verdicts += again.verdicts
        result.notRepeated += again.notRepeated
        result.differences.push(
          ...again.differences.map((what) => ({ seq: entry.seq, task: (replied.data as DriverEvents['replied']).task, what })),
        )
      }
      state = foldEvents(kit, state, entry.events, entry.at).run
    }
    return result
  },
  text: ({ run, replies, verdicts, notRepeated, differences }) =>
    [
      `${run}: ${replies} replies read again and what followed from each derived anew; ${verdicts} checks run again${notRepeated > 0 ? `, ${notRepeated} not repeated (they need commands or files of that time)` : ''}`,
      ...(differences.length === 0 ? ['No difference.'] : differences.map(({ seq, task, what }) => `  entry ${seq}, ${task}: ${what}`)),
    ].join('\n'),
  exit: ({ differences }) => (differences.length === 0 ? 0 : 1),
})

interface Again {
  verdicts: number
  notRepeated: number
  differences: string[]
}

/** `known`: the reply, and before it the wishes to stop that came while it was under way. */
async function repeat(world: World, kit: AnyWorkflow, state: RunState<unknown>, entry: Entry, known: NewEvent[]): Promise<Again> {
  const data = known.at(-1)?.data as DriverEvents['replied']
  const next = kit.next(state.state)
  const task = 'do' in next ? next.do.find(({ key }) => key === data.task) : undefined
  const nothing: Again = { verdicts: 0, notRepeated: 0, differences: [] }
  if (data.overtaken) return task ? { ...nothing, differences: ['recorded as overtaken, but the workflow waited for it'] } : nothing
  if (!task) return { ...nothing, differences: ['the workflow would not have asked for this'] }
  const texts = new Map<string, string>()
  for (const hash of taskObjects(task)) texts.set(hash, await objectOf(world, state.run, hash))
  const differences = await meaning(world, kit, state, entry, { task, known, texts })
  if (task.kind !== 'evaluate') return { ...nothing, differences }
  const judged = await judgeAgain(world, task, texts, (data.value ?? []) as Verdict[])
  return { ...judged, differences: [...differences, ...judged.differences] }
}

/** What the reply means to the workflow as it is today, and what follows, against what was committed. */
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
    return [`it cannot be read any more: ${toFault(error).message}`]
  }
}

/** What was said then, as the workflow would hear it now. */
async function recorded(
  text: (hash: string) => Promise<string>,
  { ok, text: hash, value, error, usage, meta }: DriverEvents['replied'],
): Promise<Reply> {
  const beside = { ...(usage && { usage }), ...(meta && { meta: meta as never }) }
  if (!ok) return { ok, error: error as { code: string; message: string }, ...beside }
  return hash === undefined ? { ok, value: (value ?? null) as never, ...beside } : { ok, text: await text(hash), ...beside }
}

async function judgeAgain(world: World, task: Evaluate & Task, texts: Map<string, string>, before: Verdict[]): Promise<Again> {
  const catalog = await world.catalog()
  const pure = await Promise.all(task.checks.map(async ({ check }) => ((await catalog.get(check.kind)?.())?.needs ?? []).length === 0))
  const repeated = task.checks.filter((_, index) => pure[index])
  const now = await world.evaluate({ text: texts.get(task.artifact.object) ?? '', name: task.name, checks: repeated, allowCommands: false })
  const recorded = before.filter((_, index) => pure[index])
  const differences = now.flatMap((verdict, index) => {
    const was = recorded[index]
    if (!was) return [`${verdict.ruleId} has no recorded verdict, is ${verdict.outcome} now`]
    if (was.outcome !== verdict.outcome) return [`${verdict.ruleId} was ${was.outcome}, is ${verdict.outcome} now: ${verdict.message}`]
    if (was.message !== verdict.message)
      return [`${verdict.ruleId} is ${verdict.outcome} as before, for another reason: «${was.message}», now «${verdict.message}»`]
    const [then, now] = [JSON.stringify(plain(was.evidence)), JSON.stringify(plain(verdict.evidence))]
    return then === now ? [] : [`${verdict.ruleId} is ${verdict.outcome} as before, with other evidence: ${parting(then, now)}`]
  })
  return { verdicts: repeated.length, notRepeated: task.checks.length - repeated.length, differences }
}

/** As it would look in a journal. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

function firstDifference(committed: readonly NewEvent[], meant: readonly NewEvent[]): string | null {
  const count = Math.max(committed.length, meant.length)
  const at = Array.from({ length: count }).findIndex((_, index) => JSON.stringify(committed[index]) !== JSON.stringify(meant[index]))
  if (at === -1) return null
  const same = committed[at]?.type === meant[at]?.type
  return `recorded ${committed[at]?.type ?? 'nothing'}, derived ${meant[at]?.type ?? 'nothing'}${same ? ` with other data: ${parting(JSON.stringify(committed[at]?.data), JSON.stringify(meant[at]?.data))}` : ''}`
}

/** Both texts from a little before where they part. */
function parting(then: string, now: string): string {
  let at = 0
  while (at < then.length && then[at] === now[at]) at++
  const from = Math.max(0, at - 40)
  return `«${then.slice(from, at + 60)}», now «${now.slice(from, at + 60)}»`
}
