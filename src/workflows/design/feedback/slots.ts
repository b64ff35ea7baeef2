// What may stand in the slots of a frame: things of the design, new names, kinds of value, new attributes and texts.
import { readTokens } from '../../../lib/english/read.ts'
import type { ThingKind } from './edit.ts'
import { isVerb } from '../../../lib/english/lexicon.ts'
import { kindOf, saidAt, type Mention } from './mentions.ts'
import { nameKey } from './names.ts'
import { isClause } from './phrases.ts'
import { describedAt, type Context } from './step-mentions.ts'
import { textOf, type Word } from './tokens.ts'
import { small, typeAt, verbal } from './type-at.ts'
import { typeNamed } from './value-types.ts'

/** A new attribute as it is asked for. */
export interface Field {
  name: string
  type: string | null
  required: boolean
  /** Said to be a field: quoted, with its type, or called one. */
  isSure: boolean
  /** Without an article. */
  isBare: boolean
}

export interface Value {
  end: number
  mentions?: readonly Mention[]
  text?: string
  fields?: readonly Field[]
  /** Clearly a name: quoted, with a capital or an article. */
  isStrong?: boolean
  isOptional?: boolean
  /** "a new first step" */
  isFirst?: boolean
}

const things: Readonly<Record<string, readonly ThingKind[]>> = {
  T: ['attribute', 'entity', 'actor', 'flow', 'component'],
  U: ['attribute', 'entity', 'actor', 'flow', 'component', 'step', 'goal', 'interaction'],
  X: ['attribute', 'entity', 'actor', 'flow', 'component', 'step'],
  L: ['entity', 'actor', 'flow', 'component', 'attribute', 'step'],
  A: ['attribute'],
  E: ['entity'],
  R: ['actor'],
  F: ['flow'],
  C: ['component'],
  S: ['step', 'goal', 'interaction'],
  G: ['step', 'goal', 'interaction', 'flow'],
}

const article = /^(?:the|a|an|our|another|one|single|separate|new|additional|extra|further|more)$/

export function valuesAt(context: Context, slot: string, at: number, isLoose: boolean): Value[] {
  const letter = slot[0]!
  if (/[NMP]/.test(letter)) return nameAt(context, at).filter(({ isStrong }) => letter !== 'P' || isStrong)
  if (letter === 'Y') return typeAt(context, at)
  if (letter === 'O') return optionalAt(context, at)
  if (letter === 'K') return fieldsAt(context, at)
  if (letter === 'Q') return textAt(context, at)
  if (letter === 'W') return wordsAt(context, at)
  const kinds = things[letter]!
  const found = saidAt(kinds.length === 1 ? { ...context, wants: kinds[0]! } : context, at).map(({ mentions, end }) => ({
    end,
    mentions: mentions.map((each) => ({ ...each, things: each.things.filter(({ kind }) => kinds.includes(kind)) })),
  }))
  const own = found.filter(({ mentions }) => mentions.every((each) => each.things.length > 0))
  // a name is the thing that has it, not a step that speaks of it
  const told = /[SGL]/.test(letter)
    ? describedList(context, at, letter === 'L').filter(({ end }) => !own.some((each) => each.end >= end))
    : []
  const typed = letter === 'X' ? typeAt(context, at) : []
  const all = [...own, ...told, ...typed]
  return isLoose && all.length === 0 && letter !== 'X' ? unknownAt(context, at) : all
}

/** "an optional text" */
function optionalAt(context: Context, at: number): Value[] {
  const { words } = context
  let from = article.test(words[at]?.lower ?? '') ? at + 1 : at
  const isOptional = words[from]?.lower === 'optional'
  if (isOptional || /^(?:required|mandatory)$/.test(words[from]?.lower ?? '')) from += 1
  return typeAt(context, from).map((type) => ({ ...type, isOptional }))
}

/** Steps by what they say; two of them joined by "and" or "with" where a list may stand. */
function describedList(context: Context, at: number, isList: boolean): Value[] {
  const { sentence, words } = context
  const by = (from: number) =>
    describedAt(context, from, false).map(({ things: own, end }) => ({
      end,
      mentions: [{ said: textOf(sentence, words, from, end), things: own, isSure: false }],
    }))
  const first = by(at)
  if (!isList) return first
  return first.flatMap((one) =>
    /^(?:and|with)$/.test(words[one.end]?.lower ?? '')
      ? by(one.end + 1).map((two) => ({ end: two.end, mentions: [...one.mentions, ...two.mentions] }))
      : [],
  )
}

/** A phrase in the place of a thing, which the design does not have. */
function unknownAt({ words, sentence }: Context, at: number): Value[] {
  const from = article.test(words[at]?.lower ?? '') && !words[at]?.quoted ? at + 1 : at
  const found: Value[] = []
  for (let end = from + 1; end <= Math.min(words.length, from + 6); end += 1) {
    const { lower, quoted } = words[end - 1]!
    if (!quoted && ((small.test(lower) && !/^(?:of|in|on|'s)$/.test(lower)) || verbal.test(lower))) break
    if (!quoted && small.test(lower)) continue
    found.push({ end, mentions: [{ said: textOf(sentence, words, from, end), things: [], isSure: false }] })
  }
  return found
}

/** A new name: quoted, or as many words as can belong to one. */
function nameAt({ words, sentence }: Context, at: number): Value[] {
  const first = words[at]
  if (first === undefined) return []
  const isGiven = !first.quoted && /^(?:a|an|the|one)$/.test(first.lower)
  let from = isGiven ? at + 1 : at
  // "a single role called User"
  if (isGiven && /^(?:single|new|common|joint|shared|combined)$/.test(words[from]?.lower ?? '')) from += 1
  const [kind, next] = words.slice(from)
  if (isGiven && kindOf(kind) && next && (next.quoted || /^(?:called|named)$|^\p{Lu}/u.test(next.text)))
    from += /^(?:called|named)$/.test(next.lower) ? 2 : 1
  const start = words[from]
  if (start?.quoted) return [{ end: from + 1, text: start.text, isStrong: true }]
  const end = runEnd(words, from)
  if (end === from) return []
  const text = sentence.slice(words[from]!.start, words[end - 1]!.end)
  const isStrong =
    typeNamed(text) === null && ((isGiven && first.lower !== 'the') || /^\p{Lu}/u.test(text) || words[end]?.lower === 'instead')
  return isName(text) && (isStrong || endsInNoun(text)) ? [{ end, text, isStrong }] : []
}

/** "tomorrow" and "accordingly" name nothing; "valid until" and "released by" do. */
const endsInNoun = (text: string) =>
  /^(?:NOUN|PROPN|ADP|SCONJ|VERB|NUM|ADJ)$/.test(readTokens(text).at(-1)?.tag ?? '') && !/^(?:first|last|next|second)$/i.test(text)

const isName = (text: string) => text.length <= 80 && /^\p{L}[\p{L}\p{N}' _-]*$/u.test(text)

/** Where the words of a name end: "valid until" and "number of beds" are names. */
function runEnd(words: readonly Word[], from: number): number {
  let end = from
  // "Give an item back", as flows are called
  const isVerbal = /^\p{Lu}/u.test(words[from]?.text ?? '') && isVerb(words[from]?.lower ?? '')
  while (end < words.length && end - from < 6 && !words[end]!.quoted && ((isVerbal && end === from) || !verbal.test(words[end]!.lower))) {
    const { lower } = words[end]!
    const isArticle = /^(?:the|an?)$/.test(lower) && !/^(?:of|per)$/.test(words[end - 1]!.lower) && !(isVerbal && end > from)
    if ((small.test(lower) || isArticle) && !(end > from && isInside(words, end))) break
    end += 1
  }
  while (end > from && /^(?:of|per|the|a|an)$/.test(words[end - 1]!.lower)) end -= 1
  return end
}

/** "valid until", "released by" end so. */
const isInside = (words: readonly Word[], at: number) =>
  /^(?:until|by|at|on|from|for)$/.test(words[at]!.lower) && (words[at + 1] === undefined || /^[(,.;]$/.test(words[at + 1]!.lower))

/** "a required date field called due date", "an email (text) and a colour" */
function fieldsAt(context: Context, at: number): Value[] {
  const found: Value[] = []
  let [fields, from]: [Field[], number] = [[], at]
  for (let n = 0; n < 8; n += 1) {
    const next = fieldAt(context, from)
    if (!next) return found
    fields = [...fields, next.field]
    found.push({ end: next.end, fields })
    const { words } = context
    from = words[next.end]?.lower === ',' && words[next.end + 1]?.lower === 'and' ? next.end + 2 : next.end + 1
    if (!/^(?:,|and|&|\+)$/.test(words[next.end]?.lower ?? '')) return found
  }
  return found
}

function fieldAt(context: Context, at: number): { field: Field; end: number } | null {
  const { words, sentence, names } = context
  let from = at
  let [required, isSure, type]: [boolean, boolean, string | null] = [true, false, null]
  while (
    !words[from]?.quoted &&
    (article.test(words[from]?.lower ?? '') || /^(?:optional|required|mandatory)$/.test(words[from]?.lower ?? ''))
  ) {
    if (words[from]!.lower === 'optional') required = false
    from += 1
  }
  // "a date field called …", "the attributes …"
  for (let end = Math.min(words.length, from + 3); end >= from; end -= 1) {
    if (kindOf(words[end]) !== 'attribute') continue
    const named = end > from ? typeNamed(sentence.slice(words[from]!.start, words[end - 1]!.end)) : null
    const behind = words[end + 1]
    const isLink = /^(?:called|named|for|:)$/.test(behind?.lower ?? '') && !behind?.quoted
    if (!(end === from || named !== null) || !behind || !(isLink || behind.quoted || end === from)) continue
    ;[type, isSure, from] = [named, true, end + (isLink ? 2 : 1)]
    if (isLink && article.test(words[from]?.lower ?? '') && !words[from]!.quoted) from += 1
    break
  }
  // "a picture called photo"
  const named = type === null ? typeAt(context, from)[0] : undefined
  if (named && /^(?:called|named)$/.test(words[named.end]?.lower ?? '')) [type, isSure, from] = [named.text, true, named.end + 1]
  const quoted = words[from]?.quoted === true
  let end = quoted ? from + 1 : runEnd(words, from)
  if (end === from) return null
  let last = end
  if (!quoted && kindOf(words[end - 1]) === 'attribute' && end - from > 1) [last, isSure] = [end - 1, true]
  const name = textOf(sentence, words, from, last)
  if (quoted && kindOf(words[end]) === 'attribute') [end, isSure] = [end + 1, true]
  // "(text, optional)", "of type text", "as text"
  const isParen = words[end]?.lower === '('
  const typed = isParen || /^(?:as|of)$/.test(words[end]?.lower ?? '') ? typeAt(context, end + 1)[0] : undefined
  if (typed) [type, isSure, end] = [typed.text!, true, typed.end]
  if (isParen) {
    if (!typed) end += 1
    while (/^(?:,|optional|required|mandatory)$/.test(words[end]?.lower ?? '')) {
      if (words[end]!.lower === 'optional') required = false
      end += 1
    }
    if (words[end]?.lower !== ')') return null
    end += 1
  }
  const isKnown = names.named(nameKey(name)).some(({ kind }) => kind === 'entity' || kind === 'actor' || kind === 'flow')
  const isPlain =
    quoted || (isName(name) && !isKnown && !/^(?:\d.*|two|three|four|five|few|several|many|most|least)$/.test(words[from]!.lower))
  if (!isPlain || (!quoted && kindOf({ ...words[from]!, lower: name.toLowerCase() }))) return null
  return { field: { name, type, required, isSure: isSure || quoted, isBare: from === at }, end }
}

/** The text of a new step: quoted, or all that follows a colon. */
function textAt(context: Context, at: number): Value[] {
  const { words, names } = context
  let from = /^(?:a|an|the|one|another|this)$/.test(words[at]?.lower ?? '') && !words[at]?.quoted ? at + 1 : at
  while (/^(?:new|final|last|first|further|extra|additional|following|more)$/.test(words[from]?.lower ?? '') && !words[from]?.quoted)
    from += 1
  const isFirst = words.slice(at, from).some(({ lower }) => lower === 'first')
  if (kindOf(words[from]) === 'step') from += 1
  if (/^[,–—-]$/.test(words[from]?.lower ?? '') && /^(?:namely|called|named)$/.test(words[from + 1]?.lower ?? '')) from += 1
  if (/^(?:called|named|namely|:|,|that|says|saying|where)$/.test(words[from]?.lower ?? '') && !words[from]?.quoted) from += 1
  if (from > at && /^(?::|namely)$/.test(words[from - 1]!.lower) && !words[from]?.quoted)
    return clauseAt(context, from).map((value) => ({ ...value, isFirst }))
  if (!words[from]?.quoted) return []
  const text = words[from]!.text
  const isFor = /^(?:for|by)$/.test(words[from + 1]?.lower ?? '')
  const doers = isFor
    ? saidAt(context, from + 2).filter(({ mentions }) => mentions.length === 1 && mentions[0]!.things.some(({ kind }) => kind === 'actor'))
    : []
  const nameOf = (mentions: readonly Mention[]) => mentions[0]!.things.find(({ kind }) => kind === 'actor')!.name
  const isLed = names.all.some(({ kind, name }) => kind === 'actor' && nameKey(text).startsWith(`${nameKey(name)} `))
  return doers.length > 0 && !isLed
    ? doers.map(({ mentions, end }) => ({ end, text: `${nameOf(mentions)} ${text}`, isFirst }))
    : [{ end: from + 1, text, isFirst }]
}

/** All that follows a colon, where somebody does something. */
function clauseAt(context: Context, at: number): Value[] {
  const { words, sentence } = context
  const doer = saidAt(context, at).find(({ mentions }) => mentions.length === 1 && mentions[0]!.things.some(({ kind }) => kind === 'actor'))
  const isTold = doer ? doer.end < words.length : isClause(words.slice(at))
  const isWhole = isTold && !words.slice(at).some(({ lower }) => /^(?:should|must|[;:])$/.test(lower))
  return isWhole ? [{ end: words.length, text: capital(sentence.slice(words[at]!.start, words.at(-1)!.end)) }] : []
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A few words of a step. */
function wordsAt({ words, sentence }: Context, at: number): Value[] {
  if (words[at]?.quoted) return [{ end: at + 1, text: words[at].text }]
  const found: Value[] = []
  for (let end = at + 1; end <= Math.min(words.length, at + 5); end += 1) {
    if (words[end - 1]!.quoted || /^(?:to|with|into|by|in|[,;:()])$/.test(words[end - 1]!.lower)) break
    found.push({ end, text: sentence.slice(words[at]!.start, words[end - 1]!.end) })
  }
  return found
}
