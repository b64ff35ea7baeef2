// For tests of code built on the library: an in-memory store, a scripted maker, a tester for checks.
import { scriptedProvider } from './adapters/providers/scripted.ts'
import type { Maker } from './surfaces/library/maker.ts'

export { MemoryStore } from './adapters/memory-store.ts'
export { type CheckCase, type CheckTable, testCheck } from './surfaces/library/test-check.ts'

/** One answer: for a role, for an iteration of it, or for one task by its key. */
export interface ScriptedAnswer {
  role: string
  iteration?: number
  key?: string
  text?: string
  json?: unknown
}

export function scriptedMaker(answers: readonly ScriptedAnswer[]): Maker {
  return scriptedProvider([...answers])
}
