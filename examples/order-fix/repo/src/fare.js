// What a ride costs, in cents: a base fare, then a price for each kilometre begun.
const base = 250
const perKilometre = 120

export function fare(kilometres) {
  if (kilometres < 0) throw new RangeError('a ride cannot be shorter than nothing')
  return base + Math.floor(kilometres) * perKilometre
}
