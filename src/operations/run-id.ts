// A new run's id: a name and the moment it begins, with a number if two begin in the same second.
import type { Store } from '../kernel/store.ts'

/** YYYYMMDD-HHMMSS in UTC. */
export const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15)

export async function freeRun(store: Pick<Store, 'has'>, name: string, at: number): Promise<string> {
  const run = `${name}-${stamp(at)}`
  for (let n = 1; ; n++) {
    const id = n === 1 ? run : `${run}-${n}`
    if (!(await store.has(id))) return id
  }
}
