// Cyclomatic complexity of every function, from the syntax tree. For JavaScript and TypeScript it equals ESLint's `complexity` rule.
import { type Grammar, type Node, type Source, at } from '../reading/syntax.ts'

export interface FunctionComplexity {
  name: string
  line: number
  complexity: number
}

export function complexities({ root }: Source, grammar: Grammar): FunctionComplexity[] {
  const { functions, branches, signs } = tables[familyOf(grammar)]
  const found: FunctionComplexity[] = []
  const visit = (node: Node, around: FunctionComplexity | null) => {
    const own = isField(node) ? { name: nameOf(node), line: node.line, complexity: 1 } : around
    if (own && own !== around) found.push(own)
    const here = functions.has(node.type) && node.children.length > 0 ? { name: nameOf(node), line: node.line, complexity: 1 } : own
    if (here !== own && here) found.push(here)
    else if (here && (branches.has(node.type) || (node.kind === 'sign' && signs.has(node.text)) || isBranch(node, signs))) here.complexity++
    for (const child of node.children) visit(child, here)
  }
  visit(root, null)
  return found
}

interface Table {
  functions: ReadonlySet<string>
  branches: ReadonlySet<string>
  /** Operators that branch. */
  signs: ReadonlySet<string>
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

type Family = 'js' | Exclude<Grammar, 'javascript' | 'typescript' | 'tsx'>
const familyOf = (grammar: Grammar): Family => (grammar === 'javascript' || grammar === 'typescript' || grammar === 'tsx' ? 'js' : grammar)

const tables: Readonly<Record<Family, Table>> = {
  js: {
    functions: words(
      'function_declaration function_expression function arrow_function method_definition generator_function generator_function_declaration class_static_block',
    ),
    branches: words('if_statement for_statement for_in_statement while_statement do_statement ternary_expression switch_case catch_clause'),
    signs: words('&& || ?? &&= ||= ??= ?.'),
  },
  python: {
    functions: words('function_definition lambda'),
    branches: words('if_statement elif_clause for_statement while_statement except_clause conditional_expression if_clause case_clause'),
    signs: words('and or'),
  },
  go: {
    functions: words('function_declaration method_declaration func_literal'),
    branches: words('if_statement for_statement expression_case type_case communication_case'),
    signs: words('&& ||'),
  },
  rust: {
    functions: words('function_item closure_expression'),
    branches: words('if_expression for_expression while_expression loop_expression match_arm'),
    signs: words('&& ||'),
  },
  java: {
    functions: words('method_declaration constructor_declaration lambda_expression'),
    branches: words(
      'if_statement for_statement enhanced_for_statement while_statement do_statement catch_clause ternary_expression switch_label',
    ),
    signs: words('&& ||'),
  },
  ruby: {
    functions: words('method singleton_method lambda'),
    branches: words('if elsif unless while until for when rescue conditional if_modifier unless_modifier while_modifier until_modifier'),
    signs: words('&& || and or'),
  },
}

/** A class field's initialiser runs for each object, so it counts as a function. */
const isField = (node: Node): boolean =>
  /^(?:public_)?field_definition$/.test(node.parent?.type ?? '') && node.parent !== null && at(node.parent, 'value') === node

/** Operators written as words, and default values: of a parameter or in a pattern. */
function isBranch(node: Node, signs: ReadonlySet<string>): boolean {
  if (node.kind === 'word') return node.type === node.text && signs.has(node.text)
  if (node.type === 'assignment_pattern' || node.type === 'object_assignment_pattern') return true
  return (node.type === 'required_parameter' || node.type === 'optional_parameter') && node.children.some(({ text }) => text === '=')
}

function nameOf(node: Node): string {
  const own = at(node, 'name')
  if (own) return own.text || 'a function'
  const { parent } = node
  const given = parent && (at(parent, 'name', 'left', 'key') ?? null)
  return given && given !== node && given.text ? given.text : 'an anonymous function'
}
