// A sentence as the edits it asks for: cut into asks and remarks so that every part is one of them, each ask read in exactly one way.
import type { Intent } from '../intent.ts'
import { applyEdits } from './apply.ts'
import { contrast } from './contrast.ts'
import { give, nearestTo, stepBy } from './deeds.ts'
import { amount } from './read-amounts.ts'
import { replaceText } from './read-texts.ts'
import { addStep, moveStep } from './read-steps.ts'
import { resultOf, type Edit, type Thing } from './edit.ts'
import { itemsOf, type Item } from './mentions.ts'
import { nameKey, namesOf, same, stemsOf, textsAbout, thingsOf } from './names.ts'
import { doubtful, isRemark, reason, stays, type Part } from './remarks.ts'
import { typeNamed } from './value-types.ts'
import { plainAsk, withoutLeads } from './plain-ask.ts'
import { chunksOf, textOf, wordsOf, type Chunk, type Word } from './sentence.ts'
import { meaningOf } from './meaning.ts'
import { left, readAs, type Ask, type Frame } from './ask.ts'

export type Understood = { edits: Edit[] } | { why: string[] }

const frames: readonly Frame[] = [replaceText, give, addStep, moveStep, amount, contrast]

/** `done`: edits before this one; `topic`: what was spoken of just before. */
export function understand(sentence: string, intent: Intent, done: readonly Edit[], topic: readonly Thing[]): Understood {
  const text = plainAsk(sentence)
  if (text === null) return { why: ['it is a question'] }
  if (/^as an? .+?\b(?:i|we) (?:want|need|can|would|should)\b/i.test(text)) return { why: ['it is a story'] }
  if (isSaid(text, intent)) return { why: ['the design says so already'] }
  const meant = meaningOf(text, namesOf(intent, done), topic)
  if ('edits' in meant) return meant
  const why: string[] = [...meant.why]
  for (const said of [text, ...withoutLeads(text, (part) => topicOf(part, intent, done).length > 0)]) {
    const chunks = chunksOf(said)
    if (chunks.length > 9) why.push('it is too long to be read as one ask')
    const known = new Map<string, Understood>()
    for (const parts of chunks.length > 9 ? [] : groupings(chunks)) {
      const read = readParts(parts, { intent, done, topic }, known)
      if ('edits' in read) return read
      if (parts.length === 1 && said === text) why.unshift(...read.why)
      else why.push(...read.why)
    }
  }
  return { why: [...new Set(why)] }
}

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
  const items = itemsOf(wordsOf(text.replace(/[?!.]+$/, '')), namesOf(intent, done), [])
  // "The colour depends on the plan" speaks of the colour.
  const verb = items.findIndex(({ words: [word], things }) => /^(?:VERB|AUX)$/.test(word!.tag) && things.length === 0)
  const ahead = items.slice(0, Math.max(0, verb))
  const isSubject = ahead.some(({ things, isOwner }) => things.length > 0 && !isOwner)
  const found = (isSubject ? items.slice(0, verb) : items)
    .filter((item, at, all) => !item.isOwner && !isPartOf(item, all[at - 1]) && !isOfOther(all, at))
    .flatMap(({ things }) => things)
  const step = doingIn(text, intent, done)
  if (step) return [step]
  // "The fax is a leftover of the old system" speaks of a fax, which the design may not have.
  const isOther = ahead.some(({ words: [word], things }) => things.length === 0 && /^(?:NOUN|PROPN)$/.test(word!.tag))
  if (!isSubject && isOther && items[verb]?.words[0]!.lemma === 'be' && ahead.every(({ things }) => things.length === 0)) return []
  const once = found.filter((thing, at) => found.findIndex((other) => same(other, thing)) === at)
  const parts = once.filter(({ kind }) => kind === 'attribute' || kind === 'step')
  return parts.length > 0 ? parts : once
}

/** "the conditions of an award", where the design has no award, are not those of a tool. */
function isOfOther(items: readonly Item[], at: number): boolean {
  const behind = items.slice(at + 1, at + 4).filter(({ words: [word] }) => word!.tag !== 'DET')
  const [link, owner] = behind
  const isAttribute = items[at]!.things.some(({ kind }) => kind === 'attribute')
  return isAttribute && /^(?:of|on)$/.test(link?.lower ?? '') && owner?.things.length === 0 && /^(?:NOUN|PROPN)$/.test(owner.words[0]!.tag)
}

/** "Cradle number" is no other number. */
const isPartOf = ({ words }: Item, before: Item | undefined) =>
  words.length === 1 && before?.things.length === 0 && before.kind === null && /^(?:NOUN|PROPN)$/.test(before.words[0]!.tag)

/** "Loading the van: …", "Checking the papers is …": the step that is spoken of. */
function doingIn(text: string, intent: Intent, done: readonly Edit[]): Thing | null {
  const words = wordsOf(text)
  const [first] = words
  if (!first || !/\p{L}{3}ing$/u.test(first.lower) || !/^(?:VERB|NOUN)$/.test(first.tag)) return null
  const end = words.findIndex(({ tag, text: word }, at) => at > 0 && (tag === 'AUX' || /^[,:;]$/.test(word)))
  const names = namesOf(intent, done)
  const items = itemsOf(end < 0 ? words : words.slice(0, end), names, [])
  return stepBy({ items, names, topic: [], used: new Set(), why: new Set() }, [...items.keys()])
}

/** The one step that shares most words with what was said, for "that step". */
function stepNear(text: string, intent: Intent): Thing[] {
  const actors = new Set(intent.userFlows.flatMap(({ actor }) => stemsOf(actor)))
  const stems = stemsOf(text).filter((stem) => !actors.has(stem))
  const [step] = nearestTo(
    stems,
    thingsOf(intent).filter(({ kind }) => kind === 'step'),
  )
  const shared = step ? stems.filter((stem) => textsAbout([stem], [step]).length > 0).length : 0
  return step && shared >= stems.length / 2 ? [step] : []
}

/** Every way to put neighbouring chunks together: in as few parts as can be first, and cut where an order begins. */
function groupings(chunks: readonly Chunk[]): Part[][] {
  const cuts = Math.max(0, chunks.length - 1)
  return Array.from({ length: 2 ** cuts }, (_, bits) => bits)
    .map((bits) => {
      const parts: Part[] = []
      let glued = 0
      for (const [at, { joint, words }] of chunks.entries()) {
        const last = parts.at(-1)
        if (!last || bits & (1 << (at - 1))) parts.push({ joint: joint?.lower ?? '', words: [...words] })
        else last.words.push(...(joint ? [joint] : []), ...words)
        if (at > 0 && !(bits & (1 << (at - 1))) && words[0]!.tag === 'VERB' && words[0]!.lower === words[0]!.lemma) glued += 1
      }
      return { parts, cost: 2 * parts.length + glued }
    })
    .toSorted((a, b) => a.cost - b.cost)
    .map(({ parts }) => parts)
}

interface Where {
  intent: Intent
  done: readonly Edit[]
  topic: readonly Thing[]
}

/** Each part an ask or a remark, and at least one an ask. */
function readParts(parts: readonly Part[], { intent, done, topic }: Where, known: Map<string, Understood>): Understood {
  const edits: Edit[] = []
  const real: Edit[] = []
  const already: Edit[] = []
  const why: string[] = []
  const kept: Thing[] = []
  let now = intent
  let spoken = topic
  let verb: Word | undefined
  for (const [at, part] of parts.entries()) {
    const before = [...done, ...edits]
    const text = textOf(part.words)
    if (at > 0 && /\b(?:that|this) step\b/i.test(text) && !spoken.some(({ kind }) => kind === 'step'))
      spoken = stepNear(textOf(parts[at - 1]!.words), intent)
    const key = JSON.stringify([text, edits, spoken, verb?.lower])
    const isReason = reason.test(part.joint) || part.joint === 'if'
    const read =
      known.get(key) ??
      (isReason || (at > 0 && stays.test(text))
        ? { why: [] }
        : readAsk(part.words, { intent: now, done: before, topic: spoken }, /^(?:and|,|;)$/.test(part.joint) ? verb : undefined))
    known.set(key, read)
    if ('edits' in read) {
      const fresh = read.edits.filter((edit) => !edits.some((other) => JSON.stringify(other) === JSON.stringify(edit)))
      edits.push(...fresh)
      for (const edit of fresh) {
        const after = applyEdits(now, [{ id: 'edit-0', edits: [edit] }])
        if (after !== now) real.push(edit)
        else if (/\b(?:should|must|ought|make|has to|have to|needs?)\b/i.test(text)) already.push(edit)
        now = after
      }
      verb = part.words.find(({ tag, lower, lemma }) => tag === 'VERB' && lower === lemma) ?? verb
    } else if (isRemark(part, parts[at + 1], edits.length > 0, isStrange(text, intent, before))) why.push(...read.why)
    else {
      return { why: read.why.length > 0 || parts.length === 1 ? read.why : [`“${text}” is not understood`] }
    }
    const added = edits.at(-1)
    const own = topicOf(text, intent, before)
    if (!('edits' in read) && stays.test(text)) kept.push(...own, ...(/\b(?:it|that|this)\b/i.test(text) ? spoken : []))
    spoken =
      'edits' in read && added?.op === 'add-attribute'
        ? read.edits.flatMap((edit): Thing[] =>
            edit.op === 'add-attribute' ? [{ kind: 'attribute', name: edit.name, of: edit.entity }] : [],
          )
        : own.length > 0
          ? own
          : spoken
  }
  // What changes nothing beside what does is only told: "it is text now, it ought to be a number".
  // "a count, so make it an integer" narrows what was said.
  const narrowed = (edit: Edit) =>
    edit.op === 'retype' &&
    edit.to === 'number' &&
    real.some((other) => other.op === 'retype' && same(other.thing, edit.thing) && other !== edit)
  const asked = real.length > 0 ? real.filter((edit) => !narrowed(edit)) : edits
  const isKept = (edit: Edit) => 'thing' in edit && kept.some((thing) => same(thing, edit.thing))
  const gone = edits.filter(({ op }) => op === 'remove')
  const isGone = (edit: Edit) =>
    'thing' in edit && edit.op !== 'remove' && gone.some((other) => 'thing' in other && same(other.thing, edit.thing))
  if (edits.some(isGone) || already.some((edit) => real.some((other) => isAgainst(edit, other)))) return { why: ['it contradicts itself'] }
  if (asked.some((edit, at) => isKept(edit) || asked.some((other, i) => i > at && isAgainst(edit, other))))
    return { why: ['it contradicts itself'] }
  return asked.length > 0 ? { edits: asked } : { why }
}

/** Two values for one thing. */
const isAgainst = (a: Edit, b: Edit) =>
  a.op === b.op &&
  'thing' in a &&
  'thing' in b &&
  same(a.thing, b.thing) &&
  JSON.stringify(a).toLowerCase() !== JSON.stringify(b).toLowerCase()

/** An ask in the only way it can be read; the one that brings least of its own, where there are several. */
function readAsk(words: readonly Word[], { intent, done, topic }: Where, verb: Word | undefined): Understood {
  const names = namesOf(intent, done)
  const why: string[] = []
  for (const said of [words, ...(verb ? [[verb, ...words]] : [])]) {
    const meant = meaningOf(textOf(said), names, topic)
    if ('edits' in meant) return meant
    why.push(...meant.why)
    const items: Item[] = itemsOf(said, names, topic)
    const found = new Map<string, Edit[]>()
    for (const frame of frames) {
      const ask: Ask = { items, names, topic, used: new Set(), why: new Set() }
      const edits = readAs(frame, ask)
      const rest = edits ? left(ask) : []
      if (edits && rest.length === 0) found.set(JSON.stringify(edits), edits)
      else if (edits) why.push(`it is not clear what “${rest.join(' … ')}” is to say`)
      else why.unshift(...ask.why)
    }
    const least = Math.min(...[...found.values()].map(brought))
    const [one, ...more] = [...found.values()].filter((edits) => brought(edits) === least)
    if (one && more.length === 0) return { edits: one }
    if (one) why.unshift('it can be read in more than one way')
  }
  return { why }
}

/** How much an edit says that the design does not. */
const brought = (edits: readonly Edit[]): number =>
  edits.reduce((sum, edit) => sum + (edit.op === 'merge' ? 0 : (resultOf(edit)?.length ?? 0)), 0)

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
      isRemark({ joint: '', words }, undefined, true, isStrange(sentence, intent)))
  )
}

/** Whether a text names nothing of the design, and no kind of value. */
const isStrange = (text: string, intent: Intent, done: readonly Edit[] = []) =>
  topicOf(text, intent, done).length === 0 && !wordsOf(text).some(({ lower }) => typeNamed(lower) !== null)
