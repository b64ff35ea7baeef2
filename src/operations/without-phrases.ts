// Removes approval phrases from answers that programs can read: only the deciding person sees them.

/** A phrase stands beside the hash of what is decided; any other `phrase` field is left alone. */
export function withoutPhrases<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_key, inner: unknown) => {
    if (typeof inner === 'object' && inner !== null && 'phrase' in inner && 'hash' in inner) delete inner.phrase
    return inner
  }) as T
}
