// A step is named by what is done in it, in whatever order the words stand; and an ask that gives one to somebody else.
import { isPerson } from '../../../lib/english/lexicon.ts'
import { readTokens } from '../../../lib/english/read.ts'
import { isRole } from '../../../lib/english/roles.ts'
import { nearest } from '../../../lib/nearest.ts'
import { system } from '../outline/place/actors.ts'
import type { Edit, Thing, ThingKind } from './edit.ts'
import { deedsOf, isDeed, isText, nameKey, stemsOf, textsAbout } from './names.ts'
import { replaceNoun } from './nouns.ts'
import {
  cue,
  cues,
  isOld,
  mentions,
  newName,
  one,
  range,
  runs,
  textAt,
  thingsAt,
  use,
  whichOf,
  wish,
  wordBefore,
  type Reading,
  type View,
} from './view.ts'

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
const actorOf = ({ names }: View, { of, name }: Thing) => {
  const flow = names.intent.userFlows.find((each) => each.name === (of ?? name))
  return flow?.steps.find(({ action }) => of !== undefined && action === name)?.actor ?? flow?.actor ?? ''
}

/** The one step some words mean. Unless they say it is a step, one of them must say what is done; and what is done must be all of it. */
export function stepBy(view: View, at: readonly number[], kinds: readonly ThingKind[] = ['step'], isBeside = false): Thing | null {
  const own = at.map((each) => view.items[each]!)
  const said = textAt(view, at)
  if (own.some(({ lower }) => /^(?:not|n't|no|never|unless|if|only|except|without|until|or)$/.test(lower))) return null
  const direct = own.filter(({ things }) => things.some((thing) => kinds.includes(thing.kind) && isText(thing)))
  const flow = own.find(({ things }) => things.some(({ kind }) => kind === 'flow'))
  const rest = own.filter(
    (item) =>
      item !== flow &&
      !direct.includes(item) &&
      !/^(?:step|part|bit|thing|sentence|line|statement|rule|one|about|where|with|on|which|that|mention|say|says)$/.test(item.lower) &&
      item.kind !== 'step',
  )
  const isMarked =
    isBeside || own.some(({ kind, lower }) => kind === 'step' || /^(?:part|bit|thing|sentence|line|statement|rule)$/.test(lower))
  const all = view.names.all.filter((thing) => kinds.includes(thing.kind) && (isMarked || thing.kind === 'step'))
  if (direct.length === 1 && rest.every(({ words }) => /^(?:DET|ADP|PUNCT|PRON)$/.test(words[0]!.tag)))
    return settled(
      view,
      once(
        direct[0]!.things.filter((thing) => kinds.includes(thing.kind) && isText(thing)),
        view,
      ),
      at,
    )
  const inFlow = flow?.things.find(({ kind }) => kind === 'flow')
  const steps = view.names.all.filter(({ kind, of }) => kind === 'step' && of === inFlow?.name)
  const nth =
    rest.length === 1 && inFlow
      ? [...ordinals.keys()].find((i) => ordinals[i] === rest[0]!.lower || String(i + 1) === rest[0]!.lower)
      : undefined
  const last = rest.length === 1 && inFlow && /^(?:last|final)$/.test(rest[0]!.lower) ? steps.length - 1 : nth
  if (last !== undefined) return steps[last] ? settled(view, [steps[last]], at) : null
  const stems = stemsOf(rest.map(({ words }) => words.map((word) => word.quoted ?? word.text).join(' ')).join(' '))
  const about = textsAbout(stems, inFlow && steps.length > 0 ? steps : all)
  const found = isMarked
    ? about
    : stems.length > 1
      ? about.filter((step) => own.some(({ lower }) => /\wing$/.test(lower)) || isDeed(stems, step))
      : []
  const main = found.length > 1 ? found.filter((thing) => deedsOf(thing, actorOf(view, thing)).some((deed) => stems.includes(deed))) : []
  const step = settled(view, once(main.length > 0 ? main : found, view), at)
  if (!step || isMarked || step.kind !== 'step' || nameKey(step.name) === nameKey(said) || isAll(stems, deedsOf(step, actorOf(view, step))))
    return step
  view.why.add(`“${step.name}” says more than that`)
  return null
}

/** Whether nothing else is done in a step. */
const isAll = (stems: readonly string[], deeds: readonly string[]) =>
  deeds.length === 0 || (deeds.length === 1 && textsAbout([deeds[0]!], [{ kind: 'step', name: stems.join(' ') }]).length > 0)

/** A step before a goal or interaction that says the same. */
const once = (things: readonly Thing[], view: View): Thing[] => {
  const steps = things.filter(({ kind }) => kind === 'step')
  if (steps.length > 0) return steps
  const { interactions } = view.names.intent
  return things.filter(
    ({ of, name }) =>
      of !== 'response' ||
      !things.some((other) => interactions.some(({ trigger, response }) => trigger === other.name && response === name)),
  )
}

function settled(view: View, things: readonly Thing[], at: readonly number[]): Thing | null {
  if (things.length > 1) view.why.add(whichOf(textAt(view, at), things))
  if (things.length !== 1) return null
  use(view, ...at)
  return things[0]!
}

/** A step goes to somebody else: who does it, or whom it is done for. */
export const give: Reading = (view) => {
  const verb =
    wish(view, 'give|assign|reassign|hand over|hand|transfer|delegate|move|pass|let|have|leave|make') ?? wish(view, 'go|send', true)
  const isDuty = cue(view, /^(?:job|task|work|duty|responsibility|business|responsible|actor)$/)
  const isDone = cue(view, /^(?:belongs?|done|performed|handled|carried|made|owned)$/)
  const found = mentions(view, ['actor'])
  const old = found.filter((at) => isOld(view, at) || /^from$/.test(wordBefore(view, at)) || deniedAfter(view, at))
  const fresh = found.filter((at) => !old.includes(at))
  if (verb === null && !isDuty && !isDone && old.length === 0) return null
  // Of several people named, one gets the step; the others belong to what is done.
  const ways = (fresh.length > 0 ? fresh : [-1]).flatMap((at) => {
    const trial: View = { ...view, used: new Set(view.used), why: fresh.length > 1 ? new Set() : view.why }
    const edits = givenTo(trial, at, old, verb)
    return edits ? [{ edits, used: trial.used }] : []
  })
  if (ways.length !== 1) return null
  use(view, ...ways[0]!.used)
  return ways[0]!.edits
}

function givenTo(view: View, at: number, old: readonly number[], verb: string | null): Edit[] | null {
  const target = at < 0 ? newActor(view, old.length > 0) : one(view, at, ['actor'])?.name
  if (!target) return null
  use(view, ...old, ...(at < 0 ? [] : [at]))
  echo(view, at)
  cues(view, /^(?:something|that|do|does|perform|handle|take|own|over|who|get|gets|job|task)$/)
  const flows = mentions(view, ['flow'])
  const flow = flows.length === 1 && runs(view).flat().length === 1 ? one(view, flows[0]!, ['flow']) : null
  if (flow) use(view, flows[0]!)
  const step = flow ?? stepBy(view, runs(view).flat())
  if (!step) {
    if (view.why.size === 0 && runs(view).length > 0)
      view.why.add(
        `no step of the design says “${runs(view)
          .map((run) => textAt(view, run))
          .join(' … ')}”`,
      )
    return null
  }
  const actor = actorOf(view, step)
  const before = old[0] === undefined ? undefined : thingsAt(view, old[0], ['actor'])[0]?.name
  const others = view.names.all.filter(
    ({ kind, name }) => kind === 'actor' && name !== target && name !== system && replaceNoun(step.name, name, target) !== step.name,
  )
  const told = before ?? (others.length === 1 && /^(?:go|send)$/.test(verb ?? '') ? others[0]!.name : undefined)
  if (step.kind === 'step' && told !== undefined && nameKey(told) !== nameKey(actor) && replaceNoun(step.name, told, target) !== step.name)
    return [{ op: 'replace', thing: step, to: replaceNoun(step.name, told, target) }]
  if (before !== undefined && nameKey(before) !== nameKey(actor) && actor !== system) {
    view.why.add(`“${step.name}” is done by ${actor}, not by ${before}`)
    return null
  }
  return actor === target || nameKey(actor) === nameKey(target) ? null : [{ op: 'give', thing: step, to: target }]
}

/** "Packers don't …", where it is somebody else who does. */
function deniedAfter(view: View, at: number): boolean {
  const isDenied =
    /^(?:do|does|should|must|need|can)$/.test(view.items[at + 1]?.lower ?? '') && /^(?:not|n't)$/.test(view.items[at + 2]?.lower ?? '')
  if (isDenied) use(view, at + 1, at + 2)
  return isDenied
}

/** "…, the inspectors plan their own", "…, the shift lead does that": said of the same step again. */
function echo(view: View, at: number) {
  const verb = view.items[at + 1]
  const isShort = view.items
    .slice(at + 2, at + 4)
    .every(({ lower }) => /^(?:it|that|this|them|so|their|own|themselves|the|those)$/.test(lower))
  if (
    at > 0 &&
    verb &&
    /^(?:VERB|AUX|NOUN)$/.test(verb.words[0]!.tag) &&
    isShort &&
    view.items.slice(0, at).some(({ lower }) => /^(?:not|n't)$/.test(lower))
  )
    use(view, ...range(at + 1, at + 4).filter((i) => i < view.items.length))
}

/** Somebody the design does not know yet: said to be new, or set against somebody it knows; no misspelling of one. */
function newActor(view: View, isSet: boolean): string | undefined {
  const by = view.items.findIndex(({ lower }, i) => /^(?:to|by|of)$/.test(lower) && !view.used.has(i) && i > 0)
  const run = runs({ ...view, used: new Set([...view.used, ...range(0, by + 1)]) })[0]
  if (by < 0 || !run) return undefined
  const isNew = view.items[run[0]!]!.lower === 'new'
  const own = run.filter((at) => !/^(?:new|actor|role|person|called|named)$/.test(view.items[at]!.lower))
  const name = own.length > 0 ? newName(view, own, 'A') : null
  const head = readTokens(name ?? '').at(-1)
  const actors = view.names.all.filter(({ kind }) => kind === 'actor').map((actor) => actor.name)
  if (!name || !head || !(isNew || (isSet && (isRole(head.lemma) || isPerson(head.lemma)))) || nearest(name, actors) !== undefined)
    return undefined
  use(view, by, ...run)
  return name
}
