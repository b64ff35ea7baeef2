// The result of every parser of structured text: a value with places, or where and why it doesn't parse.

export interface Position {
  line: number
  column: number
}

export type Parsed =
  | { ok: true; value: unknown; find(path: readonly string[]): Position | undefined }
  | { ok: false; message: string; at: Position | undefined }

export const maxDepth = 200
const maxValues = 1_000_000

/** Refuses values too expensive to walk: shared YAML aliases count each time they are reached. */
export function tooBig(value: unknown): string | undefined {
  const stack: { value: unknown; depth: number }[] = [{ value, depth: 1 }]
  let seen = 0
  for (let item = stack.pop(); item; item = stack.pop()) {
    if (typeof item.value !== 'object' || item.value === null) continue
    if (item.depth > maxDepth) return tooDeep
    const inner = Object.values(item.value)
    seen += inner.length
    if (seen > maxValues) return `it expands to more than ${maxValues} values`
    for (const next of inner) stack.push({ value: next, depth: item.depth + 1 })
  }
  return undefined
}

export const tooDeep = `it is nested deeper than ${maxDepth} levels`

/** Sets an own property whatever its name, so that `__proto__` is a key like any other. */
export function setOwn(target: object, key: string, value: unknown): void {
  if (key !== '__proto__') (target as Record<string, unknown>)[key] = value
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of a JSON text; undefined if it doesn't parse. */
export function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An object from a JSON text; null for anything else. */
export function parseRecord(text: string | null): Record<string, unknown> | null {
  const value = text === null ? null : jsonOrNothing(text)
  return isRecord(value) ? value : null
}

/** An own property of a value, never an inherited one. */
export function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
}
