// Values of files that others wrote: read by their type, never coerced.

export type Loose = Record<string, unknown>

export const text = (value: unknown) => (typeof value === 'string' ? value : '')
export const record = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {}
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const share = (value: unknown): number | null => (typeof value === 'number' && value >= 0 && value <= 1 ? value : null)

/** A whole number of at least `least`, or null. */
export const whole = (value: unknown, least: number): number | null =>
  Number.isSafeInteger(value) && (value as number) >= least ? (value as number) : null

export const epochMs = (value: unknown): number | null =>
  typeof value === 'string' && Number.isFinite(Date.parse(value)) ? Date.parse(value) : null

/** An object out of a JSON text; null for anything else. */
export function parseRecord(raw: string | null): Loose | null {
  try {
    const value: unknown = raw === null ? null : JSON.parse(raw)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : null
  } catch {
    return null
  }
}
