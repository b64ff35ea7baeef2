// Scores as people write them: 8.5/10, 85 %, nine out of ten, four of five stars, 5 → 8, a letter by the report's own legend; each told out of ten.
import { type Decimal, compareDecimal, formatDecimal, parseDecimal } from './score.ts'

export interface Scale {
  readonly scale: string | null
  readonly stars: string | null
  readonly grades: ReadonlyMap<string, string>
}

interface Score {
  readonly score: string | 'out of range'
  /** What stands after it. */
  readonly rest: string
}

const scales = '100|20|10|5'
const value = String.raw`\d{1,6}(?:[.,]\d{1,30})?`
const per = String.raw`\s{0,3}(?:\/|out of|of|von|sur|de|aus)\s{0,3}`
/** What may follow a score; after another word the numbers count things: `3/10 of the pairs`, `4 of 5 users`. */
const goesOn =
  'stars?|points?|from|for|on|and|but|as|because|with|up|down|now|today|overall|due|was|is|in|at|to|by|after|since|mainly|which|so|this|again|mostly|here|still|I'
const fraction = new RegExp(String.raw`^(${value})${per}(${scales})(?![\d/]|\s(?!(?:${goesOn})\b)[a-z])`, 'i')
const percent = new RegExp(`^(${value})\\s?%`)
const bareNumber = new RegExp(String.raw`^(${value})(?=\s*(?:$|[|)(,;–—→[]|-\s|->|\.(?:\s|$)))`)

/** What a text begins with, as a score; `bare` where a number alone can be nothing else. */
export function scoreAt(said: string, { scale, stars, grades }: Scale, bare: boolean): Score | null {
  const text = digits(said)
  const rest = text.replace(/^[\s(*~]{1,4}/, '').replace(/^(?:score|rating|rated|mark)(?: is| of|:)?\s+(?=\d)/i, '')
  const moved = bare || fraction.test(rest) ? laterValue(rest) : 0
  const at = rest.slice(moved)
  const told = fraction.exec(at) ?? (bare ? (percent.exec(at) ?? starsAt(at, stars) ?? bareNumber.exec(at)) : starsAt(at, stars))
  if (told) {
    const [whole, number, out] = told
    const of = out ?? (whole!.includes('%') ? '100' : (scale ?? '10'))
    return { score: outOfTen(parseDecimal(number!.replace(',', '.')), of), rest: at.slice(whole!.length) }
  }
  const grade = bare ? /^([A-F][+-]?|\p{L}{4,12})(?![\p{L}\p{N}+-])/u.exec(rest)?.[1] : undefined
  const graded = grade === undefined ? undefined : grades.get(grade)
  return graded === undefined ? null : { score: graded, rest: rest.slice(grade!.length) }
}

/** A number in words or digits. */
export function numberIn(word: string): string | null {
  return /^\d{1,3}$/.test(word) ? word : (numbers.get(word.toLowerCase()) ?? null)
}

/** Number words where a score may be meant, as digits. */
export function digits(text: string): string {
  return text
    .replaceAll(/\bper ?cent\b/gi, '%')
    .replaceAll(/\b(\w{1,5}) stars? (?=out of|of)/gi, '$1 ')
    .replaceAll(
      /\b(zero|one|two|three|four|five|six|seven|eight|nine|ten)(?: and a half)?(?=\s+(?:out )?of\s+(?:ten|five|twenty|a hundred|\d)|\s*(?:$|[,;.)(]|\/))/gi,
      (whole, word: string) => `${numbers.get(word.toLowerCase())}${/half/i.test(whole) ? '.5' : ''}`,
    )
    .replaceAll(
      /\b((?:out )?of|\/)\s+(ten|five|twenty|a hundred)\b/gi,
      (_whole, of: string, word: string) => `${of} ${numbers.get(word.toLowerCase())}`,
    )
}

const numbers = new Map(
  'zero one two three four five six seven eight nine ten'
    .split(' ')
    .map((word, index): [string, string] => [word, String(index)])
    .concat([
      ['twenty', '20'],
      ['hundred', '100'],
      ['a hundred', '100'],
    ]),
)

/** `5 → 8`, `from 5/10 to 8/10`: the later one counts. */
function laterValue(text: string): number {
  const move = new RegExp(String.raw`^(?:from )?(?:${value}|[★☆⭐]+)(?:${per}(?:${scales}))?\s?(?:→|->|=>|–>|➔|to)\s?(?=\d|[★⭐])`, 'i')
  let at = 0
  for (let found = move.exec(text); found; found = move.exec(text.slice(at))) at += found[0].length
  return at
}

/** Filled stars or blocks of all; full ones alone only where the report says of how many. */
function starsAt(text: string, scale: string | null): [string, string, string] | null {
  const found = /^([★⭐\uFE0F●■█▰]{1,40})([☆○□░▱▒]{0,40})/u.exec(text)
  if (!found) return null
  const full = [...found[1]!.replaceAll('\uFE0F', '')].length
  const all = full + [...found[2]!].length
  const of = found[2] === '' ? scale : String(all)
  return of !== null && ['5', '10', '20'].includes(of) ? [found[0], String(full), of] : null
}

function outOfTen(number: Decimal | null, scale: string): string | 'out of range' {
  if (!number || compareDecimal(number, { units: BigInt(scale), places: 0 }) > 0) return 'out of range'
  if (scale === '100') return formatDecimal({ units: number.units, places: number.places + 1 })
  if (scale === '20') return formatDecimal({ units: number.units * 5n, places: number.places + 1 })
  return formatDecimal(scale === '5' ? { units: number.units * 2n, places: number.places } : number)
}
