// Whether a person decided is checked in one place: an answer that would be refused is also a difference when its run is replayed.
import { expect, it } from 'vitest'
import { MemoryStore } from '../../src/adapters/memory-store.ts'
import { meaningOfAnswer } from '../../src/kernel/answer-gate.ts'
import { commit } from '../../src/kernel/commit.ts'
import { driverEvent } from '../../src/kernel/reduce.ts'
import type { Assurance } from '../../src/kernel/task.ts'
import { defineWorkflow } from '../../src/operations/definition.ts'
import { rederive } from '../../src/operations/rederive.ts'
import type { World } from '../../src/operations/world.ts'
import { audit } from '../../src/workflows/audit/index.ts'
import { design } from '../../src/workflows/design/index.ts'
import { lessons } from '../../src/workflows/lessons/index.ts'
import { sprint } from '../../src/workflows/sprint/index.ts'

const forced = [{ type: 'forced', data: {} }]
const forcing = defineWorkflow<{ forced: boolean }, object, { ask: 'force' | 'wait' }>({
  name: 'forcing',
  version: 1,
  initial: () => ({ forced: false }),
  evolve: (state, { type }) => (type === 'forced' ? { forced: true } : state),
  next: (state) =>
    state.forced
      ? { done: { status: 'forced', reason: 'forced', passed: true } }
      : { ask: { key: 'ask:1', question: 'Force it?', facts: {}, choices: [{ name: 'force', means: 'force it', attested: true }] } },
  accept: () => ({ events: [] }),
  gates: { ask: { force: () => ({ events: forced }), wait: () => ({ events: [] }) } },
  files: () => ({}),
})

it.each<[Assurance, string[]]>([
  ['attended', []],
  ['unattested', [expect.stringContaining('recorded gate_answered, derived nothing')]],
])('a recorded answer that is %s', async (assurance, differences) => {
  const clock = { now: () => 1 }
  const store = new MemoryStore()
  const open = await store.create(forcing, { run: 'r', workflow: 'forcing', input: {}, pins: {} }, clock)
  const answered = driverEvent('gate_answered', { gate: 'ask:1', choice: 'force', by: 'ann', assurance })
  await commit(open, { events: [answered, ...forced] }, { clock })
  await open.close()
  const result = await rederive({ store } as Partial<World> as World, forcing, 'r', { everything: true, commands: false })
  expect(result.differences.map(({ what }) => what)).toEqual(differences)
})

const gateOf = (key: string, choice: string) => ({
  key,
  question: '?',
  facts: {},
  choices: [{ name: choice, means: 'it', attested: true }],
})

it.each([
  [audit, 'escalate:AUDIT-001:3', 'force-approve'],
  [design, 'candidate:1.0', 'approve'],
  [lessons, 'promotion:P1', 'approve'],
  [sprint, 'limit:4', 'force-pass'],
])('$name refuses it before its own case is asked', (workflow, key, choice) => {
  const answer = { choice, by: 'ann', assurance: 'unattested' as const }
  expect(meaningOfAnswer<unknown>(workflow, null, gateOf(key, choice), answer)).toEqual({
    refused: expect.stringMatching(/needs a person/),
  })
})

it('a choice that is offered without a case is named, also one named like a member of every object', () => {
  const answer = { choice: 'toString', by: 'ann', assurance: 'attended' as const }
  expect(() => meaningOfAnswer<unknown>(forcing, null, gateOf('ask:1', 'toString'), answer)).toThrow(/offers "toString" at ask:1/)
  expect(() => meaningOfAnswer<unknown>(forcing, null, gateOf('valueOf:1', 'toString'), answer)).toThrow(/at valueOf:1/)
})
