// One thing of a step set against another: "Thursday, not Friday", "texts instead of calling". The only step that says the old one and all the rest gets the new one.
import { readTokens, type Token } from '../../../lib/english/read.ts'
import { isContent } from '../../../lib/english/statement.ts'
import { range, thingsAt, use, type Ask, type Frame } from './ask.ts'
import type { Edit, Thing } from './edit.ts'
import { stemsOf, textsAbout } from './names.ts'
import { plural } from './nouns.ts'
import type { Word } from './sentence.ts'

export const contrast: Frame = {
  verbs: 'have|let|make',
  says: () => true,
  read(ask) {
    const cut = halves(ask)
    if (!cut) return null
    const [rest, old] = [cut.rest.flatMap((at) => ask.items[at]!.words), cut.old.flatMap((at) => ask.items[at]!.words)]
    if ([...rest, ...old].some(({ lower, tag }) => binding.test(lower) || tag === 'NUM')) return null
    // Who does it is another edit, and so is what kind of value it is.
    const isDeed = old.some(({ tag, lower }) => tag === 'VERB' || /ing$/.test(lower))
    if (!isDeed && cut.old.some((at) => thingsAt(ask, at, ['actor', 'entity']).length > 0 || ask.items[at]!.type !== null)) return null
    const ways = ask.names.all.flatMap((step) => (step.kind === 'step' ? (exchanged(step, rest, old) ?? []) : []))
    if (ways.length !== 1) return null
    use(ask, ...ask.items.keys())
    return ways
  },
}

const binding = /^(?:if|unless|only|except|until|or|never|no|nobody|whenever|maybe|perhaps)$/

/** What shall be, and what shall not: "A instead of B", "A, not B", "instead of B, A". */
function halves(ask: Ask): { rest: number[]; old: number[] } | null {
  const word = (at: number) => ask.items[at]?.lower ?? ''
  const all = range(0, ask.items.length).filter((at) => !ask.used.has(at))
  const mark = ask.items.findIndex(
    (_, at) =>
      (word(at) === 'of' && word(at - 1) === 'instead') ||
      (word(at) === 'than' && word(at - 1) === 'rather') ||
      (word(at) === 'not' && /^[,(–—-]$|^and$/.test(word(at - 1))),
  )
  if (mark < 0) return null
  const from = word(mark) === 'not' ? mark : mark - 1
  const comma = ask.items.findIndex(({ lower }, at) => at > mark && lower === ',')
  if (from === 0 && comma < 0) return null
  const old = range(mark + 1, comma < 0 ? ask.items.length : comma)
  const rest = all.filter((at) => at < from || (comma >= 0 && at > comma))
  return old.length === 0 || rest.length === 0 || (from > 0 && comma >= 0) ? null : { rest, old }
}

const pronoun = /^(?:it|them|that|this|him|her)$/
const idle = /^(?:should|must|shall|will|would|please|just|rather|better|instead|actually|get|be)$/

/** The step with the new words where it has the old ones; null where it does not say all the rest. */
function exchanged(step: Thing, rest: readonly Word[], old: readonly Word[]): Edit | null {
  const own = readTokens(step.name)
  const place = (word: Word) => own.findIndex((token) => isContent(token) && isSame(token, word))
  const said = rest.filter((word) => (isContent(word) || word.quoted !== undefined) && !idle.test(word.lower))
  const fresh = said.filter((word) => word.quoted !== undefined || place(word) < 0)
  const gone = old.filter((word) => isContent(word) && !said.some((other) => other.quoted === undefined && isSame(word, other)))
  const [first, last, head] = [fresh[0], fresh.at(-1), gone[0]]
  if (!first || !last || !head || fresh.length === said.length || gone.some((word) => place(word) < 0)) return null
  const span = rest.slice(rest.indexOf(first), rest.indexOf(last) + 1)
  if (span.length > 5 || span.some((word) => said.includes(word) && !fresh.includes(word))) return null
  const isDoing = own[place(head)]!.tag === 'VERB' || /ing$/.test(head.lower)
  const isPointed = rest.some(({ lower }) => pronoun.test(lower))
  const isVerb = isDoing && (first.tag === 'VERB' || fresh.length === 1)
  const isHead = isVerb && isPointed && fresh.length === 1
  if (gone.length > 1 && !isHead) {
    const places = gone.map(place)
    if (places.some((at, i) => i > 0 && own.slice(places[i - 1]! + 1, at).some(isContent))) return null
  }
  const [from, to] = [own[place(head)]!, own[place(isHead ? head : gone.at(-1)!)]!]
  const words = span.map(({ text, quoted }) => quoted ?? text).join(' ')
  const [verb = '', ...more] = words.split(' ')
  const form = isVerb ? formed(first.quoted === undefined ? first.lemma : verb, from) : verb
  if (form === null) return null
  const by = [form, ...more].join(' ')
  const begin = isVerb ? from.start : behindLead(own, from, rest, first)
  const lead = begin < from.start ? rest[rest.indexOf(first) - 1]!.lower + ' ' : leadOf(own, from, rest, first)
  const text = `${step.name.slice(0, begin)}${isVerb ? '' : lead}${by}${step.name.slice(to.end)}`
  return text === step.name ? null : { op: 'replace', thing: step, to: text.charAt(0).toUpperCase() + text.slice(1) }
}

const isSame = (a: Token, b: Token) =>
  stemsOf(a.lower).some((stem) => stemsOf(b.lower).includes(stem)) ||
  a.lemma === b.lemma ||
  textsAbout(stemsOf(b.lower), [{ kind: 'step', name: a.text }]).length > 0

/** "by card" for "in cash": the small word goes with what stands behind it. */
function behindLead(own: readonly Token[], from: Token, rest: readonly Word[], first: Word): number {
  const [before, lead] = [own[own.indexOf(from) - 1], rest[rest.indexOf(first) - 1]]
  return before?.tag === 'ADP' && lead?.tag === 'ADP' ? before.start : from.start
}

const leadOf = (own: readonly Token[], from: Token, rest: readonly Word[], first: Word) => {
  const [before, lead] = [own[own.indexOf(from) - 1], rest[rest.indexOf(first) - 1]]
  return lead?.tag === 'ADP' && before?.tag !== 'ADP' && before?.tag !== 'DET' ? `${lead.lower} ` : ''
}

/** A verb in the form of the one it takes the place of. */
function formed(base: string, like: Token): string | null {
  if (like.lower === like.lemma) return base
  return /s$/.test(like.lower) ? (/s$/.test(base) ? base : plural(base)) : null
}
