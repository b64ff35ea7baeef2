// What a journal says happened, in a form that can be compared.
import type { DriverEvents } from '../../src/kernel/reduce.ts'
import type { Entry } from '../../src/schema/event.ts'

/** Without who happened to be at the wheel and in which order side-by-side tasks answered. */
export function facts(entries: readonly Entry[]): string[] {
  return entries
    .flatMap(({ events }) => events)
    .flatMap(({ type, data }) => {
      if (type === 'resumed') return []
      if (type === 'asked') return (data as unknown as DriverEvents['asked']).tasks.map((task) => JSON.stringify([type, task]))
      return [JSON.stringify([type, { ...data, ...(type === 'replied' && { attempt: 1 }) }])]
    })
    .sort()
}

/** Tasks whose reply is written in these entries. */
export function repliedIn(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ events }) =>
    events.flatMap(({ type, data }) => (type === 'replied' ? [(data as unknown as DriverEvents['replied']).task] : [])),
  )
}
