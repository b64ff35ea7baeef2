// Whose fields a list names: by what it is attached to, whatever the verb and the layout.
import { expect, test } from 'vitest'
import { outlineIntent } from '../../../../src/workflows/design/outline/outline.ts'

const filler = '\n\n# More\n\nThe clerk opens a case with a number and a date.\nThe clerk closes a case.\n'

function entitiesOf(text: string): string[] {
  const made = outlineIntent('feature', text + filler)
  if ('missing' in made) throw new Error(JSON.stringify(made.missing))
  return made.intent.dataModel.entities
    .filter(({ assumed }) => !assumed)
    .map(({ name, attributes }) => `${name}(${attributes.map((attribute) => attribute.name).join(', ')})`)
}

test.each([
  [
    'for whom somebody writes it down',
    'For every saddle she writes down a number, a description and which peg it hangs on.',
    'Saddle(number, description, peg)',
  ],
  [
    'for each, behind the verb',
    'The system SHALL keep for every van its plate, a capacity and whether it is clean.',
    'Van(plate, capacity, clean)',
  ],
  [
    'without an article',
    'Per kayak we hold: serial number, colour, last inspection date.',
    'Kayak(serial number, colour, last inspection date)',
  ],
  [
    'what somebody sends with it',
    'A baker sends a flour order with the name of the mill, a contact phone and the date of delivery.',
    'Flour order(name of the mill, contact phone, date of delivery)',
  ],
  [
    'a participle',
    'Any guest can report a leak, giving the room, a description and how bad it is (slow / fast).',
    'Leak(room, description, how bad)',
  ],
  [
    'what it has with its own',
    'Each drum has a tag with its serial number, the size and the purchase price.',
    'Drum(serial number, size, purchase price)',
  ],
  [
    'an underscore',
    '## Glossary\n- **Test_Run**: one drive on the track; has a run number, a date and a driver name',
    'Test Run(run number, date, driver name)',
  ],
  [
    'a second sentence that is nothing but a list',
    '## Key entities\n- **Batch**: What is brewed in one go. Start time, peak temperature, status (open, done).',
    'Batch(Start time, peak temperature, status)',
  ],
  [
    'behind a colon behind what it is',
    '## Entities\n- **Trip** – a bus leaving once: date, departure time, driver name',
    'Trip(date, departure time, driver name)',
  ],
  [
    'a clause as its first member',
    '## Entities\nAddendum: contract it belongs to, effective date, summary',
    'Addendum(contract, effective date, summary)',
  ],
  [
    'fields of it',
    'Fields of a shift day: date, gang, first start time, weather note',
    'Shift day(date, gang, first start time, weather note)',
  ],
  [
    'a heading for fields without a name',
    '## Visit form\n\nForm fields: first name, phone number, reason',
    'Visit(first name, phone number, reason)',
  ],
  [
    'a heading that names it in full',
    '## Pet profile\n\nThe profile has: name, breed, date of birth.',
    'Pet profile(name, breed, date of birth)',
  ],
  [
    'the thing it was called before',
    'He draws up the rental agreement. On the agreement we need the start date, the rent and the deposit.',
    'Rental agreement(start date, rent, deposit)',
  ],
  ['what it means', 'The boxes are simple: each has a number and a size.', 'Box(number, size)'],
  [
    'a record of it',
    'The record of a parcel must include its tag number, colour and date received.',
    'Parcel(tag number, colour, date received)',
  ],
  [
    'what is logged',
    'Each change of a price shall be logged with the person, the time and the old value.',
    'Change(person, time, old value)',
  ],
  ['rows with an empty cell', '**Bread**\n\n| Field | Notes |\n|---|---|\n| Name | |\n| Weight | grams |\n', 'Bread(Name, Weight)'],
])('%s owns the fields', (_, text, entity) => {
  expect(entitiesOf(text)).toContain(entity)
})

test.each([
  ['a case', 'If a horse has a temperature above 38.5 or is lame, the groom reports it.'],
  ['prices', 'Tomasz: hire fee £6 per piece, schools half.\nTomasz pays.'],
  ['what somebody does', 'The cook carries bricks, sand and gravel.'],
  ['a denial', 'The report must not show the name, the address and the phone number.'],
  ['what somebody with a title does', 'Quality manager: releases certificates, grants deviations.\nThe quality manager signs.'],
])('%s is no list of fields', (_, text) => {
  expect(entitiesOf(text)).toEqual(['Case(number, date)'])
})

test('an export may say something about itself on top', () => {
  const made = outlineIntent(
    'feature',
    'Export of the board, 3 May\n\nKey,Type,Summary,Description\nA-1,Story,"Open","The clerk opens a case, and closes it."\nA-2,Story,"Print","The clerk prints a label."\n',
  )
  expect('intent' in made && made.intent.userFlows.flatMap(({ steps }) => steps.map(({ action }) => action))).toEqual([
    'The clerk opens a case, and closes it',
    'The clerk prints a label',
  ])
})

test('a field called like somebody who acts, or typed like a thing, joins the two', () => {
  const made = outlineIntent(
    'feature',
    `## Data\n- Booking: boat, member, start time\n\n| Entity | Field | Type |\n|---|---|---|\n| Boat | owner name | text |\n| Transfer | sender | account |\n| Account | number | text |\n\n## Rules\nThe member must pay the booking.\n${filler}`,
  )
  const relations =
    'intent' in made
      ? made.intent.dataModel.entities.flatMap(({ name, relationships }) => relationships.map(({ to }) => `${name}–${to}`))
      : []
  expect(relations).toEqual(expect.arrayContaining(['Boat–Booking', 'Member–Booking', 'Account–Transfer']))
})
