// whet replay: what a recorded run means today. Every reply is read again, every verdict of code made again, and nobody is called.
import * as z from 'zod'
import { type DriverEvents, type RunState, foldEvents } from '../kernel/reduce.ts'
import { type Evaluate, type Reply, type Task, taskObjects } from '../kernel/task.ts'
import type { Entry, NewEvent } from '../schema/event.ts'
import type { Verdict } from '../schema/verdict.ts'
import { defineOperation } from './operation.ts'
import { findRun } from './runs.ts'
import { objectOf, pickRun } from './show.ts'
import type { Kit, World } from './world.ts'

interface Difference {
  seq: number
  task: string
  what: string
}

export default defineOperation({
  summary: 'Re-derive every verdict of a run from its recorded replies, calling nobody',
  input: z.object({ run: z.string().optional().meta({ description: 'run id or name; the newest when left out' }), workflow: z.string().optional().meta({ hidden: true }) }),
  positional: [{ name: 'run' }],
  reads: true,
  async run({ run: name, workflow }, world): Promise<{ run: string; replies: number; verdicts: number; notRepeated: number; differences: Difference[] }> {
    const { run, kit } = await findRun(world, name ?? (await pickRun(world, workflow)), workflow)
    const entries: Entry[] = []
    await world.store.entries(run, (entry) => entries.push(entry))
    const result = { run, replies: 0, verdicts: 0, notRepeated: 0, differences: [] as Difference[] }
    let state: RunState<unknown> | null = null
    for (const entry of entries) {
      const replied = entry.events.find(({ type }) => type === 'replied')
      if (state && replied) {
        result.replies += 1
        const again = await repeat(world, kit, state, entry, replied.data as unknown as DriverEvents['replied'])
        result.verdicts += again.verdicts
        result.notRepeated += again.notRepeated
        result.differences.push(...again.differences)
      }
      state = foldEvents(kit.workflow, state, entry.events, entry.at).run
    }
    return result
  },
  text: ({ run, replies, verdicts, notRepeated, differences }) => [`${run}: ${replies} replies read again, ${verdicts} verdicts made again${notRepeated > 0 ? `, ${notRepeated} not repeated (they need commands or files of that time)` : ''}`, ...(differences.length === 0 ? ['No difference.'] : differences.map(({ seq, task, what }) => `  entry ${seq}, ${task}: ${what}`))].join('\n'),
  exit: ({ differences }) => (differences.length === 0 ? 0 : 1),
})

interface Again {
  verdicts: number
  notRepeated: number
  differences: Difference[]
}

async function repeat(world: World, kit: Kit, state: RunState<unknown>, entry: Entry, replied: DriverEvents['replied']): Promise<Again> {
  const next = kit.workflow.next(state.state)
  const task = 'do' in next ? next.do.find(({ key }) => key === replied.task) : undefined
  const differ = (what: string): Difference => ({ seq: entry.seq, task: replied.task, what })
  if (!task) return { verdicts: 0, notRepeated: 0, differences: [differ('the workflow would not have asked for this')] }
  const texts = new Map<string, string>()
  for (const hash of taskObjects(task)) texts.set(hash, await objectOf(world, state.run, hash))
  const meant = kit.workflow.accept(state.state, task, await recorded(world, state.run, replied), (hash) => texts.get(hash) ?? '').events
  const committed = (entry.events as NewEvent[]).filter(({ type }) => !driverTypes.has(type))
  const differences = JSON.stringify(meant) === JSON.stringify(committed) ? [] : [differ(firstDifference(committed, meant))]
  if (task.kind !== 'evaluate') return { verdicts: 0, notRepeated: 0, differences }
  const judged = await judgeAgain(world, task, texts, (replied.value ?? []) as Verdict[])
  return { ...judged, differences: [...differences, ...judged.differences.map(differ)] }
}

/** What was said then, as the workflow would hear it now. */
async function recorded(world: World, run: string, { ok, text, value, error }: DriverEvents['replied']): Promise<Reply> {
  if (!ok) return { ok, error: error as { code: string; message: string } }
  return text === undefined ? { ok, value: (value ?? null) as never } : { ok, text: await objectOf(world, run, text) }
}

async function judgeAgain(world: World, task: Evaluate & Task, texts: Map<string, string>, before: Verdict[]): Promise<{ verdicts: number; notRepeated: number; differences: string[] }> {
  const catalog = await world.catalog()
  const pure = await Promise.all(task.checks.map(async ({ check }) => ((await catalog.get(check.kind)?.())?.needs ?? []).length === 0))
  const repeated = task.checks.filter((_, index) => pure[index])
  const now = await world.evaluate({ text: texts.get(task.artifact.object) ?? '', name: task.name, checks: repeated, allowCommands: false })
  const then = before.filter((_, index) => pure[index])
  const differences = now.flatMap((verdict, index) => {
    const was = then[index]
    return was && was.outcome !== verdict.outcome ? [`${verdict.ruleId} was ${was.outcome}, is ${verdict.outcome} now: ${verdict.message}`] : []
  })
  return { verdicts: repeated.length, notRepeated: task.checks.length - repeated.length, differences }
}

const driverTypes = new Set<string>(['asked', 'resumed', 'replied', 'gate_opened', 'gate_answered', 'mail_received', 'ended'] satisfies (keyof DriverEvents)[])

function firstDifference(committed: readonly NewEvent[], meant: readonly NewEvent[]): string {
  const at = committed.findIndex((event, index) => JSON.stringify(event) !== JSON.stringify(meant[index]))
  const index = at === -1 ? committed.length : at
  return `recorded ${committed[index]?.type ?? 'nothing'}, derived ${meant[index]?.type ?? 'nothing'}${committed[index]?.type === meant[index]?.type ? ' with other data' : ''}`
}
