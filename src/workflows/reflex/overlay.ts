// Our fields over another tool's file: what it held beside them stays where it was.

type Loose = Record<string, unknown>

/** Objects that both have are merged, rules by their id; everything else of ours replaces theirs. */
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

const isRecord = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)
