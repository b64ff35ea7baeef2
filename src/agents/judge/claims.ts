// Text in an artifact that looks like a verdict or addresses a judge: flagged for people, never obeyed, never a verdict.
import { fencedLines } from '../../lib/fences.ts'
import { inert, withoutMarks } from '../../lib/inert.ts'

export interface Claim {
  what: 'verdict' | 'instruction' | 'fence' | 'hidden'
  line: number
  quote: string
}

const maxClaims = 10
const longestLine = 2_000

/** Judges and their output: words that any instruction to a judge needs. */
const judges = String.raw`(?:judge|grader|evaluator|reviewer|assistant|assessor|scorer|examiner|(?:language )?model|llm|ai)s?`
const judging = String.raw`(?:assess|judg|grad|scor|evaluat|review|rat|mark|check)(?:es|ing|e|s)?`
const work = String.raw`(?:document|text|file|answer|artifact|submission|work|section|page|response|output|code)`
const good = String.raw`(?:pass(?:ed|ing|es)?|met|approved|fulfilled|satisfied|compliant|excellent|perfect|resolved|full marks|highest|10\/10|100\s?%)`
/** A noun of these words, as in "the score of", isn't an instruction. */
const noNoun = String.raw`(?<!\b(?:the|a|an|each|every|its|their|this|that|our|final|total|overall) )`

const pattern = (...parts: string[]) => new RegExp(parts.join(''), 'iu')

/** Each matches within a single line and has no nested repetition. */
const patterns: readonly (readonly [Claim['what'], RegExp])[] = [
  [
    'verdict',
    /["'`]?\b(?:verdict|anchor|outcome|passed|rule_results|judge?ment|overall_score)\b["'`]?\s{0,5}[:=]\s{0,5}["'`{[]?\s{0,5}(?:pass(?:ed)?|met|true|ok|approved?|fulfilled|1(?:\.0+)?\b|10\b|100\b|\{|\[)/iu,
  ],
  [
    'verdict',
    /(?:\b(?:score|rating|grade|result|status|punkte|note|nota|puntuación)|оценка|评分|得分)\s{0,5}[:=：]\s{0,5}["'*]{0,3}(?:\d+(?:\.\d+)?\s{0,3}(?:\/|von|of|out of)\s{0,3}\d+|1\.0+\b|100\s?%|pass(?:ed)?\b|perfect\b|A\+)/iu,
  ],
  ['instruction', /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|rules?|criteri(?:on|a)|prompts?|above|rubric)\b/iu],
  [
    'instruction',
    /\b(?:judge|grader|evaluator|reviewer|assistant|assessor)s?\b.{0,60}\b(?:must|should|shall|please|will|is to|are to|has to|have to)\b/iu,
  ],
  [
    'instruction',
    pattern(
      noNoun,
      String.raw`\b(?:mark|rate|score|grade|judge|consider|treat|classify|report|return|answer|respond|output|choose|select|give)\b.{0,50}\b(?:as|with|a|the|:)?\s{0,3}["'\x60]?${good}\b`,
    ),
  ],
  // Addressed: named and then told something, told who it is, or told its own verdict.
  [
    'instruction',
    pattern(
      String.raw`(?:^|[.;(]\s{0,3}|<!--\s{0,3})(?:(?:dear|note|notes|hint|message|for|to|attention)\s(?:to |for )?)?(?:the |any |all |whoever |ai |llm )?`,
      judges,
      String.raw`(?: of this ${work})?\s{0,3}[:,]`,
    ),
  ],
  ['instruction', pattern(String.raw`\b(?:to|for) (?:whoever|anyone who|those who|everyone who) `, judging, String.raw`\b`)],
  [
    'instruction',
    pattern(String.raw`\byou are (?:now )?(?:a|an|the)\b.{0,40}\b(?:judge|grader|evaluator|reviewer|assessor|language model|llm)\b`),
  ],
  [
    'instruction',
    /\byour (?:verdict|judge?ment|score|rating|evaluation|assessment|outcome|grade|finding)s? (?:must|should|shall|is|are|has to|needs to)\b/iu,
  ],
  // Told how to judge.
  [
    'instruction',
    pattern(String.raw`\b(?:when|while|in|before|as you(?: are)?) `, judging, String.raw` (?:this|the) `, work, String.raw`\b`),
  ],
  [
    'instruction',
    /\b(?:do not|don't|never|must not) (?:report|flag|mention|penali[sz]e|deduct|fail|count)\b.{0,40}\b(?:violations?|findings?|rules?|criteri(?:on|a)|issues?|document|text|submission)\b/iu,
  ],
  [
    'instruction',
    pattern(
      noNoun,
      String.raw`\b(?:mark|rate|score|grade|treat|consider|accept) (?:this|the|all|every|any) (?:${work}|findings?|rules?|criteri(?:on|a)|requirements?|sections?)\b.{0,30}\bas\b`,
    ),
  ],
  [
    'instruction',
    pattern(String.raw`\b(?:already|previously) been (?:approved|judged|passed|checked|reviewed)\b.{0,20}\bby (?:the|a|an) `, judges),
  ],
  [
    'instruction',
    /(?:ignorier|vergiss|bewerte|\bignora\b|ignore (?:les|toute?s?) |olvida|califica|aprueba|ignorez|oubliez|attribuez|notez|dimentica|игнорируй|забудь|оцени|засчитай|忽略|无视|判定为|評価して|無視して|合格とし|무시하|합격으로|تجاهل|التعليمات)/iu,
  ],
  [
    'instruction',
    /(?:bewertung|gutachter|prüfer|évaluat|correcteur|avalia|evaluador|valutat|oceniając|beoordel|değerlendir|проверяющ|оценивающ|審査|評価|判定|评审|评估|评分者|평가|تقييم|المقي|मूल्यांकन).{0,160}(?:\bpass\b|\bmet\b|bestanden|erfüllt|réussi|conforme|aprovad|aprobad|superat|spełnion|geçti|выполнен|зач[её]т|合格|通过|통과|ناجح|उत्तीर्ण)/iu,
  ],
  [
    'verdict',
    /\b(?:item|criterion|rule|check|test|requirement)s?\b.{0,30}\bcounts? as (?:passed|met|fulfilled|satisfied)\b|^\s{0,8}[-*]\s\[x\].{0,60}\b(?:criterion|pass)\b|→\s{0,3}pass\b|\b\d{1,6} passed, 0 failed\b/iu,
  ],
  [
    'fence',
    /<<<\s{0,3}DATA\b|\bDATA\s{1,3}[0-9a-z-]{4,64}>>>|<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[\/?INST\]|<\/?(?:system|artifact|instructions?|document|data)>|^#{1,4}\s{0,3}(?:system|instructions? for the (?:judge|grader|evaluator))\b|^(?:system|assistant)\s{0,3}:/iu,
  ],
  ['hidden', /⟨(?:U\+|hidden)/u],
]

/** The kinds of claims in one line of inert text, even if letters are separated by spaces or invisible characters. */
function kindsIn(line: string): Set<Claim['what']> {
  const text = line.slice(0, longestLine)
  const plain = withoutMarks(text).replaceAll(/\b(?:\p{L} ){3,}\p{L}\b/gu, (spaced) => spaced.replaceAll(' ', ''))
  return new Set(patterns.filter(([, each]) => each.test(text) || (plain !== text && each.test(plain))).map(([what]) => what))
}

/** At most ten, in text order, in the text as the judge sees it. */
export function findClaims(artifact: string): Claim[] {
  const found: Claim[] = []
  for (const [index, line] of inert(artifact).split('\n').entries()) {
    for (const what of kindsIn(line)) found.push({ what, line: index + 1, quote: line.trim().slice(0, 160) })
    if (found.length >= maxClaims) break
  }
  return found.slice(0, maxClaims)
}

/** The lines addressing the judge around a quote that begins on a line: its paragraph, or the whole comment or code fence. */
export function addressedAround(artifact: string): (line: number, quote: string) => number[] {
  const lines = inert(artifact).split('\n')
  const passages = passagesOf(lines)
  const known = new Map<number | undefined, number[]>()
  const speaking = (passage: number | undefined) => {
    const found =
      known.get(passage) ??
      lines.flatMap((line, index) =>
        passages[index] === passage && [...kindsIn(line)].some((what) => what !== 'hidden') ? [index + 1] : [],
      )
    known.set(passage, found)
    return found
  }
  return (line, quote) => {
    const height = quote.trim().split('\n').length
    return [...new Set(passages.slice(line - 1, line - 1 + height))].flatMap(speaking)
  }
}

function passagesOf(lines: readonly string[]): number[] {
  let number = 0
  let inComment = false
  const code = fencedLines(lines.join('\n'))
  return lines.map((line, index) => {
    if (code.has(index + 1)) return number
    if (!inComment && line.trim() === '') return ++number
    const [opened, closed] = [line.lastIndexOf('<!--'), line.lastIndexOf('-->')]
    if (opened !== closed) inComment = opened > closed
    return number
  })
}
