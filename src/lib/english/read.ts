// Text → sentences → tokens with tag, lemma and place. The tagger's reading, corrected for the way requirements are written.
import { correct } from './correct.ts'
import { sentencesIn, tagged } from './model.ts'

/** Tags of Universal Dependencies: NOUN, PROPN, VERB, AUX, ADJ, ADV, ADP, DET, PRON, NUM, PART, SCONJ, CCONJ, PUNCT, SYM, X. */
export interface Token {
  text: string
  lower: string
  tag: string
  lemma: string
  /** Offsets into the text that was read. */
  start: number
  end: number
}

export interface Sentence {
  text: string
  start: number
  end: number
  tokens: Token[]
}

/** A line break always ends a sentence, and so does the bar between cells of a table; list marks and markup are left where they stand. */
export function readSentences(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let at = 0
  for (const line of text.replaceAll(' | ', ' \n ').split('\n')) {
    let cursor = at
    for (const parts of line.trim() === '' ? [] : mended(sentencesIn(line))) {
      const start = cursor + text.slice(cursor).search(/\S|$/)
      for (const part of parts) cursor = text.slice(cursor).search(/\S|$/) + cursor + part.trim().length
      const own = text.slice(start, cursor)
      sentences.push({ text: own, start, end: cursor, tokens: readTokens(own, start) })
    }
    at += line.length + 1
  }
  return sentences
}

/** Tokens of one sentence that begins at `offset` of a larger text. */
export function readTokens(sentence: string, offset = 0): Token[] {
  const tokens: Token[] = []
  let cursor = 0
  for (const { text, tag, lemma } of tagged(plainCase(sentence)).flatMap(unglued)) {
    const from = sentence.toLowerCase().indexOf(text.toLowerCase(), cursor)
    const start = from < 0 ? cursor : from
    const end = Math.min(sentence.length, start + text.length)
    const raw = sentence.slice(start, end)
    tokens.push({
      text: raw,
      lower: raw.toLowerCase().replaceAll('’', "'"),
      tag,
      lemma: lemmaOf(text, tag, lemma),
      start: offset + start,
      end: offset + end,
    })
    cursor = end
  }
  correct(tokens)
  return tokens
}

/** A full stop behind an abbreviation or a list number ends no sentence. */
function mended(parts: string[]): string[][] {
  const sentences: string[][] = []
  for (const part of parts) {
    const before = sentences.at(-1)
    const last = before?.at(-1) ?? ''
    const goesOn =
      /^\W*\d+[.)]$/.test(last) || (/\b(?:e\.g|i\.e|etc|vs|incl|approx|no|max|min)\.$/i.test(last) && /^[\p{Ll}\d(]/u.test(part))
    if (before && goesOn) before.push(part)
    else sentences.push([part])
  }
  return sentences
}

/** "in." is two tokens. */
function unglued(token: { text: string; tag: string; lemma: string }): { text: string; tag: string; lemma: string }[] {
  const [, word] = /^(\p{L}{2,}|\d[\p{L}\d]*)\.$/u.exec(token.text) ?? []
  if (word === undefined) return [token]
  const [inner] = tagged(word)
  return [inner ?? { text: word, tag: 'X', lemma: word.toLowerCase() }, { text: '.', tag: 'PUNCT', lemma: '.' }]
}

/** The capital of a first word, and keywords in capitals, are no names. */
function plainCase(sentence: string): string {
  return sentence
    .replace(/^([^\p{L}]*)(\p{Lu})(?=\p{Ll}+\b)/u, (_, before: string, letter: string) => before + lowerLetter(letter))
    .replaceAll(
      /\b(?:GIVEN|WHEN|THEN|AND|OR|BUT|IF|WHILE|WHERE|SHALL|MUST|SHOULD|MAY|CAN|NOT|NEVER|ONLY|UNLESS|UNTIL|EXCEPT|NO|ALL|THE|SYSTEM|WILL|BE|IS|ARE|REQUIRED|RECOMMENDED|OPTIONAL)\b/g,
      (keyword) => keyword.toLowerCase(),
    )
}

/** Offsets must not move: a few letters grow when made small. */
function lowerLetter(letter: string): string {
  const lower = letter.toLowerCase()
  return lower.length === letter.length ? lower : letter
}

function lemmaOf(text: string, tag: string, lemma: string): string {
  const found = tag === 'PROPN' ? commonLemma(text) : lemma
  // plurals its dictionary does not hold: "admins"
  return /^(?:NOUN|PROPN)$/.test(tag) && found === text.toLowerCase() && /^[a-z]{3,}[^aius]s$/.test(found) ? found.slice(0, -1) : found
}

const lemmas = new Map<string, string>()

/** "Members" → "member": the tagger leaves names as they are. */
function commonLemma(text: string): string {
  const lower = text.toLowerCase()
  if (lower === text.toUpperCase().toLowerCase() && text === text.toUpperCase() && text.length > 1) return lower
  let lemma = lemmas.get(lower)
  if (lemma === undefined) {
    lemma = tagged(`the ${lower}`)[1]?.lemma ?? lower
    lemmas.set(lower, lemma)
  }
  return lemma
}
