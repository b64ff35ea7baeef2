// The source code in an artifact: the file itself or its code fences, with comments and strings told apart from code.
import type { Artifact } from '../check.ts'
import { fencesOf } from './extract.ts'
import { type Grammar, type Source, type Syntax, grammarOf } from './syntax.ts'

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

const languages = [
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

export async function codeOf(artifact: Artifact, syntax: Syntax): Promise<Code[]> {
  const whole = languageOf(extension(artifact.name))
  const pieces = whole
    ? [{ text: artifact.text, language: whole, word: extension(artifact.name), name: artifact.name, above: 0 }]
    : fencesOf(artifact).flatMap(({ text, lang, file, line }) => {
        const word = languageOf(lang) ? lang : extension(file ?? '')
        const language = languageOf(word)
        return language ? [{ text, language, word, name: file ?? artifact.name, above: line }] : []
      })
  const parse = await syntax.load(new Set(pieces.flatMap(({ word, language }) => grammarFor(word, language) ?? [])))
  return pieces.map(({ word, ...piece }) => {
    const grammar = grammarFor(word, piece.language)
    return { ...piece, bare: grammar ? blank(parse(piece.text, grammar)) : blankByMarks(piece.text) }
  })
}

/** The grammar of a fence's word or a file's extension, or of its language. */
function grammarFor(word: string, language: Language): Grammar | null {
  return (
    grammarOf(`.${word}`) ??
    aliases[language].map((alias) => grammarOf(`.${alias}`)).find((one) => one !== null) ??
    (language === 'java' ? 'java' : null)
  )
}

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

/** Comments and texts as blanks, whatever code stands in their places. */
export function blank({ text, leaves, comments }: Source): string {
  const hidden = [...comments, ...leaves.filter(({ kind }) => kind === 'string').flatMap((leaf) => [leaf, ...leaf.children])]
  const out = text.split('')
  for (const { from, to } of hidden) for (let at = from; at < to; at++) if (out[at] !== '\n') out[at] = ' '
  return out.join('')
}

/** Where there is no grammar: by the marks that most languages share. */
export function blankByMarks(text: string): string {
  return text.replace(
    /"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/.*|\/\*[\s\S]*?\*\/|(?<=^|\s)#(?![!{[a-z]).*/g,
    (hidden) => hidden.replace(/[^\n]/g, ' '),
  )
}
