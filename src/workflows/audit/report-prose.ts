// Running text: which of its sentences rate something that is still so, and which give something a score.
import { type Severity, isClaimedFixed, rank } from './categorise.ts'
import type { Legend } from './report-legend.ts'
import { clausesOf, levelAlone, marksIn, sumsUp } from './report-marks.ts'
import { isClosedTitle, isNone, severityWord, statusIn } from './report-words.ts'
import { referenceIn } from './report-places.ts'

interface Rated {
  readonly text: string
  readonly severity: Severity
  /** Only says that there is such a thing: where findings of that severity are listed, a summary of them. */
  readonly loose: boolean
}

/** `That one is critical`, `I consider this a major problem`, `Also minor: …`; "critical path" and "would be critical" rate nothing. */
export function ratingsIn(paragraph: string, legend: Legend): Rated[] {
  const sentences = sentencesOf(paragraph)
  let rest = 0 // behind the last one that was rated
  return sentences.flatMap((sentence, index): Rated[] => {
    if (isClosedTitle(sentence.split(':', 1)[0]!)) return []
    const { severity: said, status, text } = marksIn(sentence, legend)
    const firm = said ?? (sumsUp.test(sentence) ? null : levelAlone(sentence, legend))
    if (status === 'closed' || (firm && text !== sentence && text !== '' && isNone(text))) return []
    const severity =
      firm ??
      sentence
        .split(clauses)
        .map(announced)
        .find((each) => each !== null)
    if (!severity) return []
    const says = clausesOf(sentence)
    const pronoun =
      text === '' ||
      (levelAlone(says[0]?.said ?? '', legend) !== null && !says[0]!.after.includes(':')) ||
      (/^(?:but |and |so |for me,? )?(?:i|we|that|this|it|which|these|they)\b/i.test(sentence) && referenceIn(sentence) === null)
    const before = firm && pronoun && index > 0 ? sentences.slice(Math.max(rest, index - 1), index).join(' ') || undefined : undefined
    rest = index + 1
    // Where the one rated says neither what nor where, the next one may.
    const next = sentences[index + 1] ?? ''
    const after = referenceIn(`${before ?? ''} ${sentence}`) === null && referenceIn(next) !== null ? next : undefined
    return [{ text: [before, sentence, after].filter((each) => each !== undefined).join(' '), severity, loose: !firm }]
  })
}

export function sentencesOf(paragraph: string): string[] {
  return paragraph.slice(0, 8000).split(/(?<=[.!?]["”)]?)\s+(?=["“`*_(\p{Lu}]|#?\d{1,2}(?:[:,]| \p{Ll}))/u)
}

const clauses = /[;:—–,]\s|\s(?:but|and|yet|however|though|because|since|so)\s/

/** Says that there is something of a severity: `A second major issue is the calculator`, `One critical thing is left`. */
function announced(clause: string): Severity | null {
  if (unsaid.test(clause) || isClaimedFixed(clause) || statusIn(clause) === 'closed') return null
  const named = [...clause.matchAll(/(?<!["“'-])\b([\p{L}\d]{2,14})(?!["”'-])(?=(?:\s(\p{L}+))?)/gu)].find(([, word]) =>
    severityWord(word!),
  )
  if (!named) return null
  const [, word, thing = ''] = named
  const left = /\b(?:still|remains?|unresolved|(?:is|are) (?:left|open))\b/i.test(clause)
  const one = /(?:^|\s)(?:an?|another|one|two|three|four|the only|\d)(?: \p{L}+)? $/iu.test(clause.slice(0, named.index))
  return (problem.test(thing) && (left || one)) || (left && rank(severityWord(word!)!) < 2) ? severityWord(word!) : null
}

const unsaid = /\b(?:no|not|none|neither|nothing|never|without|would|could|might|if|was|were|had|unless)\b/i
const problem = /^(?:problem|issue|bug|flaw|defect|failure|finding|one|thing|point|gap|error|trap|blocker|accessibility|usability)s?$/i
