// A sentence as the edits it asks for: cut into asks and remarks so that every part is one of them, each ask read in exactly one way.
import type { Intent } from '../intent.ts'
import { applyEdits } from './apply.ts'
import { contrastIn } from './contrast.ts'
import type { Edit, Thing } from './edit.ts'
import { itemsOf, type Item } from './mentions.ts'
import { against, isAgainstItself, meaningOf } from './meaning.ts'
import { nameKey, namesOf, same, type Names } from './names.ts'
import { plainAsk, withoutLeads } from './plain-ask.ts'
import { doubtful, isRemark, stays } from './remarks.ts'
import { isOfOther, isPlace } from './scope.ts'
import { wordsOf } from './sentence.ts'
import { stepIn } from './step-spans.ts'
import { typeNamed } from './value-types.ts'

export type Understood = { edits: Edit[] } | { why: string[] }

/** `done`: edits before this one; `topic`: what was spoken of just before. */
export function understand(sentence: string, intent: Intent, done: readonly Edit[], topic: readonly Thing[]): Understood {
  const text = plainAsk(sentence)
  if (text === null) return { why: ['it is a question'] }
  if (/^as an? .+?\b(?:i|we) (?:want|need|can|would|should)\b/i.test(text)) return { why: ['it is a story'] }
  if (isSaid(text, intent)) return { why: ['the design says so already'] }
  const names = namesOf(intent, done)
  const why: string[] = []
  for (const said of [text, ...withoutLeads(text, (part) => topicOf(part, intent, done).length > 0)]) {
    const read = readText(said, names, topic)
    if ('edits' in read) return read
    why.push(...read.why)
  }
  const edits = contrastIn(text, names)
  return edits ? { edits } : { why: [...new Set(why)] }
}

/** As a whole, or else cut at a comma or "and": each half a request of its own, or one of them a remark. `failed`: rests that cannot be read. */
function readText(text: string, names: Names, topic: readonly Thing[], failed = new Set<string>()): Understood {
  const whole = meaningOf(text, names, topic)
  if ('edits' in whole) return whole
  for (const { index, 0: joint } of text.matchAll(/\s*[,;:–—]\s+(?:and |so |then |but )?|\s+-\s+|\s+and\s+/g)) {
    const [first, rest] = [text.slice(0, index), text.slice(index + joint.length).replace(/^[\s,]+/, '')]
    if (stays.test(rest)) continue
    const isAhead = isAside(first, names, false)
    const read = isAhead ? { edits: [] } : meaningOf(first, names, topic)
    if (!('edits' in read)) continue
    const edits = readRest(rest, first, read.edits, names, failed)
    if (edits) return isAgainstItself(edits) ? { why: [against] } : { edits }
    if (!isAhead && isAside(rest, names, true)) return read
  }
  return whole
}

/** What follows edits, with their verb where it has none of its own: "lose the list, and the supplier as well". */
function readRest(rest: string, first: string, before: readonly Edit[], names: Names, failed: Set<string>): Edit[] | null {
  const now = namesOf(applyEdits(names.intent, [{ id: 'edit-0', edits: before }]), before)
  const verb = verbOf[before[0]?.op ?? '']
  for (const said of [rest, ...(verb && !rest.startsWith(verb) ? [`${verb} ${rest}`] : [])]) {
    if (failed.has(said)) continue
    const more = readText(said, now, topicOf(first, names.intent), failed)
    if ('edits' in more) return [...before, ...more.edits]
    failed.add(said)
  }
  return null
}

const verbOf: Readonly<Record<string, string>> = { remove: 'remove', rename: 'rename', move: 'move' }

/** Tells why, or greets; what says of a part of the design what it is or has to be is no aside. */
const isAside = (text: string, { intent }: Names, isBehind: boolean) =>
  isRemark(wordsOf(text), isBehind, isStrange(text, intent)) &&
  !/\b(?:required|mandatory|optional|unique|(?:has|have|needs?) to be)\b|["“]/i.test(text) &&
  !wordsOf(text).some(({ lower }) => typeNamed(lower) !== null)

/** Whether a sentence only repeats what the requirements say. */
function isSaid(text: string, { sources }: Intent): boolean {
  const key = nameKey(text)
  return (
    key.length > 25 &&
    sources.some((source) =>
      [source.text, ...source.text.split('\n')]
        .map(nameKey)
        .some((own) => own.includes(key) || (own.length > 25 && key.length - own.length < 8 && key.endsWith(own))),
    )
  )
}

/** What a text speaks of: attributes and steps, or else actors and entities. */
export function topicOf(text: string, intent: Intent, done: readonly Edit[] = []): Thing[] {
  const items = itemsOf(wordsOf(text.replace(/[?!.]+$/, '')), namesOf(intent, done))
  // "The colour depends on the plan" speaks of the colour.
  const verb = items.findIndex(({ words: [word], things }) => /^(?:VERB|AUX)$/.test(word!.tag) && things.length === 0)
  const ahead = items.slice(0, Math.max(0, verb))
  const isSubject = ahead.some(({ things, isOwner }) => things.length > 0 && !isOwner)
  const found = (isSubject ? items.slice(0, verb) : items)
    .filter((item, at, all) => !item.isOwner && !isPartOf(item, all[at - 1]) && !isOfOther(all, at) && !isPlace(all, at))
    .flatMap(({ things }) => things)
  const step = stepIn(text, namesOf(intent, done))
  if (step) return [step]
  // "The fax is a leftover of the old system" speaks of a fax, which the design may not have.
  const isOther = ahead.some(({ words: [word], things }) => things.length === 0 && /^(?:NOUN|PROPN)$/.test(word!.tag))
  if (!isSubject && isOther && items[verb]?.words[0]!.lemma === 'be' && ahead.every(({ things }) => things.length === 0)) return []
  const once = found.filter((thing, at) => found.findIndex((other) => same(other, thing)) === at)
  const parts = once.filter(({ kind }) => kind === 'attribute' || kind === 'step')
  return parts.length > 0 ? parts : once
}

/** "Cradle number" is no other number. */
const isPartOf = ({ words }: Item, before: Item | undefined) =>
  words.length === 1 && before?.things.length === 0 && before.kind === null && /^(?:NOUN|PROPN)$/.test(before.words[0]!.tag)

/** "I hope you are well." before an edit: nothing is named in it at all. */
export const isGreeting = (sentence: string, intent: Intent): boolean =>
  !wordsOf(sentence).some(({ tag }) => /^(?:NOUN|PROPN)$/.test(tag)) && isIdleRemark(sentence, intent)

/** A sentence behind an edit that only says why: it points back to what was said, and brings nothing of its own. */
export const tellsWhy = (sentence: string, intent: Intent): boolean =>
  /^(?:because|otherwise)\b|\b(?:it|that|this|they|them|those|these|there)\b/i.test(sentence) && isIdleRemark(sentence, intent)

function isIdleRemark(sentence: string, intent: Intent): boolean {
  const words = wordsOf(sentence.replace(/[.!]+$/, ''))
  // "Please put it there."
  const isAgain = words.every(
    ({ tag, lower }) => /^(?:VERB|AUX|PRON|ADV|INTJ|PART)$/.test(tag) || /^(?:please|it|that|this|there)$/.test(lower),
  )
  return (
    !sentence.endsWith('?') &&
    ((isAgain && !doubtful.test(sentence) && !/n['’]t\b|\b(?:not|no|never)\b/i.test(sentence)) ||
      isRemark(words, true, isStrange(sentence, intent)))
  )
}

/** Whether a text names nothing of the design, and no kind of value. */
const isStrange = (text: string, intent: Intent) =>
  topicOf(text, intent).length === 0 && !wordsOf(text).some(({ lower }) => typeNamed(lower) !== null)
