// The requirements and their statements as they stand after what people said when rejecting.
import type { Edit, Heard } from '../feedback/edit.ts'
import { replaceNoun } from '../feedback/nouns.ts'
import type { SourceLine } from './ledger.ts'

/** The requirements with what was added since, under a heading of its own. */
export function withAdditions(requirements: string, heard: readonly Heard[]): string {
  const added = heard.filter(({ became }) => became === 'requirement')
  return added.length === 0
    ? requirements
    : `${requirements.trimEnd()}\n\n# Added when rejecting\n\n${added.map(({ text }) => `- ${text}`).join('\n')}\n`
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
