// Numbers and times for people, in the words of reports and the terminal.
import { money } from '../../../report/spending.ts'

export { ago } from '../../../report/look.ts'
export { money } from '../../../report/spending.ts'
export { duration, moment, named } from '../../../report/story.ts'

export const clock = (at: number) => new Date(at).toISOString().slice(11, 19)

/** Cost of calls: unknown prices are named, never counted as zero. */
export function spend({ calls, costMicros, unpriced }: { calls: number; costMicros: number | null; unpriced: number }): string {
  if (calls === 0) return 'nothing spent'
  const known = costMicros ?? 0
  if (unpriced > 0 || costMicros === null) return known > 0 ? `${money(known)} and calls of unknown price` : 'price unknown'
  return money(known)
}

/** `evaluate:2:A:e83f4b16#2` as "evaluate, level A, attempt 2": the iteration is shown above it. */
export function stepName(key: string): string {
  const [task = '', attempt] = key.split('#')
  const [name = '', ...rest] = task.split(':')
  const told = rest.filter((part) => !/^[0-9a-f]{8}$|^[\d.]+$/.test(part)).map((part) => (/^[AB]$/.test(part) ? `level ${part}` : part))
  return [name.replaceAll('-', ' '), ...told, ...(attempt ? [`attempt ${attempt}`] : [])].join(', ')
}

export const plural = (count: number, one: string, many = `${one}s`) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`
