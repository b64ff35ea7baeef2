// Text in an artifact that looks like a verdict or speaks to a judge: flagged for people, never obeyed and never a verdict.
import { inert } from '../../lib/inert.ts'

export interface Claim {
  what: 'verdict' | 'instruction' | 'fence' | 'hidden'
  line: number
  quote: string
}

const maxClaims = 10
const longestLine = 2_000

/** One pattern a kind, each over a single line and without nested repetition. */
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
    /\b(?:mark|rate|score|grade|judge|consider|treat|classify|report|return|answer|respond|output|choose|select|give)\b.{0,50}\b(?:as|with|a|the|:)?\s{0,3}["'`]?(?:pass(?:ed|ing)?|met|approved|perfect|full marks|highest|10\/10|100\s?%)\b/iu,
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
    /\b(?:item|criterion|rule|check|test)s?\b.{0,30}\bcounts? as (?:passed|met)\b|^\s{0,8}[-*]\s\[x\].{0,60}\b(?:criterion|pass)\b|→\s{0,3}pass\b|\b\d{1,6} passed, 0 failed\b/iu,
  ],
  [
    'fence',
    /<<<\s{0,3}DATA\b|\bDATA\s{1,3}[0-9a-z-]{4,64}>>>|<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[\/?INST\]|<\/?(?:system|artifact|instructions?|document|data)>|^#{1,4}\s{0,3}(?:system|instructions? for the (?:judge|grader|evaluator))\b|^(?:system|assistant)\s{0,3}:/iu,
  ],
  ['hidden', /⟨(?:U\+|hidden)/u],
]

/** At most ten, in the order they stand in the text, on the text as the judge sees it. */
export function findClaims(artifact: string): Claim[] {
  const found: Claim[] = []
  for (const [index, line] of inert(artifact).split('\n').entries()) {
    const text = line.slice(0, longestLine)
    const kinds = new Set(patterns.filter(([, pattern]) => pattern.test(text)).map(([what]) => what))
    for (const what of kinds) found.push({ what, line: index + 1, quote: text.trim().slice(0, 160) })
    if (found.length >= maxClaims) break
  }
  return found.slice(0, maxClaims)
}
