// Sentence → tokens with a part of speech: compromise's reading, corrected for the way requirements are written.
import nlp from 'compromise'
import { correct } from './corrections.ts'
import { findMissingVerb } from './first-word.ts'
import { become, type Part, type Token } from './token.ts'

const be = new Set('be is are was were been being am'.split(' '))
const have = new Set('have has had having'.split(' '))
const modals = new Set('can could shall must should may might will would cannot'.split(' '))
const possessives = new Set('my your his her its our their'.split(' '))
const pronouns = new Set(
  'i you he she it we they me him us them someone anyone everyone nobody something anything myself themselves itself'.split(' '),
)
const determiners = new Set(
  'a an the this that these those each every all any some no another both either neither several many multiple few more most such own same other various only'.split(
    ' ',
  ),
)
const prepositions = new Set(
  'of in on at by for with from into onto via through within without under over about across against along among around as before after during between per upon until till since than towards toward like including excluding beyond if when once while unless whenever where because'.split(
    ' ',
  ),
)
const relatives = new Set('who which that whom whose what how whether'.split(' '))

interface Term {
  text: string
  implicit?: string
  pre: string
  post: string
  tags: string[]
}

export function tag(sentence: string): Token[] {
  const sentences = nlp(sentence.replace(/\b(do|does|did|can|wo|is|are|should|must|has|have|was|were|would|could)nt\b/gi, "$1n't")).json({
    terms: { tags: true, implicit: true, whitespace: true },
  }) as { terms: Term[] }[]
  const tokens = joinHyphens(
    sentences
      .flatMap((one) => one.terms)
      .filter((term, at, all) => isWord(term) && !(term.text === '' && /^cannot$/i.test(all[at - 1]?.text ?? ''))),
  ).map(toToken)
  for (let at = 0; at < tokens.length; at += 1) correct(tokens, at)
  findMissingVerb(tokens)
  nameQuoted(tokens)
  return tokens
}

/** 'Click "Add owner"': what stands in quotes is a name, whatever its words could be. */
function nameQuoted(tokens: readonly Token[]): void {
  for (let at = 0; at < tokens.length; at += 1) {
    if (!/["“«]/.test(tokens[at]?.before ?? '')) continue
    const end = tokens.slice(at, at + 8).findIndex((token) => /["”»]/.test(token.after))
    for (const token of tokens.slice(at, end < 0 ? at : at + end + 1)) if (token.part !== 'number') become(token, 'noun')
    at += Math.max(end, 0)
  }
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
      joined[joined.length - 1] = {
        ...term,
        text: `${last.text}-${term.text}`,
        pre: last.pre,
        tags: term.tags.includes('Noun') || term.tags.includes('Adjective') ? term.tags : last.tags,
      }
    } else joined.push(term)
  }
  return joined
}

function toToken(term: Term): Token {
  const contracted = /['’]/.test(term.text) || term.text === ''
  const text = contracted && term.implicit ? term.implicit : term.text
  const lower = text.toLowerCase().replace(/’/g, "'")
  const tags = new Set(term.tags)
  const form = tags.has('Gerund')
    ? 'gerund'
    : tags.has('PastTense') || tags.has('Participle')
      ? 'past'
      : tags.has('Infinitive') || tags.has('Imperative')
        ? 'base'
        : tags.has('Verb')
          ? 'third'
          : ''
  return {
    text,
    lower: lower.replace(/'s$|s'$/, (end) => (tags.has('Possessive') ? (end === "'s" ? '' : 's') : end)),
    part: partOf(lower, tags),
    form,
    owner: tags.has('Possessive') && /'s$|s'$/.test(lower),
    before: term.pre.trim(),
    after: term.post.trim(),
  }
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
