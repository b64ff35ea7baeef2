// Corrects the tagger where requirements are written otherwise than newspapers: bare verbs, telegraphic steps, participles.
import { isFinite } from './clauses.ts'
import { isPerson, isVerb } from './lexicon.ts'
import type { Token } from './read.ts'
import { isActor } from './roles.ts'

const modal = /^(?:can|could|may|might|must|shall|should|will|would|need|cannot|ca|wo|sha|do|does|did)$/

export function correct(tokens: Token[]): void {
  nounFirst(tokens)
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1]
    // "the patient signs", "an attendant shall"
    const after = tokens[i + 1]
    if (
      token.tag === 'ADJ' &&
      determiner.test(before?.lower ?? '') &&
      (after?.tag === 'AUX' || (isPerson(token.lower) && (after?.tag === 'VERB' || verbBase(after?.lower ?? '') !== null)))
    )
      token.tag = 'NOUN'
    // "the team lead needs", "the shift lead can"
    if (token.lower === 'lead' && before?.tag === 'NOUN' && before.lower === before.lemma && determiner.test(tokens[i - 2]?.lower ?? '')) {
      token.tag = 'NOUN'
      continue
    }
    // "can still read", "need not be given"
    if (token.lower === 'still') {
      token.tag = 'ADV'
      continue
    }
    // "those that come late", "the owner's address", "at the till", "prior to payment"
    const opened = /^(?:that|who|which)$/.test(before?.lower ?? '') && before!.tag === 'PRON' ? verbBase(token.lower) : null
    if (token.tag === 'NOUN' && opened !== null) {
      verb(token, opened)
      continue
    }
    if (
      (token.tag === 'VERB' && token.lower === token.lemma && before?.text === "'s" && before.tag === 'PART') ||
      (token.lower === 'till' && before?.tag === 'DET') ||
      (before?.lower === 'to' && tokens[i - 2]?.lower === 'prior' && token.tag === 'VERB')
    ) {
      token.tag = 'NOUN'
      continue
    }
    if (token.lower === 'need' && /^(?:not|n't)$/.test(tokens[i + 1]?.lower ?? '')) token.tag = 'AUX'
    const back = lastBefore(tokens, i, (each) => each.tag !== 'ADV' && each.lemma !== 'not')
    if ((token.lower === 'unless' || token.lower === 'until' || token.lower === 'till') && token.tag !== 'SCONJ') token.tag = 'SCONJ'
    const base = verbBase(token.lower)
    // "a timer that fades the sound": no noun stands in the plural behind "that"
    if (token.tag === 'NOUN' && base !== null && isThird(token.lower) && before?.lower === 'that' && tokens[i - 2]?.tag === 'NOUN') {
      before.tag = 'PRON'
      verb(token, base)
      continue
    }
    // "that has been deleted continues to show up"
    if (token.tag === 'NOUN' && base !== null && isThird(token.lower) && before?.tag === 'VERB' && after?.lower === 'to') {
      verb(token, base)
      continue
    }
    // "must book", "may not post", "wants to order"
    if (
      back &&
      token.tag !== 'VERB' &&
      token.tag !== 'AUX' &&
      isVerb(token.lower) &&
      ((modal.test(back.lower) && back.tag === 'AUX') || (back.tag === 'PART' && back.lower === 'to'))
    )
      verb(token, token.lower)
    // "is validated", "are waived"
    else if (
      back &&
      /^(?:ADJ|NOUN|PROPN)$/.test(token.tag) &&
      /(?:ed|en)$/.test(token.lower) &&
      base !== null &&
      /^(?:be|get|been|being)$/.test(back.lemma)
    )
      verb(token, base)
    // "…, buyers rate sellers": between two plurals stands what the first do
    else if (
      token.tag === 'NOUN' &&
      base === token.lower &&
      before?.tag === 'NOUN' &&
      before.lower !== before.lemma &&
      isActor(before.lemma) &&
      /^(?:[,;:]|)$/.test(tokens[i - 2]?.text ?? '') &&
      tokens[i + 1]?.tag === 'NOUN' &&
      tokens[i + 1]!.lower !== tokens[i + 1]!.lemma
    )
      verb(token, base)
    // "lets a member search the catalogue"
    else if (
      token.tag === 'NOUN' &&
      base === token.lower &&
      /^(?:DET|PRON)$/.test(tokens[i + 1]?.tag ?? '') &&
      before?.tag === 'NOUN' &&
      tokens.slice(0, i).some(({ lemma }) => /^(?:let|make|help)$/.test(lemma))
    )
      verb(token, base)
    // "show or store card numbers", "from editing posts"
    else if (
      token.tag !== 'VERB' &&
      base === token.lower &&
      before?.tag === 'CCONJ' &&
      tokens[i - 2]?.tag === 'VERB' &&
      /^(?:DET|NOUN|PROPN|PRON|ADJ)$/.test(tokens[i + 1]?.tag ?? '')
    )
      verb(token, base)
    else if (token.tag !== 'VERB' && token.lower.endsWith('ing') && base !== null && /^(?:from|without)$/.test(before?.lower ?? ''))
      verb(token, base)
    // "the order", "a new export", "approves permits": a verb cannot stand there
    else if (token.tag === 'VERB' && !/(?:ing|ed)$/.test(token.lower) && before && isNounPlace(tokens, i)) token.tag = 'NOUN'
    else if (token.tag === 'VERB' && token.lower.endsWith('ing') && !before && tokens[i + 1]?.tag === 'NOUN') token.tag = 'NOUN'
  }
  labelled(tokens)
  if (!tokens.some((_, i) => isFinite(tokens, i) && !modifies(tokens, i))) findVerb(tokens, 0, tokens.length)
  for (const [from, to] of clausesWithoutVerb(tokens)) findVerb(tokens, from, to)
}

/** "Board sets the date", "Support contacts the guest": the first word only looks like an order. */
function nounFirst(tokens: Token[]): void {
  const [first, second, third] = tokens
  // "Uploads are stored"
  if (first?.tag === 'VERB' && isThird(first.lower) && second?.tag === 'AUX') first.tag = 'NOUN'
  const base = second && isThird(second.lower) ? verbBase(second.lower) : null
  if (
    !first ||
    !/^(?:VERB|NOUN)$/.test(first.tag) ||
    first.lower !== first.lemma ||
    base === null ||
    !/^(?:DET|PRON|NUM)$/.test(third?.tag ?? '')
  )
    return
  first.tag = 'NOUN'
  verb(second!, base)
}

/** "Renewal: disabled for trials" says what the renewal is. */
function labelled(tokens: Token[]): void {
  const colon = tokens.findIndex(({ text }) => text === ':')
  const next = tokens.find(({ tag, lemma }, i) => i > colon && tag !== 'ADV' && lemma !== 'not')
  const at = next ? tokens.indexOf(next) : -1
  if (colon < 0 || tokens[colon - 1]?.tag !== 'NOUN' || !next || tokens.some((_, i) => i !== at && isFinite(tokens, i))) return
  const isSaid =
    /^(?:optional|mandatory|required|on|off)$/.test(next.lower) ||
    ((/ed$/.test(next.lower) || sameInPast.test(next.lower)) && verbBase(next.lower) !== null)
  if (!isSaid || /^(?:NOUN|PROPN)$/.test(tokens[at + 1]?.tag ?? '')) return
  tokens[colon]!.tag = 'AUX'
  tokens[colon]!.lemma = 'be'
  if (verbBase(next.lower) !== null && !/^(?:on|off)$/.test(next.lower)) verb(next, verbBase(next.lower)!)
}

const determiner = /^(?:a|an|the|this|that|these|those|each|every|any|its|their|his|her|my|your|our|no|another|one)$/
const opener = /^(?:before|after|when|whenever|if|while|once|until|unless|and|but|then|that|who|which|because)$/

/** Stretches between clause openers and commas that hold a subject but no verb: "When the user clicks Save," */
function clausesWithoutVerb(tokens: Token[]): [number, number][] {
  const edges = [0]
  for (const [i, token] of tokens.entries()) if (i > 0 && (token.tag === 'PUNCT' || opener.test(token.lower))) edges.push(i)
  edges.push(tokens.length)
  return edges.slice(1).flatMap((to, k): [number, number][] => {
    const from = edges[k]!
    const own = tokens.slice(from, to)
    const opened = isOpened(own[0])
    // "Before it is filled, the patient checks it": the main clause behind the comma
    const follows = own[0]?.text === ',' && isOpened(tokens[edges[k - 1] ?? 0]) && own[1]?.tag === 'DET'
    return (opened || follows || k === 0) &&
      own.length > 2 &&
      !own.some(
        ({ lower }, j) => isFinite(tokens, from + j) && !modifies(tokens, from + j) && !/^(?:save|submit|cancel|next|ok)$/.test(lower),
      )
      ? [[from, to]]
      : []
  })
}

function isOpened(first: Token | undefined): boolean {
  return first !== undefined && opener.test(first.lower) && first.lower !== 'and' && first.lower !== 'or'
}

/** The word that must be the verb where the tagger saw none: "Admin reviews reports", "Tickets cost 5 euros", "Export the list". */
function findVerb(tokens: Token[], from: number, to: number): void {
  let guess: number | undefined
  for (let i = from; i < to; i++) {
    const token = tokens[i]!
    const before = i > from ? tokens[i - 1] : undefined
    const after = i + 1 < to ? tokens[i + 1] : undefined
    if (!/^(?:NOUN|PROPN|ADJ|ADV|INTJ|X|ADP)$/.test(token.tag) || !/^[a-z]+$/.test(token.lower)) continue
    const base = verbBase(token.lower)
    if (base === null) continue
    const isFirst = !before || (before.tag === 'PUNCT' && i <= from + 1)
    const object = tokens.slice(i + 1, to).find(({ tag }) => tag !== 'ADV')
    if (
      isFirst &&
      token.lower === base &&
      object &&
      (/^(?:DET|PRON|ADJ|NOUN|PROPN|NUM|ADP)$/.test(object.tag) || modifies(tokens, tokens.indexOf(object)))
    )
      return verb(token, base)
    if (!before || !/^(?:NOUN|PROPN|PRON|ADV|ADJ)$/.test(before.tag)) continue
    const subject = tokens.slice(from, i).find(({ tag }, k) => /^(?:NOUN|PROPN)$/.test(tag) && tokens[from + k + 1]?.tag !== 'NOUN')
    const agrees = [before, subject].some((each) => each !== undefined && isThird(token.lower) !== isPlural(each.lower))
    if (agrees && after && /^(?:DET|PRON|NUM|PART)$/.test(after.tag)) return verb(token, base)
    // "Late entries count.", "Heavy objects travel with a courier.": no compound begins with a plural
    const ends = after === undefined || after.tag === 'PUNCT' || after.tag === 'ADP'
    if (ends && token.lower === base && [before, subject].some((each) => isPlural(each?.lower ?? '')) && tokens.at(-1)!.text === '.')
      guess ??= i
    if (
      before.tag !== 'ADJ' &&
      (isActor(before.lemma) || tokens.slice(from, from + 2).some(({ tag }) => tag === 'DET')) &&
      isThird(token.lower) !== isPlural(before.lower)
    )
      guess ??= i
  }
  if (guess !== undefined) verb(tokens[guess]!, verbBase(tokens[guess]!.lower)!)
}

function isThird(word: string): boolean {
  return /[^s]s$/.test(word)
}

function isPlural(word: string): boolean {
  return /[^su]s$|^(?:people|staff|children|men|women)$/.test(word)
}

/** A participle before a noun may be no verb of the clause: "paid invoices". */
function modifies(tokens: Token[], i: number): boolean {
  const { lower, lemma, tag } = tokens[i]!
  return tag === 'VERB' && lower !== lemma && !/s$/.test(lower) && tokens[i + 1]?.tag === 'NOUN'
}

function verb(token: Token, base: string): void {
  token.tag = 'VERB'
  token.lemma = base
}

function isNounPlace(tokens: Token[], i: number): boolean {
  const { lower, lemma } = tokens[i]!
  const before = tokens[i - 1]!
  const beforeThat = tokens[i - 2]?.lower ?? ''
  if (determiner.test(before.lower) || (before.tag === 'ADJ' && determiner.test(beforeThat))) return true
  // "customer order delivery address"
  if (
    before.tag === 'NOUN' &&
    lower === lemma &&
    i === tokens.length - 1 &&
    i > 1 &&
    !isPlural(before.lower) &&
    !tokens.some(({ tag }) => /^(?:AUX|PART|DET|PRON)$/.test(tag))
  )
    return true
  // "the team lead": a singular subject takes no bare verb
  if (before.tag === 'NOUN' && lower === lemma && determiner.test(beforeThat) && !/s$|^(?:people|staff|police)$/.test(before.lower))
    return !sameInPast.test(lower) && !awaitsVerb(tokens, i)
  return before.tag === 'VERB' && !/^(?:help|let|make|have|need|go|get)$/.test(before.lemma) && /^s?$/.test(lower.slice(lemma.length))
}

/** "must the clerk sign", "lets the clerk sign", "and the clerks sign": a verb may still come. */
function awaitsVerb(tokens: Token[], i: number): boolean {
  const edge = tokens.findLastIndex(({ tag, lower }, k) => k < i && (tag === 'PUNCT' || (opener.test(lower) && lower !== 'and')))
  const own = tokens.slice(edge + 1, i)
  const last = own.findLastIndex(
    ({ tag, lower, lemma }) => tag === 'AUX' || lower === 'to' || /^(?:let|make|help|have|and|or)$/.test(lemma),
  )
  // "must not see the home address": it has come
  return last >= 0 && !(/^(?:AUX|PART)$/.test(own[last]!.tag) && own.slice(last + 1).some(({ tag }) => tag === 'VERB'))
}

const sameInPast = /^(?:put|set|cut|read|shut|let|hit|cost|split|become|come|run)$/

/** The verb a form belongs to, by its ending. */
export function verbBase(form: string): string | null {
  const bases = [form]
  if (form.endsWith('ies')) bases.push(`${form.slice(0, -3)}y`)
  if (/s$/.test(form)) bases.push(form.slice(0, -1))
  if (form.endsWith('es')) bases.push(form.slice(0, -2))
  if (form.endsWith('ied')) bases.push(`${form.slice(0, -3)}y`)
  for (const ending of ['ed', 'ing'])
    if (form.endsWith(ending)) {
      const rest = form.slice(0, -ending.length)
      bases.push(`${rest}e`, rest, ...(/(.)\1$/.test(rest) ? [rest.slice(0, -1)] : []))
    }
  return bases.find((base) => base.length > 1 && isVerb(base)) ?? null
}

function lastBefore(tokens: Token[], i: number, wanted: (token: Token) => boolean): Token | undefined {
  return tokens.slice(Math.max(0, i - 3), i).findLast(wanted)
}
