// The edits of steps: who does them, in which order, what they say.
import { readTokens } from '../../../lib/english/read.ts'
import { phraseAt } from '../outline/words.ts'
import { newText } from './read-steps.ts'
import { textOf } from './sentence.ts'
import type { Thing } from './edit.ts'
import { nameKey, same } from './names.ts'
import { askOf, clauseIn, numbersIn, thingsIn, type Build, type Place } from './place.ts'

/** A step goes to somebody else, who has no part in it yet; whoever else is named does it now. */
const give: Build = (place) => {
  const [step, ...others] = thingsIn(place, 'S1') ?? []
  const flow = place.names.intent.userFlows.find(({ name }) => name === step?.of)
  const actor = flow?.steps.find(({ action }) => action === step?.name)?.actor ?? flow?.actor
  const actors = ['R1', 'R2'].flatMap((slot) =>
    place.slots[slot] === undefined ? [] : (thingsIn(place, slot) ?? []).filter(({ kind }) => kind === 'actor'),
  )
  const [to, ...more] = actors.filter(({ name }) => name !== actor)
  if (!step || others.length > 0 || !to || more.length > 0) return null
  return ` ${nameKey(step.name)} `.includes(` ${nameKey(to.name)} `) ? null : [{ op: 'give', thing: step, to: to.name }]
}

const addStep: Build = (place) => {
  const [step] = place.slots.S1 === undefined ? [] : (thingsIn(place, 'S1') ?? [])
  const flow = step ? { name: step.of! } : thingsIn(place, 'F1')?.[0]
  const all = numbersIn(place.slots.X ?? '')
  const text = flow && newText(askOf(place), clauseIn(place))
  const lead = place.form.items
    .slice(0, all[0])
    .map(({ lower, words }) => `${lower} ${textOf(words)}`)
    .join(' ')
  if (!/\b(?:first|start|beginning|last|final|end)\b/i.test(lead)) return null
  const end = /\b(?:first|start|beginning)\b/i.test(lead) ? 'first' : 'last'
  return text ? [{ op: 'add-step', text, at: { flow: flow.name, end } }] : null
}

/** Both are steps of the design: one comes before or after the other. */
const moveStep: Build = (place) => {
  const [thing, ...more] = thingsIn(place, 'S1') ?? []
  const [beside, ...others] = thingsIn(place, 'S2') ?? []
  if (!thing || !beside || more.length > 0 || others.length > 0 || same(thing, beside)) return null
  if (/^(?:before|after)/.test(place.line))
    return [{ op: 'move', thing: beside, to: place.said.startsWith('before') ? { before: thing } : { after: thing } }]
  const isAfter = /(?:^| )(?:after|behind)\./.test(place.said)
  return [{ op: 'move', thing, to: isAfter ? { after: beside } : { before: beside } }]
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

/** A step as it was written out. */
const rewrite: Build = (place) => {
  const [thing, ...more] = thingsIn(place, 'S1') ?? []
  const to = place.form.items[numbersIn(place.slots.Q1 ?? '')[0]!]?.words[0]!.quoted
  return thing && more.length === 0 && to && isDone(place, to)
    ? [{ op: 'replace', thing, to: to.charAt(0).toUpperCase() + to.slice(1) }]
    : null
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
  const to = thing && more.length === 0 && !/\b(?:it|them|that|him|her)\b/i.test(said) ? newText(askOf(place), said) : null
  return to && isDone(place, to) ? [{ op: 'replace', thing: thing!, to }] : null
}

/** A text that begins with who does it. */
const isDone = ({ names }: Place, text: string) =>
  names.all.some(({ kind, name }) => kind === 'actor' && new RegExp(`^(?:the |an? )?${name}\\b`, 'i').test(text)) ||
  /^the system\b/i.test(text)

/** How they are asked for. */
export const stepAsks: readonly (readonly [Build, string])[] = [
  [
    give,
    `
    WISH %give S to R
    S must|may? be %give.d to R
    S must|may? be do.d|perform.d|handle.d|make.d|carry.d out? by R
    S by R
    S be %duty of|for R
    S be R 's %duty
    S fall.s|go.s|lie.s|rest.s to|with R
    S must|may %vanish to R
    S be up to R
    up to R to S
    up to R ,? instead-of|not R ,? to S
    WISH let|have R do? S
    prefer|like|want R to S
    be R who S
    be R ,? instead-of|not R ,? who S
    responsibility for S lie.s|be|rest.s with R
    S must|may? belong.s|belong.b to|with R
    R must|may? S instead-of R
    R must|may? S ,? not R
    S be something R do.s|do
    S must be something R do.s|do
    R be not one who S , R be
    R may|must do S
    be not R ,? but R who S
    S :|be R
    S be R 's %duty ,? not R 's
    S be what R do.s|do.b
    person|one|somebody who S be R
    WISH have|let R do S
  `,
  ],
  [
    addStep,
    `
    as S , X
    at start|beginning|end of F , X
  `,
  ],
  [
    moveStep,
    `
    S must|may? ~ before|after|ahead of? S
    WISH %move S ~ before|after|ahead|behind of? S
    first S ,? then|and|afterwards? then? S
    S first ,? and? then|afterwards S
    before|after S ,? ~ S
  `,
  ],
  [swap, 'WISH swap|exchange|switch Ss END'],
  [
    rewrite,
    `
    S must|may read|say|become|be Q
    WISH %type|replace S to|into|as|by|with? Q
    instead-of S ,? ~ Q
  `,
  ],
  [
    mergeSteps,
    `
    Ss must|may? be %merge.d into|to? %one? step?
    WISH %merge Ss into? %one? step?
    WISH make Ss %one step?
    Ss be %one step|action|thing END
  `,
  ],
  [
    replaceStep,
    `
    instead-of S ,? X
    instead-of S ,? we|i must|may? have|see|want|prefer :|,? X
    WISH replace|swap|substitute|exchange S with|by|for this|following? :|,? X
  `,
  ],
]
