// What a report says its own signs mean: pictures, letters and codes for severities, ticks, grades, and the scale of bare numbers.
import { type Severity, rank, severities } from './categorise.ts'
import { type MarkdownLine, textOf } from './markdown-lines.ts'
import { numberIn } from './report-numbers.ts'
import { type Status, isClosedTitle, severityNames, severityWord } from './report-words.ts'

export interface Legend {
  readonly signs: ReadonlyMap<string, Severity | Status>
  /** Letters or words that stand for a score, out of ten. */
  readonly grades: ReadonlyMap<string, string>
  /** What bare numbers are out of, when the report says so; stars also when some are left empty. */
  readonly scale: string | null
  readonly stars: string | null
  /** Lines that explain signs and report nothing. */
  readonly lines: ReadonlySet<number>
}

export function readLegend(lines: readonly MarkdownLine[]): Legend {
  const signs = new Map<string, Severity | Status>(usual)
  const grades = new Map<string, string>()
  const own = new Set<number>()
  const scales = new Set<string>()
  const stars = new Set<number>()
  let explains = false // below a title that announces a legend
  let title = ''
  lines.forEach((line, index) => {
    if (line.kind === 'fence') return
    if (line.kind === 'blank') {
      // A legend may stand apart from its title by one empty line.
      const above = wordsOf(lines[index - 1])
      if (lines[index - 1]?.kind !== 'heading' && !/:$/.test(above) && !(legendTitle.test(above) && /^[^.,;=]{1,60}$/.test(above)))
        explains = false
      return
    }
    const text = wordsOf(line)
    const announced = legendTitle.test(text) && text.length < 200
    if (line.kind === 'heading') explains = announced
    if (text.length < 5) return
    // Severities in their order, and rows below a title that can be nothing but a legend's, report nothing.
    const row = (line.kind === 'cells' || line.kind === 'item') && (explains || announced) && onlyLegend.test(title)
    const defined = text.match(defines)?.length ?? 0
    if (row || ((line.kind === 'text' || line.kind === 'item') && (ladder.test(text) || defined > 1))) own.add(line.line)
    if (line.kind === 'heading' || legendHead.test(text)) title = legendHead.test(text) ? 'legend' : text
    for (const [, word] of text.matchAll(blocks)) if (severityWord(word!)) signs.set(word!.toLowerCase(), 'Critical')
    const pairs = signPairs(text, explains)
    const graded = gradePairs(text)
    const known = pairs.filter(({ sign, firm }) => firm || explains || announced || (pairs.length > 1 && !/^\d$/.test(sign)))
    if (known.length > 0 && !(line.kind === 'cells' && !explains && known.every(({ firm }) => !firm) && !announced)) {
      for (const { sign, means } of known) signs.set(sign, means)
      if (line.kind !== 'heading') own.add(line.line)
    }
    if (graded.length > 1 || (graded.length === 1 && (explains || announced))) {
      for (const { grade, score } of graded) grades.set(grade, score)
      own.add(line.line)
    }
    if (announced && (line.kind !== 'cells' || legendHead.test(text))) explains = true
    for (const scale of scalesIn(text)) scales.add(scale)
    for (const [row] of text.matchAll(/★{0,10}☆{1,10}/g)) stars.add(row.length)
    if (ticked.test(text)) {
      signs.set('[x]', 'open')
      own.add(line.line)
    }
  })
  const scale = scales.size === 1 ? [...scales][0]! : null
  return { signs, grades, scale, stars: stars.size === 1 ? String([...stars][0]) : scale, lines: own }
}

/** What a word or code says by the report's own legend, and only then as others use it. */
export function severityIn(said: string, { signs }: Legend): Severity | null {
  const code = said.toLowerCase().replace(/^sev(?:erity)?[ -]?(?=\d$)/, '')
  const own = signs.get(bare(said)) ?? signs.get(code)
  if (own && own !== 'open' && own !== 'closed') return own
  return /^\d$/.test(code) && [...signs.keys()].some((sign) => /^\d$/.test(sign))
    ? between(Number(code), signs)
    : (severityWord(said) ?? (/^\p{Lu}{2}|\.$/u.test(said) ? shortened(said) : null))
}

/** Of a scale that names its ends only. */
function between(value: number, signs: Legend['signs']): Severity | null {
  const ends = [...signs].flatMap(([sign, means]) =>
    /^\d$/.test(sign) && means !== 'open' && means !== 'closed' ? [{ at: Number(sign), of: rank(means) }] : [],
  )
  const [low, high] = [ends.filter(({ at }) => at < value).at(-1), ends.find(({ at }) => at > value)]
  return low && high ? (severities[Math.round(low.of + ((high.of - low.of) * (value - low.at)) / (high.at - low.at))] ?? null) : null
}

/** `crit`, `MAJ`, `Min.`: the beginning of just one of these. Words of other languages are left out: `ALT` is no `alto`. */
export function shortened(said: string): Severity | null {
  const [, start] = /^(?!critic$|block$)(\p{L}{3,6})\.?$/iu.exec(said) ?? []
  const found = start ? shortenable.filter((word) => word.startsWith(start.toLowerCase())) : []
  return found.length === 1 ? severityWord(found[0]!) : null
}

const shortenable = ['critical', 'blocker', 'major', 'medium', 'moderate', 'minor']

/** The picture or code at the head of a text, where the report uses it as a sign. */
export function leadingSign(text: string, { signs }: Legend): { means: Severity | Status; rest: string } | null {
  const picture = pictureAt.exec(text)?.[0]
  if (picture) {
    const means = signs.get(bare(picture))
    return means ? { means, rest: text.slice(picture.length).trimStart() } : null
  }
  const code = /^[[({*_`]{0,3}([^\s[\](){}*_`:|]{1,10}?)(?:[\])}*_`]{1,3}[\s:–—-]*|\s?[:|–—]\s*|\s-\s|\s{2,}|\t|\s(?=\p{Lu}|["'“`]))/u.exec(
    text,
  )
  // `C-01` is the first of those that the report calls C.
  const means = code && [code[1]!, code[1]!.toLowerCase(), code[1]!.replace(/-?\d{1,3}$/, '')].map((each) => signs.get(each)).find(Boolean)
  if (!means || (/^[AI]$/.test(code[1]!) && /^[AI]\s\S/.test(text))) return null
  return { means, rest: text.slice(code[0].length) }
}

/** Pictures also stand where no text does: in a cell, or in front of a heading. */
export const pictureAt = /^(?:\p{Extended_Pictographic}|[●○◆◇▲△■□✗✘✓✔☑☒])\uFE0F?/u
export const bare = (picture: string) => picture.replace('\uFE0F', '')

const usual = Object.entries<Severity | Status>({
  ...{ '🔴': 'Critical', '🟠': 'High', '🟡': 'Medium' },
  ...{ '✅': 'closed', '✔': 'closed', '✓': 'closed', '☑': 'closed' },
})

/** Where nobody has explained anything. */
export const plainLegend: Legend = { signs: new Map(usual), grades: new Map(), scale: null, stars: null, lines: new Set() }

const legendTitle =
  /\b(?:legend|key|symbols?|signs?|notation|codes?|(?:rate|rated) (?:the )?severit(?:y|ies)|severity (?:scale|levels?|ratings?|key|definitions?|from|runs)|severities|scale used|meaning|how (?:to|i) (?:read|rate)|legende|schweregrade?)\b/i
const ticked =
  /(?:\bticked|\bchecked|\[x\]|☑)\W{0,4}(?:=|means?|is|:|stands for)\W{0,4}(?:still )?(?:open|broken|failing|a problem|present|to ?do)\b/i
const onlyLegend = /\b(?:legend|legende|severity (?:scale|levels?|ratings?|key|definitions?)|severities|schweregrade?|notation)\b/i
const ladder = new RegExp(`(?:(?<![\\p{L}\\d])(?:${severityNames.join('|')})(?:\\W{1,4}|,? (?:and|und) |$)){3,}`, 'iu')
/** `P0 = do not launch, P1 = fix within a week`, `"blocker" means …` */
const defines = new RegExp(`(?<![\\p{L}\\d])(?:${severityNames.join('|')})["”']?(?:\\s?=\\s?|\\s(?:means|stands for)\\s)`, 'giu')
/** "High findings block the release as well": by this report's rules such a one is critical. */
const blocks =
  /(?<!\bonly )\b(\p{L}{3,10})(?: (?:findings|issues|items|problems))? (?:also )?blocks? (?:the |a |any )?(?:release|launch|rollout)\b/giu
const legendHead = /^[\p{L} ]{3,20} \| (?:meaning|means|severity|level|description)\b/iu
const sign = String.raw`(?:\p{Extended_Pictographic}\uFE0F?|[●○◆◇▲△■□✗✘✓✔☑☒]|[Ss]ev(?:erity)?[ -]?\d|[A-Z]{1,2}\d?|\d|[!*+#~]{1,5}|\p{L}{3,10}(?:-\p{L}{2,8})?(?=[)\]]?\s?=))`
const forward = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(${sign})[)\]]?(\s?=\s?|\s?[:–—→(-]\s?|\s?\|\s?|\s+(?:means?|is|stands for|marks?)\s+|\s{1,8})["“*]{0,2}(?:an? |the )?(\p{L}{2,14})`,
  'gu',
)
const backward = new RegExp(String.raw`(?<![\p{L}\p{N}])(\p{L}{3,14})["”*]{0,2}(\s?=\s?|\s?[:(]\s?)(${sign})(?![\p{L}\p{N}])`, 'gu')

interface SignPair {
  sign: string
  means: Severity | Status
  firm: boolean // an equation, which says it alone
}

function signPairs(text: string, explains: boolean): SignPair[] {
  const found = new Map<string, SignPair>()
  const add = (mark: string, between: string, word: string, more = '') => {
    const firm = /=|means?|stands/.test(between)
    // An equation may say more before it comes to the word: `B = should be fixed soon (major)`.
    const rest = firm || explains ? (/^[^,;|·.]{0,80}/.exec(more)?.[0].match(/\p{L}+/gu) ?? []) : []
    const means = [word, ...rest].map(severityWord).find((each) => each !== null) ?? statusOf(word)
    if (means && (!severityWord(mark) || /=|means?|stands|\(|\s{2}/.test(between)))
      found.set(mark, { sign: /^\p{L}{3,}$/u.test(mark) ? mark.toLowerCase() : bare(mark).replace(/^sev\D*/i, ''), means, firm })
  }
  for (const { 0: all, 1: mark, 2: between, 3: word, index } of text.matchAll(forward))
    add(mark!, between!, word!, text.slice(index + all.length))
  for (const [, letter, rest] of text.matchAll(/[[(](\p{L})[\])](\p{Ll}{2,12})/gu)) add(letter!, '=', `${letter}${rest}`) // `[C]ritical`
  if (found.size === 0) for (const [, word, between, mark] of text.matchAll(backward)) add(mark!, between!, word!)
  return [...found.values()]
}

function statusOf(word: string): Status | undefined {
  return isClosedTitle(word) ? 'closed' : /^(?:open|unresolved|reopened|offen)$/i.test(word) ? 'open' : undefined
}

/** `A = 9–10, B = 7–8`: of a range the lower end, as nobody said more. */
function gradePairs(text: string): { grade: string; score: string }[] {
  const found = text.matchAll(
    /(?<![\p{L}\p{N}])([A-F][+-]?)\s?(?:=|:|\()\s?(\d{1,3}(?:\.\d)?)(?:\s?[-–—]\s?(\d{1,3}(?:\.\d)?))?(\s?%|\s?\/\s?100)?/gu,
  )
  return [...found].map(([, grade, low, high = low, percent]) => {
    const values = [Number(low), Number(high)]
    return { grade: grade!, score: String(Math.min(...values) / (percent || Math.max(...values) > 10 ? 10 : 1)) }
  })
}

/** `scores out of five`, `(0–100)`, `ten being best`: only where scores are spoken of. */
function scalesIn(text: string): string[] {
  if (
    !/\b(?:scores?|scored|ratings?|rated|marks?|points?|stars?|scale|grades?|out of|max(?:imum)?|bewertung|noten?|punkte)\b|★|⭐/i.test(
      text,
    )
  )
    return []
  const said = [
    ...text.matchAll(
      /\b(?:out of|scale of|of|up to|[01]\s?(?:[-–—]|to)|von|max(?:imum)?(?: of)?)\s?(\d{1,3}|\p{L}{3,7})\b|(\d{1,3}|\p{L}{3,7}) (?:being|is|=) (?:the )?best/giu,
    ),
  ]
  return said.flatMap(([, low, best]) => {
    const value = numberIn(low ?? best ?? '')
    return value !== null && ['5', '10', '20', '100'].includes(value) ? [value] : []
  })
}

const wordsOf = (line: MarkdownLine | undefined) => (line?.kind === 'cells' ? textOf(line) : textOf(line).replaceAll(/[*_`]/g, ''))
