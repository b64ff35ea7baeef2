// Reads an English sentence just far enough to score it: its words, their stems, and which of them are verbs.
import { stem } from '../../../lib/english/stem.ts'
import { verbForm } from './verbs.ts'
import type { VerbForm } from './verbs.ts'

export interface Word {
  readonly text: string
  readonly stem: string
  readonly kind: 'function' | 'frame' | 'content' | 'verb'
  /** For a verb: the first verb of its meaning. */
  readonly meaning: string
  /** A comma, stop or other mark stands before it. */
  readonly afterMark: boolean
}

export interface Prose {
  words: Word[]
  /** Stems of what is not a function or framing word, in order. */
  content: string[]
  stems: Set<string>
  meanings: Set<string>
}

/** A reader remembers the words it has met, as a document repeats its own: equal words are one object, which keeps a large document small. */
export function proseReader(): (text: string) => Prose {
  const known: Known = new Map()
  const asVerbs = new Map<Word, Word>()
  const asThings = new Map<Word, Word>()
  return (text) => {
    const words = split(text, known)
    tagVerbs(words, asVerbs)
    tagThings(words, asThings)
    const content: string[] = []
    let meanings = none
    for (const word of words) {
      if (word.kind === 'verb') meanings = meanings === none ? new Set([word.meaning]) : meanings.add(word.meaning)
      if (word.kind === 'content' || word.kind === 'verb') content.push(word.stem)
    }
    return { words, content, stems: new Set(content), meanings }
  }
}

const none: Set<string> = new Set()

/** The words as they are written, without case and marks. */
export function spelling(text: string): string {
  return (text.toLowerCase().match(wordPattern) ?? []).join(' ')
}

type Known = Map<string, Readonly<{ plain: Word; marked: Word }>>

const wordPattern = /[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu

function split(raw: string, known: Known): Word[] {
  let text = raw
  if (/\b[eEiI]\.\s?[gGeE]\b/.test(text)) text = text.replaceAll(/\b(?:[eE]\.\s?[gG]|[iI]\.\s?[eE])\b\.?,?/g, ';') // "e.g." names nothing
  if (/[eE]-mail/.test(text)) text = text.replaceAll(/\b([eE])-(?=mail)/g, '$1')
  if (/\p{Ll}\p{Lu}/u.test(text)) text = text.replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ') // "OrderLine" is two words
  const words: Word[] = []
  let end = 0
  for (const match of text.matchAll(wordPattern)) {
    const { plain, marked } = known.get(match[0]) ?? learn(match[0], known)
    words.push(words.length > 0 && hasMark(text, end, match.index) ? marked : plain)
    end = match.index + match[0].length
  }
  return words
}

function learn(word: string, known: Known) {
  const text = word.toLowerCase().replace(/['’]s?$|['’](?=\p{L})/u, '')
  const kind = functionWords.has(text) ? 'function' : frameWords.has(text) ? 'frame' : 'content'
  const plain: Word = { text, stem: kind === 'function' ? text : stem(text), kind, meaning: '', afterMark: false }
  const both = { plain, marked: { ...plain, afterMark: true } }
  known.set(word, both)
  return both
}

/** Anything but space, quotes and hyphens between two words. */
function hasMark(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!' \t\n\r\'’"“”-'.includes(text[i]!)) return true
  return false
}

const list = (words: string) => new Set(words.split(/\s+/))
const determiners = list(
  'a an the this that these those each every all any no another other one two three four five six seven eight nine ten both either neither some my your his her its our their own which whose what new same',
)
const prepositions = list(
  'of in on at by for with from into onto over under between through during per about against within without across along around behind beside near upon via as than like including excluding',
)
const pronouns = list('i you he she it we they who him them us me')
const modals = list('can could may might must shall should will would to cannot please do does did don doesn')
const sureModals = list('can could may might must shall should will would cannot')
const beForms = list('is are was were be been being am gets get')
const functionWords = new Set([
  ...determiners,
  ...prepositions,
  ...pronouns,
  ...modals,
  ...beForms,
  ...list(`and or but nor so if then else when whenever while until unless before after because since where how why that there here
  has have had having also only just very too already again still yet even up down out off away together once not never always more most less least many much few such own able ago
  s t`),
])
for (const number of [
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'new',
  'other',
  'same',
  'back',
  'get',
  'gets',
  'like',
])
  functionWords.delete(number)
/** Actors and things every text has, which therefore say nothing about this one, unless something is done to them. */
const frameWords = list('system systems application app software user users want wants so given scenario feature')
const frameThings = list('user users application scenario feature')
/** Those who act this way face the user; they do nothing to a user. */
const facing = list(
  'send show allow require request offer explain reply check wait help redirect warn guide return give ensure greet search open start use want choose authenticate prompt',
)

/** "Admins delete users", "the loan application": here the word names what the text is about. */
function tagThings(words: Word[], asThings: Map<Word, Word>) {
  for (const [i, word] of words.entries()) {
    if (word.kind !== 'frame' || !frameThings.has(word.text)) continue
    let p = i - 1
    while (
      p >= 0 &&
      (determiners.has(words[p]!.text) || /^(?:existing|selected|inactive|registered|blocked)$/.test(words[p]!.text)) &&
      !words[p + 1]!.afterMark
    )
      p--
    const before = words[i]!.afterMark ? undefined : words[p]
    const compound =
      p === i - 1 &&
      before?.kind === 'content' &&
      /^(?:application|feature)$/.test(word.text) &&
      !/^(?:web|mobile|desktop|native)$/.test(before.text)
    const acted = before?.kind === 'verb' && !facing.has(before.meaning) && verbForm(before.text)?.form !== 'ed' && !leadsOn(words[i + 1])
    if (!compound && !acted) continue
    const thing = asThings.get(word) ?? { ...word, kind: 'content' }
    asThings.set(word, thing)
    words[i] = thing
  }
}

/** "lets users choose", "reminds the user to pay": the user goes on to act. */
function leadsOn(next: Word | undefined): boolean {
  return next !== undefined && !next.afterMark && (next.kind === 'verb' || modals.has(next.text))
}

function tagVerbs(words: Word[], asVerbs: Map<Word, Word>) {
  let seen = false // a verb in this clause
  for (const [i, word] of words.entries()) {
    if (word.afterMark && /^(?:when|then|if|and|so|as)$/.test(word.text)) seen = false
    if (word.kind !== 'content') continue
    const form = verbForm(word.text)
    if (form?.base === 'wish' && (pronouns.has(words[i - 1]?.text ?? '') || /^(?:to|that)$/.test(words[i + 1]?.text ?? '')))
      words[i] = asVerb(word, 'want') // "I wish to": else it may well be what the text is about
    if (!form || !isVerb(form, words, i, seen)) continue
    words[i] = asVerb(word, form.meaning)
    seen = true
  }
  const likely = words.some((word) => word.kind === 'verb') ? -1 : likelyVerb(words)
  if (likely >= 0) words[likely] = asVerb(words[likely]!, verbForm(words[likely]!.text)?.meaning ?? words[likely]!.stem)

  function asVerb(word: Word, meaning: string): Word {
    const verb = asVerbs.get(word) ?? { ...word, kind: 'verb', meaning }
    asVerbs.set(word, verb)
    return verb
  }
}

function isVerb(form: VerbForm, words: Word[], i: number, seen: boolean): boolean {
  let p = i - 1
  while (p >= 0 && /ly$|^(?:not|never|always|also|only|then)$/.test(words[p]!.text) && !words[p + 1]!.afterMark) p--
  const previous = words[i]!.afterMark ? undefined : words[p]
  const next = words[i + 1]?.afterMark ? undefined : words[i + 1]
  if (previous && modals.has(previous.text)) return form.form === 'base'
  if (previous && beForms.has(previous.text)) return form.form === 'ed' || form.form === 'ing'
  if (previous && /^ha(?:s|ve|d)$/.test(previous.text)) return form.form === 'ed'
  const afterDeterminer = previous !== undefined && (determiners.has(previous.text) || /^\d+$/.test(previous.text))
  if (previous && prepositions.has(previous.text)) return form.form === 'ing' && !afterDeterminer
  if (afterDeterminer && !/^(?:that|which|who|one|each|both|all)$/.test(previous.text)) return false
  if (form.form === 'ing') return previous === undefined ? next !== undefined && opens(next) : !form.nounToo && previous.kind !== 'content'
  if (form.form === 'ed') return previous !== undefined && !(next?.kind === 'content' && previous.kind === 'function')
  const opened = next !== undefined && opens(next)
  if (
    form.form === 'base' &&
    opened &&
    words.slice(Math.max(0, i - 5), i).some((word) => /^(?:let|lets|help|helps|make|makes)$/.test(word.text))
  )
    return true
  const joined = seen && (previous === undefined || /^(?:and|or|then|but)$/.test(previous.text))
  if (!form.nounToo)
    return (
      form.form === 's' ||
      previous === undefined ||
      joined ||
      pronouns.has(previous.text) ||
      /^(?:and|or|then|who|that|which)$/.test(previous.text) ||
      /[^s]s$/.test(previous.text) ||
      /^(?:people|staff|children)$/.test(previous.text)
    )
  if (previous && (pronouns.has(previous.text) || /^(?:who|that|which)$/.test(previous.text))) return true
  if (joined) return opened || (next !== undefined && /s$/.test(next.text))
  if (form.form === 's' && i === 0) return next !== undefined && determiners.has(next.text)
  if (form.form === 's')
    return (
      previous?.kind !== 'function' && previous?.kind !== 'verb' && !insideObject(words, i) && (opened || (!seen && next !== undefined))
    )
  const imperative =
    i === 0 &&
    next !== undefined &&
    (determiners.has(next.text) || (next.kind === 'content' && /[^s]s$/.test(next.text) && verbForm(next.text)?.form !== 's'))
  return (
    imperative ||
    (previous !== undefined &&
      previous.kind !== 'function' &&
      /[^s]s$|^people$|^staff$|^children$/.test(previous.text) &&
      (opened || (!seen && next !== undefined)))
  )
}

/** "exports the approved claims": what ends an object right behind a verb is a noun. */
function insideObject(words: Word[], i: number): boolean {
  let start = i - 1
  while (start > 0 && start > i - 4 && words[start]!.kind === 'content' && !words[start]!.afterMark) start--
  return determiners.has(words[start]?.text ?? '') && words[start - 1]?.kind === 'verb'
}

/** Starts what a verb acts on, or how. */
function opens(word: Word): boolean {
  return (
    (word.kind === 'function' || determiners.has(word.text) || /^\d+$/.test(word.text)) &&
    !beForms.has(word.text) &&
    word.text !== 'of' &&
    word.text !== 'and' &&
    word.text !== 'or'
  )
}

/** No verb where one is sure to be: take the first word that can be one here ("the amounts on the list change in size"), even one we do not list ("the falconer hoods the bird"). */
function likelyVerb(words: Word[]): number {
  const isSentence = words.some((word) => word.kind === 'function')
  let plural = false // something that could be a plural subject
  for (const [i, word] of words.entries()) {
    const previous = words[i - 1]
    const next = words[i + 1]
    if (previous && /[^s]s$/.test(previous.text)) plural = true
    if (previous && sureModals.has(previous.text) && word.kind === 'content' && !word.afterMark) return i // "must distinguish", whatever the verb
    if (!previous || previous.kind === 'function' || word.kind !== 'content' || word.afterMark) continue
    const form = verbForm(word.text)
    const acts = next === undefined || (!next.afterMark && opens(next))
    const listed = form && (form.form === 's' ? acts : form.form === 'base' && next && ((plural && acts) || !form.nounToo))
    const unlisted = !form && isSentence && i <= 5 && next && !next.afterMark && /[^su]s$/.test(word.text) && !/s$/.test(previous.text)
    if (listed || unlisted) return i
  }
  return -1
}
