// A sentence of feedback as words. What stands in quotation marks is one word.
import { typeNamed } from './value-types.ts'
import { readTokens, type Token } from '../../../lib/english/read.ts'

export interface Word extends Token {
  /** What stands between the quotation marks. */
  quoted?: string
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

/** What stands in brackets and only lists things is left out; a kind of value is said in words. */
export const withoutAsides = (text: string) =>
  text.replaceAll(/[“"«][^”"»]*[”"»]|\s*\([^()]*\)/g, (part) => (/^\s*\(/.test(part) ? aside(part) : part))

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
