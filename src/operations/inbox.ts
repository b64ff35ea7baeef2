// whet inbox: runs that wait for a person.
import * as z from 'zod'
import { defineOperation } from './operation.ts'
import { ago, fit, plainLook } from '../report/look.ts'
import { gateText } from './decisions.ts'
import { listed } from './list.ts'
import { rowsOf } from './rows.ts'
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
    const runs = await listed(world, { workflow: only, ended: false })
    const gates = new Map<string, Gate>()
    const nexts = rowsOf(world, (definition, { state }) => definition.next(state))
    for await (const one of world.store.rows(nexts, { runs: runs.flatMap(({ run, waitsFor }) => (waitsFor === null ? [] : [run])) }))
      if ('row' in one && 'ask' in one.row) gates.set(one.run, one.row.ask)
    for (const { run, name, workflow, updatedAt } of runs) {
      const gate = gates.get(run)
      if (gate) waiting.push({ run, name, workflow, gate, since: updatedAt })
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
