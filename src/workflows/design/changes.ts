// What differs between two designs, in words for deciding: added, removed and changed, by name.
import { editsIn } from './feedback/apply.ts'
import type { Heard } from './feedback/edit.ts'
import { doersOf, type Entity, type Intent } from './intent.ts'
import { type Rename, renamed, renamesIn } from './renames.ts'

export interface Change {
  is: 'new' | 'changed' | 'gone'
  /** "step “…” of Borrow a tool" */
  what: string
  /** Its place in the newer design; empty if removed. */
  pointer: string
}

/** A rename counts as one change, not a hundred: `heard` are the renames that were asked for. */
export function changesBetween(before: Intent, after: Intent, heard: readonly Heard[] = []): Change[] {
  const asked = editsIn(heard).flatMap(({ edits }) => edits.filter((edit) => edit.op === 'rename'))
  const seen = renamed(before, asked)
  const renames = renamesIn(seen, after)
  return [...[...asked, ...renames].map((each) => renameOf(each, after)), ...partsBetween(renamed(seen, renames), after)]
}

function renameOf({ thing: { kind, name }, to }: Rename, { dataModel, userFlows }: Intent): Change {
  const pointer =
    kind === 'entity'
      ? `/dataModel/entities/${dataModel.entities.findIndex((each) => each.name === to)}`
      : kind === 'flow'
        ? `/userFlows/${userFlows.findIndex((each) => each.name === to)}`
        : ''
  return { is: 'changed', what: `${kind} ${name} is ${to} now`, pointer }
}

function partsBetween(before: Intent, after: Intent): Change[] {
  return [
    ...listed(before.goals.map(goal), after.goals.map(goal)),
    ...listed(actorsOf(before), actorsOf(after)),
    ...listed(stepsOf(before), stepsOf(after)),
    ...movedSteps(before, after),
    ...listed(before.dataModel.entities.flatMap(entityParts), after.dataModel.entities.flatMap(entityParts)),
    ...listed(before.interactions.map(interaction), after.interactions.map(interaction)),
    ...listed(viewsOf(before), viewsOf(after)),
  ]
}

export const changeText = ({ is, what }: Change): string => `${is === 'new' ? '+' : is === 'gone' ? '−' : '~'} ${what}`

/** A part with its identity, and what may change about it. */
interface Part {
  key: string
  what: string
  content: string
  pointer: string
}

function listed(before: readonly Part[], after: readonly Part[]): Change[] {
  const was = new Map(before.map((part) => [part.key, part]))
  const is = new Set(after.map(({ key }) => key))
  return [
    ...after.flatMap(({ key, what, content, pointer }): Change[] => {
      const old = was.get(key)
      return old === undefined ? [{ is: 'new', what, pointer }] : old.content === content ? [] : [{ is: 'changed', what, pointer }]
    }),
    ...before.filter(({ key }) => !is.has(key)).map(({ what }): Change => ({ is: 'gone', what, pointer: '' })),
  ]
}

const goal = (text: string, at: number): Part => ({ key: text, what: `goal “${text}”`, content: '', pointer: `/goals/${at}` })

function actorsOf({ actors = [], userFlows }: Intent): Part[] {
  const names = [...new Set([...actors.map(({ name }) => name), ...userFlows.flatMap(doersOf)])]
  return names.map((name) => ({
    key: name,
    what: `actor ${name}`,
    content: '',
    pointer: `/userFlows/${userFlows.findIndex((flow) => doersOf(flow).includes(name))}`,
  }))
}

function stepsOf({ userFlows }: Intent): Part[] {
  return userFlows.flatMap((flow, i) => [
    { key: `flow ${flow.name}`, what: `flow ${flow.name}`, content: flow.actor, pointer: `/userFlows/${i}` },
    ...flow.steps.map(({ action, actor = flow.actor }, j) => ({
      key: action,
      what: `step “${action}” of ${flow.name}`,
      content: `${actor} ${flow.name}`,
      pointer: `/userFlows/${i}/steps/${j}`,
    })),
  ])
}

function entityParts({ name, attributes, relationships }: Entity, i: number): Part[] {
  const pointer = `/dataModel/entities/${i}`
  return [
    { key: name, what: `entity ${name}`, content: relationships.map(({ to, kind }) => `${kind} ${to}`).join(), pointer },
    ...attributes.map((attribute, j) => ({
      key: `${name}.${attribute.name}`,
      what: `attribute ${attribute.name} of ${name} (${attribute.type}${attribute.required ? '' : ', optional'})`,
      content: `${attribute.type} ${attribute.required}`,
      pointer: `${pointer}/attributes/${j}`,
    })),
  ]
}

const interaction = ({ trigger, response }: Intent['interactions'][number], at: number): Part => ({
  key: `${trigger} → ${response}`,
  what: `interaction “${trigger}” → “${response}”`,
  content: '',
  pointer: `/interactions/${at}`,
})

/** Parts of a view follow from what it shows. */
const viewsOf = ({ components }: Intent): Part[] =>
  components.flatMap(({ name, type }, at) =>
    type === 'view' ? [{ key: name, what: `view ${name}`, content: '', pointer: `/components/${at}` }] : [],
  )

/** Steps whose neighbours in the flow differ. */
function movedSteps(before: Intent, after: Intent): Change[] {
  return after.userFlows.flatMap((flow, i) => {
    const old = before.userFlows.find(({ name }) => name === flow.name)?.steps.map(({ action }) => action) ?? []
    const now = flow.steps.map(({ action }) => action)
    const [was, is] = [old.filter((action) => now.includes(action)), now.filter((action) => old.includes(action))]
    return is.flatMap((action, at): Change[] => {
      const from = was.indexOf(action)
      const isMoved = was[from - 1] !== is[at - 1] && was[from + 1] !== is[at + 1]
      return isMoved
        ? [
            {
              is: 'changed',
              what: `place of the step “${action}” in ${flow.name}`,
              pointer: `/userFlows/${i}/steps/${now.indexOf(action)}`,
            },
          ]
        : []
    })
  })
}
