// YAML 1.2 with places; finds duplicate keys in linear time, and refuses alias bombs and deep nesting.
import { LineCounter, Parser, isAlias, isMap, isNode, isPair, isScalar, isSeq, parseAllDocuments } from 'yaml'
import type { Document } from 'yaml'
import { tooBig, tooDeep } from './parsed.ts'
import type { Parsed, Position } from './parsed.ts'

/** A stream of several documents becomes a list. */
export function parseYaml(text: string): Parsed {
  const lines = new LineCounter()
  const position = (offset: number): Position => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  try {
    // The library's own test for duplicate keys is quadratic; ours is below.
    const parsed = parseAllDocuments(text, {
      lineCounter: lines,
      uniqueKeys: false,
      merge: true,
      resolveKnownTags: false, // checks see a set as a mapping and an ordered map as a list
      prettyErrors: false,
      logLevel: 'silent',
    })
    const stray = strayDirective(text)
    if (stray) return { ok: false, message: stray.message, at: position(stray.offset) }
    const documents: Document[] = Array.isArray(parsed) ? parsed : []
    for (const document of documents) {
      const [error] = document.errors
      if (error) return { ok: false, message: explain(error.message), at: position(error.pos[0]) }
      const twice = duplicateKey(document)
      if (twice) return { ok: false, message: `the key ${JSON.stringify(twice.key)} appears twice`, at: position(twice.offset) }
    }
    const values: unknown[] = documents.map((document) => document.toJS({ maxAliasCount: 1000 }))
    const value = values.length === 0 ? null : values.length === 1 ? values[0] : values
    const problem = tooBig(value)
    if (problem) return { ok: false, message: problem, at: undefined }
    return { ok: true, value, find: (path) => findIn(documents, path, position) }
  } catch (error) {
    return { ok: false, message: explain(error instanceof Error ? error.message : String(error)), at: undefined }
  }
}

function explain(message: string): string {
  if (message.includes('Maximum call stack')) return tooDeep
  if (message.includes('Excessive alias count')) return 'its aliases expand to too many values'
  return message.charAt(0).toLowerCase() + message.slice(1)
}

/** A directive needs a document, and names a version or a handle once; the library ignores both. */
function strayDirective(text: string): { message: string; offset: number } | undefined {
  if (!/^%/m.test(text)) return undefined
  let open: { offset: number; about: string }[] = []
  for (const token of new Parser().parse(text)) {
    if (token.type === 'document') open = []
    if (token.type !== 'directive') continue
    const [about = ''] = /^%(?:YAML|TAG\s+\S+)/.exec(token.source) ?? []
    if (about !== '' && open.some((each) => each.about === about))
      return { message: `the directive ${about} is given twice`, offset: token.offset }
    open.push({ offset: token.offset, about })
  }
  const [left] = open
  return left && { message: 'a directive has no document after it', offset: left.offset }
}

function duplicateKey(document: Document): { key: string; offset: number } | undefined {
  const stack: unknown[] = [document.contents]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isPair(node)) stack.push(node.key ?? null, node.value ?? null)
    else if (isSeq(node)) for (const item of node.items) stack.push(item)
    else if (isMap(node)) {
      const keys = new Set<string>()
      for (const pair of node.items) {
        stack.push(pair.value ?? null)
        if (!isScalar(pair.key) || pair.key.source === '') continue // a missing key duplicates nothing
        const key = String(pair.key.value)
        if (keys.has(key) && key !== '<<') return { key, offset: pair.key.range?.[0] ?? 0 }
        keys.add(key)
      }
    }
  }
  return undefined
}

/** The place of a value's key, or of the value itself in a list. */
function findIn(documents: Document[], path: readonly string[], position: (offset: number) => Position): Position | undefined {
  const [first, ...rest] = path
  const several = documents.length > 1
  const document = several ? documents[Number(first)] : documents[0]
  if (!document) return undefined
  let node: unknown = document.contents
  let offset = isNode(node) ? node.range?.[0] : 0
  for (const key of several ? rest : path) {
    if (isAlias(node)) node = node.resolve(document)
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
      if (!pair) return undefined
      if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset
      node = pair.value
    } else if (isSeq(node)) {
      node = node.items[Number(key)]
      if (isNode(node)) offset = node.range?.[0] ?? offset
    } else return undefined
  }
  return offset === undefined ? undefined : position(offset)
}
