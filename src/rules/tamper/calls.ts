// Calls and functions in a syntax tree, the same for every language that is read.
import { type Node, at, leavesOf, parts, spell, walk } from '../reading/syntax.ts'

export interface Call {
  node: Node
  /** The last part of what is called; empty where that is no name. */
  name: string
  /** What it is called on. */
  on: Node | null
  args: Node[]
  /** Ruby's `do … end` or `{ … }`. */
  block: Node | null
}

const callTypes = /^(?:call_expression|call|method_invocation|new_expression|object_creation_expression)$/

export function callOf(node: Node): Call | null {
  if (node.kind !== null || !callTypes.test(node.type)) return null
  const given = at(node, 'arguments')
  const args = given?.kind === 'string' ? [given] : parts(given)
  const block = at(node, 'block')
  const own = at(node, 'method', 'name')
  if (own) return { node, name: own.text, on: at(node, 'receiver', 'object'), args, block }
  const callee = unwrapped(at(node, 'function', 'constructor', 'type'))
  if (!callee || callee.kind === 'word') return { node, name: callee?.text ?? '', on: null, args, block }
  const member = memberOf(callee)
  return member ? { node, name: member.name, on: member.on, args, block } : { node, name: '', on: callee, args, block }
}

/** `on.name`, in any language. */
export function memberOf(node: Node): { name: string; on: Node | null } | null {
  if (
    !/^(?:member_expression|attribute|selector_expression|field_expression|scoped_identifier|field_access|scoped_type_identifier)$/.test(
      node.type,
    )
  )
    return null
  const name = at(node, 'property', 'attribute', 'field', 'name')
  return name ? { name: name.text, on: at(node, 'object', 'operand', 'value', 'path') } : null
}

/** Without brackets around it, `await`, type arguments and the like. */
export function unwrapped(node: Node | null): Node | null {
  if (
    node &&
    /^(?:parenthesized_expression|parenthesized_statements|generic_function|await_expression|await|non_null_expression|as_expression|expression_statement|literal_element|expression_list)$/.test(
      node.type,
    )
  ) {
    const inner = parts(node).filter(({ text, field }) => text !== 'await' && field !== 'type_arguments')
    if (inner.length > 0 && (inner.length === 1 || node.type !== 'expression_list')) return unwrapped(inner[0] as Node)
  }
  return node
}

export function callsBelow(node: Node): Call[] {
  return walk(node).flatMap((one) => callOf(one) ?? [])
}

/** The words of a chain such as `a.b(c).d`, without what is given to its calls. */
export function chainWords(node: Node | null): string[] {
  if (!node) return []
  if (node.kind === 'word') return [node.text]
  const link = callOf(node) ?? memberOf(node)
  return link ? [...chainWords(link.on), link.name] : []
}

export interface Func {
  name: string
  parameters: Node[]
  body: Node
  /** The body's leaves without the brackets around them. */
  leaves: Node[]
  node: Node
  line: number
}

const functionTypes =
  /^(?:function_declaration|function_expression|generator_function(?:_declaration)?|arrow_function|method_definition|function_definition|lambda|function_item|closure_expression|method_declaration|constructor_declaration|lambda_expression|func_literal|method|singleton_method)$/

export const isFunction = (node: Node) => node.kind === null && functionTypes.test(node.type)

/** Those with a name, or of any kind where `all`. */
export function functionsIn(root: Node, all = false): Func[] {
  return walk(root).flatMap((node): Func[] => {
    const body = isFunction(node) ? at(node, 'body') : null
    const name = body ? nameOf(node) : ''
    if (!body || (name === '' && !all)) return []
    const leaves = leavesOf(body)
    const inner = leaves[0]?.text === '{' ? leaves.slice(1, -1) : leaves
    return [{ name, parameters: leavesOf(at(node, 'parameters', 'parameter')), body, leaves: inner, node, line: node.line }]
  })
}

function nameOf(node: Node): string {
  const own = at(node, 'name')
  if (own) return own.text || spell(leavesOf(own))
  const holder = node.parent
  const place = holder && at(holder, 'name', 'left', 'key', 'property')
  return place && place !== node ? (leavesOf(place).findLast(({ kind }) => kind === 'word')?.text ?? '') : ''
}

/** Statements of a block, or the one expression that stands in its place. */
export function statementsOf(block: Node | null): Node[] {
  if (!block) return []
  if (!/block|body|statement_list|^then$|^else$|^do$|statement_group/.test(block.type)) return [block]
  return parts(block).flatMap((one) => (/^(?:statement_list|block_body|body_statement)$/.test(one.type) ? statementsOf(one) : [one]))
}
