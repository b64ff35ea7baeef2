// Code that knows the answers: values of the fixtures answered by name, expected results read from the tests, input no longer looked at.
import { type Node, leavesOf, parts, walk } from '../reading/syntax.ts'
import { readAdded } from './added.ts'
import { type Answers, specific } from './answers.ts'
import { type Func, callOf, functionsIn, statementsOf } from './calls.ts'
import { partOf } from './files.ts'
import { type Branch, branches, constant, hiddenLiterals, tables, usesDigest, widen } from './literal-code.ts'
import { literalsIn } from './literals.ts'
import type { Read } from './read.ts'
import { type Change, type Tampering, tampering } from './tampering.ts'

export function findSpecialCases(change: Change, answers: Answers, read: Read): Tampering[] {
  const added = partOf(change.path) === 'source' ? readAdded(change, read) : null
  if (!added) return []
  const { source, isNew } = added
  const digested = usesDigest(source.leaves)
  const report = (message: string, { line }: Node) => tampering(change, 'special-case', message, line)
  const anyNew = (node: Node) => leavesOf(node).some(isNew)
  return [
    ...branches(source.root)
      .filter(
        (branch) =>
          anyNew(branch.node) && (answers.together(branch.inputs, branch.outputs) || (disguised(branch) && known(branch.outputs, answers))),
      )
      .map(({ node, inputs, outputs }) => report(`answers ${show(outputs)} on ${show(inputs)}, as a test has it`, node)),
    ...tables(source.root).flatMap(({ node, entries }) => {
      if (!anyNew(node)) return []
      const hits = entries.filter(
        ({ key, values }) => answers.together(widen(new Set([key])), values) || (digested && known(values, answers)),
      )
      return hits.length >= Math.min(2, entries.length) && hits.length * 2 >= entries.length
        ? [report(`${hits.length} of ${entries.length} entries of a table are inputs and answers of the tests`, node)]
        : []
    }),
    ...source.leaves
      .filter((leaf) => leaf.kind === 'string' && isNew(leaf) && !change.before?.includes(leaf.text))
      .flatMap((leaf): Tampering[] => {
        const path = [leaf.text, pathInPieces(leaf)].find((one) => one !== null && namesTestData(one))
        if (path) return [report(`reads ${path.slice(0, 80)}, which belongs to the tests`, leaf)]
        const hidden = [...hiddenLiterals(leaf)].filter((one) => specific(one) && answers.groups.some((group) => group.has(one)))
        return hidden.length >= 2 ? [report(`hides ${show(new Set(hidden.slice(0, 5)))} in an encoded text, as tests expect`, leaf)] : []
      }),
    ...walk(source.root)
      .filter((node) => isNew(node) && returnsExpected(node, answers))
      .map((node) => report('returns the very result a test expects', node)),
    ...wholeFunctions(change, source.root, isNew, read, answers),
  ]
}

function disguised({ hashed, counting, assembled }: Branch): boolean {
  return hashed || counting || assembled
}

/** The result, separators aside, is one that a test expects and nothing but the tests could have told. */
function known(outputs: ReadonlySet<string>, { telling, expected }: Answers): boolean {
  const pieces = new Set([...outputs].filter((one) => !/^s:.{0,2}$/s.test(one)))
  return [...pieces].some(telling) && expected(pieces)
}

function show(literals: ReadonlySet<string>): string {
  return [...literals]
    .map((one) => one.slice(2))
    .join(', ')
    .slice(0, 120)
}

/** `return [1, 2, 3]` with just the values of an assertion, some of them telling. */
function returnsExpected(node: Node, { telling, groups }: Answers): boolean {
  if (!/^return/.test(node.type) || node.kind !== null) return false
  const value = leavesOf(node).slice(1)
  const literals = literalsIn(value)
  return (
    /^[[{(]$/.test(value[0]?.text ?? '') &&
    literals.size >= 2 &&
    constant(value) &&
    [...literals].some(telling) &&
    groups.some((group) => [...literals].every((one) => group.has(one)))
  )
}

/** Functions that give one answer whatever they are asked, or that stopped looking at what they are given. */
function wholeFunctions(change: Change, root: Node, isNew: (node: Node) => boolean, read: Read, { groups, telling }: Answers): Tampering[] {
  const earlier = change.before === null ? null : read(change.path, change.before)
  const before = earlier ? functionsIn(earlier.root) : []
  return functionsIn(root).flatMap((one): Tampering[] => {
    if (parameterNames(one).length === 0 || !one.leaves.some(isNew)) return []
    const old = before.find(({ name }) => name === one.name)
    const computed = old !== undefined && !constant(answerOf(old)) && !isStub(old)
    const value = answerOf(one)
    const values = constant(value) ? literalsIn(value) : new Set<string>()
    const inTests =
      values.size > 0 && groups.some((group) => group.size > values.size && [...values].every((literal) => group.has(literal)))
    if (inTests && (computed || [...values].some(telling)))
      return [tampering(change, 'special-case', `${one.name} gives one answer of the tests, whatever it is asked`, one.line)]
    if (old && computed && !constant(value) && looksAt(old) && !looksAt(one) && !isStub(one))
      return [tampering(change, 'special-case', `${one.name} no longer looks at what it is given`, one.line)]
    return []
  })
}

function parameterNames({ parameters }: Func): string[] {
  return parameters
    .filter(
      ({ kind, text }, index) =>
        kind === 'word' && !['self', 'cls'].includes(text) && ![':', '|', '<', '.', '='].includes(parameters[index - 1]?.text ?? ''),
    )
    .map(({ text }) => text)
}

function looksAt(one: Func): boolean {
  const names = new Set([...parameterNames(one), 'arguments', 'kwargs', 'args'])
  return one.leaves.some(
    ({ kind, text }) => (kind === 'word' && names.has(text)) || (kind === 'string' && [...names].some((name) => text.includes(name))),
  )
}

function isStub({ leaves }: Func): boolean {
  return leaves.length === 0 || /^(?:pass|throw|raise|panic|todo|unimplemented)$/.test(leaves[0]?.text ?? '')
}

/** What a body that only returns gives; a comment in the form of a string aside. */
function answerOf({ body }: Func): Node[] {
  const statements = statementsOf(body)
  const [first, ...rest] = statements
  const documented = first && rest.length > 0 && leavesOf(first).length === 1 && leavesOf(first)[0]?.kind === 'string'
  const leaves = (documented ? rest : statements).flatMap(leavesOf).filter(({ text }) => text !== ';')
  return leaves[0]?.text === 'return' ? leaves.slice(1) : leaves
}

/** `join(here, '..', 'test', 'data')` and `here / 'test' / 'data'` as the path they make. */
function pathInPieces(leaf: Node): string | null {
  const up = leaf.parent
  if (!up) return null
  const call = up.parent ? callOf(up.parent) : null
  const joined =
    call && /^(?:join|resolve|Join|joinpath|Path|get|of)$/.test(call.name)
      ? call.args
      : /^binary/.test(up.type) && up.children.some(({ text }) => text === '/')
        ? slashed(up)
        : []
  const texts = joined.filter(({ kind }) => kind === 'string').map(({ text }) => text)
  return texts.length > 1 && texts[0] === leaf.text ? `${texts.join('/')}/` : null
}

/** The operands of a chain of slashes, up to its outermost. */
function slashed(node: Node): Node[] {
  let top = node
  while (top.parent && /^binary/.test(top.parent.type)) top = top.parent
  const operands = (one: Node): Node[] => (/^binary/.test(one.type) ? parts(one).flatMap(operands) : [one])
  return operands(top)
}

function namesTestData(text: string): boolean {
  return /(?:^|[./\\])(?:tests?|__tests__|specs?|fixtures?|testdata|__snapshots__|goldens?|expected)[/\\][\w./\\-]+|[\w-]+\.(?:test|spec|snap|golden)\b(?![ (])|(?:^|\/)expected[\w.-]*\.(?:json|txt|csv|ya?ml)$/.test(
    text,
  )
}
