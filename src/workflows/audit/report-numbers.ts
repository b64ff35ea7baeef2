// Scores as people write them: 8.5/10, 85 %, nine out of ten, four of five stars, 5 → 8; each told out of ten.
import { type Decimal, compareDecimal, formatDecimal, parseDecimal } from './score.ts'

/** What bare numbers are out of, when the report says so; stars also when some are left empty. */
export interface Scale {
  readonly scale: string | null
  readonly stars: string | null
}

interface Score {
  readonly score: string | 'out of range'
  readonly rest: string // what stands after it
}

const scales = '100|20|10|5'
const value = String.raw`\d{1,6}(?:[.,]\d{1,30})?`
const per = String.raw`\s{0,3}(?:\/|out of|of|von)\s{0,3}`
/** After another word the numbers count things: `3/10 of the pairs`, `4 of 5 users`. */
const fraction = new RegExp(
  String.raw`^(${value})${per}(${scales})(?![\d/]|\s(?:of\b|(?!(?:stars?|points?|from|for|on|and|but|as|because|with|is|in|to|after|since)\b)\p{Ll}))`,
  'u',
)
const percent = new RegExp(`^(${value})\\s?%`)
const bareNumber = new RegExp(String.raw`^(${value})(?=\s*(?:$|[|)(,;–—→[]|-\s|->|\.(?:\s|$)))`)
/** `5 → 8`, `5/10 to 8/10`: the later one counts. */
const earlier = new RegExp(String.raw`^(?:${value}|[★☆⭐]+)(?:${per}(?:${scales}))?\s?(?:→|->|to)\s?(?=\d|[★⭐])`, 'i')

/** What a text begins with, as a score; `bare` where a number alone can be nothing else, out of `scale` if the report gives one. */
export function scoreAt(said: string, { scale, stars }: Scale, bare: boolean): Score | null {
  let at = digits(said).replace(/^[\s(*~]{1,4}/, '')
  while (earlier.test(at)) at = at.replace(earlier, '')
  const told = fraction.exec(at) ?? starsAt(at, stars) ?? (bare ? (percent.exec(at) ?? bareNumber.exec(at)) : null)
  if (!told) return null
  const [whole, number, out = whole!.includes('%') ? '100' : (scale ?? '10')] = told
  return { score: outOfTen(parseDecimal(number!.replace(',', '.')), out), rest: at.slice(whole!.length) }
}

/** `nine out of ten` in digits. */
export function digits(text: string): string {
  return text
    .replaceAll(/\b([a-z]{3,5})(?=\s+(?:stars? )?(?:out )?of\s+(?:ten|five|\d))/gi, (word) => numberIn(word) ?? word)
    .replaceAll(/\bof\s+(ten|five)\b/gi, (_all, word: string) => `of ${numberIn(word)}`)
    .replaceAll(/(\d) stars? (?=(?:out )?of \d)/gi, '$1 ')
}

export function numberIn(word: string): string | null {
  const at = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].indexOf(word.toLowerCase())
  return /^\d{1,3}$/.test(word) ? word : at === -1 ? null : String(at)
}

/** Filled stars of all; full ones alone only where the report says of how many. */
function starsAt(text: string, scale: string | null): [string, string, string] | null {
  const [whole, filled = '', empty = ''] = /^([★⭐●■█▰]{1,20})([☆○□░▱]{0,20})/u.exec(text.replaceAll('\uFE0F', '')) ?? []
  const of = empty === '' ? scale : String(filled.length + empty.length)
  return whole && of !== null && ['5', '10', '20'].includes(of) ? [whole, String(filled.length), of] : null
}

function outOfTen(number: Decimal | null, scale: string): string | 'out of range' {
  if (!number || compareDecimal(number, { units: BigInt(scale), places: 0 }) > 0) return 'out of range'
  if (scale === '100') return formatDecimal({ units: number.units, places: number.places + 1 })
  if (scale === '20') return formatDecimal({ units: number.units * 5n, places: number.places + 1 })
  return formatDecimal(scale === '5' ? { units: number.units * 2n, places: number.places } : number)
}
