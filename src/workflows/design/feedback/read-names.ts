// How an ask is read as an edit of a name: rename, remove.
import { singular } from '../../../lib/english/stem.ts'
import { system } from '../outline/place/actors.ts'
import { typeOf } from '../outline/place/types.ts'
import {
  choose,
  cue,
  cues,
  everything,
  isTaken,
  left,
  mentions,
  named,
  one,
  range,
  runs,
  thingsAt,
  unknown,
  use,
  wordBefore,
  type Ask,
  type Frame,
} from './ask.ts'
import { newName } from './new-name.ts'
import { attributeIn } from './attribute-in.ts'
import { stepBy } from './deeds.ts'
import type { Edit, Thing } from './edit.ts'
import { endsName } from './mentions.ts'

export const remove: Frame = {
  verbs:
    'remove|delete|drop|strike|omit|cut|scrap|discard|eliminate|erase|ditch|strip|take out|take off|take away|take|get rid of|throw out|throw away|leave out|leave off|lose|scratch|axe|kill|bin|chuck|dump|toss|retire|abolish|purge|skip|pull|do away|do without|live without|manage without|dispense',
  says: (ask) => canGo(ask) || isUnneeded(ask) || outWith(ask),
  read(ask, verb) {
    const isWeak = verb === null ? !ask.items.some(({ lower }) => lower === 'out') : isPassive(ask)
    if (verb === 'take' && !ask.items.some(({ lower }) => /^(?:off|out|away)$/.test(lower))) return null
    // costs that are cut are lower, not gone
    if (verb === 'cut' && ask.items.some(({ things }) => things.some((thing) => thing.kind === 'attribute' && isMoney(ask, thing))))
      return null
    const found = mentions(ask, everything)
    if (found.length === 0 && runs(ask).length === 0 && ask.topic.length === 1 && !isWeak && ask.topic[0]!.name !== system)
      return [{ op: 'remove', thing: ask.topic[0]! }]
    // "take it off the invoice": the invoice stays
    const isPlace = (at: number) => /^(?:off|from)$/.test(wordBefore(ask, at)) && thingsAt(ask, at, ['attribute']).length === 0
    if (found.some((at) => isPlace(at) && !ask.items[at]!.isOwner)) return null
    const bare = { ...ask, used: new Set([...ask.used, ...found]) }
    if (found.length > 0 && left(bare).every((text) => isWeak && /^(?:or|whether)$/.test(text))) {
      const things = found.map((at) => one(ask, at, everything))
      if (!things.every((thing) => thing !== null)) return null
      const busy = things.find(
        ({ kind, name }) => kind === 'actor' && (name === system || ask.names.intent.userFlows.some(({ actor }) => actor === name)),
      )
      if (busy) ask.why.add(`${busy.name} still has steps; say who does them instead, or remove them first`)
      if (busy) return null
      // "The member can go" may be about the product.
      if (isWeak && things.some(({ kind }, i) => (kind === 'entity' || kind === 'actor') && !ask.items[found[i]!]!.kind)) return null
      use(ask, ...bare.used)
      cues(ask, /^(?:or|whether)$/)
      return things.map((thing): Edit => ({ op: 'remove', thing }))
    }
    const step = stepBy(ask, runs(ask).flat(), { kinds: ['step', 'goal', 'interaction'] })
    return step ? [{ op: 'remove', thing: step }] : isWeak ? null : unknown(ask, everything)
  },
}

const isMoney = ({ names }: Ask, { name, of }: Thing) =>
  names.intent.dataModel.entities.some(
    (entity) => entity.name === of && entity.attributes.some((each) => each.name === name && each.type === 'money'),
  )

const isPassive = (ask: Ask) => [...ask.used].some((at) => ask.items[at]!.words[0]!.lemma !== ask.items[at]!.lower)

/** "can go", "has to go", "has no business being" */
function canGo(ask: Ask): boolean {
  const wordsBefore = (at: number) => ask.items.slice(0, at).filter(({ lower }) => !/^(?:both|all|also|just|really|simply)$/.test(lower))
  const at = ask.items.findIndex(
    ({ lower }, i) =>
      (lower === 'goes' && i === ask.items.length - 1) ||
      (lower === 'go' &&
        /^(?:can|could|should|must|may|to)$/.test(wordsBefore(i).at(-1)?.lower ?? '') &&
        ask.items[i + 1]?.words[0]!.tag !== 'ADP'), // "should go to the section leader" only sends it there
  )
  if (at >= 0) use(ask, at)
  const no = ask.items.findIndex(
    ({ lower }, i) => lower === 'no' && /^(?:business|place|purpose|use|point)$/.test(ask.items[i + 1]?.lower ?? ''),
  )
  if (no >= 0 && /^(?:has|have|is|serves?)$/.test(ask.items[no - 1]?.lower ?? '')) {
    use(ask, no - 1, no, no + 1)
    cues(ask, /^(?:being|asking)$/)
    return true
  }
  return at >= 0
}

/** "out with both", "shoe size: out" */
function outWith(ask: Ask): boolean {
  const at = ask.items.findIndex(({ lower }, i) => lower === 'out' && /^(?:with|please|pls|)$/.test(ask.items[i + 1]?.lower ?? ''))
  if (at >= 0) use(ask, at, at + 1)
  return at >= 0
}

/** "isn't needed", "we don't need", "there is no need for", "is superfluous" */
function isUnneeded(ask: Ask): boolean {
  if (cue(ask, /^(?:superfluous|redundant|unnecessary|obsolete|pointless|unneeded|useless|irrelevant)$/)) return true
  const at = ask.items.findIndex(({ lower }) => /^(?:not|n't|no|never)$/.test(lower))
  const need = ask.items.findIndex(
    ({ lower }, i) => i > at && /^(?:need|needed|necessary|want|required|use|used|point|ask|store|keep|track|record|collect)$/.test(lower),
  )
  const isOurs = /^(?:i|we)$/.test(ask.items.slice(0, Math.max(0, at)).findLast(({ lower }) => !/^(?:do|should)$/.test(lower))?.lower ?? '')
  if (at < 0 || need < 0 || need - at > 3 || /^(?:must|should|can|ca)$/.test(ask.items[at - 1]?.lower ?? '')) return false
  if (/^(?:ask|store|keep|track|record|collect|used?)$/.test(ask.items[need]!.lower) && !isOurs) return false
  if (!ask.items.slice(at + 1, need).every(({ lower }) => /^(?:really|actually|longer|to|ever|even|even)$/.test(lower))) return false
  // "not required" makes it optional
  if (
    ask.items[need]!.lower === 'required' ||
    (ask.items[need + 1]?.lower === 'to' && !/^(?:store|keep|ask|track)$/.test(ask.items[need + 2]?.lower ?? ''))
  )
    return false
  use(ask, ...range(at, need + 1))
  if (/^(?:do|does)$/.test(ask.items[at - 1]?.lower ?? '')) use(ask, at - 1)
  cue(ask, /^(?:ask|asking|store|keep|track|longer)$/)
  return true
}

/** Somebody who is also kept as a record is one name: both follow, and so do flows and parts named after them. */
function oneName(ask: Ask, at: number): Thing[] {
  const things = thingsAt(ask, at, named)
  const lasting = things.filter(({ kind }) => kind === 'actor' || kind === 'entity')
  if (lasting.length > 0 && things.every(({ name, kind }) => name === lasting[0]!.name && kind !== 'attribute')) return lasting
  const thing = one(ask, at, named)
  return thing ? [thing] : []
}

export const rename: Frame = {
  verbs: 'rename|relabel|retitle|call|name|label|title|dub|term|change|replace|substitute|swap|exchange|switch|use|say|write|make|prefer',
  says: (ask) => usage(ask) !== null || isCalledSo(ask),
  read(ask, verb) {
    while (usage(ask) !== null);
    const term = ask.items.findIndex(
      ({ lower, words }, at) =>
        /^(?:word|wording|term|name|label|title|heading)$/.test(lower) && words[0]!.quoted === undefined && !endsName(ask.items[at - 1]),
    )
    const isTerm = term >= 0
    if (isTerm) use(ask, term)
    const places = mentions(ask, named).filter(
      (at) =>
        ask.items[at]!.role === 'not' ||
        (verb === 'prefer' && wordBefore(ask, at) === 'over') ||
        !(isTerm ? /^(?:to|into|as|with|by|it)$/ : /^(?:to|into|as|with|by|for|it)$/).test(wordBefore(ask, at)),
    )
    const edits = choose(ask, places, (trial, at) => {
      use(trial, at, ...trial.items[at]!.marks)
      const things = oneName(trial, at)
      const [run, ...more] = runs(trial)
      if (things.length === 0 || !run || more.length > 0) return null
      const isQuoted = run.length === 1 && trial.items[run[0]!]!.words[0]!.quoted !== undefined
      if (verb === 'make' && !isQuoted) return null
      // "call X Y": what it is called now comes first
      if (
        run[0]! < at &&
        trial.items[at]!.role !== 'not' &&
        /^(?:re|call|name|label|title|dub|term|change|swap|sub|exch|switch)/.test(verb ?? '')
      )
        return null
      // "X becomes Y" renames X, though the design has only a Y
      if (run[0]! < at && trial.items.slice(run[0]!, at).some(({ lower }) => /^becomes?$/.test(lower))) return null
      const says = trial.items.findLastIndex(({ lower }) => lower === 'say')
      if (verb === null && says > run[0]! && !isQuoted) return null // "at the desk we say …" does not call it desk
      if (verb === 'prefer' && trial.items[at]!.role !== 'not' && wordBefore(ask, at) !== 'over') return null
      const isSwap = /^(?:replace|substitute|swap|exchange|switch|change|use|prefer)$/.test(verb ?? '') && !isQuoted
      const renames = things.map((thing) => renamed(trial, thing, at, run, isSwap))
      if (!renames.every((edit) => edit !== null)) return null
      use(trial, ...run)
      return renames.flat()
    })
    if (edits) return edits
    const [spoken] = ask.topic
    const [run, ...more] = runs(ask)
    // "'returned on' sounds strange, better is 'return date'"
    if (spoken && ask.topic.length === 1 && named.includes(spoken.kind) && run?.length === 1 && more.length === 0) {
      const isQuoted = ask.items[run[0]!]!.words[0]!.quoted !== undefined
      const isCalled =
        /^(?:called|named|termed)$/.test(ask.items[run[0]! - 1]?.lower ?? '') && (spoken.kind === 'actor' || spoken.kind === 'entity')
      const to = isQuoted || isCalled ? newName(ask, run, spoken.name) : null
      if (to && !isTaken(ask, to, spoken)) use(ask, ...run)
      if (to && !isTaken(ask, to, spoken)) return [{ op: 'rename', thing: spoken, to }]
    }
    const isQuoting = ask.items.some(({ words: [word] }) => word!.quoted !== undefined)
    if (!/^(?:rename|relabel|retitle)$/.test(verb ?? '') && !isQuoting) return null
    if (mentions(ask, named).length === 0) return unknown(ask, named)
    if (runs(ask).length === 1 && mentions(ask, named).length === 1) ask.why.add('it does not say what the new name is')
    return null
  },
}

/** "we call it", "nobody says", "is known as", "becomes", "should read", "what you call", "better is" */
function usage(ask: Ask): string | null {
  for (const [at, item] of ask.items.entries()) {
    const [word] = item.words
    const isNaming = /^(?:call|name|say|use|know|read|become|term|label|rename|title)$/.test(word!.lemma) || word!.lower === 'better'
    if (ask.used.has(at) || item.things.length > 0 || word!.quoted !== undefined || !isNaming) continue
    const before = ask.items.slice(Math.max(0, at - 4), at).map(({ lower }) => lower)
    const { lower } = item
    const isSaid =
      before.some((each) => /^(?:we|i|people|nobody|everyone|everybody|you|they)$/.test(each)) &&
      (lower === word!.lemma || /s$/.test(lower)) &&
      !(before.includes('what') && /\b(?:do|is)\b/.test(before.slice(0, before.indexOf('what') + 2).join(' '))) // "what do you call it", "that is what we call the barn"
    const isCalled =
      before.some((each) => /^(?:be|is|are|'s)$/.test(each)) && /^(?:called|named|known|labelled|termed|renamed|titled)$/.test(lower)
    const isRead =
      /^(?:become|becomes)$/.test(lower) ||
      (/^(?:read|say)$/.test(lower) && before.some((each) => /^(?:should|must|to)$/.test(each))) ||
      (lower === 'better' && ask.items.some(({ words: [other] }) => other!.quoted !== undefined))
    if (!isSaid && !isCalled && !isRead) continue
    use(ask, at)
    for (const i of range(Math.max(0, at - 4), at))
      if (/^(?:nobody|everyone|everybody|people|what|actually|do|not|n't)$/.test(ask.items[i]!.lower) && isSaid) use(ask, i)
    return word!.lemma
  }
  return null
}

/** "“Loan” should be “Hire”", "Household should be Customer", "the label X should be Y": a thing said to be a name. A value is no name. */
function isCalledSo(ask: Ask): boolean {
  const be = ask.items.findIndex(({ lower }) => lower === 'be')
  const subject = ask.items.slice(0, Math.max(0, be)).filter(({ things }) => things.length > 0)
  const [item, ...others] = subject
  const to = ask.items[be + 1]
  if (!item || others.length > 0 || !to || !/^(?:should|must|ought|to)$/.test(beforeBe(ask, be))) return false
  const isQuoted = to.words[0]!.quoted !== undefined && be + 2 >= ask.items.length
  const isSet = isQuoted && item.words.some(({ quoted }) => quoted !== undefined)
  if (isSet || ask.items.some(({ lower }) => /^(?:word|wording|term|label|title|heading)$/.test(lower))) return isQuoted
  const isLasting = item.things.every(({ kind }) => kind === 'actor' || kind === 'entity' || kind === 'component')
  const rest = ask.items.slice(be + 1).flatMap(({ words }) => words)
  const isName = rest.every(({ text, tag }) => /^\p{Lu}/u.test(text) && tag !== 'ADJ') && rest.length < 4
  return isLasting && (isQuoted || (isName && (item.isPointer || /^\p{Lu}/u.test(item.words[0]!.text))))
}

const beforeBe = (ask: Ask, at: number) => ask.items.slice(0, at).findLast(({ words: [word] }) => word!.tag !== 'ADV')?.lower ?? ''

/** Where another kind of value comes in its place, an attribute is not renamed but replaced. */
function renamed(ask: Ask, thing: Thing, at: number, run: readonly number[], isSwap: boolean): Edit[] | null {
  if (thing.kind === 'attribute' && isSwap) {
    const fresh = attributeIn(ask, run, thing.of ?? '')
    const old = ask.names.intent.dataModel.entities
      .find(({ name }) => name === thing.of)
      ?.attributes.find(({ name }) => name === thing.name)
    if (fresh && old && ![old.type, 'text'].includes(fresh.type ?? typeOf(fresh.name)) && isSwapped(ask))
      return [
        { op: 'remove', thing },
        { ...fresh, required: old.required },
      ]
  }
  const given = newName(ask, run, thing.name)
  // "'incidents' becomes 'log entries'": the name of one, as it stands in the design
  const isMany = given !== null && /s$/.test(ask.items[at]!.words.at(-1)!.lower) && !/s$/.test(thing.name)
  const to = isMany ? given.replace(/\S+$/, singular) : given
  if (to === null || to === thing.name) return null
  if (!isTaken(ask, to, thing)) return [{ op: 'rename', thing, to }]
  ask.why.add(`there is ${/^[aeiou]/.test(thing.kind) ? 'an' : 'a'} ${thing.kind} ${to} already; say “merge” if that is meant`)
  return null
}

const isSwapped = (ask: Ask) => ask.items.some(({ words: [word] }) => /^(?:swap|exchange|replace|substitute|instead)$/.test(word!.lower))
