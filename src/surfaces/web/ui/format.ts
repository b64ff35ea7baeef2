// Numbers and moments as people read them.

export function ago(at: string | number, now: number): string {
  const then = typeof at === 'number' ? at : Date.parse(at)
  if (!Number.isFinite(then)) return ''
  const seconds = Math.max(0, Math.floor((now - then) / 1000))
  if (seconds < 5) return 'just now'
  if (seconds < 60) return `${seconds} s ago`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`
  return seconds < 86_400 * 14 ? `${plural(Math.floor(seconds / 86_400), 'day')} ago` : new Date(then).toISOString().slice(0, 10)
}

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

export const clock = (at: number) => new Date(at).toISOString().slice(11, 19)
export const moment = (at: number) => `${new Date(at).toISOString().slice(0, 10)} ${clock(at)} UTC`

export function money(micros: number | null): string {
  if (micros === null) return 'price unknown'
  return micros === 0 ? '$0' : micros < 10_000 ? `$${(micros / 1e6).toFixed(4)}` : `$${(micros / 1e6).toFixed(2)}`
}

/** What calls cost: unknown prices are said, never counted as nothing. */
export function spend({ calls, costMicros, unpriced }: { calls: number; costMicros: number | null; unpriced: number }): string {
  if (calls === 0) return 'nothing spent'
  const known = costMicros ?? 0
  if (unpriced > 0 || costMicros === null) return known > 0 ? `${money(known)} and calls of unknown price` : 'price unknown'
  return money(known)
}

export const plural = (count: number, one: string, many = `${one}s`) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`
