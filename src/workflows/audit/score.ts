// An audit's score and signal: five weighted dimensions from 0 to 10, computed in whole numbers so that no decimal is lost.
import { compareDecimal, formatDecimal, parseDecimal, scaleTo } from './decimal.ts'

export const dimensionWeights = { consistency: 20, accessibility: 25, completeness: 20, quality: 15, industry: 20 } as const
export type Dimension = keyof typeof dimensionWeights
export const dimensions = Object.keys(dimensionWeights) as Dimension[]

export const signals = ['audit_passed', 'audit_result', 'fix_required'] as const
export type Signal = (typeof signals)[number]

const signalThresholds = { audit_passed: 8n, audit_result: 6n } as const

export interface AuditScore {
  readonly score: string // decimal text, exact while all five dimensions are measured
  readonly signal: Signal
  readonly unmeasured: readonly Dimension[] // left out of both sums
  readonly error: string | null
}

/** A dimension nobody could measure is null; one that is no number from 0 to 10 is a computation error, which scores 0 and is reported. */
export function scoreAudit(scores: Readonly<Record<Dimension, string | null>>, criticals: number): AuditScore {
  const measured = dimensions.flatMap((name) =>
    scores[name] === null ? [] : [{ name, text: scores[name], value: parseDecimal(scores[name]) }],
  )
  const unmeasured = dimensions.filter((name) => scores[name] === null)
  const bad = measured.find(({ value }) => value === null || compareDecimal(value, { units: 10n, places: 0 }) > 0)
  if (bad)
    return {
      score: '0',
      signal: 'fix_required',
      unmeasured,
      error: `${bad.name} is "${bad.text.slice(0, 40)}", expected a number from 0 to 10`,
    }
  if (measured.length === 0) return { score: '0', signal: 'fix_required', unmeasured, error: 'no dimension was measured' }
  const places = Math.max(...measured.map(({ value }) => value!.places))
  let sum = 0n
  let weight = 0n
  for (const { name, value } of measured) {
    sum += BigInt(dimensionWeights[name]) * scaleTo(value!, places)
    weight += BigInt(dimensionWeights[name])
  }
  const reaches = (threshold: bigint) => sum >= threshold * weight * 10n ** BigInt(places)
  const signal =
    criticals > 0
      ? 'fix_required'
      : reaches(signalThresholds.audit_passed)
        ? 'audit_passed'
        : reaches(signalThresholds.audit_result)
          ? 'audit_result'
          : 'fix_required'
  // Two more places hold the hundredths of the weights; with fewer than five dimensions the quotient may not end, and is cut, never rounded up.
  return { score: formatDecimal({ units: (sum * 100n) / weight, places: places + 2 }), signal, unmeasured, error: null }
}
