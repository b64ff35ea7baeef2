// The words after a verb as chunks: each list of noun phrases with the word that links it ("with", "by", "such as").
import type { Token } from '../words/token.ts'
import { phraseList, type Phrase } from './phrases.ts'
import { isMeasureOfTime } from './things.ts'

export interface Chunk {
  link: string
  phrases: Phrase[]
}

export function chunksOf(tokens: readonly Token[]): Chunk[] {
  const chunks: Chunk[] = []
  let link: string[] = []
  for (let at = 0; at < tokens.length;) {
    const phrases = phraseList(tokens, at)
    const last = phrases.at(-1)
    if (!last) {
      const token = tokens[at]
      if (token) link.push(token.before.includes('(') ? `(${token.lower}` : token.lower)
      at += 1
      continue
    }
    at = last.end
    if (phrases.every(isMeasureOfTime)) continue // "every day" is no part of what is acted on
    const opener = tokens[phrases[0]?.start ?? 0]?.before.includes('(') ? '(' : ''
    chunks.push({ link: `${link.join(' ')}${opener}`.trim(), phrases })
    link = []
  }
  return chunks
}
