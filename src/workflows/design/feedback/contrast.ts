// One thing of a step set against another: "Thursday, not Friday", "texts instead of calling". The only step that says the old one and all the rest gets the new one.
import { readTokens, type Token } from '../../../lib/english/read.ts'
import { isContent } from '../../../lib/english/statement.ts'
import type { Edit, Thing } from './edit.ts'
import { itemsOf, type Item } from './mentions.ts'
import { stemsOf, textsAbout, type Names } from './names.ts'
import { plural } from './nouns.ts'
import { wordsOf, type Word } from './sentence.ts'

export function contrastIn(text: string, names: Names): Edit[] | null {
  const items = itemsOf(wordsOf(text), names)
  const cut = halves(items)
  if (!cut) return null
  const [rest, old] = [cut.rest, cut.old].map((part) => part.flatMap(({ words }) => words)) as [Word[], Word[]]
  if ([...rest, ...old].some(({ lower }) => binding.test(lower))) return null
  // Who does it is another edit, and so is what kind of value it is.
  const isDeed = old.some(({ tag, lower }) => tag === 'VERB' || /ing$/.test(lower))
  const isAmount = old.some(({ tag }) => tag === 'NUM')
  if (
    !isDeed &&
    !isAmount &&
    cut.old.some(({ things, type }) => type !== null || things.some(({ kind }) => kind === 'actor' || kind === 'entity'))
  )
    return null
  const named = cut.rest.find(({ things }) => things.some(({ kind }) => kind === 'step'))
  const steps = (named?.things ?? names.all).filter(({ kind }) => kind === 'step')
  const said = rest.filter((word) => !named?.words.includes(word))
  const ways = steps.flatMap((step) => exchanged(step, said, old) ?? [])
  return ways.length === 1 ? ways : null
}

const binding = /^(?:if|unless|only|except|until|or|never|no|nobody|whenever|maybe|perhaps)$/

/** What shall be, and what shall not: "A instead of B", "A, not B", "instead of B, A", "from B to A", "B is too short, make it A". */
function halves(items: readonly Item[]): { rest: Item[]; old: Item[] } | null {
  const word = (at: number) => items[at]?.lower ?? ''
  const find = (test: (at: number) => boolean) => items.findIndex((_, at) => test(at))
  const parts = (from: number, to: number, end = items.length) => {
    const rest = [...items.slice(0, from), ...items.slice(end)]
    return to > from && rest.length > 0
      ? { rest, old: items.slice(from, to).filter(({ lower }) => !/^(?:from|instead|of|rather|than|not)$/.test(lower)) }
      : null
  }
  const first = find((at) => !/^(?:the|our|those|these)$/.test(word(at)) && at > 0)
  const isChange =
    /^(?:change|raise|lower|increase|reduce|extend|shorten|make|turn)$/.test(word(0)) && items[first]?.words[0]!.tag === 'NUM'
  const from = isChange ? first : find((at) => word(at) === 'from')
  const to = find((at) => at > from && /^(?:to|into)$/.test(word(at)))
  if (from > 0 && to > from) return parts(from, to, to + 1)
  const too = find((at) => word(at) === 'too')
  if (too > 0 && word(0) !== 'not') {
    const made = find((at) => at > too && /^(?:make|be|need|want|say)$/.test(word(at)))
    return made < 0
      ? null
      : parts(
          0,
          find((at) => /^(?:is|are|be|'s)$/.test(word(at))),
          made,
        )
  }
  const mark = find(
    (at) =>
      (word(at) === 'instead' && word(at + 1) === 'of') ||
      (word(at) === 'rather' && word(at + 1) === 'than') ||
      (word(at) === 'not' && (/^[,(–—-]$|^and$/.test(word(at - 1)) || items[at + 1]?.words[0]!.tag === 'NUM')),
  )
  const comma = find((at) => at > mark && word(at) === ',')
  if (mark < 0 || (mark === 0 && comma < 0) || (mark > 0 && comma >= 0)) return null
  return mark === 0 ? parts(0, comma, comma + 1) : parts(mark, items.length)
}

const pronoun = /^(?:it|them|that|this|him|her)$/
const idle =
  /^(?:should|must|shall|will|would|please|just|rather|better|instead|actually|get|be|make|change|raise|lower|increase|reduce|set|extend|shorten|limit|max|maximum|min|minimum|possible|allowed|say|read)$/

/** The step with the new words where it has the old ones; null where it does not say all the rest. */
function exchanged(step: Thing, rest: readonly Word[], old: readonly Word[]): Edit | null {
  const own = readTokens(step.name)
  const place = (word: Word) => own.findIndex((token) => isTelling(token) && isSame(token, word))
  const said = rest.filter((word) => (isTelling(word) || word.quoted !== undefined) && !idle.test(word.lower))
  const fresh = said.filter((word) => word.quoted !== undefined || place(word) < 0)
  let gone = old.filter((word) => isTelling(word) && !said.some((other) => other.quoted === undefined && isSame(word, other)))
  const isAmount = fresh.length === 1 && fresh[0]!.tag === 'NUM' && gone.some(({ tag }) => tag === 'NUM')
  if (isAmount) gone = gone.filter(({ tag }) => tag === 'NUM')
  const [first, last, head] = [fresh[0], fresh.at(-1), gone[0]]
  if (!first || !last || !head || (fresh.length === said.length && !isAmount) || gone.some((word) => place(word) < 0)) return null
  const span = rest.slice(rest.indexOf(first), rest.indexOf(last) + 1)
  if (span.length > 5 || span.some((word) => said.includes(word) && !fresh.includes(word))) return null
  const isDoing = own[place(head)]!.tag === 'VERB' || /ing$/.test(head.lower)
  // "Let the learner cancel it, not Karin"
  if (!isDoing && first.tag === 'VERB' && first.quoted === undefined) return null
  const isPointed = rest.some(({ lower }) => pronoun.test(lower))
  const isVerb = isDoing && (first.tag === 'VERB' || fresh.length === 1)
  const isHead = isVerb && isPointed && fresh.length === 1
  if (gone.length > 1 && !isHead) {
    const places = gone.map(place)
    if (places.some((at, i) => i > 0 && own.slice(places[i - 1]! + 1, at).some(isTelling))) return null
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

const isTelling = (token: Token) => isContent(token) || token.tag === 'NUM' || /^\d/.test(token.lower)

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
