// Finds the acts of a sentence: each verb with who does it, what it is done to, and how it is said.
import { isFinite, type Clause, type Part } from './clauses.ts'
import { isPhrasal, isVerb } from './lexicon.ts'
import { governs, isComplement } from './negation.ts'
import type { Quantity } from './quantities.ts'
import type { Token } from './read.ts'

export interface Act {
  /** Lemma of the verb; of the adjective where "is" or "stays" only carries it ("is available"). */
  verb: string
  /** "out" of "log out", "off" of "turn off". */
  particle: string
  negated: boolean
  /** "Only admins delete": nobody else does. */
  only: boolean
  modal: string
  passive: boolean
  /** Heads of who acts (the agent of a passive); empty when nobody is named. */
  subjects: string[]
  /** Heads of what is acted on, in order. */
  objects: string[]
  part: Part
  /** What the clause it stands in says of it: "unless it rains" holds while it does not; 0 where the clause orders and does not ask. */
  sign: 1 | -1 | 0
  /** Index of its token. */
  at: number
  amounts: Quantity[]
}

const linking = /^(?:be|become|stay|remain|go|get|keep|seem|appear|look)$/
const carriers = /^(?:want|wish|need|able|have|try|like|be|get|ought)$/
const particles = /^(?:in|out|on|off|up|down|away|back)$/

export function actsOf(tokens: readonly Token[], clauses: readonly Clause[]): Act[] {
  const acts: Act[] = []
  const partAt = (i: number): Part => {
    const own = clauses.find(({ from, to }) => i >= from && i < to)
    // "but not to change them" is said of the same, not excepted from it
    return !own || (own.part === 'exception' && tokens[own.from]!.lower === 'but') ? 'main' : own.part
  }
  for (const [i, token] of tokens.entries()) {
    if (!isAct(tokens, i)) continue
    const predicate = linking.test(token.lemma) ? predicateOf(tokens, i) : undefined
    const can = predicate && canBe(predicate)
    const lemma = can?.verb ?? predicate?.lemma ?? token.lemma
    const goesOn = /^(?:keep|continue)$/.test(lemma) && tokens[i + 1]?.tag === 'VERB' && tokens[i + 1]!.lower.endsWith('ing')
    if (lemma === 'be' || goesOn || isLinked(tokens, i) || (carriers.test(lemma) && leadsOn(tokens, i))) continue
    const auxiliaries = auxiliariesOf(tokens, i)
    const { before, behind } = stretch(tokens, clauses, i, acts.at(-1))
    const inherits = before.length === 0 && acts.length > 0 && acts.at(-1)!.part === partAt(i)
    // "is sorted and printed": the second verb is passive as the first is
    const carried =
      inherits &&
      acts.at(-1)!.passive &&
      auxiliaries.length === 0 &&
      isParticiple(token) &&
      !token.lower.endsWith('s') &&
      tokens[i - 1]?.lower !== 'to'
    const passive =
      can !== undefined ||
      (token.tag === 'VERB' &&
        isParticiple(token) &&
        (carried || isReduced(tokens, i) || auxiliaries.some(({ lemma: each }) => linking.test(each))))
    const subjects = carried ? acts.at(-1)!.objects.slice(0, 1) : before.length > 0 ? before : inherits ? acts.at(-1)!.subjects : []
    const agent = passive ? agentOf(tokens, can ? tokens.indexOf(predicate!) : i) : []
    const matrix = before.length === 0 ? acts.findLast((act) => governs(act.verb) && isComplement(tokens, act.at, i)) : undefined
    acts.push({
      verb: lemma,
      particle: particleOf(tokens, i),
      negated: can?.turned ?? false,
      only: tokens.some(({ lower }) => lower === 'only'),
      modal: auxiliaries.find(({ lemma: each }) => /^(?:can|may|must|shall|should|will|could|might|would)$/.test(each))?.lemma ?? '',
      passive,
      // "prevents guests from editing": the guests would edit
      subjects: passive ? agent : matrix && matrix.objects.length > 0 ? matrix.objects.slice(0, 1) : subjects,
      objects: passive ? [...new Set([...subjects, ...behind.filter((head) => !agent.includes(head))])] : behind,
      part: partAt(i),
      sign: signOf(tokens, clauses, i),
      amounts: [],
      at: predicate ? tokens.indexOf(predicate) : i,
    })
  }
  return acts
}

function signOf(tokens: readonly Token[], clauses: readonly Clause[], i: number): Act['sign'] {
  const own = clauses.find(({ from, to }) => i >= from && i < to)
  const opener = own ? tokens[own.from]!.lower : ''
  return /^(?:unless|until|till)$/.test(opener) ? -1 : opener === 'before' ? 0 : 1
}

/** "status set by housekeeping": a passive without its auxiliary. */
function isReduced(tokens: readonly Token[], i: number): boolean {
  return (
    tokens[i + 1]?.lower === 'by' &&
    !tokens[i]!.lower.endsWith('s') &&
    (tokens[i - 1]?.text === ',' || /^(?:NOUN|PROPN)$/.test(tokens[i - 1]?.tag ?? '')) &&
    agentOf(tokens, i).length > 0
  )
}

/** "logs out", "turn the alarm off" */
function particleOf(tokens: readonly Token[], i: number): string {
  const isSwitch = /^(?:turn|switch|shut|power|put)$/.test(tokens[i]!.lemma)
  const next = tokens[i + 1]?.lower ?? ''
  if (isParticle(tokens, i + 1) || (isSwitch && /^(?:on|off)$/.test(next))) return next
  const behind = tokens.slice(i + 1).findIndex(({ tag }) => !/^(?:DET|ADJ|NOUN|PROPN|PRON)$/.test(tag)) + i + 1
  const { lower = '' } = tokens[behind] ?? {}
  const isLast = !/^(?:DET|ADJ|NOUN|PROPN|PRON|NUM)$/.test(tokens[behind + 1]?.tag ?? '')
  return behind > i + 1 && particles.test(lower) && isLast && (isSwitch || isPhrasal(`${tokens[i]!.lemma}_${lower}`)) ? lower : ''
}

/** "logs out", but neither "in the morning" nor "up to 60". */
function isParticle(tokens: readonly Token[], i: number): boolean {
  const behind = tokens[i + 1]
  const isBound = behind?.lower === 'to' && tokens[i + 2]?.tag === 'NUM'
  const isKnown = isPhrasal(`${tokens[i - 1]?.lemma}_${tokens[i]?.lower}`)
  return particles.test(tokens[i]?.lower ?? '') && !isBound && (isKnown || !/^(?:DET|ADJ|NOUN|PROPN|PRON|NUM)$/.test(behind?.tag ?? ''))
}

const unchanged = /^(?:put|set|cut|read|shut|let|hit|cost|split|spread|bid|quit)$/

function isParticiple({ lower, lemma }: Token): boolean {
  return !lower.endsWith('ing') && (lower !== lemma || unchanged.test(lemma))
}

function isAct(tokens: readonly Token[], i: number): boolean {
  const { tag, lemma, lower } = tokens[i]!
  if (tag === 'AUX')
    return (
      (lemma === 'be' || lemma === 'have' || lemma === 'do') &&
      !tokens
        .slice(i + 1, i + 5)
        .some(
          (each, k) =>
            each.tag === 'VERB' &&
            tokens.slice(i + 1, i + 1 + k).every((between) => between.tag === 'ADV' || between.tag === 'PART' || between.tag === 'AUX'),
        )
    )
  if (tag !== 'VERB') return false
  // "failed attempts", "a signed form"
  const before = tokens[i - 1]
  const next = tokens[i + 1]
  const isParticipleHere = /(?:ed|en|ing)$/.test(lower) && lower !== lemma && next !== undefined && /^(?:NOUN|PROPN)$/.test(next.tag)
  if (!isParticipleHere) return true
  // "Deleted files are kept" begins with no act, "Editing posts" does
  if (before === undefined || before.tag === 'PUNCT')
    return lower.endsWith('ing') || !tokens.slice(i + 1).some((_, k) => isFinite(tokens, i + 1 + k))
  return !(/^(?:DET|NUM|ADJ|ADP|VERB)$/.test(before.tag) || before.lower === 'for') || /^(?:without|by|from)$/.test(before.lower)
}

function predicateOf(tokens: readonly Token[], i: number): Token | undefined {
  const at = tokens.findIndex((token, k) => k > i && token.tag !== 'ADV' && token.lemma !== 'not' && token.lemma !== 'be')
  const switched = tokens.findIndex(({ lower }, k) => k > i && k <= i + 2 && /^(?:on|off)$/.test(lower) && isParticle(tokens, k))
  if (
    switched > 0 &&
    tokens[switched + 1]?.tag !== 'DET' &&
    tokens[i]!.lemma !== 'go' &&
    tokens.slice(i + 1, switched).every(({ tag }) => tag !== 'VERB')
  )
    return tokens[switched]
  const found = tokens[at]
  return found?.tag === 'ADJ' && !/^(?:NOUN|PROPN)$/.test(tokens[at + 1]?.tag ?? '') ? found : undefined
}

/** "stays locked", "gets signed" */
function isLinked(tokens: readonly Token[], i: number): boolean {
  const next = tokens[i + 1]
  return (
    /^(?:stay|remain|become|get)$/.test(tokens[i]!.lemma) && next?.tag === 'VERB' && isParticiple(next) && tokens[i + 2]?.tag !== 'NOUN'
  )
}

/** "is editable by", "are not refundable", "stays undeletable": what can be done to it, or cannot. */
function canBe({ lower }: Token): { verb: string; turned: boolean } | undefined {
  const [, prefix, rest] = /^(un|non-?|in|ir)?([a-z]{3,})[ai]ble$/.exec(lower) ?? []
  if (rest === undefined || /^(?:avail|suit|reason|comfort|valu|not|respons)$/.test(rest)) return undefined
  const verb = [rest, `${rest}e`, rest.slice(0, -1)].find((each, k) => isVerb(each) && (k < 2 || /(.)\1$/.test(rest)))
  return verb === undefined ? undefined : { verb, turned: prefix !== undefined }
}

/** "wants to export", "is able to export": the act comes behind. "No sign-in is needed to read" needs a sign-in. */
function leadsOn(tokens: readonly Token[], i: number): boolean {
  if (/^(?:needed|required|wanted)$/.test(tokens[i]!.lower)) return false
  return tokens.slice(i + 1, i + 4).some(
    ({ lower }, k) =>
      lower === 'to' &&
      (tokens[i + 2 + k]?.tag === 'VERB' || tokens[i + 2 + k]?.lower === 'be') &&
      // "has the right to delete"
      tokens
        .slice(i + 1, i + 1 + k)
        .every(({ tag, lower: word }) => /^(?:ADV|ADJ|DET)$/.test(tag) || /^(?:right|permission|ability)$/.test(word)),
  )
}

function auxiliariesOf(tokens: readonly Token[], i: number): Token[] {
  const found: Token[] = []
  for (let k = i - 1; k >= 0 && k >= i - 6; k--) {
    const token = tokens[k]!
    if (token.tag === 'AUX' || isLinked(tokens, k)) found.push(token)
    else if (token.tag !== 'ADV' && token.lemma !== 'not' && token.lower !== 'only' && token.lower !== 'be') break
  }
  return found
}

/** Heads of the noun phrases on both sides of a verb, inside its clause. */
function stretch(
  tokens: readonly Token[],
  clauses: readonly Clause[],
  i: number,
  previous: Act | undefined,
): { before: string[]; behind: string[] } {
  const own = clauses.find(({ from, to }) => i >= from && i < to)
  const inOther = (k: number) => clauses.some((clause) => clause !== own && k >= clause.from && k < clause.to && clause.part !== 'main')
  let start = own ? own.from : 0
  if (previous && previous.at >= start && !inOther(previous.at)) {
    // Behind a conjunction a new subject may begin; what belongs to the verb before is no subject.
    const joint = tokens.findLastIndex(({ tag, text }, k) => k > previous.at && k < i && (tag === 'CCONJ' || /^[,;:]$/.test(text)))
    start = joint < 0 ? i : joint + 1
  }
  const before = tokens.slice(start, i).filter((token, k) => !inOther(start + k) && token.tag !== 'AUX')
  const colon = before.findLastIndex(({ text }) => text === ':')
  let end = i + 1
  while (
    end < tokens.length &&
    !(own && end >= own.to) &&
    !(isFinite(tokens, end) && !inOther(end)) &&
    !/^[;:]$/.test(tokens[end]!.text) &&
    !(tokens[end]!.tag === 'VERB' && tokens[end - 1]?.lower === 'to')
  )
    end++
  // "the form is validated and an error appears": what stands behind the conjunction belongs to the next verb
  if (isFinite(tokens, end)) {
    const joint = tokens.findLastIndex(({ tag, text }, k) => k > i && k < end && (tag === 'CCONJ' || text === ','))
    if (joint > 0) end = joint
  }
  const behind = tokens.slice(i + 1, end).filter((_, k) => !inOther(i + 1 + k))
  return { before: headsOf(before.slice(colon + 1), true), behind: headsOf(behind, false) }
}

/** The last noun of each run of nouns; for a subject only what stands before a preposition ("a list of members" is a list). */
export function headsOf(tokens: readonly Token[], isSubject: boolean): string[] {
  const heads: string[] = []
  let afterAdposition = false
  let isOut = false
  for (const [i, token] of tokens.entries()) {
    // "the curator, not the guard", "rather than by the guard"
    isOut = isApart(tokens, i) || (isOut && token.text !== ',' && token.tag !== 'CCONJ')
    if (isOut) continue
    // "seen without the name" is about what is seen
    if (!isSubject && token.lower === 'without' && tokens[i + 1]?.tag !== 'VERB') break
    if (token.tag === 'ADP') afterAdposition = true
    if (token.tag === 'CCONJ' || token.text === ',' || startsAnew(tokens, i)) afterAdposition = false
    const isNoun =
      token.tag === 'NOUN' ||
      token.tag === 'PROPN' ||
      (token.tag === 'PRON' &&
        isSubject &&
        /^(?:i|we|you|they|he|she|it|nobody|everyone|anyone|everybody|somebody|someone|anybody)$/.test(token.lower))
    const next = tokens[i + 1]
    if (!isNoun || (next && (next.tag === 'NOUN' || next.tag === 'PROPN' || next.text === '-'))) continue
    if (!(isSubject && afterAdposition)) heads.push(token.lemma)
  }
  return heads
}

export const isApart = (tokens: readonly Token[], i: number) =>
  /^(?:rather than|instead of)$/.test(`${tokens[i]!.lower} ${tokens[i + 1]?.lower}`) ||
  (tokens[i]!.lower === 'not' && tokens[i + 1]?.tag === 'DET' && tokens[i - 1]?.tag !== 'AUX')

/** "For each order the clerk …", "Without a licence nobody …" */
function startsAnew(tokens: readonly Token[], i: number): boolean {
  return /^(?:DET|PRON)$/.test(tokens[i]!.tag) && /^(?:NOUN|PROPN)$/.test(tokens[i - 1]?.tag ?? '')
}

export function headOf(tokens: readonly Token[]): string | null {
  return headsOf(tokens, true)[0] ?? null
}

function agentOf(tokens: readonly Token[], i: number): string[] {
  const by = tokens.findIndex(({ lower }, k) => k > i && k < i + 8 && lower === 'by')
  // "is stored with no action by the player"
  if (tokens.slice(i + 1, by).some(({ lower }) => /^with(?:out)?$/.test(lower))) return []
  if (by < 0 || tokens[by + 1]?.tag === 'NUM' || tokens.slice(i + 1, by + 2).some(({ tag }) => tag === 'VERB')) return []
  const phrase: Token[] = []
  for (const [k, token] of tokens.slice(by + 1).entries()) {
    // "by its author or by a moderator", "by the treating doctor"
    const goesOn = (token.lower === 'by' && phrase.at(-1)?.tag === 'CCONJ') || (token.tag === 'VERB' && tokens[by + k]?.tag === 'DET')
    if (!goesOn && !/^(?:DET|ADJ|NOUN|PROPN|CCONJ|PRON)$/.test(token.tag)) break
    if (token.lower !== 'by') phrase.push(token)
  }
  return headsOf(phrase, true)
}
