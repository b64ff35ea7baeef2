// What a report says its own signs mean: pictures, letters and codes for severities, ticks, and the scale of bare numbers.
import type { Severity } from './categorise.ts'
import { type MarkdownLine, textOf } from './markdown-lines.ts'
import { type Scale, numberIn } from './report-numbers.ts'
import { type Status, isClosedTitle, severityNames, severityWord } from './report-words.ts'

export interface Legend extends Scale {
  readonly signs: ReadonlyMap<string, Severity | Status>
  /** Lines that explain signs and report nothing. */
  readonly lines: ReadonlySet<number>
}

export function readLegend(lines: readonly MarkdownLine[]): Legend {
  const signs = new Map<string, Severity | Status>(usual)
  const own = new Set<number>()
  const scales = new Set<string>()
  const stars = new Set<number>()
  let explains = false // below a title that announces a legend
  let only = false // below a heading that holds nothing else
  lines.forEach((line, index) => {
    if (line.kind === 'fence') return
    if (line.kind === 'blank') {
      // A legend may stand apart from its title by one empty line.
      const above = lines[index - 1]
      explains &&= above?.kind === 'heading' || /^[^.,;=]{1,60}$/.test(wordsOf(above))
      return
    }
    const text = wordsOf(line)
    const announced = legendTitle.test(text) && text.length < 200
    if (line.kind === 'heading') [explains, only] = [announced, announced && /\b(?:legende?|definitions?|notation)\b/i.test(text)]
    // Severities in their order report nothing.
    if ((line.kind === 'text' || line.kind === 'item') && (ladder.test(text) || (text.match(defines)?.length ?? 0) > 1)) own.add(line.line)
    const pairs = signPairs(text, explains)
    const known = pairs.filter(({ sign, firm }) => firm || explains || announced || (pairs.length > 1 && !/^\d$/.test(sign)))
    if (known.length > 0 && (line.kind !== 'cells' || explains || announced || known.some(({ firm }) => firm))) {
      for (const { sign, means } of known) signs.set(sign, means)
      if (line.kind !== 'heading') own.add(line.line)
    } else if ((explains && line.kind === 'cells') || (only && line.kind === 'item')) own.add(line.line)
    if (announced && (line.kind !== 'cells' || /\bmeaning\b/i.test(text))) explains = true
    for (const scale of scalesIn(text)) scales.add(scale)
    for (const [row] of text.matchAll(/★{0,10}☆{1,10}/g)) stars.add(row.length)
  })
  const scale = scales.size === 1 ? [...scales][0]! : null
  return { signs, scale, stars: stars.size === 1 ? String([...stars][0]) : scale, lines: own }
}

/** What a word or code says by the report's own legend, and only then as others use it. */
export function severityIn(said: string, { signs }: Legend): Severity | null {
  const code = said.toLowerCase().replace(/^sev(?:erity)?[ -]?(?=\d$)/, '')
  const own = signs.get(bare(said)) ?? signs.get(code)
  if (own && own !== 'open' && own !== 'closed') return own
  const counted = /^\d$/.test(code) && [...signs.keys()].some((sign) => /^\d$/.test(sign)) // by its own numbers, of which this is none
  return counted ? null : (severityWord(said) ?? (/^\p{Lu}{2}|\.$/u.test(said) ? shortened(said) : null))
}

/** `crit`, `MAJ`, `Min.`: the beginning of just one of these. Words of other languages are left out: `ALT` is no `alto`. */
export function shortened(said: string): Severity | null {
  const [, start] = /^(?!critic$|block$)(\p{L}{3,6})\.?$/iu.exec(said) ?? []
  const found = start
    ? ['critical', 'blocker', 'major', 'medium', 'moderate', 'minor'].filter((word) => word.startsWith(start.toLowerCase()))
    : []
  return found.length === 1 ? severityWord(found[0]!) : null
}

/** The picture or code at the head of a text, where the report uses it as a sign. */
export function leadingSign(text: string, { signs }: Legend): { means: Severity | Status; rest: string } | null {
  const picture = pictureAt.exec(text)?.[0]
  const code = /^[[({*_`]{0,3}([^\s[\](){}*_`:|]{1,10}?)(?:[\])}*_`]{1,3}[\s:–—-]*|\s?[:|–—]\s*|\s-\s|\s{2,}|\t|\s(?=\p{Lu}|["'“`]))/u.exec(
    text,
  )
  const [all, sign] = picture ? [picture, bare(picture)] : [code?.[0] ?? '', code?.[1] ?? '']
  // `C-01` is the first of those that the report calls C.
  const means = [sign, sign.toLowerCase(), sign.replace(/-?\d{1,3}$/, '')].map((each) => signs.get(each)).find(Boolean)
  return !means || /^[AI]\s\S/.test(text) ? null : { means, rest: text.slice(all.length).trimStart() }
}

/** Pictures also stand where no text does: in a cell, or in front of a heading. */
export const pictureAt = /^(?:\p{Extended_Pictographic}|[●○◆◇▲△■□✗✘✓✔☑☒])\uFE0F?/u
export const bare = (picture: string) => picture.replace('\uFE0F', '')

const usual = Object.entries<Severity | Status>({
  ...{ '🔴': 'Critical', '🟠': 'High', '🟡': 'Medium' },
  ...{ '✅': 'closed', '✔': 'closed', '✓': 'closed', '☑': 'closed', '[x]': 'closed' },
})

/** Where nobody has explained anything. */
export const plainLegend: Legend = { signs: new Map(usual), scale: null, stars: null, lines: new Set() }

const legendTitle =
  /\b(?:legend|key|symbols?|signs?|notation|codes?|severity (?:scale|levels?|ratings?|key|definitions?|from|runs)|severities|meaning|legende)\b/i
const ladder = new RegExp(`(?:(?<![\\p{L}\\d])(?:${severityNames.join('|')})(?:\\W{1,4}|,? (?:and|und) |$)){3,}`, 'iu')
/** `P0 = do not launch, P1 = fix within a week`, `"blocker" means …` */
const defines = new RegExp(`(?<![\\p{L}\\d])(?:${severityNames.join('|')})["”']?(?:\\s?=\\s?|\\s(?:means|stands for)\\s)`, 'giu')
const sign = String.raw`(?:\[x\]|\p{Extended_Pictographic}\uFE0F?|[●○◆◇▲△■□✗✘✓✔☑☒]|[Ss]ev(?:erity)?[ -]?\d|[A-Z]{1,2}\d?|\d|[!*+#~]{1,5}|\p{L}{3,10}(?:-\p{L}{2,8})?(?=[)\]]?\s?=))`
const pairForm = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(${sign})[)\]]?(\s?=\s?|\s?[:–—→(-]\s?|\s?\|\s?|\s+(?:means?|is|stands for|marks?)\s+|\s{1,8})["“*]{0,2}(?:an? |the |still )?(\p{L}{2,14})`,
  'gu',
)

interface SignPair {
  sign: string
  means: Severity | Status
  firm: boolean // an equation, which says it alone
}

function signPairs(text: string, explains: boolean): SignPair[] {
  const equations = text.replaceAll(/[[(](\p{L})[\])](?=\p{Ll}{2,12})/gu, '$1 = $1') // `[C]ritical`
  return [...equations.matchAll(pairForm)].flatMap(({ 0: all, 1: mark = '', 2: between = '', 3: word = '', index }) => {
    const firm = /=|means?|stands/.test(between)
    // An equation may say more before it comes to the word: `B = should be fixed soon (major)`.
    const rest = firm || explains ? (/^[^,;|·.]{0,80}/.exec(equations.slice(index + all.length))?.[0].match(/\p{L}+/gu) ?? []) : []
    const status = isClosedTitle(word) ? 'closed' : /^(?:open|broken|unresolved|offen)$/i.test(word) ? 'open' : undefined
    const means = [word, ...rest].map(severityWord).find((each) => each !== null) ?? status
    if (!means || (severityWord(mark) && !/=|means?|stands|\(|\s{2}/.test(between))) return []
    return [{ sign: /^\p{L}{3,}$/u.test(mark) ? mark.toLowerCase() : bare(mark).replace(/^sev\D*/i, ''), means, firm }]
  })
}

/** `scores out of five`, `(0–100)`, `ten being best`: only where scores are spoken of. */
function scalesIn(text: string): string[] {
  if (!/\b(?:scores?|scored|ratings?|rated|marks?|points?|scale|out of|max|punkte)\b|★|⭐/i.test(text)) return []
  const said = text.matchAll(
    /\b(?:out of|scale of|of|[01]\s?(?:[-–—]|to)|von|max)\s?(\d{1,3}|\p{L}{3,7})\b|(\d{1,3}|\p{L}{3,7}) (?:being|is|=) (?:the )?best/giu,
  )
  return [...said].flatMap(([, low, best]) => numberIn(low ?? best ?? '') ?? []).filter((value) => ['5', '10', '20', '100'].includes(value))
}

const wordsOf = (line: MarkdownLine | undefined) => (line?.kind === 'cells' ? textOf(line) : textOf(line).replaceAll(/[*_`]/g, ''))
