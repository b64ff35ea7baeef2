// How an ask is read as an edit of attributes and parts: another type, another place, required or not, new or in place of another.
import { isUnit } from '../../../lib/english/lexicon.ts'
import { typeOf } from '../outline/place/types.ts'
import type { Edit } from './edit.ts'
import {
  cue,
  cues,
  isOld,
  isTaken,
  isWish,
  mentions,
  everything,
  newName,
  one,
  range,
  runs,
  thingsAt,
  unknown,
  use,
  wish,
  wordAt,
  wordBefore,
  type Reading,
  type View,
} from './view.ts'

/** "Instead of the location description I'd like map coordinates." */
export const replaceAttribute: Reading = (view) => {
  const at = mentions(view, ['attribute']).find((each) => isOld(view, each) || isUnasked(view, each))
  const thing = at === undefined ? null : one(view, at, ['attribute'])
  if (!thing || at === undefined) return null
  use(view, at)
  wish(view, 'use|have|ask|store|show|keep|record|want|need')
  cue(view, /^(?:ask|use|need|want|have|rather)$/)
  const [run, ...more] = runs(view)
  const fresh = run && more.length === 0 ? attributeIn(view, run, thing.of ?? '') : null
  if (!fresh || !run || run.some((each) => view.items[each]!.things.some(({ kind }) => kind === 'attribute'))) return null
  use(view, ...run)
  return [{ op: 'remove', thing }, fresh]
}

/** "Don't ask for the number of rooms, …" */
function isUnasked(view: View, at: number): boolean {
  const start = view.items.findIndex(({ lower }) => lower === "n't" || lower === 'not')
  const words = view.items.slice(start + 1, at).map(({ lower }) => lower)
  if (start < 0 || !words.some((word) => /^(?:ask|store|use|need|record|keep)$/.test(word)) || !cueAfter(view, at)) return false
  use(view, ...range(Math.max(0, start - 1), at))
  return true
}

const cueAfter = (view: View, at: number) =>
  view.items.some(({ lower }, i) => i > at && /^(?:ask|use|store|record|need|instead)$/.test(lower))

export const retype: Reading = (view) => {
  const types = [...view.items.keys()].filter((at) => view.items[at]!.type !== null)
  const found = mentions(view, ['attribute'])
  const [spoken] = view.topic
  // "Plain text will do."
  if (
    found.length === 0 &&
    types.length === 1 &&
    view.topic.length === 1 &&
    spoken?.kind === 'attribute' &&
    cue(view, /^(?:do|enough|fine|suffices?)$/)
  ) {
    use(view, ...types)
    return [{ op: 'retype', thing: spoken, to: view.items[types[0]!]!.type! }]
  }
  for (const at of found) {
    const trial: View = { ...view, used: new Set(view.used) }
    const own = types.filter((each) => each !== at)
    const fresh = own.filter((each) => !isOld(trial, each))
    const to = new Set(fresh.map((each) => view.items[each]!.type!))
    if (to.size !== 1 || isOld(trial, at)) continue
    use(trial, at, ...own)
    let isAsk =
      own.length > fresh.length ||
      cue(trial, /^(?:type|kind)$/) ||
      view.items.some(({ lower }, i) => /^(?:is|are|be|'s)$/.test(lower) && i < Math.max(at, ...fresh) && i > Math.min(at, ...fresh))
    for (const [i, { words, things }] of view.items.entries()) {
      if (trial.used.has(i) || words.length > 1 || things.length > 0) continue
      const { lemma, lower } = words[0]!
      if (/^(?:make|turn|change|convert|switch|set|store|keep|treat|model|save|retype|use|define|handle)$/.test(lemma) && isWish(view, i)) {
        use(trial, i)
        isAsk = true
      }
      if (/^(?:take|hold|become|becomes|do|enough|fine|accept|allow)$/.test(lower) || (lower === 'have' && view.items[at]!.isPointer))
        isAsk = true
      if (
        /^(?:take|hold|becomes?|needs?|do|enough|fine|value|accept|allow|has|have|only|real|proper|rather|than|simple|single)$/.test(lower)
      )
        use(trial, i)
    }
    detail(trial, fresh[0]!)
    const thing = thingsAt(trial, at, ['attribute']).length > 0 ? one(view, at, ['attribute']) : null
    // "was a number once" only tells
    if (!thing || !isAsk || view.items.some(({ lower }) => /^(?:was|were|had)$/.test(lower))) continue
    use(view, ...trial.used)
    return [{ op: 'retype', thing, to: [...to][0]! }]
  }
  if (types.length === 0 && cue(view, /^(?:type)$/) && mentions(view, ['attribute']).length === 1)
    view.why.add('it does not say which type it shall be')
  return null
}

/** "from 1 to 5", "between 0 and 100", "in minutes": said of the values, not of the type. */
function detail(view: View, at: number) {
  const next = (i: number) => view.items[at + i]?.words[0]
  if (/^(?:from|between)$/.test(next(1)?.lower ?? '') && next(2)?.tag === 'NUM' && next(4)?.tag === 'NUM')
    use(view, ...range(at + 1, at + 5))
  else if (next(1)?.lower === 'in' && next(2)?.tag === 'NOUN') use(view, at + 1, at + 2)
}

export const require_: Reading = (view) => {
  const found = mentions(view, ['attribute'])
  if (found.length === 0) {
    if (wordAt(view, /^(?:required|mandatory|compulsory|obligatory|optional)$/) < 0) return null
    cue(view, /^(?:required|mandatory|compulsory|obligatory|optional)$/)
    return wish(view, 'make|mark|set') || view.items.some(({ lower }) => /^(?:is|are)$/.test(lower)) ? unknown(view, ['attribute']) : null
  }
  const no = view.items.filter(({ lower }) => /^(?:not|n't|never|cannot)$/.test(lower)).length
  const must = view.items.some(({ lower }) => /^(?:must|has|have|needs?|should|always|ought)$/.test(lower))
  const denied = view.items.findIndex(({ lower }) => /^(?:not|n't)$/.test(lower))
  const [yes, maybe] = [/^(?:required|mandatory|compulsory|obligatory|must-have)$/, /^(?:optional|voluntary)$/].map((words) =>
    wordAt(view, words),
  ) as [number, number]
  if (denied < 0 && yes >= 0 && maybe >= 0) return null
  // "optional, not required": the one right behind "not" is the old one
  const required =
    denied >= 0 && yes >= 0 && maybe >= 0
      ? maybe > denied && (yes < denied || maybe < yes)
      : cue(view, /^(?:required|mandatory|compulsory|obligatory|must-have)$/)
        ? no === 0
        : cue(view, /^(?:optional|voluntary)$/)
          ? no > 0
          : cue(view, /^(?:empty|blank|missing)$/)
            ? no > 0
            : wish(view, 'require')
              ? true
              : must && cue(view, /^(?:fill|filled|given|entered|provided|supplied|specified|completed|present)$/)
                ? no === 0
                : null
  if (required === null || no > 1) return null
  cues(
    view,
    /^(?:not|n't|never|cannot|left|leave|stay|remain|has|have|needs?|do|does|always|ought|in|out|make|mark|set|ca|field|allowed|but|rather|instead|than|optional|voluntary|required|mandatory|compulsory|obligatory)$/,
  )
  // "when you add a snag"
  const when = wordAt(view, /^(?:when|whenever)$/)
  if (when >= 0 && view.items.slice(when).some(({ isOwner }) => isOwner))
    use(
      view,
      ...range(when, view.items.length).filter((i) =>
        /^(?:when|whenever|you|someone|add|adding|create|creating|enter|entering|register|registering|report|reporting|people)$/.test(
          view.items[i]!.lower,
        ),
      ),
    )
  for (const each of wordsOfAll(view)) use(view, each)
  const things = found.map((at) => one(view, at, ['attribute']))
  use(view, ...found)
  return things.every((thing) => thing !== null) ? things.map((thing): Edit => ({ op: 'require', thing, required })) : null
}

/** "every" and "each" before an owner leave out none. */
const wordsOfAll = (view: View) =>
  [...view.items.keys()].filter(
    (at) =>
      /^(?:every|each|any|all)$/.test(view.items[at]!.lower) &&
      view.items.slice(at + 1, at + 2).some(({ things }) => things.some(({ kind }) => kind === 'entity')),
  )

const placing = 'move|put|shift|transfer|place|relocate|bring|attach|go|sit|live|stand|appear|hang'

/** An attribute to another entity, or a part into another. */
export const move: Reading = (view) => {
  const isSaid = wish(view, placing, true) !== null || cue(view, /^(?:belongs?|belong)$/)
  const isAsked = isSaid || view.items.some(({ lower }) => /^(?:should|must|want|ought)$/.test(lower))
  if (!isAsked) return null
  for (const [kind, into] of [
    ['attribute', 'entity'],
    ['component', 'component'],
  ] as const) {
    const trial: View = { ...view, used: new Set(view.used) }
    const [from, ...more] =
      kind === 'attribute'
        ? mentions(trial, [kind]).filter((at) => view.items[at]!.things.every((thing) => thing.kind === 'attribute') && !isOld(trial, at))
        : mentions(trial, [kind]).slice(0, 1)
    if (from === undefined || more.length > 0) continue
    use(trial, from)
    const own = thingsAt(view, from, [kind])
    const others = [...view.items.keys()].filter(
      (at) => !trial.used.has(at) && thingsAt(view, at, [into, 'attribute']).some(({ name }) => !own.some(({ of }) => of === name)),
    )
    const old = others.filter((at) => isOld(trial, at) || wordBefore(view, at) === 'from')
    const [to, ...rest] = others.filter((at) => !old.includes(at))
    use(trial, ...old)
    for (const at of view.items.keys()) if (view.items[at]!.isOwner) isOld(trial, at)
    if (
      to === undefined ||
      rest.length > 0 ||
      thingsAt(view, to, [into]).length === 0 ||
      !/^(?:to|into|onto|on|under|in|inside|with|at|below|of)$/.test(wordBefore(view, to))
    )
      continue
    use(trial, to)
    cues(trial, /^(?:sits?|stands?|lives?|over|directly|right|currently|want|down|move|put|across)$/)
    const [thing, target] = [one(view, from, [kind]), one(view, to, [into])]
    if (!thing || !target || target.name === thing.of || target.name === thing.name) continue
    if (kind === 'attribute' && isTaken(view, thing.name, { kind, name: '', of: target.name })) {
      view.why.add(`${target.name} has ${thing.name} already`)
      continue
    }
    use(view, ...trial.used)
    return [{ op: 'move', thing, to: kind === 'attribute' ? { entity: target.name } : { component: target.name } }]
  }
  const [from, ...more] = mentions(view, ['attribute'])
  if (!isSaid || from === undefined || more.length > 0 || mentions(view, everything).length > 1) return null
  use(view, from)
  return unknown(view, ['entity'])
}

const adding = 'add|include|introduce|store|keep|record|track|hold|save|note|capture|give|put|have|get|need|miss|want'

export const addAttribute: Reading = (view) => {
  const isAlso = view.items.some(({ lower }) => lower === 'also' || lower === 'too')
  const verb =
    wish(view, adding, isAlso) ??
    (cue(view, /^(?:needs?|lacks?|misses|miss|missing)$/) ? 'need' : isAlso && cue(view, /^(?:has|have)$/) ? 'have' : null)
  if ((verb ?? wanted(view)) === null || view.items.some(({ kind }) => kind === 'step' || kind === 'flow')) return null
  cues(view, /^(?:needs?|want|missing|lacks?)$/)
  for (const at of [...view.items.keys()].filter((each) => !view.used.has(each) && thingsAt(view, each, ['entity']).length > 0)) {
    const trial: View = { ...view, used: new Set(view.used) }
    const isSubject = runs(trial)[0]?.[0] === at
    if (!isSubject && !/^(?:to|on|in|into|for|at|of|from|with|each|every)$/.test(wordBefore(view, at)) && verb !== 'give') continue
    const entity = one(view, at, ['entity'])
    if (!entity) continue
    use(trial, at)
    for (const each of wordsOfAll(view)) if (!/^(?:to)$/.test(view.items[each - 1]?.lower ?? '')) use(trial, each)
    // "a weight, in kilograms"
    for (const [run] of runs(trial)) if (view.items[run! - 1]?.lower === 'in' && isUnit(view.items[run!]!.words[0]!.lemma)) use(trial, run!)
    const edits = runs(trial, /^(?:,|;|:|–|—|-|and)$/).map((run) => attributeIn(trial, run, entity.name))
    if (edits.length === 0 || !edits.every((edit) => edit !== null)) continue
    const known = edits.find(({ name }) => isTaken(view, name, { kind: 'attribute', name: '', of: entity.name }))
    if (known) {
      view.why.add(`${entity.name} has ${known.name} already`)
      continue
    }
    use(view, ...trial.used, ...runs(trial).flat())
    return edits
  }
  return null
}

/** "I'd like", "we want": of the person who speaks. */
function wanted(view: View): string | null {
  const at = view.items.findIndex(({ lower }) => /^(?:like|want|need|prefer)$/.test(lower))
  const [before, first] = [view.items[at - 1]?.lower ?? '', view.items[at - 2]?.lower ?? '']
  const isOurs = /^(?:i|we)$/.test(before) ? view.items[at]!.lower !== 'like' : /^(?:would|'d)$/.test(before) && /^(?:i|we)$/.test(first)
  return isOurs ? 'want' : null
}

type Added = Extract<Edit, { op: 'add-attribute' }>

/** "an optional date field called return date" */
export function attributeIn(view: View, run: readonly number[], entity: string): Added | null {
  let own = [...run]
  const drop = (test: (at: number) => boolean) => (own = own.filter((at) => !test(at)))
  const word = (at: number) => view.items[at]?.lower ?? ''
  const isOptional = own.some((at) => word(at) === 'optional')
  drop((at) => /^(?:optional|required|mandatory|new|separate|extra|another|own|its)$/.test(word(at)))
  const field = own.find((at) => view.items[at]!.kind === 'attribute' && view.items[at]!.things.length === 0)
  const called = own.find((at) => /^(?:called|named)$/.test(word(at)))
  const typed = own.find(
    (at) =>
      view.items[at]!.type !== null &&
      (at === own.at(-1)
        ? /^(?:type|as)$/.test(word(at - 1)) || /^type /.test(word(at)) || /^(?:type)$/.test(word(at - 2))
        : field !== undefined && at < field && called !== undefined),
  )
  const type = typed === undefined ? null : view.items[typed]!.type
  drop(
    (at) =>
      at === field || at === called || at === typed || (typed !== undefined && at > typed - 3 && /^(?:of|type|as|with)$/.test(word(at))),
  )
  // "a duration in minutes"
  const unit = own.length > 2 && word(own.at(-2)!) === 'in' ? own.splice(-2) : []
  while (own.length > 0 && /^(?:the|a|an|for|of|our|to)$/.test(word(own[0]!))) own = own.slice(1)
  const name = own.length > 0 ? newName(view, own) : null
  if (!name || own.some((at) => view.items[at]!.kind && view.items[at]!.things.length === 0)) return null
  return {
    op: 'add-attribute',
    entity,
    name,
    type: type ?? (unit.length > 0 && typeOf(name) === 'text' ? 'number' : null),
    required: !isOptional,
  }
}
