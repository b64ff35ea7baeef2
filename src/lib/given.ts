// The given fields, without those left out.

export type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** A field that is `undefined` would override a default. */
export function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>
}
