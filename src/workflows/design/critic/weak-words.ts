// Words that leave the reader guessing, with what to write instead.
import type { Word } from './prose.ts'

/** Shown to the writer: why the word is weak. */
const advice = {
  verb: 'name the act itself: what is shown, stored, changed or sent',
  quality: 'state what can be seen or measured',
  quantity: 'name the things or their number',
  hedge: 'state when it happens',
  object: 'name the thing that is meant',
} as const

const weak: Record<keyof typeof advice, string> = {
  verb: 'handle manage process support deal facilitate streamline optimize optimise leverage utilize utilise improve enhance',
  quality: `appropriate appropriately relevant suitable suitably proper properly adequate adequately sufficient sufficiently reasonable reasonably fast quick quickly easy easily simple simply
    intuitive intuitively seamless seamlessly robust robustly flexible flexibly efficient efficiently effective effectively nice nicely modern powerful smooth smoothly friendly
    good better best great optimal optimally convenient conveniently meaningful rich clean elegant advanced smart scalable performant beautiful attractive`,
  quantity: 'various several numerous etc many multiple miscellaneous misc lots plenty',
  hedge: 'maybe perhaps possibly probably somehow sometimes usually normally generally typically often occasionally eventually hopefully',
  object: 'stuff thing things something anything everything someone somebody somewhere whatever whatnot',
}

const kinds = new Map<string, keyof typeof advice>(
  (Object.keys(weak) as (keyof typeof advice)[]).flatMap((kind) => weak[kind].split(/\s+/).map((word) => [word, kind] as const)),
)
for (const base of weak.verb.split(/\s+/)) {
  const root = base.replace(/e$/, '')
  for (const form of [base + 's', base + 'es', root + 'ed', root + 'ing']) kinds.set(form, 'verb')
}

const phrases = new RegExp(
  [
    'and so (?:on|forth)',
    '(?:as|if|when|where) (?:needed|necessary|required|appropriate|applicable|possible)',
    'and/or|or something|or similar|and more|etc',
    'in some (?:way|cases)|at some point|as soon as possible',
    'user[- ]friendly|state[- ]of[- ]the[- ]art',
    '(?<!\\b(?:an?|the|each|which|this|one|what|every|any) )(?:kind|sort) of',
    'tak(?:e|es|ing) care of|interact(?:s|ing)? with|accordingly',
    '(?:perform|execute|do)(?:s|es|ing)? (?:the |an? |all |any |its |some )?(?:necessary |required )?(?:operation|action|task|function|step|process|work|thing)(?:s|es)?',
    '(?:necessary|required|correct|right|needed) (?:information|data|operations?|actions?|steps?|details)',
  ]
    .map((phrase) => `\\b(?:${phrase})\\b`)
    .join('|'),
  'gi',
)

export interface WeakSpot {
  text: string
  advice: string
}

export function weakSpots(text: string, words: Word[]): WeakSpot[] {
  const spots = new Map<string, string>()
  for (const match of text.matchAll(phrases)) spots.set(match[0].toLowerCase(), advice.hedge)
  for (const [i, word] of words.entries()) {
    const kind = kinds.get(word.text)
    if (kind === undefined || !isWeak(kind, words, i)) continue
    if (![...spots.keys()].some((phrase) => phrase.includes(word.text))) spots.set(word.text, advice[kind])
  }
  return [...spots].map(([spot, why]) => ({ text: spot, advice: why }))
}

/** The same letters in another sense: a door handle, a support desk, "many-to-many", "best before", "clean towels". */
function isWeak(kind: keyof typeof advice, words: Word[], i: number): boolean {
  const word = words[i]!
  const previous = words[i - 1]?.text ?? ''
  const next = words[i + 1]?.text ?? ''
  if (kind === 'verb')
    return /s$|ed$|ing$/.test(word.text)
      ? word.kind === 'verb' || !isNounSense(previous)
      : next !== '' && !words[i + 1]!.afterMark && (word.kind === 'verb' || /^(?:to|can|shall|must|will|should|may)$/.test(previous))
  if (word.text === 'many' || word.text === 'often')
    return previous !== 'how' && previous !== 'as' && previous !== 'to' && previous !== 'too'
  if (word.text === 'clean') return previous !== 'the' && word.kind !== 'verb' && /^(?:design|look|interface|layout|style)$/.test(next)
  if (word.text === 'best')
    return (
      !/^(?:one|two|three|four|five|six|seven|eight|nine|ten|\d+)$/.test(previous) &&
      next !== 'before' &&
      next !== 'score' &&
      next !== 'time' &&
      next !== 'lap'
    )
  if (word.text === 'fast') return next !== 'lane' && next !== 'food'
  if (word.text === 'everything' || word.text === 'someone' || word.text === 'somebody') return kind === 'object'
  return true
}

function isNounSense(previous: string): boolean {
  return /^(?:the|a|an|its|their|his|her|of|door|by|each|this|that)$/.test(previous)
}
