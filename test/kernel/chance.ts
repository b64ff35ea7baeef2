// Chance that repeats itself: everything a seeded run meets follows from the seed and a name.
import { sha256 } from '../../src/lib/hash.ts'

/** A share from 0 to just under 1. */
export const share = (seed: number, name: string) => Number.parseInt(sha256(`${seed} ${name}`).slice(0, 12), 16) / 2 ** 48

export const whole = (seed: number, name: string, below: number) => Math.floor(share(seed, name) * below)

export function oneOf<T>(seed: number, name: string, values: readonly T[]): T {
  return values[whole(seed, name, values.length)] as T
}
