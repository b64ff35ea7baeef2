// Files of a change as syntax trees, each text read once, and which of their code is new.
import { diffArrays } from 'diff'
import { oncePer } from '../reading/once-per.ts'
import { type Grammar, type Node, type Parse, type Source, grammarOf, leavesOf, spell } from '../reading/syntax.ts'
import { type Language, type Tree, languageOf, partOf } from './files.ts'
import type { Change } from './tampering.ts'

/** Null where there is no grammar for it. */
export type Read = (path: string, text: string) => Source | null

export function reader(parse: Parse): Read {
  const known = new Map<string, Source>()
  return (path, text) => {
    const grammar = grammarOf(path)
    if (grammar === null) return null
    const key = `${grammar}\n${text}`
    const source = known.get(key) ?? parse(text, grammar)
    known.set(key, source)
    return source
  }
}

/** The grammars that judging this change takes: of the languages it touches, and of all settings where it touches settings. */
export function grammarsFor(before: Tree, after: Tree): Set<Grammar> {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const touched = paths.filter((path) => before[path] !== after[path])
  const languages = new Set(touched.map(languageOf))
  const settings = touched.some((path) => partOf(path) === 'settings')
  return new Set(
    paths
      .filter((path) => languages.has(languageOf(path)) || (settings && partOf(path) === 'settings'))
      .flatMap((path) => grammarOf(path) ?? []),
  )
}

/** The same but for comments and layout. */
export function sameCode(before: string, after: string, path: string, read: Read): boolean {
  const [was, is] = [read(path, before), read(path, after)]
  return was !== null && is !== null && spell(leavesOf(was.root)) === spell(leavesOf(is.root))
}

export interface Added {
  language: Language
  /** The file after the change. */
  source: Source
  /** Whether it begins on a line that was added or changed. */
  isNew(node: Node): boolean
}

/** Null where the file is gone or in no language we read. */
export function readAdded(change: Change, read: Read): Added | null {
  const language = languageOf(change.path)
  const source = change.after === null ? null : read(change.path, change.after)
  if (!language || !source) return null
  const fresh = addedLines(change)
  return { language, source, isNew: ({ line }) => fresh.has(line) }
}

const maxEdits = 4_000

/** Numbers (from 1) of the lines of `after` that were added or changed. */
const addedLines = oncePer(({ before, after }: Change): Set<number> => {
  const [was, is] = [before ?? '', after ?? ''].map((text) => text.split('\n').map((line) => line.trim())) as [string[], string[]]
  const found = new Set<number>()
  let at = 1
  for (const { added, removed, value } of diffArrays(was, is, { maxEditLength: maxEdits }) ?? [{ added: true, removed: false, value: is }])
    if (!removed) for (let index = 0; index < value.length; index++, at++) if (added) found.add(at)
  return found
})

/** Items of the first list beyond those of the second. */
export function surplus(items: readonly string[], others: readonly string[]): string[] {
  const left = Map.groupBy(others, (item) => item)
  return items.filter((item) => left.get(item)?.pop() === undefined)
}
