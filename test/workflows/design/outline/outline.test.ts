// What the outline makes of each form: who acts, what is kept, what answers what, what is left open.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { critique } from '../../../../src/workflows/design/critic/critic.ts'
import type { Intent } from '../../../../src/workflows/design/intent.ts'
import { hear } from '../../../../src/workflows/design/feedback/hear.ts'
import { countLedger, ledgerOf } from '../../../../src/workflows/design/outline/ledger.ts'
import { outlineIntent, sourceLines } from '../../../../src/workflows/design/outline/outline.ts'
import { sentencesOf } from '../../../../src/workflows/design/outline/read/sentences.ts'
import { nextOutline } from '../../../../src/workflows/design/outline/revise.ts'

const filler = '\n\n# More\n\nThe clerk opens a case with a number and a date.\nThe clerk closes a case.\n'

function outlined(text: string): Intent {
  const made = outlineIntent('feature', text)
  if ('missing' in made) throw new Error(JSON.stringify(made.missing))
  return made.intent
}

const steps = ({ userFlows }: Intent) => userFlows.flatMap((flow) => flow.steps.map(({ action }) => `${flow.actor}: ${action}`))
const entities = ({ dataModel }: Intent) =>
  dataModel.entities
    .filter(({ assumed }) => !assumed)
    .map(({ name, attributes }) => `${name}(${attributes.map((attribute) => attribute.name).join(', ')})`)
const asked = ({ questions = [] }: Intent) => questions.map(({ text }) => text).join('\n')

test.each([
  [
    'a list below a heading, with remarks in brackets and values behind a colon',
    '## Data\n\n### Pet\n- name (required)\n- species: dog, cat, rabbit or bird\n- date of birth\n- microchip number (unique)\n- chipped on (date)',
    'Pet(name, species, date of birth, microchip number, chipped on)',
  ],
  [
    'a list below a bare line',
    '# Clinic\n\nData\n\nPet\n- name\n- breed\n- date of birth\n\nOwner\n- phone\n- fax',
    'Pet(name, breed, date of birth)',
  ],
  [
    'the kinds of value behind a colon, outside any section about data',
    '4.2 Loan request\n- requested from: date\n- purpose: text, required\n- status: one of submitted, endorsed, declined',
    'Loan request(requested from, purpose, status)',
  ],
  [
    'what is needed for each of them',
    'For every order we need the pickup time, a phone number and the breads.',
    'Order(pickup time, phone number, breads)',
  ],
  [
    'a list behind a sentence that says what is recorded',
    'We record the following about a singer:\n- name\n- voice (soprano, alto or bass)',
    'Singer(name, voice)',
  ],
  [
    'fields below what a thing is',
    '## Entities\n- **Shop**: A place that gives food away. It is open.\n  - name: text, required\n  - address: text, required',
    'Shop(name, address)',
  ],
  [
    'kinds behind a comma',
    '## Data\n\nrace\n- venue, text\n- distance, decimal, km\n- finish, time to the second',
    'Race(venue, distance, finish)',
  ],
  ['a list inside a list', '## Entities\n- Shipment\n  - carrier\n  - crate count\n- Crate\n  - weight', 'Shipment(carrier, crate count)'],
  [
    'capitals, of a thing spoken of elsewhere',
    'The clerk lends a boat.\n\n## Data model\n### Boat\n- Number\n- Opened on\n- Remark',
    'Boat(Number, Opened on, Remark)',
  ],
  [
    'a cell that says more than the kind',
    '## Artwork\n\n| Field | Type |\n|---|---|\n| inventory number | text, required, unique |\n| year | number |',
    'Artwork(inventory number, year)',
  ],
  [
    'a list behind a name',
    'Parcel: slot, items, packed (yes/no), weight in kg\nThe clerk weighs each parcel.',
    'Parcel(slot, items, packed, weight in kg)',
  ],
  [
    'two lists on two lines',
    'Prop: name, shelf, photo\nScene: act, number, props\nThe actor breaks a prop in a scene.',
    'Scene(act, number, props)',
  ],
  [
    'a title that reads like a verb',
    '## Entities\n\n**Found Item**\n- description: text, required\n- found at: datetime, required\n\n**Booking**\n- arrival: date\n- nights: integer',
    'Found Item(description, found at)',
  ],
  [
    'one word in -ing above its fields',
    '## Entities\n\nBooking\n  - arrival: date, required\n  - nights: integer, required\n',
    'Booking(arrival, nights)',
  ],
  [
    'a field that is called like a note about the text',
    '## Data\n\n### Lesson\n- start time: date and time, required\n- status: one of requested, confirmed, cancelled; required\n- type: text\n',
    'Lesson(start time, status, type)',
  ],
  [
    'names with their kinds in brackets',
    '## Data\n\n- Progress note (skill: text, mark: number, written on: date, comment: text, optional)\n',
    'Progress note(skill, mark, written on, comment)',
  ],
  [
    'a choice among typed fields',
    '## Key entities\n- **Repair Order**: order number (integer, required), complaint (text), status (one of: open, waiting, finished)',
    'Repair Order(order number, complaint, status)',
  ],
  [
    'fields that are to be stored for each thing',
    '## Data\nR5. The system must store for each Tool: label (text), weight (text), last inspection (date).',
    'Tool(label, weight, last inspection)',
  ],
  ['fields behind the thing and the verb', '## Data\nFor each tool we keep: label (text), weight (text).', 'Tool(label, weight)'],
  [
    'names that end in a participle',
    '## Key entities\n- **Report**: number, version, signed by, signed at',
    'Report(number, version, signed by, signed at)',
  ],
  [
    'attributes in a second sentence',
    '## Key entities\n- **Hive**: a colony at one place. Attributes: number, queen year',
    'Hive(number, queen year)',
  ],
  [
    'a list to the end of the sentence',
    'A plot has a number, a size in m², a status and a yearly rent.',
    'Plot(number, size in m², status, yearly rent)',
  ],
  ['typed fields below a heading', '## Restoration\n- started on: date\n- cost in EUR: number', 'Restoration(started on, cost in EUR)'],
  ['the entries of a form', '## Booking form\n- Subject\n- Date and time\n- Place (optional)', 'Booking(Subject, Date and time, Place)'],
  [
    'a numbered table',
    '## Table 1: Vehicle\n\n| Field | Type |\n|---|---|\n| number plate | text |\n| payload | number |',
    'Vehicle(number plate, payload)',
  ],
  [
    'a second sentence without a subject',
    '## Key entities\n- **Offer**: A proposal to a tenant. Carries the date sent, the answer deadline and the outcome (accepted, declined).',
    'Offer(date sent, answer deadline, outcome)',
  ],
  [
    'a list that is announced as stored data',
    '## Returns\nEach return SHALL be stored with the following data:\n\n- `return_number` (string, required, unique)\n- `reason` (enum: `wrong_size`, `other`; required)\n- `dropped_off_at` (timestamp)',
    'Return(return_number, reason, dropped_off_at)',
  ],
  [
    'a list of what is wanted for each of them',
    'I want to know for each ski:\n\n- the barcode number\n- brand and model\n- length\n- whether it was paid\n- helmet, yes or no',
    'Ski(barcode number, brand, model, length, paid, helmet)',
  ],
  [
    'a list with stars',
    '## Field list\n\nConsent form, one per pupil:\n- Pupil (*)\n- Abroad? (yes/no) (*)\n- Allergies – "none" has to be ticked\n- Date of answer – set by the system',
    'Consent form(Pupil, Abroad, Allergies, Date of answer)',
  ],
  [
    'a list below a bold line',
    '## Data notes (from refinement)\n\n**Repair report**\n- Report no. – generated\n- Flat – mandatory, prefilled\n- Category – heating / water / other\n- Urgent? – checkbox',
    'Repair report(Report no, Flat, Category, Urgent)',
  ],
  [
    'names alone below a heading',
    '## Data\n\n### Vehicle\n\nNumber plate, transmission (manual/automatic), mileage. The plate is the key.',
    'Vehicle(Number plate, transmission, mileage)',
  ],
])('%s gives an entity its attributes', (_, text, entity) => {
  expect(entities(outlined(text + filler))).toContain(entity)
})

test.each([
  ['people', 'Roles: clerk, nurse, doctor\nThe roles sign in.'],
  ['states', 'State: open, closed, lost\nThe clerk sets the state.'],
  ['names', 'Languages: German, French, Italian\nThe clerk picks languages.'],
])('a list of %s is no entity', (_, text) => {
  expect(entities(outlined(text + filler)).filter((entity) => /^(?:Role|State|Language)/.test(entity))).toEqual([])
})

test.each([
  ['a story', 'As a nurse, I want to record weight and pulse so that the doctor sees them.', 'Nurse: record weight and pulse'],
  [
    'a story over lines',
    '**As a** reviewer\n**I want** to compare two texts\n**So that** mistakes are found',
    'Reviewer: compare two texts',
  ],
  ['a story behind a bare number', '* **N-4** As a freelancer, I want to hand in stories.', 'Freelancer: hand in stories'],
  [
    'a role that may also be an adjective',
    'An attendant SHALL be able to open a case.',
    'Attendant: An attendant SHALL be able to open a case',
  ],
  [
    'what is recorded, with its data',
    'Each override SHALL be logged with the clerk, the case and a reason.',
    'System: Each override SHALL be logged with the clerk, the case and a reason',
  ],
  ['a story behind a number in brackets', '(T-3) As an actor I want to report a broken prop.', 'Actor: report a broken prop'],
  ['a story behind a number and a dash', 'T-5 – As a guest theatre, I want to return props.', 'Guest theatre: return props'],
  ['a rule below a story', '- As a nurse, I want to see the list.\n  - Old entries are not shown.', 'System: Old entries are not shown'],
  [
    'a step of a scenario named after what is missing',
    '#### Scenario: No network\n- **WHEN** a guard scans\n- **THEN** the old list is used',
    'Guard: THEN the old list is used',
  ],
  ['a story in a table', '| As a | I want to | So that |\n|---|---|---|\n| guest | order a meal | I can eat |', 'Guest: order a meal'],
  [
    'a modal sentence',
    '- **FR-007**: The dispatcher MUST NOT cancel a ride that has begun.',
    'Dispatcher: The dispatcher MUST NOT cancel a ride that has begun',
  ],
  [
    'a requirement in a table',
    '| ID | Requirement | Priority |\n|---|---|---|\n| R-1 | The tenant shall report a leak. | High |',
    'Tenant: The tenant shall report a leak',
  ],
  [
    'what somebody is allowed',
    'The system shall allow the grower to set limits.',
    'Grower: The system shall allow the grower to set limits',
  ],
  ['a lead-in', 'Guests must not:\n- bring a dog\n- smoke inside', 'Guest: Guests must not smoke inside'],
  ['a heading that denies', '## Guests cannot\n\n- change the room', 'Guest: Guests cannot change the room'],
  ['people above what they do', '## Mechanics\n\n- take a bike out of service', 'Mechanic: take a bike out of service'],
  ['a number that is no label', '- Availability of 99.9 percent per month', 'System: Availability of 99.9 percent per month'],
  ['an answer', 'Q: May a guest pay later?\nA: No, never.', 'System: Q: May a guest pay later? A: No, never'],
])('%s becomes a step', (_, text, step) => {
  expect(steps(outlined(text + filler))).toContain(step)
})

test.each([
  [
    'a condition and its effect',
    'When the card is declined, the system keeps the basket.',
    'When the card is declined',
    'the system keeps the basket',
  ],
  [
    'a condition with commas',
    'WHEN the importer enters the value, the weight and the country, THE system SHALL calculate the duty.',
    'WHEN the importer enters the value, the weight and the country',
    'THE system SHALL calculate the duty',
  ],
  [
    'a condition at the end',
    'The system warns the clerk when a case is late.',
    'when a case is late',
    'The system warns the clerk when a case is late',
  ],
  [
    'a scenario',
    'Scenario: Late\n  Given a late case\n  When the clerk opens it\n  Then a warning is shown\n  And no reminder is sent',
    'Given a late case, When the clerk opens it',
    'Then a warning is shown, And no reminder is sent',
  ],
  [
    'a scenario in one line',
    '1. **Given** a full room, **When** a guest books it, **Then** the booking is refused',
    'Given a full room, When a guest books it',
    'Then the booking is refused',
  ],
])('%s becomes an interaction', (_, text, trigger, response) => {
  expect(outlined(text + filler).interactions).toContainEqual(expect.objectContaining({ trigger, response }))
})

test('where nobody can say where a condition ends, it is not cut off', () => {
  const text = 'When the card is declined, the order expires, or the guest cancels, the system frees the room.'
  const { interactions, userFlows } = outlined(text + filler)
  expect(interactions.filter(({ trigger }) => trigger.startsWith('When the card'))).toEqual([])
  expect(userFlows.flatMap((flow) => flow.steps.map(({ action }) => action))).toContain(text.slice(0, -1))
})

test.each([
  ['a sentence of having', 'Each loan has a start date, an end date and a status (open, late).', 'Loan(start date, end date, status)'],
  ['something made with fields', 'The agent publishes a flat with an address, a rent and photos.', 'Flat(address, rent, photos)'],
  [
    'what is entered for each',
    'The clerk enters the amount, the currency and the date for each expense.',
    'Expense(amount, currency, date)',
  ],
  [
    'a key entity',
    '## Key Entities\n\n- **Machine**: A washer or dryer, with a number, a kind and a state',
    'Machine(number, kind, state)',
  ],
  [
    'a field table',
    '## Reading\n\n| Field | Type | Required |\n|---|---|---|\n| meter number | text | yes |\n| photo | image | no |',
    'Reading(meter number, photo)',
  ],
  ['a field list', 'Seed bag fields:\n- label number\n- harvest year (optional)', 'Seed bag(label number, harvest year)'],
  [
    'an answer about fields',
    'Q: What is kept about each session?\nA: a start time, an end time and a zone',
    'Session(start time, end time, zone)',
  ],
])('%s becomes an entity', (_, text, entity) => {
  expect(entities(outlined(text + filler))).toContain(entity)
})

test('weekdays, units, kinds of values and people who only act are no entities; headings and things are no actors', () => {
  const intent = outlined(
    '# Reporting\n\nEach Monday has a String and a number.\nThe report must list the hours, the cost and the date.\nThe projector must not leave the room.\n' +
      filler,
  )
  expect(intent.dataModel.entities.map(({ name }) => name)).toEqual(expect.not.arrayContaining(['Monday', 'String', 'Clerk']))
  expect(intent.actors?.map(({ name }) => name)).toEqual(['Clerk'])
})

test('a slip of the pen makes no second actor', () => {
  const { actors } = outlined('The member must pay.\nThe memeber can cancel a case.' + filler)
  expect(actors?.map(({ name }) => name)).toEqual(['Member', 'Clerk'])
})

test('what lies out of scope, is struck out or describes the present asks for nothing', () => {
  const text =
    'Today the clerk writes on paper.\n\n## Out of scope\n\n- The clerk prints cases.\n\n## Rules\n\n~~The clerk deletes cases.~~' + filler
  const rows = ledgerOf(sourceLines(text), outlined(text))
  for (const said of ['Today the clerk writes on paper.', 'The clerk prints cases.', '~~The clerk deletes cases.~~'])
    expect(rows.find((row) => row.text === said)).toMatchObject({ became: 'background', as: [] })
})

test.each([
  ['a mark', 'The clerk must archive cases after TBD days.', /TBD/],
  [
    'a wish for clarification',
    '- **FR-1**: The system must notify by [NEEDS CLARIFICATION: email or text message?]',
    /^email or text message\?$/m,
  ],
  ['a question without an answer', 'Who moderates photos?', /^Who moderates photos\?$/m],
  ['a vague quantity', 'The clerk must answer quickly.', /What exactly does “quickly” mean/],
  [
    'two statements that contradict',
    'The clerk may delete a closed case.\nThe clerk may not delete a closed case.',
    /^Which holds, “The clerk may delete/m,
  ],
  ['two numbers for one thing', 'The system keeps closed cases for 30 days.\nThe system keeps closed cases for 90 days.', /^Which holds/m],
  ['nobody who acts', 'The system must store a value.\nThe system must delete a value.', /^Who uses this/m],
])('%s is asked about', (_, text, question) => {
  expect(asked(outlined(question.source.includes('uses') ? text : text + filler))).toMatch(question)
})

describe('the ledger', () => {
  test('holds every line of any text', () => {
    const piece = fc.constantFrom(
      '# Title',
      '## Rules',
      '---',
      '```',
      'let x = 1',
      '- a clerk opens a case',
      '1. The clerk must pay',
      '| a | b |',
      '|---|---|',
      'Given a case',
      'Then it closes',
      '',
      '  wrapped words go on',
      'Priority: High',
      '<!-- note -->',
      '**Bold**',
      '> quoted words',
      'As a clerk',
      'I want to go',
      'Q: Why?',
      'A: Because.',
      '* * *',
      '\t',
      'Text with | bars | in it',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('\n')
        const listed = new Set(sourceLines(text).flatMap(({ lines }) => lines))
        const wanted = text.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : [at + 1]))
        // A text of nothing but marks has no statement to put them with.
        if (listed.size > 0) expect(wanted.filter((line) => !listed.has(line))).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  test('says what each statement is used as, and names what is not understood', () => {
    const text = 'As a nurse, I want to record a pulse so that it is kept.\n\nSo it goes.' + filler
    const rows = ledgerOf(sourceLines(text), outlined(text))
    expect(rows[0]?.as).toEqual(expect.arrayContaining([expect.stringMatching(/^step of /), 'goal 1', 'actor Nurse']))
    expect(countLedger(rows)).toMatchObject({ lines: 5, heading: 1, unread: 0 })
  })
})

test('sentences end where they end', () => {
  const text = 'Pay 3.5 euros, e.g. by card. See file.csv! "Stop." Dr. Moss agrees. Is it? Yes'
  expect(sentencesOf(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    'Pay 3.5 euros, e.g. by card.',
    'See file.csv!',
    '"Stop."',
    'Dr. Moss agrees.',
    'Is it?',
    'Yes',
  ])
})

test.each([
  ['German', 'Der Kunde bucht einen Termin und die Anmeldung bestätigt ihn. Das Datum ist nicht frei.'],
  ['Chinese', '用户可以将商品添加到购物车。管理员可以查看所有订单。'],
])('%s is refused in one sentence', (_, text) => {
  expect(outlineIntent('feature', text)).toEqual({ missing: { text: expect.stringMatching(/^This does not read as English[^.]*\.$/) } })
})

describe('the next outline', () => {
  const text = 'The clerk opens a case with a number and a date.\nThe clerk closes a case.\n'

  test('is none where the text proves nothing more: it says what a person or a model must add', () => {
    const previous = outlined(text)
    const next = nextOutline({ featureId: 'feature', requirements: text, heard: [], previous, findings: critique(previous).findings })
    expect(next).toEqual({ missing: expect.objectContaining({ q1: expect.any(String) }) })
  })

  test('puts a changed quote right and keeps what a person changed otherwise', () => {
    const previous = structuredClone(outlined(text))
    const [flow] = previous.userFlows
    flow!.name = 'Cases from start to end'
    flow!.steps[1]!.action = 'The clerk never closes a case'
    const next = nextOutline({
      featureId: 'feature',
      requirements: text,
      heard: [],
      previous,
      findings: [{ ...critique(previous).findings[0]!, pointer: '/userFlows/0/steps/1/action' }],
    })
    expect(next).toMatchObject({
      intent: { userFlows: [{ name: 'Cases from start to end', steps: [{}, { action: 'The clerk closes a case' }] }] },
    })
  })

  test('takes duties and edits a person asked for, and nothing else', () => {
    const said = hear('The clerk must never delete a case. Rename Clerk to Agent.\n- Nicer, please.', outlined(text))
    expect(said.map(({ became }) => became)).toEqual(['requirement', 'edit', 'not understood'])
    const next = nextOutline({ featureId: 'feature', requirements: text, heard: [said], previous: outlined(text), findings: [] })
    expect('intent' in next && steps(next.intent)).toContain('Agent: The agent must never delete a case')
  })
})

describe('a letter to whoever builds it', () => {
  const text = `From: the transport office
Subject: bus app

Hi,

I have been planning the buses with a spreadsheet for eleven years. Here is what I need.

We have dispatchers, drivers and parents. A dispatcher plans the routes.

What I keep in my sheet:

**Bus** – plate number, seats, mileage

**Route** – code, title, departure time

A bus serves many routes.

How a normal morning goes:

1. The dispatcher opens the day plan.
2. The driver inspects the bus.

How a parent calls in sick:

1. The parent picks the child.
2. The system removes the child from the list.

I would like these pages: a day plan, a route map and an incident log.

A bus must never carry more children than it has seats.
`
  const letter = outlined(text)

  test('what tells of the writer is no step', () => {
    expect(steps(letter).join('\n')).not.toMatch(/spreadsheet|what I need/)
    expect(letter.actors?.map(({ name }) => name)).toEqual(['Dispatcher', 'Driver', 'Parent'])
  })

  test('a line with a colon names its steps and ends with them', () => {
    expect(letter.userFlows.map(({ name }) => name)).toEqual(['Dispatcher', 'How a normal morning goes', 'How a parent calls in sick'])
  })

  test('pages it lists are screens', () => {
    expect(letter.components.map(({ name }) => name)).toEqual(expect.arrayContaining(['Day plan', 'Route map', 'Incident log']))
  })

  test('no line is left over', () => {
    expect(countLedger(ledgerOf(sourceLines(text), letter)).open).toEqual([])
  })
})

test('a limit on how many there may be is no field', () => {
  const text = '## Data\n- Member: full name, email\n\n## Rules\n- A member may have at most five open loans.'
  expect(entities(outlined(`${text}${filler}`))).toContain('Member(full name, email)')
})

test('steps under "Overview" are steps', () => {
  const made = outlined('# Kitchen\n\n## Overview\n1. The coordinator opens an evening.\n2. The member books a stand.\n')
  expect(steps(made)).toHaveLength(2)
})

test('a dashboard that shows what is due today is a screen, and nobody', () => {
  const made = outlined(`## Screens\n- Desk dashboard: shows the cases that are due today.\n${filler}`)
  expect(made.components.map(({ name }) => name)).toContain('Desk dashboard')
  expect(made.actors?.map(({ name }) => name)).toEqual(['Clerk'])
})

test('a role of the list acts where the system allows it to', () => {
  const made = outlined(
    '## User classes\n2.1 Registrar: keeps loans.\n2.2 Curator: asks for loans.\n\n## Functional requirements\nFR-1 The system shall allow the curator to request a loan.\nFR-2 The system shall allow the registrar to draw up a loan.\n',
  )
  expect(made.userFlows.flatMap(({ actor, steps: own }) => own.map((step) => step.actor ?? actor))).toEqual(['Curator', 'Registrar'])
})

describe('an answered question', () => {
  const text = (answers: string) =>
    `# Kitchen\n\nMembers book a stand. The coordinator closes it.\nIt should be fast.\n\nPayments: TBD\n${answers}`
  const answers =
    '\n# Answers\n\nQ: What is still open in “Payments: TBD”?\nA: Payments are made in cash.\n\nQ: What exactly does “fast” mean in “It should be fast.”?\nA: Every page shows within one second.\n'

  test('is asked as long as nobody answers', () => {
    expect(asked(outlined(text('')))).toMatch(/Payments: TBD[^]*fast/)
  })

  test('is asked no more, nor is anything about its answer', () => {
    expect(asked(outlined(text(answers)))).not.toMatch(/TBD|fast/)
  })
})

test('a table of actors names them, whatever the tagger makes of their words; its own title is nobody', () => {
  const made = outlined(
    `## Actors\n\n| Actor | What they do |\n| --- | --- |\n| Shift supervisor | Plans the day |\n| Porter | Carries bags |\n\n## Roles\n\n- Counter clerk: takes payments and hands over cakes.\n- Applicant: would like to have a plot.\n${filler}`,
  )
  expect(made.actors?.map(({ name }) => name)).toEqual(['Shift supervisor', 'Porter', 'Counter clerk', 'Applicant'])
  expect(steps(made)).toHaveLength(2)
})

test('listed screens are screens and no steps; what a screen must not do is a step', () => {
  const text = `## Screens\n\nThe load board shows all cases of the day. The load board never shows names.\n\n- Inspection form\n- Plot map with the borders\n${filler}`
  const made = outlined(text)
  expect(made.components.flatMap(({ name, sourceRefs }) => (sourceRefs ? [name] : [])).toSorted()).toEqual([
    'Inspection form',
    'Load board',
    'Plot map',
  ])
  expect(steps(made)).toEqual([
    'System: The load board never shows names',
    'Clerk: The clerk opens a case with a number and a date',
    'Clerk: The clerk closes a case',
  ])
  expect(countLedger(ledgerOf(sourceLines(text), made)).open).toEqual([])
  expect(critique(made).findings.map(({ ruleId }) => ruleId)).not.toContain('coherence.unreached-view')
})

test('fields that begin with "has", notes that say optional, British nouns, heads of known names', () => {
  const made = outlined(
    `## Key entities\n- Plot: plot number, area, has shed, status\n- Cake order: test centre, deposit amount, late surcharge\n\n### Bag\n\n| Field | Type | Notes |\n| --- | --- | --- |\n| Comment | text | optional |\n| Colour | text | |\n\n## Flow\n\n1. The clerk opens the order.\n2. The clerk checks the order.\n3. The clerk enters the amount.\n4. The clerk prints the amount of the order.\n5. The clerk returns the amount.\n6. The clerk closes the order.\n`,
  )
  const fields = made.dataModel.entities.flatMap(({ name, attributes }) =>
    attributes.map((field) => `${name}.${field.name}: ${field.type}${field.required ? '' : '?'}`),
  )
  expect(fields).toEqual([
    'Plot.plot number: identifier',
    'Plot.area: text',
    'Plot.has shed: yes/no',
    'Plot.status: choice',
    'Cake order.test centre: text',
    'Cake order.deposit amount: money',
    'Cake order.late surcharge: money',
    'Bag.Comment: text?',
    'Bag.Colour: text',
  ])
  expect(made.dataModel.entities.map(({ name }) => name)).toEqual(['Plot', 'Cake order', 'Bag'])
})

test('what describes the present or the document is background, also where it denies', () => {
  const text = `# Plots\n\nThe secretary keeps the list in a spreadsheet and nobody knows who holds which key. This document says what the system has to do.\n\n## Cases\n\nThe clerk opens a case.\nThe clerk closes a case.\n\n## Keys\n\nThe clerk hands out a key.\n`
  expect(steps(outlined(text))).toHaveLength(3)
})

test('rules beside each other do not answer each other', () => {
  const made = outlined(
    `## Rules\n- An instructor never has two lessons at the same time.\n- A car whose inspection date has passed cannot be used for a lesson.\n${filler}`,
  )
  expect(made.interactions).toEqual([])
})

test('without goals, titles that say what is done stand for them', () => {
  const made = outlined(
    '## Pay the deposit\n\nGiven an order is open\nWhen the clerk enters the deposit\nThen the system prints a receipt\n\n## Inspection\n\nThe warden opens the round.\nThe warden writes a remark.\n',
  )
  expect(made.goals).toEqual(['Pay the deposit', 'The warden opens the round'])
})

test('whose names and tenses only look like a list of fields', () => {
  const made = outlined(
    `Present: Ms Adams (deputy head), Mr Lind (geography, trip leader), Jo\n\nThe clerk takes the setting from the table (Luc has the table, ISO something). The system asks whether the weight has changed, ha.\n${filler}`,
  )
  expect(entities(made)).toEqual(['Case(number, date)'])
})

test('what follows in a scenario the system does, unless somebody is said to', () => {
  const made = outlined(
    '### Code\n- **WHEN** the shopper enters a code\n- **THEN** the door opens\n- **AND** the clerk prints a label\n- **AND** the guard is notified\n',
  )
  expect(made.userFlows[0]!.steps.map(({ actor }) => actor ?? made.userFlows[0]!.actor)).toEqual(['Shopper', 'System', 'Clerk', 'System'])
})

test('what tells of the present costs no completeness, and "as soon as" is not vague', () => {
  const made = outlined(
    `# Lessons\n\n## Problem\n\nLearners book lessons by phone and instructors double-book.\n\n## Flow\n\nThe clerk opens a case with a number and a date.\nAs soon as it is paid, the clerk closes the case.\n`,
  )
  expect(made.sources.filter(({ background }) => background).map(({ text }) => text)).toEqual([
    'Learners book lessons by phone and instructors double-book.',
  ])
  expect(critique(made).findings.filter(({ ruleId }) => ruleId === 'completeness.untraced')).toEqual([])
  expect(asked(made)).not.toMatch(/soon/)
})

test('a field called like a thing holds one of them', () => {
  const made = outlined(
    `## Data\n\n### Learner\n- name (text)\n- phone (text)\n\n### Lesson\n- start (date)\n- learner (link)\n- room (text)\n${filler}`,
  )
  expect(made.dataModel.entities.find(({ name }) => name === 'Learner')?.relationships).toEqual([{ to: 'Lesson', kind: 'one-to-many' }])
  expect(critique(made).findings.map(({ ruleId }) => ruleId)).not.toContain('data.entity-as-attribute')
})
