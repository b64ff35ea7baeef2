// What a sentence asks for, in the ways it can be read: without politeness and reason, pronouns resolved, cut where one request ends and the next may begin.
import { readTokens } from '../../../lib/english/read.ts'
import type { Intent } from '../intent.ts'
import { findThing, type Context } from './names.ts'
import type { Thing } from './edit.ts'
import { wordsOf } from './pattern.ts'

const polite =
  /^(?:(?:(?:first|second|third)(?:ly)?(?=[,:]|ly)|please|pls|kindly|also|then|next|finally|lastly|and|so|hence|therefore|ok(?:ay)?|hi|hey|hello|still|further(?:more)?|in addition|one more thing|minor|nit|small thing)\s*[,:]?\s+|let['’]?s\s+|let us\s+|(?:i|we)(?:['’]d| would) (?:like|prefer|want)(?: you| us)? to\s+|i want(?: you)? to\s+|(?:i think |i believe |in my opinion,? )?(?:we|you) (?:should|must|need to|have to|ought to)\s+(?:also |just |really )?(?!never\b|not\b)|you can\s+|make sure (?:to|you)\s+|(?:i think|i believe|in my opinion)\s*,?\s+|it would be (?:good|better|nice|great|best) to\s+|just\s+|simply\s+|(?:i|we)(?:['’]d| would)(?: rather)?\s+(?!be\b|have\b))/i
const asking = /^(?:(?:please|also|and|then)\s*,?\s+)?(?:can|could|would|will) (?:you|we)(?: please| just| also)?\s+/i
/** Where and when it holds: everywhere and from now on, as every edit does. */
const scope =
  /(?:^|[\s,]+)(?:from now on|everywhere|throughout(?: the (?:whole )?(?:document|design|text))?|in the (?:whole|entire) (?:document|design|text)|across the (?:board|design|document)|these days|while you(?:['’]re| are) at it|just (?:as|like) \S+(?: \S+)? (?:do|does|is|are|has|have))(?=[\s,.!;]|$)/gi

/** The ways to read a sentence as a request, the fullest first; none where it asks a question, or whether something should be. `before`: what was said just before it. */
export function requestsOf(sentence: string, intent: Intent, before = ''): string[] {
  const text = plainRequest(sentence)
  if (text === null) return []
  const parts = clausesOf(text)
  const found = [...resolved(text, before, intent)]
  for (let first = 0; first < parts.length; first += 1)
    for (let last = parts.length; last > first; last -= 1) {
      if (first === 0 && last === parts.length) continue
      if (
        !parts.slice(0, first).every(({ words }, i) => isPreface(words, parts[i + 1]!)) ||
        !parts.slice(last).every(({ words }) => isRemark(words))
      )
        continue
      const kept = textOf(parts.slice(first, last))
      const lead = [before, ...(first > 0 ? [textOf(parts.slice(0, first))] : [])].at(-1) ?? ''
      found.push(...resolved(withoutPolite(kept), lead, intent))
    }
  return [...new Set(found)]
}

function plainRequest(sentence: string): string | null {
  let text = sentence
    .trim()
    .replaceAll(/\s*(?:->|=>|→)\s*/g, ' becomes ')
    .replaceAll(/\s\+\s/g, ' and ')
  if (asking.test(text)) text = text.replace(asking, '').replace(/\?+$/, '')
  // "Could X be called Y?" asks for it, "Should X be called Y?" asks whether.
  text = text.replace(
    /^(?:can|could) (.+?) (be (?:called|named|renamed|labelled|removed|deleted|moved|merged|combined)\b.*?)\?+$/i,
    '$1 should $2',
  )
  if (/\?\s*$/.test(text)) return null
  text = withoutPolite(text.replaceAll(scope, '').replace(/^[\s,]+/, ''))
    // "After X, Y – please include that"
    .replace(/^(after|before) (.+?), (.+?)\s*[-–—,;:]+\s*(?:please )?(?:include|add|insert) (?:that|this|it)\b[.!]*$/i, '$1 $2 add $3')
    // "is the clerk's job, not the manager's"
    .replace(/\bis (the |our |an? )?([\p{L} ]+?)['’]s (job|task|work|duty|responsibility|business)\b/iu, 'is the $3 of $1$2')
    .replace(/, not (the |our |an? )?([\p{L} ]+?)['’]s?([.!]*)$/iu, ', not of $1$2$3')
  return text.replace(/[,\s]*(?:(?:please|pls|thanks|thank you|instead)\s*)?[.!]*$/i, '').replaceAll(/\byes or no\b/gi, 'yes/no')
}

function withoutPolite(sentence: string): string {
  let text = sentence
  for (let before = ''; before !== text;) {
    before = text
    text = text.replace(polite, '')
  }
  return text
}

interface Clause {
  words: string[]
  /** The word that joins it to the one before: "so", "because". */
  joint: string
}

/** A sentence cut at commas, dashes, semicolons and words that bring a reason. */
function clausesOf(text: string): Clause[] {
  const clauses: Clause[] = [{ words: [], joint: '' }]
  let open = 0
  for (const word of wordsOf(text)) {
    const own = clauses.at(-1)!
    const isJoint =
      /^(?:because|since|[–—-])$/i.test(word) || (/^(?:so|as|hence|therefore)$/i.test(word) && /[,;]$/.test(own.words.at(-1) ?? ''))
    if (isJoint && own.words.length > 1) clauses.push({ words: [], joint: word })
    else {
      own.words.push(word)
      open += (word.match(/[(]/g)?.length ?? 0) - (word.match(/[)]/g)?.length ?? 0)
      if (open <= 0 && /[,;:!]$/.test(word)) clauses.push({ words: [], joint: '' })
    }
  }
  return clauses.filter(({ words }) => words.length > 0).slice(0, 7)
}

const textOf = (clauses: readonly Clause[]) =>
  clauses
    .map(({ words, joint }, at) => (at > 0 && joint !== '' ? `${joint} ${words.join(' ')}` : words.join(' ')))
    .join(' ')
    .replace(/[,;:!]+$/, '')

const doubtful =
  /\b(?:if|unless|maybe|perhaps|possibly|might|could|would|until|when|later|once|someday|eventually|next|but|however|although|though|says?|said|thinks?|suggest\w*|wonder\w*|disagree\w*|sure)\b/i
const binding =
  /\b(?:must|should|shall|ought|never|always|except|only|instead|rather|or|can['’]t|cannot|before|after|rename\w*|remov\w*|delet\w*|drop\w*|add(?:s|ed|ing)?|merg\w*|mov\w*|replac\w*|call(?:ed)?)\b/i

/** What only tells why, behind the request: it lays down nothing, asks for nothing, and what it says to keep is kept anyway. */
function isRemark(words: readonly string[]): boolean {
  const text = words.join(' ').replace(/^(?:and|so)\s+/i, '')
  if (/^(?:keep|leave)\b/i.test(text) || /\bstays?[.,!]*$/i.test(text)) return !doubtful.test(text)
  const [first] = readTokens(text)
  const isOrder = first?.tag === 'VERB' && first.lower === first.lemma
  return !isOrder && !/^and$/i.test(words[0] ?? '') && !doubtful.test(text) && !binding.test(text) && !/\b(?:not|no)\b/i.test(text)
}

/** What only tells why, before the request: a clause of its own that doubts nothing. What should be is a reason only where "so" follows. */
function isPreface(words: readonly string[], next: Clause): boolean {
  const text = words.join(' ')
  const isReason = /^so$/i.test(next.joint) || /^so$/i.test(next.words[0] ?? '')
  if (words.length < 2 || doubtful.test(text) || /\bnever\b|^(?:do not|don['’]t)\b/i.test(text)) return false
  return (isReason || !/\b(?:must|should|shall)\b/i.test(text)) && readTokens(text).some(({ tag }) => tag === 'VERB' || tag === 'AUX')
}

const one = /\b(?:that|this) (?:step|field|attribute|one)\b|\b(?:it|that|this)\b(?=(?:['’]s)?\b)/i
const two = /\b(?:both|them|those two|these two|the two)\b/i

/** As it is said, and with its pronoun standing for what was spoken of before. */
function* resolved(text: string, before: string, intent: Intent): Generator<string> {
  yield text
  const isPlural = two.test(text)
  const there = /\bthere$/i
  // "Plain text will do."
  const bare = /^\S+(?: \S+)? (?:will do|is enough|is fine)$/i
  if (before === '' || !(isPlural || one.test(text) || there.test(text) || bare.test(text))) return
  const things = topicsOf(before, intent)
  if (things.length !== (isPlural ? 2 : 1)) return
  const names = things
    .map(({ kind, name, of }) => `the ${kind} “${name}”${of !== undefined && kind === 'attribute' ? ` of ${of}` : ''}`)
    .join(' and ')
  if (bare.test(text)) yield `${text} for ${names}`
  yield isPlural
    ? text.replace(two, names)
    : there.test(text)
      ? text.replace(there, `for ${names}`)
      : text.replace(/\b(that|it)['’]s\b/i, '$1 is').replace(one, names)
}

/** What a text speaks of: attributes and steps, or else actors and entities, each by the longest phrase that names it. */
function topicsOf(text: string, intent: Intent): Thing[] {
  const words = wordsOf(text.replace(/[?!.,;:]+$/, ''))
  const taken = new Set<number>()
  const found: Thing[] = []
  for (let length = Math.min(6, words.length); length > 0; length -= 1)
    for (let at = 0; at + length <= words.length; at += 1) {
      if (words.slice(at, at + length).some((_, i) => taken.has(at + i))) continue
      const phrase = words
        .slice(at, at + length)
        .join(' ')
        .replace(/[,;:]$/, '')
      const read = findThing(phrase, ['attribute', 'step', 'entity', 'actor', 'component', 'flow'], { intent })
      if (!('things' in read)) continue
      found.push(...read.things)
      for (let i = 0; i < length; i += 1) taken.add(at + i)
    }
  const parts = found.filter(({ kind }) => kind === 'attribute' || kind === 'step')
  return parts.length > 0 ? parts : found
}

/** "In Loan, …", "For the flow Borrow a tool: …": what the rest is about. */
export function scoped(text: string, intent: Intent): { text: string; context: Context } {
  const [, phrase, rest] =
    /^(?:in|on|for|under|within|regarding|about)\s+(.{2,80}?)\s*[,:]\s+(.+)$/is.exec(text) ?? /^([^,:“"]{2,60}):\s+(.+)$/s.exec(text) ?? []
  if (phrase === undefined || rest === undefined) return { text, context: { intent } }
  const found = findThing(phrase, ['entity', 'flow'], { intent })
  if (!('things' in found) || found.things.length !== 1) return { text, context: { intent } }
  return { text: rest, context: { intent, within: found.things[0]! } }
}

/** The ways to cut a request at its conjunctions: whole first, then into more and more clauses. */
export function cutsOf(text: string): string[][] {
  const words = wordsOf(text)
  const joints = words.flatMap((word, i) =>
    i > 0 && i < words.length - 1 && (/^(?:and|then)$/i.test(word) || /[;,]$/.test(word)) ? [i] : [],
  )
  const few = joints.slice(0, 5)
  const ways = Array.from({ length: 2 ** few.length }, (_, bits) => few.filter((_joint, k) => bits & (1 << k)))
  return ways
    .toSorted((a, b) => a.length - b.length)
    .map((at) => {
      const clauses: string[] = []
      let from = 0
      for (const joint of [...at, words.length]) {
        const isWord = /^(?:and|then)$/i.test(words[joint] ?? '')
        clauses.push(
          words
            .slice(from, isWord || joint === words.length ? joint : joint + 1)
            .join(' ')
            .replace(/[,;]$/, ''),
        )
        from = joint + 1
      }
      return clauses.map((clause) => clause.replace(/^(?:(?:and|then|also)\s+)+/i, '')).filter((clause) => clause !== '')
    })
}
