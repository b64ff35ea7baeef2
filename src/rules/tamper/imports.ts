// Where the names of a file come from, and which file a relative import means.
import { type Node, at, leavesOf, parts, walk } from '../reading/syntax.ts'
import { callOf } from './calls.ts'
import { type Tree, languageOf } from './files.ts'

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
