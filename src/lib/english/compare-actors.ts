// Who does what to whom: a claim's actors against those of its statements, by their place at the verb and its voice.
import { agrees, type Aligned } from './align.ts'
import { equals } from './compare-numbers.ts'
import { difference, type Difference, type World } from './difference.ts'
import { hasWord, sameWord, stemOf, verbLikeness } from './match.ts'
import { isGroup } from './lexicon.ts'
import { isActor, isAnybody, isRole, isSystem } from './roles.ts'
import { wordsIn, type Act, type Statement } from './statement.ts'

export function wrongActors(claim: Statement, sources: readonly Statement[], aligned: readonly Aligned[], world: World): Difference[] {
  for (const [statement, source] of sources.entries()) {
    const found = exchanged(claim, source, statement) ?? substituted(claim, source, statement) ?? replaced(claim, source, statement)
    // Another of the named statements may say it as the claim does.
    if (found && !sources.some((other) => other !== source && says(other, found.pair.claim, found.found)))
      return [difference('actor', claim, found.pair.claim, source, found.pair, { certain: true, ...found })]
  }
  return otherRole(claim, sources, aligned, world)
}

interface Wrong {
  pair: Aligned
  expected: string
  found: string
  certain?: boolean
}

/** One place at a verb, filled once in the statement and once in the claim. */
interface Slot {
  pair: Aligned
  theirs: string
  ours: string
}

/** "The trainer sends the athlete a plan" against "the athlete sends the trainer a plan": two who changed places. */
function exchanged(claim: Statement, source: Statement, statement: number): Wrong | undefined {
  const slots = pairsOf(claim, source, statement).flatMap(slotsOf)
  for (const one of slots) {
    const isSame = stemOf(one.pair.claim.verb) === stemOf(one.pair.act.verb)
    if (!isSame && ![one.ours, one.theirs].every(isActor)) continue
    const other = slots.find((each) => each !== one && sameWord(each.theirs, one.ours) && sameWord(each.ours, one.theirs))
    if (other) return { pair: one.pair, expected: one.theirs, found: one.ours }
  }
  return undefined
}

/** Somebody else in a sentence that otherwise says the same, word for word or nearly so. */
function substituted(claim: Statement, source: Statement, statement: number): Wrong | undefined {
  for (const { pair, theirs, ours } of pairsOf(claim, source, statement).flatMap(slotsOf)) {
    const canAct = (word: string) => !isAnybody(word) && !isSystem(word) && isRole(word)
    if (!canAct(theirs) || !canAct(ours) || hasWord(source.content, ours)) continue
    const [left, right] = [clauseWords(claim, pair.claim, ours), clauseWords(source, pair.act, theirs)]
    const shared = (a: readonly string[], b: readonly string[]) => a.filter((word) => hasWord(b, word)).length / Math.max(1, a.length)
    if (left.length > 1 && shared(left, right) >= 0.75 && shared(right, left) >= 0.75) return { pair, expected: theirs, found: ours }
  }
  return undefined
}

/** One who acts on each side and whom the other does not know, in sentences that otherwise speak of the same. */
function replaced(claim: Statement, source: Statement, statement: number): Wrong | undefined {
  const [ours, theirs] = [peopleOf(claim), peopleOf(source)]
  const unknown = (people: readonly Person[], other: Statement) =>
    people.filter(({ head }) => !other.content.some((word) => word === head || (isRole(word) && sameWord(word, head))))
  const [strange, lost] = [unknown(ours, source), unknown(theirs, claim)]
  const sole = (people: readonly Person[]) => people.filter(({ acts }) => acts === people.some((each) => each.acts))
  const [[own, ...more], [their, ...others]] = [sole(strange), sole(lost)]
  if (!own || !their || more.length + others.length > 0) return undefined
  const rest = (statement: Statement, people: readonly Person[]) =>
    statement.content.filter((word) => !people.some(({ head }) => head === word))
  const [left, right] = [rest(claim, ours), rest(source, theirs)]
  const [act, answer] = [actOf(claim, own), actOf(source, their)]
  if (!act || !answer) return undefined
  const known = Math.min(left.filter((word) => hasWord(right, word)).length, right.filter((word) => hasWord(left, word)).length)
  const amounts = claim.quantities.filter((each) => source.quantities.some((other) => equals(each, other))).length
  const shared = known + amounts + Number(isLike(act, answer) && !hasWord(right, act.verb))
  if (shared < 2) return undefined
  const pair: Aligned = { claim: act, act: answer, statement, likeness: 'same', overlap: 1, turned: false }
  const inClause = shareOf(clauseWords(claim, act, own.head), clauseWords(source, answer, their.head))
  const share = Math.max(shared / Math.max(left.length, right.length), inClause >= 0.5 ? inClause : 0)
  const certain = (isOneKind(own, their) || share >= 0.5) && isOneEvent([claim, own.head], [source, their.head], share)
  return certain || (strange.length + lost.length === 2 && isOneKind(own, their))
    ? { pair, expected: their.head, found: own.head, certain }
    : undefined
}

/** What each of them does is the same act, or most of what is said; neither is only told of it. */
function isOneEvent([claim, own]: readonly [Statement, string], [source, their]: readonly [Statement, string], share: number): boolean {
  const [ours, theirs] = [doneBy(claim, own), doneBy(source, their)]
  if (ours.some((act) => theirs.some((other) => isLike(act, other)))) return true
  const isElsewhere = ours.some((act) => source.acts.some((other) => isLike(act, other)))
  const isTold = ours.some(({ verb }) => getting.test(verb)) !== theirs.some(({ verb }) => getting.test(verb))
  return share >= 0.4 && ours.length * theirs.length > 0 && !isElsewhere && (!isTold || share >= 0.75)
}

/** Tell an event from the side of whom it happens to. */
const getting = /^(?:see|view|receive|get|borrow|hear|read|have|access|buy|obtain|hire|rent|find|learn)$/

const isLike = (one: Act, other: Act) => /^(?:same|similar)$/.test(verbLikeness(one, other) ?? '')

const doneBy = ({ acts }: Statement, who: string) => acts.filter(({ subjects }) => subjects.includes(who))

/** Of the longer side, counting each word once. */
function shareOf(a: readonly string[], b: readonly string[]): number {
  const [left, right] = [[...new Set(a)], [...new Set(b)]]
  const shared = Math.min(left.filter((word) => hasWord(right, word)).length, right.filter((word) => hasWord(left, word)).length)
  return shared < 2 ? 0 : shared / Math.max(left.length, right.length)
}

/** Both persons or both groups: a crew may be its members. */
const isOneKind = (one: Person, other: Person) => isRole(one.head) && isRole(other.head) && isGroup(one.head) === isGroup(other.head)

interface Person {
  head: string
  /** Does something, and is not only acted on. */
  acts: boolean
}

/** Whom a sentence speaks of; whose something is ("the guest's card") is another question. */
function peopleOf(statement: Statement): Person[] {
  const { tokens, acts } = statement
  return tokens.flatMap(({ tag, lemma }, at): Person[] => {
    const next = tokens[at + 1]
    const isHead = /^(?:NOUN|PROPN)$/.test(tag) && !/^(?:NOUN|PROPN)$/.test(next?.tag ?? '') && !/^['’]s?$/.test(next?.text ?? '')
    if (!isHead || !(isRole(lemma) || isDoer(statement, at))) return []
    return [{ head: lemma, acts: acts.some(({ subjects }) => subjects.includes(lemma)) || statement.actor === lemma }]
  })
}

/** "The bank shall bear …", "… carried by the bank": no person by itself, but who acts here. */
function isDoer({ tokens, acts }: Statement, at: number): boolean {
  const { lemma } = tokens[at]!
  const does = ({ subjects, objects, part, passive }: Act) => part === 'main' && subjects.includes(lemma) && (passive || objects.length > 0)
  return tokens[at - 1]?.tag === 'DET' && !isSystem(lemma) && !isAnybody(lemma) && acts.some(does)
}

function actOf({ acts }: Statement, { head }: Person): Act | undefined {
  return acts.find(({ subjects, objects }) => subjects.includes(head) || objects.includes(head)) ?? acts[0]
}

/** What the clause of an act says beside the given word. */
function clauseWords(statement: Statement, { part, at }: Act, word: string): string[] {
  const spans = [...statement.conditions, ...statement.exceptions, ...statement.purposes]
  const place = statement.tokens[at]!.start
  const own = part === 'main' ? undefined : spans.find(({ start, end }) => place >= start && place < end)
  const apart = own ? [] : spans.flatMap((span) => wordsIn(statement, span))
  const words = own ? wordsIn(statement, own) : statement.content.filter((each) => !apart.includes(each))
  return words.filter((each) => each !== word)
}

/** Acts of the same verb in the same part, each with the only one that answers it. */
function pairsOf(claim: Statement, source: Statement, statement: number): Aligned[] {
  return claim.acts.flatMap((own): Aligned[] => {
    const same = (act: Act, acts: readonly Act[]) =>
      acts.filter(
        (other) =>
          isLike(act, other) &&
          !(act.verb !== other.verb && (twoSided.test(act.verb) || twoSided.test(other.verb))) &&
          other.part === act.part,
      )
    const [act, ...more] = same(own, source.acts)
    if (!act || more.length > 0 || act.negated !== own.negated || same(act, claim.acts).length > 1) return []
    return [{ claim: own, act, statement, likeness: 'same', overlap: 1, turned: false }]
  })
}

/** Agents against agents, and those acted on that stand on one side only. */
function slotsOf(pair: Aligned): Slot[] {
  const { claim, act } = pair
  const only = (words: readonly string[], others: readonly string[]) => words.filter((word) => !isAnybody(word) && !hasWord(others, word))
  const slot = (ours: readonly string[], theirs: readonly string[]): Slot[] => {
    const [own, other] = [only(ours, theirs), only(theirs, ours)]
    return own.flatMap((each) => other.map((their) => ({ pair, ours: each, theirs: their })))
  }
  return [...slot(claim.subjects, act.subjects), ...slot(claim.objects, act.objects)]
}

function says({ acts }: Statement, own: Act, who: string): boolean {
  return acts.some((act) => stemOf(act.verb) === stemOf(own.verb) && hasWord(act.subjects, who))
}

/** Verbs that tell one event from two sides. */
const twoSided =
  /^(?:show|see|view|display|send|receive|get|lend|borrow|loan|rent|hire|give|take|tell|inform|notify|provide|have|be|sell|buy|read|hear|meet|share|access|find|use|need|require|open)$/

/** A role of the text that the named statements give this act to nowhere. */
function otherRole(claim: Statement, sources: readonly Statement[], aligned: readonly Aligned[], world: World): Difference[] {
  const isKnown = (word: string) => isRole(word) || (world.roles.has(word) && !isAnybody(word))
  for (const act of claim.acts) {
    const isMain = act.part === 'main'
    const who = act.subjects.length > 0 ? act.subjects : world.actor !== undefined && isMain && !act.passive ? [world.actor] : []
    const own = aligned.filter(
      (pair) =>
        pair.claim === act &&
        agrees(pair) &&
        pair.overlap >= 0.5 &&
        !pair.turned &&
        (pair.act.part === 'main') === isMain &&
        (pair.act.verb === act.verb || !(twoSided.test(act.verb) || twoSided.test(pair.act.verb))),
    )
    const doers = own.flatMap(({ act: { subjects } }) => subjects)
    const people = doers.filter(isKnown)
    const wrong = who.filter(isKnown).find((each) => !people.some((other) => sameWord(each, other)))
    // "the supervisor approves it as well" names no refund, and speaks for the supervisor all the same
    if (wrong === undefined || people.length === 0 || doers.some(isAnybody) || sources.some((source) => says(source, act, wrong))) continue
    const pair = own.find(({ act: { subjects } }) => subjects.some((each) => people.includes(each)))!
    const source = sources[pair.statement]!
    // "the teacher sees all grades, pupils only their own": a verb said once may be meant twice
    if (twoSided.test(act.verb) && hasWord(source.content, wrong)) continue
    const certain = isRole(wrong) && people.some((each) => isRole(each) || isSystem(each))
    return [difference('actor', claim, act, source, pair, { expected: [...new Set(people)].join(', '), found: wrong, certain })]
  }
  return []
}
