// What the kernel's own events do to a run, whatever its workflow makes of them.
import { expect, test } from 'vitest'
import { type DriverEvents, foldEvents } from '../../src/kernel/reduce.ts'
import type { NewEvent } from '../../src/schema/event.ts'
import { toy } from './toy.ts'

const at = 1_750_000_000_000
const event = <T extends keyof DriverEvents>(type: T, data: DriverEvents[T]) => ({ type, data }) as unknown as NewEvent
const created = event('created', { run: 'r', workflow: 'toy', input: { rounds: 1, mostCalls: 9 }, pins: {} } as never)
const after = (...events: NewEvent[]) => foldEvents(toy, null, [created, ...events], at).run

test('a run with work waits for no answer, however its question was settled', () => {
  const waits = event('gate_opened', { gate: 'go-on:1' })
  expect(after(waits).gate).toBe('go-on:1')
  const works = after(waits, event('asked', { tasks: [{ key: 'ann:2', kind: 'ask' }] } as never))
  expect([works.gate, Object.keys(works.open)]).toEqual([null, ['ann:2']])
})

test('a run that has ended is active again once it has work or a question', () => {
  const ended = event('ended', { outcome: { status: 'done', reason: 'rounds', passed: true } } as never)
  expect(after(ended).outcome).toMatchObject({ reason: 'rounds' })
  expect(after(ended, event('asked', { tasks: [] } as never)).outcome).toBeNull()
  expect(after(ended, event('gate_opened', { gate: 'go-on:1' })).outcome).toBeNull()
})
