// Caches work per artifact or part of one, because many rules need it.

export function oncePer<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const known = new WeakMap<K, { made: T }>()
  return (key) => {
    let entry = known.get(key)
    if (!entry) known.set(key, (entry = { made: make(key) }))
    return entry.made
  }
}
