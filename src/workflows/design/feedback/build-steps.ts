// The edits of steps: who does them, in which order, what they say.
import { isRole } from '../../../lib/english/roles.ts'
import { readTokens } from '../../../lib/english/read.ts'
import { phraseAt } from '../outline/words.ts'
import { doerOf, newText } from './new-text.ts'
import { newName } from './new-name.ts'
import { textOf } from './sentence.ts'
import type { Thing } from './edit.ts'
import { isText, nameKey, same, stemsOf, textsAbout } from './names.ts'
import { clauseIn, numbersIn, thingsIn, type Build, type Place } from './place.ts'

/** A step goes to somebody else, who has no part in it yet; whoever else is named does it now. */
const give: Build = (place) => {
  const [step, ...others] = (thingsIn(place, 'S1') ?? []).filter((thing, at, all) => all.findIndex((other) => same(other, thing)) === at)
  const flow = place.names.intent.userFlows.find(({ name }) => name === step?.of)
  const actor = flow?.steps.find(({ action }) => action === step?.name)?.actor ?? flow?.actor
  const actors = ['R1', 'R2'].flatMap((slot) =>
    place.slots[slot] === undefined ? [] : (thingsIn(place, slot) ?? []).filter(({ kind }) => kind === 'actor'),
  )
  const fresh = newActor(place)
  const [to, ...more] = [...actors, ...(fresh ? [fresh] : [])].filter(({ name }) => place.isDenied || name !== actor)
  if (!step || others.length > 0 || !to || more.length > 0) return null
  const isExchange = place.isDenied || actors.length > 1
  return !isExchange && ` ${nameKey(step.name)} `.includes(` ${nameKey(to.name)} `) ? null : [{ op: 'give', thing: step, to: to.name }]
}

/** Somebody whom the design does not know yet. */
function newActor(place: Place): Thing | null {
  const all = numbersIn(place.slots.W1 ?? '')
  const head = place.form.items[all.at(-1) ?? -1]?.words[0]
  const name = head && isRole(head.lemma) ? newName({ items: place.form.items, names: place.names }, all, 'A') : null
  return name === null ? null : { kind: 'actor', name }
}

/** A new step at one end of a flow. */
const addAtEnd: Build = (place) => {
  const [step] = place.slots.S1 === undefined ? [] : (thingsIn(place, 'S1') ?? [])
  const flow = step?.of ?? thingsIn(place, 'F1')?.[0]?.name
  const text = flow === undefined ? null : newText(place.names, clauseIn(place))
  const all = numbersIn(place.slots.X ?? place.slots.Z1 ?? '')
  const around = [...place.form.items.slice(0, all[0]), ...place.form.items.slice(all.at(-1)! + 1)]
  const said = around.map(({ lower, words }) => `${lower} ${textOf(words)}`).join(' ')
  if (/^(?:he|she|they|it)\b/i.test(text ?? '')) return null
  if (!/\b(?:first|start|beginning|last|final|end)\b/i.test(said) && !/step/.test(place.line)) return null
  const end = /\b(?:first|start|beginning)\b/i.test(said) ? 'first' : 'last'
  return text && flow ? [{ op: 'add-step', text, at: { flow, end } }] : null
}

/** The step beside it is named by what is done in it. */
const isNamedByDeed = ({ form, slots }: Place) =>
  form.items[numbersIn(slots.S1!)[0]!]!.words.some(
    ({ quoted, tag, lower }) => quoted !== undefined || tag === 'VERB' || /\p{L}{2}ing$/u.test(lower),
  )

/** Lays something down, denies it or tells of the past: no step is told so. */
const noStep = /^(?:must|shall|may|can|cannot|ca|not|n't|never|only|no|was|were|had)$/

/** A new step beside another. Without a word that asks for it, only where it is told as steps are and nothing says so yet. */
const addBeside: Build = (place) => {
  const [beside, ...more] = thingsIn(place, 'S1') ?? []
  const [end] = place.slots.S2 === undefined ? [] : (thingsIn(place, 'S2') ?? [])
  if (beside && end && same(beside, end)) return null
  const text = beside && more.length === 0 ? newText(place.names, clauseIn(place)) : null
  if (!beside || !text) return null
  const isAsked = place.form.isAlso || /(?:^| )(?:step\.n|(?:add|insert|include)\.[bn])#/.test(place.form.text)
  const isThere = textsAbout(stemsOf(text), place.names.all.filter(isText)).length > 0
  const [first] = readTokens(text)
  // "after the refund the member smiles" only tells
  const isSure = place.form.items.some(({ lower }) => lower === 'should') || isNamedByDeed(place)
  const isDoing =
    isDone(place, text) ||
    /^(?:he|she|they)\b/i.test(text) ||
    (first?.tag === 'VERB' && first.lower === first.lemma && text.split(' ').length > 2)
  if (!isAsked && (isThere || !isSure || !isDoing || place.form.items.some(({ lower }) => noStep.test(lower)))) return null
  const who = phraseAt(readTokens(beside.name), 0)
  const pronoun = /^(?:he|she|they|it)\b/i
  if (pronoun.test(text) && !who) return null
  const action = who ? text.replace(pronoun, beside.name.slice(0, who.end)) : text
  const isBefore = /(?:^| )(?:before|ahead)\./.test(place.said)
  return [{ op: 'add-step', text: action, at: isBefore ? { before: beside } : { after: beside } }]
}

/** Both are steps of the design: one comes before or after the other. */
const moveStep: Build = (place) => {
  const [thing, ...more] = thingsIn(place, 'S1') ?? []
  const [beside, ...others] = thingsIn(place, 'S2') ?? []
  if (!thing || !beside || more.length > 0 || others.length > 0 || same(thing, beside)) return null
  if (/^(?:before|after)/.test(place.line))
    return [{ op: 'move', thing: beside, to: place.said.startsWith('before') ? { before: thing } : { after: thing } }]
  const ahead = place.said.slice(0, place.said.lastIndexOf(place.slots.S2!))
  const isAfter = /^(?:after|behind)/.test([...ahead.matchAll(/(?<![^ ])(?:after|behind|before|ahead)(?=\.)/g)].at(-1)?.[0] ?? '')
  return [{ op: 'move', thing, to: isAfter ? { after: beside } : { before: beside } }]
}

/** A step goes to one end of its flow, or of another. */
const moveToEnd: Build = (place) => {
  const [thing, ...more] = thingsIn(place, 'S1') ?? []
  const flow = place.slots.F1 === undefined ? thing?.of : thingsIn(place, 'F1')?.[0]?.name
  if (!thing || more.length > 0 || flow === undefined) return null
  const end = /(?:^| )(?:first|start|beginning|top|begin)\./.test(place.said) ? 'first' : 'last'
  return flow === thing.of && place.line.endsWith('to|into F') ? null : [{ op: 'move', thing, to: { flow, end } }]
}

/** Two steps change places; in one flow they must be neighbours, else it is not said where the others go. */
const swap: Build = (place) => {
  const [a, b, ...more] = thingsIn(place, 'S1') ?? []
  const all = place.names.intent.userFlows.find(({ name }) => name === a?.of)?.steps.map(({ action }) => action) ?? []
  if (!a || !b || more.length > 0 || same(a, b)) return null
  const ahead = all.indexOf(b.name) - all.indexOf(a.name)
  if (a.of === b.of && Math.abs(ahead) !== 1) return null
  return a.of === b.of && ahead > 0 ? [{ op: 'move', thing: b, to: { before: a } }] : [{ op: 'move', thing: a, to: { before: b } }]
}

/** A step, or the part of it that was quoted, as it was written out. */
const rewrite: Build = (place) => {
  const [thing, ...more] = thingsIn(place, 'S1') ?? []
  const said = place.form.items[numbersIn(place.slots.Q1 ?? '')[0]!]?.words[0]!.quoted
  if (!thing || more.length > 0 || !said) return null
  const [at] = numbersIn(place.slots.S1 ?? '')
  const part = place.form.items[at ?? -1]?.words.find(({ quoted }) => quoted !== undefined)?.quoted ?? ''
  const from = part === '' ? -1 : thing.name.toLowerCase().indexOf(part.toLowerCase())
  const isVerb = /^\p{L}+s\b/u.test(said) && readTokens(`it ${said}`)[1]?.tag === 'VERB'
  const who = isVerb ? phraseAt(readTokens(thing.name), 0) : null
  const to =
    from > 0
      ? `${thing.name.slice(0, from)}${said}${thing.name.slice(from + part.length)}`
      : who
        ? `${thing.name.slice(0, who.end)} ${said}`
        : said
  return isDone(place, to) ? [{ op: 'replace', thing, to: to.charAt(0).toUpperCase() + to.slice(1) }] : null
}

/** One wording of a step for another. */
const reword: Build = (place) => {
  const [thing, ...more] = thingsIn(place, 'S1') ?? []
  const [one, other] = ['Q1', 'Q2'].map((slot) => place.form.items[numbersIn(place.slots[slot] ?? '')[0]!]?.words[0]!.quoted ?? '')
  const [old, to] = place.line.includes('instead-of') ? [other!, one!] : [one!, other!]
  const at = thing && more.length === 0 ? thing.name.toLowerCase().indexOf(old.toLowerCase()) : -1
  return thing && at >= 0 && old !== ''
    ? [{ op: 'replace', thing, to: thing.name.slice(0, at) + to + thing.name.slice(at + old.length) }]
    : null
}

/** A wording that names nothing by itself, wherever the design has it. */
const rewordAll: Build = (place) => {
  const [one, other] = ['Q1', 'Q2'].map((slot) => place.form.items[numbersIn(place.slots[slot] ?? '')[0]!])
  const [old, to] = place.line.includes('instead-of') ? [other, one] : [one, other]
  const [gone, by] = [old?.words[0]!.quoted ?? '', to?.words[0]!.quoted ?? '']
  if (gone === '' || by === '' || !old!.things.every(isText)) return null
  const texts = place.names.all.filter((thing) => isText(thing) && thing.name.includes(gone))
  return texts.length === 0 ? null : texts.map((thing) => ({ op: 'replace', thing, to: thing.name.replaceAll(gone, by) }))
}

/** Two neighbouring steps as one that says both. */
const mergeSteps: Build = (place) => {
  const [first, second, ...more] = thingsIn(place, 'S1') ?? []
  const steps = place.names.intent.userFlows.find(({ name }) => name === first?.of)?.steps ?? []
  const at = (thing: Thing) => steps.findIndex(({ action }) => action === thing.name)
  if (!first || !second || more.length > 0 || first.of !== second.of || at(second) - at(first) !== 1) return null
  const who = phraseAt(readTokens(second.name), 0)
  const isSame = who && first.name.toLowerCase().startsWith(second.name.slice(0, who.end).toLowerCase())
  const rest = isSame ? second.name.slice(who.end).trim() : second.name.charAt(0).toLowerCase() + second.name.slice(1)
  return [
    { op: 'replace', thing: first, to: `${first.name} and ${rest}` },
    { op: 'remove', thing: second },
  ]
}

/** Another text for a step: who does what instead. */
const replaceStep: Build = (place) => {
  const [thing, ...more] = thingsIn(place, 'S1') ?? []
  const said = clauseIn(place).replace(/,? instead$/i, '')
  const to = thing && more.length === 0 && !/\b(?:it|them|that|him|her)\b/i.test(said) ? newText(place.names, said) : null
  return to && isDone(place, to) ? [{ op: 'replace', thing: thing!, to }] : null
}

const isDone = ({ names }: Place, text: string) => doerOf(names, text) !== null

/** How they are asked for. */
export const stepAsks: readonly (readonly [Build, string])[] = [
  [
    give,
    `
    WISH %give Ss to R
    R do.s|do.b|handle.s|handle.b S
    W do.s|do.b|handle.s|handle.b S
    S be W 's %duty
    S be nothing|what R do.s|do.b
    S must? be|%sit with R
    S must|may? be do.d|perform.d|handle.d|make.d|carry.d out? by R
    S by R
    S be %duty of|for R
    S be R 's %duty
    S fall.s|go.s|lie.s|rest.s to|with R
    S must|may %vanish to R
    WISH let|have R do? S
    be R who S
    be R ,? instead-of|not R ,? who S
    S must|may? belong.s|belong.b to|with R
    R ,? not|instead-of R ,? must|may? S
    S must not be R ,? have|let R do S
    R must|may? S ,? not R
    be not R ,? but R who S
    S :|be|become R
    S be R 's %duty ,? not R 's
    person|one|somebody who S be R
  `,
  ],
  [
    addAtEnd,
    `
    at ~ start|beginning|end of F ,|: X
    in F ,? %add ~ step in|where|:|,? which? X
    WISH %add ~ step? at start|beginning|end of F :|,? X
    WISH %add ~ step? to|in F :|,|in|where|which? which? X
    WISH %add Z at ~ start|beginning|end of F
    F be? %lack.s|%lack.b|%lack.g ~ step ~ :|, X
  `,
  ],
  [
    addBeside,
    `
    before|after|once S ,? X
    WISH %add step? before|after S :|,|where? X
    WISH %add step? Z before|after S
    between S and S ,? X
    before|after S ,? must|may? be ~ step where|when|that|in|: which? X
  `,
  ],
  [
    moveStep,
    `
    S must|may? ~ ,? before|after|ahead of|anybody|everybody? S
    S must|may? ~ before|after|ahead of? S ,? and? not before|after|at S?
    WISH %move S ~ before|after|ahead|behind of? S
    first S ,? then|and|afterwards? then? S
    S ~ first ,? and? then|afterwards? S
  `,
  ],
  [
    moveToEnd,
    `
    WISH %move S ~ to|at ~ start|beginning|top|end of? F?
    S must|may ~ to|at ~ start|beginning|top|end of? F?
  `,
  ],
  [swap, 'WISH swap|exchange|switch Ss END'],
  [
    rewrite,
    `
    S must|may read|say|become|be :? Q
    S must|may read|say|become|be :? Q ,? instead-of|not S
    S : Q instead?
    WISH %type|%rename|reword|rephrase|rewrite|let|exchange S to|into|as|by|with|read|say? Q
    instead-of S ,? S must|may? say|read|be Q
  `,
  ],
  [
    reword,
    `
    in S ,? %say|%type|%rename Q instead-of Q
    in S ,? %rename|%type Q to|into|by|with Q
  `,
  ],
  [
    rewordAll,
    `
    WISH %say|%type Q instead-of Q
    WISH %rename|%type Q to|into|by|with Q
  `,
  ],
  [
    mergeSteps,
    `
    Ss must|may? be %merge.d into|to? %one? step?
    WISH %merge Ss into? %one? step?
    WISH make Ss %one step?
  `,
  ],
  [
    replaceStep,
    `
    S must|may be|read|say : X
    instead-of S ,? X
    instead-of S ,? we|i must|may? have|see|want|prefer :|,? X
  `,
  ],
]
