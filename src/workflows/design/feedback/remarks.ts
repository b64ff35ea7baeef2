// What in a sentence only tells why, greets, doubts or says that something stays.
import { textOf, type Word } from './sentence.ts'

export const doubtful =
  /\b(?:if|unless|maybe|perhaps|possibly|might|would|until|later|someday|eventually|but|however|although|though|says?|said|thinks?|suggest\w*|wonder\w*|disagree\w*|sure|decide|kidding|wait|forget|undo|except|hmm+|somehow|something|bothers?|whatever|again)\b/i
const asked =
  /\b(?:must|should|shall|ought|only (?:if|when|for)|rename\w*|remov\w*|delet\w*|drop\w*|add(?:s|ed|ing)?|merg\w*|mov(?:e|es|ed|ing)|replac\w*|chang\w*)\b/i
const binding = new RegExp(`${asked.source}|\\b(?:instead|rather|before|after)\\b`, 'i')

/** "keep the phone number", "the rest stays" */
export const stays = /^(?:keep|leave)\b|\bstays?$/i

/** What only tells why, greets, or says that something stays: it lays down nothing, asks for nothing and names no part that nobody knows. */
export function isRemark(words: readonly Word[], isBehind: boolean, isAlien: boolean): boolean {
  const text = textOf(words)
  if ((doubtful.test(text) && !(isAlien && isCourtesy(text))) || (isBehind && /\bor\b/i.test(text))) return false
  if (stays.test(text)) return true
  if (isBehind && /^(?:(?:same|just)? ?(?:as|like) (?:on|in|with|for)\b|consistent with|in line with)/i.test(text)) return true
  if (/\b(?:never|always)\b/i.test(text) && !/^(?:i|we|nobody|they|people)\b/i.test(text)) return false
  const order = words.findIndex(({ lower }) => !/^(?:please|pls|just|also|then|so)$/.test(lower))
  const [first] = words
  if (!first) return false
  const verb = words.findIndex(({ tag }) => tag === 'VERB' || tag === 'AUX')
  const isOrder = (at: number) => words[at]!.tag === 'VERB' && words[at]!.lower === words[at]!.lemma
  const isClause =
    verb > 0 && words.slice(0, verb).some(({ tag }) => /^(?:NOUN|PROPN|PRON)$/.test(tag)) && !/\bwhich\b/i.test(text) && first.tag !== 'ADP'
  // "For the tax guy", "with all due respect", "having slept on it": a bare name would be a part that nobody knows.
  const isAside =
    isAlien &&
    (isClause ||
      first.tag === 'PRON' ||
      /^(?:ADP|SCONJ|INTJ)$/.test(first.tag) ||
      /ing$/.test(first.lower) ||
      words.every(({ tag }) => /^(?:ADV|INTJ|ADJ|PART)$/.test(tag)))
  if ((isAlien ? asked : binding).test(text) || !(isClause || isAside)) return false
  const isOrdering = [...words.keys()].some((at) => at > 0 && isOrder(at) && /^(?:[,;:]|and|so)$/.test(words[at - 1]!.lower))
  return !(order >= 0 && isOrder(order)) && !isOrdering && !/^(?:do not|don['’]t|no)\b/i.test(text)
}

/** "if that is all right with you", "that is what everybody says" */
const isCourtesy = (text: string) =>
  /^that(?: is|['’]s) (?:what|how)\b|^if (?:you|that|possible|it(?: is|['’]s)(?: not| n['’]t)? (?:ok|okay|fine|possible|too))\b/i.test(text)
