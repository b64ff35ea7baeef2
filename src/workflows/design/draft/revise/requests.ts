// Carries out what a person asked for: new names everywhere, parts taken out with what only they said.
import type { Intent } from '../../intent.ts'
import { lowerFirst } from '../build/phrasing.ts'
import { capital, singular } from '../words/forms.ts'
import type { Requests } from './feedback.ts'
import { rename } from './structure.ts'
import { finishWork, startWork, type Work } from './work.ts'

export function carryOut(intent: Intent, { renames, removals }: Requests): Intent {
  if (renames.length === 0 && removals.length === 0) return intent
  const work = startWork(intent)
  for (const { from, to } of renames) renameEverywhere(work, from, to)
  for (const gone of removals) remove(work, gone)
  return finishWork(work)
}

function renameEverywhere(work: Work, from: string, to: string): void {
  const { intent } = work
  const old = intent.dataModel.entities.find((entity) => same(entity.name, from))
  const name = capital(to.replace(/[^\p{L}\p{N}' _-]+/gu, ' ').trim())
  if (old && /^\p{L}/u.test(name) && !intent.dataModel.entities.some((entity) => entity.name === name)) {
    rename(work, old.name, name)
    old.name = name
  }
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])${from
      .trim()
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/s$/i, '')}(s?)(?![\\p{L}\\p{N}])`,
    'giu',
  )
  const put = (text: string) =>
    text.replace(
      pattern,
      (found, many: string) => (/^\p{Lu}/u.test(found) ? capital(to) : lowerFirst(to)) + (many !== '' && !/s$/i.test(to) ? 's' : ''),
    )
  intent.goals = intent.goals.map(put)
  for (const flow of intent.userFlows) {
    flow.name = put(flow.name)
    flow.actor = put(flow.actor)
    for (const step of flow.steps) step.action = put(step.action)
  }
  for (const component of intent.components)
    Object.assign(component, { name: put(component.name), description: put(component.description) })
  for (const entity of intent.dataModel.entities) {
    entity.description = put(entity.description)
    for (const attribute of entity.attributes) if (same(attribute.name, from)) attribute.name = to.toLowerCase()
  }
  for (const interaction of intent.interactions)
    Object.assign(interaction, { trigger: put(interaction.trigger), response: put(interaction.response) })
}

/** Takes out the parts of that name; statements that nothing else says leave with them. */
function remove(work: Work, wish: string): void {
  const { intent } = work
  const name = wish
    .replace(/\b(?:user )?(?:flow|entity|view|screen|component|goal|attribute|field|step|section)s?\b/gi, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^(?:for|of|about|called|named|to)\s+/i, '')
    .trim()
  if (name === '') return
  const flows = intent.userFlows.filter((flow) => same(flow.name, name))
  for (const flow of flows) work.dropped.add(flow)
  for (const flow of intent.userFlows) for (const step of flow.steps) if (same(step.action, name)) work.dropped.add(step)
  for (const entity of intent.dataModel.entities) {
    if (same(entity.name, name)) work.dropped.add(entity)
    entity.attributes = entity.attributes.filter(
      (attribute) => !same(attribute.name, name) && !same(`${entity.name} ${attribute.name}`, name),
    )
  }
  for (const component of intent.components)
    if (same(component.name, name) || same(component.name, `${name} view`)) work.dropped.add(component)
  for (const [at, goal] of intent.goals.entries()) if (same(goal, name)) work.droppedGoals.add(at)
  const claimed = new Set(intent.userFlows.filter((flow) => !work.dropped.has(flow)).flatMap((flow) => flow.sourceRefs))
  const gone = new Set(flows.flatMap((flow) => flow.sourceRefs).filter((ref) => !claimed.has(ref)))
  intent.sources = intent.sources.filter((source) => !gone.has(source.id))
  intent.goalSourceRefs = intent.goalSourceRefs.map((refs) => refs.filter((ref) => !gone.has(ref)))
  for (const entity of intent.dataModel.entities) entity.sourceRefs = entity.sourceRefs.filter((ref) => !gone.has(ref))
}

function same(a: string, b: string): boolean {
  const key = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .replace(/\b(?:the|an?) /g, '')
      .trim()
      .split(' ')
      .map(singular)
      .join(' ')
  return key(a) === key(b)
}
