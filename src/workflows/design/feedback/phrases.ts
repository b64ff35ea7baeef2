// What surrounds an ask: courtesy ahead of it, small words behind it, reasons, and what joins it to the next.
import { readTokens } from '../../../lib/english/read.ts'
import { patterns } from './patterns.ts'
import { saidAt } from './mentions.ts'
import type { Context } from './step-mentions.ts'
import type { Word } from './tokens.ts'
import { typeNamed } from './value-types.ts'

const leads = phrases(`
  could|can|would|will you / could|can|may we / could|would you be so kind as to / would it be possible to /
  you should|must|can|may / you need|have|ought to / we should|must / we need|have|ought to / i|we would like|love you to /
  i|we would like to / i|we would like|prefer|love|rather|sooner / let|have|see / here / in|at|for our * /
  among|for|with|to us / i|we want|need|expect you to / i|we want|expect|prefer / i|we think|believe|feel /
  i|we think|believe|feel that / i|we would say|suggest|propose|recommend / i|we suggest|propose|recommend /
  i|we would suggest|propose|recommend to|that / i|we suggest|propose|recommend to|that / would you mind / let us /
  it is|would_be good|better|best|nice|great|helpful to|if_you_could / make sure to|that / feel free to /
  in my|our opinion|view / one more thing / nit|note|minor : / i|we would /
  first|second|third|finally|next|then|so|and|hi|hello|thanks|yes|ok|okay|well
`)
const wish = /^(?:want|like|love|prefer|rather|sooner|expect|have|see|let)$/
const polite = /^(?:could|can|would|will|may)$/

const tails = phrases(`
  instead|too|throughout|everywhere|completely|entirely|altogether|thanks|anymore|accordingly|again / as well /
  from now on / any more|longer / if possible / here|elsewhere / everywhere else / in|at our * / thank you / in the whole design|document / throughout|across the|our * /
  everywhere in the|our * / for|to us / along with it|them|that / of course
`)

const reasons = phrases('because|since|so|otherwise|like / as / so that / in order to / to avoid / due to / given that / for')

/** Phrases between strokes, the longest first; `*` is any one word. */
function phrases(said: string): string[][][] {
  const all = said.split(/\s\/\s/).map((line) => line.trim().split(' '))
  return all.map((parts) => parts.map((part) => part.split('|'))).toSorted((a, b) => b.length - a.length)
}

/** Where one of some phrases ends that begins at a word; the same place where none does. */
function behind(list: readonly string[][][], words: readonly Word[], at: number): number {
  const own = list.find((parts) =>
    parts.every((part, i) =>
      part.some((each) => (each === '*' ? words[at + i] && !words[at + i]!.quoted : isWords(words, at + i, each.split('_')))),
    ),
  )
  return own ? at + own.reduce((n, part) => n + Math.max(...part.map((each) => each.split('_').length)), 0) : at
}

const isWords = (words: readonly Word[], at: number, wanted: readonly string[]) =>
  wanted.every((each, i) => words[at + i]?.lower === each && !words[at + i]!.quoted)

/** Behind the courtesy at the head of a clause; "renaming X" behind it is "rename X". */
export function ask(words: readonly Word[], from: number): { words: readonly Word[]; at: number; isPolite: boolean; isWish: boolean } {
  let [at, isPolite, isWish] = [from, false, false]
  for (let next = behind(leads, words, at); next > at && next < words.length; next = behind(leads, words, at)) {
    isPolite ||= polite.test(words[at]!.lower)
    isWish = wish.test(words[next - 1]!.lower)
    at = next
    while (/^[,:–—-]$/.test(words[at]?.lower ?? '')) at += 1
  }
  const first = words[at]
  if (at === from || !first || first.quoted || !/ing$/.test(first.lower)) return { words, at, isPolite, isWish }
  const [token] = readTokens(first.lower)
  return { words: words.with(at, { ...first, lower: token?.lemma ?? first.lower }), at, isPolite, isWish }
}

/** Behind what says nothing more at the end of a clause. */
export function tail(words: readonly Word[], from: number): number {
  let at = from
  for (;;) {
    const next = behind(tails, words, words[at]?.lower === ',' ? at + 1 : at)
    if (next === at || (next === at + 1 && words[at]?.lower === ',')) return at
    at = next
  }
}

/** Where the next clause begins; null where none does. */
export function joint(words: readonly Word[], at: number): number | null {
  let next = at
  if (/^[,;:–—-]$/.test(words[next]?.lower ?? '')) next += 1
  if (/^(?:and|then|plus|so|&)$/.test(words[next]?.lower ?? '')) next += 1
  return next > at && next < words.length ? next : null
}

const vague =
  /^(?:we|i|there|it|not|the|make|take|use|do|get|have|say|write|record|before|after|behind|ahead|between|in|call|name|title|set|keep|store|save)$/
/** The first words of what orders something. */
const orders = new Set(
  patterns
    .filter(({ isInverted, parts: [first = '', second = ''] }) => !isInverted && !first.startsWith('{') && /^(?:\{|the_)/.test(second))
    .flatMap(({ parts }) => parts[0]!.split('|'))
    .map((each) => each.split('_')[0]!)
    .filter((each) => !vague.test(each)),
)
const narrowing = 'should|must|shall|ought|if|unless|except|but|however|although|though|only|maybe|perhaps|possibly|until|\\?'
const demanding = new RegExp(`^(?:${narrowing})$`)
const unsettled = new RegExp(
  `^(?:${narrowing}|could|might|may|would|or|later|soon|once|whether|when|while|wait|leave|keep|undo|forget|sure|instead|rather|said|says?|thinks?|suggests?|disagree|required|mandatory|optional|compulsory|unique)$`,
)

/** Only tells something: nothing is ordered, demanded, doubted or restricted. Behind "because" no more may be doubted than that. */
function isIdle(words: readonly Word[], isLed = false): boolean {
  const open = isLed ? demanding : unsettled
  const isOrder = ({ lower }: Word, at: number) =>
    orders.has(lower) && (at === 0 || /^(?:[,;:–—-]|and|so|then|to|not)$/.test(words[at - 1]!.lower))
  // "we don't say so", "a picture says it"
  const first = words[0]?.lower ?? ''
  const isOwn = ({ lower }: Word, at: number) =>
    (/^says?$/.test(lower) && /^(?:we|an?)$/.test(first)) || (lower === 'only' && at === 1 && /^(?:we|they|it)$/.test(first))
  return words.length > 0 && !words.some((word, at) => (!word.quoted && open.test(word.lower) && !isOwn(word, at)) || isOrder(word, at))
}

/** Somebody or something does or is something: no list goes on, and nothing is narrowed down. */
export function isClause(words: readonly Word[]): boolean {
  const tags = readTokens(
    words.map(({ text, lower }) => (/^(?:every|no|some|any)(?:thing|body|one)$/.test(lower) ? 'It' : text)).join(' '),
  ).map(({ tag }) => tag)
  const verb = tags.findIndex((tag) => tag === 'VERB' || tag === 'AUX')
  return (
    /^(?:NOUN|PROPN|PRON|DET|NUM|ADJ)$/.test(tags[0] ?? '') &&
    verb > 0 &&
    tags.slice(0, verb).some((tag) => /^(?:NOUN|PROPN|PRON)$/.test(tag))
  )
}

/** Tells something, and asks for nothing. */
export const isRemark = (words: readonly Word[]) => isIdle(words) && isClause(words)

/** Whether all that is left gives a reason, and asks for nothing. */
export function isReason(words: readonly Word[], at: number): boolean {
  const mark = /^[,;:(–—-]$/.test(words[at]?.lower ?? '') ? words[at]!.lower : ''
  const from = mark === '' ? at : at + 1
  const first = words[from]?.lower ?? ''
  const start = behind(reasons, words, from)
  if (!isIdle(words.slice(start), start > from)) return false
  if (start > from)
    return first === 'for'
      ? /^reasons?$/.test(words.at(-1)!.lower)
      : !(first === 'as' && /^(?:soon|long|far|well|if|an?)$/.test(words[start]?.lower ?? '')) && !typeNamed(words[start]?.lower)
  // ", not everybody carries a phone", ", too many are lost"
  const isLed = /^(?:not every\p{L}*|(?:not|too) (?:all|many|much|few|often))$/u.test(`${first} ${words[from + 1]?.lower}`)
  return mark !== '' && mark !== ':' && isClause(words.slice(isLed ? from + 1 : from))
}

/** "because …," and "…, so" ahead of an ask: where the ask begins. */
export function remarks(context: Context): number[] {
  const start = ask(context.words, 0).at
  const words = context.words.slice(start)
  const named = Math.max(
    0,
    ...saidAt(context, start).map(({ mentions, end }) => (mentions.some(({ things }) => things.length > 0) ? end - start : 0)),
  )
  const isLed = /^(?:because|since|as|given)$/.test(words[0]?.lower ?? '') && !/^(?:an?|soon|long)$/.test(words[1]?.lower ?? '')
  return words.flatMap(({ lower, quoted }, at) => {
    if (quoted || at < 2 || at + 2 > words.length || !/^(?:[,;:–—-]|so|therefore|hence)$/.test(lower)) return []
    const said = words.slice(0, at)
    if (/^(?:and|or|but|not)$/.test(words[at + 1]!.lower) || /^(?:in|on|at|within)$/.test(words[0]!.lower)) return []
    const isTold = named > 0 && named < at ? isClause([it, ...words.slice(named, at)]) : isClause(said)
    return isIdle(said) && (isLed ? lower === ',' : isTold) ? [start + at + 1] : []
  })
}

/** Stands for a name, which may be spelled like anything. */
const it: Word = { text: 'It', lower: 'it', quoted: false, start: 0, end: 0 }

/** Whether a clause behind the first orders something. */
export const hasOrder = (words: readonly Word[]) =>
  words.some(
    ({ lower, quoted }, at) =>
      !quoted && at > 0 && (orders.has(lower) || lower === 'make') && /^(?:[,;:–—-]|so)$/.test(words[at - 1]!.lower),
  )
