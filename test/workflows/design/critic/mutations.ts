// Plants one defect at a time into a good design. Each mutator knows the dimension that has to notice.
import type { Dimension } from '../../../../src/workflows/design/critic/critique.ts'
import type { Component, Intent, Step } from '../../../../src/workflows/design/intent.ts'

export interface Mutator {
  name: string
  lowers: Dimension
  /** Changes the given copy; false when the design has no place for this defect. */
  plant(intent: Intent, pick: <T>(items: readonly T[]) => T | undefined): boolean
}

export const mutators: Mutator[] = [
  {
    name: 'removed step target',
    lowers: 'coherence',
    plant: (intent, pick) => {
      const target = pick(steps(intent))?.componentId
      intent.components = intent.components.filter((component) => component.id !== target)
      return true
    },
  },
  {
    name: 'dangling step entity',
    lowers: 'coherence',
    plant: (intent, pick) =>
      on(pick(steps(intent).filter((step) => step.entityRefs.length > 0)), (step) => (step.entityRefs[0] = 'Zeppelin')),
  },
  {
    name: 'dangling child',
    lowers: 'coherence',
    plant: (intent, pick) =>
      on(pick(intent.components.filter((component) => component.children.length > 0)), (component) =>
        component.children.push('nowhere-panel'),
      ),
  },
  {
    name: 'dangling interaction',
    lowers: 'coherence',
    plant: (intent, pick) => on(pick(intent.interactions), (interaction) => (interaction.componentId = 'nowhere-panel')),
  },
  {
    name: 'dangling data reference',
    lowers: 'coherence',
    plant: (intent, pick) => on(pick(intent.components), (component) => component.dataRefs.push('Zeppelin')),
  },
  {
    name: 'orphan component',
    lowers: 'coherence',
    plant: (intent) => add(intent.components, part('spare-drawer', 'Spare drawer', 'utility')),
  },
  { name: 'unreached view', lowers: 'coherence', plant: (intent) => add(intent.components, part('attic-page', 'Attic page', 'view')) },
  {
    name: 'child cycle',
    lowers: 'coherence',
    plant: (intent, pick) =>
      on(pick(intent.components.filter((component) => component.children.length > 0)), (parent) => {
        intent.components.find((component) => component.id === parent.children[0])!.children.push(parent.id)
      }),
  },
  { name: 'untraced flow', lowers: 'coherence', plant: (intent, pick) => on(pick(intent.userFlows), (flow) => (flow.sourceRefs = [])) },
  {
    name: 'flow about something else',
    lowers: 'coherence',
    plant: (intent, pick) =>
      on(pick(intent.userFlows), (flow) => {
        flow.steps = [
          'Astronaut docks the capsule at the orbital station.',
          'Astronaut seals the airlock behind the crew.',
          'Station equalises the pressure.',
        ].map((action, i) => ({ ...flow.steps[0]!, id: `orbit-${i}`, action }))
      }),
  },
  {
    name: 'flow cut to one step',
    lowers: 'coherence',
    plant: (intent, pick) => on(pick(intent.userFlows), (flow) => (flow.steps = flow.steps.slice(0, 1))),
  },
  { name: 'flow without steps', lowers: 'coherence', plant: (intent, pick) => on(pick(intent.userFlows), (flow) => (flow.steps = [])) },
  {
    name: 'placeholder description',
    lowers: 'completeness',
    plant: (intent, pick) => on(pick(intent.components), (component) => (component.description = 'TBD')),
  },
  {
    name: 'placeholder step',
    lowers: 'completeness',
    plant: (intent, pick) => on(pick(steps(intent)), (step) => (step.action = 'TODO: describe what happens here')),
  },
  {
    name: 'description repeats name',
    lowers: 'completeness',
    plant: (intent, pick) => on(pick(intent.components), (component) => (component.description = component.name)),
  },
  {
    name: 'empty description',
    lowers: 'completeness',
    plant: (intent, pick) => on(pick(intent.dataModel.entities), (entity) => (entity.description = '')),
  },
  { name: 'empty section', lowers: 'completeness', plant: (intent) => emptied(() => (intent.interactions = [])) },
  {
    name: 'statement nobody answers',
    lowers: 'completeness',
    plant: (intent) => add(intent.sources, { id: 's-extra', text: 'The night porter polishes the brass bell before dawn.' }),
  },
  {
    name: 'all flows but one removed',
    lowers: 'completeness',
    plant: (intent, pick) => on(pick(intent.userFlows), (flow) => (intent.userFlows = [flow])),
  },
  {
    name: 'framework in a step',
    lowers: 'frameworkAgnosticism',
    plant: (intent, pick) => on(pick(steps(intent)), (step) => (step.action = step.action.replace(/\.?$/, ' in a React component.'))),
  },
  {
    name: 'idiom in a description',
    lowers: 'frameworkAgnosticism',
    plant: (intent, pick) =>
      on(pick(intent.components), (component) => (component.description += ' It is hidden with v-if while the list is empty.')),
  },
  {
    name: 'database product in an entity',
    lowers: 'frameworkAgnosticism',
    plant: (intent, pick) => on(pick(intent.dataModel.entities), (entity) => (entity.description += ' Stored in a PostgreSQL table.')),
  },
  {
    name: 'vague verb',
    lowers: 'clarity',
    plant: (intent, pick) => on(pick(steps(intent)), (step) => (step.action = step.action.replace(/^(\S+) \S+ /, '$1 handles '))),
  },
  {
    name: 'vague quality',
    lowers: 'clarity',
    plant: (intent, pick) =>
      on(
        pick(intent.components),
        (component) => (component.description = component.description.replace(/\.?$/, ' in an easy and intuitive way.')),
      ),
  },
  {
    name: 'vague goal',
    lowers: 'clarity',
    plant: (intent) => on(intent.goals, (goals) => (goals[0] = goals[0]!.replace(/\.?$/, ' and various things, etc.'))),
  },
  { name: 'bare verb', lowers: 'clarity', plant: (intent, pick) => on(pick(steps(intent)), (step) => (step.action = 'System shows it.')) },
  {
    name: 'one-word description',
    lowers: 'clarity',
    plant: (intent, pick) => on(pick(intent.components), (component) => (component.description = 'Things.')),
  },
  {
    name: 'nouns for a step',
    lowers: 'clarity',
    plant: (intent, pick) => on(pick(steps(intent)), (step) => (step.action = step.entityRefs.join(' ') + ' panel area')),
  },
  {
    name: 'duplicate flow',
    lowers: 'clarity',
    plant: (intent, pick) =>
      on(pick(intent.userFlows), (flow) => {
        intent.userFlows.push({
          ...flow,
          id: flow.id + '-again',
          name: flow.name + ' again',
          steps: flow.steps.map((step) => ({ ...step, id: step.id + '-again' })),
        })
      }),
  },
  {
    name: 'duplicate description',
    lowers: 'clarity',
    plant: (intent) => on(intent.components, (components) => (components[1]!.description = components[0]!.description)),
  },
  {
    name: 'missing attribute',
    lowers: 'dataModelIntegrity',
    plant: (intent, pick) =>
      on(pick(neededAttributes(intent)), ({ entity, name }) => {
        entity.attributes = entity.attributes.filter((attribute) => attribute.name !== name)
      }),
  },
  {
    name: 'entity without attributes',
    lowers: 'dataModelIntegrity',
    plant: (intent, pick) => on(pick(intent.dataModel.entities), (entity) => (entity.attributes = [])),
  },
  {
    name: 'missing identifier',
    lowers: 'dataModelIntegrity',
    plant: (intent, pick) =>
      on(pick(intent.dataModel.entities), (entity) => (entity.attributes = [{ name: 'weight', type: 'number', required: false }])),
  },
  {
    name: 'removed entity',
    lowers: 'dataModelIntegrity',
    plant: (intent, pick) => {
      const name = pick(steps(intent).flatMap((step) => step.entityRefs))
      intent.dataModel.entities = intent.dataModel.entities.filter((entity) => entity.name !== name)
      return name !== undefined
    },
  },
  {
    name: 'contradictory relation',
    lowers: 'dataModelIntegrity',
    plant: (intent, pick) =>
      on(pick(related(intent)), ({ entity, to }) => {
        to.relationships.push({
          to: entity.name,
          kind:
            entity.relationships[0]!.kind === 'many-to-many'
              ? 'one-to-one'
              : entity.relationships[0]!.kind === 'one-to-one'
                ? 'one-to-many'
                : 'one-to-many',
        })
      }),
  },
  {
    name: 'relation to nothing',
    lowers: 'dataModelIntegrity',
    plant: (intent, pick) =>
      on(pick(intent.dataModel.entities), (entity) => entity.relationships.push({ to: 'Zeppelin', kind: 'one-to-many' })),
  },
  {
    name: 'untraced entity',
    lowers: 'dataModelIntegrity',
    plant: (intent, pick) => on(pick(intent.dataModel.entities), (entity) => (entity.sourceRefs = [])),
  },
  {
    name: 'unused entity',
    lowers: 'dataModelIntegrity',
    plant: (intent) =>
      add(intent.dataModel.entities, {
        name: 'Zeppelin',
        description: 'An airship that carries freight over the sea.',
        sourceRefs: [intent.sources[0]!.id],
        attributes: [{ name: 'registration number', type: 'identifier', required: true }],
        relationships: [{ to: intent.dataModel.entities[0]!.name, kind: 'one-to-many' }],
      }),
  },
]

function on<T>(item: T | undefined, change: (item: T) => unknown): boolean {
  if (item === undefined) return false
  change(item)
  return true
}

function add<T>(list: T[], item: T): boolean {
  list.push(item)
  return true
}

function emptied(change: () => unknown): boolean {
  change()
  return true
}

function steps(intent: Intent): Step[] {
  return intent.userFlows.flatMap((flow) => flow.steps)
}

function part(id: string, name: string, type: Component['type']): Component {
  return {
    id,
    name,
    type,
    description: `Place for ${name.toLowerCase()} that no one in the feature ever opens.`,
    children: [],
    dataRefs: [],
  }
}

/** Attributes that a step enters or shows by their name, where nothing else of the entity goes by that word. */
function neededAttributes(intent: Intent) {
  const actors = intent.userFlows.map((flow) => flow.actor.toLowerCase()).join(' ')
  return intent.dataModel.entities.flatMap((entity) =>
    entity.attributes
      .map(({ name }) => name)
      .filter((name) => {
        const head = name.split(' ').at(-1)!
        const asked = new RegExp(
          `\\b(?:enters|types|picks|chooses|sets|describes|writes) (?:(?!(?:who|that|not|of|for|on|in|as|per|before|after|from|to|with|by) )[a-z-]+,? ){0,8}?${name}\\b`,
        )
        return (
          steps(intent).some((step) => step.entityRefs.length === 1 && step.entityRefs[0] === entity.name && asked.test(step.action)) &&
          entity.attributes.filter((other) => other.name.includes(head)).length === 1 &&
          !intent.dataModel.entities.some((other) => other.name.toLowerCase().includes(head)) &&
          !actors.includes(head)
        )
      })
      .map((name) => ({ entity, name })),
  )
}

function related(intent: Intent) {
  return intent.dataModel.entities.flatMap((entity) => {
    const to = intent.dataModel.entities.find((other) => other.name === entity.relationships[0]?.to && other !== entity)
    return to ? [{ entity, to }] : []
  })
}
