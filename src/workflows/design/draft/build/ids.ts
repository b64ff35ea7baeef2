// Ids that are readable, unique within their kind, and the same every time.
import { slug } from '../words/forms.ts'

export function idMaker(): (text: string, fallback: string) => string {
  const taken = new Set<string>()
  const next = new Map<string, number>()
  return (text, fallback) => {
    const base = slug(text, fallback)
    let id = base
    let count = next.get(base) ?? 1
    while (taken.has(id)) id = `${base}-${(count += 1)}`
    next.set(base, count)
    taken.add(id)
    return id
  }
}
