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
  ['a list in front of a passive', 'Special labels or stamps can be added to the packet.', 'Clerk adds special labels or stamps to the packet'],
  ['buttons are shown', '\n- Cancel button displayed on the packet page', 'System displays cancel button on the packet page'],
  ['what is quoted', '\n- Click "Save" to store the packet', 'Clerk clicks "Save" to store the packet'],
  ['orders to the builders', '\nCreate an app where clerks sort packets.', 'Clerk sorts packets'],
  ['activities and tasks', 'A list of packets and tasks is displayed.', 'System displays a list of packets and tasks'],
  ['when it is, is not who it is', 'Every day, a helper is needed at the desk.', 'System shows that a helper is needed at the desk'],
  ['two who are let do something', 'The system allows clerks and guards to open packets.', 'Clerk opens packets'],
  ['verbs with a prefix', 'Clerks pre-register packets.', 'Clerk pre-registers packets'],
])('%s: %s', (_, sentence, expected) => {
  expect(steps(rest + sentence)).toContain(expected)
})

test('a story in the passive is done for its teller', () => {
  expect(steps('- As a dog owner, I want to book a walk with a date.\n- As a walker I want to be paid weekly for the walks I completed.')).toContain('System pays the walker weekly for the walks they completed')
})

test('what somebody else has done before is checked, not done', () => {
  expect(steps('Scenario: Taken\nGiven another club has booked the hall\nWhen the trainer books the hall\nThen the system shows the price of the hall')[0]).toBe('System checks that another club has booked the hall')
})

test('the name of a ticket is no statement', () => {
  const { sources } = draft('FLEET-212: Damage reports for rental vans\n\nAs a driver, I want to report damage with a photo.\n\n* Driver selects the van by its plate')
  expect(sources.map(({ text }) => text)).toEqual(['As a driver, I want to report damage with a photo.', 'Driver selects the van by its plate'])
})

test('the feature line of a scenario file and numbered bold lines are headings', () => {
  const { sources, userFlows } = draft('Feature: Book courts\n  members come often\n\n  Scenario: Book\n    When the member books a court with a number\n    Then the court is reserved')
  expect(sources.map(({ text }) => text)).not.toContain('Book courts')
  expect(userFlows.map(({ name }) => name)).toEqual(['Book'])
  expect(draft('1. **Receive Orders**\n\n   - Cooks receive orders with a number\n   - Cooks close orders').sources).toHaveLength(2)
})

test('stories are found in headings and behind their reason', () => {
  const story = 'As a landlord, I want to add flats with a price.'
  expect(draft(`### User Story 2: ${story}\n\n- Landlords delete flats`).sources[0]?.text).toBe(story)
  const turned = draft('In order not to lose rooms\nAs an organizer\nI want to cancel a reservation with a date\n\nOrganizers print reservations.')
  expect(turned.userFlows.flatMap(({ steps: all }) => all.map(({ action }) => action))).toEqual(['Organizer cancels a reservation with a date', 'Organizer prints reservations'])
})

test('stories without a full stop stay apart', () => {
  expect(draft('- As a volunteer, I need to claim a session with a date\n- As a volunteer, I need to cancel a session').sources).toHaveLength(2)
})

test('what a story spares somebody is said as such', () => {
  expect(draft("- As a tenant, I want to pay rent with a date so that I don't have to visit the office.\n- As a tenant, I want to print receipts.").goals).toContain('Spare the tenant having to visit the office')
})
