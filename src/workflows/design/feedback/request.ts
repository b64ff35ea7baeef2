// A sentence as a request: without greeting, politeness and reason, and cut where one request ends and the next may begin.
import type { Intent } from '../intent.ts'
import { findThing, type Context } from './names.ts'
import { isQuoted, wordsOf } from './pattern.ts'

const polite =
  /^(?:(?:please|pls|kindly|also|then|next|finally|first(?:ly)?|second(?:ly)?|third(?:ly)?|lastly|and|ok(?:ay)?|hi|hey|hello|still|further(?:more)?|in addition|one more thing|minor|nit|small thing)\s*[,:]?\s+|let['’]?s\s+|let us\s+|(?:i|we)(?:['’]d| would) (?:like|prefer|want)(?: you| us)? to\s+|i want(?: you)? to\s+|(?:i think |i believe |in my opinion,? )?(?:we|you) (?:should|must|need to|have to|ought to)\s+(?:also |just |really )?|you can\s+|make sure (?:to|you)\s+|(?:i think|i believe|in my opinion)\s*,?\s+|it would be (?:good|better|nice|great|best) to\s+|just\s+|simply\s+|(?:i|we)(?:['’]d| would)(?: rather)?\s+(?!be\b|have\b))/i
const asking = /^(?:(?:please|also|and|then)\s*,?\s+)?(?:can|could|would|will) (?:you|we)(?: please| just| also)?\s+/i

/** What is asked for; null where a sentence asks a question, or whether something should be. */
export function requestOf(sentence: string): string | null {
  let text = sentence.trim()
  if (asking.test(text)) text = text.replace(asking, '').replace(/\?+$/, '')
  // "Could X be called Y?" asks for it, "Should X be called Y?" asks whether.
  text = text.replace(
    /^(?:can|could) (.+?) (be (?:called|named|renamed|labelled|removed|deleted|moved|merged|combined)\b.*?)\?+$/i,
    '$1 should $2',
  )
  if (/\?\s*$/.test(text)) return null
  for (let before = ''; before !== text;) {
    before = text
    text = text.replace(polite, '')
  }
  text = text.replace(/[,\s]*(?:(?:please|pls|thanks|thank you|instead)\s*)?[.!]*$/i, '')
  return withoutReason(text.replaceAll(/\byes or no\b/gi, 'yes/no'))
}

/** "…, nobody uses that", "…, we stopped selling those in May" */
const comments =
  /^(?:nobody|no one|we|they|people|everybody|everyone|those|these|it(?='s| is| was| has)|that(?='s| is| was)|this(?=\s+is| was))\S*\s+(?!(?:should|must|shall|can|could|will|would|may|might|need|needs|has to|have to)\b)(?!.*\b(?:must|should|shall|never|always|unless|except|if|only|but|instead|not|simply|just|rather|called|rename|remove|delete|add|merge|move|replace)\b).+$/i

/** A reason says why, not what; one that lays down more than that is no mere reason. */
function withoutReason(text: string): string | null {
  const words = wordsOf(text)
  const at = words.findIndex(
    (word, i) =>
      i > 1 &&
      (/^(?:because|since)$/i.test(word) ||
        ((/^as$/i.test(word) || /^so that$/i.test(words.slice(i, i + 2).join(' '))) && /[,]$/.test(words[i - 1]!)) ||
        /^[–—-]$/.test(word)),
  )
  const told = at < 0 ? words.findIndex((_word, i) => i > 1 && /,$/.test(words[i - 1]!) && comments.test(words.slice(i).join(' '))) : -1
  if (at < 0 && told < 0) return text
  if (at < 0) return words.slice(0, told).join(' ').replace(/,$/, '')
  const reason = words.slice(at + 1).join(' ')
  if (/\b(?:must|should|shall|never|always|needs? to|unless|except|rename|remove|delete|add|merge|move|replace)\b/i.test(reason))
    return null
  return words.slice(0, at).join(' ').replace(/,$/, '')
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

/** "“Queue” is too general, make it “Inbox”": what "it" stands for is what the sentence begins with. "We count in grams: rename …" only begins with a reason. */
export function resolved(text: string, intent: Intent): string[] {
  const [, preface = '', request = ''] = /^([^“"]{4,80}):\s+(\p{L}.+)$/su.exec(text) ?? []
  const plain = request !== '' && !/\b(?:not|never|only|if|unless|maybe|perhaps|no)\b/i.test(preface) ? [text, request] : [text]
  const words = wordsOf(text)
  const comma = words.findIndex((word, i) => /[,;]$/.test(word) && i > 1)
  const rest = words
    .slice(comma + 1)
    .join(' ')
    .replace(/^(?:so|therefore|hence|please|and|then)\s+/i, '')
  const it = /\bit\b/i
  if (comma < 0 || !it.test(rest) || /\b(?:not|never|only|if|unless|maybe|perhaps)\b/i.test(text)) return plain
  for (let end = comma; end > 0; end -= 1) {
    const phrase = words.slice(0, end).join(' ')
    const found = findThing(phrase, ['entity', 'attribute', 'actor', 'flow', 'component', 'step'], { intent })
    if ('things' in found && found.things.length === 1) return [...plain, rest.replace(it, phrase)]
  }
  return plain
}

/** The ways to cut a request at its conjunctions: whole first, then into more and more clauses. */
export function cutsOf(text: string): string[][] {
  const words = wordsOf(text)
  const joints = words.flatMap((word, i) =>
    i > 0 &&
    i < words.length - 1 &&
    (/^(?:and|then)$/i.test(word) || (!isQuoted(word) && /[;,]$/.test(word)) || (isQuoted(word) && /[;,]$/.test(word)))
      ? [i]
      : [],
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
      return clauses
        .map((clause) => clause.replace(/^(?:and|then|also)\s+/i, '').replace(/^(?:also|then)\s+/i, ''))
        .filter((clause) => clause !== '')
    })
}
