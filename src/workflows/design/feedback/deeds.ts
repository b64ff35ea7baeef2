// A step is named by what is done in it, in whatever order the words stand; and asks that give one to somebody else.
import { system } from '../outline/place/actors.ts'
import { choose, cue, cues, isOld, mentions, one, runs, textAt, thingsAt, use, whichOf, wish, type Ask, type Frame } from './ask.ts'
import type { Edit, Thing, ThingKind } from './edit.ts'
import { deedsOf, isDeed, isText, nameKey, stemsOf, textsAbout } from './names.ts'
import { replaceNoun } from './nouns.ts'

const actorOf = ({ names }: Ask, { of, name }: Thing) => {
  const flow = names.intent.userFlows.find((each) => each.name === (of ?? name))
  return flow?.steps.find(({ action }) => of !== undefined && action === name)?.actor ?? flow?.actor ?? ''
}

interface How {
  kinds?: readonly ThingKind[]
  /** What stands around it says that a step is meant. */
  isBeside?: boolean
  /** Words of the same ask that may tell which one. */
  hint?: readonly number[]
}

/** The one step some words mean. Unless they say it is a step, one of them must say what is done; and what is done must be all of it. */
export function stepBy(ask: Ask, at: readonly number[], { kinds = ['step'], isBeside = false, hint = [] }: How = {}): Thing | null {
  const own = at.map((each) => ask.items[each]!)
  const said = textAt(ask, at)
  if (own.length === 0 || own.some(({ lower }) => /^(?:not|n't|no|never|unless|if|only|except|without|until|or)$/.test(lower))) return null
  const direct = own.filter(({ things }) => things.some((thing) => kinds.includes(thing.kind) && isText(thing)))
  const flow = own.find(({ things }) => things.some(({ kind }) => kind === 'flow'))
  const isEnd = (lower: string) => flow !== undefined && /^(?:end|start|beginning|very|at)$/.test(lower)
  const rest = own.filter(
    (item) => item !== flow && !isEnd(item.lower) && !direct.includes(item) && !about.test(item.lower) && item.kind !== 'step',
  )
  const isMarked =
    isBeside ||
    flow !== undefined ||
    own.some(({ kind, lower }) => kind === 'step' || /^(?:part|bit|thing|sentence|line|statement|rule)$/.test(lower))
  if (direct.length === 1 && rest.every(({ words }) => /^(?:DET|ADP|PUNCT|PRON)$/.test(words[0]!.tag)))
    return settled(
      ask,
      direct[0]!.things.filter((thing) => kinds.includes(thing.kind) && isText(thing)),
      at,
    )
  if (direct.length > 0 && stemsOf(textOfItems(rest)).length > 0) return null
  const inFlow = flow?.things.find(({ kind }) => kind === 'flow')
  const steps = ask.names.all.filter(({ kind, of }) => kind === 'step' && of === inFlow?.name)
  if (isBeside && rest.every(({ words }) => words[0]!.tag === 'DET') && steps.length === 1) return settled(ask, steps, at)
  const stems = stemsOf(textOfItems(rest))
  const all = ask.names.all.filter((thing) => kinds.includes(thing.kind) && (isMarked || thing.kind === 'step'))
  const near = textsAbout(stems, inFlow && steps.length > 0 ? steps : all)
  const isDone = (step: Thing) => own.some(({ lower }) => /\wing$/.test(lower)) || isDeed(stems, step)
  const found = isMarked ? near : stems.length > 1 ? near.filter(isDone) : []
  const main = found.length > 1 ? found.filter((thing) => deedsOf(thing, actorOf(ask, thing)).some((deed) => stems.includes(deed))) : []
  const left = main.length > 0 ? main : found
  const spoken = ask.items.flatMap(({ things }) => things.flatMap(({ kind, name }) => (kind === 'flow' ? [name] : [])))
  const inSpoken = left.filter(({ of }) => spoken.includes(of ?? ''))
  const hinted = inSpoken.length === 1 ? inSpoken : nearestTo(stemsOf(textOfItems(hint.map((each) => ask.items[each]!))), left)
  const step = settled(ask, hinted.length > 0 ? hinted : left, at)
  if (!step || isMarked || step.kind !== 'step' || nameKey(step.name) === nameKey(said) || isAll(stems, deedsOf(step, actorOf(ask, step))))
    return step
  ask.why.add(`“${step.name}” says more than that`)
  return null
}

const about =
  /^(?:whole|entire|step|part|bit|thing|sentence|line|statement|rule|one|about|where|with|on|which|that|mention|say|says|of|for|it|them)$/
const textOfItems = (items: Ask['items']) => items.map(({ words }) => words.map((word) => word.quoted ?? word.text).join(' ')).join(' ')

/** The one of several steps that shares most words with what stands beside. */
export function nearestTo(stems: readonly string[], steps: readonly Thing[]): Thing[] {
  const ranked = steps
    .map((thing) => ({ thing, shared: stems.filter((stem) => textsAbout([stem], [thing]).length > 0).length }))
    .toSorted((a, b) => b.shared - a.shared)
  return ranked[0] && ranked[0].shared > (ranked[1]?.shared ?? 0) ? [ranked[0].thing] : []
}

/** Whether nothing else is done in a step. */
const isAll = (stems: readonly string[], deeds: readonly string[]) =>
  deeds.length === 0 || (deeds.length === 1 && textsAbout([deeds[0]!], [{ kind: 'step', name: stems.join(' ') }]).length > 0)

/** A step before a goal or interaction that says the same; what happens and what sets it off are one. */
function settled(ask: Ask, things: readonly Thing[], at: readonly number[]): Thing | null {
  const steps = things.filter(({ kind }) => kind === 'step')
  const { interactions } = ask.names.intent
  const isOfOther = ({ of, name }: Thing) =>
    of === 'response' && things.some((other) => interactions.some(({ trigger, response }) => trigger === other.name && response === name))
  const left = steps.length > 0 ? steps : things.filter((thing) => !isOfOther(thing))
  if (left.length > 1) ask.why.add(whichOf(textAt(ask, at), left))
  if (left.length !== 1) return null
  use(ask, ...at)
  return left[0]!
}

/** A step goes to somebody else: who does it, or whom it is done for. */
export const give: Frame = {
  verbs: 'give|assign|reassign|hand over|hand|transfer|delegate|move|pass|let|have|leave|make|put',
  says: () => true,
  read(ask, verb) {
    const isSent = verb === null && wish(ask, 'go|send', true) !== null
    const isDuty = cue(ask, /^(?:job|task|work|duty|responsibility|business|responsible|actor|charge|up)$/)
    const isDone = cue(ask, /^(?:belongs?|done|performed|handled|carried|made|owned|falls?)$/)
    const found = mentions(ask, ['actor'])
    const old = found.filter((at) => isOld(ask, at) || ask.items[at]!.role === 'from')
    const fresh = found.filter((at) => !old.includes(at))
    const isAsked = verb !== null || isSent || isDuty || isDone || old.length > 0
    if (!isAsked) return choose(ask, fresh, (trial, at) => stated(trial, at))
    // Of several people named, one gets the step; the others belong to what is done.
    return choose(ask, fresh, (trial, at) => givenTo(trial, at, old, isSent))
  },
}

/** "The physician updates the list", "the photo gets uploaded by the keeper": the whole step, said of somebody else. */
function stated(ask: Ask, at: number): Edit[] | null {
  const target = one(ask, at, ['actor'])
  if (!target || /^(?:only|every|each|no|if|when|once)$/.test(ask.items[0]!.lower)) return null
  use(ask, at)
  cues(ask, /^(?:gets?|done|does|should|shall|must|ought|has|have|needs?)$/)
  const own = runs(ask).flat()
  const step = stepBy({ ...ask, used: new Set(ask.used) }, own)
  if (!step || own.some((each) => ask.items[each]!.words[0]!.tag === 'NUM')) return null
  const who = subjectOf(ask, step) ?? actorOf(ask, step)
  const stems = stemsOf(step.name.replace(/\b(?:is|are|be) able to\b/i, '')).filter((stem) => !stemsOf(who).includes(stem))
  if (!stems.every((stem) => textsAbout([stem], [{ kind: 'step', name: textAt(ask, own) }]).length > 0)) return null
  use(ask, ...own)
  return nameKey(who) === nameKey(target.name) || who === system ? null : handed(ask, step, target.name, who)
}

/** Who a step says does it. */
const subjectOf = ({ names }: Ask, { name }: Thing) =>
  names.all.find((thing) => thing.kind === 'actor' && ` ${nameKey(name)} `.startsWith(` ${nameKey(thing.name)} `))?.name

/** In another's flow, only the text says who does it. */
function handed(ask: Ask, thing: Thing, to: string, from: string): Edit[] | null {
  const text = replaceNoun(thing.name, from, to)
  if (nameKey(from) === nameKey(actorOf(ask, thing)) || text === thing.name) return [{ op: 'give', thing, to }]
  const isThere = ` ${nameKey(thing.name)} `.includes(` ${nameKey(to)} `) // nobody does a thing to themselves
  return isThere ? null : [{ op: 'replace', thing, to: text }]
}

function givenTo(ask: Ask, at: number, old: readonly number[], isSent: boolean): Edit[] | null {
  const target = one(ask, at, ['actor'])?.name
  if (!target) return null
  use(ask, ...old, at)
  cues(ask, /^(?:something|that|do|does|perform|handle|take|own|over|who|what|get|gets|job|task|but|involved)$/)
  const flows = mentions(ask, ['flow'])
  const flow = flows.length === 1 && runs(ask).flat().length === 1 ? one(ask, flows[0]!, ['flow']) : null
  if (flow) use(ask, flows[0]!)
  const own = runs(ask).flat()
  const [spoken] = ask.topic.filter(({ kind }) => kind === 'step')
  const isPointed = ask.topic.length === 1 && own.every((each) => ask.items[each]!.kind === 'step')
  if (!flow && spoken && isPointed) use(ask, ...own)
  const step = flow ?? (spoken && isPointed ? spoken : stepBy(ask, own))
  if (!step) {
    const said = runs(ask).map((run) => textAt(ask, run))
    if (ask.why.size === 0 && said.length > 0) ask.why.add(`no step of the design says “${said.join(' … ')}”`)
    return null
  }
  const actor = actorOf(ask, step)
  const before = old[0] === undefined ? undefined : thingsAt(ask, old[0], ['actor'])[0]?.name
  const others = ask.names.all.filter(
    ({ kind, name }) => kind === 'actor' && name !== target && name !== system && replaceNoun(step.name, name, target) !== step.name,
  )
  const told = before ?? (others.length === 1 && isSent ? others[0]!.name : undefined)
  if (step.kind === 'step' && told !== undefined && nameKey(told) !== nameKey(actor) && replaceNoun(step.name, told, target) !== step.name)
    return handed(ask, step, target, told)
  if (before !== undefined && nameKey(before) !== nameKey(actor) && actor !== system) {
    ask.why.add(`“${step.name}” is done by ${actor}, not by ${before}`)
    return null
  }
  // "the owner should get an email": whom it is done for does not do it
  const isFor = step.kind === 'step' && ` ${nameKey(step.name)} `.includes(` ${nameKey(target)} `)
  return isFor || nameKey(actor) === nameKey(target) ? null : [{ op: 'give', thing: step, to: target }]
}
