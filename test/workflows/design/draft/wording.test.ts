// How a draft reads: the steps and goals somebody would write, in the words of the text.
import { expect, test } from 'vitest'
import { draftIntent } from '../../../../src/workflows/design/draft/draft-intent.ts'

function draft(requirements: string) {
  const made = draftIntent({ featureId: 'wording', requirements })
  if ('missing' in made) throw new Error(JSON.stringify(made.missing))
  return made.intent
}

const steps = (text: string) => draft(text).userFlows.flatMap((flow) => flow.steps.map((step) => step.action))

const library = `# Library loans

Members of a public library borrow books at self-service kiosks.

- The kiosk shall record the loan with the due date, the member and the book.
- A member can renew a loan once unless another member has reserved the book.
- A member may reserve a book that is on loan and is notified by email when it is returned.
- Librarians can see all overdue loans with the member's name, email and phone number.`

test('plural subjects act, passives without an agent are the software\'s, conditions stay with their act', () => {
  expect(steps(library)).toEqual([
    'Member borrows books at self-service kiosks',
    'The kiosk records the loan with the due date, the member and the book',
    'Member renews a loan once unless another member has reserved the book',
    'Member reserves a book that is on loan',
    'System notifies the member by email when the book is returned',
    "Librarian sees all overdue loans with the member's name, email and phone number",
  ])
})

test('everybody who acts has a goal, also in a flow of somebody else', () => {
  expect(draft(library).goals).toEqual(['Let the member borrow books, renew a loan and reserve a book', 'Let the librarian see all overdue loans'])
})

const rest = 'Clerks weigh packets with a number. Clerks post packets. '
test.each([
  ['what hangs on the subject is kept', 'Packets older than four years are thrown away.', 'System throws away packets older than four years'],
  ['a participle in front is kept', 'Uncollected packets shall be returned after 14 days.', 'System returns uncollected packets after 14 days'],
  ['"by" what is not "by" whom', 'Packets can be grouped by colour.', 'Clerk groups packets by colour'],
  ['what cannot be done', 'Packets cannot be changed after they have been sent.', 'Clerk cannot change packets after they have been sent'],
  ['what two people do is a condition', 'If two clerks add the same packet, the quantities are added up.', 'System adds up the quantities if two clerks add the same packet'],
  ['"it" is the thing', 'When a clerk ticks a packet off, it moves to the bottom.', 'The packet moves to the bottom'],
  ['what becomes of a thing', 'Once the workshop closes the case, the packet becomes available again.', 'System shows that the packet becomes available again once the workshop closes the case'],
  ['verbs with a prefix', 'Clerks pre-register packets.', 'Clerk pre-registers packets'],
])('%s: %s', (_, sentence, expected) => {
  expect(steps(rest + sentence)).toContain(expected)
})

test('a story in the passive is done for its teller', () => {
  expect(steps('- As a dog owner, I want to book a walk with a date.\n- As a walker I want to be paid weekly for the walks I completed.')).toContain('System pays the walker weekly for the walks the walker completed')
})

test('what somebody else has done before is checked, not done', () => {
  expect(steps('Scenario: Taken\nGiven another club has booked the hall\nWhen the trainer books the hall\nThen the system shows the price of the hall')[0]).toBe('System checks that another club has booked the hall')
})

test('the name of a ticket is no statement', () => {
  const { sources } = draft('FLEET-212: Damage reports for rental vans\n\nAs a driver, I want to report damage with a photo.\n\n* Driver selects the van by its plate')
  expect(sources.map(({ text }) => text)).toEqual(['As a driver, I want to report damage with a photo.', 'Driver selects the van by its plate'])
})
