// Actors and things of a claim against those of its statements, and words that no statement supports.
import { agrees, type Aligned } from './align.ts'
import { difference, type Difference, type World } from './difference.ts'
import { hasWord, sameWord, stemOf, verbLikeness } from './match.ts'
import { isActor, isAnybody, isRole } from './roles.ts'
import { wordsIn, type Statement } from './statement.ts'

/** Verbs that tell one event from two sides. */
const twoSided =
  /^(?:show|see|view|display|send|receive|get|lend|borrow|loan|rent|hire|give|take|tell|inform|notify|provide|have|be|sell|buy|read|hear|meet|share|access|find|use|need|require|open)$/

export function wrongActors(claim: Statement, sources: readonly Statement[], aligned: readonly Aligned[], world: World): Difference[] {
  const isKnown = (word: string) => isRole(word) || (world.roles.has(word) && !isAnybody(word))
  for (const act of claim.acts) {
    if (act.part !== 'main' || twoSided.test(act.verb)) continue
    const who = act.subjects.length > 0 ? act.subjects : world.actor !== undefined && !act.passive ? [world.actor] : []
    const own = aligned.filter((pair) => pair.claim === act && agrees(pair) && pair.overlap >= 0.5 && !pair.turned)
    const doers = own.flatMap(({ act: { subjects } }) => subjects)
    const people = doers.filter(isKnown)
    const wrong = who.filter(isKnown).find((each) => !people.some((other) => sameWord(each, other)))
    if (wrong === undefined || people.length === 0 || doers.some(isAnybody)) continue
    const pair = own.find(({ act: { subjects } }) => subjects.some((each) => people.includes(each)))!
    const source = sources[pair.statement]!
    if (
      hasWord(
        source.exceptions.flatMap((span) => wordsIn(source, span)),
        wrong,
      )
    )
      continue
    const certain = isRole(wrong) && people.some(isRole)
    return [difference('actor', claim, act, source, pair, { expected: [...new Set(people)].join(', '), found: wrong, certain })]
  }
  return []
}

/** The same verb done to something else. */
export function changedObjects(claim: Statement, sources: readonly Statement[], aligned: readonly Aligned[]): Difference[] {
  for (const act of claim.acts) {
    if (act.part !== 'main' || act.objects.length === 0 || aligned.some((pair) => pair.claim === act)) continue
    for (const [statement, source] of sources.entries()) {
      const same = source.acts.find((other) => other.part === 'main' && verbLikeness(act, other) === 'same' && other.objects.length > 0)
      if (!same || act.objects.some((object) => hasWord(source.content, object))) continue
      const pair = { claim: act, act: same, statement, likeness: 'same', overlap: 0, turned: false } as const
      return [
        difference('object', claim, act, source, pair, {
          expected: same.objects.join(', '),
          found: act.objects.join(', '),
          certain: false,
        }),
      ]
    }
  }
  return []
}

/** Words of interfaces and of any process: a design may use them without asking. */
const free = new Set(
  `page screen form button field list panel dialog menu tab view result detail summary message confirmation warning error notice hint overview link box icon row card
  system app application show display open enter choose select press click tap confirm save submit see go start begin end finish complete check look mark ask tell add use give
  user person people item entry option step action new own current available one two first last next previous number name date time day content text information data value status`
    .split(/\s+/)
    .map((word) => stemOf(word)),
)

/** Most of what the claim speaks of stands in none of its statements. */
export function unsupported(claim: Statement, sources: readonly Statement[], world: World): Difference[] {
  const { supported, missing } = support(
    claim,
    sources.flatMap(({ content }) => content),
    world,
  )
  if (missing.length <= supported) return []
  return [
    {
      kind: 'unsupported',
      source: -1,
      sourceAt: null,
      claimAt: { start: claim.start, end: claim.end },
      expected: '',
      found: missing.join(', '),
      certain: false,
    },
  ]
}

/** How many of a claim's own words the given words carry, and which they do not. */
export function support(claim: Statement, words: readonly string[], world: Pick<World, 'known'>): { supported: number; missing: string[] } {
  const stems = new Set(words.map((word) => stemOf(word)))
  const own = [...new Set(claim.content)].filter((word) => !/^\d/.test(word) && !isDoer(claim, word))
  const telling = own.filter((word) => stems.has(stemOf(word)) || !free.has(stemOf(word)))
  const missing = telling.filter(
    (word) => !stems.has(stemOf(word)) && !world.known.has(stemOf(word)) && !words.some((other) => sameWord(word, other)),
  )
  return { supported: telling.length - missing.length, missing }
}

function isDoer(claim: Statement, word: string): boolean {
  return isActor(word) && claim.acts.some(({ subjects }) => subjects.includes(word))
}
