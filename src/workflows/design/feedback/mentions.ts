// What stretches of a sentence name: things by name, with their owner or kind beside it, steps by number or description, and pronouns for what was named just before.
import type { Thing, ThingKind } from './edit.ts'
import { nameKey } from './names.ts'
import { describedAt, goalAt, inScope, ordinals, stepNoun, type Context, type Core } from './step-mentions.ts'
import { textOf, type Word } from './tokens.ts'

/** Something said, and what it may name: none where nothing is called so. */
export interface Mention {
  said: string
  things: readonly Thing[]
  /** Quoted, spelled as in the design or with its kind: the thing itself, not one of many in the world. */
  isSure: boolean
  /** "every tool" */
  isEach?: boolean
}

export interface Said {
  mentions: readonly Mention[]
  end: number
}

const kinds: readonly (readonly [ThingKind, RegExp])[] = [
  ['entity', /^(?:entity|entities|table|record|object)s?$/],
  ['attribute', /^(?:attribute|field|property|properties|column)s?$/],
  ['actor', /^(?:actor|role)s?$/],
  ['flow', /^(?:flow|workflow|process|processes)s?$/],
  ['component', /^(?:component|screen|view|page|form|list)s?$/],
  ['step', /^steps?$/],
  ['goal', /^goals?$/],
  ['interaction', /^interactions?$/],
]
export const kindOf = (word: Word | undefined): ThingKind | undefined =>
  word === undefined || word.quoted ? undefined : kinds.find(([, pattern]) => pattern.test(word.lower))?.[0]

/** "one part", "a single card": what kind of thing it is, and no name. */
export function isKindOnly(text: string): boolean {
  const [, noun = ''] = /^(?:(?:one|single|an?|the|new)\s+)*(\S+)$/i.exec(text) ?? []
  return /^(?:one|part|card|thing)$/i.test(noun) || kinds.some(([, pattern]) => pattern.test(noun.toLowerCase()))
}

const cardinals = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const definite = /^(?:the|our|this|that|its|their|these|those)$/
const indefinite = /^(?:a|an|each|every|any|all)$/
const article = /^(?:the|a|an|our|its|their|your|this|that)$/
const ownerWord = /^(?:of|on|in|from|for|at|inside|within)$/

/** Every way to read what begins at a word as one thing or a list of things. */
export function saidAt(context: Context, at: number): Said[] {
  const found: Said[] = []
  let open: { mentions: Part[]; end: number }[] = [{ mentions: [], end: at }]
  for (let length = 0; length < 8 && open.length > 0; length += 1) {
    const next = open.flatMap(({ mentions, end }) => {
      const from = length === 0 ? end : behindJoint(context.words, end)
      return from === null
        ? []
        : partsAt(context, from, mentions.at(-1)?.kind).map((part) => ({ mentions: [...mentions, part], end: part.end }))
    })
    found.push(...next.map(({ mentions, end }) => ({ mentions: shared(mentions).flatMap(each), end })))
    open = next
  }
  return found
}

/** "them" and "steps 1 and 2" are several. */
const each = (mention: Mention & { isGroup?: boolean | undefined }): Mention[] =>
  mention.isGroup ? mention.things.map((thing) => ({ ...mention, things: [thing] })) : [mention]

function behindJoint(words: readonly Word[], at: number): number | null {
  const [first, second] = [words[at]?.lower, words[at + 1]?.lower]
  if (first === ',' && second === 'and') return at + 2
  if (first === 'as' && second === 'well' && words[at + 2]?.lower === 'as') return at + 3
  return first !== undefined && /^(?:and|,|&|\+)$/.test(first) ? at + 1 : null
}

interface Part extends Mention {
  isGroup?: boolean | undefined
  end: number
  kind: ThingKind | undefined
  owner: string | undefined
}

/** "fax and newsletter of Visitor": the owner said with one is that of the others too, where it has them. */
function shared(parts: readonly Part[]): (Mention & { isGroup?: boolean | undefined })[] {
  const owners = parts.flatMap(({ owner }) => owner ?? [])
  return parts.map(({ owner, things, ...part }) => {
    const own = owner === undefined ? things.filter(({ of }) => of !== undefined && owners.includes(of)) : []
    return { ...part, things: own.length > 0 ? own : things }
  })
}

function partsAt(context: Context, at: number, before: ThingKind | undefined): Part[] {
  const { words, sentence, topic, scope } = context
  const first = words[at]
  if (first === undefined) return []
  const pointed = pointer(context, at)
  const own = pointed
    ? [{ ...pointed, kind: undefined, owner: undefined, isSure: true, said: textOf(sentence, words, at, pointed.end) }]
    : []
  // "the actor" may go on with its name
  if (pointed && first.lower !== 'the') return own
  if (first.lower === 'both' && !first.quoted && before === undefined && !/^(?:need|want|use)$/.test(words[at - 1]?.lower ?? ''))
    return partsAt(context, at + 1, undefined)
  const isIndefinite = !first.quoted && indefinite.test(first.lower)
  let from = !first.quoted && (isIndefinite || definite.test(first.lower)) ? at + 1 : at
  if (from > at && /^(?:whole|complete|entire|full)$/.test(words[from]?.lower ?? '')) from += 1
  const numbered = numberedStep(context, from) ?? goalAt(context, from)
  const lead = kindOf(words[from])
  if (lead && !numbered && words[from + 1] !== undefined) {
    from += 1
    if (/^(?:called|named|:)$/.test(words[from]?.lower ?? '')) from += 1
  }
  // an entity may itself be called Table
  const cores: Core[] = numbered ? [numbered] : [...coresAt(context, from), ...(lead ? coresAt(context, from - 1) : [])]
  if (/^(?:its|their)$/.test(first.lower) && !first.quoted) {
    const owner = topic.find(({ kind }) => kind === 'entity')
    for (const core of cores.splice(0)) {
      const things = core.things.filter(({ kind, of }) => kind === 'attribute' && of === owner?.name)
      if (owner && things.length > 0) cores.push({ ...core, things, owner: owner.name })
    }
  }
  const isStepLed = lead === 'step' && !numbered
  if (isStepLed && /^(?:about|for|where|when|that|which|in|of)$/.test(words[from]?.lower ?? ''))
    cores.push(...describedAt(context, from + 1, true))
  if (isStepLed) cores.push(...describedAt(context, from, false))
  cores.push(...stepNoun(context, from))
  const parts = cores.flatMap(({ things: all, end: stop, owner: given, isGroup }) => {
    const behind = kindOf(words[stop])
    const kind = stop === from ? undefined : (lead ?? behind ?? before)
    const end = behind && (!lead || behind === lead) ? stop + 1 : stop
    const narrowed = narrow(all, kind, given ?? undefined)
    const scoped = given === undefined && scope ? inScope(narrowed, scope) : narrowed
    const said = textOf(sentence, words, from, stop)
    const isSpelled = !isIndefinite && all.some(({ name }) => name === said && /^\p{Lu}/u.test(name))
    const isSure = words[from]!.quoted || lead !== undefined || behind !== undefined || isSpelled
    const plain: Part = {
      said,
      things: scoped,
      end,
      kind,
      owner: given,
      isSure,
      isGroup,
      isEach: !first.quoted && /^(?:each|every|any|all)$/.test(first.lower),
    }
    return [plain, ...(given === undefined ? owned(context, plain, narrowed) : [])]
  })
  return [...own, ...parts]
}

/** With "of Loan" or "from Checkout" behind. */
function owned(context: Context, part: Part, all: readonly Thing[]): Part[] {
  const { words, sentence } = context
  // "the fax there"
  const near = words[part.end]?.lower === 'there' ? context.topic.flatMap(({ of, name }) => of ?? name) : []
  const there = all.filter(({ of }) => of !== undefined && near.includes(of))
  if (there.length > 0) return [{ ...part, things: there, end: part.end + 1, owner: there[0]!.of, isSure: true }]
  if (!ownerWord.test(words[part.end]?.lower ?? '') || !all.some(({ kind }) => kind === 'attribute' || kind === 'step')) return []
  const { scope: _, ...rest } = context
  return partsAt({ ...rest, scope: undefined }, part.end + 1, undefined).flatMap(({ things, end, said }): Part[] => {
    const owner = things.find(({ kind }) => kind === 'entity' || kind === 'flow')
    if (!owner) return []
    const flows = new Set(things.map(({ name }) => name))
    const own = all.filter(({ of }) => of !== undefined && flows.has(of))
    return [
      {
        ...part,
        said: `${part.said} of ${said || textOf(sentence, words, part.end + 1, end)}`,
        things: own,
        end,
        owner: own[0]?.of ?? owner.name,
        isSure: true,
      },
    ]
  })
}

/** "fax" said of an entity or as a field is its "fax number". */
function narrow(things: readonly Thing[], kind: ThingKind | undefined, owner: string | undefined): readonly Thing[] {
  const ofKind = kind && things.some((thing) => thing.kind === kind) ? things.filter((thing) => thing.kind === kind) : kind ? [] : things
  return owner === undefined ? ofKind : ofKind.filter(({ of }) => of === owner)
}

/** What is named at a word: quoted, by the longest name there is, or by an entity with its attribute. */
function coresAt(context: Context, at: number): Core[] {
  const { words, names } = context
  const first = words[at]
  if (first === undefined) return []
  if (first.quoted) {
    const things = names.named(nameKey(first.text))
    return [{ things: things.length > 0 ? things : names.quoted(first.text), end: at + 1 }]
  }
  const { things, end } = longest(context, at)
  const isWhole = things.length > 0
  const entity = things.find(({ kind }) => kind === 'entity') ?? things.find(({ kind }) => kind === 'actor')
  const owned = entity ? attributeAt(context, /^(?:'s|\.|\/)$/.test(words[end]?.lower ?? '') ? end + 1 : end, entity.name) : null
  const isLinked = /^(?:'s|\.)$/.test(words[end]?.lower ?? '')
  if (owned && entity) return [{ things: owned.things, end: owned.end, owner: entity.name }, ...(isLinked ? [] : [{ things, end }])]
  const short = isWhole ? [] : attributesBeginning(context, at)
  return [...(isWhole ? [{ things, end }] : []), ...short]
}

function longest({ words, names, sentence }: Context, at: number): Core {
  for (let end = Math.min(words.length, at + 9); end > at; end -= 1) {
    if (
      words.slice(at, end).some(({ quoted, lower }) => quoted || !/[\p{L}\p{N}:]/u.test(lower)) ||
      article.test(words[end - 1]!.lower) ||
      words[end - 1]!.lower === ':' ||
      words[at]!.lower === ':'
    )
      continue
    const things = names.named(nameKey(sentence.slice(words[at]!.start, words[end - 1]!.end)))
    if (things.length > 0) return { things, end }
  }
  return { things: [], end: at }
}

function attributeAt(context: Context, at: number, entity: string): Core | null {
  const { words, names } = context
  const quoted = words[at]?.quoted ? { things: names.named(nameKey(words[at].text)), end: at + 1 } : longest(context, at)
  const own = quoted.things.filter(({ kind, of }) => kind === 'attribute' && of === entity)
  if (own.length > 0) return { things: own, end: quoted.end }
  const short = attributesBeginning(context, at).flatMap(({ things, end }) => ({
    things: things.filter(({ of }) => of === entity),
    end,
  }))[0]
  return short && short.things.length > 0 ? short : null
}

/** "fax" for "fax number": only said beside the entity or as a field, so what it is of decides. */
function attributesBeginning({ words, names, sentence }: Context, at: number): Core[] {
  for (let end = Math.min(words.length, at + 3); end > at; end -= 1) {
    const key = nameKey(sentence.slice(words[at]!.start, words[end - 1]!.end))
    const things = key === '' ? [] : names.all.filter(({ kind, name }) => kind === 'attribute' && nameKey(name).startsWith(`${key} `))
    if (things.length > 0 && isNarrowed(words, at, end)) return [{ things, end }]
  }
  return []
}

const isNarrowed = (words: readonly Word[], at: number, end: number) =>
  kindOf(words[end]) === 'attribute' ||
  kindOf(words[at - 1]) === 'attribute' ||
  /^(?:'s|\.)$/.test(words[at - 1]?.lower ?? '') ||
  /^(?:of|on|in|from)$/.test(words[end]?.lower ?? '')

/** "it", "them", "the two", "that field" */
function pointer({ words, topic, wants }: Context, at: number): Core | null {
  const { lower, quoted } = words[at]!
  if (quoted || topic.length === 0) return null
  const isTwo = /^(?:the|these|those)$/.test(lower) && words[at + 1]?.lower === 'two'
  const kind = /^(?:the|this|that|these|those)$/.test(lower) ? kindOf(words[at + 1]) : wants
  const own = kind && !isOne(topic) ? topic.filter((thing) => thing.kind === kind) : topic
  if (isTwo) return topic.length === 2 ? { things: topic, end: at + 2, isGroup: true } : null
  const isKind = /^(?:the|this|that|these|those)$/.test(lower) && kindOf(words[at + 1]) !== undefined
  const isMeant = !isKind || own.every((thing) => thing.kind === kind)
  const end = isKind ? at + 2 : /^(?:this|that)$/.test(lower) && words[at + 1]?.lower === 'one' ? at + 2 : at + 1
  if (/^(?:it|this|that)$/.test(lower) || (lower === 'the' && isKind)) return isOne(own) && isMeant ? { things: own, end } : null
  return /^(?:them|they|these|those)$/.test(lower) && own.length > 1 && !isOne(own) ? { things: own, end, isGroup: true } : null
}

/** One thing, or an entity and an actor by one name. */
const isOne = (things: readonly Thing[]) =>
  things.length > 0 && things.every(({ name, of }) => name === things[0]!.name && of === things[0]!.of)

/** "step 3 of Checkout", "the last step in Checkout", "step 2" where the flow is known. */
function numberedStep(context: Context, at: number): Core | null {
  const { words, names, scope } = context
  const flowsOf = (from: number) =>
    ownerWord.test(words[from]?.lower ?? '') ? partsAt({ ...context, scope: undefined }, from + 1, 'flow') : []
  const isStep = (word: Word | undefined) => /^steps?$/.test(word?.lower ?? '')
  const numberAt = (word: Word | undefined) =>
    /^\d{1,3}$/.test(word?.lower ?? '') ? Number(word!.lower) : cardinals.indexOf(word?.lower ?? '') + 1
  const order = words[at]?.lower ?? ''
  const number = isStep(words[at])
    ? numberAt(words[at + 1])
    : !isStep(words[at + 1])
      ? 0
      : /^(?:last|final)$/.test(order)
        ? -1
        : ordinals.indexOf(order) + 1
  if (number === 0) return null
  // "steps 1 and 2 of Checkout"
  const isPair = words[at]?.lower === 'steps' && words[at + 2]?.lower === 'and'
  const [flow] = flowsOf(at + (isPair ? 4 : 2)).flatMap(({ things, end }) =>
    things.flatMap(({ kind, name }) => (kind === 'flow' ? [{ name, end }] : [])),
  )
  const near = names.intent.userFlows.filter(({ name }) => ` ${nameKey(context.sentence)} `.includes(` ${nameKey(name)} `))
  const only = names.intent.userFlows.length === 1 ? names.intent.userFlows[0]?.name : near.length === 1 ? near[0]!.name : undefined
  const name = flow?.name ?? (scope?.kind === 'flow' ? scope.name : only)
  const steps = names.intent.userFlows.find((each) => each.name === name)?.steps
  const numbers = isPair ? [number, numberAt(words[at + 3])] : [number]
  const found = numbers.flatMap((each) => steps?.at(each < 0 ? each : each - 1) ?? [])
  if (name === undefined || found.length < numbers.length) return null
  const things = found.map(({ action }): Thing => ({ kind: 'step', name: action, of: name }))
  return { things, end: flow?.end ?? at + (isPair ? 4 : 2), owner: name, isGroup: isPair }
}
