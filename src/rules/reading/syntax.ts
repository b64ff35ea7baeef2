// Source code as a tree of plain nodes, whatever the grammar: what checks see of code, and how they request it.

export const grammars = ['javascript', 'typescript', 'tsx', 'python', 'go', 'rust', 'java', 'ruby'] as const
export type Grammar = (typeof grammars)[number]

/** Parses code; requested once per set of languages, because grammars are loaded on demand. */
export interface Syntax {
  load(grammars: Iterable<Grammar>): Promise<Parse>
}

export type Parse = (text: string, grammar: Grammar) => Source

export interface Source {
  text: string
  root: Node
  /** The code's tokens in order, without comments. */
  leaves: readonly Node[]
  comments: readonly Node[]
}

export interface Node {
  /** The grammar's name; a sign or keyword is its own name. */
  type: string
  /** Its role in the parent: `condition`, `body`, `left` … */
  field: string | null
  /** Of a leaf. */
  kind: 'word' | 'number' | 'string' | 'sign' | 'comment' | null
  /** Of a leaf, as written; strings hold their content without quotes. */
  text: string
  line: number
  /** Offsets into the text. */
  from: number
  to: number
  parent: Node | null
  children: readonly Node[]
  source: Source
  /** Its leaves are these of the source's, `end` excluded. */
  start: number
  end: number
}

export function grammarOf(path: string): Grammar | null {
  const extension = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  return extensions[extension] ?? null
}

const extensions: Record<string, Grammar> = {
  ...{ js: 'javascript', mjs: 'javascript', cjs: 'javascript', jsx: 'javascript', ts: 'typescript', mts: 'typescript', cts: 'typescript' },
  ...{ tsx: 'tsx', py: 'python', pyi: 'python', go: 'go', rs: 'rust', java: 'java', rb: 'ruby' },
}

export function leavesOf(node: Node | null | undefined): Node[] {
  return node ? node.source.leaves.slice(node.start, node.end) : []
}

/** The first child in that role. */
export function at(node: Node | null | undefined, ...fields: string[]): Node | null {
  if (node) for (const field of fields) for (const child of node.children) if (child.field === field) return child
  return null
}

/** Named children, without signs and keywords. */
export function parts(node: Node | null | undefined): Node[] {
  return (
    node?.children.filter(
      (child) => !(child.kind === 'sign' || (child.kind === 'word' && child.type === child.text && !plain.has(child.text))),
    ) ?? []
  )
}

/** Keywords that are values. */
const plain = new Set(['true', 'false', 'null', 'nil', 'undefined', 'self', 'this', 'super'])

/** The node and everything below it in text order; doesn't descend into a node for which `enter` is false. */
export function walk(node: Node, enter: (node: Node) => boolean = () => true): Node[] {
  const found: Node[] = []
  const visit = (one: Node) => {
    found.push(one)
    if (enter(one)) for (const child of one.children) visit(child)
  }
  visit(node)
  return found
}

export function* ancestors(node: Node): Generator<Node> {
  for (let up = node.parent; up; up = up.parent) yield up
}

/** Leaves separated by one space, strings in double quotes. */
export function spell(leaves: readonly Node[]): string {
  return leaves.map(({ kind, text }) => (kind === 'string' ? JSON.stringify(text) : text)).join(' ')
}
