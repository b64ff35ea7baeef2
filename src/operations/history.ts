// whet history: what happened, in commit order.
import * as z from 'zod'
import type { DriverEvents } from '../kernel/reduce.ts'
import { callText } from '../report/spending.ts'
import { waitingText } from '../report/waiting.ts'
import type { Event, NewEvent } from '../schema/event.ts'
import * as field from './field.ts'
import { defineOperation } from './operation.ts'
import { findForeign, findRun } from './runs.ts'
import { pickRun } from './show.ts'
import { repairedText } from './verify.ts'
import { preloadText } from './verify-answers.ts'
import { withoutPhrases } from './without-phrases.ts'
import type { TimelineLine } from './summary.ts'
import { fit, plainLook } from '../report/look.ts'

export default defineOperation({
  summary: 'Show the events of a run as a timeline',
  input: z.object({
    run: field.text('id or name; default: the active run', { assistant: 'value' }),
    workflow: field.workflow,
    all: field.flag("include the driver's own events: requests, replies, messages", {
      assistant: 'value',
      told: "also the driver's own events",
    }),
  }),
  positional: [{ name: 'run' }],
  reads: true,
  async run({ run: name, workflow, all }, world): Promise<{ run: string; events: TimelineLine[] }> {
    const wanted = name ?? (await pickRun(world, workflow))
    const foreign = await findForeign(world, wanted, workflow)
    if (foreign) return { run: wanted, events: foreign.found.events }
    const { run, definition } = await findRun(world, wanted, workflow)
    const events: TimelineLine[] = []
    await world.store.read(run, 1, (entry) => {
      for (const event of entry.events) {
        if (event.type === 'created') events.push(...(definition.hands(world).foreign?.earlier(event.data) ?? []))
        const text = drivers(event) ?? definition.view.describe({ ...event, at: entry.at } as Event)
        if (text === null && !all) continue
        const words = text ?? (event.type === 'replied' ? callText(event.data as DriverEvents['replied']) : brief(event.data))
        events.push({
          seq: entry.seq,
          at: new Date(entry.at).toISOString(),
          event: event.type,
          text: words,
          ...(all && { data: withoutPhrases(event.data) }),
        })
      }
    })
    return { run, events }
  },
  text: ({ events }, _input, { width } = plainLook) =>
    events.map(({ at, event, text }) => fit(`${at.slice(0, 10)} ${at.slice(11, 19)}  ${event.padEnd(20)} ${text}`, width)).join('\n'),
})

/** Words for the driver's own events, where they have any. */
function drivers({ type, data }: NewEvent): string | null {
  if (type === 'waiting') return waitingText(data as DriverEvents['waiting'])
  if (type === 'gate_answered' && 'preload' in data) return preloadText(data as DriverEvents['gate_answered'])
  return type === 'repaired' ? repairedText(data as DriverEvents['repaired']) : null
}

function brief(data: object): string {
  const text = JSON.stringify(withoutPhrases(data))
  return text.length > 160 ? `${text.slice(0, 157)}…` : text
}
