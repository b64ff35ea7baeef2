// tree-sitter grammars: loaded on first use, trees converted to plain nodes at once.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Language, Parser, TreeCursor } from 'web-tree-sitter'
import type { Grammar, Node, Source, Syntax } from '../../rules/reading/syntax.ts'
import { packageRoot } from '../package.ts'

export const syntax: Syntax = {
  async load(wanted) {
    const readers = new Map<Grammar, Language>()
    for (const grammar of wanted) readers.set(grammar, await languageOf(grammar))
    if (readers.size > 0) parser ??= new (await library()).Parser()
    return (text, grammar) => {
      const language = readers.get(grammar)
      if (!parser || !language) throw new Error(`the grammar of ${grammar} was not requested`)
      parser.setLanguage(language)
      return grammar === 'rust' ? withoutMacros(parser, text) : read(parser, text)
    }
  },
}

let parser: Parser | undefined
let loading: Promise<typeof import('web-tree-sitter')> | undefined
const languages = new Map<Grammar, Promise<Language>>()
const require = createRequire(import.meta.url)

function library(): Promise<typeof import('web-tree-sitter')> {
  loading ??= (async () => {
    const loaded = await import('web-tree-sitter')
    await loaded.Parser.init({ wasmBinary: await readFile(require.resolve('web-tree-sitter/web-tree-sitter.wasm')) })
    return loaded
  })()
  return loading
}

function languageOf(grammar: Grammar): Promise<Language> {
  const known = languages.get(grammar) ?? library().then(async ({ Language }) => Language.load(await readFile(grammarFile(grammar))))
  languages.set(grammar, known)
  return known
}

/** The build puts the grammars beside the code; from source they come from their packages. */
function grammarFile(grammar: Grammar): string {
  const name = `tree-sitter-${grammar}.wasm`
  const built = join(packageRoot, 'dist', 'grammars', name)
  return existsSync(built) ? built : require.resolve(`@vscode/tree-sitter-wasm/wasm/${name}`)
}

/** Rust's grammar sees a macro's arguments as plain tokens: parse them again as a call, or as the list they form. */
function withoutMacros(parser: Parser, text: string): Source {
  let [plain, source] = [text, read(parser, text)]
  const calls = new Set<number>()
  for (let round = 0; round < 4; round++) {
    const before = plain
    for (const node of macros(source.root)) {
      const bang = node.children.findIndex(({ type }) => type === '!')
      const [name, sign, given] = [node.children[bang - 1], node.children[bang], node.children[bang + 1]]
      const open = given?.children[0]?.text
      if (!name || !sign || !given || name.text === 'cfg' || (open !== '(' && open !== '[')) continue
      if (open === '(') calls.add(name.from)
      plain = open === '(' ? spliced(plain, sign.from, '_') : spliced(plain, name.from, ' '.repeat(sign.to - name.from))
    }
    if (plain === before) break
    source = read(parser, plain)
  }
  for (const leaf of source.leaves) if (calls.has(leaf.from)) leaf.text = leaf.text.slice(0, -1)
  source.text = text
  return source
}

function macros(node: Node): Node[] {
  return node.type === 'macro_invocation' ? [node] : node.children.flatMap(macros)
}

function spliced(text: string, at: number, by: string): string {
  return text.slice(0, at) + by + text.slice(at + by.length)
}

/** Deeper than anything people write; such nodes become one leaf, so that no tree walk overflows the stack. */
const deepest = 400

function read(parser: Parser, text: string): Source {
  const tree = parser.parse(text)
  if (!tree) throw new Error("the code couldn't be parsed")
  const cursor = tree.walk()
  const source: Source = { text, root: undefined as never, leaves: [], comments: [] }
  const reading: Reading = {
    text,
    source,
    leaves: source.leaves as Node[],
    comments: source.comments as Node[],
    heredocs: [],
    line: 1,
    counted: 0,
  }
  source.root = nodeAt(cursor, cursor.nodeType, reading, null, 0) as Node
  cursor.delete()
  tree.delete()
  return source
}

interface Reading {
  text: string
  source: Source
  leaves: Node[]
  comments: Node[]
  /** Where texts begin whose content starts on a later line. */
  heredocs: Node[]
  /** Lines so far, and up to which offset they were counted. */
  line: number
  counted: number
}

const texts =
  /^(?:string|template_string|string_literal|raw_string_literal|interpreted_string_literal|char_literal|character_literal|rune_literal|simple_symbol|bare_string|bare_symbol|delimited_symbol|jsx_text|text_block|heredoc_beginning|subshell|regex)$/
/** Texts without quotes of their own. */
const bare = /^(?:jsx_text|bare_string|bare_symbol)$/
const numbers = /^(?:number|integer|float|complex|rational|imaginary_literal|(?:\w+_)?(?:integer|int|float|floating_point)_literal)$/

type Sort = 'comment' | 'text' | 'number' | 'heredoc' | 'other'
const patterns: readonly (readonly [Sort, RegExp])[] = [
  ['comment', /comment$/],
  ['text', texts],
  ['number', numbers],
  ['heredoc', /^heredoc_body$/],
]
const sorts = new Map<string, Sort>()

/** Grammars have few types and files many nodes. */
function sortOf(type: string): Sort {
  const sort = sorts.get(type) ?? patterns.find(([, pattern]) => pattern.test(type))?.[0] ?? 'other'
  sorts.set(type, sort)
  return sort
}

/** Null for nodes without content: blanks, comments, line ends. */
function nodeAt(cursor: TreeCursor, type: string, reading: Reading, parent: Node | null, depth: number): Node | null {
  const [from, to, sort] = [cursor.startIndex, cursor.endIndex, sortOf(type)]
  const line = lineAt(reading, from)
  const start = reading.leaves.length
  const node: Node = {
    type,
    field: cursor.currentFieldName,
    kind: null,
    text: '',
    line,
    from,
    to,
    parent,
    children: none,
    source: reading.source,
    start,
    end: start,
  }
  const written = () => reading.text.slice(from, to)
  if (sort === 'comment') {
    reading.comments.push(Object.assign(node, { kind: 'comment', text: written() }))
    return null
  }
  if (sort === 'heredoc') {
    const text = written()
      .replace(/\s*\w+\s*$/, '')
      .trim()
    Object.assign(reading.heredocs.shift() ?? {}, { text, children: [node] })
    return null
  }
  if (type === 'heredoc_beginning') reading.heredocs.push(node)
  if (sort === 'text') {
    node.kind = 'string'
    node.text = bare.test(type) ? written().trim() : contentOf(written())
    if (type === 'jsx_text' && node.text === '') return null
    reading.leaves.push(node)
  }
  // A template string is one leaf with its text, followed by the code in its placeholders.
  // Types such as `string` are words; a literal's content has the name of a text.
  const entered = depth <= deepest && type !== 'predefined_type' && (sort !== 'text' || node.text.includes('{')) && cursor.gotoFirstChild()
  if (entered) {
    const children: Node[] = []
    do {
      const inner = cursor.nodeType
      const child =
        sort !== 'text' || inner === 'template_substitution' || inner === 'interpolation'
          ? nodeAt(cursor, inner, reading, node, depth + 1)
          : null
      if (child) children.push(child)
    } while (cursor.gotoNextSibling())
    cursor.gotoParent()
    node.children = children
  } else if (sort !== 'text') {
    const spelled = written()
    if (spelled.trim() === '') return parent ? null : node
    node.kind = sort === 'number' ? 'number' : /^[\p{L}_$@]/u.test(spelled) ? 'word' : 'sign'
    node.text = spelled
    reading.leaves.push(node)
  }
  node.end = reading.leaves.length
  return node
}

const none: readonly Node[] = []

/** Nodes come in text order, so every line is counted once. */
function lineAt(reading: Reading, offset: number): number {
  for (; reading.counted < offset; reading.counted++) if (reading.text.charCodeAt(reading.counted) === 10) reading.line++
  return reading.line
}

/** Without quotes, prefixes, the colon of a symbol or the slashes and flags of a pattern. */
function contentOf(written: string): string {
  const opening = /^(?:[a-zA-Z]{0,3}(#{0,8})("""|'''|["'`])|%\w?[^\w\s]|[:/])/.exec(written)
  if (!opening) return written.trim()
  const [all, hashes = '', quote = ''] = opening
  const close = all === ':' ? '' : all === '/' ? (/\/[a-z]*$/.exec(written)?.[0] ?? '') : quote === '' ? ' ' : quote + hashes
  return written.slice(all.length, written.length - close.length)
}
