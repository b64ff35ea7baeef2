// What a person said when rejecting, sentence by sentence: an edit, a requirement, or not understood. Nothing half understood is taken.
import type { Intent } from '../intent.ts'
import { sentencesOf } from '../outline/read/sentences.ts'
import { advice } from './advice.ts'
import { amendments, applyEdits } from './apply.ts'
import type { Edit, Heard, Thing } from './edit.ts'
import { namesOf } from './names.ts'
import { parse, spokenOf } from './parse.ts'
import { isRemark } from './phrases.ts'
import { whyNoRequirement } from './requirement.ts'
import { wordsOf } from './tokens.ts'

/** Longer ones are no demand that anybody could follow. */
const longest = 2000

/** `from`: how many sentences were heard before, so that each has an id of its own. */
export function hear(feedback: string, intent: Intent, from = 0): Heard[] {
  const done: Edit[] = []
  const heard: Heard[] = []
  let current = intent
  for (const line of feedback.split('\n')) {
    let topic: Thing[] = []
    /** The sentence before, where this one may lean on it. */
    let before = ''
    for (const sentence of sentencesIn(line)) {
      if (sentence.length > longest) {
        heard.push({
          id: `edit-${from + heard.length + 1}`,
          text: sentence,
          became: 'not understood',
          why: 'it is too long to be one demand',
        })
        continue
      }
      const alone = parse(sentence, current, done, [])
      const read = 'edits' in alone || topic.length === 0 ? alone : parse(sentence, current, done, topic)
      // "Nobody uses the fax. Remove it." is one request.
      const isLeaning = read !== alone && 'edits' in read && before !== ''
      if (isLeaning) heard.pop()
      const text = isLeaning ? `${before} ${sentence}` : sentence
      const id = `edit-${from + heard.length + 1}`
      if ('edits' in read) {
        const { edits } = read
        const after = applyEdits(current, [{ id, text, edits }])
        heard.push({ id, text, became: 'edit', edits, amends: amendments(current, after) })
        current = after
        done.push(...edits)
        ;[topic, before] = [read.topic, '']
        continue
      }
      const words = wordsOf(sentence)
      // "Could the fax be removed? nobody has one"
      const last = heard.at(-1)
      if (last?.became === 'edit' && /\?$/.test(last.text) && !read.isAsk && isRemark(words) && !/\?$/.test(sentence)) {
        heard[heard.length - 1] = { ...last, text: `${last.text} ${sentence}` }
        continue
      }
      topic = spokenOf({ sentence, words, names: namesOf(current, done), topic: [], scope: undefined }, 0, words.length)
      const why = read.isAsk ? read.why[0]! : whyNoRequirement(sentence, current)
      heard.push(
        why === null
          ? { id, text, became: 'requirement' }
          : { id, text, became: 'not understood', why: told(why, read.why[0], advice(words, topic)) },
      )
      before = why === null ? '' : sentence
    }
  }
  return heard
}

/** Why an edit came to nothing, else why it is no requirement, with what to write instead. */
const told = (why: string, noEdit: string | undefined, instead: string | null): string =>
  noEdit ?? (instead === null ? why : `${why}; ${instead}`)

/** Without the mark of a list. A full stop inside quotation marks ends no sentence. */
function sentencesIn(line: string): string[] {
  const text = line
    .trim()
    .replace(/^(?:[-*•–—]|\(?\d{1,2}[.)])\s+/, '')
    .replace(/^(?:ref|re|comment|item|point|no|section|§|#)\.?\s*[\d.]+\s*[:,)–-]\s*/i, '')
  const hidden = text.replaceAll(/[“"«][^”"»]*[”"»]/g, (quoted) => quoted.replaceAll(/[.!?]/g, '\u2024'))
  // "Could it go? nobody uses it"
  return sentencesOf(hidden.replaceAll(/\? \p{Ll}/gu, (cut) => cut.toUpperCase())).map(({ start, end }) => text.slice(start, end))
}
