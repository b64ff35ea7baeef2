// Edits of the data model: entities and their attributes, with everything that refers to them.
import { doersOf, type Attribute, type Entity, type Intent, type SourceRef } from '../intent.ts'
import { typeOf } from '../outline/place/types.ts'
import type { Edit, Thing } from './edit.ts'
import { nameKey } from './names.ts'
import { replaceNoun } from './nouns.ts'
import { prune } from './prune.ts'

export interface Note {
  /** The source that is the sentence. */
  id: string
  /** A source for a text the sentence brings. */
  textId: string
}

export function applyToData(intent: Intent, edit: Edit, { id }: Note): Intent {
  switch (edit.op) {
    case 'rename':
      if (edit.thing.kind === 'entity') return renameEntity(intent, edit.thing.name, edit.to, id)
      return edit.thing.kind === 'attribute' ? renameAttribute(intent, edit.thing, edit.to, id) : intent
    case 'remove':
      if (edit.thing.kind === 'entity') return removeEntity(intent, edit.thing.name)
      return edit.thing.kind === 'attribute' ? removeAttribute(intent, edit.thing, id) : intent
    case 'retype':
      return onAttribute(intent, edit.thing, id, (attribute) => ({ ...attribute, type: edit.to }))
    case 'require':
      return onAttribute(intent, edit.thing, id, (attribute) => ({ ...attribute, required: edit.required }))
    case 'add-attribute':
      return onEntity(intent, edit.entity, id, (entity) =>
        hasAttribute(entity, edit.name)
          ? entity
          : {
              ...entity,
              attributes: [...entity.attributes, { name: edit.name, type: edit.type ?? typeOf(edit.name), required: edit.required }],
            },
      )
    case 'move':
      return 'entity' in edit.to ? moveAttribute(intent, edit.thing, edit.to.entity, id) : intent
    case 'merge':
      return edit.kind === 'entity' ? mergeEntities(intent, edit.from, edit.to, id) : intent
    default:
      return intent
  }
}

export const withRef = (refs: readonly SourceRef[], id: string): SourceRef[] => (refs.includes(id) ? [...refs] : [...refs, id])

/** A noun changed wherever the design or its sources use it. */
export function spread(intent: Intent, from: string, to: string): Intent {
  const said = (text: string) => replaceNoun(text, from, to)
  return {
    ...intent,
    sources: intent.sources.map((source) => ({ ...source, text: said(source.text) })),
    goals: intent.goals.map(said),
    userFlows: intent.userFlows.map((flow) => ({
      ...flow,
      name: said(flow.name),
      steps: flow.steps.map((step) => ({ ...step, action: said(step.action) })),
    })),
    components: intent.components.map((each) => ({ ...each, name: said(each.name), description: said(each.description) })),
    dataModel: { entities: intent.dataModel.entities.map((entity) => ({ ...entity, description: said(entity.description) })) },
    interactions: intent.interactions.map((each) => ({ ...each, trigger: said(each.trigger), response: said(each.response) })),
    ...(intent.questions && { questions: intent.questions.map((each) => ({ ...each, text: said(each.text), why: said(each.why) })) }),
  }
}

function onEntity(intent: Intent, name: string, id: string, change: (entity: Entity) => Entity): Intent {
  let isChanged = false
  const entities = intent.dataModel.entities.map((entity) => {
    const after = entity.name === name ? change(entity) : entity
    if (after === entity) return entity
    isChanged = true
    return { ...after, sourceRefs: withRef(after.sourceRefs, id) }
  })
  return isChanged ? { ...intent, dataModel: { entities } } : intent
}

function onAttribute(intent: Intent, { name, of = '' }: Thing, id: string, change: (attribute: Attribute) => Attribute): Intent {
  return onEntity(intent, of, id, (entity) => {
    if (!entity.attributes.some((attribute) => attribute.name === name)) return entity
    const attributes = entity.attributes.map((attribute) => {
      if (attribute.name !== name) return attribute
      const { assumed: _, ...said } = change(attribute)
      return said
    })
    return JSON.stringify(attributes) === JSON.stringify(entity.attributes) ? entity : { ...entity, attributes }
  })
}

const hasAttribute = (entity: Entity, name: string) => entity.attributes.some((attribute) => nameKey(attribute.name) === nameKey(name))
const hasEntity = (intent: Intent, name: string) => intent.dataModel.entities.some((entity) => entity.name === name)

const isActor = ({ actors = [], userFlows }: Intent, name: string) =>
  actors.some((each) => each.name === name) || userFlows.some((flow) => doersOf(flow).includes(name))

/** Every reference to an entity by name; null takes it away. */
function mapEntityRefs(intent: Intent, map: (name: string) => string | null): Intent {
  const all = (names: readonly string[]) => [...new Set(names.flatMap((name) => map(name) ?? []))]
  return {
    ...intent,
    userFlows: intent.userFlows.map((flow) => ({
      ...flow,
      steps: flow.steps.map((step) => ({ ...step, entityRefs: all(step.entityRefs) })),
    })),
    components: intent.components.map((each) => ({ ...each, dataRefs: all(each.dataRefs) })),
    dataModel: {
      entities: intent.dataModel.entities.map((entity) => ({
        ...entity,
        relationships: entity.relationships.flatMap(({ to, kind }) => {
          const other = map(to)
          return other === null || other === entity.name ? [] : [{ to: other, kind }]
        }),
      })),
    },
  }
}

function renameEntity(intent: Intent, from: string, to: string, id: string): Intent {
  if (!hasEntity(intent, from)) return intent
  const follows = (attribute: Attribute) => ({
    ...attribute,
    name: nameKey(attribute.name) === nameKey(from) ? replaceNoun(attribute.name, from, to) : attribute.name,
  })
  const inner = {
    ...intent,
    dataModel: {
      entities: intent.dataModel.entities.map((entity) => ({
        ...entity,
        attributes: hasAttribute(entity, to) ? entity.attributes : entity.attributes.map(follows),
      })),
    },
  }
  const named = onEntity(inner, from, id, (entity) => ({ ...entity, name: to }))
  return spread(
    mapEntityRefs(named, (name) => (name === from ? to : name)),
    from,
    to,
  )
}

/** The sources that speak of the entity speak of its attribute too. */
function renameAttribute(intent: Intent, thing: Thing, to: string, id: string): Intent {
  const entity = intent.dataModel.entities.find(({ name }) => name === thing.of)
  const named = onAttribute(intent, thing, id, (attribute) => ({ ...attribute, name: to }))
  if (!entity || named === intent) return intent
  const spoken = new Set(entity.sourceRefs.map((ref) => (typeof ref === 'string' ? ref : ref.id)))
  const said = (text: string) => replaceNoun(text, thing.name, to)
  return {
    ...named,
    sources: named.sources.map((source) => (spoken.has(source.id) ? { ...source, text: said(source.text) } : source)),
    components: named.components.map((each) =>
      each.type === 'control' && each.dataRefs.includes(entity.name)
        ? { ...each, name: said(each.name), description: said(each.description) }
        : each,
    ),
    userFlows: named.userFlows.map((flow) => ({
      ...flow,
      steps: flow.steps.map((step) =>
        (step.sourceRefs ?? []).some((ref) => spoken.has(typeof ref === 'string' ? ref : ref.id))
          ? { ...step, action: said(step.action) }
          : step,
      ),
    })),
  }
}

function removeEntity(intent: Intent, name: string): Intent {
  if (!hasEntity(intent, name)) return intent
  const only = new Set(intent.components.filter(({ dataRefs }) => dataRefs.length === 1 && dataRefs[0] === name).map(({ id }) => id))
  const without = mapEntityRefs(
    { ...intent, dataModel: { entities: intent.dataModel.entities.filter((entity) => entity.name !== name) } },
    (each) => (each === name ? null : each),
  )
  return prune(without, only)
}

function removeAttribute(intent: Intent, thing: Thing, id: string): Intent {
  const without = onEntity(intent, thing.of ?? '', id, (entity) =>
    entity.attributes.some(({ name }) => name === thing.name)
      ? { ...entity, attributes: entity.attributes.filter(({ name }) => name !== thing.name) }
      : entity,
  )
  const field = nameKey(`${thing.of} ${thing.name}`)
  const shown = intent.components.filter(({ type, name }) => type === 'control' && nameKey(name.replace(/\s*\(.*\)$/, '')) === field)
  return without === intent ? intent : prune(without, new Set(shown.map((each) => each.id)))
}

function moveAttribute(intent: Intent, thing: Thing, to: string, id: string): Intent {
  const attribute = intent.dataModel.entities.find(({ name }) => name === thing.of)?.attributes.find(({ name }) => name === thing.name)
  if (!attribute || !(hasEntity(intent, to) || isActor(intent, to))) return intent
  const fresh: Entity[] = hasEntity(intent, to)
    ? []
    : [{ name: to, description: to, sourceRefs: [id], attributes: [], relationships: [{ to: thing.of ?? '', kind: 'one-to-many' }] }]
  const held = { ...intent, dataModel: { entities: [...intent.dataModel.entities, ...fresh] } }
  return onEntity(removeAttribute(held, thing, id), to, id, (entity) =>
    hasAttribute(entity, attribute.name) ? entity : { ...entity, attributes: [...entity.attributes, attribute] },
  )
}

function mergeEntities(intent: Intent, from: readonly string[], to: string, id: string): Intent {
  const merged = intent.dataModel.entities.filter(({ name }) => from.includes(name))
  const [first] = merged
  if (!first || merged.length < 2) return intent
  const attributes = merged.flatMap((entity) => entity.attributes)
  const whole: Entity = {
    ...first,
    name: to,
    sourceRefs: withRef([...new Map(merged.flatMap(({ sourceRefs }) => sourceRefs).map((ref) => [JSON.stringify(ref), ref])).values()], id),
    attributes: attributes.filter(({ name }, at) => attributes.findIndex((other) => nameKey(other.name) === nameKey(name)) === at),
    relationships: [
      ...new Map(
        merged
          .flatMap(({ relationships }) => relationships)
          .filter(({ to: other }) => !from.includes(other))
          .map((each) => [each.to, each]),
      ).values(),
    ],
  }
  const entities = intent.dataModel.entities.flatMap((entity) => (entity === first ? [whole] : merged.includes(entity) ? [] : [entity]))
  const pointed = mapEntityRefs({ ...intent, dataModel: { entities } }, (name) => (from.includes(name) ? to : name))
  return from.filter((name) => name !== to).reduce((now, name) => spread(now, name, to), dedupeRelationships(pointed))
}

function dedupeRelationships(intent: Intent): Intent {
  const entities = intent.dataModel.entities.map((entity) => ({
    ...entity,
    relationships: entity.relationships.filter(({ to }, at) => entity.relationships.findIndex((other) => other.to === to) === at),
  }))
  return { ...intent, dataModel: { entities } }
}
