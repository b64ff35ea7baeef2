// Findings told in running text: a sentence counts where it rates something that is still so, and only there.
import type { Severity } from './categorise.ts'
import { isClaimedFixed } from './categorise.ts'
import { severityWord } from './labels.ts'
import { referenceIn } from './reference.ts'

/** `That one is critical`, `I rate that major`, `the critical keyboard trap is still there`; "critical path" and "would be critical" rate nothing. */
export function readProse(paragraph: string): { text: string; severity: Severity }[] {
  const sentences = sentencesOf(paragraph)
  return sentences.flatMap((sentence, index) => {
    const severity = sentence
      .split(/[;:—–,]\s|\s(?:but|and|yet|however)\s/)
      .map((clause) => ratedIn(clause.trim().replace(/[.!]$/, '')))
      .find((each) => each !== null)
    if (!severity) return []
    const before = /^(?:that|this|it|which)\b/i.test(sentence) ? sentences[index - 1] : undefined
    const after = referenceIn(sentence) === null && referenceIn(sentences[index + 1] ?? '') !== null ? sentences[index + 1] : undefined
    return [{ text: [before, sentence, after].filter((each) => each !== undefined).join(' '), severity }]
  })
}

export function sentencesOf(paragraph: string): string[] {
  return paragraph.slice(0, 8000).split(/(?<=[.!?])\s+(?=["“`*_(\p{Lu}])/u)
}

function ratedIn(clause: string): Severity | null {
  const rated =
    /^(?:that|this|it|which|these|they)(?: one| ones)?(?:'s|’s| is| are) (?:only |just |clearly |a )?(\w{3,8})$/i.exec(clause) ??
    /^(?:i|we)(?:'d|’d| would)? (?:rate|call|count|consider) (?:that|this|it|these|them) (?:as )?(\w{3,8})$/i.exec(clause)
  if (rated) return severityWord(rated[1]!)
  if (
    !/\b(?:still|remains?|unresolved|(?:is|are) (?:left|open))\b/i.test(clause) ||
    /\b(?:no|not|none|neither|nothing|never)\b/i.test(clause) ||
    isClaimedFixed(clause)
  )
    return null
  const named = /(?<!["“'-])\b(critical|major)\b(?!["”'])/i.exec(clause)
  return named && severityWord(named[1]!)
}
