// The words a person types to approve are shown to that person alone: answers that a program may read leave them out.

/** A phrase stands beside the hash of what is decided; another field of that name is somebody else's. */
export function withoutPhrases<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_key, inner: unknown) => {
    if (typeof inner === 'object' && inner !== null && 'phrase' in inner && 'hash' in inner) delete inner.phrase
    return inner
  }) as T
}
