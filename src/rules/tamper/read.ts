// Files of a change as syntax trees, each text read once; without a grammar there is none.
import { type Grammar, type Parse, type Source, grammarOf } from '../reading/syntax.ts'
import { type Tree, languageOf, partOf } from './files.ts'

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
