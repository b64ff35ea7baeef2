// Words that say what is done in exactly one step, in whatever form: "the inspection of the bus", "checking the card", "the bus is inspected".
import { isVerb } from '../../../lib/english/lexicon.ts'
import { isContent } from '../../../lib/english/statement.ts'
import { stemOf } from '../../../lib/english/match.ts'
import { readTokens } from '../../../lib/english/read.ts'
import type { Thing } from './edit.ts'
import { itemsOf, type Item } from './mentions.ts'
import { deedsOf, isDeed, isKin, nameKey, type Names } from './names.ts'
import { wordsOf } from './sentence.ts'

interface Step {
  thing: Thing
  stems: readonly string[]
  /** Stems of who does it. */
  doers: readonly string[]
  deeds: readonly string[]
  /** Its words as they are written. */
  words: readonly string[]
}

/** "Loading the van: …", "Checking the papers is …": the step that is spoken of. */
export function stepIn(text: string, names: Names): Thing | null {
  const words = wordsOf(text)
  const [first] = words
  if (!first || !/\p{L}{3}ing$/u.test(first.lower) || !/^(?:VERB|NOUN)$/.test(first.tag)) return null
  const end = words.findIndex(({ tag, text: word }, at) => at > 0 && (tag === 'AUX' || /^[,:;]$/.test(word)))
  const items = withSteps(itemsOf(end < 0 ? words : words.slice(0, end), names), names)
  const [step, ...more] = items.length === 1 ? items[0]!.things : []
  return step?.kind === 'step' && more.length === 0 ? step : null
}

export function withSteps(items: readonly Item[], names: Names): Item[] {
  const steps = names.all.filter(({ kind }) => kind === 'step').map((thing): Step => stepOf(thing, names))
  const flows = new Set(items.flatMap(({ things }) => things.flatMap(({ kind, name }) => (kind === 'flow' ? [name] : []))))
  const found: Item[] = []
  for (let at = 0; at < items.length;) {
    const span = spanAt(items, at, steps, flows)
    found.push(span?.item ?? items[at]!)
    at = Math.max(span?.end ?? 0, at + 1)
  }
  return found
}

function stepOf(thing: Thing, { intent }: Names): Step {
  const flow = intent.userFlows.find(({ name }) => name === thing.of)
  const actor = flow?.steps.find(({ action }) => action === thing.name)?.actor ?? flow?.actor ?? ''
  return {
    thing,
    stems: readTokens(thing.name)
      .filter(isContent)
      .map(({ lower }) => stemOf(lower)),
    doers: nameKey(actor).split(' ').map(stemOf),
    deeds: deedsOf(thing, actor),
    words: readTokens(thing.name).map(({ lower }) => lower),
  }
}

const within =
  /^(?:the|an?|our|its|their|of|is|are|be|been|has|have|gets?|must|should|shall|can|to|in|on|for|with|from|step|that|each|every|his|her|'s|up|out|off|over|back|down|into|at|against)$/

/** "the step about …", "the step where the clerk …" */
const isLed = (items: readonly Item[], from: number) => {
  const at = items.findLastIndex(({ kind, things }, i) => i < from && kind === 'step' && things.length === 0)
  const between = items.slice(at + 1, from).map(({ lower }) => lower)
  return at >= 0 && /^(?:about|where|that|which|in which|with|on|when)(?: (?:the|an?|our))?$/.test(between.join(' '))
}

/** What stands beside one of these is a step. */
const sides = /^(?:before|after|behind|between|following)$/

/** "… at the end of the booking flow" */
const isIn = (items: readonly Item[], at: number) => {
  const flow = items.findIndex(({ things }, i) => i >= at && things.some(({ kind }) => kind === 'flow'))
  const between = items.slice(at, flow).map(({ lower }) => lower)
  return flow >= 0 && /^at (?:the )?(?:very )?(?:end|start|beginning) of(?: the)?$/.test(between.join(' '))
}

/** "checks the truck in" is not "checks the truck out". */
const isOtherWay = ({ words }: Step, said: readonly string[]) =>
  ['in out', 'out in', 'on off', 'off on', 'up down', 'down up'].some((pair) => {
    const [one, other] = pair.split(' ') as [string, string]
    return words.includes(one) && !words.includes(other) && said.includes(other) && !said.includes(one)
  })

/** The longest run of words from here that all belong to one step, with what is done among them and something it is done to. */
function spanAt(
  items: readonly Item[],
  from: number,
  steps: readonly Step[],
  flows: ReadonlySet<string>,
): { item: Item; end: number } | null {
  const first = items[from]!
  if (first.things.some(({ kind }) => kind === 'step') || !first.words.some((word) => isContent(word) && word.quoted === undefined))
    return null
  const isAbout = isLed(items, from)
  const isBeside = sides.test(items.slice(0, from).findLast(({ lower }) => !/^(?:the|an?|our|that)$/.test(lower))?.lower ?? '')
  let best: { item: Item; end: number } | null = null
  let left = steps
  let stems: string[] = []
  for (let end = from; end < Math.min(items.length, from + 14); end += 1) {
    const item = items[end]!
    if (within.test(item.lower)) continue
    // "after the inspection | the volunteer cleans …"
    const next = items.slice(end + 1).find(({ lower }) => !/^(?:also|should|then|has|to|must)$/.test(lower))?.words[0]
    const isDoer = item.things.some(({ kind }) => kind === 'actor') && next !== undefined && isVerb(next.lemma) && next.tag !== 'ADP'
    if (best && isBeside && isDoer) break
    const own = item.words
      .filter((word) => isContent(word))
      .flatMap(({ lower }) => lower.split('-').filter((part) => part.length > 2))
      .map(stemOf)
    if (own.length === 0 || item.words.some(({ quoted }) => quoted !== undefined)) break
    left = left.filter((step) => own.every((stem) => step.stems.some((each) => each === stem || isKin(each, stem))))
    if (left.length === 0) break
    stems = [...stems, ...own]
    const isNoun = items[end + 1]?.kind === 'step' && items[end + 1]!.things.length === 0
    // "the step that prints it"
    const isTail = isNoun || ((isAbout || isBeside) && /^(?:it|them)$/.test(items[end + 1]?.lower ?? ''))
    const isMarked = isNoun || isAbout || isBeside || isIn(items, end + 1)
    const said = items.slice(from, end + 2).flatMap(({ lower }) => lower.split(/[ -]/))
    const done = left
      .filter((step) => !isOtherWay(step, said))
      .filter(
        ({ deeds, thing }) =>
          isNoun ||
          isAbout ||
          isIn(items, end + 1) ||
          (stems.some((stem) => deeds.some((deed) => deed === stem || isKin(deed, stem))) && isDeed(stems, thing)),
      )
    const inFlow = done.filter(({ thing }) => flows.has(thing.of ?? ''))
    const one = inFlow.length > 0 ? inFlow : done
    // "assigns a car to the lesson" is all of one step, and a part of another
    const full =
      new Set(stems).size < 3 ? [] : one.filter((step) => step.stems.every((each) => stems.includes(each) || step.doers.includes(each)))
    const meant = full.length > 0 ? full : one
    const particle = items[end + 1]?.lower ?? ''
    const isParticle =
      /^(?:in|out|on|off|up|down)$/.test(particle) &&
      meant.every(({ words }) => words.includes(particle)) &&
      !/^(?:DET|NOUN|PROPN|NUM|PRON)$/.test(items[end + 2]?.words[0]!.tag ?? '')
    const names = new Set(meant.map(({ thing }) => nameKey(thing.name)))
    const isEnough = new Set(stems).size > 1 || isMarked || /\p{L}{2}ing$/u.test(item.lower)
    // where something goes must be said of one step alone, whatever else is done there
    const like = left.filter((step) => !isOtherWay(step, said))
    const near = like.filter(({ thing }) => flows.has(thing.of ?? ''))
    const all = new Set((near.length > 0 ? near : like).map(({ thing }) => nameKey(thing.name)))
    const isSure = !isBeside || isNoun || full.length > 0 || all.size === 1
    if (names.size !== 1 || !isEnough || !isSure) continue
    best = {
      item: {
        words: items.slice(from, end + (isTail || isParticle ? 2 : 1)).flatMap(({ words }) => words),
        lower: items
          .slice(from, end + 1)
          .map(({ lower }) => lower)
          .join(' '),
        things: meant.map(({ thing }) => thing),
        type: null,
        kind: 'step',
        isOwner: false,
      },
      end: end + (isTail || isParticle ? 2 : 1),
    }
    // "after opening the outing the crew leader checks …": who does the next thing tells which opening is meant
    if (isBeside && isDoer) return { item: { ...best.item, words: items.slice(from, end).flatMap(({ words }) => words) }, end }
  }
  return best
}
