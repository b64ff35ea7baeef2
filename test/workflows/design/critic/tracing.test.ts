// A statement counts as said only where a flow or goal that claims it has its verb together with what it acts on.
import { expect, test } from 'vitest'
import { readIntent } from '../../../../src/workflows/design/critic/reading.ts'
import { trace } from '../../../../src/workflows/design/critic/tracing.ts'
import type { Intent } from '../../../../src/workflows/design/intent.ts'

function said(statement: string, steps: string[], goal = 'Visitors enjoy a quiet afternoon.'): boolean {
  const intent: Intent = {
    schemaVersion: '1.0.0',
    featureId: 'probe',
    version: '1.0.0',
    sources: [{ id: 's1', text: statement }],
    goals: [goal],
    goalSourceRefs: [['s1']],
    userFlows: [{ id: 'flow', name: 'Probe', actor: 'Person', sourceRefs: ['s1'], steps: steps.map((action, i) => ({ id: `step-${i}`, action, componentId: 'page', entityRefs: [] })) }],
    components: [],
    dataModel: { entities: [] },
    interactions: [],
  }
  return trace(readIntent(intent)).said[0]!
}

const statement = 'The librarian SHALL scan the barcode of a copy and lend the copy to a member.'
const cases: [string, string, string[], boolean][] = [
  ['the acts, taken apart', statement, ['Librarian scans the barcode of the copy.', 'System lends the copy to the member.'], true],
  ['other verbs of the same meaning', 'A guest selects a date and types a name.', ['Guest picks the date.', 'Guest enters the name.'], true],
  ['the other side of the act', 'A passenger receives a message about the delay.', ['System notices the delay.', 'System sends a message about the delay to the passenger.'], true],
  ['the act as a noun', 'The employee requests leave.', ['Employee opens the calendar.', 'Employee sends the leave request.'], true],
  ['the statement, copied', statement, [statement, 'System ends.'], false],
  ['its nouns alone', statement, ['librarian barcode copy', 'copy member librarian'], false],
  ['other things done by the same verbs', statement, ['Cook scans the recipe.', 'Cook lends the pan to a neighbour.'], false],
  ['other acts on the same things', statement, ['Librarian burns the barcode of the copy.', 'Member eats the copy.'], false],
  ['one step that says it all', 'A guest cancels a booking.', ['Guest cancels the booking.'], false],
  ['what is wished for', 'A user SHALL accept the wishes of a friend.', ['User opens the wishes.', 'User accepts a wish of the friend.'], true],
  ['what is done to users', 'An admin SHALL block a user.', ['Admin lists the users.', 'Admin blocks the user.'], true],
  ['nothing', statement, [], false],
]

test.each(cases)('%s', (_, source, steps, expected) => {
  expect(said(source, steps)).toBe(expected)
})

test('a goal says a statement in its own words, not by repeating it', () => {
  const wish = 'As a guest, I want to reserve a table online so that I need not phone.'
  expect(said(wish, [], 'Guests reserve a table online at any hour.')).toBe(true)
  expect(said(wish, [], wish)).toBe(false)
  expect(said('Guests reserve tables online.', [], 'Guests reserve tables online.')).toBe(false)
})
