// whet verify asks the store what the project holds, so it serves one that keeps no files.
import { expect, it } from 'vitest'
import { defineWorkflow, runWorkflow } from '../../src/index.ts'
import verify from '../../src/operations/verify.ts'
import { createWorld } from '../../src/runtime/create-world.ts'
import { MemoryStore } from '../../src/testing.ts'
import { later } from './support.ts'

const note = defineWorkflow<object>({
  name: 'note',
  version: 1,
  makerless: true,
  initial: () => ({}),
  evolve: (state) => state,
  next: () => ({ done: { status: 'noted', reason: 'nothing to do', passed: true } }),
  accept: () => ({ events: [] }),
  gates: {},
  files: () => ({ 'NOTE.txt': { role: 'state', text: 'noted\n' } }),
  lines: (_state, { type }) => [{ path: 'notes.log', line: type }],
})

it('finds every contract file that differs from what was recorded in memory', async () => {
  const store = new MemoryStore()
  await runWorkflow({ workflow: note, input: {}, run: 'note-1', store })
  const program = {
    root: '/nowhere',
    user: 'me',
    clock: { now: () => 1 },
    store,
    workflows: [note],
    makers: {},
    checks: new Map(),
    settings: {},
  }
  const world = createWorld({ program })
  later(() => world.close())
  const problems = async () => (await verify.run({}, world)).runs.flatMap((run) => run.problems.map(({ file, what }) => [file, what]))
  expect(await problems()).toEqual([])
  store.files.set('NOTE.txt', 'by hand\n')
  store.files.set('notes.log', '')
  expect(await problems()).toEqual([
    ['notes.log', 'holds 0 of 2 lines'],
    ['NOTE.txt', expect.stringContaining('by hand')],
  ])
  store.files.delete('NOTE.txt')
  expect((await problems())[1]).toEqual(['NOTE.txt', 'is missing'])
})
