// A sentence of feedback as words, and cut where one ask may end and the next begin. What stands in quotation marks is one word.
import { typeNamed } from './value-types.ts'
import { readTokens, type Token } from '../../../lib/english/read.ts'

export interface Word extends Token {
  /** What stands between the quotation marks. */
  quoted?: string
}

/** A stretch of a sentence, and what joins it to the one before: a comma, "and", "because". */
export interface Chunk {
  joint: Word | null
  words: Word[]
}

const quotes = /[“"«]([^”"»]+)[”"»]|(?<![\p{L}\p{N}])['‘`]((?:[^'’`]|(?<=\p{L})['’](?=\p{L}))+)['’`](?![\p{L}\p{N}])/gu
export function wordsOf(text: string): Word[] {
  const found = [...text.matchAll(quotes)].map((match) => ({
    at: match.index,
    end: match.index + match[0].length,
    inner: match[1] ?? match[2] ?? '',
  }))
  const masked = text.replaceAll(quotes, (whole) => `Q${'x'.repeat(whole.length - 1)}`)
  return hyphened(readTokens(masked)).map((token) => {
    const quote = found.find(({ at, end }) => token.start >= at && token.end <= end)
    return quote
      ? { ...token, tag: 'PROPN', text: quote.inner, lower: quote.inner.toLowerCase(), quoted: quote.inner.trim().replace(/[.,]$/, '') }
      : token
  })
}

/** "pick-up" is one word. */
function hyphened(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (const token of tokens) {
    const [before, dash] = [joined.at(-2), joined.at(-1)]
    const isGlued = dash?.text === '-' && before?.end === dash.start && dash.end === token.start && /^\p{L}/u.test(token.text)
    if (isGlued && before) {
      const text = `${before.text}-${token.text}`
      joined.splice(-2, 2, {
        ...token,
        text,
        lower: text.toLowerCase(),
        lemma: `${before.lower}-${token.lemma}`,
        tag: 'NOUN',
        start: before.start,
      })
    } else joined.push(token)
  }
  return joined
}

/** Cut at punctuation and joining words; a bracket that only lists things is left out. */
export function chunksOf(text: string): Chunk[] {
  const chunks: Chunk[] = [{ joint: null, words: [] }]
  const plain = withoutAsides(text)
  for (const word of wordsOf(plain)) {
    const own = chunks.at(-1)!
    const isDash = /^[–—]$/.test(word.text) || (word.text === '-' && plain[word.start - 1] === ' ')
    const isJoint =
      isDash ||
      /^[,;:!()]$/.test(word.text) ||
      (word.quoted === undefined &&
        ((/^(?:and|because|since|otherwise|but|so|which|given|though|although)$/.test(word.lower) && own.words.at(-1)?.lower !== 'be') ||
          opensReason(plain.slice(word.start)) ||
          (word.lower === 'then' && own.words.length > 0)))
    if (!isJoint) own.words.push(word)
    else if (own.words.length === 0 && own.joint) own.joint = /^[,;:!()–—-]$/.test(word.text) ? own.joint : word
    else chunks.push({ joint: word, words: [] })
  }
  return chunks.filter(({ words }) => words.length > 0)
}

/** What stands in brackets and only lists things is left out; a kind of value is said in words. */
export const withoutAsides = (text: string) =>
  text.replaceAll(/[“"«][^”"»]*[”"»]|\s*\([^()]*\)/g, (part) => (/^\s*\(/.test(part) ? aside(part) : part))

/** "…, as most of them run on for years": a clause with its own subject. */
const opensReason = (rest: string) =>
  /^(?:as|for|if) (?:the|our|most|many|all|it|that|this|there|we|they|you|nobody|people|some|its|no) \S+/i.test(rest) &&
  /^as\b|^if\b/i.test(rest)

/** "(integer)", "(text, optional)" say what kind of value it is; what else stands in brackets is left out where it only lists things. */
function aside(part: string): string {
  const said = part
    .replaceAll(/[\s()]+/g, ' ')
    .trim()
    .replace(/\bnot (?:mandatory|required)\b/i, 'optional')
  const [type, ...more] = said.split(/,\s*/).filter((word) => !/^(?:optional|required|mandatory)$/i.test(word))
  const need = said.split(/,\s*/).find((word) => /^(?:optional|required|mandatory)$/i.test(word))
  if (more.length === 0 && typeNamed(type)) return ` ${need ? `${need} ` : ''}of type ${type}`
  return isList(part) ? '' : part
}

const isList = (aside: string) =>
  readTokens(aside).every(({ tag, lower }) => !/^(?:AUX|PRON|PART|SCONJ)$/.test(tag) && !/^(?:no|not|only|except|but|without)$/.test(lower))

export const textOf = (words: readonly Word[]) =>
  words
    .map(({ text, quoted }, at) => {
      const isGlued = at === 0 || words[at - 1]!.end === words[at]!.start
      return `${isGlued ? '' : ' '}${quoted === undefined ? text : `“${quoted}”`}`
    })
    .join('')
