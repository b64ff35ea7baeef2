// Code that gives literal results: branches on literals, tables of literals, texts that hide literals.
import { type Node, at, leavesOf, parts, spell, walk } from '../reading/syntax.ts'
import { callOf, statementsOf, unwrapped } from './calls.ts'
import { conditional } from './guards.ts'
import { literalsIn, literalsInText } from './literals.ts'

export interface Branch {
  node: Node
  inputs: Set<string>
  outputs: Set<string>
  /** The input is told by a digest of it. */
  hashed: boolean
  /** The condition is on something that the code counts up. */
  counting: boolean
  /** The result is put together from several literals. */
  assembled: boolean
}

const digests = /^(?:createHash|md5|sha\w*|digest|hexdigest|hash\w*|crc\w*|Sum256|Sum|hexDigest|xxhash\w*|fnv\w*)$/i

export function usesDigest(leaves: readonly Node[]): boolean {
  return leaves.some(({ kind, text }) => kind === 'word' && digests.test(text))
}

/** A comparison with literals that leads to a literal result: `if (x === 'a') return 'b'`, `case 'a': return 'b'`, `x == 'a' ? 'b' : …`. */
export function branches(root: Node): Branch[] {
  const nodes = walk(root)
  const constants = new Map(
    nodes.flatMap((node): [string, Node][] => {
      const [name, value] = [at(node, 'name', 'left', 'pattern'), at(node, 'value', 'right')]
      return name && value && leavesOf(name).length === 1 && (value.kind === 'number' || value.kind === 'string')
        ? [[name.text || spell(leavesOf(name)), value]]
        : []
    }),
  )
  const counters = new Set(
    nodes.flatMap((node) =>
      /^(?:update_expression|inc_statement|augmented_assignment\w*|operator_assignment|compound_assignment_expr|assignment_statement)$/.test(
        node.type,
      ) && /\+\+|--|[+-]=/.test(spell(leavesOf(node)))
        ? leavesOf(node)
            .filter(({ kind }) => kind === 'word')
            .map(({ text }) => text)
        : [],
    ),
  )
  return nodes.flatMap((node): Branch[] => {
    const test = testOf(node)
    if (!test) return []
    const inputs = widen(literalsIn(test.on.flatMap(leavesOf)))
    if (inputs.size === 0) return []
    const asked = test.on.flatMap((one) => leavesOf(one.parent ?? one))
    return test.results.flatMap((result) => {
      const leaves = leavesOf(result).flatMap((leaf) =>
        leaf.kind === 'word' && constants.has(leaf.text) ? leavesOf(constants.get(leaf.text)) : [leaf],
      )
      if (!constant(leaves)) return []
      const outputs = literalsIn(leaves)
      return [
        {
          node,
          inputs,
          outputs,
          hashed: usesDigest(leavesOf(test.condition)) || usesDigest(asked),
          counting: asked.some(({ text }) => counters.has(text)),
          assembled: outputs.size > 1 && leaves.some(({ text }) => text === 'join' || text === 'concat' || text === '+'),
        },
      ]
    })
  })
}

/** What a branch asks, the values it asks for, and what it gives. */
function testOf(node: Node): { condition: Node | null; on: Node[]; results: Node[] } | null {
  if (
    /^(?:switch_case|expression_case|switch_block_statement_group|switch_rule|when|match_arm|case_clause|match_statement_case)$/.test(
      node.type,
    )
  ) {
    const label = node.children
      .filter(({ field, type }) => field === 'value' || field === 'pattern' || /label$|pattern$/.test(type))
      .filter(({ field }) => !(node.type === 'match_arm' && field === 'value'))
    const value = node.type === 'match_arm' ? at(node, 'value') : null
    const body = parts(node).filter((one) => !label.includes(one))
    return {
      condition: at(node.parent?.parent, 'value', 'condition') ?? at(node.parent, 'value'),
      on: label,
      results: value ? resultsOf(value) : body.flatMap(resultsOf),
    }
  }
  const condition = conditional(node) ?? shortCircuit(node)
  if (!condition) return null
  const then = /^binary|boolean/.test(node.type)
    ? at(node, 'right')
    : node.type === 'conditional_expression'
      ? (parts(node)[0] ?? null)
      : at(node, 'consequence', 'body')
  return then ? { condition, on: comparedIn(condition), results: resultsOf(then) } : null
}

/** `x == 'a' && 'b'`, wherever it stands. */
function shortCircuit(node: Node): Node | null {
  return /^(?:binary_expression|boolean_operator|binary)$/.test(node.type) &&
    /^(?:&&|and)$/.test(spell(leavesOf(node.children.find(({ field }) => field === 'operator') ?? null)))
    ? at(node, 'left')
    : null
}

/** Operands of equalities and what questions such as `includes`, `in` and `test` are asked with. */
function comparedIn(condition: Node): Node[] {
  return walk(condition).flatMap((node) => {
    const operator = spell(leavesOf(node.children.find(({ field }) => field === 'operator' || field === 'operators') ?? null))
    if (/^(?:===?|is|in)$/.test(operator)) return parts(node)
    const call = callOf(node)
    if (
      !call ||
      !/^(?:includes|include\?|equals|has|isEqual|DeepEqual|Equal|startsWith|endsWith|startswith|endswith|start_with\?|end_with\?|match\??|matches|test|EqualFold|compare|HasPrefix|contains|containsKey|eql\?)$/.test(
        call.name,
      )
    )
      return []
    return call.on ? [...call.args, call.on] : call.args
  })
}

/** What a block gives: the value of a return, of an assignment, or of the expression it is. */
function resultsOf(block: Node): Node[] {
  const [first] = statementsOf(block)
  const statement = first && /^(?:expression_statement|parenthesized_expression)$/.test(first.type) ? (parts(first)[0] ?? first) : first
  if (!statement) return []
  if (/^return/.test(statement.type))
    return parts(statement)
      .slice(0, 1)
      .flatMap((one) => (one.type === 'argument_list' ? parts(one) : [one]))
  if (/assignment/.test(statement.type)) return [at(statement, 'right')].flatMap((one) => one ?? [])
  return statementsOf(block).length === 1 && !callStatement(statement) ? [unwrapped(statement) ?? statement] : []
}

const callStatement = (node: Node) => /statement$|declaration$/.test(node.type)

/** A whole structure written as text holds its values too: `JSON.stringify(x) === '[3,1,2]'`, and so does `'300/1'`. */
export function widen(literals: Set<string>): Set<string> {
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

/** Literals, structures of them and what joins them: nothing that depends on anything. */
export function constant(leaves: readonly Node[]): boolean {
  if (leaves.length === 0 || leaves.length > 200) return false
  return leaves.every(
    ({ kind, text }, index) =>
      kind === 'string' ||
      kind === 'number' ||
      (kind === 'sign' && /^(?:[[\](){},:;.+-]|::|&|=>)$/.test(text)) ||
      (kind === 'word' &&
        (/^(?:true|false|null|undefined|True|False|None|nil|new|set|map|string|int|float64|any|interface|error|as|const|join|concat|into|to_string|to_owned|from|of|valueOf|freeze|vec|Some|Ok|String|Number|toString|Set|Map|Decimal|Fraction)$/.test(
          text,
        ) ||
          /^[:{]$|^=>$/.test(leaves[index + 1]?.text ?? ''))),
  )
}

export interface Table {
  node: Node
  entries: { key: string; values: Set<string> }[]
}

/** `{ 'a': 1, 'b': 2 }` and `[['a', 1], ['b', 2]]`: literals by literals. */
export function tables(root: Node): Table[] {
  return walk(root).flatMap((node): Table[] => {
    if (!/^(?:object|dictionary|hash|literal_value|array|list|tuple|array_expression|argument_list|arguments)$/.test(node.type)) return []
    const items = parts(node)
    const entries = (/^arg/.test(node.type) ? mapOf(node, items) : items).flatMap((item) => {
      const inner = unwrapped(item) ?? item
      const pair = /^(?:pair|keyed_element)$/.test(inner.type)
        ? [at(inner, 'key'), at(inner, 'value')]
        : /^(?:array|list|tuple|array_expression|tuple_expression)$/.test(inner.type) && parts(inner).length === 2
          ? parts(inner)
          : []
      const [name, value] = [leavesOf(pair[0]), leavesOf(pair[1])]
      const key = name.length === 1 && name[0]?.kind === 'word' ? `s:${name[0].text}` : [...literalsIn(name)][0]
      return key !== undefined && constant(value) ? [{ key, values: literalsIn(value) }] : []
    })
    return entries.length > 0 ? [{ node, entries }] : []
  })
}

/** `Map.of("a", 1, "b", 2)`: keys and values by turns. */
function mapOf(node: Node, items: Node[]): Node[] {
  const call = node.parent ? callOf(node.parent) : null
  if (call?.name !== 'of' || call.on?.text !== 'Map') return []
  return items.flatMap((key, index): Node[] =>
    index % 2 === 0 && items[index + 1]
      ? [
          {
            ...key,
            type: 'pair',
            kind: null,
            children: [
              { ...key, field: 'key' },
              { ...(items[index + 1] as Node), field: 'value' },
            ],
          },
        ]
      : [],
  )
}

/** What a text in base64 or hexadecimal holds, where it is decoded on the spot and can be read. */
export function hiddenLiterals(leaf: Node): Set<string> {
  if (leaf.kind !== 'string' || leaf.text.length < 24 || leaf.text.length > 100_000 || !/^[A-Za-z0-9+/_=\s-]+$/.test(leaf.text))
    return new Set()
  const around = leaf.source.leaves.slice(Math.max(0, leaf.start - 8), leaf.start + 4)
  if (
    !around.some(({ text }) =>
      /^(?:base64|base64url|atob|b64decode|DecodeString|fromhex|unhexlify|hex|decode|decode64|unpack1?|getDecoder)$/.test(text),
    )
  )
    return new Set()
  const text = leaf.text.replace(/\s+/g, '')
  try {
    const plain = /^[0-9a-f]+$/i.test(text)
      ? (text.match(/../g) ?? []).map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join('')
      : atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return widen(literalsInText(plain))
  } catch {
    return new Set()
  }
}
