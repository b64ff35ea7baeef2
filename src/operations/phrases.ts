// The words a person types to approve are shown to that person alone: answers that a program may read leave them out.

export function withoutPhrases<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (key, inner: unknown) => (key === 'phrase' ? undefined : inner)) as T
}
