// What differs between two designs: by name, and what is only called otherwise is one change.
import { expect, test } from 'vitest'
import { changesBetween, changeText } from '../../../src/workflows/design/changes.ts'
import { applyEdits } from '../../../src/workflows/design/feedback/apply.ts'
import type { Edit } from '../../../src/workflows/design/feedback/edit.ts'
import type { Intent } from '../../../src/workflows/design/intent.ts'
import { booking } from './project.ts'

const intent = booking.intent as unknown as Intent
const changed = (...edits: Edit[]) => applyEdits(intent, [{ id: 'asked', edits }])
const told = (after: Intent) => changesBetween(intent, after).map(changeText)
const [entity, actor, flow] = [intent.dataModel.entities[0]!.name, intent.userFlows[0]!.actor, intent.userFlows[0]!.name]

test.each<[string, Edit, string]>([
  ['an entity', { op: 'rename', thing: { kind: 'entity', name: entity }, to: 'Parcel' }, `~ entity ${entity} is Parcel now`],
  ['an actor', { op: 'rename', thing: { kind: 'actor', name: actor }, to: 'Traveller' }, `~ actor ${actor} is Traveller now`],
  ['a flow', { op: 'rename', thing: { kind: 'flow', name: flow }, to: 'Another way' }, `~ flow ${flow} is Another way now`],
])('renaming %s is one change, though nobody says that it was asked for', (_what, edit, words) => {
  expect(told(changed(edit))).toEqual([words])
})

test('two renames and a goal that came are three changes', () => {
  const after = changed(
    { op: 'rename', thing: { kind: 'entity', name: entity }, to: 'Parcel' },
    { op: 'rename', thing: { kind: 'flow', name: flow }, to: 'Another way' },
  )
  expect(told({ ...after, goals: [...after.goals, 'Nobody waits.'] })).toEqual([
    `~ entity ${entity} is Parcel now`,
    `~ flow ${flow} is Another way now`,
    '+ goal “Nobody waits.”',
  ])
})

test('an entity that went and another that came are two', () => {
  const [first, ...others] = intent.dataModel.entities
  const other = { ...first!, name: 'Weather', attributes: [{ name: 'wind', type: 'number', required: true }] }
  const words = told({ ...intent, dataModel: { entities: [other as (typeof others)[number], ...others] } })
  expect(words).toEqual(expect.arrayContaining(['+ entity Weather', `− entity ${entity}`]))
})
