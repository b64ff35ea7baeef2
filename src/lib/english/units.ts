// Units that numbers of requirement texts are given in, and what they come to.
export const seconds: Record<string, number> = {
  second: 1,
  sec: 1,
  s: 1,
  minute: 60,
  min: 60,
  hour: 3600,
  hr: 3600,
  h: 3600,
  day: 86_400,
  night: 86_400,
  week: 604_800,
  fortnight: 1_209_600,
  millisecond: 0.001,
  ms: 0.001,
}
/** As seconds, so that "monthly" and "every day" can be told apart. */
export const monthly = 2_629_800
export const months: Record<string, number> = { month: 1, quarter: 3, year: 12, annum: 12, decade: 120 }
export const periods: Record<string, string> = {
  hourly: 'hour',
  daily: 'day',
  nightly: 'night',
  fortnightly: 'fortnight',
  quarterly: 'quarter',
  weekly: 'week',
  monthly: 'month',
  yearly: 'year',
  annually: 'year',
}
export const currencies: Record<string, string> = {
  '€': 'euro',
  euro: 'euro',
  eur: 'euro',
  '$': 'dollar',
  dollar: 'dollar',
  usd: 'dollar',
  '£': 'pound',
  pound: 'pound',
  gbp: 'pound',
  cent: 'cent',
}

/** "half of the deposit", "a quarter of the fee", "two thirds", in percent */
export const fractions: Record<string, number> = { half: 50, third: 100 / 3, quarter: 25, fifth: 20, tenth: 10 }

/** Written short. */
export const abbreviations: Record<string, string> = {
  kb: 'kilobyte',
  mb: 'megabyte',
  gb: 'gigabyte',
  tb: 'terabyte',
  km: 'kilometer',
  cm: 'centimeter',
  kg: 'kilogram',
  kilo: 'kilogram',
  kilometre: 'kilometer',
  metre: 'meter',
  mile: 'mile',
  foot: 'foot',
  yard: 'yard',
}

/** Units of one measure, as so many of another. */
export const multiples: Record<string, readonly [string, number]> = {
  kilometer: ['meter', 1000],
  centimeter: ['meter', 0.01],
  millimeter: ['meter', 0.001],
  tonne: ['kilogram', 1000],
  ton: ['kilogram', 1000],
  gram: ['kilogram', 0.001],
  milligram: ['kilogram', 1e-6],
  milliliter: ['liter', 0.001],
  microliter: ['liter', 1e-6],
}

/** Days and months by name: another one is another date. */
export const calendar: readonly RegExp[] = [
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/,
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/,
]
