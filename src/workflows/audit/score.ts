// An audit's score and signal: five weighted dimensions from 0 to 10, in integer decimals, so that 7.05 is 7.05 and sums don't drift.

export const dimensionWeights = { consistency: 20, accessibility: 25, completeness: 20, quality: 15, industry: 20 } as const
export type Dimension = keyof typeof dimensionWeights
export const dimensions = Object.keys(dimensionWeights) as Dimension[]

export const signals = ['audit_passed', 'audit_result', 'fix_required'] as const
export type Signal = (typeof signals)[number]

const signalThresholds = { audit_passed: 8n, audit_result: 6n } as const

export interface AuditScore {
  readonly score: string // decimal text, exact if all five dimensions are measured
  readonly signal: Signal
  readonly unmeasured: readonly Dimension[] // left out of both sums
  readonly error: string | null
}

/** An unmeasured dimension is null; one outside 0 to 10 is a computation error, which scores 0 and is reported. */
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
  // Two more digits for the weights' hundredths; with fewer than five dimensions the quotient may be infinite, so it is truncated, never rounded up.
  return { score: formatDecimal({ units: (sum * 100n) / weight, places: places + 2 }), signal, unmeasured, error: null }
}

export interface Decimal {
  readonly units: bigint
  readonly places: number
}

/** `8`, `8.50`, `.5`: no sign, no exponent, at most 6 digits before and 30 after the point. Anything else is null. */
export function parseDecimal(text: string): Decimal | null {
  const match = /^(\d{0,6})(?:\.(\d{1,30}))?$/.exec(text.trim())
  if (!match || (!match[1] && !match[2])) return null
  const places = match[2]?.length ?? 0
  return { units: BigInt(`${match[1] ?? ''}${match[2] ?? ''}`), places }
}

export function compareDecimal(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const places = Math.max(a.places, b.places)
  const left = scaleTo(a, places)
  const right = scaleTo(b, places)
  return left < right ? -1 : left > right ? 1 : 0
}

function scaleTo(decimal: Decimal, places: number): bigint {
  return decimal.units * 10n ** BigInt(places - decimal.places)
}

/** Without trailing zeros: 8.50 reads 8.5, 8.00 reads 8. */
export function formatDecimal(decimal: Decimal): string {
  const digits = decimal.units.toString().padStart(decimal.places + 1, '0')
  const whole = digits.slice(0, digits.length - decimal.places)
  const rest = digits.slice(digits.length - decimal.places).replace(/0+$/, '')
  return rest === '' ? whole : `${whole}.${rest}`
}
