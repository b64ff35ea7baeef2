// What a person said when rejecting, sentence by sentence: an edit, a requirement, or not understood. Nothing half understood is taken.
import type { Intent } from '../intent.ts'
import { sentencesOf } from '../outline/read/sentences.ts'
import { amendments, applyEdits } from './apply.ts'
import { carried } from './carry.ts'
import type { Edit, Heard } from './edit.ts'
import { understand, type Understood } from './forms.ts'
import type { Context } from './names.ts'
import { wordsOf } from './pattern.ts'
import { cutsOf, requestsOf, scoped } from './request.ts'
import { whyNoRequirement } from './requirement.ts'

/** `from`: how many sentences were heard before, so that each has an id of its own. */
export function hear(feedback: string, intent: Intent, from = 0): Heard[] {
  const done: Edit[] = []
  const heard: Heard[] = []
  let current = intent
  for (const line of feedback.split('\n')) {
    let before = ''
    for (const sentence of sentencesIn(line)) {
      const alone = readSentence(sentence, intent, current, done)
      const joined = 'edits' in alone || before === '' ? alone : readSentence(sentence, intent, current, done, before)
      // "Why do we keep the height? Take it out." is one request.
      const leans = joined !== alone && 'edits' in joined && heard.at(-1)?.became === 'not understood'
      const text = leans ? `${heard.pop()!.text} ${sentence}` : sentence
      const id = `edit-${from + heard.length + 1}`
      if ('edits' in joined) {
        const after = applyEdits(current, [{ id, text, edits: joined.edits }])
        const amends = amendments(current, after)
        current = after
        done.push(...joined.edits)
        heard.push({ id, text, became: 'edit', edits: joined.edits, amends })
      } else {
        const why = whyNoRequirement(text, current)
        heard.push(why === null ? { id, text, became: 'requirement' } : { id, text, became: 'not understood', why: joined.near[0] ?? why })
      }
      before = spokenOf(joined) ?? sentence
    }
  }
  return heard
}

/** What an edit was about, for the sentence that goes on with it. */
function spokenOf(read: Understood): string | null {
  const edit = 'edits' in read ? read.edits.at(-1) : undefined
  return edit?.op === 'add-attribute' ? `the attribute “${edit.name}” of ${edit.entity}` : null
}

/** Without the mark of a list. A full stop inside quotation marks ends no sentence. */
function sentencesIn(line: string): string[] {
  const text = line.trim().replace(/^(?:[-*•–—]|\(?\d{1,2}[.)])\s+/, '')
  const hidden = text.replaceAll(/[“"«][^”"»]*[”"»]/g, (quoted) => quoted.replaceAll(/[.!?]/g, '\u2024'))
  return sentencesOf(hidden).map(({ start, end }) => text.slice(start, end))
}

/** Names are those of the design as the sentences before leave it, or else those the person saw. */
function readSentence(sentence: string, seen: Intent, current: Intent, done: readonly Edit[], before = ''): Understood {
  const now = readRequests(requestsOf(sentence, current, before), current)
  if ('edits' in now || done.length === 0) return now
  const old = readRequests(requestsOf(sentence, seen, before), seen)
  return 'edits' in old ? { edits: old.edits.map((edit) => carried(edit, done)) } : now
}

/** As one clause, or as several of which each is understood. */
function readRequests(requests: readonly string[], intent: Intent): Understood {
  const near: string[] = []
  for (const said of requests) {
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
