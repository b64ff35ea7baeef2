// whet history: what happened, in the order it was committed.
import * as z from 'zod'
import type { DriverEvents } from '../kernel/reduce.ts'
import { callText } from '../report/spending.ts'
import type { Event } from '../schema/event.ts'
import { defineOperation } from './operation.ts'
import { findForeign, findRun } from './runs.ts'
import { pickRun } from './show.ts'
import { repairedText } from './verify.ts'
import type { TimelineLine } from './world.ts'

export default defineOperation({
  summary: 'Show the events of a run as a timeline',
  input: z.object({
    run: z.string().optional().meta({ description: 'run id or name; the active one when left out' }),
    workflow: z.string().optional().meta({ hidden: true }),
    all: z.boolean().optional().meta({ description: "also the driver's own events: requests, replies, messages" }),
  }),
  positional: [{ name: 'run' }],
  reads: true,
  async run({ run: name, workflow, all }, world): Promise<{ run: string; events: TimelineLine[] }> {
    const wanted = name ?? (await pickRun(world, workflow))
    const foreign = await findForeign(world, wanted, workflow)
    if (foreign) return { run: wanted, events: foreign.found.events }
    const { run, kit } = await findRun(world, wanted, workflow)
    const events: TimelineLine[] = []
    await world.store.read(run, 1, (entry) => {
      for (const event of entry.events) {
        if (event.type === 'created') events.push(...(kit.foreign?.earlier(event.data) ?? []))
        const text = event.type === 'repaired' ? repairedText(event.data as never) : kit.describe({ ...event, at: entry.at } as Event)
        if (text === null && !all) continue
        const words = text ?? (event.type === 'replied' ? callText(event.data as unknown as DriverEvents['replied']) : brief(event.data))
        events.push({
          seq: entry.seq,
          at: new Date(entry.at).toISOString(),
          event: event.type,
          text: words,
          ...(all && { data: event.data }),
        })
      }
    })
    return { run, events }
  },
  text: ({ events }) =>
    events.map(({ at, event, text }) => `${at.slice(0, 10)} ${at.slice(11, 19)}  ${event.padEnd(20)} ${text}`).join('\n'),
})

function brief(data: object): string {
  const text = JSON.stringify(data)
  return text.length > 160 ? `${text.slice(0, 157)}…` : text
}
