// A finding's place in a design, in words: "step 3 of Borrow a tool" rather than /userFlows/2/steps/2/action.
import type { Intent } from './intent.ts'

export function placeIn({ sources, userFlows, components, dataModel, actors = [] }: Intent, pointer: string): string {
  const [section, first, part, second] = pointer.replace('/dataModel/', '/').split('/').slice(1)
  const at = Number(first)
  const within = Number(second)
  switch (section) {
    case 'sources':
      return `statement ${sources[at]?.id ?? ''}`.trim()
    case 'goals':
      return first ? `goal ${at + 1}` : 'goals'
    case 'userFlows': {
      const name = userFlows[at]?.name
      return name === undefined ? 'flows' : part === 'steps' && second ? `step ${within + 1} of ${name}` : `flow ${name}`
    }
    case 'components': {
      const component = components[at]
      return component ? `${component.type === 'view' ? 'screen' : 'component'} ${component.name}` : 'components'
    }
    case 'entities': {
      const entity = dataModel.entities[at]
      if (!entity) return 'entities'
      const attribute = part === 'attributes' ? entity.attributes[within]?.name : undefined
      const relation = part === 'relationships' ? entity.relationships[within]?.to : undefined
      return attribute ? `${attribute} of ${entity.name}` : relation ? `relation of ${entity.name} to ${relation}` : `entity ${entity.name}`
    }
    case 'interactions':
    case 'questions':
      return first ? `${section.slice(0, -1)} ${at + 1}` : section
    case 'actors':
      return `actor ${actors[at]?.name ?? ''}`.trim()
    default:
      return 'the whole design'
  }
}
