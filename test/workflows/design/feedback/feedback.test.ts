// Feedback as edits: every sentence is one of three, nothing half understood is applied, and what is applied holds.
import { describe, expect, test } from 'vitest'
import { readFileSync, readdirSync } from 'node:fs'
import { critique } from '../../../../src/workflows/design/critic/critic.ts'
import { validateIntent } from '../../../../src/workflows/design/critic/validate.ts'
import { applyEdits, editsIn } from '../../../../src/workflows/design/feedback/apply.ts'
import { editText } from '../../../../src/workflows/design/feedback/edit.ts'
import { hear } from '../../../../src/workflows/design/feedback/hear.ts'
import { ignoredIn } from '../../../../src/workflows/design/feedback/honoured.ts'
import { thingsOf } from '../../../../src/workflows/design/feedback/names.ts'
import type { Intent } from '../../../../src/workflows/design/intent.ts'
import { nextOutline } from '../../../../src/workflows/design/outline/revise.ts'
import { outlineIntent } from '../../../../src/workflows/design/outline/outline.ts'

const requirements = `# Tool library
Members search the catalogue by name and category.
Members reserve a tool for at most 7 days.
Members extend a loan once, unless another member has reserved the tool.
A member must not hold more than 3 tools at the same time.
Volunteers hand the tool out at the counter.
Volunteers record the return of a tool.
If the tool is damaged, the volunteer writes a damage note.
Coordinators retire broken tools.
Each tool has a name, a category, a deposit and a state.
Each loan has a start date, a due date and a damage note.
Each member has a name, an email address and a home address.
`
const outlined = outlineIntent('tools', requirements)
if ('missing' in outlined) throw new Error('the text carries a design')
const design: Intent = outlined.intent
const heardOf = (text: string) => hear(text, design)
const said = (text: string) => heardOf(text).map((each) => (each.became === 'edit' ? each.edits.map(editText).join('; ') : each.became))

test.each<[string, string]>([
  ['Rename Loan to Lending.', 'rename the entity Loan to Lending'],
  ['Please call the loan entity "Lending" instead.', 'rename the entity Loan to Lending'],
  ['Could Loan be called Lending?', 'rename the entity Loan to Lending'],
  ['We say ‘lending’, not ‘loan’.', 'rename the entity Loan to Lending'],
  ['Rename Member to Borrower.', 'rename the entity Member to Borrower; rename the actor Member to Borrower'],
  ['In Tool, rename state to condition.', 'rename the attribute state of Tool to condition'],
  ['Remove the deposit from Tool, because nobody pays one.', 'remove the attribute deposit of Tool'],
  [
    "Get rid of Member's home address and email address.",
    'remove the attribute home address of Member; remove the attribute email address of Member',
  ],
  ['The deposit field can go.', 'remove the attribute deposit of Tool'],
  ['Could you rename the state of the tool to workshop name?', 'rename the attribute state of Tool to workshop name'],
  ['Please add a handle type (text) to the tool.', 'add the attribute handle type (text) to Tool'],
  ['The step about broken tools should go to the volunteer.', 'give the step “Coordinators retire broken tools” to Volunteer'],
  [
    "Add a step 'checks the member's card' for the volunteer after Volunteers hand the tool out at the counter.",
    "add the step “Volunteer checks the member's card” after “Volunteers hand the tool out at the counter”",
  ],
  ['deposit should be a number, not text', 'make the attribute deposit of Tool a value of type number'],
  ['Can you make the home address optional?', 'make the attribute home address of Member optional'],
  ['Add a phone number and a nickname to Member.', 'add the attribute phone number to Member; add the attribute nickname to Member'],
  ['Add an optional date field called return date to Loan.', 'add the optional attribute return date (date) to Loan'],
  ['The tool needs a field for the brand.', 'add the attribute brand to Tool'], // “and” ends the word, and joins nothing
  ['I miss the colour in the tool.', 'add the attribute colour to Tool'],
  ['The tool needs a field for the brand.', 'add the attribute brand to Tool'],
  [
    'Add a demand, a brand and a stand to the tool.',
    'add the attribute demand to Tool; add the attribute brand to Tool; add the attribute stand to Tool',
  ],
  ['Move the damage note from Loan to Tool.', 'move the attribute damage note of Loan to Tool'],
  [
    'Give the step “Volunteers record the return of a tool” to the coordinator.',
    'give the step “Volunteers record the return of a tool” to Coordinator',
  ],
  ['Delete the step about broken tools.', 'remove the step “Coordinators retire broken tools”'],
  [
    'Change 7 days to 10 days in the step “Members reserve a tool for at most 7 days”.',
    'let the step “Members reserve a tool for at most 7 days” read “Members reserve a tool for at most 10 days”',
  ],
  [
    'After “Volunteers record the return of a tool” add the step “Volunteers clean the tool”.',
    'add the step “Volunteers clean the tool” after “Volunteers record the return of a tool”',
  ],
  ['Rename Loan to Lending and drop its due date.', 'rename the entity Loan to Lending; remove the attribute due date of Lending'],
  ['Merge Volunteer and Coordinator into Staff.', 'merge Volunteer and Coordinator into Staff'],
  ['Why do we keep the home address? Take it out.', 'remove the attribute home address of Member'],
  ['Deposits have cents, so make that a decimal.', 'make the attribute deposit of Tool a value of type decimal'],
  ['Retiring broken tools belongs to the volunteer.', 'give the step “Coordinators retire broken tools” to Volunteer'],
  ['Loan and Member can be merged into one entity called Lending.', 'merge Loan and Member into Lending'],
  ['Change the type of deposit in Tool from text to number.', 'make the attribute deposit of Tool a value of type number'],
  [
    'Please turn the state into a choice of new, worn and broken.',
    'make the attribute state of Tool a value of type choice: new, worn, broken',
  ],
  ['Combine Loan and Tool into Tool.', 'merge Loan and Tool into Tool'],
  [
    'In the step about the catalogue, write "list" instead of "catalogue".',
    'let the step “Members search the catalogue by name and category” read “Members search the list by name and category”',
  ],
  // By what is mentioned, in whatever words.
  ["Let's call a loan a lending.", 'rename the entity Loan to Lending'],
  [
    'Swap the steps “Volunteers hand the tool out at the counter” and “Volunteers record the return of a tool”.',
    'move the step “Volunteers record the return of a tool” before “Volunteers hand the tool out at the counter”',
  ],
  ['Use the term borrower for member.', 'rename the entity Member to Borrower; rename the actor Member to Borrower'],
  ["We don't need the category of a tool any more.", 'remove the attribute category of Tool'],
  ['Deposit and category can both go.', 'remove the attribute deposit of Tool; remove the attribute category of Tool'],
  ["I'd like a phone number on the member.", 'add the attribute phone number to Member'],
  ["The member's email should be optional, not required.", 'make the attribute email address of Member optional'],
  ['Put the damage note on the tool rather than the loan.', 'move the attribute damage note of Loan to Tool'],
  ['Volunteers, not coordinators, should retire broken tools.', 'give the step “Coordinators retire broken tools” to Volunteer'],
  ["Recording returns is the coordinator's job.", 'give the step “Volunteers record the return of a tool” to Coordinator'],
  ['Volunteer and coordinator are the same role, merge them.', 'merge Volunteer and Coordinator into Volunteer'],
  [
    'Insert a step before retiring broken tools: coordinators photograph the tool.',
    'add the step “Coordinators photograph the tool” before “Coordinators retire broken tools”',
  ],
  ['We never say loan in the shop, so please call it Lending.', 'rename the entity Loan to Lending'],
  [
    'Give the tool a colour as text, and the loan a required date called "fetched on".',
    'add the attribute colour (text) to Tool; add the attribute fetched on (date) to Loan',
  ],
])('“%s” is an edit', (sentence, edit) => {
  expect(said(sentence)).toEqual([edit])
})

test.each([
  'Members must never see the home address of another member.',
  'A volunteer should be able to undo a return.',
  'Only coordinators may retire a tool.',
  'Expired reservations must be removed after 30 days.',
  'As a member, I want to see my loans, so that I can plan.',
])('“%s” is a requirement', (sentence) => {
  expect(said(sentence)).toEqual(['requirement'])
})

/** Chat is for a model, which gets it as it was said: it gives no edit, and no requirement either. */
test.each([
  "Retiring broken tools is the caretaker's job these days.",
  "It isn't the coordinator who retires broken tools, the volunteer does that.",
  'start date -> put on the tool, not on the loan',
  'Tools also need a date for their last repair.',
  'due date needs a time as well',
  'Loan sounds odd, say Lending.',
  "Instead of the category we'd rather have hand, power or garden.",
  'Nobody needs a category or a deposit - out with both.',
  'The return record can go; the counter stays.',
  'Drop the category, and keep the deposit with the tool.',
  'What you call loan is known here as a lending.',
  'start date + due date -> one field "period"',
  'Remove the category from the attributes, it never helps anybody.',
  'Nobody needs the home address (there are only five tools, after all), so please take it out.',
  'Members should reserve a tool for at most 2 weeks instead of 7 days.',
  'Nobody here says "loan", we call it a lending.',
  'Before the coordinators retire broken tools, have the volunteer weigh the tool.',
  'Deposit is obsolete and superfluous.',
  'Please also store a weight for each tool.',
  'Tool needs a serial number as well (text).',
  'Deposit is stored as money, it ought to be a number from 1 to 500.',
  'Change the reservation limit from 7 to 14 days.',
  "Instead of the home address I'd like map coordinates.",
])('“%s” is chat', (sentence) => {
  expect(said(sentence)).toEqual(['not understood'])
})

test.each([
  'The deposit should be required, not optional.',
  'Make the deposit of the tool a money amount.',
  "Email address can't be left empty.",
  'Deposit: money, not text.',
])('“%s” is so already', (sentence) => {
  expect(heardOf(sentence)).toMatchObject([{ became: 'not understood', why: expect.stringMatching(/already/) }])
})

/** Each holds words of an edit or a duty, and asks for neither; or asks for more than is understood. */
test.each([
  'Due date is text right now, it should be a date.', // it is one already
  'due date: text -> date',
  'Rename Memeber to Member and show a list of all loans.',
  'The step ‘Player owes for that game’ is wrong',
  'Rename Loan to Lending and make it nicer.',
  'Do not remove the deposit.',
  'Nobody asked to rename Loan to Lending.',
  'Should we rename Loan to Lending?',
  'If legal agrees, rename Loan to Lending.',
  'Rename Loan to Lending unless legal objects.',
  'Maybe merge Tool and Loan.',
  'Rename Loan or Tool to Item.',
  'We renamed Loan to Lending last week.',
  'Remove the name.',
  'Remove the desposit.',
  'Remove the deposit only for power tools.',
  'Drop the deposit for members over 60.',
  'Give the deposit back to the member.',
  'Call the member before the tool is due.',
  'Add a photo to every tool.',
  'Rename everything to lower case.',
  'Move it to the end.',
  'Replace Loan with Tool.',
  'The design must be simpler.',
  'The score should be higher.',
  'This should be nicer.',
  'We should talk to the coordinator first.',
  'I think the members will like it.',
  'Why is it called Loan?',
  'Great work, thanks!',
  'Thanks!',
  'Members reserve a tool for at most 7 days instead of 5 days.',
  'My colleague thinks you should rename Loan to Lending, but I disagree.',
  'The names are fine, do not rename Loan to Lending.',
  'Later this year, rename Loan to Lending.',
  'Searching and extending belongs to the coordinator.',
  'It is a pity. Take it out.',
  'Members and tools are a mess, take it out.',
  'Remove the deposit or the state.',
  'We could also rename Loan to Lending one day.',
  'Make the deposit optional and make the deposit required.',
  "I don't think we should remove the deposit.",
  'Rename Loan to Lending, no wait, leave it.',
  'The deposit used to be a number.',
  'The deposit is confusing and wrong.',
  'The state is unclear and needs thought.',
  'Tools also have a weight, hmm.',
  'Change the type of the deposit.',
  'Give the winch operator the job of retiring tools and remove the crane.',
  'Members reserve a tool for at most 7 days.',
  'Remove the deposit and keep the deposit.',
  // read piece by piece, in time that does not multiply
  `${Array(12).fill('Remove the deposit, drop the category, remove the due date').join(', ')}, but perhaps zoom the quay.`,
])('“%s” is not understood', (sentence) => {
  expect(heardOf(sentence).every(({ became }) => became === 'not understood')).toBe(true)
})

describe('what would be done to another step', () => {
  const made = outlineIntent(
    'gate',
    `# Gate
1. The driver shows the code at the gate.
2. The gatekeeper checks the truck in and records the arrival time.
3. The gatekeeper checks the truck out.

Each truck has a licence plate, an arrival time and a weight in kilograms.
`,
  )
  if ('missing' in made) throw new Error('the text carries a design')
  const became = (text: string) =>
    hear(text, made.intent).map((each) => (each.became === 'edit' ? each.edits.map(editText).join('; ') : each.became))
  test.each([
    [
      'After the gatekeeper checks the truck in, add the step "The gatekeeper weighs the truck".',
      'add the step “The gatekeeper weighs the truck” after “The gatekeeper checks the truck in and records the arrival time”',
    ],
    [
      'Checking the truck out is done by the driver, not by the gatekeeper.',
      'give the step “The gatekeeper checks the truck out” to Driver',
    ],
    [
      'In the step "The driver shows the code at the gate" replace "code" with "card".',
      'let the step “The driver shows the code at the gate” read “The driver shows the card at the gate”',
    ],
    ['Turn the weight into a decimal number.', 'make the attribute weight in kilograms of Truck a value of type decimal'],
    ['The truck also needs a field for the name of the driver.', 'add the attribute name of the driver to Truck'],
    ['Let the driver weigh the truck, not Karin.', 'not understood'],
  ])('%s', (sentence, expected) => expect(became(sentence)).toEqual([expected]))
})

test("a sentence that ends in nothing is read: “and then the radio, we can scrap that, nobody's used it in years”", () => {
  expect(said("and then the radio channel, we can scrap that, nobody's used the radio in years")).toEqual(['not understood'])
})

test('names near to one that is not there are told', () => {
  expect(heardOf('Remove the desposit.')).toMatchObject([{ why: expect.stringContaining('the attribute deposit of Tool') }])
  expect(heardOf('Remove the name.')).toMatchObject([{ why: expect.stringMatching(/of Tool or .*of Member/) }])
})

test.each([
  ['The crane number should be mandatory, we need it for the insurance.', 'nothing in the design is called “crane number”'],
  ['The insurance number can go.', 'nothing in the design is called “insurance number”'],
  ['There has to be a step where the member signs.', 'no edit fits it'],
])('“%s” is no rule of the product', (sentence, why) => {
  expect(heardOf(sentence)).toMatchObject([{ became: 'not understood', why: expect.stringContaining(why) }])
})

test('what is left open is asked for in words', () => {
  const whyOf = (sentence: string) => heardOf(sentence).map((each) => (each.became === 'not understood' ? each.why : each.became))
  expect(whyOf('Rename Loan.')).toEqual([expect.stringContaining('for an edit write: rename the entity Loan to “…”')])
  expect(whyOf('Make the deposit optional and make the deposit required.')).toEqual(['it contradicts itself'])
  expect(whyOf('Make the deposit a number, and leave the deposit a text.')).toEqual(['“leave the deposit a text” is not understood'])
  expect(whyOf('Replace Loan with Tool.')).toEqual(['there is an entity Tool already; say “merge” if that is meant'])
  expect(whyOf('Remove the crane.')).toEqual(['nothing in the design is called “crane”'])
})

describe('whatever is asked of whatever there is', () => {
  const sentences = thingsOf(design).flatMap(({ kind, name, of }) => {
    const thing = kind === 'attribute' ? `the attribute "${name}" of ${of}` : `the ${kind} "${name}"`
    return [
      `Remove ${thing}.`,
      `Rename ${thing} to Zebra.`,
      ...(kind === 'step' ? [`Give ${thing} to the Coordinator.`, `Replace ${thing} with "Members wait".`] : []),
    ]
  })

  test('most of it is understood', () => {
    const understood = sentences.filter((sentence) => editsIn(hear(sentence, design)).length > 0)
    expect(understood.length).toBeGreaterThan(sentences.length * 0.8)
  })

  test.each([...new Set(sentences)])('%s', (sentence) => {
    const heard = hear(sentence, design)
    const edits = editsIn(heard)
    if (edits.length === 0) return
    const after = applyEdits(design, edits)
    expect(validateIntent(after, 'tools')).toEqual([])
    expect(applyEdits(after, edits)).toEqual(after)
    expect(ignoredIn(after, heard)).toEqual([])
    const [was, now] = [critique(design), critique(after)]
    const hard = (each: typeof was) => new Set(each.findings.filter((finding) => finding.hard).map(({ ruleId }) => ruleId))
    expect([...hard(now)].filter((rule) => !hard(was).has(rule))).toEqual([])
    expect(now.findings.filter(({ ruleId }) => /dangling/.test(ruleId))).toEqual([])
  })
})

test('edits and requirements survive every later iteration', () => {
  const first = hear('Rename Member to Borrower. Remove the deposit from Tool.', design)
  const attempt = (heard: (typeof first)[], previous: Intent) =>
    nextOutline({ featureId: 'tools', requirements, heard, previous, findings: [] })
  const second = attempt([first], design)
  if ('missing' in second) throw new Error('there is more')
  const more = hear('Members must never see the address of other members. The borrower needs a phone number.', second.intent, first.length)
  expect(more.map(({ became }) => became)).toEqual(['requirement', 'edit'])
  const third = attempt([first, more], second.intent)
  if ('missing' in third) throw new Error('there is more')
  const text = JSON.stringify(third.intent)
  expect(text).not.toMatch(/deposit"|"Member"/)
  expect(third.intent.userFlows.flatMap(({ steps }) => steps.map(({ action }) => action))).toContain(
    'Borrowers must never see the address of other borrowers',
  )
  expect(third.intent.dataModel.entities.find(({ name }) => name === 'Borrower')?.attributes.map(({ name }) => name)).toContain(
    'phone number',
  )
  expect(validateIntent(third.intent, 'tools')).toEqual([])
})

test('an edit another maker did not make is a finding', () => {
  const heard = hear('Rename Loan to Lending. Add a colour to Tool.', design)
  expect(ignoredIn(design, heard).map(({ change }) => change)).toEqual([
    'Do what was asked when rejecting: rename the entity Loan to Lending.',
    'Do what was asked when rejecting: add the attribute colour to Tool.',
  ])
  expect(ignoredIn(applyEdits(design, editsIn(heard)), heard)).toEqual([])
})

describe('a requirement text said as feedback on its own design edits nothing, and every sentence is reported', () => {
  const folder = new URL('../../../fixtures/requirements/good/', import.meta.url)
  test.each(readdirSync(folder).filter((name) => /^(?:0[1-9]|1[0-5])/.test(name)))('%s', (name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    const made = outlineIntent('feature', text)
    if ('missing' in made) return
    const heard = text.split('\n').flatMap((line) => hear(line, made.intent))
    expect(heard.filter(({ became }) => became === 'edit')).toEqual([])
    expect(heard.length).toBeGreaterThan(4)
  })
})

const studio = outlineIntent(
  'studio',
  `# Kilnshare

## What we keep
### Kiln
- kiln name (text, required)
- volume (text)
### Firing
- firing date (date, required)
- programme (one of: bisque, raku)

## Screens
- Firing List: all firings with their date.

## User stories
### Run a firing
As a kiln operator, I want to run a firing so that all pieces are fired together.
1. The kiln operator chooses a kiln.
2. The kiln operator loads the pieces.
3. The kiln operator starts the programme.
### Settle an invoice
As a studio manager, I want to settle invoices so that the studio covers its costs.
1. The studio manager creates the invoice.
2. The studio manager closes the invoice.
`,
)

test('typed fields below the name of their record are its fields, and no steps', () => {
  if (!('intent' in studio)) throw new Error('no outline')
  const { dataModel, userFlows } = studio.intent
  expect(dataModel.entities.slice(0, 2).map(({ name, attributes }) => [name, attributes.map((each) => each.name)])).toEqual([
    ['Kiln', ['kiln name', 'volume']],
    ['Firing', ['firing date', 'programme']],
  ])
  expect(userFlows.flatMap(({ steps }) => steps).filter(({ action }) => /volume|programme \(/.test(action))).toEqual([])
})

test.each([
  ['In Run a firing, move "The kiln operator starts the programme" to the start.', 'move'],
  ['Delete the step "The kiln operator loads the pieces" from Run a firing.', 'remove'],
  ['In the flow Run a firing, replace "The kiln operator loads the pieces" with "The kiln operator stacks the pieces".', 'replace'],
  ['Drop the Firing List screen.', 'remove'],
])('%s', (sentence, op) => {
  if (!('intent' in studio)) throw new Error('no outline')
  expect(editsIn(hear(sentence, studio.intent)).flatMap(({ edits }) => edits.map((edit) => edit.op))).toEqual([op])
})

test('a step is not looked for in another flow than the one named', () => {
  if (!('intent' in studio)) throw new Error('no outline')
  expect(editsIn(hear('In Settle an invoice, delete the step "The kiln operator loads the pieces".', studio.intent))).toEqual([])
})
