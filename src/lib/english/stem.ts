// Brings the inflected and derived forms of an English word to one stem, so that "cancelled", "cancels" and "cancellation" count as the same word.

export function stem(word: string): string {
  const base = irregulars.get(word) ?? nouns.get(word)
  if (base !== undefined) return stem(base)
  if (word.length <= 3 || word.length > 40 || !/^[a-z]+$/.test(word)) return word
  let s = singular(word)
  s = withoutEnding(s)
  if (s.length > 5 && s.endsWith('y') && !/[aeiou]y$/.test(s)) s = s.slice(0, -1)
  s = withoutDerivation(s)
  return s.length > 3 && s.endsWith('e') ? s.slice(0, -1) : s
}

export function singular(word: string): string {
  if (!word.endsWith('s') || word.length <= 3 || /(?:ss|us|is)$/.test(word)) return word
  if (word.length > 4 && word.endsWith('ies')) return word.slice(0, -3) + 'y'
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

function withoutEnding(word: string): string {
  const cut = word.endsWith('ing') ? 3 : word.endsWith('ed') && !word.endsWith('eed') ? 2 : 0
  const base = word.slice(0, word.length - cut)
  if (cut === 0 || base.length < 2 || !/[aeiouy]/.test(base)) return word
  if (base.length > 3 && base.endsWith('i')) return base.slice(0, -1) + 'y' // replied → reply
  return undouble(base)
}

function undouble(base: string): string {
  return /([bdfgklmnprt])\1$/.test(base) && base.length > 3 && !/(?:ll|ff)$/.test(base) ? base.slice(0, -1) : base
}

/** Suffix, and how many letters must be left for it to be one. */
const suffixes: readonly (readonly [string, number])[] = [
  ['ance', 5],
  ['ence', 5],
  ['ment', 3],
  ['ion', 4],
  ['al', 4],
  ['ly', 4],
  ['er', 4],
  ['or', 4],
]

function withoutDerivation(word: string): string {
  for (const [suffix, rest] of suffixes) {
    if (!word.endsWith(suffix) || word.length - suffix.length < rest) continue
    word = undouble(word.slice(0, -suffix.length))
    break
  }
  if (word.endsWith('e')) word = word.slice(0, -1)
  if (word.length >= 7 && word.endsWith('at')) word = word.slice(0, -2)
  if (word.endsWith('ific')) word = word.slice(0, -2)
  return word.endsWith('ll') && word.length > 5 ? word.slice(0, -1) : word
}

/** Base form, then the forms that no ending explains. */
const irregulars = table(
  `begin began begun/buy bought/bring brought/build built/choose chose chosen/come came/do did done/draw drew drawn/drive drove driven/fall fell fallen/feel felt
  find found/forget forgot forgotten/give gave given/go went gone/grow grew grown/hold held/hide hid hidden/keep kept/know knew known/leave left/lend lent/lose lost
  make made/mean meant/meet met/pay paid/run ran/say said/see saw seen/sell sold/send sent/show shown/spend spent/speak spoke spoken/stand stood/take took taken
  teach taught/think thought/tell told/throw threw thrown/understand understood/withdraw withdrew withdrawn/win won/write wrote written/wear wore worn`,
)

/** Verb, then the nouns made from it that no suffix explains; and nouns with plurals of their own. */
const nouns = table(
  `register registration registrations/subscribe subscription subscriptions/describe description descriptions/prescribe prescription prescriptions/decide decision decisions
  choose choice choices/submit submission submissions/permit permission permissions/admit admission admissions/respond response responses/complain complaint complaints
  enter entry entries/depart departure departures/apply application applications/publish publication publications/solve solution solutions/sell sale sales/divide division
  child children/person people persons/man men/woman women/shelf shelves/half halves/knife knives/life lives`,
)

function table(text: string): Map<string, string> {
  return new Map(
    text
      .split(/[/\n]/)
      .map((line) => line.trim().split(' '))
      .flatMap(([base, ...forms]) => forms.map((form) => [form, base!] as const)),
  )
}
