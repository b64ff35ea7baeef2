// The rows of a table of cases, however a language writes one down.
import { oncePer } from '../reading/once-per.ts'
import { type Node, at, leavesOf, parts } from '../reading/syntax.ts'
import { callOf, unwrapped } from './calls.ts'
import { cellsOf, literalsIn } from './literals.ts'

/** Groups whose parts are all groups of values: the rows of a table of cases. */
export const rowsOf: (root: Node) => Node[] = oncePer((root: Node): Node[] => {
  if (root.kind === 'string') return root.text.includes('|') && root.text.includes('\n') ? textRows(root) : []
  if (groups.test(root.type)) {
    const rows = parts(root).map(rowIn)
    if (rows.length > 0 && rows.every((row) => row !== null && literalsIn(leavesOf(row)).size >= 1 && parts(row).length >= 2))
      return rows as Node[]
  }
  return root.children.flatMap(rowsOf)
})

export const groups = /^(?:array|object|list|tuple|dictionary|set|literal_value|array_expression|tuple_expression|hash|array_initializer)$/

function rowIn(part: Node): Node | null {
  const node = unwrapped(/^(?:pair|keyed_element)$/.test(part.type) ? at(part, 'value') : part)
  if (!node) return null
  if (groups.test(node.type) || node.type === 'struct_expression') return node
  if (node.type === 'composite_literal') return at(node, 'body')
  // A Go row may be named by its type, a pytest row wrapped in `pytest.param(…)`.
  return /^(?:param|arguments|of)$/.test(callOf(node)?.name ?? '') ? at(node, 'arguments') : null
}

/** A table written as a text: one row a line, cells between bars. */
function textRows(table: Node): Node[] {
  const lines = table.text.split('\n').slice(1)
  return lines
    .filter((line) => line.includes('|'))
    .map((line) => {
      const cells = cellsOf(table, line.split('|'))
      const source = { ...table.source, leaves: cells }
      return { ...table, source, start: 0, end: cells.length }
    })
}
