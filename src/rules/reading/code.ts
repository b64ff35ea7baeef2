// The source code in an artifact: the file itself or its code fences, with comments and strings told apart from code.
import { fencesOf } from './extract.ts'
import type { Artifact } from '../check.ts'
import { oncePer } from './once-per.ts'

export interface Code {
  text: string
  /** The same length and lines, with comments and strings blanked out. */
  bare: string
  language: Language
  /** The `file=` path, or the artifact's name. */
  name: string
  /** Lines of the artifact above it. */
  above: number
}

export const languages = [
  'typescript',
  'javascript',
  'python',
  'go',
  'rust',
  'java',
  'kotlin',
  'csharp',
  'ruby',
  'php',
  'swift',
  'c',
  'shell',
] as const
export type Language = (typeof languages)[number]

export const codeOf = oncePer((artifact: Artifact): Code[] => {
  const whole = languageOf(extension(artifact.name))
  if (whole) return [{ text: artifact.text, bare: blank(artifact.text, whole), language: whole, name: artifact.name, above: 0 }]
  return fencesOf(artifact).flatMap((fence) => {
    const language = languageOf(fence.lang) ?? (fence.file && languageOf(extension(fence.file)))
    return language
      ? [{ text: fence.text, bare: blank(fence.text, language), language, name: fence.file ?? artifact.name, above: fence.line }]
      : []
  })
})

const aliases: Record<Language, readonly string[]> = {
  typescript: ['ts', 'tsx', 'mts', 'cts'],
  javascript: ['js', 'jsx', 'mjs', 'cjs', 'node'],
  python: ['py', 'python3'],
  go: ['golang'],
  rust: ['rs'],
  java: [],
  kotlin: ['kt', 'kts'],
  csharp: ['cs', 'c#'],
  ruby: ['rb'],
  php: [],
  swift: [],
  c: ['h', 'cpp', 'c++', 'cc', 'hpp', 'cxx'],
  shell: ['sh', 'bash', 'zsh'],
}

function languageOf(word: string): Language | undefined {
  return languages.find((language) => language === word || aliases[language].includes(word))
}

function extension(name: string): string {
  const base = name.slice(name.lastIndexOf('/') + 1)
  return base.includes('.') ? base.slice(base.lastIndexOf('.') + 1).toLowerCase() : ''
}

/** One pass, no look back: each character is code, or in a comment or string that ends at a known mark. */
export function blank(text: string, language: Language): string {
  const hash = language === 'python' || language === 'ruby' || language === 'shell'
  const out: string[] = []
  let at = 0
  const hide = (end: number) => {
    out.push(text.slice(at, end).replace(/[^\n]/g, ' '))
    at = end
  }
  while (at < text.length) {
    const two = text.slice(at, at + 2)
    const three = text.slice(at, at + 3)
    const character = text[at] ?? ''
    if (hash ? character === '#' : two === '//' || (language === 'php' && character === '#')) hide(endOf(text, '\n', at + 1, false))
    else if (!hash && two === '/*') hide(endOf(text, '*/', at + 2, true))
    else if (three === '"""' || (language === 'python' && three === "'''")) hide(endOf(text, three, at + 3, true))
    else if (character === '"' || (character === '`' && !hash)) hide(closing(text, character, at, character === '`'))
    else if (character === "'")
      hide(language === 'rust' && !/^'(?:\\.|[^\\'])'/.test(text.slice(at, at + 4)) ? at + 1 : closing(text, character, at, false))
    else if (character === '/' && (language === 'javascript' || language === 'typescript') && startsRegex(text, at))
      hide(regexEnd(text, at))
    else {
      out.push(character)
      at++
    }
  }
  return out.join('')
}

function endOf(text: string, mark: string, from: number, past: boolean): number {
  const found = text.indexOf(mark, from)
  return found === -1 ? text.length : found + (past ? mark.length : 0)
}

/** After the closing mark; a string that may not span lines ends with its line. */
function closing(text: string, mark: string, from: number, manyLines: boolean): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === mark) return at + 1
    else if (text[at] === '\n' && !manyLines) return at
  }
  return text.length
}

/** A slash inside brackets does not end an expression. */
function regexEnd(text: string, from: number): number {
  let inClass = false
  for (let at = from + 1; at < text.length && text[at] !== '\n'; at++) {
    const character = text[at]
    if (character === '\\') at++
    else if (character === '[') inClass = true
    else if (character === ']') inClass = false
    else if (character === '/' && !inClass) return at + 1
  }
  return from + 1
}

/** A slash after an operator or an opening begins an expression, not a division. */
function startsRegex(text: string, at: number): boolean {
  let before = at - 1
  while (before >= 0 && (text[before] === ' ' || text[before] === '\t')) before--
  return before < 0 || '(,=:[!&|?{};\n'.includes(text[before] ?? '')
}
