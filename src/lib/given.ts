// What was said, without the fields that were left out.

export type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** A field that is `undefined` would hide what stands there otherwise. */
export function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>
}
