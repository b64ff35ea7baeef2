// What a mark in a change says of the task: a stub that admits itself, against marks about something else.
import { describe, expect, it } from 'vitest'
import { putOff } from '../../../src/workflows/order/put-off.ts'

const calendar = 'Add toIcs(event), with commas, semicolons and newlines escaped and lines folded at 75 octets'
const found = (text: string, task = calendar) => putOff([{ file: 'a.js', line: 1, text }], task) !== undefined

describe('a mark', () => {
  it.each([
    ['  // TODO: escape commas, semicolons and newlines'],
    ['  // FIXME fold lines at 75 octets'],
    ['# TODO escaping of newlines'],
    ['  return text // XXX: lines are not folded yet'],
  ])('that names what the task asks for puts it off: %s', (text) => expect(found(text)).toBe(true))

  it.each([
    ['  // TODO: recurring events'],
    ['  // TODO(ann): drop this once Node 18 is gone'],
    ['  // FIXME: the time zone of an event is taken from the server'],
    ['  // TODO: measure whether folding matters for lines of events that hold a very long description of attached files'],
  ])('about something else does not: %s', (text) => expect(found(text)).toBe(false))

  it('is the work itself where the task speaks of marks', () =>
    expect(found('// TODO: escape commas and newlines', 'Put a TODO wherever commas and newlines are not escaped')).toBe(false))
})
