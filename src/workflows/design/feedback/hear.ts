// What a person said when rejecting, sentence by sentence: an edit, a requirement, or not understood. Nothing half understood is taken.
import type { Intent } from '../intent.ts'
import { sentencesOf } from '../outline/read/sentences.ts'
import { amendments, applyEdits } from './apply.ts'
import { carried } from './carry.ts'
import type { Edit, Heard } from './edit.ts'
import { understand, type Understood } from './forms.ts'
import type { Context } from './names.ts'
import { wordsOf } from './pattern.ts'
import { cutsOf, requestOf, resolved, scoped } from './request.ts'
import { whyNoRequirement } from './requirement.ts'

/** `from`: how many sentences were heard before, so that each has an id of its own. */
export function hear(feedback: string, intent: Intent, from = 0): Heard[] {
  const done: Edit[] = []
  let current = intent
  return sentencesIn(feedback).map((text, at): Heard => {
    const id = `edit-${from + at + 1}`
    const read = readSentence(text, intent, current, done)
    if ('edits' in read) {
      const after = applyEdits(current, [{ id, text, edits: read.edits }])
      const amends = amendments(current, after)
      current = after
      done.push(...read.edits)
      return { id, text, became: 'edit', edits: read.edits, amends }
    }
    const why = whyNoRequirement(text, current)
    return why === null ? { id, text, became: 'requirement' } : { id, text, became: 'not understood', why: read.near[0] ?? why }
  })
}

/** Each line is read by itself, without the mark of a list. A full stop inside quotation marks ends no sentence. */
function sentencesIn(feedback: string): string[] {
  return feedback.split('\n').flatMap((line) => {
    const text = line.trim().replace(/^(?:[-*•–—]|\(?\d{1,2}[.)])\s+/, '')
    const hidden = text.replaceAll(/[“"«][^”"»]*[”"»]/g, (quoted) => quoted.replaceAll(/[.!?]/g, '\u2024'))
    return sentencesOf(hidden).map(({ start, end }) => text.slice(start, end))
  })
}

/** Names are those of the design as the sentences before leave it, or else those the person saw. */
function readSentence(sentence: string, seen: Intent, current: Intent, done: readonly Edit[]): Understood {
  const request = requestOf(sentence)
  if (request === null) return { near: [] }
  const now = readRequest(request, current)
  if ('edits' in now || done.length === 0) return now
  const before = readRequest(request, seen)
  return 'edits' in before ? { edits: before.edits.map((edit) => carried(edit, done)) } : now
}

/** As one clause, or as several of which each is understood. */
function readRequest(request: string, intent: Intent): Understood {
  const near: string[] = []
  for (const said of resolved(request, intent)) {
    const { text, context } = scoped(said, intent)
    for (const clauses of cutsOf(text)) {
      const read = readClauses(clauses, context)
      if ('edits' in read) return read
      near.push(...read.near)
    }
  }
  return { near }
}

/** A clause may lean on the verb of the one before: "rename A to B and C to D". */
function readClauses(clauses: readonly string[], context: Context): Understood {
  const edits: Edit[] = []
  let verb = ''
  for (const clause of clauses) {
    const now = { ...context, intent: applyEdits(context.intent, [{ id: 'edit-0', edits }]) }
    const read = [clause, ...(verb === '' ? [] : [`${verb} ${clause}`])].flatMap((said) =>
      [now, context].map((where) => understand(said, where)),
    )
    const found = read.find((each) => 'edits' in each)
    if (!found || !('edits' in found)) return { near: read.flatMap((each) => ('near' in each ? each.near : [])) }
    edits.push(...found.edits.map((edit) => carried(edit, edits)))
    verb = wordsOf(clause)[0] ?? ''
  }
  return edits.length > 0 ? { edits } : { near: [] }
}
