// A world with every workflow: for faces and programs that live long. The command line loads only what it needs.
import { kits } from './kits.ts'
import type { World } from './operations/world.ts'
import { type WorldOptions, makeWorld } from './runtime/world.ts'

export type RuntimeOptions = Omit<WorldOptions, 'kits'>

export function createWorld(options: RuntimeOptions = {}): World {
  return makeWorld({ kits, ...options })
}
