// Finds framework terms in a sentence and tells them from the same words in their everyday sense.
import { brandNames, everydayNames, phraseNames, plainNames } from './technology-names.ts'
import { companions, everydaySenses, idiomPatterns, nameTerms, phraseTerms, plainTerms, wordTerms } from './framework-terms.ts'

export interface TermHit {
  term: string
  at: number
}

interface Token {
  text: string
  lower: string
  at: number
  startsSentence: boolean
  quoted: boolean
}

export function frameworkTerms(text: string): TermHit[] {
  const hits: TermHit[] = []
  if (looksLikeCode.test(text))
    for (const pattern of idiomPatterns) for (const match of text.matchAll(pattern)) hits.push({ term: match[0], at: match.index })
  const tokens = tokenize(text)
  const open: number[] = []
  for (const [i, token] of tokens.entries()) {
    const phrase = phraseAt(tokens, i)
    if (phrase !== undefined) hits.push({ term: phrase, at: token.at })
    else if (plainTerms.has(token.lower) || isPlainName(token) || isSpelledAsTool(token) || isPackage(token.lower))
      hits.push({ term: token.text, at: token.at })
    else if (wordTerms.has(token.lower) || nameTerms.has(token.lower) || isBrand(token) || isIdiomWord(tokens, i)) open.push(i)
  }
  if (open.length === 0 && hits.length === 0) return hits
  const informative = capitalsMeanSomething(tokens)
  const technical = tokens.filter((token) => technicalWords.has(token.lower)).length
  for (const i of open) {
    const token = tokens[i]!
    // Names from the large lists need more to speak for them than those chosen by hand.
    const least = wordTerms.has(token.lower) || nameTerms.has(token.lower) ? 2 : 3
    if (isIdiomWord(tokens, i) || weigh(tokens, i, { informative, technical, hasHits: hits.length > 0 }) >= least)
      hits.push({ term: token.text, at: token.at })
  }
  return hits
    .sort((a, b) => a.at - b.at || (a.term < b.term ? -1 : 1))
    .filter((hit, i, all) => i === 0 || hit.at >= all[i - 1]!.at + all[i - 1]!.term.length)
}

const named = (text: string) => new Map(text.split('|').map((name) => [name.toLowerCase(), name]))
const plain = named(plainNames)
const brands = named(`${brandNames}|${everydayNames}`)

/** Short names must be written as they are ("dbt", "Nx"); the longer ones are met in any case. */
function isPlainName({ text, lower }: Token): boolean {
  const name = plain.get(lower)
  return name !== undefined && (lower.length > 4 || name === text) && !wordTerms.has(lower) && !nameTerms.has(lower)
}

/** A name with a spelling of its own must be spelled so; the others need a capital somewhere. */
function isBrand({ text, lower }: Token): boolean {
  const name = brands.get(lower)
  return name !== undefined && /\p{Lu}/u.test(text) && (name === text || /^\p{L}[\p{Ll}\d]+$/u.test(name))
}

/** "CockroachDB", "SeaORM", "BullMQ": what no list holds yet is still spelled like one of them. */
function isSpelledAsTool({ text }: Token): boolean {
  return /^\p{Lu}?\p{Ll}[\p{L}\d]*(?:DB|ORM|MQ|QL|SQL|JS|CSS|UI|ML)$/u.test(text)
}

/** Every idiom pattern needs one of these. */
const looksLikeCode = /[@<{*]|\w\.\w|[a-z][A-Z]|\b[a-z]+-[\da-z]/

function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const match of text.matchAll(/[\p{L}\p{N}]+(?:[-'’.][\p{L}\p{N}]+)*/gu)) {
    const before = text.slice(end, match.index)
    tokens.push({
      text: match[0],
      lower: match[0].toLowerCase().replace(/['’]s$/, ''),
      at: match.index,
      startsSentence: tokens.length === 0 || /[.!?:]\s|\n/.test(before),
      quoted: /["“«‘]$/.test(before),
    })
    end = match.index + match[0].length
  }
  return tokens
}

const phrasesByFirst = new Map<string, string[][]>()
for (const phrase of phraseTerms) {
  const parts = phrase.split(' ')
  phrasesByFirst.set(parts[0]!, [...(phrasesByFirst.get(parts[0]!) ?? []), parts])
}

const namedPhrases = Map.groupBy(phraseNames.split('|'), (name) => name.split(' ')[0]!)

function phraseAt(tokens: Token[], i: number): string | undefined {
  const name = namedPhrases.get(tokens[i]!.text)?.find((phrase) => phrase.split(' ').every((part, k) => tokens[i + k]?.text === part))
  if (name !== undefined && capitalsMeanSomething(tokens)) return name
  const parts = phrasesByFirst.get(tokens[i]!.lower)?.find((phrase) => phrase.every((part, k) => tokens[i + k]?.lower === part))
  return parts?.join(' ')
}

/** "the Spark choir", "the Orient Express": a name of something else. */
function isEpithet(tokens: Token[], i: number): boolean {
  const previous = tokens[i - 1]
  const next = tokens[i + 1]
  if (previous && isCapital(previous) && !previous.startsSentence && !isTerm(previous.lower)) return true
  return (
    previous?.lower === 'the' &&
    next !== undefined &&
    !next.startsSentence &&
    /^\p{Ll}/u.test(next.text) &&
    !/^(?:and|or|to|for|with|in|on|by|of|as|that|which|is|are|from|then|when|via|using)$/.test(next.lower)
  )
}

function isTerm(word: string): boolean {
  return wordTerms.has(word) || nameTerms.has(word) || plainTerms.has(word)
}

function isCapital(token: Token): boolean {
  return /^\p{Lu}/u.test(token.text)
}

/** In a title every word has a capital, so a capital says nothing. */
function capitalsMeanSomething(tokens: Token[]): boolean {
  const inner = tokens.filter((token) => !token.startsSentence && /^\p{L}/u.test(token.text) && token.text !== token.text.toUpperCase())
  return inner.length > 0 && inner.filter(isCapital).length * 2 <= inner.length
}

const set = (text: string) => new Set(text.split(/\s+/))
/** Follow the name of a technology whatever its case. */
const technicalNouns = set(
  'component components hook hooks framework library plugin middleware directive router module script code project widget widgets app apps sdk api backend back-end frontend front-end',
)
/** Follow it too, but also follow everyday words, so the term must look like a name. */
const looseNouns = set(
  'store controller route routes server service view views model models template form forms grid class classes topic queue bucket function cluster schema slice worker workers table input inputs query context application client program test tests element elements mutation mutations bundler stylesheet',
)
const technicalBefore = set('with using in by on uses use through via from into to of a an the')
const technicalVerbs = set(
  'written drawn built made implemented rendered hosted deployed powered developed coded compiled bundled hydrated styled published run runs uses use using generated programmed',
)
const technicalWords = set(
  'component components api endpoint middleware server-rendered framework library deploy deployed hosted compile compiled computed template database back-end front-end backend frontend controller reducer callback rendered renders binds bind cached sdk widget stylesheet bundle',
)

interface Surroundings {
  informative: boolean
  /** How many words of the trade the text has. */
  technical: number
  hasHits: boolean
}

function weigh(tokens: Token[], i: number, { informative, technical, hasHits }: Surroundings): number {
  const token = tokens[i]!
  const next = tokens[i + 1]?.lower ?? ''
  const capital = isCapital(token)
  const named = capital && informative && !token.startsSentence && !token.quoted
  const isName = nameTerms.has(token.lower)
  if (everyday(tokens, i)) return 0
  let weight = 0
  if (named) weight += isName || isEpithet(tokens, i) ? 1 : 2
  if (technicalNouns.has(next) || isCompanion(token.lower, next)) weight += 2
  else if ((named || (capital && token.startsSentence)) && looseNouns.has(next)) weight += named ? 2 : 1
  if (capital && !technicalNouns.has(next) && technicalNouns.has(tokens[i + 2]?.lower ?? '')) weight += 1
  if (isBuiltWith(tokens, i)) weight += named ? 2 : 1.5
  if (/^\d/.test(next) && capital) weight += 1
  if (hasHits && (capital || isName)) weight += 1
  if ((capital || technicalNouns.has(next)) && technical > (technicalWords.has(next) ? 1 : 0)) weight += 1
  return weight
}

function isCompanion(term: string, next: string): boolean {
  return Object.hasOwn(companions, term) && companions[term]!.has(next)
}

/** "vue-router", "angular-material": a package is named after what it belongs to. ("spring-loaded" and "next-day" are not.) */
function isPackage(word: string): boolean {
  if (!word.includes('-')) return false
  const [first, second] = word.split('-', 2)
  if (packagePrefix.test(first!)) return true
  return (wordTerms.has(first!) || nameTerms.has(first!)) && packageSuffix.test(second!)
}

const packagePrefix = /^(?:react|vue|angular|svelte|redux|django|jquery|nuxt|tailwind|graphql|ngx)$/
const packageSuffix = /^(?:router|query|ui|cli|js|css|loader|plugin|boot|icons|redux|native)$/

/** "written in Go", "drawn by D3", "uses Flutter": a verb of making shortly before, joined by a preposition. */
function isBuiltWith(tokens: Token[], i: number): boolean {
  const previous = tokens[i - 1]?.lower ?? ''
  if (/^(?:uses|use|using)$/.test(previous)) return true
  if (!technicalBefore.has(previous)) return false
  return tokens.slice(Math.max(0, i - 4), i).some((token) => technicalVerbs.has(token.lower))
}

function everyday(tokens: Token[], i: number): boolean {
  const token = tokens[i]!
  const sense = Object.hasOwn(everydaySenses, token.lower) ? everydaySenses[token.lower] : undefined
  const before = tokens[i - 1]?.lower ?? ''
  const behind = tokens[i + 1]?.lower ?? ''
  const capital = isCapital(token) && !token.startsSentence
  if (technicalNouns.has(behind) || isCompanion(token.lower, behind)) return false
  if (sense?.behind?.test(behind)) return true
  // A capital overrules what merely precedes: "a Spring controller", "the Rails app".
  if (sense?.before?.test(before) && !(capital && !nameTerms.has(token.lower) && /^(?:a|an|the|in|on|by|of|to)$/.test(before)))
    return !(capital && looseNouns.has(behind))
  // "Taylor Swift", "Django Reinhardt": part of someone's name.
  const nextToken = tokens[i + 1]
  return (
    capital &&
    firstName.test(token.lower) &&
    nextToken !== undefined &&
    /^\p{Lu}\p{Ll}+$/u.test(nextToken.text) &&
    !nextToken.startsSentence &&
    !isTerm(behind) &&
    !looseNouns.has(behind)
  )
}

const firstName = /^(?:django|ruby|jenkins|apollo|phoenix|sinatra|prisma)$/

/** "hook", "prop", "reducer" and "dispatch" belong to code only in the company of code. */
function isIdiomWord(tokens: Token[], i: number): boolean {
  const word = tokens[i]!.lower
  const near = (pattern: RegExp, reach = 5) =>
    tokens.slice(Math.max(0, i - reach), i + reach + 1).some((token, k) => k !== Math.min(i, reach) && pattern.test(token.text))
  const before = tokens[i - 1]?.lower ?? ''
  if (word === 'hook' || word === 'hooks')
    return near(/^use[A-Z]/) || /^(?:react|custom|lifecycle|state|effect|created|mounted)$/.test(before)
  if (word === 'prop' || word === 'props')
    return (
      near(/^(?:component|components|callback|child|parent|drilling|on[A-Z]\w+)$/) &&
      !/^(?:the|stage|theatre)$/.test(tokens[i + 1]?.lower ?? '')
    )
  if (word === 'reducer') return near(/^(?:action|dispatch|dispatches|store|state)$/i, 8)
  if (word === 'dispatch') return near(/^(?:use[A-Z]\w+|reducer|store)$/, 8)
  if (word === 'directive') return /^(?:angular|vue|structural|custom)$/.test(before)
  return false
}
