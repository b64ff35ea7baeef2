// A sentence in plain form: what it names as slots, its words by lemma and form, without what says nothing; pronouns stand for what was named before.
import { isVerb } from '../../../lib/english/lexicon.ts'
import type { Thing, ThingKind } from './edit.ts'
import { itemsOf, type Item } from './mentions.ts'
import { same, type Names } from './names.ts'
import { isOfOther, isPlace, isScope } from './scope.ts'
import { isEditVerb } from './senses.ts'
import { withSteps } from './step-spans.ts'
import { type Word } from './sentence.ts'

export interface PlainForm {
  /** `remove.b#0 @a#1 `: each token with the item it stands for. */
  text: string
  items: readonly Item[]
  /** What the item of a number means, also for items that stand for words left out. */
  things: readonly (readonly Thing[])[]
  isAlso: boolean
  topic: readonly Thing[]
}

const letters: Readonly<Record<ThingKind, string>> = {
  attribute: 'a',
  entity: 'e',
  actor: 'r',
  flow: 'f',
  component: 'c',
  step: 's',
  goal: 'g',
  interaction: 'i',
}

const quiet =
  /^(?:the|an?|our|its|their|your|my|his|her|please|pls|kindly|also|too|just|simply|very|quite|really|actually|clearly|obviously|already|anyway|still|currently|now|all|always|henceforth|furthermore|moreover|well|even|ever|then|here|overall|altogether|completely|entirely|only ever|honestly|frankly|safely|merely|plain|whole|entire|each|every|any|both|such|um|uh|er|okay|ok|yeah|yep|separate|new|extra|additional|own|herself|himself|itself|themselves|yourself|directly|right away|immediately|rather|more|much|so-called|attribute|field|column|entity|property)$/
const duty = /^(?:should|must|shall|ought)$/
const may = /^(?:can|could|may|would|'d|ca|will|'ll)$/
const wanting = /^(?:like|want|wish|prefer|need)\./
const pointer = /^(?:it|that|this|they|them|these|those|which)$/

/** With `isOfSteps`, words that say what is done in one step are a mention of it. */
export function plainFormOf(words: readonly Word[], names: Names, topic: readonly Thing[], isOfSteps = false): PlainForm {
  const plain = itemsOf(words, names)
  const items = isOfSteps ? withSteps(plain, names) : plain
  const things: Thing[][] = items.map(({ things: own }) => [...own])
  const tokens: string[] = []
  const spoken = [...topic]
  let named: Thing[] = []
  const clauses: Thing[][] = [[]]
  const last = () => tokens.at(-1)?.replace(/[.#].*$/, '') ?? ''
  const point = (at: number, kind: ThingKind | null, many: boolean): string | null => {
    const all = (named.length > 0 ? named : spoken).filter((thing) => !kind || thing.kind === kind)
    const parts = all.filter(({ kind: own }) => own === 'attribute' || own === 'step')
    // what the last clause that names something speaks of
    const clause = clauses.findLast((each) => each.some((thing) => all.includes(thing))) ?? all
    const own = (parts.length > 0 ? parts : all).filter((thing) => clause.includes(thing))
    const one = own.length > 0 ? own : parts.length > 0 ? parts.slice(-1) : all
    const isPair = one.length > 1 && /@[a-z]+#\d+ (?:and|or)\.\w#\d+ @/.test(tokens.join(' '))
    const isOpen = isPair || (named.length === 0 && one.length > 1)
    const found = many ? all.slice(-2) : isOpen ? [] : one.slice(0, 1)
    if (found.length === 0 || (many && found.length !== 2)) return null
    things[at] = found
    return `@${letters[found[0]!.kind]}p#${at}`
  }
  for (const [at, item] of items.entries()) {
    const [word] = item.words
    const { lower, tag, lemma, quoted } = word!
    const next = items[at + 1]?.words[0]
    const isNoun =
      /^(?:NOUN|PROPN)$/.test(items[at - 1]?.words[0]!.tag ?? '') &&
      items[at - 1]!.things.length === 0 &&
      !items[at - 1]!.kind &&
      !(at === 1 && isEditVerb(items[0]!.words[0]!.lemma))
    const isCompound = isNoun && item.words.length === 1 && quoted === undefined && items[at - 1]!.words.at(-1)!.end + 1 === word!.start
    if (item.isOwner && item.things.length > 0) {
      tokens.push(`@eo#${at}`)
      continue
    }
    // "the name of the room" is what it is called
    const isWord =
      /^(?:name|title|label|term|word)$/.test(lower) &&
      item.words.length === 1 &&
      (/^(?:of|for)$/.test(next?.lower ?? '') ||
        (items[at - 1]?.things.length === 0 && (items[at - 1]!.words[0]!.tag === 'ADJ' || items[at - 1]!.kind !== null)))
    if (item.things.length > 0 && !isCompound && !isWord && !isOfOther(items, at)) {
      const kinds = [...new Set(item.things.map(({ kind }) => letters[kind]))].join('')
      tokens.push(`@${kinds}${item.type ? 'y' : ''}${quoted === undefined ? '' : 'q'}#${at}`)
      // what is said in brackets is no topic
      const isAside =
        items.findLastIndex(({ lower: each }, i) => i < at && each === '(') >
        items.findLastIndex(({ lower: each }, i) => i < at && each === ')')
      if (
        !isAside &&
        !isPlace(items, at) &&
        !(item.type && /^as\./.test(tokens.at(-2) ?? '')) &&
        (item.things.length === 1 || item.things.every(({ kind }) => kind !== 'attribute'))
      ) {
        const thing = item.things[0]!
        named = [...named.filter((other) => !same(other, thing)), thing]
        clauses.at(-1)!.push(thing)
      }
      continue
    }
    if (item.type && !isCompound) {
      // "fax number" is the fax
      const isTail =
        /^@a#/.test(tokens.at(-1) ?? '') && /^(?:number|text|date|flag|list|amount|value)$/.test(lower) && items[at - 1]!.things.length > 0
      if (!isTail) tokens.push(`@y${quoted === undefined ? '' : 'q'}#${at}`)
      continue
    }
    if (quoted !== undefined) {
      tokens.push(`"#${at}`)
      continue
    }
    if (lower === '/') {
      tokens.push(`and.x#${at}`)
      continue
    }
    if (/^[,;:!()–—]$|^-$|^(?:so|but|therefore)$/.test(lower)) clauses.push([])
    if (/^[,;:!()–—]$|^-$/.test(lower)) {
      tokens.push(`${/^[;:]$/.test(lower) ? lower : ','}#${at}`)
      continue
    }
    const isVerbNext = next !== undefined && (/^(?:AUX|VERB)$/.test(next.tag) || /^(?:not|n't)$/.test(next.lower))
    // "call that Lodge"
    const isCalled = /^(?:call|name|title|label|dub)\./.test(tokens.at(-1) ?? '')
    const isDet =
      /^(?:that|this|these|those)$/.test(lower) &&
      next !== undefined &&
      /^(?:NOUN|PROPN|ADJ|NUM)$/.test(next.tag) &&
      !isVerbNext &&
      !isCalled
    const isClause =
      lower === 'that' &&
      items.slice(at + 1).some(({ words: [other] }) => /^(?:VERB|AUX)$/.test(other!.tag)) &&
      /^(?:DET|NOUN|PRON|PROPN|ADJ|NUM)$/.test(next?.tag ?? '') &&
      (tag === 'SCONJ' || /^(?:suggest|propose|think|say|ask|request|feel|believe|note|sure)$/.test(last()))
    const isOther = /^for\./.test(tokens.at(-1) ?? '') && /^(?:them|those|these)$/.test(lower)
    if (!isDet && !isClause && !isOther && pointer.test(lower) && !(lower === 'which' && !/^[,;]/.test(tokens.at(-1) ?? ''))) {
      const isMany = /^(?:they|them|these|those|both)$/.test(lower)
      const to = (isMany ? point(at, null, true) : null) ?? point(at, null, false)
      tokens.push(to ?? `${lower}.x#${at}`)
      continue
    }
    if (/^(?:both|former|latter)$/.test(lower) && named.length > 1) {
      const two = named.slice(-2)
      things[at] = lower === 'both' ? two : [two[lower === 'former' ? 0 : 1]!]
      const isSubject =
        !/^be\./.test(tokens.at(-1) ?? '') &&
        (items[at + 1] === undefined || isVerbNext || /^(?:[,;]|and)$/.test(items[at + 1]!.lower) || items[at + 1]!.type !== null)
      if (lower !== 'both' || isSubject) {
        tokens.push(`@${letters[two[0]!.kind]}#${at}`)
        continue
      }
    }
    // "that field", "the two", "that one"
    const before = items[at - 1]?.lower ?? ''
    if (item.kind && /^(?:the|that|this|those|these)$/.test(before) && items[at + 1]?.lower !== 'of') {
      const to = point(at, item.kind, /s$/.test(lower))
      if (to) {
        tokens.push(to)
        continue
      }
    }
    if (lower === 'too' && next?.tag === 'ADJ') tokens.push(`too.r#${at}`)
    if (
      isDet ||
      (quiet.test(lower) && !(lower === 'rather' && next?.lower === 'than')) ||
      (tag === 'ADV' && /ly$/.test(lower) && !/^(?:only|hardly|possibly|probably|rarely)$/.test(lower))
    )
      continue
    if (lower === 'do' || lower === 'does') {
      if (/^(?:not|n't)$/.test(next?.lower ?? '')) continue
      if (tag === 'AUX' && next?.tag === 'VERB') continue
    }
    if (/^(?:not|n't|never|cannot)$/.test(lower) || (lower === 'no' && next?.lower === 'longer')) {
      if (lower === 'cannot') tokens.push(`may.x#${at}`)
      tokens.push(`not.x#${at}`)
      continue
    }
    if ((lower === 'longer' && before === 'no') || (lower === 'as' && next?.lower === 'well')) continue
    if (lower === "'s" && last() === 'let') {
      tokens.push(`us.x#${at}`)
      continue
    }
    if (duty.test(lower)) {
      insertSubject(tokens, point, things, true)
      tokens.push(`must.x#${at}`)
      continue
    }
    if (
      lower === 'to' &&
      /^(?:have|need|be|must|ought|want|get)$/.test(last()) &&
      (!/^(?:want|get)$/.test(last()) || next?.lower === 'be') &&
      next &&
      next.lower === next.lemma &&
      /^(?:VERB|AUX)$/.test(next.tag)
    ) {
      if (last() === 'get' && /^(?:be|have)\./.test(tokens.at(-2) ?? '')) tokens.splice(-2, 2, `must.x#${at}`)
      else if (last() !== 'must') tokens.splice(-1, 1, `must.x#${at}`)
      continue
    }
    // "I'd like the flow to be titled …"
    if (lower === 'to' && next?.lower === 'be' && /^[@"]/.test(tokens.at(-1) ?? '') && tokens.some((token) => wanting.test(token))) {
      tokens.push(`must.x#${at}`)
      continue
    }
    if (may.test(lower) && tag === 'AUX') {
      insertSubject(tokens, point, things)
      tokens.push(`may.x#${at}`)
      continue
    }
    if (/^(?:of|than)$/.test(lower) && /^(?:instead|rather|place|opposed)$/.test(items[at - 1]?.lower ?? '')) {
      if (last() === 'place') tokens.splice(-2, 2)
      else if (/^(?:instead|rather)$/.test(last())) tokens.pop()
      tokens.push(`instead-of.x#${at}`)
      continue
    }
    if (/^(?:was|were|had|did)$/.test(lower)) {
      tokens.push(`${lower}.x#${at}`)
      continue
    }
    if (/^(?:be|is|are|am|'s|'re|been|being)$/.test(lower) && lemma === 'be') {
      insertSubject(tokens, point, things)
      // "we suggest that it be dropped"
      if (lower === 'be' && /^[@"]/.test(tokens.at(-1) ?? '')) tokens.push(`must.x#${at}`)
      tokens.push(`be.x#${at}`)
      continue
    }
    if (/^(?:has|have)$/.test(lower)) insertSubject(tokens, point, things, next?.lower === 'to')
    // "Combine Found Item …": an order, whatever it is taken for
    if (at === 0 && tag === 'PROPN' && isEditVerb(lower)) {
      tokens.push(`${lower}.b#${at}`)
      continue
    }
    tokens.push(`${/^(?:VERB|AUX)$/.test(tag) && lower !== 'required' ? lemma : lemmaOf(lower, lemma)}.${formOf(word!)}#${at}`)
  }
  const text = tidy(tokens).replaceAll(parenthesis, (said) => (isScope(said.replace(/^\S+ /, '')) ? said : ''))
  return {
    text,
    items,
    things,
    topic,
    isAlso: items.some(({ lower }) => /^(?:also|too|well|additionally|furthermore|moreover)$/.test(lower)),
  }
}

/** Without words that add nothing to what they stand beside: "the hut thing", "the step where", "there should be", "over to". */
const tidy = (tokens: readonly string[]) =>
  tokens
    .map((token) => `${token} `)
    .join('')
    .replaceAll(/(?<=@[a-z]+#\d+ )(?:thing|stuff|bit|business|part)\.n#\d+ /g, '')
    .replaceAll(/(?:step|part)\.n#\d+ (?:(?:where|that|about|in|of|when|with)\.\w#\d+ )?(?:which\.\w#\d+ )?(?:@[re]+#\d+ )?(?=@s)/g, '')
    .replaceAll(/(?<=@a#\d+ )(?:on|of|in|for|at)\.\w#\d+ @eo#\d+ /g, '')
    .replaceAll(/(?:single|individual|whole)\.j#\d+ (?=@)/g, '')
    .replaceAll(
      /(?<=@([a-z]*[rea])[a-z]*#\d+ )(?:from|in|on|off)\.\w#\d+ (?:list\.n#\d+ of\.\w#\d+ )?(?:actor|role|entity|table|attribute|field)\.n#\d+ (?=$|[,;:])/g,
      '',
    )
    .replaceAll(/(?<=@e#\d+ )(?:card|record|sheet|entry|table|form)\.\w#\d+ (?=(?:be|must|may|need|lack|miss)\.)/g, '')
    .replaceAll(/(?<=@[a-z]*a[a-z]*#\d+ )(?:it\.\w|@[a-z]*p)#\d+ be\.\w#\d+ (?=be\.|must\.|may\.)/g, '')
    .replaceAll(/(?:word|wording|term|name|label|title|expression|designation)\.n#\d+ (?=[@"])/g, '')
    .replaceAll(/there\.\w#\d+ (?=(?:be|must|may)\.)/g, '')
    .replaceAll(/(?<=(?:need|lack|miss)\.[sbg]#\d+ )for\.a#\d+ /g, '')
    .replaceAll(/(?<=@y#\d+ )only\.\w#\d+ /g, '')
    .replaceAll(/over\.\w#\d+ (?=to\.)/g, '')
    .replaceAll(/,#\d+ (?=[,;:]#)/g, '')
    .replaceAll(/(?<=@s#\d+ )at\.\w#\d+ (?:end|start|beginning)\.n#\d+ of\.\w#\d+ @f#\d+ /g, '')
    .replaceAll(/(?<=@s#\d+ )(?:on|in|at|during|for|when)\.\w#\d+ @f#\d+ /g, '')
    .replaceAll(/(?:data|datum|detail|record|information|description)\.n#\d+ of\.\w#\d+ (?=@e)/g, '')

/** ", in our language," */
const parenthesis = /(?<= ),#\d+ (?:in|for|at|by|from|to|as|with|at)\.\w#\d+ (?:[^@,;:" ]+ ){1,4},#\d+ (?=\S)/g

type Point = (at: number, kind: null, many: boolean) => string | null

/** "…, and has no place": what was named before is what has none. */
function insertSubject(tokens: string[], point: Point, things: readonly unknown[], isDuty = false) {
  const joint = tokens.at(-1) ?? ''
  const isSecond = isDuty && /^[,;]#/.test(joint) && tokens.some((token) => /^(?:be|have)\.|\.s#/.test(token))
  if (!isSecond && !/^(?:and|but|so|therefore|thus)\./.test(joint)) return
  const to = point(things.length, null, false)
  if (to) tokens.push(to)
}

/** A verb that was taken for another word keeps its lemma. */
function lemmaOf(lower: string, lemma: string): string {
  if (/^(?:better|best|required)$/.test(lower)) return lower
  const bare = lemma === lower ? lower.replace(/(?<=\p{L}{3})(?:([bdgmnpt])\1ed|ed|ing)$/u, '$1') : lemma
  return isVerb(bare) ? bare : lemma
}

function formOf({ lower, lemma, tag }: Word): string {
  if (/^(?:last|first|next|home|required)$/.test(lower)) return 'j'
  if (tag === 'ADP' || tag === 'SCONJ') return 'a'
  if (tag === 'VERB' || tag === 'AUX') return lower === lemma ? 'b' : /ing$/.test(lower) ? 'g' : /s$/.test(lower) ? 's' : 'd'
  return { NOUN: 'n', PROPN: 'p', ADJ: 'j', NUM: 'u', ADV: 'r' }[tag] ?? 'x'
}
