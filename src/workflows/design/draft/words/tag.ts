// Sentence → tokens with a part of speech: compromise's reading, corrected for the way requirements are written.
import nlp from 'compromise'
import { baseVerb, looksPlural, singular } from './forms.ts'
import { isPropertyWord } from './kinds.ts'
import { isRoleWord, isSoftware } from './roles.ts'
import { isActionVerb, isHoldingVerb, isOftenNoun } from './verbs.ts'

export type Part = 'noun' | 'verb' | 'modal' | 'be' | 'have' | 'not' | 'adjective' | 'adverb' | 'determiner' | 'possessive' | 'pronoun' | 'preposition' | 'conjunction' | 'number' | 'to' | 'relative' | 'other'

export interface Token {
  text: string
  lower: string
  part: Part
  form: 'base' | 'third' | 'past' | 'gerund' | ''
  /** "customer's": the noun owns the next one. */
  owner: boolean
  /** Punctuation around it, without spaces. */
  before: string
  after: string
}

const be = new Set('be is are was were been being am'.split(' '))
const have = new Set('have has had having'.split(' '))
const modals = new Set('can could shall must should may might will would cannot'.split(' '))
const possessives = new Set('my your his her its our their'.split(' '))
const pronouns = new Set('i you he she it we they me him us them someone anyone everyone nobody something anything myself themselves itself'.split(' '))
const determiners = new Set('a an the this that these those each every all any some no another both either neither several many multiple few more most such own same other various only'.split(' '))
const prepositions = new Set('of in on at by for with from into onto via through within without under over about across against along among around as before after during between per upon until till since than towards toward like including excluding beyond if when once while unless whenever where because'.split(' '))
const relatives = new Set('who which that whom whose what how whether'.split(' '))
const gerundNouns = new Set('booking listing rating meeting setting training building posting shipping billing pricing parking holding reading filing recording opening ending finding ruling landing spending offering warning drawing painting heading spelling greeting rating onboarding ticketing backing housing banking marketing hearing outing wedding screening savings earnings accounting tracking messaging seating'.split(' '))

export const subordinators: ReadonlySet<string> = new Set('if when whenever once while unless until after before where because whether'.split(' '))
const particles = new Set('up out off back away down'.split(' '))

interface Term { text: string; implicit?: string; pre: string; post: string; tags: string[] }

export function tag(sentence: string): Token[] {
  const sentences = nlp(sentence.replace(/\b(do|does|did|can|wo|is|are|should|must|has|have|was|were|would|could)nt\b/gi, "$1n't")).json({ terms: { tags: true, implicit: true, whitespace: true } }) as { terms: Term[] }[]
  const tokens = joinHyphens(sentences.flatMap((one) => one.terms).filter(isWord)).map(toToken)
  for (let at = 0; at < tokens.length; at += 1) correct(tokens, at)
  findMissingVerb(tokens)
  return tokens
}

/** Compromise adds terms of its own for ranges and units; only those of contractions ("can't" → can, not) are words of the sentence. */
function isWord(term: Term): boolean {
  return term.text !== '' || /^(?:not|is|are|am|will|would|have|has|had)$/.test(term.implicit ?? '')
}

function joinHyphens(terms: Term[]): Term[] {
  const joined: Term[] = []
  for (const term of terms) {
    const last = joined.at(-1)
    if (last && last.text !== '' && /^[-–]$/.test(last.post)) {
      joined[joined.length - 1] = { ...term, text: `${last.text}-${term.text}`, pre: last.pre, tags: term.tags.includes('Noun') || term.tags.includes('Adjective') ? term.tags : last.tags }
    } else joined.push(term)
  }
  return joined
}

function toToken(term: Term): Token {
  const contracted = /['’]/.test(term.text) || term.text === ''
  const text = contracted && term.implicit ? term.implicit : term.text
  const lower = text.toLowerCase().replace(/’/g, "'")
  const tags = new Set(term.tags)
  const form = tags.has('Gerund') ? 'gerund' : tags.has('PastTense') || tags.has('Participle') ? 'past' : tags.has('Infinitive') || tags.has('Imperative') ? 'base' : tags.has('Verb') ? 'third' : ''
  return { text, lower: lower.replace(/'s$|s'$/, (end) => (tags.has('Possessive') ? (end === "'s" ? '' : 's') : end)), part: partOf(lower, tags), form, owner: tags.has('Possessive') && /'s$|s'$/.test(lower), before: term.pre.trim(), after: term.post.trim() }
}

function partOf(lower: string, tags: Set<string>): Part {
  if (lower === 'to') return 'to'
  if (lower === 'not' || lower === 'never' || lower === 'cannot') return lower === 'cannot' ? 'modal' : 'not'
  if (be.has(lower)) return 'be'
  if (have.has(lower)) return 'have'
  if (modals.has(lower)) return 'modal'
  if (possessives.has(lower)) return 'possessive'
  if (pronouns.has(lower)) return 'pronoun'
  if (relatives.has(lower)) return 'relative'
  if (determiners.has(lower)) return 'determiner'
  if (prepositions.has(lower)) return 'preposition'
  if (/^(?:and|or|but|nor|then|plus|&)$/.test(lower)) return 'conjunction'
  if (/^(?:e\.?g\.?|i\.?e\.?)$/.test(lower)) return 'preposition'
  if (/^etc\.?$/.test(lower)) return 'other'
  if (/^[\p{N}][\p{N}.,%:]*$/u.test(lower) || tags.has('Value')) return 'number'
  if (tags.has('Verb')) return 'verb'
  if (tags.has('Noun') || tags.has('Acronym') || tags.has('Url') || tags.has('Email')) return 'noun'
  if (tags.has('Adjective')) return 'adjective'
  if (tags.has('Adverb')) return 'adverb'
  if (tags.has('Preposition')) return 'preposition'
  if (tags.has('Conjunction')) return 'conjunction'
  return /\p{L}/u.test(lower) ? 'noun' : 'other'
}

const opensNoun = new Set<Part>(['determiner', 'possessive', 'adjective', 'number'])

function correct(tokens: Token[], at: number): void {
  const token = tokens[at]
  if (!token) return
  const previous = tokens[at - 1]
  const next = tokens[at + 1]
  const joined = previous !== undefined && !/[,;:.)]/.test(previous.after)
  if (token.lower === 'that' && (at === 0 || (next?.part === 'noun' && previous?.part !== 'noun'))) setPart(token, 'determiner')
  if (token.part === 'verb' && token.form === 'gerund' && gerundNouns.has(token.lower.replace(/s$/, '')) && (next?.part === 'noun' || !takesObject(next))) return setPart(token, 'noun')
  if (token.part === 'adjective' && isRoleWord(token.lower) && (token.after !== '' || next?.part !== 'noun')) return setPart(token, 'noun') // "every patient"
  if (token.lower === 'based' && next?.lower === 'on') return setPart(token, 'preposition')
  if (particles.has(token.lower)) return setPart(token, previous?.part === 'verb' || tokens[at - 2]?.part === 'verb' ? 'adverb' : 'preposition')
  if (token.part === 'noun' && joined === false && previous !== undefined && /ing$/.test(token.lower) && next && (takesObject(next) || next.part === 'verb') && isActionVerb(baseVerb(token.lower, 'gerund'))) return asVerb(token, 'gerund')
  if (gerundNouns.has(token.lower)) return token.part === 'verb' ? undefined : setPart(token, 'noun')
  if (at === 0 || (previous && /^[:.]$/.test(previous.after))) return correctFirst(tokens, at)
  if (previous === undefined) return
  if (joined && (previous.part === 'modal' || (previous.part === 'not' && /modal/.test(tokens[at - 2]?.part ?? ''))) && (token.part === 'noun' || token.part === 'adjective' || token.lower === 'like')) return asVerb(token, 'base')
  if (joined && previous.part === 'to' && token.part === 'noun' && isActionVerb(token.lower) && takesObject(next) && !(tokens[at - 2]?.part === 'noun' && next?.part === 'noun')) return asVerb(token, 'base')
  if (joined && previous.part === 'be' && token.part === 'adjective' && /ed$|(?:sent|paid|kept|held|made|given|shown|sold|taken|written|lost|found|set|met)$/.test(token.lower)) return asVerb(token, 'past')
  if (joined && (token.part === 'adverb' || token.part === 'adjective') && isRoleWord(previous.lower) && looksPlural(previous.lower) && token.after === '' && isActionVerb(token.lower) && next && !inPredicate(tokens, at)) return asVerb(token, 'base') // "Leads close tasks"
  if (joined && token.part === 'noun' && previous.part === 'noun' && !previous.owner && token.after === '' && (isRoleWord(previous.lower) || isSoftware(previous.lower)) && !inPredicate(tokens, at) && (takesObject(next) || next?.part === 'preposition' || (next?.form === 'past' && /^(?:noun|verb)$/.test(tokens[at + 2]?.part ?? '')))) {
    if (looksPlural(previous.lower) && isActionVerb(token.lower)) return asVerb(token, 'base')
    const base = baseVerb(token.lower, 'third')
    if (base !== token.lower && isActionVerb(base) && next?.part !== 'preposition') return asVerb(token, 'third')
  }
  if (token.part === 'noun' && token.after === '' && next && (takesObject(next) || isPropertyWord(next.lower)) && continuesPredicate(tokens, at)) {
    const base = baseVerb(token.lower, 'third')
    if (base !== token.lower && isActionVerb(base) && /^(?:determiner|possessive|pronoun)$/.test(next.part)) return asVerb(token, 'third')
    if (isActionVerb(token.lower) && (!isOftenNoun(token.lower) || /^(?:determiner|possessive)$/.test(next.part))) return asVerb(token, 'base')
  }
  if (previous.part === 'conjunction' && tokens[at - 2]?.part === 'verb' && tokens[at - 2]?.form === 'base' && tokens[at - 2]?.after === '' && (token.part === 'adjective' || token.part === 'noun') && isActionVerb(token.lower) && takesObject(next)) return asVerb(token, 'base')
  if (token.part !== 'verb') return
  if (joined && (token.form === 'base' || token.form === 'third') && previous.part === 'verb' && previous.form !== 'past' && !/^(?:let|help|make|go|come)s?$/.test(previous.lower)) return setPart(token, 'noun')
  if (joined && token.form === 'past' && previous.part === 'verb' && token.after === '' && (next?.part === 'noun' || next?.form === 'third')) return setPart(token, 'adjective') // "reviews reported messages"
  if (joined && opensNoun.has(previous.part) && token.form !== 'gerund') return setPart(token, token.form === 'past' && (next?.part === 'noun' || next?.part === 'adjective') ? 'adjective' : 'noun')
  if (joined && previous.part === 'preposition' && (token.form === 'base' || token.form === 'third') && !/^(?:if|when|once|while|unless)$/.test(previous.lower)) return setPart(token, 'noun')
  if (joined && previous.part === 'preposition' && token.form === 'past') return setPart(token, 'adjective')
  if (joined && previous.part === 'verb' && previous.form !== 'past' && token.form !== 'past' && token.form !== 'gerund' && (isOftenNoun(singular(token.lower)) || isPropertyWord(token.lower) || token.lower === 'details')) return setPart(token, 'noun')
  if (previous.owner) return setPart(token, 'noun')
  if (/^(?:start|end|return|finish|close|open|order|purchase|contact|release|issue|pick-?up|drop-?off|call|post|birth)$/.test(token.lower) && token.after === '' && /^(?:time|date|day|number|point|station|location|code|address|price)s?$/.test(next?.lower ?? '')) return setPart(token, 'noun')
  if (joined && previous.part === 'noun' && (token.form === 'third' || (token.form === 'base' && (isOftenNoun(token.lower) || !looksPlural(previous.lower)))) && inPredicate(tokens, at)) return setPart(token, 'noun')
  const listed = previous.part === 'conjunction' || /,$/.test(previous.after)
  const beforeList = previous.part === 'conjunction' ? tokens[at - 2] : previous
  if (listed && beforeList?.part === 'noun' && token.form === 'base' && !isActionVerb(token.lower) && !isHoldingVerb(token.lower)) return setPart(token, 'noun') // "date, time and party size"
  if (listed && beforeList?.part === 'noun' && token.form !== 'past' && (isOftenNoun(singular(token.lower)) || isPropertyWord(token.lower)) && (token.after !== '' || !takesObject(next))) return setPart(token, 'noun')
}

/** After a comma or "and", with a verb before: a place where the next verb may stand. */
function continuesPredicate(tokens: Token[], at: number): boolean {
  const previous = tokens[at - 1]
  if (!previous || !(previous.part === 'conjunction' || /,$/.test(previous.after))) return false
  return tokens.slice(Math.max(0, at - 14), at).some((token) => token.part === 'verb' || token.part === 'modal')
}

/** Whether a verb already stands in the same stretch of words, so that a second finite one must be a noun ("approve expense reports"). */
function inPredicate(tokens: Token[], at: number): boolean {
  for (let back = at - 1; back >= 0; back -= 1) {
    const token = tokens[back]
    if (!token || (token.after !== '' && back < at - 1) || /^(?:conjunction|relative|pronoun|be|have)$/.test(token.part) || subordinators.has(token.lower)) return false
    if (token.part === 'verb' && token.form !== 'gerund') return !/^(?:let|help|make|allow|enable|permit|have|see|watch)s?$/.test(token.lower)
  }
  return false
}

function correctFirst(tokens: Token[], at: number): void {
  const [token, next, third] = [tokens[at], tokens[at + 1], tokens[at + 2]]
  if (!token || !next || token.after !== '') return
  if (isRoleWord(token.lower) && looksPlural(token.lower)) return setPart(token, 'noun') // "Volunteers sign up"
  if (token.part === 'verb' && token.form === 'third' && /^(?:modal|be|have|verb)$/.test(next.part)) return setPart(token, 'noun') // "Tasks have a title"
  if (token.part === 'adjective' && isActionVerb(token.lower) && (/^(?:determiner|possessive|pronoun)$/.test(next.part) || (next.part === 'noun' && looksPlural(next.lower)))) return asVerb(token, 'base') // "Close tickets"
  if (token.part === 'noun' && isActionVerb(token.lower)) {
    if (/^(?:determiner|possessive|pronoun|number)$/.test(next.part)) return asVerb(token, 'base')
    if (next.part === 'noun' && looksPlural(next.lower)) return asVerb(token, 'base')
    if (!isOftenNoun(token.lower) && !/^(?:verb|modal|be|have)$/.test(next.part) && next.lower !== 'of') return asVerb(token, 'base')
  }
  if (token.part !== 'verb' || token.form !== 'base') return
  if (next.lower === 'of') return setPart(token, 'noun')
  // "Order history shows the date": a compound subject, not a command.
  if (isOftenNoun(token.lower) && next.part === 'noun' && third && next.after === '' && /[^s]s$/.test(third.lower) && isActionVerb(baseVerb(third.lower, 'third')) && tokens[at + 3]) {
    setPart(token, 'noun')
    asVerb(third, 'third')
  }
}

/** A sentence with a subject and no verb at all: one of its nouns is the verb ("Staff comment on tickets", "The clerk records parcels"). */
function findMissingVerb(tokens: Token[]): void {
  if (tokens.some((token) => token.part === 'modal' || token.part === 'be' || token.part === 'have' || (token.part === 'verb' && token.form !== 'gerund' && token.form !== 'past'))) return
  for (let at = 1; at < tokens.length; at += 1) {
    const [previous, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]]
    if (!previous || !token || token.part !== 'noun' || previous.part !== 'noun' || previous.after !== '' || !/^[.]?$/.test(token.after)) continue
    if (looksPlural(previous.lower) && isActionVerb(token.lower) && (takesObject(next) || next?.part === 'preposition')) return asVerb(token, 'base')
    const base = baseVerb(token.lower, 'third')
    if (at === tokens.length - 1 && !looksPlural(previous.lower) && /^(?:end|arrive|expire|start|close|fail|change|open|pass|begin|finish|leave|win|lose|appear|disappear|stop)$/.test(base)) return asVerb(token, 'third')
    if (!looksPlural(previous.lower) && base !== token.lower && /^(?:determiner|possessive)$/.test(next?.part ?? '') && token.after === '') return asVerb(token, 'third') // whatever the verb
    if (!looksPlural(previous.lower) && base !== token.lower && (isActionVerb(base) || isHoldingVerb(base)) && (takesObject(next) || next?.part === 'preposition')) return asVerb(token, 'third')
  }
}

function takesObject(next: Token | undefined): boolean {
  return next !== undefined && /^(?:determiner|possessive|noun|pronoun|number|adjective)$/.test(next.part)
}

function setPart(token: Token, part: Part): void {
  token.part = part
  token.form = ''
}

function asVerb(token: Token, form: Token['form']): void {
  token.part = 'verb'
  token.form = form
}
