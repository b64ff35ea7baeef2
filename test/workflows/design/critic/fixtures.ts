// Reads the hand-made features: a requirements text, and under it a good design for it in a notation short enough to write by hand.
import { readdirSync, readFileSync } from 'node:fs'
import type {
  Component,
  ComponentType,
  Entity,
  Intent,
  Interaction,
  Relationship,
  UserFlow,
} from '../../../../src/workflows/design/intent.ts'

export interface Feature {
  id: string
  text: string
  statements: string[]
  intent: Intent
}

export function readFeatures(): Feature[] {
  const folder = new URL('./features/', import.meta.url)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .map((name) => readFeature(name.replace('.txt', ''), readFileSync(new URL(name, folder), 'utf8')))
}

export function readFeature(id: string, file: string): Feature {
  const [text, design] = file.split(/^---$/m) as [string, string]
  const statements = statementsOf(text)
  return { id, text: text.trim(), statements, intent: readDesign(id, statements, design) }
}

/** A statement is a sentence, a list item, a table row or a whole scenario. */
export function statementsOf(text: string): string[] {
  const statements: string[] = []
  const lines = text.split('\n').map((line) => line.trim())
  for (const [i, line] of lines.entries()) {
    if (line === '' || /^#|^\|[-| ]+\|$|^scenario:/i.test(line) || /^\|[-| ]+\|$/.test(lines[i + 1] ?? '')) continue
    if (line.startsWith('|'))
      statements.push(
        line
          .split('|')
          .map((cell) => cell.trim())
          .filter(Boolean)
          .join(': '),
      )
    else if (/^(?:when|then|and) /i.test(line) && /^given /i.test(statements.at(-1) ?? '')) statements.push(statements.pop() + ', ' + line)
    else if (/^(?:[-*]|\d+\.) /.test(line) || /^given /i.test(line)) statements.push(line.replace(/^(?:[-*]|\d+\.) /, ''))
    else statements.push(...line.split(/(?<=[.!?])\s+(?=[A-Z])/))
  }
  return statements
}

function readDesign(featureId: string, statements: string[], design: string): Intent {
  const intent: Intent = {
    schemaVersion: '1.0.0',
    featureId,
    version: '1.0.0',
    sources: statements.map((text, i) => ({ id: `s${i + 1}`, text })),
    goals: [],
    goalSourceRefs: [],
    userFlows: [],
    components: [],
    dataModel: { entities: [] },
    interactions: [],
  }
  for (const line of design.split('\n').filter((each) => each.trim() !== '')) {
    const word = line.split(' ')[0]!
    const rest = line.slice(word.length + 1)
    if (word === 'goal') {
      const [goal, refs] = rest.split(' < ') as [string, string]
      intent.goals.push(goal)
      intent.goalSourceRefs.push(sourceRefs(refs))
    } else if (word === 'flow') intent.userFlows.push(flow(rest))
    else if (word === '-') addStep(intent.userFlows.at(-1)!, rest)
    else if (word === 'entity') intent.dataModel.entities.push(entity(rest))
    else if (word === 'on') intent.interactions.push(interaction(rest, intent.interactions.length))
    else intent.components.push(component(word as ComponentType, rest))
  }
  return intent
}

const sourceRefs = (numbers: string) =>
  numbers
    .trim()
    .split(/\s+/)
    .map((n) => `s${n}`)
const names = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

function matched(pattern: RegExp, line: string): (string | undefined)[] {
  const match = pattern.exec(line)
  if (!match) throw new Error(`cannot read: ${line}`)
  return match.slice(1)
}

function flow(line: string): UserFlow {
  const [id, name, actor, refs] = matched(/^(\S+) "([^"]+)" (.+?) < ([\d ]+)$/, line)
  return { id: id!, name: name!, actor: actor!, sourceRefs: sourceRefs(refs!), steps: [] }
}

function addStep(to: UserFlow, line: string) {
  const [action, componentId, refs] = matched(/^(.+?) @(\S+)(?: \[([^\]]*)\])?$/, line)
  to.steps.push({ id: `${to.id}-${to.steps.length + 1}`, action: action!, componentId: componentId!, entityRefs: names(refs) })
}

function component(type: ComponentType, line: string): Component {
  const [id, name, description, children, refs] = matched(/^(\S+) "([^"]+)": ([^>[]*?)(?: > ([^[]*?))?(?: \[([^\]]*)\])?$/, line)
  return { id: id!, name: name!, type, description: description!.trim(), children: names(children), dataRefs: names(refs) }
}

const kinds: Record<string, Relationship['kind']> = { '1-1': 'one-to-one', '1-n': 'one-to-many', 'n-n': 'many-to-many' }

function entity(line: string): Entity {
  const [name, description, refs, attributes, relationships] = matched(/^([^:]+): (.+?) < ([\d ]+?) \| ([^|]+?)(?: \| ?(.*))?$/, line)
  return {
    name: name!,
    description: description!,
    sourceRefs: sourceRefs(refs!),
    attributes: names(attributes).map((text) => ({
      name: text.split(' ').slice(0, -1).join(' '),
      type: text.split(' ').at(-1)!.replace('!', ''),
      required: text.endsWith('!'),
    })),
    relationships: names(relationships).map((text) => ({ to: text.slice(4), kind: kinds[text.slice(0, 3)]! })),
  }
}

function interaction(line: string, count: number): Interaction {
  const [componentId, trigger, response] = matched(/^(\S+): (.+?) => (.+)$/, line)
  return { id: `on-${componentId!}-${count + 1}`, trigger: trigger!, response: response!, componentId: componentId! }
}
