// How an ask is read as an edit of attributes and parts: another type, another place, required or not, new or in place of another.
import { isUnit } from '../../../lib/english/lexicon.ts'
import {
  choose,
  cue,
  cues,
  everything,
  isOld,
  isTaken,
  mentions,
  one,
  range,
  runs,
  thingsAt,
  unknown,
  use,
  wordAt,
  wordBefore,
  type Ask,
  type Frame,
} from './ask.ts'
import { attributeIn } from './attribute-in.ts'
import type { Edit, Thing } from './edit.ts'

/** "Instead of the location description I'd like map coordinates." */
export const replaceAttribute: Frame = {
  verbs: 'use|have|ask|store|show|keep|record|want|need',
  says: () => true,
  read: (ask) =>
    choose(ask, mentions(ask, ['attribute']), (trial, at) => {
      if (!isOld(trial, at)) return null
      const thing = one(trial, at, ['attribute'])
      use(trial, at)
      cues(trial, /^(?:ask|use|need|want|have|store)$/)
      const [run, ...more] = runs(trial)
      const fresh = thing && run && more.length === 0 ? attributeIn(trial, run, thing.of ?? '') : null
      if (!thing || !fresh || !run || run.some((each) => trial.items[each]!.things.some(({ kind }) => kind === 'attribute'))) return null
      use(trial, ...run)
      return [{ op: 'remove', thing }, fresh]
    }),
}

export const retype: Frame = {
  verbs: 'make|turn|change|convert|switch|set|store|keep|treat|model|save|retype|use|define|handle|declare',
  says: (ask) =>
    cue(ask, /^(?:type|kind|take|holds?|becomes?|do|enough|fine|suffices?|accept|allow|came|typed|stored|kept|want|need|needs)$/) ||
    ask.items.some(({ lower }) => /^(?:is|are|be|'s|as|:|not|n't|have)$/.test(lower)) ||
    // "both text"; "Decimal, in kilos."
    ask.items.every(({ things, type }) => things.length > 0 || type !== null) ||
    (ask.items[0]?.type ?? null) !== null,
  read(ask) {
    cues(ask, /^(?:type|kind|values?)$/)
    // "was a number once" only tells
    if (ask.items.some(({ lower }) => /^(?:was|were|had)$/.test(lower))) return null
    const attributes = mentions(ask, ['attribute']).filter((at) => ask.items[at]!.role !== 'not')
    // "the telex number" is no telex that is a number
    const isCompound = (at: number) => mentions(ask, ['attribute']).includes(at - 1) && ask.items[at + 1]?.words[0]!.tag === 'AUX'
    if ([...ask.items.keys()].some((at) => ask.items[at]!.type !== null && isCompound(at))) return null
    const types = [...ask.items.keys()].filter((at) => ask.items[at]!.type !== null && !ask.used.has(at))
    const pointed = attributes.length === 0 && ask.topic.every(({ kind }) => kind === 'attribute') ? ask.topic : []
    const isTold = ask.items.some(({ lower }) => /^(?:now|currently|presently|today)$/.test(lower))
    if (pointed.length === 1) return isTold ? null : typed(ask, types, pointed, [])
    const [first = 0, last = 0] = [attributes[0], attributes.at(-1)]
    const isList =
      attributes.length > 1 &&
      range(first, last).every((at) => attributes.includes(at) || /^(?:and|,|the|both)$/.test(ask.items[at]!.lower))
    const read = (trial: Ask, at: readonly number[]) =>
      typed(
        trial,
        types.filter((each) => !at.includes(each)),
        null,
        at,
      )
    const all = isList ? choose(ask, [0], (trial) => read(trial, attributes)) : null
    const edits = all ?? choose(ask, attributes, (trial, at) => read(trial, [at]))
    if (!edits && types.length === 0 && attributes.length === 1 && ask.items.some(({ lower }) => lower === 'type'))
      ask.why.add('it does not say which type it shall be')
    return edits
  },
}

/** The type that is left when the old one is set aside: said not to be, said before the new one, or the type of now. */
function typed(ask: Ask, types: readonly number[], pointed: readonly Thing[] | null, at: readonly number[]): Edit[] | null {
  const things = pointed ?? at.map((each) => one(ask, each, ['attribute'])).filter((thing) => thing !== null)
  if (things.length === 0 || (pointed === null && things.length < at.length)) return null
  const now = new Set(things.map((thing) => attributeOf(ask, thing)?.type))
  let fresh = types.filter((each) => !isOld(ask, each) && !(ask.items[each]!.role === 'from'))
  const said = (each: number) => ask.items[each]!.type!
  const isDayAndTime = fresh.length > 1 && ['date', 'time'].every((type) => fresh.some((each) => said(each) === type))
  if (!isDayAndTime && new Set(fresh.map(said)).size > 1) {
    const [old, left] = [fresh.filter((each) => now.has(said(each))), fresh.filter((each) => !now.has(said(each)))]
    const isOver = (each: number) => left.every((other) => (each < other && !isWished(ask, each)) || isWished(ask, other))
    if (!old.every(isOver)) return null // it has the type that is asked for
    fresh = left
  }
  const isToo =
    now.has('date') && fresh.every((each) => said(each) === 'time') && ask.items.some(({ lower }) => /^(?:well|also|too)$/.test(lower))
  const to = isDayAndTime || isToo ? ['date and time'] : [...new Set(fresh.map(said))]
  if (to.length !== 1) return null
  use(ask, ...at, ...types)
  if (isDayAndTime) cues(ask, /^(?:and)$/)
  detail(ask, fresh.at(-1)!)
  return things.map((thing): Edit => ({ op: 'retype', thing, to: to[0]! }))
}

/** "should really be money", "-> decimal": said shortly before it. */
const isWished = (ask: Ask, at: number) =>
  ask.items.slice(Math.max(0, at - 4), at).some(({ lower }) => /^(?:be|becomes?|should|must|ought|needs?|make|into|want)$/.test(lower))

export const attributeOf = (ask: Ask, { name, of }: Thing) =>
  ask.names.intent.dataModel.entities.find((entity) => entity.name === of)?.attributes.find((each) => each.name === name)

/** "from 1 to 5", "between 0 and 100", "in minutes": said of the values, not of the type. */
function detail(ask: Ask, at: number) {
  const skip = ask.items[at + 1]?.lower === ',' ? 1 : 0
  const next = (i: number) => ask.items[at + skip + i]?.words[0]
  if (/^(?:from|between)$/.test(next(1)?.lower ?? '') && next(2)?.tag === 'NUM' && next(4)?.tag === 'NUM')
    use(ask, ...range(at + skip + 1, at + skip + 5))
  else if (next(1)?.lower === 'in' && next(2)?.tag === 'NOUN') use(ask, at + skip + 1, at + skip + 2)
}

const yesWords = /^(?:required|mandatory|compulsory|obligatory|must-have)$/
const noWords = /^(?:optional|voluntary)$/
const givenWords = /^(?:fill|filled|given|entered|provided|supplied|specified|completed|present|there)$/

export const require_: Frame = {
  verbs: 'require',
  says: (ask) =>
    [yesWords, noWords, givenWords, /^(?:empty|blank|missing)$/].some((words) => wordAt(ask, words) >= 0) || mustHave(ask) !== null,
  read(ask, verb) {
    const owned = mustHave(ask)
    if (owned) {
      use(ask, ...ask.items.keys())
      return [{ op: 'require', thing: owned, required: true }]
    }
    const found = mentions(ask, ['attribute'])
    const things = found.length > 0 ? found.map((at) => one(ask, at, ['attribute'])) : ask.topic.filter(({ kind }) => kind === 'attribute')
    const [yes, maybe] = [wordAt(ask, yesWords), wordAt(ask, noWords)]
    if (things.length === 0) {
      cue(ask, yes >= 0 ? yesWords : noWords)
      const isSaid = (yes >= 0 || maybe >= 0) && ask.items.some(({ lower }) => /^(?:make|mark|set|is|are|be)$/.test(lower))
      cues(ask, /^(?:make|mark|set)$/)
      return isSaid ? unknown(ask, ['attribute']) : null
    }
    const denials = ask.items.filter(({ lower }) => /^(?:not|n't|never|cannot|no)$/.test(lower)).length
    const denied = ask.items.findIndex(({ lower }) => /^(?:not|n't)$/.test(lower))
    const must = ask.items.some(({ lower }) => /^(?:must|has|have|needs?|should|always|ought)$/.test(lower))
    if (denials > 1 || (denied < 0 && maybe >= 0 && (yes >= 0 || wordAt(ask, givenWords) >= 0))) return null
    // "optional, not required": the one right behind "not" is the old one
    const required =
      denied >= 0 && (yes >= 0 || verb !== null) && maybe >= 0
        ? maybe > denied && (yes < denied || maybe < yes)
        : yes >= 0 || verb !== null
          ? denials === 0
          : maybe >= 0 || wordAt(ask, /^(?:empty|blank|missing)$/) >= 0
            ? denials > 0
            : must
              ? denials === 0
              : null
    const isMaking = /^(?:do|don't)$/.test(ask.items[0]!.lower) && ask.items.some(({ lower }) => /^(?:make|mark|set)$/.test(lower))
    // "don't make it required", where it is not: it stays as it is
    if (required === null || (isMaking && things.every((thing) => thing && attributeOf(ask, thing)?.required === required))) return null
    for (const words of [yesWords, noWords, givenWords]) cues(ask, words)
    cues(
      ask,
      /^(?:empty|blank|missing|not|n't|never|cannot|left|leave|stay|remain|has|have|needs?|do|does|always|ought|in|out|make|mark|set|ca|field|allowed|but|rather|instead|than|all|becomes?)$/,
    )
    for (const each of wordsOfAll(ask)) use(ask, each)
    use(ask, ...found)
    return things.every((thing) => thing !== null) ? things.map((thing): Edit => ({ op: 'require', thing, required })) : null
  },
}

const having =
  /^(?:(?:an?|the|each|every|all) )?X (?:(?:must|should|shall|has to|have to) (?:always )?(?:have|carry|contain|include)|always (?:has|have|needs?)) (?:(?:an?|the|its|their) )?Y$|^(?:no|there is no|there must be no) X without (?:(?:an?|the|its|any) )?Y$/

/** "Every complaint must have a severity", "a delivery always needs a photo", "no complaint without a severity": nothing is said but that. */
function mustHave(ask: Ask): Thing | null {
  const [at, ...more] = mentions(ask, ['attribute'])
  const words = ask.items.map(({ lower, isOwner }, i) =>
    i === at ? 'Y' : isOwner || thingsAt(ask, i, ['entity']).length > 0 ? 'X' : lower,
  )
  return at === undefined || more.length > 0 || !having.test(words.join(' ')) ? null : one(ask, at, ['attribute'])
}

/** "every" and "each" before an owner leave out none. */
const wordsOfAll = (ask: Ask) =>
  [...ask.items.keys()].filter(
    (at) =>
      /^(?:every|each|any|all)$/.test(ask.items[at]!.lower) &&
      ask.items.slice(at + 1, at + 2).some(({ things }) => things.some(({ kind }) => kind === 'entity')),
  )

/** An attribute to another entity, or a part into another. */
export const move: Frame = {
  verbs: 'move|put|shift|transfer|place|relocate|bring|attach|go|sit|live|stand|appear|hang|have|want|see|expect|like|store',
  isOfThing: true,
  says: (ask) => cue(ask, /^(?:belongs?|wants?|expect)$/) || ask.items.some(({ lower }) => /^(?:should|must|ought|needs?)$/.test(lower)),
  read(ask, verb) {
    const ways = (['attribute', 'component'] as const).flatMap((kind) =>
      mentions(ask, [kind])
        .slice(0, kind === 'component' ? 1 : undefined)
        .map((at) => ({ kind, at })),
    )
    const edits = choose(ask, [...ways.keys()], (trial, way) => moved(trial, ways[way]!.at, ways[way]!.kind))
    const [from, ...more] = mentions(ask, ['attribute'])
    if (edits || verb === null || from === undefined || more.length > 0 || mentions(ask, everything).length > 1) return edits
    use(ask, from)
    return unknown(ask, ['entity'])
  },
}

function moved(ask: Ask, from: number, kind: 'attribute' | 'component'): Edit[] | null {
  const into = kind === 'attribute' ? 'entity' : 'component'
  const own = thingsAt(ask, from, [kind])
  if (kind === 'attribute' && (own.length < ask.items[from]!.things.length || isOld(ask, from))) return null
  use(ask, from)
  const others = [...ask.items.keys()].filter(
    (at) => !ask.used.has(at) && thingsAt(ask, at, [into, 'attribute']).some(({ name }) => !own.some(({ of }) => of === name)),
  )
  const old = others.filter((at) => isOld(ask, at) || ask.items[at]!.role === 'from')
  const [to, ...rest] = others.filter((at) => !old.includes(at))
  use(ask, ...old)
  for (const at of ask.items.keys()) if (ask.items[at]!.isOwner) isOld(ask, at)
  const isInto = to !== undefined && /^(?:to|into|onto|on|under|in|inside|with|at|below|of)$/.test(wordBefore(ask, to))
  if (to === undefined || rest.length > 0 || !isInto || thingsAt(ask, to, [into]).length === 0) return null
  use(ask, to)
  const [thing, target] = [one(ask, from, [kind]), one(ask, to, [into])]
  if (!thing || !target || target.name === thing.of || target.name === thing.name) return null
  if (kind === 'component') return [{ op: 'move', thing, to: { component: target.name } }]
  if (!isTaken(ask, thing.name, { kind, name: '', of: target.name })) return [{ op: 'move', thing, to: { entity: target.name } }]
  ask.why.add(`${target.name} has ${thing.name} already`)
  return null
}

export const addAttribute: Frame = {
  verbs: 'add|include|introduce|store|keep|record|track|hold|save|note|capture|give|put|have|get|need|miss|want|see',
  says: (ask) =>
    cue(ask, /^(?:needs?|wants|lacks?|misses|miss|missing|needed|absent)$/) ||
    (ask.items.some(({ lower }) => lower === 'also' || lower === 'too') && cue(ask, /^(?:has|have|gets?|should)$/)) ||
    isWanted(ask) ||
    (ask.items.some(({ kind }) => kind === 'attribute') && ask.items[0]?.lower === 'there' && cue(ask, /^(?:be)$/)),
  read(ask, verb) {
    cue(ask, /^(?:know|see|store|keep|record|track)$/)
    // "absent from the data of an artwork"
    const data = ask.items.findIndex(({ lower }, at) => /^(?:data|details|record)$/.test(lower) && ask.items[at + 1]?.lower === 'of')
    if (data >= 0) use(ask, data)
    if (ask.items.some(({ kind }) => kind === 'step' || kind === 'flow')) return null
    const beside = ask.items.findIndex(({ lower }) => /^(?:next|beside|besides|alongside)$/.test(lower))
    const [kin] = mentions(ask, ['attribute']).filter((at) => beside >= 0 && at > beside)
    const near = kin === undefined ? null : one(ask, kin, ['attribute'])
    if (near) {
      use(ask, ...range(beside, kin! + 1))
      const [run, ...more] = runs(ask)
      const fresh = run && more.length === 0 ? attributeIn(ask, run, near.of ?? '') : null
      if (!fresh || isTaken(ask, fresh.name, { kind: 'attribute', name: '', of: fresh.entity })) return null
      use(ask, ...run!)
      return [fresh]
    }
    const entities = [...ask.items.keys()].filter((at) => !ask.used.has(at) && thingsAt(ask, at, ['entity']).length > 0)
    return choose(ask, entities, (trial, at) => {
      const isSubject = runs(trial)[0]?.[0] === at
      if (!isSubject && !/^(?:to|on|in|into|for|at|of|from|with|each|every)$/.test(wordBefore(ask, at)) && verb !== 'give') return null
      const entity = one(trial, at, ['entity'])
      if (!entity) return null
      use(trial, at)
      for (const each of wordsOfAll(ask)) if (!/^(?:to)$/.test(ask.items[each - 1]?.lower ?? '')) use(trial, each)
      // "a weight, in kilograms"
      for (const [run] of runs(trial)) if (ask.items[run! - 1]?.lower === 'in' && isUnit(ask.items[run!]!.words[0]!.lemma)) use(trial, run!)
      const own = runs(trial, /^(?:,|;|:|–|—|-|and)$/)
      // ", integer" behind the only new one is its type
      const last = own.length === 2 && own[1]!.length === 1 ? ask.items[own[1]![0]!]!.type : null
      const said = last === null ? own : own.slice(0, 1)
      const between = said.slice(1).flatMap((run, i) => range(said[i]!.at(-1)! + 1, run[0]!))
      const isJoined = between.every((each) => /^(?:,|;|and|also|an?|the|as|well)$/.test(ask.items[each]!.lower))
      const isOneList = (isJoined && said.every((run) => run[0]! > at)) || said.every((run) => run.at(-1)! < at)
      const edits = said.map((run) => attributeIn(trial, run, entity.name))
      if (edits.length === 0 || !isOneList || !edits.every((edit) => edit !== null)) return null
      const known = edits.find(({ name }) => isTaken(ask, name, { kind: 'attribute', name: '', of: entity.name }))
      if (known) ask.why.add(`${entity.name} has ${known.name} already`)
      if (known) return null
      use(trial, ...runs(trial).flat())
      return last === null ? edits : edits.map((edit) => ({ ...edit, type: last }))
    })
  },
}

/** "I'd like", "we want": of the person who speaks. */
function isWanted(ask: Ask): boolean {
  const at = ask.items.findIndex(({ lower }) => /^(?:like|want|need|prefer)$/.test(lower))
  const ahead = ask.items.slice(0, Math.max(0, at)).filter(({ words: [word] }) => word!.tag !== 'ADV')
  const [before, first] = [ahead.at(-1)?.lower ?? '', ahead.at(-2)?.lower ?? '']
  return /^(?:i|we)$/.test(before) ? ask.items[at]!.lower !== 'like' : /^(?:would|'d)$/.test(before) && /^(?:i|we)$/.test(first)
}
