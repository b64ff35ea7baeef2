// The requirements and their statements as they stand after what people said when rejecting.
import type { Edit, Heard } from '../feedback/edit.ts'
import { replaceNoun } from '../feedback/nouns.ts'
import { prune } from '../feedback/prune.ts'
import type { Intent } from '../intent.ts'
import type { SourceLine } from './ledger.ts'

const heading = 'Added when rejecting'

/** What was added joins what its actor does already with the same things: alone it is no flow that anybody walks. */
export function joined(intent: Intent): Intent {
  return intent.userFlows
    .filter(({ name }) => name.startsWith(heading))
    .reduce((design, flow) => {
      const kin = design.userFlows.filter(({ actor, name }) => actor === flow.actor && !name.startsWith(heading))
      const refs = new Set(flow.steps.flatMap(({ entityRefs }) => entityRefs))
      const host = kin.find(({ steps }) => steps.some(({ entityRefs }) => entityRefs.some((name) => refs.has(name)))) ?? kin[0]
      if (!host) return design
      const place = host.steps.at(-1)?.componentId ?? ''
      const moved = flow.steps.map((step) => ({ ...step, componentId: place }))
      const whole = { ...host, sourceRefs: [...host.sourceRefs, ...flow.sourceRefs], steps: [...host.steps, ...moved] }
      const left = new Set(flow.steps.map(({ componentId }) => componentId))
      const userFlows = design.userFlows.flatMap((each) => (each === host ? [whole] : each.id === flow.id ? [] : [each]))
      const interactions = design.interactions.map((each) => (left.has(each.componentId) ? { ...each, componentId: place } : each))
      return prune({ ...design, userFlows, interactions }, left)
    }, intent)
}

/** The requirements with what was added since, under a heading of its own. */
export function withAdditions(requirements: string, heard: readonly Heard[]): string {
  const added = heard.filter(({ became }) => became === 'requirement')
  return added.length === 0
    ? requirements
    : `${requirements.trimEnd()}\n\n# ${heading}\n\n${added.map(({ text }) => `- ${text}`).join('\n')}\n`
}

/** Statements that edits changed or set aside; sentences that were edits, and texts they brought, stand behind. */
export function amended(lines: readonly SourceLine[], heard: readonly Heard[]): SourceLine[] {
  const all = new Map(lines.map((line) => [line.id, line]))
  for (const each of heard) {
    if (each.became !== 'edit') continue
    for (const [id, text] of Object.entries(each.amends)) {
      const line = all.get(id)
      if (line) all.set(id, text === null ? { ...line, kind: 'withdrawn' } : { ...line, text })
      else if (text !== null) all.set(id, { id, text, lines: [], kind: id === each.id ? 'feedback' : 'request' })
    }
    // What was added later is said in the old names too.
    for (const [from, to] of each.edits.flatMap(namesGiven))
      for (const line of all.values()) if (line.kind !== 'feedback') all.set(line.id, { ...line, text: replaceNoun(line.text, from, to) })
  }
  return [...all.values()]
}

function namesGiven(edit: Edit): [from: string, to: string][] {
  if (edit.op === 'rename' && (edit.thing.kind === 'entity' || edit.thing.kind === 'actor')) return [[edit.thing.name, edit.to]]
  if (edit.op === 'merge' && (edit.kind === 'entity' || edit.kind === 'actor'))
    return edit.from.filter((name) => name !== edit.to).map((name) => [name, edit.to])
  return []
}
