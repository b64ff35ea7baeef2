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

test('a field called or typed like a thing joins the two', () => {
  const made = outlineIntent(
    'feature',
    `## Data\n- Booking: boat reference, start time\n- Invoice: booking_id, total\n\n| Entity | Field | Type |\n|---|---|---|\n| Boat | owner name | text |\n| Transfer | sender | account |\n| Account | number | text |\n${filler}`,
  )
  const relations =
    'intent' in made
      ? made.intent.dataModel.entities.flatMap(({ name, relationships }) => relationships.map(({ to }) => `${name}–${to}`))
      : []
  expect(relations.toSorted()).toEqual(['Account–Transfer', 'Boat–Booking', 'Booking–Invoice'])
})

test.each([
  [
    'a gloss, then what it has, then what it relates to',
    '## Key Entities\n- **Box**: A storage container for a household. Has a unique ID, name, and creation date. Related to: Item, Shelf.\n- **Item**: Something stored in a box.\n- **Shelf**: A board with a number.',
    ['Box(unique ID, name, creation date)', 'Item()', 'Shelf(number)'],
  ],
  [
    'what a gloss says in brackets',
    '## Key Entities\n- **ChangeEntry** — Audit record of a change (who, what, when).\n- **Order**: Represents what somebody buys, including order number, total and status.',
    ['Change Entry(who, what, when)', 'Order(order number, total, status)'],
  ],
  [
    'terms that only say what something is',
    '## Glossary\n- **Login_Service**: Component handling user login and role verification\n- **Volunteer**: A user who has registered to offer time, company or help\n- **Action_Type**: One of SALE, RESTOCK, LOSS',
    [],
  ],
  [
    'what a service stores',
    '## Glossary\n- **Loan_Record**: A record of a loan\n\n## Rules\nWHEN a clerk lends a book, THE Loan_Service SHALL create a Loan_Record with member ID, issue date, and due date.',
    ['Loan Record(member ID, issue date, due date)'],
  ],
  [
    'whose fields are shown',
    "## Rules\nThe system SHALL display each product's name, price, and stock_quantity on the list.",
    ['Product(name, price, stock_quantity)'],
  ],
  [
    'a dialog below the heading that says of what',
    '## Edit an order\nThe dialog SHALL open with fields for order name, due date, and price.',
    ['Order(order name, due date, price)'],
  ],
  [
    'a schema in code',
    '## Schema\n\n```prisma\nmodel CreditNote {\n  id String @id\n  total Decimal\n  reason String?\n  @@index([id])\n}\n```\n\n```sql\nCREATE TABLE runs (\n  id INTEGER PRIMARY KEY,\n  started_at TEXT,\n  PRIMARY KEY (id)\n);\n```',
    ['Credit Note(id, total, reason)', 'Run(id, started_at)'],
  ],
  [
    'what an example fills in',
    '## Rules\nGiven a manager is logged in, When they create a new product with SKU "SKU-001", name "Test", cost price 100, Then it is saved.',
    ['Product(SKU, name, cost price)'],
  ],
  [
    'a cell that says what is required',
    '## Requirements\n\n| ID | Requirement | Status |\n|---|---|---|\n| FR-04 | Each post has a category, a publish date and an author. | Built |',
    ['Post(category, publish date, author)'],
  ],
])('read as data: %s', (_, text, entities) => {
  expect(entitiesOf(text)).toEqual(entities.length === 0 ? ['Case(number, date)'] : expect.arrayContaining(entities))
})

test('what a definition mentions belongs to it, or it to that', () => {
  const made = outlineIntent(
    'feature',
    `## Key Entities\n- **Event**: Represents a gathering with a title and a date. Related to members as guests.\n- **Member**: Somebody with a name.\n- **Gift**: Represents what to bring, with a name. Associated with one event.${filler}`,
  )
  expect(
    'intent' in made && made.intent.dataModel.entities.flatMap(({ name, relationships }) => relationships.map(({ to }) => `${name}–${to}`)),
  ).toEqual(['Event–Gift', 'Member–Event'])
})

test('a field said to be optional anywhere is not required', () => {
  const made = outlineIntent(
    'feature',
    `## Key Entities\n- **Product**: Represents what is sold, with SKU, barcode and price.\n\n## Rules\nThe system SHALL store a product with SKU, barcode (optional), and price.${filler}`,
  )
  expect(
    'intent' in made && made.intent.dataModel.entities[0]!.attributes.map(({ name, required }) => `${name}${required ? '' : '?'}`),
  ).toEqual(['SKU', 'barcode?', 'price'])
})
