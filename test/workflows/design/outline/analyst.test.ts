// What a careful analyst would read from a text: who acts, what is kept and of what kind, what belongs to what, which steps follow each other.
import { describe, expect, test } from 'vitest'
import { validateIntent } from '../../../../src/workflows/design/critic/validate.ts'
import type { Intent } from '../../../../src/workflows/design/intent.ts'
import { outlineIntent } from '../../../../src/workflows/design/outline/outline.ts'

const filler = '\n\n## More\n\nThe clerk opens a case.\nThe clerk closes a case.\n'

function outlined(text: string): Intent {
  const made = outlineIntent('feature', `# Title\n\n${text}${filler}`)
  if ('missing' in made) throw new Error(JSON.stringify(made.missing))
  expect(validateIntent(made.intent, 'feature')).toEqual([])
  return made.intent
}

const fields = ({ dataModel }: Intent, name: string) =>
  dataModel.entities
    .find((entity) => entity.name === name)
    ?.attributes.map((each) => `${each.name}: ${each.type}${each.required ? '' : ', optional'}`)
const flows = ({ userFlows }: Intent) =>
  userFlows.map(({ name, actor, steps }) => [name, ...steps.map((step) => `${step.actor ?? actor}: ${step.action}`)])
const many = ({ dataModel }: Intent) =>
  dataModel.entities.flatMap(({ name, relationships }) => relationships.map(({ to }) => `${name} has many ${to}`))
const actors = ({ actors: all = [] }: Intent) => all.map(({ name }) => name)

describe('a table of fields says type and duty', () => {
  const rows = '|---|---|---|---|\n| Lift | load limit | decimal | yes |\n| Lift | checked at | datetime | no |\n'
  test.each([
    ['with the thing in each row', `## Data\n\n| Entity | Field | Type | Required |\n${rows}`],
    [
      'with the thing in its first row only',
      `## Data\n\n| Object | Attribute | Type | Mandatory |\n${rows.replace('| Lift | checked', '| | checked')}`,
    ],
    [
      'below the name of the thing',
      `## Data\n\nLift:\n\n| Field | Type | Required |\n${rows.replaceAll('| Lift ', '').replace('---|', '')}`,
    ],
    ['below a heading', `## Lift\n\n| Name | Type | Required |\n${rows.replaceAll('| Lift ', '').replace('---|', '')}`],
  ])('%s', (_, text) => {
    expect(fields(outlined(text), 'Lift')).toEqual(['load limit: decimal', 'checked at: datetime, optional'])
  })
})

test('a sentence may say of what kind a field is', () => {
  const intent = outlined(
    '## What we keep\n\nA pet has a name, a weight and a state. The weight is stored as text. The state of a pet is in, out or lost.',
  )
  expect(fields(intent, 'Pet')).toEqual(['name: text', 'weight: text', 'state: choice'])
  expect(flows(intent).flat().join()).not.toMatch(/weight|state/)
})

describe('what belongs to what', () => {
  test.each([
    [
      'in a sentence',
      '## Data\n\nA pet has a name and a breed. A stay has a start and an end. A stay belongs to one pet.',
      ['Pet has many Stay'],
    ],
    [
      'in clauses beside each other',
      '## Data\n\nA flat has a number and a floor. A meter has a serial number and a place.\n\nA flat has one or more meters, and a round contains many meters.',
      ['Flat has many Meter', 'Round has many Meter'],
    ],
    [
      'to two',
      '## Data\n\n- Box: week, size\n- Produce: name, unit\n- Box item: quantity, substitute flag (belongs to a Box and a Produce)',
      ['Box has many Box item', 'Produce has many Box item'],
    ],
    [
      'behind the definition',
      '## Key entities\n\n- **Donor**: attributes: pseudonym, sex\n- **Sample**: one tube; attributes: barcode, volume. Belongs to a Donor',
      ['Donor has many Sample'],
    ],
  ])('%s', (_, text, expected) => {
    expect(many(outlined(text))).toEqual(expected)
  })
})

describe('a process keeps the order of its steps, each with its actor', () => {
  const process = '1. The owner picks a pet.\n2. The clerk confirms the stay.\n3. The owner pays the deposit.'
  const steps = ['Owner: The owner picks a pet', 'Clerk: The clerk confirms the stay', 'Owner: The owner pays the deposit']
  test('in a numbered list below its heading, and nothing of another section among them', () => {
    const intent = outlined(`## Booking\n\n${process}\n\n## Leaving\n\n1. The clerk weighs the pet.\n2. The owner takes the pet home.`)
    expect(flows(intent)).toContainEqual(['Booking', ...steps])
    expect(flows(intent)).toContainEqual(['Leaving', 'Clerk: The clerk weighs the pet', 'Owner: The owner takes the pet home'])
  })
  test('not where duties are listed: they are sorted by whom they bind', () => {
    const text =
      '## Duties\n\n- The owner must pay.\n- The clerk must confirm the stay.\n- The owner must sign.\n- The clerk must file the paper.'
    expect(flows(outlined(text)).map(([name]) => name)).toEqual(expect.arrayContaining(['Duties: Owner', 'Duties: Clerk']))
  })
})

test('whoever brings something about acts, and then the system does', () => {
  const text =
    '## Codes\n\nWHEN a tenant enters a code THE SYSTEM SHALL list the meters.\nWHEN a tenant enters no code THE SYSTEM SHALL wait.'
  expect(
    outlined(text)
      .userFlows.slice(0, 1)
      .flatMap(({ actor, steps }) => steps.map((step) => `${step.actor ?? actor}: ${step.action}`)),
  ).toEqual([
    'Tenant: WHEN a tenant enters a code',
    'System: WHEN a tenant enters a code THE SYSTEM SHALL list the meters',
    'System: WHEN a tenant enters no code THE SYSTEM SHALL wait',
  ])
})

test.each([
  ['people described', '## People\n\nA Veterinarian comes in twice a week. A Keeper feeds the pets.', ['Veterinarian', 'Keeper', 'Clerk']],
  ['a line of roles', 'Roles: On-call Engineer, Support Agent and Registrar.', ['On-call Engineer', 'Support Agent', 'Registrar', 'Clerk']],
  ['a short name for the only one of its kind', '## Users\n\n- Office clerk: runs billing', ['Office clerk']],
  ['nobody from what is kept', '## Data\n\n- Donor: person who gave a sample; attributes: name, sex', ['Clerk']],
])('actors: %s', (_, text, expected) => {
  expect(actors(outlined(text))).toEqual(expected)
})

test('what introduces the text or says what it leaves out is no step', () => {
  const intent = outlined(
    'Document LW-12. We are 3 people and a van.\n\n## Rules\n\nThe clerk files each paper.\n\nOut of scope: card payments.\n\n## Care\n\nThe clerk feeds the pet.',
  )
  expect([...intent.goals, ...flows(intent).flat()].join()).not.toMatch(/LW-12|van|card/)
})

test.each([
  [
    'EX-C2 A plan shall contain a start time, an amount in litres per square metre and a recipe.',
    'Plan',
    ['start time: time', 'amount in litres per square metre: number', 'recipe: text'],
  ],
  ['For every pet we need to know the name, breed and weight.', 'Pet', ['name: text', 'breed: text', 'weight: number']],
  [
    'A group is placed in one pen and has a hatchery, an arrival date and a size.',
    'Group',
    ['hatchery: text', 'arrival date: date', 'size: number'],
  ],
  ['For a van: number plate, gearbox (manual or automatic), mileage.', 'Van', ['number plate: text', 'gearbox: choice', 'mileage: number']],
])('fields in a sentence: %s', (text, name, expected) => {
  expect(fields(outlined(`${text}\n\nThe clerk washes the van.`), name)).toEqual(expected)
})

test.each([
  'Our choir has 94 singers, one conductor and a committee of four.',
  'The line-up page lists the number of singers for each voice.',
])('nothing is kept: %s', (text) => {
  expect(outlined(text).dataModel.entities.filter(({ assumed }) => !assumed)).toEqual([])
})

test('somebody by name acts where the name does something twice, and who is meant by “she” is whoever acted before', () => {
  const intent = outlined(
    'The owner brings the pet. Linnea weighs the pet. Then she takes a photo.\n\nThe owner tells Linnea. Linnea calls the vet.',
  )
  expect(actors(intent)).toContain('Linnea')
  expect(flows(intent).flat()).toContain('Linnea: Then she takes a photo')
})

test.each([
  ['The shift lead assigns a dock.\n\nThe door opens only if the shift lead agrees.', ['Shift lead', 'Clerk']],
  ['The clerk files it.\n\nThe affected clerks are told.', ['Clerk']],
])('one name for one actor: %s', (text, expected) => {
  expect(actors(outlined(text))).toEqual(expected)
})
