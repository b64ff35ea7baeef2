// Names that a piece of code gives a value, with that value.
import { type Node, at, leavesOf, parts, walk } from '../reading/syntax.ts'
import { callOf, isFunction } from './calls.ts'
import { rowsOf } from './table-rows.ts'

export type Bindings = ReadonlyMap<string, Node>

/** The first value of each name counts; `shallow`: what functions give names inside is nobody else's business, hooks aside. */
export function bindingsOf(roots: readonly Node[], shallow = false): Map<string, Node> {
  const found = new Map<string, Node>()
  const give = (name: string, value: Node) => found.has(name) || found.set(name, value)
  for (const root of roots)
    for (const node of walk(root, (one) => !(shallow && isFunction(one) && !/^arguments?/.test(one.parent?.type ?? '')))) {
      const [left, right] = [at(node, 'left', 'name', 'pattern', 'alias'), at(node, 'right', 'value')]
      // `got, want := a(), b()` gives each its own.
      const [names, values] = [left, right].map((side) => (/_list$/.test(side?.type ?? '') ? parts(side as Node) : []))
      if (names?.length && names.length === values?.length)
        for (const [index, one] of names.entries()) for (const name of namesIn(one)) give(name, values[index] as Node)
      else if (left && right && assigns.test(node.type) && !imports(right)) for (const name of namesIn(left)) give(name, right)
      // An error that is caught comes from what was tried.
      const caught = node.type === 'catch_clause' ? at(node, 'parameter', 'name') : null
      const tried = caught && node.parent && at(node.parent, 'body')
      if (caught && tried) for (const name of namesIn(caught)) give(name, tried)
      // `let(:name) { value }`, which RSpec gives its examples.
      const call = callOf(node)
      if (call?.block && /^(?:let!?|subject)$/.test(call.name) && call.args[0]?.kind === 'string') give(call.args[0].text, call.block)
    }
  return found
}

/** Where a name comes from is no value of it. */
const imports = (value: Node) => /^(?:require|import)$/.test(leavesOf(value).find(({ text }) => text !== 'await')?.text ?? '')

const assigns = /declarat|assignment|_spec$|range_clause|^for_|^let_|const_item|static_item|named_expression|as_pattern/

/** Names on the left of an assignment; what stands behind a dot is a place, not a name. */
export function namesIn(left: Node): string[] {
  const leaves = leavesOf(left)
  return leaves
    .filter(({ kind }, index) => kind === 'word' && leaves[index - 1]?.text !== '.' && leaves[index + 1]?.text !== '.')
    .map(({ text }) => text)
}

/** Enough to know an assertion by; a long test names much of itself in each of its assertions. */
const mostLeaves = 400

/** The leaves and, for every name in them that was given a value, that value's leaves too. */
export function expand(leaves: readonly Node[], bindings: Bindings): Node[] {
  const found = [...leaves]
  const seen = new Set<string>()
  for (let index = 0; index < found.length && found.length < mostLeaves; index++) {
    const { kind, text } = found[index] as Node
    const value = kind === 'word' && !seen.has(text) && found[index - 1]?.text !== '.' ? bindings.get(text) : undefined
    // A table's rows are taken one by one elsewhere.
    if (!value || (value.end - value.start > 6 && !/block|body/.test(value.type) && !isFunction(value) && rowsOf(value).length > 0))
      continue
    seen.add(text)
    found.push(...leavesOf(value))
  }
  return found
}
