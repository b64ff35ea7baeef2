// What stands between a test and one of its assertions: conditions, early ends, failures that go nowhere.
import { type Node, ancestors, at, leavesOf, parts, spell, walk } from '../reading/syntax.ts'
import { namesIn } from './bindings.ts'
import { callOf, isFunction, statementsOf } from './calls.ts'
import { fails } from './failing.ts'

export interface Guards {
  /** It never runs, or nobody hears of its failure. */
  void: boolean
  /** Conditions on which it runs. */
  conditions: Set<string>
}

const environment = /\b(?:process . env|environ|getenv|Getenv|platform|NODE_ENV|CI|ENV)\b/
const never = /^\(? ?(?:false|False|0|null|None|nil|! true|not True|1 > 2|1 == 2|1 === 2|(?:false|False|0) (?:&&|and) .*) ?\)?$/
const reacts = /^(?:throw|raise|raises|fail|flunk|Fatal|Fatalf|Error|Errorf|FailNow|reject|expect|assert\w*|done|rethrow|should|panic)$/

export function guardsOf(node: Node, body: readonly Node[]): Guards {
  const found: Guards = { void: false, conditions: new Set() }
  const ordinary = new Set<string>()
  const path = [node]
  for (const up of ancestors(node)) {
    path.push(up)
    if (body.includes(up)) break
  }
  for (const up of path) for (const name of givenNames(up)) ordinary.add(name)
  const add = (condition: Node | null, prefix: string) => {
    const text = spell(leavesOf(condition))
    if (never.test(text) || environment.test(text)) found.void = true
    // A condition on nothing but the row of a table is how tables are written.
    else if (
      prefix !== '' ||
      leavesOf(condition).some(
        (leaf, at, all) => leaf.kind === 'word' && all[at - 1]?.text !== '.' && !ordinary.has(leaf.text) && !plainWord.test(leaf.text),
      )
    )
      found.conditions.add(prefix + text)
  }
  for (const [index, up] of path.entries()) {
    const below = path[index - 1]
    if (!below) continue
    const condition = conditional(up)
    if (
      condition &&
      below !== condition &&
      !below.source.leaves.slice(condition.start, condition.end).includes(leavesOf(below)[0] as Node)
    ) {
      const other = below.field === 'alternative' || /^else/.test(below.type)
      // What comes after a failure that did not happen is what the test is about.
      if (!(other && fails(at(up, 'consequence', 'body')))) add(condition, other && !conditional(below) ? 'else ' : '')
    }
    if (swallows(up, below)) found.void = true
    const event = isFunction(below) && !body.includes(below) ? eventOf(below, body) : null
    if (event !== null) found.conditions.add(`on ${event}`)
    for (const earlier of earlierStatements(up, below)) {
      if (/^(?:return_statement|return_expression|return|next|break_statement|continue_statement|break|continue)$/.test(earlier.type))
        found.void = true
      const early = conditional(earlier)
      const ends = early && !at(earlier, 'alternative') ? statementsOf(at(earlier, 'consequence', 'body')) : []
      if (early && ends.some(leaves) && !ends.some((one) => fails(one))) add(early, 'unless ')
    }
  }
  return found
}

const plainWord = /^(?:true|false|True|False|null|None|nil|undefined|not|and|or|is|in|typeof|len|if|let|Some|Ok|Err|err|error)$/

function leaves(statement: Node): boolean {
  const inner = statement.type === 'expression_statement' ? (parts(statement)[0] ?? statement) : statement
  return (
    /^(?:return|next|break|continue)(?:_statement|_expression)?$/.test(inner.type) || /^(?:return|next|break|continue)$/.test(inner.text)
  )
}

export function conditional(node: Node): Node | null {
  if (
    !/^(?:if_statement|if_expression|if|unless|if_modifier|unless_modifier|elif_clause|elsif|ternary_expression|conditional_expression|conditional|while_statement|binary_expression|boolean_operator|binary)$/.test(
      node.type,
    )
  )
    return null
  if (/^binary|boolean/.test(node.type))
    return /^(?:&&|and)$/.test(node.children.find(({ field }) => field === 'operator')?.text ?? '') &&
      /statement/.test(node.parent?.type ?? '')
      ? at(node, 'left')
      : null
  return at(node, 'condition') ?? (node.type === 'conditional_expression' ? (parts(node)[1] ?? null) : null)
}

const events = /^(?:on|on[A-Z]\w*|once|add\w*Listener|subscribe|setTimeout|setInterval|setImmediate|nextTick|queueMicrotask|then|finally)$/

/** A function that nobody calls, or that runs at some time while nobody waits for it. */
function eventOf(func: Node, body: readonly Node[]): string | null {
  let up = func.parent
  while (up && /^(?:arg|parenthesized)/.test(up.type)) up = up.parent
  const name =
    func.type === 'arrow_function' || /expression/.test(func.type)
      ? up?.type === 'variable_declarator'
        ? at(up, 'name')
        : null
      : at(func, 'name')
  if (name) return body.flatMap(leavesOf).filter(({ text }) => text === name.text).length < 2 ? `a call of ${name.text}` : null
  const call = up ? callOf(up) : null
  if (!call || up?.parent?.type !== 'expression_statement') return null
  return events.test(call.name) ? call.name : call.name === '' && leavesOf(func)[0]?.text === 'async' ? 'its own time' : null
}

/** Names that a loop or a callback gives: the rows of a table. */
function givenNames(node: Node): string[] {
  const loop = node.type === 'for_statement' ? node.children.find(({ type }) => type === 'range_clause') : undefined
  const left = /^(?:for_in_statement|for_statement|for_expression|enhanced_for_statement|for)$/.test(node.type)
    ? at(loop ?? node, 'left', 'pattern', 'name')
    : null
  const parameters = isFunction(node)
    ? at(node, 'parameters', 'parameter')
    : /^(?:do_block|block)$/.test(node.type)
      ? at(node, 'parameters')
      : null
  return [left, parameters].flatMap((one) => (one ? namesIn(one) : []))
}

function earlierStatements(block: Node, below: Node): Node[] {
  if (!/block|body|statement_list|suite|program|module|^then$|statement_group/.test(block.type)) return []
  return block.children
    .slice(0, block.children.indexOf(below))
    .map((one) => (one.type === 'expression_statement' && parts(one).length === 1 ? (parts(one)[0] as Node) : one))
}

/** A failure inside `below` is caught by `up` and dropped. */
function swallows(up: Node, below: Node): boolean {
  const handlers = up.children.filter(({ type }) => /^(?:catch_clause|except_clause|except_group_clause|rescue)$/.test(type))
  if (handlers.length > 0 && !handlers.includes(below) && !/^(?:finally_clause|else_clause|else|ensure)$/.test(below.type))
    return !handlers.some((one) => leavesOf(at(one, 'body') ?? one).some(({ kind, text }) => kind === 'word' && reacts.test(text)))
  if (up.type === 'with_statement' && below.field === 'body')
    return /\bsuppress \(/.test(spell(leavesOf(up.children.find(({ type }) => type === 'with_clause'))))
  const call = callOf(up)
  if (!call || call.name !== 'catch' || !call.on || !within(below, up, call.on)) return false
  return !call.args.some((one) => walk(one).some(({ kind, text }) => kind === 'word' && reacts.test(text)))
}

function within(below: Node, up: Node, place: Node): boolean {
  return below.start >= place.start && below.end <= place.end + 2 && below !== at(up, 'arguments')
}
