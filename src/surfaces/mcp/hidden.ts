// The assistant may be the maker, so its answers leave out hidden rules.

/** Removes entries with `hidden: true` and everything else under their ids. */
export function withoutHidden(document: unknown): unknown {
  const ids = new Set<string>()
  collect(document, ids)
  return ids.size === 0 ? document : strip(document, ids)
}

function collect(value: unknown, ids: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  const { id, hidden } = value as { id?: unknown; hidden?: unknown }
  if (hidden === true && typeof id === 'string') ids.add(id)
  for (const inner of Object.values(value)) collect(inner, ids)
}

function strip(value: unknown, ids: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return [...ids].reduce((text, id) => text.replaceAll(id, 'a hidden rule'), value)
  if (Array.isArray(value)) return value.filter((entry) => !isOf(entry, ids)).map((entry) => strip(entry, ids))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => (ids.has(name) ? [] : [[name, strip(inner, ids)]])))
}

function isOf(entry: unknown, ids: ReadonlySet<string>): boolean {
  if (typeof entry === 'string') return ids.has(entry)
  if (typeof entry !== 'object' || entry === null) return false
  return ['id', 'ruleId', 'rule_id', 'rule'].some((name) => ids.has(String((entry as Record<string, unknown>)[name])))
}
