// What a person can ask to be changed in a design: a closed list of edits, as data that is recorded and applied again after every outline.

/** Something of a design, by the name a person knows it by. A step or goal is named by its text, an attribute also by its entity. */
export interface Thing {
  kind: ThingKind
  name: string
  /** The entity of an attribute, the flow of a step. */
  of?: string
}

const thingKinds = ['entity', 'attribute', 'actor', 'flow', 'step', 'component', 'goal', 'interaction'] as const
export type ThingKind = (typeof thingKinds)[number]

/** Where a step goes: beside another, or to one end of a flow. */
export type Spot = { before: Thing } | { after: Thing } | { flow: string; end: 'first' | 'last' }

export type Edit =
  | { op: 'rename'; thing: Thing; to: string }
  | { op: 'remove'; thing: Thing }
  | { op: 'replace'; thing: Thing; to: string }
  | { op: 'retype'; thing: Thing; to: string }
  | { op: 'require'; thing: Thing; required: boolean }
  | { op: 'give'; thing: Thing; to: string }
  | { op: 'add-attribute'; entity: string; name: string; type: string | null; required: boolean }
  | { op: 'add-step'; text: string; at: Spot }
  | { op: 'move'; thing: Thing; to: Spot | { entity: string } | { component: string } }
  | { op: 'merge'; kind: ThingKind; from: string[]; to: string }

/** One sentence of a rejection with what it was taken for. */
export type Heard = { id: string; text: string } & (
  | { became: 'edit'; edits: Edit[]; amends: Record<string, string | null> }
  | { became: 'requirement' }
  | { became: 'not understood'; why: string }
)

/** The name or text that an edit brings into the design. */
export function resultOf(edit: Edit): string | null {
  if (edit.op === 'rename' || edit.op === 'replace' || edit.op === 'merge') return edit.to
  return edit.op === 'add-step' ? edit.text : edit.op === 'add-attribute' ? edit.name : null
}

/** "rename the entity Memeber to Member" */
export function editText(edit: Edit): string {
  switch (edit.op) {
    case 'rename':
      return `rename ${thingText(edit.thing)} to ${edit.to}`
    case 'remove':
      return `remove ${thingText(edit.thing)}`
    case 'replace':
      return `let ${thingText(edit.thing)} read “${edit.to}”`
    case 'retype':
      return `make ${thingText(edit.thing)} a value of type ${edit.to}`
    case 'require':
      return `make ${thingText(edit.thing)} ${edit.required ? 'required' : 'optional'}`
    case 'give':
      return `give ${thingText(edit.thing)} to ${edit.to}`
    case 'add-attribute':
      return `add the ${edit.required ? '' : 'optional '}attribute ${edit.name}${edit.type ? ` (${edit.type})` : ''} to ${edit.entity}`
    case 'add-step':
      return `add the step “${edit.text}” ${spotText(edit.at)}`
    case 'move':
      return `move ${thingText(edit.thing)} ${'entity' in edit.to ? `to ${edit.to.entity}` : 'component' in edit.to ? `into ${edit.to.component}` : spotText(edit.to)}`
    case 'merge':
      return `merge ${edit.from.join(' and ')} into ${edit.to}`
  }
}

export function thingText({ kind, name, of }: Thing): string {
  const isText = kind === 'step' || kind === 'goal' || kind === 'interaction'
  return `the ${kind} ${isText ? `“${name}”` : name}${of && kind === 'attribute' ? ` of ${of}` : ''}`
}

function spotText(spot: Spot): string {
  if ('before' in spot) return `before “${spot.before.name}”`
  if ('after' in spot) return `after “${spot.after.name}”`
  return `as the ${spot.end} step of ${spot.flow}`
}
