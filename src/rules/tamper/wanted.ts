// Where a task names a value, in whatever form, and whether as the one that is to be.
import { stem } from '../../lib/english/stem.ts'

/** In "20 becomes 50" and "50 instead of 20" the value to be is 50; in "a → b" it is b. */
export function isNewValue(task: string, literal: string): boolean {
  const value = literal.slice(2)
  if (/^w:(?!null|undefined)/.test(literal) || value === '') return false
  return (literal.startsWith('n:') ? numbersOf(task, Number(value)) : placesOf(task, value)).some((index) => {
    const before = task.slice(Math.max(0, index - 80), index)
    const old = /(?:\bfrom|\binstead of|\brather than|\bno longer|\bnot|\bwas|\bwere|\bold|\breturns?|\bgives?)\s{1,3}["'`]?$/i
    return !old.test(before) || /\bbut\b[^;\n]*$/i.test(before)
  })
}

const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
/** What a number of a unit is in others. */
const units: Record<string, readonly number[]> = {
  ...{ s: [1_000], sec: [1_000], second: [1_000], min: [60, 60_000], minut: [60, 60_000] },
  ...{ hour: [60, 3_600, 3_600_000], day: [24, 86_400, 86_400_000] },
  ...{ kb: [1_000, 1_024], mb: [1e6, 1_048_576], gb: [1e9, 1_073_741_824], '%': [0.01], '€': [100], euro: [100], $: [100] },
}

/** Where the number stands, in whatever form: `1e-6`, `1,000`, `five`, `30 seconds` for 30000. */
const numbersOf = (text: string, value: number): number[] =>
  [
    ...text.matchAll(
      /(?<![\p{L}\d.])(\d[\d,_]*(?:\.\d+)?(?:e[-+]?\d+)?|(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?=[ -]))(?: ?([%€$]|\p{L}+))?/giu,
    ),
  ].flatMap(({ 1: form = '', 2: unit = '', index }) => {
    const word = numberWords.indexOf(form.toLowerCase())
    const number = word < 0 ? Number(form.replace(/[,_]/g, '')) : word
    const scales = [1, ...(units[stem(unit.toLowerCase())] ?? [])]
    return scales.some((scale) => Math.abs(number * scale - Math.abs(value)) < 1e-9) ? [index] : []
  })

/** Where the value stands as a word of its own. */
export function placesOf(text: string, value: string): number[] {
  const found: number[] = []
  const [whole, wanted] = [text.toLowerCase(), value.toLowerCase()]
  for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + 1))
    if (!/[\p{L}\p{N}]/u.test(whole[at - 1] ?? ' ') && !/[\p{L}\p{N}]/u.test(whole[at + wanted.length] ?? ' ')) found.push(at)
  return found
}
