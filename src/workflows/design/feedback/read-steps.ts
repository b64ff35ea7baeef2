// How an ask is read as an edit of where steps stand and what they say: a new one, another place, another amount.
import { isUnit } from '../../../lib/english/lexicon.ts'
import { readTokens } from '../../../lib/english/read.ts'
import { singular } from '../../../lib/english/stem.ts'
import { phraseAt } from '../outline/words.ts'
import type { Edit, Spot } from './edit.ts'
import { stepBy } from './deeds.ts'
import { stemsOf, textsAbout } from './names.ts'
import {
  cue,
  cues,
  isOld,
  mentions,
  one,
  range,
  runs,
  textAt,
  thingsAt,
  use,
  wish,
  wordAt,
  wordBefore,
  type Reading,
  type View,
} from './view.ts'

const sides = /^(?:before|after|once|following|behind|ahead)$/

/** A step beside another, or at one end of a flow. */
export const addStep: Reading = (view) => {
  const verb = wish(view, 'add|insert|include|put')
  const kind = view.items.findIndex((item) => item.kind === 'step' && item.things.length === 0)
  const isLacking = kind >= 0 && view.items.some(({ lower }) => /^(?:missing|need|needs|want|miss|lacks|be|new)$/.test(lower))
  const isAlso =
    view.items.some(({ lower }) => /^(?:also)$/.test(lower)) &&
    view.items.some(({ lower }) => /^(?:needs?|has|have|must|should)$/.test(lower))
  if (verb === null && !isLacking && !isAlso) return null
  const side = view.items.findIndex(({ lower }) => sides.test(lower))
  if (side < 0) return verb === null && !isLacking ? null : atEnd(view)
  const isBefore = /^(?:before|ahead)$/.test(view.items[side]!.lower)
  const lead = range(0, side).filter((at) => !view.used.has(at) && view.items[at]!.kind !== 'step')
  const isFirst = lead.every((at) =>
    /^(?:there|is|'s|a|an|the|missing|new|:|,|directly|right|just|immediately|also|be|should|has|to|i|we|want|need|miss)$/.test(
      view.items[at]!.lower,
    ),
  )
  const behind = range(side + 1, view.items.length).filter((at) => !/^of$/.test(view.items[at]!.lower) || at > side + 1)
  const splits = isFirst ? behind.filter((at) => isStart(view, at)) : [view.items.length]
  for (const split of splits) {
    const trial: View = { ...view, used: new Set(), why: new Set() }
    const anchor = range(side + 1, split).filter((at) => !/^(?:of|,|has|have|been|is|are)$/.test(view.items[at]!.lower))
    const beside = anchor.length > 0 ? stepBy(trial, anchor, ['step'], true) : null
    const said = isFirst ? textAt(view, range(split, view.items.length)) : textAt(view, range(verb === null ? 0 : wishAt(view), side))
    const text = beside && newText(said)
    if (!beside || !text) {
      for (const why of trial.why) view.why.add(why)
      continue
    }
    const [, again] = /\b(?:before|after)\s+(.+)$/i.exec(text) ?? []
    if (
      again !== undefined &&
      isFirst &&
      textsAbout(
        stemsOf(again).filter((stem) => stem !== 'start'),
        [beside],
      ).length > 0
    ) {
      view.why.add(`“${beside.name}” is one step: it would have to be split first`)
      continue
    }
    use(view, ...view.items.keys())
    const who = phraseAt(readTokens(beside.name), 0)
    const pronoun = /^(?:he|she|they|it)\b/i
    if (pronoun.test(text) && !who) return null
    const action = who ? text.replace(pronoun, beside.name.slice(0, who.end)) : text
    return [{ op: 'add-step', text: action, at: isBefore ? { before: beside } : { after: beside } }]
  }
  return null
}

const wishAt = (view: View) => [...view.used].sort((a, b) => a - b)[0] ?? 0

/** Where the new step begins: behind a comma, at whoever does it, at the word that asks for it. */
const isStart = (view: View, at: number) => {
  const { lower } = view.items[at]!
  const isActor = (i: number) => thingsAt(view, i, ['actor']).length > 0 || /^system$/.test(view.items[i]?.lower ?? '')
  return (
    /^[,:]$/.test(lower) ||
    isActor(at) ||
    (/^(?:the|a)$/.test(lower) && at + 1 < view.items.length && isActor(at + 1)) ||
    /^(?:there|he|she|they|i|we|add|insert|include)$/.test(lower)
  )
}

const endWords = /^(?:start|beginning|top|end|bottom|first|last|final)$/

function atEnd(view: View): Edit[] | null {
  const [flow] = mentions(view, ['flow'])
  const end = wordAt(view, endWords)
  const thing = flow === undefined ? null : one(view, flow, ['flow'])
  if (!thing || flow === undefined) return null
  const isFirst = end >= 0 && /^(?:start|beginning|top|first)$/.test(view.items[end]!.lower)
  use(view, flow, ...(end >= 0 ? [end] : []))
  cue(view, /^(?:new|another)$/)
  for (const [at, item] of view.items.entries()) if (item.kind === 'step' && item.things.length === 0) use(view, at)
  cues(view, /^(?:needs?|lacks?|when|missing|where|that)$/)
  const own = runs(view, /^$/)
  const text = own.length === 1 ? newText(textAt(view, own[0]!)) : null
  if (!text) return null
  use(view, ...own[0]!)
  return [{ op: 'add-step', text, at: { flow: thing.name, end: isFirst ? 'first' : 'last' } }]
}

const before =
  /^(?:[\s,:–-]|please|also|first|then|and|there|'s|is|a|an|the|another|one more|new|extra|step|should|must|has to|have to|needs to|be|i|we|want|need|miss|missing|add|insert|include|put|in “[^”]*”|where|in which|saying|that says|that(?= ))+(?=\s|“|:)/i

/** What a step is to say: quoted, or a clause in which something is done and nothing else asked for. */
function newText(said: string): string | null {
  const [, quoted] = /“([^”]+)”[.\s]*$/.exec(said) ?? []
  const bare = said.replace(/[\s,–-]*(?:please )?(?:add|include|insert) (?:that|this|it)(?: step)?[.!]*$/i, '').replace(/[\s,;:.]+$/, '')
  const text =
    quoted ??
    bare
      .replace(/^[\s,:]+/, '')
      .replace(before, (lead) => (/(?:\bthe|\ba|\ban)\s*$/i.test(lead.trim()) ? (/(?:the|a|an)\s*$/i.exec(lead.trim())?.[0] ?? '') : ''))
      .replace(/\b(?:also|first)\s+(?=\p{L})/iu, '')
      .trim()
  const isClause =
    quoted !== undefined ||
    (!/[“”]/.test(text) && !doubtful.test(text) && readTokens(text).some(({ tag }) => tag === 'VERB' || tag === 'AUX'))
  return !isClause || text === '' || text.length > 400 ? null : text.charAt(0).toUpperCase() + text.slice(1)
}

const doubtful = /\b(?:if|unless|maybe|perhaps|might|entity|attribute|field|actor|rename|remove|delete|merge)\b/i

export const moveStep: Reading = (view) => {
  const isAsked =
    wish(view, 'move|put|place|shift|bring|come|go|happen|stand|make|take', true) !== null ||
    cue(view, /^(?:belongs?|comes?)$/) ||
    view.items.some(({ lower }, at) => lower === 'be' && /^(?:before|after|first|last|the)$/.test(view.items[at + 1]?.lower ?? '')) ||
    view.items.some(({ lower }) => lower === 'second')
  const side = view.items.findIndex(({ lower }) => /^(?:before|after|behind|ahead)$/.test(lower))
  if (!isAsked) return null
  if (side >= 0) cues(view, /^(?:directly|right|immediately|place|of)$/)
  if (side >= 0) {
    const own = range(0, side).filter(
      (at) => !view.used.has(at) && !/^(?:should|must|be|last|first|i|would|'d|,|come|go|happen)$/.test(view.items[at]!.lower),
    )
    const other = range(side + 1, view.items.length).filter((at) => !view.used.has(at))
    const [thing, beside] = [
      own.length > 0 ? stepBy(view, own, ['step'], true) : null,
      other.length > 0 ? stepBy(view, other, ['step'], true) : null,
    ]
    if (!thing || !beside || thing.name === beside.name) return null
    use(view, side, ...range(0, side).filter((at) => /^(?:last|first)$/.test(view.items[at]!.lower)))
    return [{ op: 'move', thing, to: /^(?:before|ahead)$/.test(view.items[side]!.lower) ? { before: beside } : { after: beside } }]
  }
  const end = wordAt(view, endWords)
  const second = view.items.findIndex(({ lower }) => /^(?:second|next|afterwards)$/.test(lower))
  if (end < 0) return intoFlow(view)
  if (second > end && view.items[end]!.lower === 'first') {
    const [first, then] = [
      stepBy(view, range(0, end), ['step'], true),
      stepBy(
        view,
        range(end + 1, second).filter((at) => view.items[at]!.lower !== ','),
        ['step'],
        true,
      ),
    ]
    use(view, end, second)
    return first && then && first.name !== then.name ? [{ op: 'move', thing: first, to: { before: then } }] : null
  }
  const [flow] = mentions(view, ['flow'])
  use(view, end)
  for (const [at, item] of view.items.entries()) if (at > end && item.kind === 'step' && item.things.length === 0) use(view, at)
  const own = runs(view)
    .flat()
    .filter((at) => at < end)
  const thing = own.length > 0 ? stepBy(view, own, ['step'], true) : null
  if (!thing) return null
  if (flow !== undefined && flow > end) use(view, flow)
  const target = flow !== undefined && flow > end ? one(view, flow, ['flow'])?.name : thing.of
  const to: Spot | null =
    target === undefined ? null : { flow: target, end: /^(?:start|beginning|top|first)$/.test(view.items[end]!.lower) ? 'first' : 'last' }
  return to && [{ op: 'move', thing, to }]
}

/** "Move the check into the flow “Lending”." */
function intoFlow(view: View): Edit[] | null {
  const flow = mentions(view, ['flow']).at(-1)
  if (flow === undefined || !/^(?:to|into|in)$/.test(wordBefore(view, flow))) return null
  use(view, flow)
  const own = runs(view).flat()
  const [thing, target] = [own.length > 0 ? stepBy(view, own) : null, one(view, flow, ['flow'])]
  return thing && target && thing.of !== target.name ? [{ op: 'move', thing, to: { flow: target.name, end: 'last' } }] : null
}

/** Two steps change places; in one flow they must be neighbours, else it is not said where the others go. */
export const swap: Reading = (view) => {
  if (!wish(view, 'swap|exchange|switch')) return null
  const steps = mentions(view, ['step'])
  const [a, b] = steps.map((at) => one(view, at, ['step']))
  if (steps.length !== 2 || !a || !b || a.name === b.name) return null
  use(view, ...steps)
  const all = view.names.intent.userFlows.find(({ name }) => name === a.of)?.steps.map(({ action }) => action) ?? []
  const [at, other] = [all.indexOf(a.name), all.indexOf(b.name)]
  if (a.of === b.of && Math.abs(at - other) !== 1) return null
  return [{ op: 'move', thing: a.of === b.of && at < other ? b : a, to: { before: a.of === b.of && at < other ? a : b } }]
}

const digits = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const valueOf = (word: string) =>
  digits.includes(word.toLowerCase())
    ? digits.indexOf(word.toLowerCase())
    : /^\d[\d.,]*$/.test(word)
      ? Number(word.replaceAll(',', ''))
      : NaN

/** "Up to 4 hours before, not 3": the one step that says so now gets the other amount. */
export const amount: Reading = (view) => {
  const amounts = [...view.items.keys()].filter(
    (at) => !Number.isNaN(valueOf(view.items[at]!.lower)) && view.items[at]!.things.length === 0,
  )
  if (amounts.length !== 2) return null
  const isChange = wish(view, 'change|raise|lower|increase|reduce|set|extend|shorten|cut|make|turn') !== null
  const old =
    amounts.find((at) => isOld(view, at)) ??
    (isChange && /^(?:to|into)$/.test(wordBefore(view, amounts[1]!)) ? amounts[0]! : afterTo(view, amounts))
  const fresh = amounts.find((at) => at !== old)
  if (old === undefined || fresh === undefined) return null
  const unitAt = (at: number) => {
    const word = view.items[at + 1]
    return word &&
      word.words[0]!.tag === 'NOUN' &&
      (isUnit(word.words[0]!.lemma) ||
        amounts.some((other) => other !== at && singular(view.items[other + 1]?.lower ?? '') === singular(word.lower)))
      ? singular(word.lower)
      : ''
  }
  const [was, now] = [unitAt(old), unitAt(fresh)]
  use(view, old, fresh, ...(was ? [old + 1] : []), ...(now ? [fresh + 1] : []))
  cues(view, /^(?:possible|allowed|permitted|able|up|at|from|least|most|in|before|ahead|step|about|limit|maximum|minimum|max|min)$/)
  const own = runs(view).flat()
  const holds = (name: string) =>
    readTokens(name).flatMap((token, i, all) =>
      valueOf(token.lower) === valueOf(view.items[old]!.lower) ? [{ token, unit: singular(all[i + 1]?.lower ?? '') }] : [],
    )
  const steps = view.names.all.filter((thing) => {
    const [first, ...more] = thing.kind === 'step' ? holds(thing.name) : []
    // Days are no weeks.
    return first && more.length === 0 && [was, now].every((unit) => unit === '' || unit === first.unit)
  })
  const direct = own.flatMap((at) => view.items[at]!.things.filter((thing) => thing.kind === 'step'))
  const stems = stemsOf(textAt(view, own)).filter((stem) => !/^(?:step|about)$/.test(stem))
  const [thing, ...more] =
    direct.length > 0
      ? steps.filter(({ name }) => direct.some((each) => each.name === name))
      : stems.length > 0
        ? textsAbout(stems, steps)
        : []
  if (!thing || more.length > 0) return null
  const place = holds(thing.name)[0]!.token
  use(view, ...own)
  return [{ op: 'replace', thing, to: `${thing.name.slice(0, place.start)}${view.items[fresh]!.lower}${thing.name.slice(place.end)}` }]
}

/** "from 3 to 5" */
const afterTo = (view: View, [first = 0, second = 0]: readonly number[]) =>
  /^from$/.test(wordBefore(view, first)) && /^to$/.test(wordBefore(view, second)) ? first : undefined
