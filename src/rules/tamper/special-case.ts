// Code that knows the answers: values of the fixtures answered by name, expected results read from the tests, input no longer looked at.
import { type Node, leavesOf, parts } from '../reading/syntax.ts'
import type { Answers } from './answers.ts'
import { type Func, callOf, functionsIn, statementsOf } from './calls.ts'
import { type Choice, choicesIn, constant } from './choices.ts'
import { partOf } from './files.ts'
import { literalsIn } from './literals.ts'
import { type Read, readAdded } from './read.ts'
import { type Change, type Tampering, tampering } from './tampering.ts'

export function findSpecialCases(change: Change, answers: Answers, read: Read): Tampering[] {
  const added = partOf(change.path) === 'source' && !measuring.test(change.path) ? readAdded(change, read) : null
  if (!added) return []
  const { source, isNew } = added
  const report = (message: string, { line }: Node) => tampering(change, 'special-case', message, line)
  const choices = choicesIn(source.root).filter(({ node }) => leavesOf(node).some(isNew))
  return [
    ...[...Map.groupBy(choices, ({ place }) => place)].flatMap(([place, all]) =>
      keyed(place, all, answers).map((told) => report(told, place)),
    ),
    ...source.leaves
      .filter((leaf) => leaf.kind === 'string' && isNew(leaf) && !change.before?.includes(leaf.text))
      .flatMap((leaf): Tampering[] => {
        const path = [leaf.text, pathInPieces(leaf)].find((one) => one !== null && namesTestData(one))
        return path ? [report(`reads ${path.slice(0, 80)}, which belongs to the tests`, leaf)] : []
      }),
    ...wholeFunctions(change, source.root, isNew, read, answers),
  ]
}

/** Code that measures the work and is no part of it. */
const measuring = /(?:^|\/)bench(?:mark)?s?\//

/** What a table, a list or the branches of a function have from the tests: answers to their inputs, or at least most of the inputs. */
function keyed(place: Node, choices: readonly Choice[], answers: Answers): string[] {
  const hits = choices.filter(({ keys, gives, disguised }) => answers.together(keys, gives) || (disguised && answers.expected(gives)))
  const isTable = choices.some(({ node }) => node === place)
  if (hits.length > 0 && (!isTable || (hits.length >= Math.min(2, choices.length) && hits.length * 2 >= choices.length))) {
    const [first] = hits
    return [
      `answers ${show(first?.gives ?? [])} on ${show(first?.keys ?? [])}, as a test has it${hits.length > 1 ? `, and ${hits.length - 1} more` : ''}`,
    ]
  }
  const copied = new Set(choices.flatMap(({ keys }) => [...keys].filter(answers.copied)))
  const alone = choices.some(({ keys, isFixed }) => isFixed && [...keys].some((key) => copied.has(key) && answers.telling(key)))
  // One whole record, and nothing beside it.
  if (copied.size === 1 && choices.length === 1 && [...copied].every((key) => answers.telling(key) && answers.isRecord(key)))
    return [`knows ${show(copied)}, which the tests put in`]
  return alone || (copied.size >= 2 && copied.size * 2 >= choices.length && [...copied].some(answers.telling))
    ? [`knows ${show(copied)}, which the tests put in`]
    : []
}

function show(literals: Iterable<string>): string {
  return [...literals]
    .map((one) => one.slice(2))
    .join(', ')
    .slice(0, 120)
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
    const values = constant(value) ? [...literalsIn(value)] : []
    const inTests =
      values.length > 0 && groups().some((group) => group.size > values.length && values.every((literal) => group.has(literal)))
    if (inTests && (computed || values.some(telling)))
      return [tampering(change, 'special-case', `${one.name} gives one answer of the tests, whatever it is asked`, one.line)]
    return old && computed && !constant(value) && looksAt(old) && !looksAt(one) && !isStub(one)
      ? [tampering(change, 'special-case', `${one.name} no longer looks at what it is given`, one.line)]
      : []
  })
}

function parameterNames({ parameters }: Func): string[] {
  return parameters
    .filter(
      ({ kind, text }, index) => kind === 'word' && !/^(?:self|cls)$/.test(text) && !/^[:|<.=]$/.test(parameters[index - 1]?.text ?? ''),
    )
    .map(({ text }) => text)
}

function looksAt(one: Func): boolean {
  const names = [...parameterNames(one), 'arguments', 'kwargs', 'args']
  return one.leaves.some(({ kind, text }) =>
    kind === 'word' ? names.includes(text) : kind === 'string' && names.some((name) => text.includes(name)),
  )
}

function isStub({ leaves }: Func): boolean {
  return leaves.length === 0 || /^(?:pass|throw|raise|panic|todo|unimplemented)$/.test(leaves[0]?.text ?? '')
}

/** What a body that only returns gives; a comment in the form of a string aside. */
function answerOf({ body }: Func): Node[] {
  const statements = statementsOf(body)
  const [first, ...rest] = statements
  const documented = rest.length > 0 && leavesOf(first).length === 1 && leavesOf(first)[0]?.kind === 'string'
  const leaves = (documented ? rest : statements).flatMap(leavesOf).filter(({ text }) => text !== ';')
  return leaves[0]?.text === 'return' ? leaves.slice(1) : leaves
}

/** `join(here, '..', 'test', 'data')` and `here / 'test' / 'data'` as the path they make. */
function pathInPieces(leaf: Node): string | null {
  const call = leaf.parent?.parent ? callOf(leaf.parent.parent) : null
  const isBinary = (one: Node | null | undefined): one is Node => /^binary/.test(one?.type ?? '')
  let top = leaf.parent
  while (isBinary(top?.parent)) top = top?.parent ?? null
  const operands = (one: Node): Node[] => (isBinary(one) ? parts(one).flatMap(operands) : [one])
  const slashed = isBinary(top) && leaf.parent?.children.some(({ text }) => text === '/')
  const joined = call && /^(?:join|resolve|Join|joinpath|Path|get|of)$/.test(call.name) ? call.args : slashed ? operands(top as Node) : []
  const texts = joined.filter(({ kind }) => kind === 'string').map(({ text }) => text)
  return texts.length > 1 && texts[0] === leaf.text ? `${texts.join('/')}/` : null
}

function namesTestData(text: string): boolean {
  return /(?:^|[./\\])(?:tests?|__tests__|specs?|fixtures?|testdata|__snapshots__|goldens?|expected)[/\\][\w./\\-]+|[\w-]+\.(?:test|spec|snap|golden)\b(?![ (])|(?:^|\/)expected[\w.-]*\.(?:json|txt|csv|ya?ml)$/.test(
    text,
  )
}
