// Repairs the data model as far as the text supports it: missing attributes, unused and thin entities, relations that cannot hold.
import { limits } from '../../intent.ts'
import { kindOf } from '../words/kinds.ts'
import type { Target, Work } from './work.ts'

/** `change` says: Add the attribute "phone number" to "Customer", … */
export function addAttribute(work: Work, change: string): void {
  const [, quotedName = '', quotedEntity = ''] = /attribute ("(?:[^"\\]|\\.)*") to ("(?:[^"\\]|\\.)*")/.exec(change) ?? []
  const name = unquote(quotedName).toLowerCase()
  const entity = work.intent.dataModel.entities.find((one) => one.name === unquote(quotedEntity))
  if (
    !entity ||
    !/^\p{L}{3}/u.test(name) ||
    /^(?:including|such|like)\b|ing$/.test(name) ||
    name.length > limits.name ||
    entity.attributes.length >= limits.attributesPerEntity ||
    entity.attributes.some((attribute) => attribute.name === name)
  )
    return
  entity.attributes.push({ name, type: kindOf(name) ?? 'text', required: false })
}

/** An entity no step names is shown where its neighbours are shown; without any place it goes. */
export function placeEntity(work: Work, { entity }: Target): void {
  if (!entity) return
  const related = new Set([
    ...entity.relationships.map(({ to }) => to),
    ...work.intent.dataModel.entities.filter((other) => other.relationships.some(({ to }) => to === entity.name)).map(({ name }) => name),
  ])
  const views = work.intent.components.filter((component) => component.type === 'view')
  const host = views.find((view) => view.dataRefs.some((name) => related.has(name))) ?? views[0]
  if (host && host.dataRefs.length < limits.refs) host.dataRefs.push(entity.name)
  else work.dropped.add(entity)
}

/** The text says nothing to remember about it: it stays only if the model would be empty without it. */
export function dropThin(work: Work, { entity }: Target): void {
  const others = work.intent.dataModel.entities.filter(
    (other) => other !== entity && !work.dropped.has(other) && other.attributes.length > 0,
  )
  if (entity && others.length > 0) work.dropped.add(entity)
}

function unquote(json: string): string {
  try {
    const value: unknown = JSON.parse(json === '' ? '""' : json)
    return typeof value === 'string' ? value : ''
  } catch {
    return ''
  }
}
