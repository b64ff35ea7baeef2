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
/** A question that asks for something to be done: "could you …?", "would you mind …ing?", "would it be too much to …?", "how about …ing?" */
const asks =
  /(?<=^|[,;:.–—-]\s*|\b(?:so|and|then|but|also|hi|hey|hello|ok|okay|please)\s+)(?:(?:can|could|would|will|might|may)(?:n['’]t)? (?:you|we|i|one)(?: \w+ly| please| just| also| maybe| perhaps)?(?: mind| like to| be able to)?|(?:how|what) about|why (?:not|don['’]t (?:we|you))|(?:is|would|might|could) (?:it|there)(?: \w+){0,5}? (?:to|if (?:you|we) (?:\w+ly )?(?:can|could|were to)?)|any chance (?:we|you) (?:can|could)|any chance of)\s+(?!do (?:that|it|so)\b)/i
/** What only softens or counts a request. */
const preamble =
  /^(?:(?:first|second|third|last|final)(?:ly)?\s*[,:]\s*|(?:please|pls|kindly|hm+|oh|also|ok(?:ay)?|hi|hey|hello|one more thing|one thing|minor|nit|small thing|on second thoughts?|thinking about it|to be honest|in my opinion|in addition|while you(?:['’]re| are) at it|i(?: do)? think|i believe|i(?: would|['’]d) say|make sure(?: to| you| that)?|and|so|well|then|yeah|right|you (?:can|may|could|might as well|should|need to|have to)|feel free to|it would be (?:good|better|nice|great|best) to|(?:it['’]?s|it is) better to|i(?: would|['’]d) suggest(?: to)?)\s*[,:]?\s+)/i
/** Everywhere and from now on: so does every edit. */
const scope =
  /[\s,]*\b(?:from now on|everywhere|any ?more|any longer|throughout(?: the (?:whole )?\w+)?|in the (?:whole|entire) (?:document|design|text)|across the (?:board|design|document)|these days|while you(?:['’]re| are) at it|by law|(?:for|in) (?:me|us|our (?:house|team|office|company))|with us|on second thoughts?|(?:just )?(?:as|like) \S+(?: \S+)? (?:do|does|is|are|has|have))(?=[\s,.!;]|$)/gi

/** Null for a question that asks for no change. "Could X be called Y?" asks for it, "Should X be called Y?" asks whether. */
export function plainAsk(sentence: string): string | null {
  let text = sentence
    .trim()
    .replace(/\bs\/([^/]+)\/([^/]+)\/?/, 'rename “$1” to “$2”')
    // Behind a whole clause an arrow only says what follows.
    .replace(/^(.*\b(?:is|are|was|has|have)\b.*?)\s*(?:-+>|=+>|→)\s*/, '$1, so ')
    .replaceAll(/\s*(?:-+>|=+>|→)\s*/g, ' becomes ')
    .replaceAll(/,?\s*\b(?:(?:which|that|this)(?: is|['’]s) why|hence|therefore|thus)\b/gi, ', so')
    .replaceAll(/\s=\s/g, ' is ')
    .replaceAll(/\s\+\s/g, ' and ')
    .replaceAll(/\bs\/b\b/gi, 'should be')
    .replaceAll(/\b(?:i|we)(?: would|['’]d)?(?: \w+ly)? (?:ask|suggest|propose|wish|recommend|request|think|believe|feel) that\s+/gi, '')
    .replaceAll(/\b(?:that|this) one\b/gi, 'it')
    .replaceAll(/\byes or no\b/gi, 'yes/no')
    .replaceAll(/\bright now\b/gi, 'now')
    .replaceAll(/(\p{L}) ?\/ ?(?=\p{L})(?!no\b|false\b)/giu, '$1 / ')
    .replaceAll(/\b(do|does|is|are|should|would|could|must|wo|was|has|have)nt\b/gi, "$1n't")
    .replaceAll(/\bcant\b/gi, "can't")
    .replaceAll(/\b(that|it|there|what)s\b(?! own)/gi, (whole, word: string) => (whole.toLowerCase() === 'its' ? whole : `${word}'s`))
  const ask = /\?[\s?!]*$/.test(text) ? [...text.matchAll(new RegExp(asks, 'gi'))].at(-1) : asks.exec(text)
  if (ask && (ask.index === 0 || text.endsWith('?'))) {
    const body = text.slice(ask.index + ask[0].length).replace(/\s*\?+$/, '')
    const [first] = readTokens(body)
    const isDoing = first && /ing$/.test(first.lower) && /mind|about/i.test(ask[0])
    text = `${text.slice(0, ask.index)}${isDoing ? `${first.lemma}${body.slice(first.text.length)}` : body}`
  }
  text = asWish(
    text.replace(/,? (?:is|are|does|do|would|should|can)n['’]t (?:it|they|that|he|she)\s*\?+$|,? (?:right|ok|okay|no)\s*\?+$/i, ''),
  )
  if (/\?\s*$/.test(text)) return null
  text = text.replaceAll(scope, '').replace(/^[\s,]+/, '')
  for (let before = ''; before !== text;) [before, text] = [text, text.replace(preamble, '')]
  return text.replace(/[\s,]*(?:\b(?:please|pls|thanks|thank you|cheers|if possible|lol))?[\s.!]*$/i, '')
}

/** "Could X be called Y?" is "X should be called Y". */
function asWish(text: string): string {
  const [whole, lead = '', modal = '', rest = ''] =
    /^(.*?(?:[,;:]\s*|\bso\s+)|)(can|could|might|may)\s+([^?]+?)(?:,?\s*(?:please|pls))?\s*\?+$/i.exec(text) ?? []
  const words = whole === undefined ? [] : readTokens(rest)
  const verb = words.findIndex(({ tag, lower, lemma }, at) => at > 0 && /^(?:VERB|AUX)$/.test(tag) && lower === lemma)
  if (verb < 0 || modal === '' || words[0]!.tag === 'PRON') return text
  return `${lead}${rest.slice(0, words[verb]!.start)}should ${rest.slice(words[verb]!.start)}`
}

/** What is asked for behind "I would be grateful if", "my colleagues and I feel that": words of whoever speaks, which name no part of the design. */
export function withoutLeads(text: string, namesPart: (text: string) => boolean): string[] {
  const words = readTokens(text)
  const found: string[] = []
  for (const [at, { lower, end }] of words.entries()) {
    const lead = text.slice(0, words[at]!.start)
    if (!/^(?:that|if|whether|to)$/.test(lower) || at < 2 || at > 14 || namesPart(lead)) continue
    const core = text.slice(end).trim()
    const isOurs =
      /\b(?:i|we|it (?:would|is|might|makes?))\b/i.test(lead) &&
      !/n['’]t\b|\b(?:not|no|never|doubt\w*|was|were told|heard|said|says|if|unless|when|until|once|while)\b/i.test(lead)
    const isOpen = lower === 'if' || lower === 'whether'
    if (isOurs && (!isOpen || (/\b(?:can|could|would|might|you|we)\b/i.test(core) && !/\bshould\b/i.test(core))))
      found.push(
        lower === 'to'
          ? core
          : core.replace(/^(?:you|we) (?:can|could|would)\s+/i, '').replace(/\b(?:might|could|would)(?: not)?\b/i, 'should'),
      )
  }
  return found.slice(0, 2)
}

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
  const plain = text.replaceAll(/[“"«][^”"»]*[”"»]|\s*\([^()]*\)/g, (part) =>
    !/^\s*\(/.test(part)
      ? part
      : typeNamed(part.replaceAll(/[\s()]+/g, ' ').trim())
        ? ` of type ${part.replaceAll(/[\s()]+/g, ' ').trim()}`
        : isList(part)
          ? ''
          : part,
  )
  for (const word of wordsOf(plain)) {
    const own = chunks.at(-1)!
    const isDash = /^[–—]$/.test(word.text) || (word.text === '-' && plain[word.start - 1] === ' ')
    const isJoint =
      isDash ||
      /^[,;:!()]$/.test(word.text) ||
      (word.quoted === undefined &&
        (/^(?:and|because|since|otherwise|but|so|which|given|though|although)$/.test(word.lower) ||
          opensReason(plain.slice(word.start)) ||
          (word.lower === 'then' && own.words.length > 0)))
    if (!isJoint) own.words.push(word)
    else if (own.words.length === 0 && own.joint) own.joint = /^[,;:!()–—-]$/.test(word.text) ? own.joint : word
    else chunks.push({ joint: word, words: [] })
  }
  return chunks.filter(({ words }) => words.length > 0)
}

/** "…, as most of them run on for years": a clause with its own subject. */
const opensReason = (rest: string) =>
  /^(?:as|for|if) (?:the|our|most|many|all|it|that|this|there|we|they|you|nobody|people|some|its|no) \S+/i.test(rest) &&
  /^as\b|^if\b/i.test(rest)

const isList = (aside: string) =>
  readTokens(aside).every(({ tag, lower }) => !/^(?:AUX|PRON|PART|SCONJ)$/.test(tag) && !/^(?:no|not|only|except|but|without)$/.test(lower))

export const textOf = (words: readonly Word[]) =>
  words
    .map(({ text, quoted }, at) => {
      const isGlued = at === 0 || words[at - 1]!.end === words[at]!.start
      return `${isGlued ? '' : ' '}${quoted === undefined ? text : `“${quoted}”`}`
    })
    .join('')
