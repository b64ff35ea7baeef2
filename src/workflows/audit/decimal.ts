// Decimals as whole numbers with a place count, so that 7.05 is 7.05 and a sum of scores never drifts across a threshold.

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

export function scaleTo(decimal: Decimal, places: number): bigint {
  return decimal.units * 10n ** BigInt(places - decimal.places)
}

/** Without trailing zeros: 8.50 reads 8.5, 8.00 reads 8. */
export function formatDecimal(decimal: Decimal): string {
  const digits = decimal.units.toString().padStart(decimal.places + 1, '0')
  const whole = digits.slice(0, digits.length - decimal.places)
  const rest = digits.slice(digits.length - decimal.places).replace(/0+$/, '')
  return rest === '' ? whole : `${whole}.${rest}`
}
