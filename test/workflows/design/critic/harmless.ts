// Edits that change how a design is written down but not how good it is: no dimension may fall.
import { refId, type Entity, type Intent, type SourceRef } from '../../../../src/workflows/design/intent.ts'
import type { Feature } from './fixtures.ts'

export const harmlessEdits: Record<string, (intent: Intent) => Intent> = {
  'keys in another order': (intent) => reversedKeys(intent) as Intent,
  'components in another order': (intent) => ({ ...intent, components: intent.components.toReversed() }),
  'flows in another order': (intent) => ({ ...intent, userFlows: intent.userFlows.toReversed() }),
  'goals in another order': (intent) => ({
    ...intent,
    goals: intent.goals.toReversed(),
    goalSourceRefs: intent.goalSourceRefs.toReversed(),
  }),
  'sources and interactions in another order': (intent) => ({
    ...intent,
    sources: intent.sources.toReversed(),
    interactions: intent.interactions.toReversed(),
  }),
  'references in another order': (intent) => ({
    ...intent,
    components: intent.components.map((component) => ({
      ...component,
      children: component.children.toReversed(),
      dataRefs: component.dataRefs.toReversed(),
    })),
    userFlows: intent.userFlows.map((flow) => ({
      ...flow,
      sourceRefs: flow.sourceRefs.toReversed(),
      steps: flow.steps.map((step) => ({ ...step, entityRefs: step.entityRefs.toReversed() })),
    })),
  }),
  'entities, attributes and relationships in another order': (intent) =>
    withEntities(
      intent,
      (entity) => ({ ...entity, attributes: entity.attributes.toReversed(), relationships: entity.relationships.toReversed() }),
      true,
    ),
  'ids renamed with their references': (intent) => renamedIds(intent),
  'sources renumbered with their references': (intent) => renamedSources(intent),
  'entities written as one word': (intent) =>
    renamedEntities(intent, (name) =>
      name
        .split(' ')
        .map((word) => word[0]!.toUpperCase() + word.slice(1))
        .join(''),
    ),
  'entities in the plural of the text or with a qualifier': (intent) => renamedEntities(intent, (name) => 'Stored ' + name.toLowerCase()),
  'no full stops': (intent) => JSON.parse(JSON.stringify(intent).replaceAll('."', '"')) as Intent,
  'a later version': (intent) => ({ ...intent, version: '2.3.4' }),
  'attributes with underscores': (intent) =>
    withEntities(intent, (entity) => ({
      ...entity,
      attributes: entity.attributes.map((attribute) => ({ ...attribute, name: attribute.name.replaceAll(' ', '_') })),
    })),
  'one more optional attribute': (intent) =>
    withEntities(intent, (entity) => ({
      ...entity,
      attributes: [...entity.attributes, { name: 'last changed', type: 'time', required: false }],
    })),
  'descriptions that say where they stand': (intent) => ({
    ...intent,
    components: intent.components.map((component) => ({
      ...component,
      description: component.description.replace(/\.?$/, `, labelled ${component.name}.`),
    })),
  }),
  'steps with articles for actors': (intent) => ({
    ...intent,
    userFlows: intent.userFlows.map((flow) => ({
      ...flow,
      steps: flow.steps.map((step) => ({ ...step, action: 'The ' + step.action[0]!.toLowerCase() + step.action.slice(1) })),
    })),
  }),
}

/** A wording, and a better one for the same place. */
const betterWordings: readonly (readonly [string, string, string])[] = [
  [
    'table-booking',
    'System shows the free tables for that time.',
    'System lists every free table with its number and seats for that time.',
  ],
  [
    'table-booking',
    'Lists each free table with its number and seats.',
    'Lists the free tables by number, each with its seats, and marks the chosen one.',
  ],
  ['table-booking', 'Guest chooses one free table.', 'Guest selects one of the free tables.'],
  ['library-loans', 'Member opens one book of the result.', 'Member opens one of the matching books.'],
  ['library-loans', 'Reads the barcode of a card or a copy.', 'Reads the barcode of a member card or of a copy and shows whose it is.'],
  ['library-loans', 'System records the return of the copy.', 'System records that the copy was returned and puts it on the shelf list.'],
  ['expense-claims', 'Employee submits the claim to the manager.', 'Employee hands the finished claim in to the manager.'],
  ['expense-claims', 'Takes a picture of a paper receipt.', 'Photographs a paper receipt and straightens the picture.'],
  ['parcel-locker', 'System marks the parcel as collected.', 'System records that the parcel is collected.'],
  ['parcel-locker', 'Number keys that accept a pickup code.', 'Ten number keys and a delete key that accept a pickup code.'],
  ['clinic-appointments', 'Patient chooses a free slot.', 'Patient picks one of the free slots.'],
  ['clinic-appointments', 'Lists the doctors with their specialty.', 'Lists the doctors by name with their specialty and next free slot.'],
  ['leave-requests', 'Team lead opens a waiting request.', 'Team lead opens one of the waiting requests.'],
  ['car-sharing', 'Driver looks for free cars on the map.', 'Driver searches the map for free cars nearby.'],
  [
    'car-sharing',
    'Button that holds the chosen car for fifteen minutes.',
    'Button that reserves the chosen car and counts fifteen minutes down.',
  ],
  ['school-grades', 'Teacher corrects the grade.', 'Teacher corrects the grade and its remark.'],
  [
    'event-tickets',
    'Drawing of the hall with free and taken seats.',
    'Drawing of the hall in which free seats are green and taken seats grey.',
  ],
  ['stock-count', 'Supervisor closes the count.', 'Supervisor closes the count of the aisle.'],
  [
    'support-tickets',
    'Text field for an answer to the ticket.',
    'Text field in which an agent or a customer writes an answer to the ticket.',
  ],
  ['recipe-planner', 'Row with a box to tick one item off.', 'Row with the amount of one item and a box to tick it off.'],
  ['gym-classes', 'Member cancels the booking.', 'Member cancels the booked class.'],
  ['hotel-housekeeping', 'Screen at the reception.', 'Screen at the reception on which clean rooms are green.'],
  ['club-voting', 'Auditor recounts the ballot.', 'Auditor recounts all votes of the ballot.'],
  ['bike-repair', 'Mechanic takes parts from the store.', 'Mechanic takes the needed parts from the store.'],
  ['class-quiz', 'Pupil picks one answer.', 'Pupil picks one of the four answers.'],
]

export function harmlessVariants(feature: Feature): { name: string; intent: Intent }[] {
  return [
    ...Object.entries(harmlessEdits).map(([name, edit]) => ({ name, intent: edit(structuredClone(feature.intent)) })),
    ...betterWordings
      .filter(([id]) => id === feature.id)
      .map(([, from, to]) => {
        const text = JSON.stringify(feature.intent)
        if (!text.includes(JSON.stringify(from))) throw new Error(`${feature.id} does not say: ${from}`)
        return { name: `better wording: ${to}`, intent: JSON.parse(text.replace(JSON.stringify(from), JSON.stringify(to))) as Intent }
      }),
  ]
}

function reversedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversedKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, child]) => [key, reversedKeys(child)]),
  )
}

function withEntities(intent: Intent, change: (entity: Entity) => Entity, reverse = false): Intent {
  const entities = intent.dataModel.entities.map(change)
  return { ...intent, dataModel: { entities: reverse ? entities.reverse() : entities } }
}

function renamedIds(intent: Intent): Intent {
  const id = (old: string) => 'part-' + old
  return {
    ...intent,
    userFlows: intent.userFlows.map((flow) => ({
      ...flow,
      id: id(flow.id),
      steps: flow.steps.map((step) => ({ ...step, id: id(step.id), componentId: id(step.componentId) })),
    })),
    components: intent.components.map((component) => ({ ...component, id: id(component.id), children: component.children.map(id) })),
    interactions: intent.interactions.map((interaction) => ({
      ...interaction,
      id: id(interaction.id),
      componentId: id(interaction.componentId),
    })),
  }
}

function renamedSources(intent: Intent): Intent {
  const refs = (ids: SourceRef[]) => ids.map(refId).map((id) => 'req-' + id)
  return {
    ...intent,
    sources: intent.sources.map((source) => ({ ...source, id: 'req-' + source.id })),
    goalSourceRefs: intent.goalSourceRefs.map(refs),
    userFlows: intent.userFlows.map((flow) => ({ ...flow, sourceRefs: refs(flow.sourceRefs) })),
    dataModel: { entities: intent.dataModel.entities.map((entity) => ({ ...entity, sourceRefs: refs(entity.sourceRefs) })) },
  }
}

function renamedEntities(intent: Intent, rename: (name: string) => string): Intent {
  return {
    ...intent,
    userFlows: intent.userFlows.map((flow) => ({
      ...flow,
      steps: flow.steps.map((step) => ({ ...step, entityRefs: step.entityRefs.map(rename) })),
    })),
    components: intent.components.map((component) => ({ ...component, dataRefs: component.dataRefs.map(rename) })),
    dataModel: {
      entities: intent.dataModel.entities.map((entity) => ({
        ...entity,
        name: rename(entity.name),
        relationships: entity.relationships.map((relationship) => ({ ...relationship, to: rename(relationship.to) })),
      })),
    },
  }
}
