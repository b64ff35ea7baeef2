// What an edit leaves behind: questions follow the place they are about, and an actor goes without taking others along.
import { expect, test } from 'vitest'
import { applyEdits } from '../../../../src/workflows/design/feedback/apply.ts'
import { moved } from '../../../../src/workflows/design/feedback/pointers.ts'
import { outlineIntent } from '../../../../src/workflows/design/outline/outline.ts'
import { lending } from '../../../lending.ts'
import type { Intent } from '../../../../src/workflows/design/intent.ts'

const flow = (id: string, ...steps: string[]) => ({ id, name: id, steps: steps.map((step) => ({ id: step, text: step })) })
const design = (flows: object[], more: object = {}) =>
  ({
    goals: ['lend'],
    userFlows: flows,
    components: [],
    interactions: [],
    sources: [],
    dataModel: { entities: [], relations: [] },
    ...more,
  }) as unknown as Intent

test.each([
  ['a step before it that is gone', [flow('a', 's2')], '/userFlows/0/steps/0'],
  ['a step that was put before it', [flow('a', 's0', 's1', 's2')], '/userFlows/0/steps/2'],
  ['a flow that was put before it', [flow('z'), flow('a', 's1', 's2')], '/userFlows/1/steps/1'],
  ['its own end', [flow('a', 's1')], null],
  ['its flow without it', [flow('z', 's2')], null],
])('a question about a step follows %s', (_, after, about) => {
  const question = { about: '/userFlows/0/steps/1', text: 'When?' }
  const before = design([flow('a', 's1', 's2')], { questions: [question] })
  const questions = moved(before, design(after, { questions: [question] })).questions
  expect(questions).toEqual(about === null ? [] : [{ ...question, about }])
})

test('an actor who does nothing is removed alone; one who acts stays', () => {
  const outlined = outlineIntent('tools', lending)
  if ('missing' in outlined) throw new Error('the text carries a design')
  const { intent } = outlined
  const actors = [...(intent.actors ?? []), { ...intent.actors![0]!, name: 'Auditor' }]
  const without = (name: string) =>
    applyEdits({ ...intent, actors } as Intent, [
      { id: 'q', text: '', edits: [{ op: 'remove', thing: { kind: 'actor', name } }] },
    ]).actors?.map((each) => each.name)
  const all = actors.map(({ name }) => name)
  expect(all.length).toBeGreaterThan(2)
  expect(without('Auditor')).toEqual(all.slice(0, -1))
  expect(without(all[0] as string)).toEqual(all)
})
