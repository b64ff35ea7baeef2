// JSON pointers (RFC 6901) over plain values, own properties only.
import { own } from './parsed.ts'

/** The path a pointer names, or undefined if it isn't a pointer. */
export function pathOf(pointer: string): string[] | undefined {
  if (pointer === '') return []
  if (!pointer.startsWith('/')) return undefined
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

export function toPointer(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** A value and everything below it, each with its path, in document order. */
export function* walk(root: unknown, enter: (key: string) => boolean = () => true): Generator<{ value: object; path: string[] }> {
  const stack: { value: unknown; path: string[] }[] = [{ value: root, path: [] }]
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { value, path } = item
    if (typeof value !== 'object' || value === null) continue
    yield { value, path }
    for (const [key, inner] of Object.entries(value)) if (enter(key)) stack.push({ value: inner, path: [...path, key] })
  }
}

/** Decodes percent-encoding; invalid sequences stay as they are. */
export function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The value at a path; `present` distinguishes absent from undefined. */
export function lookUp(value: unknown, path: readonly string[]): { present: boolean; value: unknown } {
  let current = value
  for (const key of path) {
    const index = !Array.isArray(current) || /^\d+$/.test(key) // a list's `length` isn't one of its values
    if (typeof current !== 'object' || current === null || !index || !Object.hasOwn(current, key))
      return { present: false, value: undefined }
    current = own(current, key)
  }
  return { present: true, value: current }
}
