// What the slots of a form stand for in steps: who does one, what it says, where it stands.
import { isPerson, isUnit } from '../../../lib/english/lexicon.ts'
import { hasWord, stemOf } from '../../../lib/english/match.ts'
import { readTokens } from '../../../lib/english/read.ts'
import { isRole } from '../../../lib/english/roles.ts'
import { isContent } from '../../../lib/english/statement.ts'
import { singular } from '../../../lib/english/stem.ts'
import { nearest } from '../../../lib/nearest.ts'
import { system } from '../outline/place/actors.ts'
import { phraseAt } from '../outline/words.ts'
import type { Edit, Spot, Thing } from './edit.ts'
import { inner, isWhole, newName, newText, one, type Build, type Look } from './look.ts'
import { findThing, nameKey, thingsOf } from './names.ts'
import { replaceNoun } from './nouns.ts'

export const give: Build = ({ T, A, B }, look) => {
  const thing = one(T, ['step', 'flow'], look)
  if (thing && !isWhole(T ?? '', thing, look)) return null
  const to = thing && (one(A, ['actor'], look)?.name ?? newActor(A, look))
  if (!thing || !to) return null
  const flow = look.context.intent.userFlows.find(({ name }) => name === (thing.of ?? thing.name))
  const before = B === undefined || nameKey(flow?.actor ?? '') === nameKey(B)
  return before && flow?.actor !== to ? [{ op: 'give', thing, to }] : null
}

/** "Shortages are reported to the owner, not to the clerk": the one step that tells the one now tells the other. */
export const recipient: Build = ({ X = '', A, B }, look) => {
  const [to, from] = [one(A, ['actor'], look), one(B, ['actor'], look)]
  const said = stems(X)
  if (!to || !from || said.length === 0) return null
  const [step, ...more] = thingsOf(look.context.intent).filter(
    ({ kind, name }) =>
      kind === 'step' && replaceNoun(name, from.name, to.name) !== name && said.every((word) => hasWord(stems(name), word)),
  )
  return step && more.length === 0 ? told(step, from, to, look) : null
}

/** "The warning about tenors should go to the section leader": what the system sends goes to somebody else, what a person does is given away. */
export const recipientOf: Build = ({ T, A }, look) => {
  const step = one(T, ['step'], look) ?? one(`the step about ${(T ?? '').replace(/ (?:about|on|for) /, ' ')}`, ['step'], look)
  const to = step && one(A, ['actor'], look)
  if (!step || !to) return give({ ...(T && { T }), ...(A && { A }) }, look)
  if (look.context.intent.userFlows.find(({ name }) => name === step.of)?.actor !== system) return give({ T: T ?? '', A: A ?? '' }, look)
  const others = thingsOf(look.context.intent).filter(
    ({ kind, name }) => kind === 'actor' && name !== to.name && name !== system && replaceNoun(step.name, name, to.name) !== step.name,
  )
  return others.length === 1 ? told(step, others[0]!, to, look) : null
}

/** Whoever does the step is not whom it is done to. */
function told(step: Thing, from: Thing, to: Thing, { context }: Look): Edit[] | null {
  const flow = context.intent.userFlows.find(({ name }) => name === step.of)
  return flow && nameKey(flow.actor) === nameKey(from.name)
    ? null
    : [{ op: 'replace', thing: step, to: replaceNoun(step.name, from.name, to.name) }]
}

/** Somebody the design does not know yet, if the name is that of a role and no misspelling of one it knows. */
function newActor(phrase: string | undefined, { context }: Look): string | null {
  const said = (phrase ?? '').replace(/^(?:the|a|an)\s+/i, '')
  const [isNew = ''] = /^new (?:actor|role|person)(?: (?:called|named))? /i.exec(said) ?? []
  const name = newName(said.slice(isNew.length), 'A')
  const head = readTokens(name ?? '').at(-1)
  const found = findThing(phrase ?? '', ['actor'], context)
  if (!name || !head || !(isNew !== '' || isRole(head.lemma) || isPerson(head.lemma)) || 'things' in found) return null
  return nearest(
    name,
    thingsOf(context.intent)
      .filter(({ kind }) => kind === 'actor')
      .map((actor) => actor.name),
  ) === undefined
    ? name
    : null
}

/** "Cancelling is possible up to 4 hours before, not 3 hours": the one step that says so with the old amount. */
export const amount: Build = ({ X: before = '', Y = '', Q = '', P }, look) => {
  const X = `${before} ${Y}`.trim()
  const [, old = '', unit = ''] = /^(\d[\d.,]*)\s*(.*)$/.exec(inner(Q)) ?? []
  const [fresh, ...others] = [...X.matchAll(/(\d[\d.,]*)\s*(\p{L}*)/gu)]
  if (old === '' || !fresh || others.length > 0) return null
  const said = stems(X)
  const [, now = '', nowUnit = ''] = fresh
  const holds = new RegExp(`(?<![\\d.,])${old.replaceAll('.', '\\.')}(?![\\d]|[.,]\\d)\\s*(\\p{L}*)`, 'u')
  // Days are no weeks: the unit is the same in what is said and in what is there.
  const isSame = (a: string, b: string) => a === '' || singular(a.toLowerCase()) === singular(b.toLowerCase())
  const steps = thingsOf(look.context.intent).filter(({ kind, name }) => {
    const there = kind === 'step' ? holds.exec(name)?.[1] : undefined
    return (
      there !== undefined && isSame(unit.split(' ')[0] ?? '', there) && isSame(nowUnit, there) && !new RegExp(`\\b${now}\\b`).test(name)
    )
  })
  const [thing, ...more] =
    P === undefined
      ? steps.filter(({ name }) => said.length > 0 && said.every((word) => stems(name).includes(word)))
      : steps.filter(({ name }) => all(P, look).includes(name))
  return thing && more.length === 0 ? [{ op: 'replace', thing, to: thing.name.replace(holds, (found) => found.replace(old, now)) }] : null
}

const all = (phrase: string, { context }: Look): string[] => {
  const found = findThing(phrase, ['step'], context)
  return 'things' in found ? found.things.map(({ name }) => name) : []
}

/** What a sentence speaks of, amounts and words of permission aside. */
const stems = (text: string) =>
  readTokens(text)
    .filter(
      (token) =>
        isContent(token) && token.tag !== 'NUM' && !isUnit(token.lemma) && !/\d|^(?:possible|allow|permit|able|get|be)/.test(token.lemma),
    )
    .map(({ lower }) => stemOf(lower))

/** What comes before or after is a step, whether the sentence says so or not. */
function besideOf(phrase: string | undefined, flow: string | undefined, look: Look): Thing | null {
  const within = flow === undefined ? null : one(flow, ['flow'], look)
  if (flow !== undefined && !within) return null
  const here = within ? { ...look, context: { ...look.context, within } } : look
  return one(phrase, ['step'], { ...here, near: new Set() }) ?? one(`the step ${(phrase ?? '').replace(/^the\s+/i, '')}`, ['step'], here)
}

export const addStep =
  (where: 'before' | 'after' | 'first' | 'last'): Build =>
  ({ X, S, F }, look) => {
    let text = newText(X)
    if (!text) return null
    if (where === 'before' || where === 'after') {
      const beside = besideOf(S, F, look)
      const who = beside && phraseAt(readTokens(beside.name), 0)
      // "a step where he checks …": he who does the one beside it
      const pronoun = /^(?:he|she|they|it)\b/i
      if (pronoun.test(text) && !who) return null
      if (beside && who) text = text.replace(pronoun, beside.name.slice(0, who.end))
      return beside && [{ op: 'add-step', text, at: where === 'before' ? { before: beside } : { after: beside } }]
    }
    const flow = one(F, ['flow'], look)
    return flow && [{ op: 'add-step', text, at: { flow: flow.name, end: where } }]
  }

export const moveStep =
  (where: 'before' | 'after' | 'first' | 'last'): Build =>
  ({ S, S2, F }, look) => {
    const thing = besideOf(S, undefined, look)
    if (!thing) return null
    const spot = (): Spot | null => {
      if (where === 'first' || where === 'last') {
        const flow = F === undefined ? thing.of : one(F, ['flow'], look)?.name
        return flow === undefined ? null : { flow, end: where }
      }
      const beside = besideOf(S2, undefined, look)
      return beside && beside.name !== thing.name ? (where === 'before' ? { before: beside } : { after: beside }) : null
    }
    const to = spot()
    return to && [{ op: 'move', thing, to }]
  }

/** Two steps change places; in one flow they must be neighbours, else it is not said where the others go. */
export const swap: Build = ({ S, S2 }, look) => {
  const [a, b] = [one(S, ['step'], look), one(S2, ['step'], look)]
  if (!a || !b || a.name === b.name) return null
  const steps = look.context.intent.userFlows.find(({ name }) => name === a.of)?.steps.map(({ action }) => action) ?? []
  const [at, other] = [steps.indexOf(a.name), steps.indexOf(b.name)]
  if (a.of === b.of && Math.abs(at - other) !== 1) return null
  return [{ op: 'move', thing: a.of === b.of && at < other ? b : a, to: { before: a.of === b.of && at < other ? a : b } }]
}

/** "Packers don't throw chilled food away, the shift lead does": the step is told, not named. */
export const giveDone: Build = ({ T, A, B }, look) => give({ T: `the step about ${T}`, ...(A && { A }), ...(B && { B }) }, look)
