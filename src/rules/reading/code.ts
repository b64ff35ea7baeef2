// The source code in an artifact: the file itself or its code fences, with comments and strings separated from code.
import type { Artifact } from '../check.ts'
import { fencesOf } from './extract.ts'
import { type Grammar, type Source, type Syntax, grammarOf } from './syntax.ts'

export interface Code {
  text: string
  /** The same length and lines, with comments and strings blanked out. */
  bare: string
  language: Language
  /** Null if the language isn't supported. */
  grammar: Grammar | null
  /** The `file=` path, or the artifact's name. */
  name: string
  /** Lines of the artifact above it. */
  above: number
}

export async function codeOf(artifact: Artifact, syntax: Syntax): Promise<Code[]> {
  const whole = languageOf(extension(artifact.name))
  const pieces = whole
    ? [{ text: artifact.text, language: whole, grammar: grammarFor(extension(artifact.name), whole), name: artifact.name, above: 0 }]
    : fencesOf(artifact).flatMap(({ text, lang, file, line }) => {
        const word = languageOf(lang) ? lang : extension(file ?? '')
        const language = languageOf(word)
        return language ? [{ text, language, grammar: grammarFor(word, language), name: file ?? artifact.name, above: line }] : []
      })
  const parse = await syntax.load(new Set(pieces.flatMap(({ grammar }) => grammar ?? [])))
  return pieces.map((piece) => ({ ...piece, bare: piece.grammar ? blank(parse(piece.text, piece.grammar)) : blankByMarks(piece.text) }))
}

/** The grammar for a fence's language, a file's extension or a language. */
const grammarFor = (word: string, language: Language): Grammar | null =>
  [word, language, ...aliases[language]].map((name) => grammarOf(`.${name}`)).find((grammar) => grammar !== null) ?? null

/** Other names of a language, in fences and as extensions. */
const aliases = {
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
} as const satisfies Record<string, readonly string[]>
export type Language = keyof typeof aliases

const languages = new Map(
  Object.entries(aliases).flatMap(([language, words]) => [language, ...words].map((word) => [word, language as Language])),
)
const languageOf = (word: string) => languages.get(word)

function extension(name: string): string {
  const base = name.slice(name.lastIndexOf('/') + 1)
  return base.includes('.') ? base.slice(base.lastIndexOf('.') + 1).toLowerCase() : ''
}

/** Blanks comments and texts, but keeps code in their placeholders. */
export function blank({ text, leaves, comments }: Source): string {
  const hidden = [...comments, ...leaves.filter(({ kind }) => kind === 'string').flatMap((leaf) => [leaf, ...leaf.children])]
  const out = text.split('')
  for (const { from, to } of hidden) for (let at = from; at < to; at++) if (out[at] !== '\n') out[at] = ' '
  return out.join('')
}

/** Without a grammar: by the marks that most languages share. */
export function blankByMarks(text: string): string {
  return text.replace(
    /"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/.*|\/\*[\s\S]*?\*\/|(?<=^|\s)#(?![!{[a-z]).*/g,
    (hidden) => hidden.replace(/[^\n]/g, ' '),
  )
}
