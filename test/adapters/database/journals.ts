// Journals with orders in them: a workflow that ends at once with the record it was given, in a real store.
import { FileStore } from '../../../src/adapters/file-store/store.ts'
import type { Source } from '../../../src/adapters/database/catch-up.ts'
import type { Contribution } from '../../../src/learning/book.ts'

const recorded = (name: string): Awaited<ReturnType<Source['workflow']>> => ({
  name,
  version: 1,
  initial: (input: never) => input,
  evolve: (state) => state,
  next: () => ({ done: { status: 'completed', reason: 'test', passed: true } }),
  accept: () => ({ events: [] }),
  gates: {},
  files: () => ({}),
  contributes: ({ state, outcome }) => (outcome ? (state as { gives: Contribution }).gives : null),
})

export const source = (root: string): Source => ({ store: new FileStore(root), workflow: async (name) => recorded(name) })

let runs = 0

export async function journal(root: string, ...all: Contribution[]): Promise<string[]> {
  const store = new FileStore(root)
  const names: string[] = []
  for (const gives of all) {
    const run = `test-${++runs}`
    const open = await store.create(recorded('test'), { run, workflow: 'test', input: { gives }, pins: {} }, { now: () => 1 })
    await open.close()
    names.push(run)
  }
  return names
}
