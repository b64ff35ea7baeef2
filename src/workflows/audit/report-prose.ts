// Running text: which of its sentences rate something that is still so, and which give something a score.
import { type Severity, isClaimedFixed, rank } from './categorise.ts'
import type { Legend } from './report-legend.ts'
import { clausesOf, levelAlone, marksIn } from './report-marks.ts'
import { isClosedTitle, isNone, severityWord, statusIn } from './report-words.ts'
import { referenceIn } from './report-places.ts'
import { type Scale, digits, scoreAt } from './report-numbers.ts'

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
    if (isClosedTitle(sentence.split(':', 1)[0]!) || /^(?:next steps?|to ?do|order of work)\b/i.test(sentence)) return []
    const { severity: said, status, text } = marksIn(sentence, legend)
    const firm = said ?? levelAlone(sentence, legend)
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
    const before = firm && pronoun && index > 0 ? sentences.slice(Math.max(rest, index - 3), index).join(' ') || undefined : undefined
    rest = index + 1
    const [next = '', later = ''] = sentences.slice(index + 1)
    const bare = referenceIn(`${before ?? ''} ${sentence}`) === null
    const unnamed = bare && referenceIn(next) !== null
    const after =
      unnamed || (before === undefined && sentence.length < 60 && /^(?:it|this|that|they|there|when|if|on|in)\b/i.test(next))
        ? next
        : bare && isReference.test(next) && /^(?:the|it|they|see)\b/i.test(later) && referenceIn(later) !== null
          ? later
          : undefined
    return [{ text: [before, sentence, after].filter((each) => each !== undefined).join(' '), severity, loose: !firm }]
  })
}

/** `WCAG 2.2.1.`: what a rating is followed by. */
const isReference = /^[\p{Lu}\d .,/]{4,40}$/u

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

/** `I'd give hierarchy nine out of ten`, `Colour gets an 8/10`, `8/10 for layout`; a score alone is of what was spoken of before. */
export function scoresIn(paragraph: string, scale: Scale): { name: string; score: string }[] {
  const sentences = sentencesOf(paragraph).map(digits)
  return sentences.flatMap((sentence, index) => {
    const found: { name: string; score: string }[] = []
    let from = 0
    for (const match of sentence.matchAll(/(?<![\d.,/:])\d{1,3}(?:\.\d{1,2})?\s{0,2}(?:\/|(?:out )?of)\s{0,2}(?:100|20|10|5)\b/gi)) {
      const told = scoreAt(sentence.slice(match.index, match.index + 120), scale, false)
      const before = sentence.slice(from, match.index)
      from = match.index + match[0].length
      if (!told || told.score === 'out of range') continue
      const name =
        (found.length > 0 ? listed.exec(before)?.[1] : null) ??
        subjectOf(before, told.rest) ??
        (/^\W*$/.test(before) && found.length === 0 ? topicOf(sentences.slice(0, index)) : null)
      if (name !== null) found.push({ name, score: told.score })
    }
    return found
  })
}

const word = String.raw`[\p{L}][\p{L}\p{N}&'’-]*`
const name = String.raw`((?:${word}\s+){0,3}${word})`
const given = new RegExp(
  String.raw`\b(?:give|giving|gave|rate|rating|score|scoring|put|mark|place)s?\s+(?:the\s+|its\s+|your\s+)?${name}\s+(?:an?\s+|at\s+|is\s+|only\s+|just\s+|with\s+)*$`,
  'iu',
)
const verbs =
  "is|are|was|gets?|got|earns?|earned|deserves?|scores?|scored|comes?|came|remains?|feels?|looks?|lands?|sits?|stands?|stays?|moves?|has|have|reads?|works?|therefore|still|now|also|only|just|I|we|would|at|improved|went|rose|dropped|fell|holds?|receives?|I['’]d"
const headed = new RegExp(
  String.raw`^\W*(?:(?:and|but|so|then|finally|overall|on|for|as for|in)\s+)?(?:the\s+|its\s+|your\s+)?${name}\s*(?:,|:|\s(?:${verbs})\b)`,
  'iu',
)

/** The second of `Completeness 3 out of 5 and Quality 4 out of 5`. */
const listed = new RegExp(String.raw`^,?\s+(?:and\s+)?${name}\s+$`, 'iu')

function subjectOf(before: string, after: string): string | null {
  const forIt = new RegExp(String.raw`^\s+(?:for|on)\s+(?:the\s+)?${name}\s*(?:$|[,.;:)]|\s(?:and|but|because|as|since)\b)`, 'iu').exec(
    after,
  )?.[1]
  if (forIt && !/^(?:me|now|this|that|it|us)\b/i.test(forIt)) return forIt
  const direct = given.exec(before)?.[1]
  if (direct && !/^(?:this|that|it|them|these|me|at|an?|to)\b/i.test(direct)) return direct
  const clause = before.split(/[;:–—(]\s|,\s(?:and|but|while|whereas)\s|\s(?:while|whereas)\s/).at(-1) ?? ''
  for (const part of [clause, before]) {
    const head = shortest(part)
    if (head) return head
  }
  return null
}

/** The fewest words in front of a verb or a comma. */
function shortest(text: string): string | null {
  const head = headed.exec(text)?.[1]
  if (!head) return null
  const words = head.split(/\s+/)
  const stop = words.findIndex((each, index) => index > 0 && new RegExp(`^(?:${verbs})$`, 'iu').test(each))
  const kept = (stop === -1 ? words : words.slice(0, stop)).join(' ')
  return /^(?:i|we|it|this|that|they|you|there|what|which|here|my|a|an)$/i.test(kept.split(' ')[0]!) ? null : kept
}

function topicOf(sentences: readonly string[]): string | null {
  for (const sentence of [...sentences].reverse()) {
    const topic = new RegExp(String.raw`^(?:on|for|as for|regarding|about|with)\s+(?:the\s+)?${name}?`, 'iu').exec(sentence)?.[1]
    if (topic) return shortest(`${topic} is`) ?? topic
  }
  const last = sentences.at(-1)
  return last === undefined ? null : shortest(last)
}
