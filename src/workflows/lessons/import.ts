// Sentences of a file that tells assistants what to do (CLAUDE.md, AGENTS.md, .cursorrules), each a lesson of its own.
import { fences } from '../../lib/fences.ts'

export interface Sentence {
  text: string
  line: number
}

const fewestWords = 3
const longest = 600

/** List items and sentences of paragraphs; headings, code, tables and quotes are left out. */
export function sentencesOf(text: string): { sentences: Sentence[]; tooLong: Sentence[] } {
  const code = new Set(fences(text).flatMap(({ line, end }) => Array.from({ length: end - line + 1 }, (_, at) => line + at)))
  const parts: Sentence[] = []
  let joined = false
  for (const [at, raw] of withoutFrontMatter(text).split('\n').entries()) {
    const line = at + 1
    const item = /^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ x]\]\s+)?(.*)$/.exec(raw)
    if (code.has(line) || raw.trim() === '' || /^\s*(?:#{1,6}\s|\||>|<!--|[-*_=]{3,}\s*$|```)/.test(raw)) joined = false
    else {
      const last = parts.at(-1)
      if (item || !joined || !last) parts.push({ text: item?.[1] ?? raw.trim(), line })
      else last.text += ` ${raw.trim()}`
      joined = true
    }
  }
  const all = parts.flatMap(({ text: part, line }) => split(part).map((sentence) => ({ text: sentence, line })))
  const said = all.filter(({ text: sentence }) => sentence.split(/\s+/).length >= fewestWords && !sentence.endsWith(':'))
  return {
    sentences: said.filter(({ text: { length } }) => length <= longest),
    tooLong: said.filter(({ text: { length } }) => length > longest),
  }
}

/** At the end of a sentence, where the next begins with a capital or a code mark. */
const split = (text: string) =>
  text
    .split(/(?<=[.!?])\s+(?=[\p{Lu}`"“*_])/u)
    .map((sentence) => sentence.replaceAll(/\*\*|__/g, '').trim())
    .filter(Boolean)

const withoutFrontMatter = (text: string) => text.replace(/^---\n[\s\S]*?\n---\n/, (matter) => '\n'.repeat(matter.split('\n').length - 1))
