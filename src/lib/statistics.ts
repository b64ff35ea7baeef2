// Agreement between raters and the uncertainty of a figure: rates, Cohen's κ, Krippendorff's α, Wilson and bootstrap intervals.
import { seeded } from './random.ts'

export interface Interval {
  low: number
  high: number
}

/** Two raters' values for the same item. */
export type Pair = readonly [string, string]

/** Counts of a yes/no decision against the truth. */
export interface Confusion {
  truePositives: number
  falseNegatives: number
  trueNegatives: number
  falsePositives: number
}

/** Pairs are (truth, decision); `positive` is the value that counts as yes. */
export function confusion(pairs: readonly Pair[], positive: string): Confusion {
  const counts = { truePositives: 0, falseNegatives: 0, trueNegatives: 0, falsePositives: 0 }
  for (const [truth, said] of pairs) {
    if (truth === positive) counts[said === positive ? 'truePositives' : 'falseNegatives']++
    else counts[said === positive ? 'falsePositives' : 'trueNegatives']++
  }
  return counts
}

/** The share of positives that were called positive. */
export function truePositiveRate({ truePositives, falseNegatives }: Confusion): number | null {
  return ratio(truePositives, truePositives + falseNegatives)
}

export function trueNegativeRate({ trueNegatives, falsePositives }: Confusion): number | null {
  return ratio(trueNegatives, trueNegatives + falsePositives)
}

/** Cohen (1960): agreement of two raters beyond chance. Null if chance alone would always agree, since then nothing was measured. */
export function cohenKappa(pairs: readonly Pair[]): number | null {
  const n = pairs.length
  const first = tally(pairs.map(([one]) => one))
  const second = tally(pairs.map(([, other]) => other))
  let byChance = 0
  for (const [label, count] of first) byChance += count * (second.get(label) ?? 0)
  // Integers until the one division, so that full agreement is exactly 1.
  const agreed = pairs.filter(([one, other]) => one === other).length
  return ratio(agreed * n - byChance, n * n - byChance)
}

/**
 * Krippendorff (2011), nominal: each unit holds its raters' values; null is missing. Units with fewer than two values
 * can't be paired and drop out. Null if all values are equal, since there is no variation to be reliable about.
 */
export function krippendorffAlpha(units: readonly (readonly (string | null)[])[]): number | null {
  const totals = new Map<string, number>()
  let values = 0
  let disagreed = 0
  for (const unit of units) {
    const said = unit.filter((value) => value !== null)
    if (said.length < 2) continue
    values += said.length
    const counts = tally(said)
    let unequal = said.length * said.length
    for (const [value, count] of counts) {
      unequal -= count * count
      totals.set(value, (totals.get(value) ?? 0) + count)
    }
    disagreed += unequal / (said.length - 1)
  }
  let expected = values * values
  for (const count of totals.values()) expected -= count * count
  return expected === 0 ? null : 1 - ((values - 1) * disagreed) / expected
}

/** Wilson (1927): the 95 % interval of a proportion, valid even at none and all. */
export function wilson(hits: number, n: number): Interval | null {
  if (n === 0) return null
  const z = 1.959963984540054
  const share = hits / n
  const centre = share + (z * z) / (2 * n)
  const reach = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))
  const scale = 1 + (z * z) / n
  return { low: hits === 0 ? 0 : (centre - reach) / scale, high: hits === n ? 1 : (centre + reach) / scale }
}

/** Rogan and Gladen (1978): the true share of positives, given a test's share, sensitivity and specificity. Null for an uninformative test. */
export function roganGladen(said: number, sensitivity: number, specificity: number): number | null {
  const power = sensitivity + specificity - 1
  return power <= 0 ? null : Math.min(1, Math.max(0, (said + specificity - 1) / power))
}

/** The exact two-sided sign test: how likely a split at least this uneven is if both sides are equally likely. */
export function signTest(one: number, other: number): number {
  const n = one + other
  let term = 0.5 ** n
  let tail = 0
  for (let k = 0; k <= Math.min(one, other); k++) {
    tail += term
    term = (term * (n - k)) / (k + 1)
  }
  return Math.min(1, 2 * tail)
}

const resamples = 2000

/**
 * Percentile bootstrap: draws as many items as there are, with replacement, and gives the middle 95 % of the statistic.
 * Draws without a value (say, no positive among them) are left out; null if that happened in more than half of them.
 */
export function bootstrap<T>(items: readonly T[], statistic: (sample: readonly T[]) => number | null, seed: string): Interval | null {
  if (items.length === 0) return null
  const random = seeded(seed)
  const found: number[] = []
  for (let draw = 0; draw < resamples; draw++) {
    const sample = items.map(() => items[Math.floor(random() * items.length)] as T)
    const value = statistic(sample)
    if (value !== null) found.push(value)
  }
  if (found.length * 2 <= resamples) return null
  found.sort((one, other) => one - other)
  return { low: percentile(found, 0.025), high: percentile(found, 0.975) }
}

/** Of sorted numbers, by linear interpolation. */
export function percentile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}

/** Shares as records store them: whole hundredths of a percent. */
export const basisPoints = (share: number) => Math.round(share * 10_000)

export const inBasisPoints = (interval: Interval | null) => interval && { low: basisPoints(interval.low), high: basisPoints(interval.high) }

function tally(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}
