// Sentences of an assistant's instruction file (CLAUDE.md, AGENTS.md, .cursorrules), each as a lesson.
import { fencedLines } from '../../lib/fences.ts'
import { frontMatterOf } from '../../lib/front-matter.ts'

export interface Sentence {
  text: string
  line: number
}

const fewestWords = 3
const longest = 600

/** List items and sentences of paragraphs, without headings, code, tables and quotes. Prefixes an item with the context it needs: "Forbidden: raw calls". */
export function sentencesOf(text: string): { sentences: Sentence[]; tooLong: Sentence[]; tooShort: Sentence[] } {
  const code = fencedLines(text)
  const parts: Sentence[] = []
  let joined = false
  let lead = { text: '', indent: -1 }
  for (const [at, raw] of withoutFrontMatter(text).split('\n').entries()) {
    const line = at + 1
    const item = /^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ x]\]\s+)?(.*)$/.exec(raw)
    const indent = raw.length - raw.trimStart().length
    const heading = /^\s*#{1,6}\s+(.*)$/.exec(raw)
    if (heading) lead = { text: forbids.test(heading[1] ?? '') ? `${(heading[1] ?? '').replace(/:$/, '')}: ` : '', indent: -1 }
    if (code.has(line) || raw.trim() === '' || /^\s*(?:#{1,6}\s|\||>|<!--|[-*_=]{3,}\s*$)/.test(raw)) joined = false
    else {
      const last = parts.at(-1)
      if (item || !joined || !last) parts.push({ text: item ? `${indent > lead.indent ? lead.text : ''}${item[1]}` : raw.trim(), line })
      else last.text += ` ${raw.trim()}`
      joined = true
      const said = parts.at(-1)
      if (said && /[:：][*_]*$/.test(said.text)) lead = { text: `${said.text} `, indent: item ? indent : -1 }
      else if (indent <= lead.indent || (!item && said?.line === line)) lead = { text: '', indent: -1 }
    }
  }
  const all = parts.flatMap(({ text: part, line }) => split(part).map((sentence) => ({ text: sentence, line })))
  const told = all.filter(({ text: sentence }) => !/[:：]$/.test(sentence))
  const said = told.filter(({ text: sentence }) => wordsIn(sentence) >= fewestWords)
  return {
    sentences: said.filter(({ text: { length } }) => length <= longest),
    tooShort: told.filter((sentence) => !said.includes(sentence)),
    tooLong: said.filter(({ text: { length } }) => length > longest),
  }
}

/** Headings that negate what is below them. */
const forbids = /\b(?:don[’']?ts?|do not|never|avoid|not|no|forbidden|prohibited)\b/i

const words = new Intl.Segmenter('en', { granularity: 'word' })
/** Also counts words in scripts without spaces. */
const wordsIn = (text: string) => [...words.segment(text)].filter(({ isWordLike }) => isWordLike).length

/** At the end of a sentence, if the next begins with a capital or a code mark. */
const split = (text: string) =>
  text
    .split(/(?<=[.!?])\s+(?=[\p{Lu}`"“*_])|(?<=[。！？])\s*(?=\S)/u)
    .map((sentence) => sentence.replaceAll(/(`[^`]*`)|\*\*(.+?)\*\*|__(.+?)__/g, (_all, code, bold, under) => code ?? bold ?? under).trim())
    .filter(Boolean)

/** Blank lines take its place, so that the others keep their numbers. */
function withoutFrontMatter(text: string): string {
  const { block = '' } = frontMatterOf(text) ?? {}
  return block.replaceAll(/[^\n]/g, '') + text.slice(block.length)
}
