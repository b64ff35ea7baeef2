// Flows → components: a view for what each flow is about, and inside it the control, display or background part each step happens in.
import { capital, clip } from '../words/forms.ts'
import { isScreenWord } from '../words/nouns.ts'
import { system } from '../understand/actors.ts'
import { limits, type Component, type ComponentType } from '../../intent.ts'
import type { Flow } from './flows.ts'
import { idMaker } from './ids.ts'
import type { Mentions } from './mentions.ts'
import { openingWords } from './clause.ts'
import type { Step } from './steps.ts'

export interface Parts {
  components: Component[]
  /** Step → id of the component it happens in. */
  place: Map<Step, string>
}

interface Part {
  id: string
  name: string
  type: ComponentType
  description: string
  data: Set<string>
  children: string[]
}

export function planComponents(flows: readonly Flow[], mentions: Mentions): Parts {
  const makeId = idMaker()
  const place = new Map<Step, string>()
  const parts = new Map<string, Part>()
  const views = new Map<string, Part & { flows: Flow[] }>()
  const described = new Set<string>()
  const names = new Set<string>()
  for (const flow of flows) {
    const about = subjectOf(flow, mentions)
    const title = capital(`${about || flow.name} view`)
    let view = views.get(title)
    if (!view || view.children.length > 150) {
      view = {
        id: makeId(title, 'view'),
        name: view ? `${title} for ${flow.name}` : title,
        type: 'view',
        description: '',
        data: new Set(),
        children: [],
        flows: [],
      }
      views.set(title, view)
      names.add(view.name.toLowerCase())
    }
    view.flows.push(flow)
    for (const step of flow.steps) {
      const { name, type } = partName(step, flow)
      const key = `${type}:${name.toLowerCase()}`
      let part = parts.get(key)
      if (!part && parts.size > limits.components - limits.flows) {
        place.set(step, view.id)
        continue
      }
      if (!part) {
        part = {
          id: makeId(name, 'part'),
          name: names.has(name.toLowerCase()) ? `${name} in the background` : name,
          type,
          description: '',
          data: new Set(),
          children: [],
        }
        part.description = unlike(describe(step, flow, type), flow, described)
        parts.set(key, part)
        names.add(part.name.toLowerCase())
        view.children.push(part.id)
      }
      for (const entity of mentions(step.text)) {
        part.data.add(entity)
        view.data.add(entity)
      }
      place.set(step, part.id)
    }
  }
  for (const view of views.values()) view.description = unlike(viewDescription(view.flows), view.flows[0], described)
  return { components: [...views.values(), ...parts.values()].map(toComponent), place }
}

/** The thing the flow's steps speak of most. */
function subjectOf(flow: Flow, mentions: Mentions): string {
  const counts = new Map<string, number>()
  for (const step of flow.steps)
    for (const entity of mentions(step.bare)) if (entity !== flow.actor) counts.set(entity, (counts.get(entity) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
}

const shown =
  /^(?:view|see|browse|track|check(?! in| out)|read|list|compare|monitor|explore|preview|inspect|watch|follow|show|display|present|start at)\b/

function partName(step: Step, flow: Flow): { name: string; type: ComponentType } {
  const object = step.object.split(' ').slice(-5).join(' ')
  const words = object === '' ? openingWords(step.bare) : `${step.verb} ${object}`
  if (step.role === 'check') return { name: capital(named(`check ${object || flow.name}`)), type: 'utility' }
  if (shown.test(step.verb))
    return {
      name: capital(named(isScreenWord(object.slice(object.lastIndexOf(' ') + 1)) ? object : `${object || words} display`)),
      type: 'data',
    }
  if (step.doer === system) return { name: capital(named(words)), type: 'utility' }
  const several = /\b(?:with|including|such as)\b.*(?:,|\band\b)/.test(step.bare)
  return several ? { name: capital(named(`${words} form`)), type: 'container' } : { name: capital(named(words)), type: 'control' }
}

function named(text: string): string {
  return clip(text, 80)
}

function describe(step: Step, flow: Flow, type: ComponentType): string {
  const words = step.doer === system ? step.text.replace(/^System\s+/, '') : ''
  if (step.role === 'check') return sentence(words, flow)
  if (step.doer === system) return sentence(words || step.text, flow)
  if (type === 'data') return `Shows what the ${step.doer} needs to ${step.bare}.`
  return `Lets the ${step.doer} ${step.bare}.`
}

function sentence(words: string, flow: Flow): string {
  const text = capital(words)
  return text.split(' ').length < 5 ? `${text} for the ${flow.actor} during: ${flow.name}.` : `${text}.`
}

function viewDescription(flows: readonly Flow[]): string {
  const deeds = flows.flatMap((flow) =>
    flow.steps.filter((step) => step.doer === flow.actor && step.doer !== system).map((step) => ({ actor: flow.actor, text: step.short })),
  )
  const actors = [...new Set(flows.map((flow) => flow.actor))]
  const texts = [...new Set(deeds.map((deed) => deed.text))].slice(0, 4)
  if (texts.length === 0)
    return `Where the ${actors[0] ?? 'user'} follows: ${flows
      .map((flow) => flow.name)
      .slice(0, 3)
      .join(', ')}.`
  return `Where the ${actors.slice(0, 3).join(' or the ')} can ${list(texts)}.`
}

/** No two descriptions may say the same; the flow tells them apart. */
function unlike(text: string, flow: Flow | undefined, described: Set<string>): string {
  let own = text
  if (described.has(plain(own)) && flow) own = `${text.replace(/\.$/, '')}, as part of: ${flow.name}.`
  if (described.has(plain(own)) && flow) own = `${text.replace(/\.$/, '')} for the ${flow.actor}, as part of: ${flow.name}.`
  described.add(plain(own))
  return own
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

export function list(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

function toComponent({ id, name, type, description, children, data }: Part): Component {
  return { id, name, type, description, children: children.slice(0, 200), dataRefs: [...data].map(capital).slice(0, 200) }
}
