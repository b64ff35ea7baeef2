// Where the names of a file come from, and which file a relative import means.
import { type Node, at, leavesOf, parts, walk } from '../reading/syntax.ts'
import { callOf } from './calls.ts'
import { type Tree, languageOf, partOf } from './files.ts'
import type { Read } from './read.ts'
import { type Change, type Tampering, lineOf, tampering } from './tampering.ts'

/** Module path → names that come from it. */
export type Imports = ReadonlyMap<string, string[]>

export function importsOf(root: Node): Imports {
  const found = new Map<string, string[]>()
  const add = (path: string, names: string[]) => found.set(path, [...(found.get(path) ?? []), ...names])
  for (const node of walk(root)) {
    if (/^(?:import|export)_statement$/.test(node.type) && at(node, 'source'))
      add(at(node, 'source')?.text ?? '', namesOf(parts(node).filter(({ field }) => field !== 'source')))
    if (node.type === 'import_from_statement')
      add(
        leavesOf(at(node, 'module_name'))
          .map(({ text }) => text)
          .join(''),
        namesOf(node.children.filter(({ field }) => field === 'name')),
      )
    // `const { a } = require('./b')`, also with `await import('./b')`.
    const [name, value] = node.type === 'variable_declarator' ? [at(node, 'name'), at(node, 'value')] : []
    const call =
      value &&
      walk(value)
        .flatMap((one) => callOf(one) ?? [])
        .find((one) => one.name === 'require' || leavesOf(at(one.node, 'function'))[0]?.text === 'import')
    const path = call?.args[0]
    if (name && path?.kind === 'string') add(path.text, namesOf([name]))
  }
  return found
}

/** Work that leans on a package which no manifest declares: whatever answers to that name lies outside what is judged. */
export function findUndeclared(change: Change, { before, after, read }: { before: Tree; after: Tree; read: Read }): Tampering[] {
  const source =
    languageOf(change.path) === 'js' && partOf(change.path) === 'source' && change.after !== null ? read(change.path, change.after) : null
  const manifests = source ? Object.keys(after).filter((path) => /(?:^|\/)package\.json$/.test(path)) : []
  if (!source || manifests.length === 0) return []
  const elsewhere = Object.entries(before).some(([path, text]) => partOf(path) !== 'data' && /"paths"|\balias\b|"imports"/.test(text))
  const declared = manifests.map((path) => after[path]).join('\n')
  const known = new Set(
    Object.values(before).flatMap((text) => [...text.matchAll(/(?:from|require\(|import)\s*['"]([^'"\n]+)['"]/g)].map(([, path]) => path)),
  )
  return [...importsOf(source.root).keys()].flatMap((path) => {
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? ''
    const foreign = /^[a-z@][\w.@/-]*$/.test(path) && !/^(?:@\/|[a-z]+:)/.test(path) && !builtin.test(name)
    const told = `${name} is no part of the project, and package.json does not declare it`
    return foreign && !elsewhere && !known.has(path) && !declared.includes(`"${name}"`)
      ? [tampering(change, 'subject-replaced', told, lineOf(change.after, path))]
      : []
  })
}

const builtin =
  /^(?:assert|async_hooks|buffer|child_process|cluster|console|constants|crypto|dgram|diagnostics_channel|dns|domain|events|fs|http|http2|https|inspector|module|net|os|path|perf_hooks|process|punycode|querystring|readline|repl|stream|string_decoder|sys|timers|tls|trace_events|tty|url|util|v8|vm|wasi|worker_threads|zlib)$/

/** The names as the file knows them: `a as b` is `b`. */
function namesOf(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => {
    const alias = at(node, 'alias')
    if (alias) return [alias.text]
    if (node.kind === 'word') return /^(?:import|from|type|as)$/.test(node.text) ? [] : [node.text]
    return namesOf(node.type === 'pair_pattern' ? [at(node, 'value') ?? node] : node.children)
  })
}

/** The file that an import leads to: a relative one with the extensions and index files that tools fill in, a Python module anywhere in the tree. */
export function fileOf(from: string, path: string, tree: Tree): string | undefined {
  if (languageOf(from) === 'py') {
    const module = path.replace(/^\.+/, '').replaceAll('.', '/')
    const ends = ['.py', '/__init__.py'].map((end) => module + end)
    return module === '' ? undefined : Object.keys(tree).find((one) => ends.some((end) => one === end || one.endsWith(`/${end}`)))
  }
  if (!path.startsWith('.')) return undefined
  const folders = from.split('/').slice(0, -1)
  for (const part of path.split('/')) {
    if (part === '..') folders.pop()
    else if (part !== '.') folders.push(part)
  }
  const base = folders.join('/')
  const ends = ['', '.ts', '.js', '.tsx', '.jsx', '.mjs', '.cjs', '/index.ts', '/index.js']
  return [...ends.map((end) => base + end), base.replace(/\.js$/, '.ts')].find((one) => Object.hasOwn(tree, one))
}
