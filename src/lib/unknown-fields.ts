// Rewrites a JSON document, preserving fields that others added to the previous one.

/** Top-level fields of `before` that `text` lacks are appended. Unparseable input adds nothing. */
export function keepUnknown(text: string, before: string | null): string {
  const known = record(text)
  const found = before === null || before === text ? null : record(before)
  if (!known || !found) return text
  const added = Object.entries(found).filter(([name]) => !Object.hasOwn(known, name) && name !== '__proto__')
  return added.length === 0 ? text : `${JSON.stringify({ ...known, ...Object.fromEntries(added) }, null, 2)}\n`
}

function record(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
