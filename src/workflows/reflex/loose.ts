// Values from foreign files: read by type, never coerced; unknown content stays where it was.
import { isRecord } from '../../rules/reading/parsed.ts'

export type Loose = Record<string, unknown>

export const text = (value: unknown) => (typeof value === 'string' ? value : '')
export const record = (value: unknown): Loose => (isRecord(value) ? value : {})
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const share = (value: unknown): number | null => (typeof value === 'number' && value >= 0 && value <= 1 ? value : null)

/** A whole number of at least `least`, or null. */
export const whole = (value: unknown, least: number): number | null =>
  Number.isSafeInteger(value) && (value as number) >= least ? (value as number) : null

export const epochMs = (value: unknown): number | null =>
  typeof value === 'string' && Number.isFinite(Date.parse(value)) ? Date.parse(value) : null

/** Merges our fields over theirs: objects that both have recursively, rules by id; everything else of ours replaces theirs. */
export function overlay(theirs: Loose, ours: Loose): Loose {
  const merged: Loose = { ...theirs }
  for (const [name, value] of Object.entries(ours)) {
    const before = theirs[name]
    merged[name] =
      isRecord(before) && isRecord(value)
        ? overlay(before, value)
        : name === 'rules' && Array.isArray(before) && Array.isArray(value)
          ? value.map((rule) => overRule(before, rule))
          : value
  }
  return merged
}

function overRule(theirs: readonly unknown[], rule: Loose): Loose {
  const before = theirs.find((other) => isRecord(other) && other['id'] === rule['id'])
  return isRecord(before) ? overlay(before, rule) : rule
}
