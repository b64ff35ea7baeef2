// whet inbox: runs that wait for a person.
import * as z from 'zod'
import { defineOperation } from './operation.ts'
import { ago, fit, plainLook } from '../report/look.ts'
import { gateText } from './decisions.ts'
import { loadRun } from './runs.ts'
import { summaries } from './list.ts'
import { submitsLines } from './status.ts'
import type { Gate } from '../kernel/task.ts'

export default defineOperation({
  summary: 'List what is waiting for a person',
  input: z.object({ workflow: z.string().optional().meta({ hidden: true, assistant: 'value' }) }),
  reads: true,
  despiteConfig: true,
  async run(
    { workflow: only },
    world,
  ): Promise<{ waiting: { run: string; name: string; workflow: string; gate: Gate; since: string }[]; replies: string[] }> {
    const waiting = []
    const runs = await summaries(world, only)
    for (const { run, name, workflow, waitsFor, updatedAt } of runs) {
      if (waitsFor === null) continue
      const definition = await world.workflows.get(workflow)
      const next = definition.next((await loadRun(world, run, definition)).state)
      if ('ask' in next) waiting.push({ run, name, workflow, gate: next.ask, since: updatedAt })
    }
    return { waiting, replies: submitsLines(runs) }
  },
  text({ waiting, replies }, _input, { now, width, paint } = plainLook) {
    if (waiting.length === 0) return ['No decision is waiting for you.', ...replies].join('\n')
    const told = waiting.map(({ name, workflow, gate, since }) => {
      const when = now === null ? `since ${since}` : ago(since, now)
      return paint.strong(name) + fit(`${name} (${workflow}, ${when}): ${gateText(gate, name)}`, width).slice(name.length)
    })
    return [told.join('\n\n'), ...replies].join('\n')
  },
})
