// Who does what: the doers of a claim's acts against those of its statements, and whom only one side knows.
import type { Aligned } from './align.ts'
import { equals } from './compare-numbers.ts'
import { difference, type Difference, type World } from './difference.ts'
import { isGroup } from './lexicon.ts'
import { hasWord, overlapOf, sameWord, stemOf, verbLikeness } from './match.ts'
import { isActor, isAnybody, isRole, isSystem } from './roles.ts'
import type { Act, Statement } from './statement.ts'

export function wrongActors(claim: Statement, sources: readonly Statement[], world: World): Difference[] {
  const found = otherDoer(claim, sources, world) ?? sources.flatMap((_, i) => replaced(claim, sources, i) ?? [])[0]
  // Another of the named statements may say it as the claim does.
  return found && !sources.some((source, i) => i !== found.pair.statement && says(source, found.pair.claim, found.found))
    ? [difference('actor', claim, found.pair.claim, sources[found.pair.statement]!, found.pair, { certain: true, ...found })]
    : []
}

interface Wrong {
  pair: Aligned
  expected: string
  found: string
  certain?: boolean
}

/** Somebody who does what the statements let somebody else do, and them nowhere. */
function otherDoer(claim: Statement, sources: readonly Statement[], { roles, actor }: World): Wrong | undefined {
  const isKnown = (word: string) => isRole(word) || (roles.has(word) && !isAnybody(word))
  for (const act of claim.acts) {
    const who = act.subjects.length > 0 ? act.subjects : actor !== undefined && isMain(act) && !act.passive ? [actor] : []
    const own = sources.flatMap((source, statement) => answersTo(act, claim, source, statement))
    const doers = own.flatMap(({ act: { subjects } }) => subjects)
    const people = doers.filter(isKnown)
    const pair = own.find(({ act: { subjects } }) => subjects.some((each) => people.includes(each)))
    if (!pair || doers.some(isAnybody) || people.some((each) => isSaidOtherwise(each, claim))) continue
    const isExchanged = (word: string) =>
      isActor(word) && hasWord(pair.act.objects, word) && people.some((each) => hasWord(act.objects, each))
    const wrong = who.find((each) => (isKnown(each) || isExchanged(each)) && !people.some((other) => sameWord(each, other)))
    if (wrong === undefined || sources.some((source) => says(source, act, wrong))) continue
    // "the teacher sees all grades, pupils only their own": a verb said once may be meant twice
    if (getting.test(act.verb) && hasWord(sources[pair.statement]!.content, wrong) && !isExchanged(wrong)) continue
    const certain = isExchanged(wrong) || (isRole(wrong) && people.some((each) => isRole(each) || isSystem(each)))
    return { pair, expected: [...new Set(people)].join(', '), found: wrong, certain }
  }
  return undefined
}

/** "Subscribers" and "customers with a subscription", "nurses" and "nursing staff" */
const isSaidOtherwise = (person: string, { tokens }: Statement) =>
  tokens.some(
    ({ lemma }, i) =>
      lemma !== person &&
      stemOf(lemma) === stemOf(person) &&
      (tokens[i + 1]?.tag === 'NOUN' || tokens.slice(Math.max(0, i - 2), i).some(({ lower }) => lower === 'with')),
  )

/** The only act of its verb, or one among the same persons and things. */
function answersTo(own: Act, claim: Statement, source: Statement, statement: number): Aligned[] {
  const alike = (act: Act, acts: readonly Act[]) => acts.filter((other) => isLike(act, other) && isMain(other) === isMain(act))
  const around = ({ subjects, objects }: Act) => [...subjects, ...objects]
  const isOnly = alike(own, claim.acts).length === 1
  return alike(own, source.acts).flatMap((act, _, { length }): Aligned[] => {
    const overlap = overlapOf(around(own), around(act))
    const isTold = getting.test(act.verb) !== getting.test(own.verb)
    if (act.negated !== own.negated || isTold || !((isOnly && length === 1) || overlap >= 0.5)) return []
    return [{ claim: own, act, statement, likeness: 'same', overlap, turned: false }]
  })
}

const isMain = ({ part }: Act) => part === 'main'

/** One on each side whom the other does not know, in sentences that otherwise speak of the same. */
function replaced(claim: Statement, sources: readonly Statement[], statement: number): Wrong | undefined {
  const source = sources[statement]!
  const [ours, theirs] = [peopleOf(claim), peopleOf(source)]
  const [own, their] = [soleStranger(ours, theirs, source), soleStranger(theirs, ours, claim)]
  if (!own || !their || sources.some((other) => other !== source && hasWord(other.content, own.head))) return undefined
  const rest = (of: Statement, people: readonly Person[]) => [
    ...new Set(of.content.filter((word) => !people.some(({ head }) => head === word))),
  ]
  const [left, right] = [rest(claim, ours), rest(source, theirs)]
  const amounts = claim.quantities.filter((each) => source.quantities.some((other) => equals(each, other))).length
  const shared = Math.min(left.filter((word) => hasWord(right, word)).length, right.filter((word) => hasWord(left, word)).length) + amounts
  const isPeer = isOneKind(own, their) && own.acts && their.acts
  const [act, answer] = [actOf(claim, own), actOf(source, their)]
  if (!act || !answer || shared + Number(verbLikeness(act, answer) !== null) < (isPeer ? 1 : 2)) return undefined
  const pair: Aligned = { claim: act, act: answer, statement, likeness: 'same', overlap: 1, turned: false }
  const share = shared / Math.max(left.length, right.length)
  const isEnough = share >= (isOneKind(own, their) ? 0.4 : 0.5) || isPeer || isLike(act, answer)
  const certain = own.acts === their.acts && isEnough && isOneEvent([claim, own], [source, their])
  if (!certain && !isOneKind(own, their)) return undefined
  return { pair, expected: named(their), found: named(own), certain }
}

/** What each of them does is the same act, or none that the other side tells of somebody else. */
function isOneEvent([claim, own]: readonly [Statement, Person], [source, their]: readonly [Statement, Person]): boolean {
  const [ours, theirs] = [doneBy(claim, own), doneBy(source, their)]
  const isTold = [ours, theirs].map((acts) => acts.some(({ verb }) => getting.test(verb)))
  const isElsewhere = ours.some((act) => source.acts.some((other) => isLike(act, other)))
  return (
    ours.some((act) => theirs.some((other) => isLike(act, other))) ||
    ((own.acts || ours.length * theirs.length > 0) && isTold[0] === isTold[1] && !isElsewhere)
  )
}

const doneBy = (statement: Statement, { head, acts }: Person) =>
  statement.acts.filter(({ subjects, objects }) => (acts ? subjects : [...subjects, ...objects]).includes(head))

const named = ({ kind, head }: Person) => (kind === undefined ? head : `${kind} ${head}`)

const isLike = (one: Act, other: Act) => /^(?:same|similar)$/.test(verbLikeness(one, other) ?? '')

/** Both persons or both groups: a crew may be its members. */
const isOneKind = (one: Person, other: Person) => isRole(one.head) && isRole(other.head) && isGroup(one.head) === isGroup(other.head)

interface Person {
  head: string
  /** "warehouse" of "warehouse manager" */
  kind: string | undefined
  /** Does something, and is not only acted on. */
  acts: boolean
}

/** Of those who act, or else of all, the only one whom the other side does not know. */
function soleStranger(people: readonly Person[], others: readonly Person[], statement: Statement): Person | undefined {
  const strange = people.filter(
    ({ head, kind }) =>
      !isSaidOtherwise(head, statement) &&
      !others.some((other) => kind !== undefined && stemOf(other.head) === stemOf(kind)) &&
      !statement.content.some(
        (word) =>
          (word === head || (isRole(word) && sameWord(word, head))) &&
          !others.some((other) => other.head === head && isOtherKind(kind, other.kind, statement)),
      ),
  )
  const acting = strange.filter(({ acts }) => acts)
  const [one, ...more] = acting.length > 0 ? acting : strange
  return more.length === 0 ? one : undefined
}

const isOtherKind = (one: string | undefined, other: string | undefined, { content }: Statement) =>
  one !== undefined && other !== undefined && !hasWord(content, one)

/** Tell an event from the side of whom it happens to. */
const getting = /^(?:see|view|receive|get|borrow|hear|read|have|access|buy|obtain|hire|rent|find|learn)$/

/** Whom a sentence speaks of; whose something is ("the guest's card") is another question. */
function peopleOf({ tokens, acts }: Statement): Person[] {
  const isNoun = (at: number) => /^(?:NOUN|PROPN)$/.test(tokens[at]?.tag ?? '')
  // "The bank shall bear …": no person by itself, but who acts here
  const does = (lemma: string) => acts.some((act) => isMain(act) && act.subjects.includes(lemma) && (act.passive || act.objects.length > 0))
  return tokens.flatMap(({ lemma }, at): Person[] => {
    const isHead = isNoun(at) && !isNoun(at + 1) && !/^['’]s?$/.test(tokens[at + 1]?.text ?? '')
    const isDoer = tokens[at - 1]?.tag === 'DET' && !isSystem(lemma) && !isAnybody(lemma) && does(lemma)
    if (!isHead || !(isRole(lemma) || isDoer)) return []
    // "is up to the guide"
    const isChoosing = /^up to\b/.test(
      tokens
        .slice(Math.max(0, at - 3), at)
        .map(({ lower }) => lower)
        .join(' '),
    )
    const isActing = isChoosing || acts.some(({ subjects, verb }) => subjects.includes(lemma) && !getting.test(verb))
    return [{ head: lemma, kind: isNoun(at - 1) ? tokens[at - 1]!.lemma : undefined, acts: isActing }]
  })
}

const actOf = ({ acts }: Statement, { head }: Person): Act | undefined =>
  acts.find(({ subjects, objects }) => subjects.includes(head) || objects.includes(head)) ?? acts[0]

const says = ({ acts }: Statement, own: Act, who: string) =>
  acts.some((act) => stemOf(act.verb) === stemOf(own.verb) && hasWord(act.subjects, who))
