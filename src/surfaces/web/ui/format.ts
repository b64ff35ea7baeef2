// Numbers and moments as people read them, in the words of reports and of the terminal.
import { money } from '../../../report/spending.ts'

export { ago } from '../../../report/look.ts'
export { money } from '../../../report/spending.ts'
export { duration, moment, named } from '../../../report/story.ts'

export const clock = (at: number) => new Date(at).toISOString().slice(11, 19)

/** What calls cost: unknown prices are said, never counted as nothing. */
export function spend({ calls, costMicros, unpriced }: { calls: number; costMicros: number | null; unpriced: number }): string {
  if (calls === 0) return 'nothing spent'
  const known = costMicros ?? 0
  if (unpriced > 0 || costMicros === null) return known > 0 ? `${money(known)} and calls of unknown price` : 'price unknown'
  return money(known)
}

export const plural = (count: number, one: string, many = `${one}s`) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`
