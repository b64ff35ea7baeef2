// Where steps happen: the screen the text names, or for each actor and entity a view, with list, detail and form; for the system's own work a utility.
import type { Component, Entity } from '../../intent.ts'
import { quoteText, type Entry } from '../entry.ts'
import { titleOf } from '../read/statements.ts'
import { isVerb, words } from '../words.ts'
import { system } from './actors.ts'
import type { Flow } from './flows.ts'
import { idMaker } from './ids.ts'
import type { Mentions } from './mentions.ts'
import { isSaid, screensNamed, type Screen } from './screen-names.ts'

/** A screen with more elements is a heap. */
const mostFields = 10

type Part = 'list' | 'detail' | 'form'

const lists = new Set(
  'see view list search find filter browse sort show display export print compare look overview report monitor follow read check download'.split(
    ' ',
  ),
)
const forms = new Set(
  'add create enter register submit record upload write edit change update book reserve request apply order fill report set define plan schedule propose post send place pay log attach rate correct state choose select give invite'.split(
    ' ',
  ),
)

export function planScreens(
  flows: readonly Flow[],
  entities: readonly Entity[],
  mentions: Mentions,
  requests: readonly Entry[],
): { components: Component[]; at: Map<Entry, string> } {
  const newId = idMaker()
  const components: Component[] = []
  const known = new Map<string, Component>()
  const at = new Map<Entry, string>()
  const taken = new Set([...entities.map(({ name }) => name), ...flows.flatMap(({ actor, others }) => [actor, ...others.values()])])
  const screens = screensNamed(requests, taken)
  for (const flow of flows) for (const entry of flow.entries) at.set(entry, placeFor(flow, entry))
  for (const screen of screens) named(screen, mentions(screen.description))
  return { components, at }

  function placeFor(flow: Flow, entry: Entry): string {
    const actor = flow.others.get(entry) ?? flow.actor
    const text = quoteText(entry.quote)
    const things = mentions(text)
    const entity = entities.find(({ name }) => name === (things.find((one) => one !== actor) ?? things[0]))
    const heading = flow.headings[0]
    // What names nothing belongs to what its flow is about.
    const about = mentions(flow.entries.map((each) => quoteText(each.quote)).join(' ')).find((name) => name !== actor)
    const screen = screens.find(({ name }) => isSaid(name, entry.statement.text))
    if (screen) {
      const view = named(screen, entity ? [entity.name] : [])
      return entity && actor !== system ? inside(view, entity, kindOf(text), actor, view.name) : view.id
    }
    const topic = entity?.name ?? about ?? (heading ? titleOf(heading).slice(0, 60) || 'General' : 'General')
    if (actor === system)
      return part(`system ${topic}`, () =>
        make({
          name: `${topic} rules`,
          type: 'utility',
          description: `What the system does by itself about ${lower(topic)}.`,
          dataRefs: entity ? [entity.name] : [],
        }),
      ).id
    const view = part(`${actor} ${topic}`, () =>
      make({
        name: `${topic} (${lower(actor)})`,
        type: 'view',
        description: `What the ${lower(actor)} sees of ${lower(topic)}.`,
        dataRefs: entity ? [entity.name] : [],
      }),
    )
    return entity ? inside(view, entity, kindOf(text), actor) : view.id
  }

  function named(screen: Screen, shown: readonly string[]): Component {
    const view = part(`screen ${screen.name}`, () =>
      make({
        name: screen.name,
        description: screen.description,
        type: 'view',
        dataRefs: [],
        ...(screen.id && { sourceRefs: [screen.id] }),
      }),
    )
    view.dataRefs = [...new Set([...view.dataRefs, ...shown])]
    return view
  }

  function inside(view: Component, entity: Entity, kind: Part, actor: string, screen?: string): string {
    const where = screen ?? lower(actor)
    const child = part(`${view.id} ${entity.name} ${kind}`, () => {
      const made = make({
        name: `${entity.name} ${kind} (${where})`,
        type: kind === 'list' ? 'data' : 'container',
        description: `${describe(entity, kind, lower(actor))}${screen ? ` Part of ${screen}.` : ''}`,
        dataRefs: [entity.name],
      })
      view.children.push(made.id)
      if (kind === 'form')
        for (const { name } of entity.attributes.slice(0, mostFields)) {
          const field = make({
            name: `${entity.name}: ${name} (${where})`,
            type: 'control',
            description: `Where the ${lower(actor)} enters the ${name} of a ${lower(entity.name)}${screen ? ` on ${screen}` : ''}.`,
            dataRefs: [entity.name],
          })
          made.children.push(field.id)
        }
      return made
    })
    return child.id
  }

  function part(key: string, create: () => Component): Component {
    const before = known.get(key)
    if (before) return before
    const made = create()
    known.set(key, made)
    return made
  }

  function make(about: Pick<Component, 'name' | 'type' | 'description' | 'dataRefs' | 'sourceRefs'>): Component {
    const component: Component = { id: newId(about.name, 'part'), ...about, name: about.name.slice(0, 160), children: [] }
    components.push(component)
    return component
  }
}

function describe({ name, attributes }: Entity, kind: Part, actor: string): string {
  const fields = attributes.slice(0, mostFields).map((attribute) => attribute.name)
  if (kind === 'list') return `Lists every ${lower(name)} the ${actor} may see.`
  if (kind === 'detail') return `Shows the ${actor} one ${lower(name)} and what can be done with it.`
  return fields.length > 0
    ? `Takes from the ${actor} the ${fields.join(', ')} of ${one(name)}.`
    : `Takes from the ${actor} what is known of ${one(name)}.`
}

const one = (name: string) => `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${lower(name)}`

function kindOf(text: string): Part {
  const verb = words(text).find((word) => isVerb(word) && (lists.has(word.lemma) || forms.has(word.lemma)))
  return verb ? (lists.has(verb.lemma) ? 'list' : 'form') : 'detail'
}

const lower = (name: string) => (/^\p{Lu}\p{Lu}/u.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1))
