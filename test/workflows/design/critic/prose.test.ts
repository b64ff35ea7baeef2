// The small reading of English under the critic: stems, verbs, weak words, placeholders, repeats, needs.
import { describe, expect, test } from 'vitest'
import { needsOf } from '../../../../src/workflows/design/critic/needs.ts'
import { isPlaceholder } from '../../../../src/workflows/design/critic/placeholders.ts'
import { proseReader } from '../../../../src/workflows/design/critic/prose.ts'
import { repeats } from '../../../../src/workflows/design/critic/similarity.ts'
import { stem } from '../../../../src/lib/english/stem.ts'
import { weakSpots } from '../../../../src/workflows/design/critic/weak-words.ts'

const read = proseReader()
const verbs = (text: string) =>
  read(text)
    .words.filter((word) => word.kind === 'verb')
    .map((word) => word.text)
    .join(' ')

test.each([
  'cancel cancels cancelled canceled cancellation cancelling',
  'reserve reserves reserved reservation reserving',
  'pay pays paid payment payments',
  'notify notifies notified notification',
  'deliver delivers delivery deliveries',
  'approve approved approval approvals',
  'ship ships shipped shipment shipping',
  'choose chose chosen choice choices',
  'subscribe subscription subscriptions',
  'party parties',
  'shelf shelves',
])('one stem: %s', (words) => {
  expect(new Set(words.split(' ').map(stem)).size).toBe(1)
})

test.each(['part party', 'form format', 'order ordeal', 'rate ration'])('different stems: %s', (words) => {
  expect(new Set(words.split(' ').map(stem)).size).toBe(2)
})

test.each([
  ['Guest books a table and cancels the booking.', 'books cancels'],
  ['The book lists every order of the day.', 'lists'],
  ['Book a table.', 'Book'],
  ['System SHALL let a member search the catalogue by title.', 'let search'],
  ['The reminder is sent by e-mail two days before the loan ends.', 'sent ends'],
  ['Accountant exports the approved claims as one file.', 'exports'],
  ['As an agent, I want to answer a ticket with a saved reply.', 'answer'],
  ['Board sets the closing date.', 'sets'],
  ['Shows each order with its total.', 'Shows'],
  ['System maintains the history of a booking.', 'maintains'],
  ['Page reflects the new price.', 'reflects'],
  ['Choices persist between visits.', 'persist'],
  ['Support contacts the guest.', 'contacts'],
  ['The map must distinguish free seats.', 'distinguish'],
  ['The kiln must temper the glass.', 'temper'],
  ['Friend accepts wishes.', 'accepts'],
  ['customer order delivery address', ''],
  ['booking code guest restaurant message', ''],
])('the verbs of %j are %j', (text, expected) => {
  expect(verbs(text)).toBe(expected.toLowerCase())
})

test.each([
  ['Friend accepts the wishes of a guest.', 'friend accept wish guest'],
  ['I wish to pay online.', 'wish pay onlin'],
  ['Users pay.', 'pay'],
  ['System shows the user a list.', 'show list'],
  ['System lets users pay.', 'let pay'],
  ['Guest opens the application.', 'guest open'],
])('%j is about %j', (text, expected) => {
  expect(read(text).content.join(' ')).toBe(expected)
})

describe('weak words', () => {
  const spots = (text: string) => weakSpots(text, read(text).words).map((spot) => spot.text)
  test.each([
    ['System handles the order appropriately.', ['handles', 'appropriately']],
    ['Shows various things, etc.', ['etc', 'various', 'things']],
    ['Works in a user-friendly way if needed.', ['user-friendly', 'if needed']],
    ['System takes care of the booking.', ['takes care of']],
    ['System performs the necessary operations.', ['performs the necessary operations']],
  ])('%j has %j', (text, expected) => {
    expect(spots(text).sort()).toEqual(expected.toSorted())
  })

  test.each([
    'Guest turns the door handle.',
    'Customer sends the ticket to support.',
    'System shows how many copies are left.',
    'Cook buys a kind of cheese.',
    'Wall shows the five best pupils.',
    'Manager approves the claim.',
    'Label shows the best before date.',
  ])('%j is fine', (text) => {
    expect(spots(text)).toEqual([])
  })
})

describe('placeholders', () => {
  test.each([
    'TBD',
    'Lorem ipsum dolor sit amet',
    'N/A',
    '...',
    'Description goes here',
    'Insert text here',
    '<description>',
    '[actor]',
    'Step 1',
    'foo bar',
    'To be determined later',
    'This is a placeholder',
    '{{name}}',
  ])('%j is one', (text) => {
    expect(isPlaceholder(text, false)).toBe(true)
  })
  test.each([
    'A todo list for the kitchen.',
    'Text field with the placeholder text Search.',
    'Booking to be confirmed by the host.',
    'Example sentences of the word.',
    'Bar chart of the year.',
    'Member steps in here.',
  ])('%j is none', (text) => {
    expect(isPlaceholder(text, false)).toBe(false)
  })
  test.each(['Test', 'Sample', 'Field', 'Item', 'Page', 'Goal', 'Step', 'Action', 'Items'])('%j is a fine name', (name) => {
    expect(isPlaceholder(name, true)).toBe(false)
  })
})

test('repeats are found through inflection, order and one changed word, and not between short texts that differ', () => {
  const texts = [
    'Guest cancels the booking.',
    'The bookings cancelled by a guest.',
    'Guest enters the phone number.',
    'Guest enters the street name.',
    'Lists free tables of the evening with number, seats, price and view.',
    'Lists free tables of the evening with number, seats, price and window.',
  ].map(read)
  expect(repeats(texts)).toEqual([-1, 0, -1, -1, -1, 4])
})

test.each([
  ['Guest enters the name and the phone number.', ['name', 'phone number']],
  ['Buyer enters the price of the home, the savings and the years.', ['price', 'savings', 'years']],
  ['Cook sets the number of eaters for each meal.', ['eaters']],
  ['Host opens the bookings sorted by arrival time.', []],
  ['System lists the claims with their total.', ['claims', 'total']],
  ['Adopter filters animals by species, size and age.', ['animals', 'species', 'size', 'age']],
  ['Member presses the save button.', []],
  ['System shows a warning message.', []],
  ['Guest enters details, e.g. phone number and arrival time.', ['phone number', 'arrival time']],
  ['Guest enters the size (i.e. the height).', ['size', 'height']],
  ['System lists the chores, including checking doors and cleaning windows.', ['chores']],
  ['System lists the bookings including price and status.', ['bookings', 'price', 'status']],
])('the data needed by %j is %j', (text, expected) => {
  expect(needsOf(read(text)).map((need) => need.phrase)).toEqual(expected)
})

test('long and odd texts are read in one pass', () => {
  for (const text of [
    'a'.repeat(4000),
    'ing'.repeat(1300),
    "'".repeat(4000),
    'and '.repeat(1000),
    'the '.repeat(1000),
    '日本語 '.repeat(500),
    'sees '.repeat(800),
  ])
    expect(read(text).words.length).toBeLessThanOrEqual(1000)
})
