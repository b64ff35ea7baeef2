// What becomes of a design when a flow is given to somebody and when two steps become one; and what is about the product at all.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { applyEdits, editsIn } from '../../../../src/workflows/design/feedback/apply.ts'
import { hear } from '../../../../src/workflows/design/feedback/hear.ts'
import { ignoredIn } from '../../../../src/workflows/design/feedback/honoured.ts'
import type { Intent } from '../../../../src/workflows/design/intent.ts'

const design = JSON.parse(readFileSync(new URL('../../../fixtures/feedback/music-school.intent.json', import.meta.url), 'utf8')) as Intent

function after(sentence: string, name: string) {
  const heard = hear(sentence, design)
  const made = applyEdits(design, editsIn(heard))
  expect(applyEdits(made, editsIn(heard))).toEqual(made)
  expect(ignoredIn(made, heard)).toEqual([])
  const flow = made.userFlows.find((each) => each.name === name)!
  return { actor: flow.actor, steps: flow.steps.map(({ action, actor = flow.actor }) => `${actor}: ${action}`) }
}

test('a flow that is given away keeps what others do in it, and what is told of its old actor', () => {
  expect(after('Hand the flow Enrol a student over to the Teacher.', 'Enrol a student')).toEqual({
    actor: 'Teacher',
    steps: [
      'Teacher: Teacher fills in the name and the birthday of the student.',
      'Teacher: Teacher chooses an instrument.',
      'Registrar: Registrar assigns a teacher.',
      'System: System emails the timetable to the parent.',
    ],
  })
})

test('a flow is not given to whoever has it, nor taken from whoever has it not', () => {
  for (const sentence of [
    'Give the flow Enrol a student to the Parent.',
    'Give the flow Enrol a student to the Teacher instead of the Registrar.',
  ])
    expect(hear(sentence, design).map(({ became }) => became)).toEqual(['not understood'])
})

test('two steps that become one are both said', () => {
  expect(after('Combine steps 1 and 2 of Cancel a lesson into one step.', 'Cancel a lesson').steps).toEqual([
    'Teacher: Teacher picks the lesson in the timetable; Teacher enters a reason.',
    'System: System tells the parent about the cancelled lesson.',
  ])
})

test('steps of two flows do not become one', () => {
  const [heard] = hear('Merge step 1 of Cancel a lesson and step 1 of Rent an instrument into one step.', design)
  expect(heard).toMatchObject({ became: 'not understood', why: 'only steps of one flow can become one' })
})

test('what follows a question belongs to it where it only gives the reason', () => {
  const [heard, ...more] = hear('Could the remark be removed? nobody fills it in', design)
  expect(more).toEqual([])
  expect(heard).toMatchObject({ became: 'edit', text: 'Could the remark be removed? nobody fills it in' })
})

test.each([
  'The coffee machine in the hall needs to be replaced.',
  'Our janitor should water the plants.',
  'The heating must be repaired.',
])('“%s” is about something else than the product', (sentence) => {
  expect(hear(sentence, design).map(({ became }) => became)).toEqual(['not understood'])
})

test.each(['The whole thing needs to work on a phone.', 'The app must work without a mouse.', 'Invoices must be kept for ten years.'])(
  '“%s” is about the product',
  (sentence) => {
    expect(hear(sentence, design).map(({ became }) => became)).toEqual(['requirement'])
  },
)
