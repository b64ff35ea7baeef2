// Whether two words, or two acts, speak of the same: by lemma, stem, synonym or kinship, never by spelling alone.
import { areKin, areOpposites, areSameThing, areSynonyms, withoutNegativePrefix } from './lexicon.ts'
import type { Act } from './statement.ts'
import { stem } from './stem.ts'

export function sameWord(a: string, b: string): boolean {
  return a === b || stemOf(a) === stemOf(b) || areSynonyms(a, b) || areKin(a, b) || british(a) === british(b)
}

export function hasWord(words: Iterable<string>, wanted: string): boolean {
  for (const word of words) if (sameWord(word, wanted)) return true
  return false
}

/** Share of the smaller list whose words the other has too. */
export function overlapOf(a: readonly string[], b: readonly string[]): number {
  const small = a.length <= b.length ? new Set(a) : new Set(b)
  const large = a.length <= b.length ? b : a
  return small.size === 0
    ? 0
    : [...small].filter((word) => hasWord(large, word) || large.some((other) => areSameThing(word, other))).length / small.size
}

/** Verbs that carry whatever their object names: "no second refund occurs", "a refund is made". */
const light = new Set(
  'occur happen exist make do get take give have perform carry execute issue undergo be place put possible apply allow permit forbid prohibit ban bar skip omit bypass'.split(
    ' ',
  ),
)

export type Likeness = 'same' | 'similar' | 'opposite' | 'light' | null

/** How the verb of one act relates to that of another. */
export function verbLikeness(a: Act, b: Act): Likeness {
  const turned = particleTurned(a.particle, b.particle)
  // "turn off" and "go on"
  if (turned && [a, b].every(({ verb }) => /^(?:turn|switch|go|come|put|power|shut)$/.test(verb))) return 'opposite'
  if (a.verb === b.verb || stemOf(a.verb) === stemOf(b.verb)) return turned ? 'opposite' : 'same'
  if ((a.particle !== '' || b.particle !== '') && areSynonyms(named(a), named(b))) return 'similar'
  if (areOpposites(a.verb, b.verb) || areOpposites(named(a), named(b))) return 'opposite'
  if (areSynonyms(a.verb, b.verb)) return turned ? 'opposite' : 'similar'
  return light.has(a.verb) || light.has(b.verb) ? 'light' : null
}

/** "call_off": a verb with its particle may mean another verb. */
function named({ verb, particle }: Act): string {
  return particle === '' ? verb : `${verb}_${particle}`
}

/** Words of one side whose opposite stands on the other while they themselves do not: "paid" against "unpaid". */
export function turnedWords(claim: readonly string[], source: readonly string[]): [string, string][] {
  const pairs: [string, string][] = []
  for (const word of new Set(claim)) {
    if (source.includes(word) || /^(?:least|most|more|less|few|many|much|only|never|always|ever|other)$/.test(word)) continue
    const other = source.find(
      (each) =>
        !claim.includes(each) && (areOpposites(word, each) || withoutNegativePrefix(word) === each || withoutNegativePrefix(each) === word),
    )
    if (other !== undefined) pairs.push([word, other])
  }
  return pairs
}

const turns: readonly (readonly [string, string])[] = [
  ['in', 'out'],
  ['on', 'off'],
  ['up', 'down'],
  ['on', 'down'],
]

function particleTurned(a: string, b: string): boolean {
  return turns.some(([one, other]) => (a === one && b === other) || (a === other && b === one))
}

const stems = new Map<string, string>()

export function stemOf(word: string): string {
  let found = stems.get(word)
  if (found === undefined) stems.set(word, (found = stem(word)))
  return found
}

/** "authorise" and "authorize", "colour" and "color". */
function british(word: string): string {
  return word
    .replace(/is(e|ed|ing|ation)$/, 'iz$1')
    .replace(/our\b/, 'or')
    .replace(/ll(ed|ing)$/, 'l$1')
}
