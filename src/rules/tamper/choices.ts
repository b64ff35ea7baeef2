// Where code chooses by literal values: branches, tables and lists, with what they ask for and what they give.
import { type Node, at, leavesOf, parts, spell, walk } from '../reading/syntax.ts'
import { callOf, isFunction, statementsOf, unwrapped } from './calls.ts'
import { conditional } from './guards.ts'
import { literalsIn, literalsInText } from './literals.ts'

export interface Choice {
  node: Node
  /** The table or list that it stands in, or the function. */
  place: Node
  keys: Set<string>
  /** What it gives, where that is literal too. */
  gives: Set<string>
  /** A branch whose result depends on nothing else, even if it is worked out. */
  isFixed: boolean
  /** The input is told by a digest or a count, or the result is put together from pieces. */
  disguised: boolean
}

export function choicesIn(root: Node): Choice[] {
  const nodes = walk(root)
  const named = namedValues(nodes)
  const counters = countersIn(nodes)
  const digested = usesDigest(root.source.leaves)
  return nodes.flatMap((node) => [...branch(node, named, counters), ...entriesOf(node, digested), ...stored(node, digested)])
}

/** `if (x === 'a') return 'b'`, `case 'a': return 'b'`, `x == 'a' ? 'b' : …`. */
function branch(node: Node, named: ReadonlyMap<string, Node>, counters: ReadonlySet<string>): Choice[] {
  const test = testOf(node)
  const keys = test ? widen(literalsIn(test.on.flatMap(leavesOf))) : new Set<string>()
  if (!test || keys.size === 0) return []
  const asked = [...leavesOf(test.condition), ...test.on.flatMap((one) => leavesOf(one.parent ?? one))]
  const indirect = usesDigest(asked) || asked.some(({ text }) => counters.has(text))
  const place = placeOf(node)
  const results = test.results.map((result) =>
    leavesOf(result).flatMap((leaf) => (leaf.kind === 'word' ? leavesOf(named.get(leaf.text) ?? leaf) : [leaf])),
  )
  const given = results.filter(constant)
  const isFixed = results.some((leaves) => leaves.length > 0 && constant(leaves.filter(({ text }) => !/^[*/%]$/.test(text))))
  if (given.length === 0) return [{ node, place, keys, gives: new Set(), isFixed, disguised: false }]
  return given.map((leaves) => {
    const gives = literalsIn(leaves)
    const assembled = gives.size > 1 && leaves.some(({ text }) => /^(?:join|concat|\+)$/.test(text))
    return { node, place, keys, gives, isFixed, disguised: indirect || assembled }
  })
}

function placeOf(node: Node): Node {
  let place = node
  while (place.parent && !isFunction(place)) place = place.parent
  return place
}

/** Names that stand for one literal. */
function namedValues(nodes: readonly Node[]): Map<string, Node> {
  return new Map(
    nodes.flatMap((node): [string, Node][] => {
      const [name, value] = [leavesOf(at(node, 'name', 'left', 'pattern')), at(node, 'value', 'right')]
      return name.length === 1 && (value?.kind === 'number' || value?.kind === 'string') ? [[name[0]?.text ?? '', value]] : []
    }),
  )
}

/** Names that the code counts up or down. */
function countersIn(nodes: readonly Node[]): Set<string> {
  const counting = nodes.filter(({ type }) => /^update_expression|^inc_statement|assignment/.test(type) && !/^variable/.test(type))
  const changed = counting.map((node) => leavesOf(node)).filter((leaves) => leaves.some(({ text }) => /^(?:\+\+|--|[+-]=)$/.test(text)))
  return new Set(changed.flat().flatMap(({ kind, text }) => (kind === 'word' ? [text] : [])))
}

const digests = /^(?:createHash|md5|sha\w*|digest|hexdigest|hash\w*|crc\w*|Sum256|Sum|hexDigest|xxhash\w*|fnv\w*)$/i
const usesDigest = (leaves: readonly Node[]) => leaves.some(({ kind, text }) => kind === 'word' && digests.test(text))

const arm = /^(?:switch_case|expression_case|switch_block_statement_group|switch_rule|when|match_arm|case_clause)$/

/** What a branch asks, the values it asks for, and what it gives. */
function testOf(node: Node): { condition: Node | null; on: Node[]; results: Node[] } | null {
  if (arm.test(node.type)) {
    const value = node.type === 'match_arm' ? at(node, 'value') : null
    const on = node.children.filter(
      (one) => one !== value && (/^(?:value|pattern)$/.test(one.field ?? '') || /label$|pattern$/.test(one.type)),
    )
    const body = value ? [value] : parts(node).filter((one) => !on.includes(one))
    const condition = at(node.parent?.parent, 'value', 'condition') ?? at(node.parent, 'value')
    return { condition, on, results: body.flatMap(resultsOf) }
  }
  const both = /^(?:&&|and)$/.test(operatorOf(node))
  const condition = conditional(node) ?? (both ? at(node, 'left') : null)
  if (!condition) return null
  const first = node.type === 'conditional_expression' ? (parts(node)[0] ?? null) : null
  const then = both ? at(node, 'right') : (first ?? at(node, 'consequence', 'body'))
  return { condition, on: comparedIn(condition), results: then ? resultsOf(then) : [] }
}

const operatorOf = (node: Node) => spell(leavesOf(node.children.find(({ field }) => field === 'operator' || field === 'operators')))

const asks =
  /^(?:includes|include\?|equals|has|isEqual|DeepEqual|Equal|startsWith|endsWith|startswith|endswith|start_with\?|end_with\?|match\??|matches|test|EqualFold|compare|HasPrefix|contains|containsKey|eql\?)$/

/** Operands of equalities and what questions such as `includes`, `in` and `test` are asked with. */
function comparedIn(condition: Node): Node[] {
  return walk(condition).flatMap((node) => {
    if (/^(?:===?|is|in)$/.test(operatorOf(node))) return parts(node)
    const call = callOf(node)
    return call && asks.test(call.name) ? [...call.args, ...(call.on ? [call.on] : [])] : []
  })
}

/** What a block gives: the value of a return, of an assignment, or of the expression it is. */
function resultsOf(block: Node): Node[] {
  const statements = statementsOf(block)
  const first = unwrapped(statements[0] ?? null)
  if (!first) return []
  if (/^return/.test(first.type)) {
    const value = parts(first)[0]
    return value?.type === 'argument_list' ? parts(value) : value ? [value] : []
  }
  if (/assignment/.test(first.type)) return [at(first, 'right') ?? first]
  return statements.length === 1 && !/statement$|declaration$/.test(first.type) ? [first] : []
}

/** A whole structure written as text holds its values too: `JSON.stringify(x) === '[3,1,2]'`, and so does `'300/1'`. */
function widen(literals: Set<string>): Set<string> {
  const inside = [...literals].flatMap((literal) => {
    if (!literal.startsWith('s:')) return []
    if (/^s:\s*[[{]/.test(literal)) return [...literalsInText(literal.slice(2))]
    const pieces = literal.slice(2).split(/[^\p{L}\p{N}.]+/u)
    return pieces.length > 1
      ? pieces.filter(Boolean).map((piece) => (/^\d+(?:\.\d+)?$/.test(piece) ? `n:${Number(piece)}` : `s:${piece}`))
      : []
  })
  return new Set([...literals, ...inside])
}

const plain =
  /^(?:true|false|null|undefined|True|False|None|nil|new|set|map|string|int|float64|any|interface|error|as|const|join|concat|into|to_string|to_owned|from|of|valueOf|freeze|vec|Some|Ok|String|Number|toString|Set|Map|Decimal|Fraction)$/

/** Literals, structures of them and what joins them: nothing that depends on anything. */
export function constant(leaves: readonly Node[]): boolean {
  if (leaves.length === 0 || leaves.length > 200) return false
  return leaves.every(({ kind, text }, index) => {
    if (kind === 'sign') return /^(?:[[\](){},:;.+*-]|::|&|=>)$/.test(text)
    return kind !== 'word' || plain.test(text) || /^(?:[:{]|=>)$/.test(leaves[index + 1]?.text ?? '')
  })
}

const lists = /^(?:array|list|tuple|set|array_expression|tuple_expression)$/

/** `{ 'a': 1, 'b': 2 }` and `[['a', 1], ['b', 2]]`, literals by literals; `['a', 'b']`, a list of them. */
function entriesOf(node: Node, disguised: boolean): Choice[] {
  if (!lists.test(node.type) && !/^(?:object|dictionary|hash|literal_value|argument_list|arguments)$/.test(node.type)) return []
  const items = parts(node)
  return pairsIn(node, items).flatMap(([from, to]) => {
    const [key, value] = [leavesOf(from), leavesOf(to)]
    const literal = key.length === 1 && key[0]?.kind === 'word' ? `s:${key[0].text}` : [...literalsIn(key)][0]
    return literal !== undefined && (to === undefined || constant(value))
      ? [{ node, place: node, keys: widen(new Set([literal])), gives: literalsIn(value), isFixed: false, disguised }]
      : []
  })
}

/** `known.put("a", 1)`, `text.replace("a", "b")` and `known["a"] = 1`. */
function stored(node: Node, disguised: boolean): Choice[] {
  const call = callOf(node)
  const left = /assignment/.test(node.type) ? at(node, 'left') : null
  const index = left && /subscript|index|element_reference/.test(left.type) ? parts(left).at(-1) : undefined
  const [key, value] = call
    ? /^(?:put|set|insert|store|replace\w*|g?sub!?)$/.test(call.name) && call.args.length === 2
      ? call.args
      : []
    : [index, at(node, 'right')]
  const keys = literalsIn(leavesOf(key))
  return keys.size === 1 && value && constant(leavesOf(value))
    ? [
        {
          node,
          place: placeOf(node),
          keys: widen(keys),
          gives: literalsIn(leavesOf(value)),
          isFixed: /sub|replace/.test(call?.name ?? ''),
          disguised,
        },
      ]
    : []
}

function pairsIn(node: Node, items: readonly Node[]): (readonly [Node | undefined, Node | undefined])[] {
  if (/^arg/.test(node.type)) {
    // `Map.of("a", 1, "b", 2)`, `Set.of("a", "b")`: keys and values by turns, or keys alone.
    const call = node.parent ? callOf(node.parent) : null
    if (call?.on?.text === 'Map' && call.name === 'of')
      return items.flatMap((key, index) => (index % 2 === 0 ? [[key, items[index + 1]] as const] : []))
    return call?.name === 'of' ? items.map((item) => [item, undefined] as const) : []
  }
  return items.flatMap((item): (readonly [Node | undefined, Node | undefined])[] => {
    const inner = unwrapped(item) ?? item
    if (/^(?:pair|keyed_element)$/.test(inner.type)) return [[at(inner, 'key') ?? undefined, at(inner, 'value') ?? undefined]]
    if (lists.test(inner.type)) return parts(inner).length === 2 ? [[parts(inner)[0], parts(inner)[1]]] : []
    return inner.kind === 'string' || inner.kind === 'number' ? [[inner, undefined]] : []
  })
}
