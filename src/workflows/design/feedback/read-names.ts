// How an ask is read as an edit of a name: rename, remove, merge, another text.
import { singular } from '../../../lib/english/stem.ts'
import { typeOf } from '../outline/place/types.ts'
import type { Edit, Thing } from './edit.ts'
import { attributeIn } from './read-attributes.ts'
import { stepBy } from './deeds.ts'
import { isText, nameKey } from './names.ts'
import {
  cue,
  cues,
  isOld,
  isTaken,
  left,
  mentions,
  named,
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

export const remove: Reading = (view) => {
  const said = wish(
    view,
    'remove|delete|drop|strike|omit|cut|scrap|discard|eliminate|erase|ditch|strip|take out|take off|take away|get rid of|throw out|throw away|leave out|lose|scratch|axe|kill|bin|do away|do without|live without|manage without',
  )
  const isWeak = (said !== null && isPassive(view)) || (!said && (canGo(view) || isUnneeded(view)))
  if (!said && !isWeak && !outWith(view)) return null
  cues(view, /^(?:away|off|out|up|completely|entirely|altogether|more|anymore|longer|any|again)$/)
  const found = mentions(view, everything)
  const bare = { ...view, used: new Set([...view.used, ...found]) }
  if (found.length > 0 && left(bare).every((text) => isWeak && /^(?:or|whether)$/.test(text))) {
    const things = found.map((at) => one(view, at, everything))
    if (!things.every((thing) => thing !== null)) return null
    // "The member can go" may be about the product.
    if (isWeak && things.some(({ kind }, i) => (kind === 'entity' || kind === 'actor') && !view.items[found[i]!]!.kind)) return null
    for (const at of bare.used) use(view, at)
    cues(view, /^(?:or|whether)$/)
    return things.map((thing): Edit => ({ op: 'remove', thing }))
  }
  const step = stepBy(view, runs(view).flat(), ['step', 'goal', 'interaction'])
  return step ? [{ op: 'remove', thing: step }] : isWeak ? null : unknown(view, everything)
}

const isPassive = (view: View) => [...view.used].some((at) => view.items[at]!.words[0]!.lemma !== view.items[at]!.lower)

/** "can go", "has to go" */
function canGo(view: View): boolean {
  const at = view.items.findIndex(
    ({ lower }, i) =>
      lower === 'go' &&
      /^(?:can|could|should|must|may|to)$/.test(
        view.items.slice(0, i).findLast((item) => !/^(?:both|all|also|just|really|simply)$/.test(item.lower))?.lower ?? '',
      ),
  )
  if (at >= 0) use(view, at)
  return at >= 0
}

/** "out with both" */
function outWith(view: View): boolean {
  const at = view.items.findIndex(({ lower }, i) => lower === 'out' && view.items[i + 1]?.lower === 'with')
  if (at >= 0) use(view, at, at + 1)
  return at >= 0
}

/** "isn't needed", "we don't need", "there is no need for", "is superfluous" */
function isUnneeded(view: View): boolean {
  if (cue(view, /^(?:superfluous|redundant|unnecessary|obsolete|pointless|unneeded)$/)) return true
  const at = view.items.findIndex(({ lower }) => /^(?:not|n't|no)$/.test(lower))
  const need = view.items.findIndex(({ lower }, i) => i > at && /^(?:need|needed|necessary|want|required|use|point)$/.test(lower))
  if (at < 0 || need < 0 || need - at > 2 || /^(?:must|should|can|ca)$/.test(view.items[at - 1]?.lower ?? '')) return false
  // "not required" makes it optional
  if (view.items[need]!.lower === 'required' || view.items[need + 1]?.lower === 'to') return false
  use(view, at, need)
  if (/^(?:do|does)$/.test(view.items[at - 1]?.lower ?? '')) use(view, at - 1)
  cue(view, /^(?:ask|store|keep|longer)$/)
  return true
}

/** Somebody who is also kept as a record is one name: both follow, and so do flows and parts named after them. */
function oneName(view: View, at: number): Thing[] {
  const things = thingsAt(view, at, named)
  const lasting = things.filter(({ kind }) => kind === 'actor' || kind === 'entity')
  if (lasting.length > 0 && things.every(({ name, kind }) => name === lasting[0]!.name && kind !== 'attribute')) return lasting
  const thing = one(view, at, named)
  return thing ? [thing] : []
}

const calling = 'rename|relabel|retitle|call|name|label|change|replace|substitute|swap|exchange|use|say|write'

export const rename: Reading = (view) => {
  const verb = wish(view, calling) ?? usage(view)
  const isMade = verb === null && wish(view, 'make') !== null
  if (verb === null && !isMade) return null
  while (usage(view) !== null);
  const isTerm = cue(view, /^(?:word|term|name|label|title)$/) && verb === 'use'
  cues(view, /^(?:known|wrong|misleading|confusing)$/)
  for (const at of mentions(view, named)) {
    const trial: View = { ...view, used: new Set(view.used), why: new Set() }
    if (!isOld(trial, at) && (isTerm ? /^(?:to|into|as|with|by|it)$/ : /^(?:to|into|as|with|by|for|it)$/).test(wordBefore(view, at)))
      continue
    const things = oneName(trial, at)
    use(trial, at)
    const [run, ...more] = runs(trial)
    if (things.length === 0) for (const why of trial.why) view.why.add(why)
    if (things.length === 0 || !run || more.length > 0) continue
    const isQuoted = run.length === 1 && view.items[run[0]!]!.words[0]!.quoted !== undefined
    if (isMade && !isQuoted) continue
    const edits = things.map((thing) =>
      renamed(view, thing, at, run, /^(?:replace|substitute|swap|exchange|change|use)$/.test(verb ?? '') && !isQuoted),
    )
    if (!edits.every((edit) => edit !== null)) continue
    use(view, ...trial.used, ...run)
    return edits.flat()
  }
  const isQuoting = view.items.some(({ words: [word] }) => word!.quoted !== undefined)
  if (/^(?:rename|relabel|retitle)$/.test(verb ?? '') || isQuoting) {
    if (mentions(view, named).length === 0) return unknown(view, named)
    if (runs(view).length === 1 && mentions(view, named).length === 1) view.why.add('it does not say what the new name is')
  }
  return null
}

/** "we call it", "nobody says", "is known as", "becomes", "should read", "what you call" */
function usage(view: View): string | null {
  const at = view.items.findIndex(
    ({ words: [word], things }, i) =>
      !view.used.has(i) &&
      things.length === 0 &&
      /^(?:call|name|say|use|know|read|become|term|label|rename|title)$/.test(word!.lemma) &&
      word!.quoted === undefined,
  )
  if (at < 0) return null
  const before = view.items.slice(Math.max(0, at - 4), at).map(({ lower }) => lower)
  const { lower, words } = view.items[at]!
  const isSaid =
    before.some((word) => /^(?:we|i|people|nobody|everyone|everybody|you|they)$/.test(word)) &&
    (lower === words[0]!.lemma || /s$/.test(lower))
  const isCalled =
    before.some((word) => /^(?:be|is|are|'s)$/.test(word)) && /^(?:called|named|known|labelled|termed|renamed|titled)$/.test(lower)
  const isRead =
    /^(?:become|becomes)$/.test(lower) || (/^(?:read|say)$/.test(lower) && before.some((word) => /^(?:should|must|to)$/.test(word)))
  if (!isSaid && !isCalled && !isRead) return null
  use(view, at)
  for (const i of range(Math.max(0, at - 4), at))
    if (/^(?:nobody|everyone|everybody|people|what|actually)$/.test(view.items[i]!.lower)) use(view, i)
  return words[0]!.lemma
}

/** Where another kind of value comes in its place, an attribute is not renamed but replaced. */
function renamed(view: View, thing: Thing, at: number, run: readonly number[], isSwap: boolean): Edit[] | null {
  if (thing.kind === 'attribute' && isSwap) {
    const fresh = attributeIn(view, run, thing.of ?? '')
    const old = view.names.intent.dataModel.entities
      .find(({ name }) => name === thing.of)
      ?.attributes.find(({ name }) => name === thing.name)
    if (fresh && old && ![old.type, 'text'].includes(fresh.type ?? typeOf(fresh.name)) && isSwapped(view))
      return [
        { op: 'remove', thing },
        { ...fresh, required: old.required },
      ]
  }
  const given = newName(view, run, thing.name)
  // "'incidents' becomes 'log entries'": the name of one, as it stands in the design
  const isMany = given !== null && /s$/.test(view.items[at]!.words.at(-1)!.lower) && !/s$/.test(thing.name)
  const to = isMany ? given.replace(/\S+$/, singular) : given
  if (to === null || to === thing.name) return null
  if (!isTaken(view, to, thing)) return [{ op: 'rename', thing, to }]
  view.why.add(`there is ${/^[aeiou]/.test(thing.kind) ? 'an' : 'a'} ${thing.kind} ${to} already; say “merge” if that is meant`)
  return null
}

const isSwapped = (view: View) => view.items.some(({ words: [word] }) => /^(?:swap|exchange|replace|substitute|instead)$/.test(word!.lower))

export const merge: Reading = (view) => {
  const said = wish(view, 'merge|combine|join|unify|fold|consolidate|collapse|unite|lump|roll')
  const isOne =
    said === null && wordAt(view, /^(?:one|single)$/) >= 0 && (wish(view, 'make|turn') !== null || cue(view, /^(?:becomes?|are|be)$/))
  if (said === null && !isOne) return null
  cues(
    view,
    /^(?:one|single|common|together|up|field|attribute|entity|actor|role|flow|component|screen|view|page|thing|called|named|becomes?|same)$/,
  )
  for (const kind of ['entity', 'actor', 'flow', 'component', 'attribute'] as const) {
    const trial: View = { ...view, used: new Set(view.used), why: new Set() }
    const found = mentions(trial, [kind])
    const things = found.map((at) => one(trial, at, [kind]))
    const own = things.filter((thing, i): thing is Thing => thing !== null && things.findIndex((other) => other?.name === thing.name) === i)
    if (own.length !== 2 || !things.every((thing) => thing) || own[0]!.of !== own[1]!.of) continue
    use(trial, ...found)
    const [run, ...more] = runs(trial)
    if (more.length > 0) continue
    const [first, second] = own as [Thing, Thing]
    const isInto = !run && (found.length > 2 || /^(?:into|with|in|to)$/.test(wordBefore(view, found.at(-1)!)))
    const to = run ? newName(view, run, first.name) : isInto ? things.at(-1)!.name : first.name
    if (!to || (run && isTaken(view, to, first) && nameKey(to) !== nameKey(second.name))) continue
    use(view, ...trial.used, ...(run ?? []))
    if (kind !== 'attribute') return [{ op: 'merge', kind, from: [first.name, second.name], to }]
    const kept = nameKey(to) === nameKey(second.name) ? second : first
    const gone = kept === first ? second : first
    return [...(nameKey(kept.name) === nameKey(to) ? [] : [{ op: 'rename', thing: kept, to } as const]), { op: 'remove', thing: gone }]
  }
  return said && mentions(view, named).length < 2 ? unknown(view, named) : null
}

/** Another text for a step, goal or interaction. */
export const replaceText: Reading = (view) => {
  if (!wish(view, 'replace|change|reword|rephrase|rewrite|correct|edit|let|substitute|rename') && !cue(view, /^(?:read|say|worded)$/))
    return null
  const [at] = mentions(view, ['step', 'goal', 'interaction']).filter((each) => view.items[each]!.things.every(isText))
  const thing = at === undefined ? null : one(view, at, ['step', 'goal', 'interaction'])
  if (!thing || at === undefined) return null
  use(view, at)
  cues(view, /^(?:read|reads|say|says|so|that)$/)
  const [run, ...more] = runs(view)
  const text = run && more.length === 0 && run.length === 1 ? view.items[run[0]!]!.words[0]!.quoted : undefined
  if (text === undefined || !run) return null
  use(view, ...run)
  return [{ op: 'replace', thing, to: text.charAt(0).toUpperCase() + text.slice(1) }]
}
