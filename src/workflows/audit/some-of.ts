// A list as part of a sentence: a handful of names, and how many more there are.

export function someOf(names: readonly string[], { most = 8, between = ', ' }: { most?: number; between?: string } = {}): string {
  return names.length <= most ? names.join(between) : `${names.slice(0, most - 1).join(between)} and ${names.length - most + 1} more`
}
