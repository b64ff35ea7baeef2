// A sentence as the edits it asks for: its clauses matched whole with the frames, so that every word is accounted for and read in one way.
import type { Intent } from '../intent.ts'
import { applyEdits } from './apply.ts'
import { build } from './build.ts'
import { editText, type Edit, type Thing } from './edit.ts'
import { echoEnd } from './echo.ts'
import { saidAt } from './mentions.ts'
import { namesOf, same, type Names } from './names.ts'
import { root, tree, treeOf, type Node, type Pattern } from './patterns.ts'
import type { Context } from './step-mentions.ts'
import { ask, isReason, joint, remarks, tail } from './phrases.ts'
import { valuesAt, type Value } from './slots.ts'
import { wordsOf, type Word } from './tokens.ts'

export type Understood = { edits: Edit[]; topic: Thing[] } | { why: string[]; isAsk: boolean }

interface Reading {
  edits: readonly Edit[]
  topic: readonly Thing[]
  /** Why a clause that fits a frame is no edit after all. */
  why?: string
  /** The clause may as well bind the product. */
  isShy: boolean
}

interface Place {
  words: readonly Word[]
  intent: Intent
  done: readonly Edit[]
  topic: readonly Thing[]
  scope: Thing | undefined
  isPolite: boolean
  isWish: boolean
  /** The frame before, whose verb the next clause may leave out. */
  last?: Pattern
  /** What was asked just before, of what was there then: it may be said again. */
  before?: { edits: readonly Edit[]; names: Names }
}

interface Task {
  sentence: string
  isQuestion: boolean
  isLoose: boolean
  /** What is left of the attempts that one sentence is worth. */
  budget: number
}

/** More words than anybody puts into one demand. */
const maxWords = 70

/** `done`: edits before this one; `topic`: what was spoken of just before. */
export function parse(sentence: string, intent: Intent, done: readonly Edit[], topic: readonly Thing[]): Understood {
  const words = wordsOf(sentence)
  const isQuestion = /\?[\s"”')]*$/.test(sentence)
  if (words.length > maxWords) return { why: ['it is too long to be one demand'], isAsk: false }
  const read = (isLoose: boolean) => {
    const task: Task = { sentence, isQuestion, isLoose, budget: 30_000 }
    const place: Place = { words, intent, done, topic, scope: undefined, isPolite: false, isWish: false }
    return distinct([
      ...clausesAt(task, place, 0),
      ...remarks(contextOf(task, place)).flatMap((at) =>
        clausesAt(task, { ...place, topic: spokenOf(contextOf(task, place), 0, at - 1) }, at),
      ),
    ])
  }
  const found = read(false)
  const [first, second] = found.filter(({ why }) => why === undefined)
  if (first && second)
    return {
      why: [`it can be read in two ways: ${[first, second].map(({ edits }) => edits.map(editText).join('; ')).join(', or: ')}`],
      isAsk: true,
    }
  if (first)
    return isAgainstItself(first.edits)
      ? { why: ['it contradicts itself'], isAsk: true }
      : { edits: [...first.edits], topic: [...first.topic] }
  const failed = found.length > 0 ? found : read(true).filter(({ why }) => why !== undefined)
  const asks = failed.filter(({ isShy }) => !isShy)
  return { why: [...new Set((asks.length > 0 ? asks : failed).flatMap(({ why = '' }) => why))], isAsk: asks.length > 0 }
}

const distinct = (readings: readonly Reading[]) => {
  const once = readings.map((each) => ({ ...each, edits: [...new Map(each.edits.map((edit) => [keyOf(edit), edit])).values()] }))
  return [...new Map(once.map((each) => [JSON.stringify([each.edits.map(keyOf), each.why]), each])).values()]
}

/** The stop at the end of a text makes no other edit. */
const keyOf = (edit: Edit) => JSON.stringify(edit, (_, value) => (typeof value === 'string' ? value.replace(/\.$/, '') : value))

/** Of one thing two things. */
function isAgainstItself(edits: readonly Edit[]): boolean {
  const aims = edits.flatMap((edit) =>
    'thing' in edit ? [{ key: `${edit.op} ${JSON.stringify(edit.thing)}`, edit: JSON.stringify(edit) }] : [],
  )
  return aims.some(({ key, edit }, at) => aims.some((other, i) => i < at && other.key === key && other.edit !== edit))
}

const contextOf = ({ sentence }: Task, { words, intent, done, topic, scope }: Place): Context => ({
  sentence,
  words,
  names: namesOf(intent, done),
  topic,
  scope,
})

/** Every way to read all that follows as clauses that ask for something. */
function clausesAt(task: Task, place: Place, from: number): Reading[] {
  const lead = ask(place.words, from)
  const here = { ...place, words: lead.words, isPolite: place.isPolite || lead.isPolite, isWish: lead.isWish }
  const context = contextOf(task, here)
  const within = place.scope ? [] : scopesAt(context, lead.at)
  return [
    ...clauseAt(task, here, context, lead.at),
    ...(lead.at > from ? clauseAt(task, { ...place, isWish: false }, contextOf(task, place), from) : []),
    ...within.flatMap(({ scope, at }) => clausesAt(task, { ...here, scope }, at)),
  ]
}

/** "In Checkout, …" and "Loan: …" */
function scopesAt(context: Context, at: number): { scope: Thing; at: number }[] {
  const { words } = context
  const isLed = /^(?:in|on|for|within)$/.test(words[at]?.lower ?? '')
  return saidAt(context, isLed ? at + 1 : at).flatMap(({ mentions, end }) => {
    const own = mentions.length === 1 ? mentions[0]!.things.filter(({ kind }) => kind === 'entity' || kind === 'flow') : []
    const mark = words[end]?.lower
    return own.length === 1 && (mark === ':' || (isLed && mark === ',')) ? [{ scope: own[0]!, at: end + 1 }] : []
  })
}

function clauseAt(task: Task, place: Place, context: Context, at: number): Reading[] {
  const memo = new Map<string, Value[]>()
  const values = (slot: string, from: number) => {
    const key = `${slot[0]} ${from}`
    const known = memo.get(key) ?? valuesAt(context, slot, from, task.isLoose)
    memo.set(key, known)
    return known
  }
  const verb = place.last?.parts[0]
  const elliptic = verb && !/^[{[]/.test(verb) ? treeOf([place.last!], 1) : root()
  const found = new Map<string, Reading & { end: number; pattern: Pattern }>()
  for (const each of [tree, elliptic])
    for (const { pattern, slots, said, end } of matches(task, context.words, each, at, at, values, { slots: {}, said: [] })) {
      if (pattern.isWish && !place.isWish) continue
      if (pattern.isInverted ? !task.isQuestion : task.isQuestion && !place.isPolite) continue
      if (task.isLoose && (pattern.isShy || !isOrder(pattern))) continue
      const asked = { slots, said, names: context.names, scope: place.scope }
      const fresh = build(pattern.build, asked)
      const again = typeof fresh === 'string' && place.before ? build(pattern.build, { ...asked, names: place.before.names }) : null
      const made = again !== null && JSON.stringify(again) === JSON.stringify(place.before?.edits) ? [] : fresh
      const reading = typeof made === 'string' ? { edits: [], why: made, topic: [] } : { edits: made, topic: topicOf(made) }
      found.set(`${end} ${JSON.stringify(made)}`, { ...reading, isShy: pattern.isShy, end, pattern })
    }
  return [...found.values()].flatMap((reading) => goOn(task, place, reading))
}

/** Only what is ordered, renamed, removed or required speaks of the design for sure. */
const isOrder = ({ build: kind, parts: [first = ''] }: Pattern) =>
  !/^(?:\{|we|i\b|there)/.test(first) || /^(?:rename|remove|require)/.test(kind)

/** What follows a clause: nothing, a reason, or the next clause. */
function goOn(task: Task, place: Place, reading: Reading & { end: number; pattern: Pattern }): Reading[] {
  const { words } = place
  const { end, pattern, ...own } = reading
  const context = contextOf(task, { ...place, topic: own.topic })
  const echo = echoEnd(context, tail(words, end), own.edits)
  if (pattern.isTold && echo === null) return []
  const at = tail(words, echo ?? end)
  if (at >= words.length || isReason(words, at) || (words[end]?.lower === ',' && isReason(words, end))) return [own]
  const next = joint(words, at)
  if (next === null) return []
  const isCut = /^[,;:–—-]$/.test(words[at]?.lower ?? '')
  const before = { edits: own.edits, names: context.names }
  const done = [...place.done, ...own.edits]
  const intent = own.edits.length > 0 ? applyEdits(place.intent, [{ id: 'edit-0', edits: own.edits }]) : place.intent
  const onwards = (now: Intent) =>
    clausesAt(task, { ...place, intent: now, done, topic: own.topic, last: pattern, before }, next).map((rest): Reading => {
      const why = own.why ?? rest.why
      return { edits: [...own.edits, ...rest.edits], topic: rest.topic, isShy: own.isShy && rest.isShy, ...(why !== undefined && { why }) }
    })
  const after = onwards(intent)
  // with what is removed may go what is named next
  const isGone = own.edits.length > 0 && own.edits.every(({ op }) => op === 'remove') && after.every(({ why }) => why !== undefined)
  const more = isGone ? [...after, ...onwards(place.intent).filter(({ edits }) => edits.every(({ op }) => op === 'remove'))] : after
  const left = task.sentence.slice(words[next]!.start).replace(/[.!?\s]+$/, '')
  return more.length > 0 || !isCut || own.isShy ? more : [{ ...own, why: own.why ?? `“${left}” is not understood` }]
}

interface Match {
  slots: Readonly<Record<string, Value>>
  said: readonly string[]
}

/** Every way a frame fits the words from one on. A comma or dash may stand before a word of it. */
function* matches(
  task: Task,
  words: readonly Word[],
  { next, ends }: Node,
  start: number,
  at: number,
  values: (slot: string, at: number) => readonly Value[],
  so: Match,
): Generator<Match & { pattern: Pattern; end: number }> {
  for (const pattern of ends) yield { ...so, pattern, end: at }
  if ((task.budget -= 1) < 0) return
  for (const node of next.values()) {
    const { element } = node
    if ('slot' in element) {
      for (const value of values(element.slot, at))
        yield* matches(task, words, node, start, value.end, values, { ...so, slots: { ...so.slots, [element.slot]: value } })
      continue
    }
    const skipped = start < at && /^(?:[,;–—-]|both)$/.test(words[at]?.lower ?? '') ? at + 1 : at
    for (const said of element.words) {
      const from = said[0] === ',' ? at : skipped
      if (said.every((word, i) => words[from + i]?.lower === word && !words[from + i]!.quoted))
        yield* matches(task, words, node, start, from + said.length, values, { ...so, said: [...so.said, ...said] })
    }
  }
}

/** What "it" is after edits. */
function topicOf(edits: readonly Edit[]): Thing[] {
  const things = edits.flatMap((edit): Thing[] =>
    edit.op === 'rename'
      ? [{ ...edit.thing, name: edit.to }]
      : edit.op === 'add-attribute'
        ? [{ kind: 'attribute', name: edit.name, of: edit.entity }]
        : edit.op === 'merge'
          ? [{ kind: edit.kind, name: edit.to }]
          : 'thing' in edit
            ? [edit.thing]
            : [],
  )
  return things.filter((thing, at) => things.findIndex((other) => same(other, thing)) === at)
}

/** What a remark speaks of: everything that it names for sure. */
export function spokenOf(context: Context, from: number, to: number): Thing[] {
  const found: Thing[] = []
  for (let at = from; at < to;) {
    const said = saidAt({ ...context, topic: [] }, at).filter(({ mentions, end }) => end <= to && mentions.length === 1)
    const best = said.toSorted((a, b) => b.end - a.end)[0]
    const own = best?.mentions[0]?.things ?? []
    // "Fax is an odd name" speaks of the fax
    if (
      found.length === 0 &&
      own.length === 1 &&
      at < from + 2 &&
      /^(?:is|are|sounds?|reads?|looks?)$/.test(context.words[best!.end]?.lower ?? '')
    )
      return [...own]
    const lasting = own.filter(({ kind }) => kind === 'entity' || kind === 'actor')
    if (lasting.length > 0) found.push(...lasting)
    else if (own.length === 1) found.push(...own)
    at = best && own.length > 0 ? best.end : at + 1
  }
  return found.filter((thing, at) => found.findIndex((other) => same(other, thing)) === at)
}
