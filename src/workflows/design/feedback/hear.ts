// What a person said when rejecting, sentence by sentence: an edit, a requirement, or not understood. Nothing half understood is taken.
import type { Intent } from '../intent.ts'
import { sentencesOf } from '../outline/read/sentences.ts'
import { amendments, applyEdits } from './apply.ts'
import type { Edit, Heard, Thing } from './edit.ts'
import { whyNoRequirement } from './requirement.ts'
import { type Understood, isGreeting, tellsWhy, topicOf, understand } from './understand.ts'

/** `from`: how many sentences were heard before, so that each has an id of its own. */
export function hear(feedback: string, intent: Intent, from = 0): Heard[] {
  const done: Edit[] = []
  const heard: Heard[] = []
  let current = intent
  for (const line of feedback.split('\n')) {
    let topic: Thing[] = []
    const start = heard.length
    for (const sentence of sentencesIn(line)) {
      const said = heard.slice(start).findLastIndex(({ became }) => became !== 'not understood') + 1 + start
      const before = heard.slice(said)
      const alone = inFlow(sentence, understand(sentence, current, done, []), current, done)
      const leaning = 'edits' in alone || topic.length === 0 ? alone : understand(sentence, current, done, topic)
      // "Why do we keep the height? Take it out." is one request; so is one that tells the matter first.
      const whole = [...before.map(({ text }) => text), sentence].join(' ')
      const read =
        'edits' in leaning || before.length === 0 || before.length > 2
          ? leaning
          : understand(whole.replaceAll(/[.!](?= )/g, ';'), current, done, [])
      const leans = read !== alone && 'edits' in read
      if (leans) heard.splice(said)
      const text = leans ? whole : sentence
      const last = heard.at(-1)
      const id = `edit-${from + heard.length + 1}`
      const own = topicOf(sentence, current, done)
      if (own.length > 0) topic = own
      if ('edits' in read) {
        const { edits } = read
        // "I hope you are well." goes with what follows.
        const greeting =
          heard.length > start && last?.became === 'not understood' && isGreeting(last.text, current) ? heard.pop() : undefined
        const after = applyEdits(current, [{ id, text, edits }])
        const amends = amendments(current, after)
        current = after
        done.push(...edits)
        const added = edits.at(-1)
        if (added?.op === 'add-attribute') topic = [{ kind: 'attribute', name: added.name, of: added.entity }]
        heard.push({ id, text: greeting ? `${greeting.text} ${text}` : text, became: 'edit', edits, amends })
      } else if (last?.became === 'edit' && heard.length > start && tellsWhy(sentence, current)) {
        heard[heard.length - 1] = { ...last, text: `${last.text} ${sentence}` }
      } else {
        const why = whyNoRequirement(text, current)
        heard.push(why === null ? { id, text, became: 'requirement' } : { id, text, became: 'not understood', why: read.why[0] ?? why })
      }
    }
  }
  return heard
}

/** "In Run a firing, move …", "… from Run a firing": the flow says where the step is, and what is read must be there. */
function inFlow(sentence: string, read: Understood, intent: Intent, done: readonly Edit[]): Understood {
  for (const { name } of intent.userFlows) {
    const flow = String.raw`(?:the )?(?:flow )?["“]?${name.replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`)}["”]?(?: flow)?`
    const said =
      new RegExp(String.raw`^(?:in|within|for|under) ${flow}(?:[,:]|(?= (?:the|an?|step) ))\s+(.+)$`, 'i').exec(sentence) ??
      new RegExp(String.raw`^(.+?) (?:from|in|of|within) ${flow}[.!]?$`, 'i').exec(sentence)
    if (!said) continue
    const again = 'edits' in read ? read : understand(said[1]!, intent, done, [{ kind: 'flow', name }])
    if (!('edits' in again)) continue
    const flows = again.edits.map(flowOf)
    if (flows.every((each) => each === name)) return again
    if (flows.some((each) => each !== undefined && each !== name)) return { why: [`the step is not in “${name}”`] }
  }
  return read
}

function flowOf(edit: Edit): string | undefined {
  if (edit.op === 'add-step') return 'flow' in edit.at ? edit.at.flow : 'before' in edit.at ? edit.at.before.of : edit.at.after.of
  return 'thing' in edit && edit.thing.kind === 'step' ? edit.thing.of : undefined
}

/** Without the mark of a list. A full stop inside quotation marks ends no sentence. */
function sentencesIn(line: string): string[] {
  const text = line
    .trim()
    .replace(/^(?:[-*•–—]|\(?\d{1,2}[.)])\s+/, '')
    .replace(/^(?:ref|re|comment|item|point|no|section|§|#)\.?\s*[\d.]+\s*[:,)–-]\s*/i, '')
  const hidden = text.replaceAll(/[“"«][^”"»]*[”"»]/g, (quoted) => quoted.replaceAll(/[.!?]/g, '\u2024'))
  return sentencesOf(hidden).map(({ start, end }) => text.slice(start, end))
}
