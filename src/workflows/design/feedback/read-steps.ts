// How an ask is read as an edit of where steps stand and what they say: a new one, another place, another amount.
import { isVerb } from '../../../lib/english/lexicon.ts'
import { readTokens } from '../../../lib/english/read.ts'
import { phraseAt } from '../outline/words.ts'
import { cue, cues, mentions, one, range, runs, textAt, thingsAt, use, wordAt, wordBefore, type Ask, type Frame } from './ask.ts'
import { stepBy } from './deeds.ts'
import type { Edit, Spot, Thing } from './edit.ts'
import { isDeed, isText, stemsOf, textsAbout, type Names } from './names.ts'
import { plural } from './nouns.ts'

const sides = /^(?:before|after|once|following|behind|ahead|between)$/

/** A step beside another, or at one end of a flow. */
export const addStep: Frame = { verbs: 'add|insert|include|put', says: () => true, read: (ask, verb) => newStep(ask, verb) }

function newStep(ask: Ask, verb: string | null): Edit[] | null {
  const kind = ask.items.findIndex((item) => item.kind === 'step' && item.things.length === 0)
  const has = (words: RegExp) => ask.items.some(({ lower }) => words.test(lower))
  const isLacking = kind >= 0 && has(/^(?:missing|need|needs|want|miss|lacks|be|new)$/)
  const isAlso = has(/^also$/) && has(/^(?:needs?|has|have|must|should)$/)
  // "After picking a tool, the member pays": told in order, and nothing says so yet
  const isTold = sides.test(ask.items[0]!.lower) && !has(/^(?:must|shall|may|can|cannot|ca|not|n't|never|only|no|was|were|had)$/)
  const isSaid = verb !== null || isLacking || isAlso
  if (!isSaid && !isTold) return null
  const side = ask.items.findIndex(({ lower }) => sides.test(lower))
  if (side < 0) return verb === null && !isLacking ? null : atEnd(ask)
  const isBefore = /^(?:before|ahead)$/.test(ask.items[side]!.lower)
  const lead = range(0, side).filter((at) => !ask.used.has(at) && ask.items[at]!.kind !== 'step')
  const isFirst = lead.every(
    (at) =>
      thingsAt(ask, at, ['flow']).length > 0 ||
      /^(?:in|workflow|flow)$/.test(ask.items[at]!.lower) ||
      /^(?:there|is|'s|a|an|the|missing|new|:|,|directly|right|just|immediately|also|be|should|has|to|i|we|want|need|miss)$/.test(
        ask.items[at]!.lower,
      ),
  )
  const behind = range(side + 1, ask.items.length).filter((at) => !/^of$/.test(ask.items[at]!.lower) || at > side + 1)
  const splits = isFirst ? behind.filter((at) => isStart(ask, at)) : [ask.items.length]
  for (const split of splits) {
    const trial: Ask = { ...ask, used: new Set(), why: new Set() }
    const and = ask.items[side]!.lower === 'between' ? ask.items.findIndex(({ lower }, i) => i > side && lower === 'and') : split
    const anchor = range(side + 1, Math.min(split, and < 0 ? split : and)).filter(
      (at) => !/^(?:of|,|has|have|been|is|are)$/.test(ask.items[at]!.lower),
    )
    const beside = anchor.length > 0 ? stepBy(trial, anchor, { isBeside: true }) : null
    const said = isFirst ? textAt(ask, range(split, ask.items.length)) : textAt(ask, range(verb === null ? 0 : wishAt(ask), side))
    const fresh = beside && newText(ask, said)
    // "after the refund the member smiles" only tells
    const isSure =
      isSaid ||
      has(/^should$/) ||
      anchor.some((at) =>
        ask.items[at]!.words.some(({ quoted, tag, lower }) => quoted !== undefined || tag === 'VERB' || /\p{L}{2}ing$/u.test(lower)),
      )
    const text = fresh && isSure && (isSaid || textsAbout(stemsOf(fresh), ask.names.all.filter(isText)).length === 0) ? fresh : null
    if (!beside || !text) {
      for (const why of trial.why) ask.why.add(why)
      continue
    }
    const [, again] = /\b(?:before|after)\s+(.+)$/i.exec(text) ?? []
    const stems = stemsOf(again ?? '').filter((stem) => stem !== 'start')
    if (again !== undefined && isFirst && textsAbout(stems, [beside]).length > 0) {
      ask.why.add(`“${beside.name}” is one step: it would have to be split first`)
      continue
    }
    use(ask, ...ask.items.keys())
    const who = phraseAt(readTokens(beside.name), 0)
    const pronoun = /^(?:he|she|they|it)\b/i
    if (pronoun.test(text) && !who) return null
    const action = who ? text.replace(pronoun, beside.name.slice(0, who.end)) : text
    return [{ op: 'add-step', text: action, at: isBefore ? { before: beside } : { after: beside } }]
  }
  return null
}

const wishAt = (ask: Ask) => [...ask.used].sort((a, b) => a - b)[0] ?? 0

/** Where the new step begins: behind a comma, at whoever does it, at the word that asks for it. */
const isStart = (ask: Ask, at: number) => {
  const { lower } = ask.items[at]!
  const isActor = (i: number) => thingsAt(ask, i, ['actor']).length > 0 || /^system$/.test(ask.items[i]?.lower ?? '')
  return (
    /^[,:]$/.test(lower) ||
    isActor(at) ||
    (/^(?:the|a)$/.test(lower) && at + 1 < ask.items.length && isActor(at + 1)) ||
    /^(?:there|he|she|they|i|we|add|insert|include)$/.test(lower)
  )
}

const endWords = /^(?:start|beginning|top|end|bottom|first|last|final)$/

function atEnd(ask: Ask): Edit[] | null {
  const [flow] = mentions(ask, ['flow'])
  const end = wordAt(ask, endWords)
  const [spoken] = ask.topic.filter(({ kind }) => kind === 'flow')
  const thing = flow === undefined ? spoken : one(ask, flow, ['flow'])
  if (!thing) return null
  const isFirst = end >= 0 && /^(?:start|beginning|top|first)$/.test(ask.items[end]!.lower)
  use(ask, ...(flow === undefined ? [] : [flow]), ...(end >= 0 ? [end] : []))
  cues(ask, /^(?:new|another|one|more)$/)
  for (const [at, item] of ask.items.entries()) if (item.kind === 'step' && item.things.length === 0) use(ask, at)
  cues(ask, /^(?:needs?|lacks?|when|missing|where|that)$/)
  const own = runs(ask, /^$/)
  const text = own.length === 1 ? newText(ask, textAt(ask, own[0]!)) : null
  if (!text) return null
  use(ask, ...own[0]!)
  return [{ op: 'add-step', text, at: { flow: thing.name, end: isFirst ? 'first' : 'last' } }]
}

const before =
  /^(?:[\s,:–-]|please|also|first|then|and|there|'s|is|a|an|the|another|one more|new|extra|step|should|must|has to|have to|needs to|be|i|we|want|need|miss|missing|add|insert|include|put|in “[^”]*”|where|in which|saying|that says|that(?= ))+(?=\s|“|:)/i

/** "have the warden test the key": the warden tests it. */
function done(names: Names, said: string): string | null {
  const [who] = names.all.flatMap(({ kind, name }) =>
    kind === 'actor' ? (new RegExp(`^(?:the |an? |our )?${name} `, 'i').exec(said)?.[0] ?? []) : [],
  )
  const [verb = '', ...more] = said.slice(who?.length).split(' ')
  return who && isVerb(verb) ? `${who}${[plural(verb), ...more].join(' ')}` : null
}

/** What a step is to say: quoted, with who does it, or a clause in which something is done and nothing else asked for. */
export function newText({ names }: Ask, said: string): string | null {
  const [, deed, who] = /“([^”]+)”(?:,? (?:for|by) (?:the |an? )?(\p{L}[\p{L} -]*?))?[.\s]*$/u.exec(said) ?? []
  const [actor] = who === undefined ? [] : names.find(who).filter(({ kind }) => kind === 'actor')
  if (who !== undefined && !actor) return null
  const quoted = actor ? `${actor.name} ${deed}` : deed
  const bare = said
    .replace(/[\s,–-]*(?:please )?(?:add|include|insert) (?:that|this|it)(?: step)?[.!]*$/i, '')
    .replace(/\s*[,;–-]\s*(?:that|this)(?: step| one)?(?: is|['’]s) missing\b.*$/i, '')
    .replace(/,?\s+(?:because|since|as (?:the|our|we|they|it|there|most|many))\b.*$/i, '')
    .replace(/[\s,;:.]+(?:(?:right|directly|immediately)[\s,]*)?$/i, '')
  const text =
    quoted ??
    bare
      .replace(/^[\s,:]+/, '')
      .replace(before, (lead) => (/(?:\bthe|\ba|\ban)\s*$/i.test(lead.trim()) ? (/(?:the|a|an)\s*$/i.exec(lead.trim())?.[0] ?? '') : ''))
      .replace(/\b(?:also|first)\s+(?=\p{L})/iu, '')
      .replace(/(?<=\p{L}(?<!s) )(?:should|must) (\p{Ll}+)/u, (_, base: string) => plural(base))
      .trim()
      .replace(/^(?:have|let|make) (.+)$/i, (whole, rest: string) => done(names, rest) ?? whole)
  const isClause =
    quoted !== undefined ||
    (!doubtful.test(text) &&
      readTokens(text).some(({ tag, lower, lemma }) => tag === 'VERB' || tag === 'AUX' || (isVerb(lemma) && lower !== lemma)))
  const doer = text.slice(0, phraseAt(readTokens(text), 0)?.end ?? 0)
  const isKnown = doer === '' || quoted !== undefined || /system$/i.test(doer) || names.find(doer).some(({ kind }) => kind === 'actor')
  return !isClause || !isKnown || text === '' || text.length > 400 ? null : text.charAt(0).toUpperCase() + text.slice(1)
}

const doubtful =
  /[;“”]|(?<!\p{L})['‘]|['’](?!\p{L})|^(?:between|after|before|in|into|to|of|at|once|when|during)\b|\b(?:if|unless|maybe|perhaps|might|entity|attribute|field|actor|flow|rename|remove|delete|merge|add|insert)\b/iu

const orderWords =
  /^(?:only|directly|right|immediately|place|of|step|thing|should|must|be|last|first|i|would|'d|,|come|comes|go|goes|happen|happens|belongs?|needs?|has|have|to|move|put|then|in|wrong|very|end|always|it|them|reorder|order|please|pls|is|are|gets?|up|:)$/

/** A step before or behind another, or at one end of its flow. */
export const moveStep: Frame = {
  verbs: 'move|put|place|shift|bring|come|go|happen|stand|make|take',
  isOfThing: true,
  says: () => true,
  read(ask, verb) {
    const isAsked =
      verb !== null ||
      cue(ask, /^(?:belongs?|comes?|goes)$/) ||
      ask.items.some(({ lower }, at) => lower === 'be' && /^(?:before|after|first|last|the)$/.test(ask.items[at + 1]?.lower ?? ''))
    const at = (words: RegExp, from = 0) => ask.items.findIndex(({ lower }, i) => i >= from && words.test(lower))
    // "the reminder at the end can go"
    if (verb === 'go' && !ask.items.some(({ words: [word] }, i) => word!.tag === 'ADP' && i > at(/^go$/))) return null
    const side = at(/^(?:before|after|behind|ahead)$/)
    if (side >= 0)
      return inOrder(ask, range(0, side), range(side + 1, ask.items.length), /^(?:before|ahead)$/.test(ask.items[side]!.lower), isAsked)
    const first = at(/^first$/)
    const second = at(/^(?:second|next|afterwards|then)$/, first + 1)
    if (first >= 0 && second > first) {
      const isAhead = first === 0
      const [one_, two] = isAhead
        ? [range(1, second), range(second + 1, ask.items.length)]
        : [range(0, first), range(first + 1, second === ask.items.length - 1 ? second : ask.items.length)]
      return inOrder(ask, one_, two, true, true)
    }
    const end = wordAt(ask, endWords)
    return end < 0 ? (isAsked ? intoFlow(ask) : null) : isAsked ? toEnd(ask, end) : null
  },
}

/** Both steps named; unless it is asked for in so many words, each by what is done in it. */
function inOrder(ask: Ask, ahead: readonly number[], behind: readonly number[], isBefore: boolean, isAsked: boolean): Edit[] | null {
  const words = (at: readonly number[]) =>
    at.filter((each) => ask.items[each]!.things.length > 0 || !orderWords.test(ask.items[each]!.lower))
  // "…, not at the very end"
  const not = behind.find((at) => ask.items[at]!.lower === 'not')
  const denied =
    not !== undefined && range(not, ask.items.length).some((at) => endWords.test(ask.items[at]!.lower) || sides.test(ask.items[at]!.lower))
      ? range(not, ask.items.length)
      : []
  use(ask, ...denied)
  const [own, other] = [words(ahead), words(behind.filter((at) => !denied.includes(at)))]
  const [spoken] = ask.topic.filter(({ kind }) => kind === 'step')
  const isPointed = ask.topic.length === 1 && own.every((at) => ask.items[at]!.isPointer)
  if (spoken && isPointed) use(ask, ...own)
  const thing = spoken && isPointed ? spoken : stepBy(ask, own, { isBeside: true, hint: other })
  const beside = stepBy(ask, other, { isBeside: true, hint: own })
  if (!thing || !beside || (thing.name === beside.name && thing.of === beside.of)) return null
  const isDone = (step: Thing, at: readonly number[]) => isDeed(stemsOf(textAt(ask, at)), step)
  if (!isAsked && !(isDone(thing, own) && isDone(beside, other))) return null
  const isPlain = (each: number) => ask.items[each]!.things.length === 0 || !/^(?:not|n't)$/.test(ask.items[each]!.lower)
  use(
    ask,
    ...[...ask.items.keys()].filter(
      (each) =>
        isPlain(each) &&
        (orderWords.test(ask.items[each]!.lower) || /^(?:before|after|behind|ahead|next|second|afterwards)$/.test(ask.items[each]!.lower)),
    ),
  )
  return [{ op: 'move', thing, to: isBefore ? { before: beside } : { after: beside } }]
}

function toEnd(ask: Ask, end: number): Edit[] | null {
  const [flow] = mentions(ask, ['flow'])
  use(ask, end)
  for (const [at, item] of ask.items.entries()) if (at > end && item.kind === 'step' && item.things.length === 0) use(ask, at)
  const own = runs(ask)
    .flat()
    .filter((at) => at < end)
  const [spoken] = ask.topic.filter(({ kind }) => kind === 'step')
  const isPointed = ask.topic.length === 1 && own.every((each) => ask.items[each]!.kind === 'step')
  if (spoken && isPointed) use(ask, ...own)
  const thing = spoken && isPointed ? spoken : own.length > 0 ? stepBy(ask, own, { isBeside: true }) : null
  if (!thing) return null
  if (flow !== undefined && flow > end) use(ask, flow)
  const target = flow !== undefined && flow > end ? one(ask, flow, ['flow'])?.name : thing.of
  const to: Spot | null =
    target === undefined ? null : { flow: target, end: /^(?:start|beginning|top|first)$/.test(ask.items[end]!.lower) ? 'first' : 'last' }
  return to && [{ op: 'move', thing, to }]
}

/** "Move the check into the flow “Lending”." */
function intoFlow(ask: Ask): Edit[] | null {
  const flow = mentions(ask, ['flow']).at(-1)
  if (flow === undefined || !/^(?:to|into|in)$/.test(wordBefore(ask, flow))) return null
  use(ask, flow)
  const own = runs(ask).flat()
  const [thing, target] = [stepBy(ask, own), one(ask, flow, ['flow'])]
  return thing && target && thing.of !== target.name ? [{ op: 'move', thing, to: { flow: target.name, end: 'last' } }] : null
}
