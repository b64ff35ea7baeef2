// Files of a change as syntax trees, each text read once; without a grammar there is none.
import { type Grammar, type Parse, type Source, grammarOf } from '../reading/syntax.ts'
import type { Tree } from './files.ts'

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

/** The grammars that judging this change takes: those of the languages it touches. */
export function grammarsFor(before: Tree, after: Tree): Set<Grammar> {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const touched = new Set(paths.filter((path) => before[path] !== after[path]).flatMap((path) => grammarOf(path) ?? []))
  const scripts = (['javascript', 'typescript', 'tsx'] as const).filter((one) => paths.some((path) => grammarOf(path) === one))
  return scripts.some((one) => touched.has(one)) ? new Set([...touched, ...scripts]) : touched
}
