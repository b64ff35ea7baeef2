// Running text: which of its sentences rate something that is still so, and which give something a score.
import { type Severity, isClaimedFixed, rank } from './categorise.ts'
import type { Legend } from './report-legend.ts'
import { clausesOf, levelAlone, marksIn, sumsUp } from './report-marks.ts'
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
    const before = firm && pronoun && index > 0 ? sentences.slice(Math.max(rest, index - 3), index).join(' ') || undefined : undefined
    rest = index + 1
    const next = sentences[index + 1] ?? ''
    const bare = referenceIn(`${before ?? ''} ${sentence}`) === null
    const goesOn = before === undefined && sentence.length < 60 && /^(?:it|this|that|they|there|when|if|on|in)\b/i.test(next)
    const after = goesOn || (bare && referenceIn(next) !== null) ? next : undefined
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

/** `I'd give hierarchy nine out of ten`, `Colour gets an 8/10`, `8/10 for layout`; a score alone is of what was spoken of before. */
export function scoresIn(paragraph: string, scale: Scale): { name: string; score: string }[] {
  const sentences = sentencesOf(paragraph).map(digits)
  return sentences.flatMap((sentence, index) => {
    let from = 0
    return [...sentence.matchAll(/(?<![\d.,/:])\d{1,3}(?:\.\d{1,2})?\s{0,2}(?:\/|(?:out )?of)\s{0,2}(?:100|20|10|5)\b/gi)].flatMap(
      (match) => {
        const told = scoreAt(sentence.slice(match.index, match.index + 120), scale, false)
        const before = sentence.slice(from, match.index)
        const alone = from === 0 && /^\W*$/.test(before)
        from = match.index + match[0].length
        if (!told || told.score === 'out of range') return []
        const after = /^\s+(?:for|on)\s+([\p{L}\s&'’-]{3,60})/iu.exec(told.rest)?.[1]
        const clauses = before.split(/[;:–—(,]\s|\s(?:and|but|while|whereas)\s/).reverse()
        const said = [after, ...clauses, ...(alone ? sentences.slice(0, index).reverse() : [])]
        const name = said.map((each) => subjectIn(each ?? '')).find((each) => each !== null)
        return name ? [{ name, score: told.score }] : []
      },
    )
  })
}

/** The first words that are no function words: what a clause is about. */
function subjectIn(clause: string): string | null {
  const words = clause.match(/[\p{L}][\p{L}\p{N}&'’-]*/gu) ?? []
  const isFunction = (word: string) => functionWords.has(word.toLowerCase().replaceAll('’', "'"))
  const start = words.findIndex((word) => !isFunction(word))
  const rest = start === -1 ? [] : words.slice(start)
  const end = rest.findIndex(isFunction)
  const name = (end === -1 ? rest : rest.slice(0, end)).slice(0, 4).join(' ')
  return name === '' ? null : name
}

const functionWords = new Set(
  `a an the this that these those it its my our your their his her i i'd i'm we we'd they you he she one and but so then finally overall on for as in at to of with from by than about
  regarding now today still also only just no not more less most up down therefore here there again is are was were be been get gets got give gives giving gave rate rates rating score scores
  scored scoring put puts place mark marks earn earns earned deserve deserves come comes came remain remains feel feels look looks land lands sit sits stand stands stay stays move moves has
  have had read reads work works would could can improved went rose dropped fell hold holds receive receives other hand hence which what me us because since if`.split(
    /\s+/,
  ),
)
