// Ids that are readable, unique within their kind, and the same every time.
import { slug } from '../words/forms.ts'

export function idMaker(): (text: string, fallback: string) => string {
  const taken = new Map<string, number>()
  return (text, fallback) => {
    const base = slug(text, fallback)
    const count = (taken.get(base) ?? 0) + 1
    taken.set(base, count)
    if (count === 1) return base
    const id = `${base}-${count}`
    taken.set(id, 1)
    return id
  }
}
