// Code that knows the answers: values of the fixtures answered by name, expected results read from the tests, input no longer looked at.
import { type Node, leavesOf, parts, walk } from '../reading/syntax.ts'
import { type Answers, specific, widen } from './answers.ts'
import { type Func, callOf, functionsIn, isFunction, statementsOf } from './calls.ts'
import { outsideCases, readTests } from './cases.ts'
import { partOf } from './files.ts'
import { callsIn, literalsIn } from './literals.ts'
import { type Read, readAdded } from './read.ts'
import { type Change, type Tampering, tampering } from './tampering.ts'

export function findSpecialCases(change: Change, answers: Answers, read: Read): Tampering[] {
  const added = partOf(change.path) === 'source' && !measuring.test(change.path) ? readAdded(change, read) : null
  if (!added) return []
  const { source, isNew, language } = added
  const report = (message: string, { line }: Node) => tampering(change, 'special-case', message, line)
  const own = new Set(outsideCases(readTests(change.path, source, language)))
  const isDigested = source.leaves.some((leaf) => leaf.kind === 'word' && digests.test(leaf.text) && isNew(leaf))
  return [
    ...unitsIn(source.root)
      .filter((unit) => leavesOf(unit).some((leaf) => own.has(leaf) && isNew(leaf)))
      .flatMap((unit) => knownIn(unit, isNew, answers, isDigested).map((told) => report(told, unit))),
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

/** The outermost functions, and the largest pieces of code that hold none. */
function unitsIn(root: Node): Node[] {
  const functions = new Set<Node>()
  // How many of them begin before each leaf.
  const begun = new Uint32Array(root.source.leaves.length + 2)
  let end = -1
  for (const { node } of functionsIn(root, true))
    if (node.start >= end) {
      functions.add(node)
      begun[node.start + 1] = 1
      end = node.end
    }
  for (let at = 1; at < begun.length; at++) begun[at] = (begun[at] ?? 0) + (begun[at - 1] ?? 0)
  const found: Node[] = []
  const open = [...root.children]
  for (let node = open.pop(); node; node = open.pop())
    if (functions.has(node) || begun[node.end] === begun[node.start]) found.push(node)
    else for (const child of node.children) open.push(child)
  return found
}

const digests = /^(?:createHash|md5|sha\w*|digest|hexdigest|hash\w*|crc\w*|Sum256|Sum|hexDigest|xxhash\w*|fnv\w*)$/i

/** What a piece of code has from the tests, however it is written: an input with its answer, several inputs, or answers found by a digest. */
function knownIn(unit: Node, isNew: (node: Node) => boolean, answers: Answers, isDigested: boolean): string[] {
  const leaves = leavesOf(unit)
  const added = leaves.filter((leaf) => isNew(leaf) && !isReckoned(leaf))
  const fresh = widen(new Set([...literalsIn(added), ...added.flatMap(({ type, text }) => (type === 'regex' ? [`s:${text}`] : []))]))
  // A table that knows more than the tests do is no table of theirs.
  const whole = [...literalsIn(leaves)].filter(specific)
  if (!isFunction(unit) && !isDigested && whole.filter(answers.isKnown).length * 2 < whole.length) return []
  const pair = answers.pairIn(fresh, widen(literalsIn(leaves)))
  if (pair) return [`answers ${show([pair[1]])} on ${show([pair[0]])}, as a test has it`]
  const copied = [...fresh].filter(answers.isInput)
  if (copied.some(answers.telling) && (copied.length > 1 || copied.some((one) => one.split(/[^\p{L}\p{N}]+/u).length > 3)))
    return [`knows ${show(copied)}, which the tests put in`]
  const given = answers.outputsIn(fresh)
  return (isDigested && given.length > 0) || given.filter(isWorkedOut).length > 1 ? [`knows ${show(given)}, which the tests expect`] : []
}

/** A number of several digits that no status of HTTP is. */
const isWorkedOut = (literal: string) =>
  /^n:-?[\d.]*[1-9]\d*[\d.]*[1-9]/.test(literal) && !/^n:[1-5]\d\d$/.test(literal) && Math.abs(Number(literal.slice(2))) > 100

/** It is calculated with, or is a bound. */
function isReckoned({ parent }: Node): boolean {
  return parent !== null && /^binary|comparison/.test(parent.type) && parent.children.some(({ text }) => /^(?:[<>]=?|[-+*\/%])$/.test(text))
}

const show = (literals: readonly string[]) =>
  literals
    .map((one) => one.slice(2))
    .join(', ')
    .slice(0, 120)

/** Functions that give one answer whatever they are asked, or that stopped looking at what they are given. */
function wholeFunctions(
  change: Change,
  root: Node,
  isNew: (node: Node) => boolean,
  read: Read,
  { inOneTest, outputsIn, telling }: Answers,
): Tampering[] {
  const earlier = change.before === null ? null : read(change.path, change.before)
  const before = earlier ? functionsIn(earlier.root) : []
  return functionsIn(root).flatMap((one): Tampering[] => {
    if (parameterNames(one).length === 0 || !one.leaves.some(isNew)) return []
    const old = before.find(({ name }) => name === one.name)
    const computed = old !== undefined && !constant(answerOf(old)) && !isStub(old)
    const value = answerOf(one)
    const values = constant(value) ? [...literalsIn(value)] : []
    const inTests = values.length > 0 && inOneTest(values)
    if (inTests && (computed || values.some(telling)))
      return [tampering(change, 'special-case', `${one.name} gives one answer of the tests, whatever it is asked`, one.line)]
    const literals = [...literalsIn(memorised(one) ?? [])].filter(specific)
    const given = old && !memorised(old) ? outputsIn(literals) : []
    if (given.length > 1 && given.length * 2 >= literals.length)
      return [tampering(change, 'special-case', `${one.name} works nothing out, and tests expect ${show(given)} of it`, one.line)]
    return old && computed && !constant(value) && looksAt(old) && !looksAt(one) && !isStub(one)
      ? [tampering(change, 'special-case', `${one.name} no longer looks at what it is given`, one.line)]
      : []
  })
}

const joining =
  /^(?:true|false|null|undefined|True|False|None|nil|new|set|map|string|int|float64|any|interface|error|as|const|join|concat|into|to_string|to_owned|from|of|valueOf|freeze|vec|Some|Ok|String|Number|toString|Set|Map|Decimal|Fraction)$/

/** Literals, structures of them and what joins them: nothing that depends on anything. */
function constant(leaves: readonly Node[]): boolean {
  if (leaves.length === 0 || leaves.length > 200) return false
  return leaves.every(({ kind, text }, index) => {
    if (kind === 'sign') return /^(?:[[\](){},:;.+*-]|::|&|=>)$/.test(text)
    return kind !== 'word' || joining.test(text) || /^(?:[:{]|=>)$/.test(leaves[index + 1]?.text ?? '')
  })
}

/** The answers of a function that picks one of several literals by what it is given, its length or a key of it; null where it computes. */
function memorised({ body }: Func): Node[] | null {
  const questions = walk(body).filter(isQuestion)
  const asked = new Set(questions.flatMap(leavesOf))
  const answers = leavesOf(body).filter((leaf) => !asked.has(leaf) && !choosing.test(leaf.text))
  return questions.length > 0 && !questions.some(reckons) && constant(answers) ? answers : null
}

/** What a branch depends on. */
const isQuestion = ({ field, type, parent }: Node) =>
  /^(?:condition|pattern|subject)$/.test(field ?? '') ||
  /^(?:case_pattern|switch_label)$/.test(type) ||
  (field === 'value' && /switch|^case$|^expression_case$|^match_expression$/.test(parent?.type ?? ''))

const choosing = /^(?:return|if|elif|elsif|else|unless|switch|match|case|when|then|default|break|end|def|do|_|\?|if let)$/
const measure = /^(?:len|length|size|count)$/

/** More than to compare what is given, a piece of it or its length. */
function reckons(question: Node): boolean {
  const leaves = leavesOf(question)
  const isMeasured = leaves.some(({ text }) => measure.test(text))
  return (
    leaves.some(
      ({ kind, type, text }) => type === 'regex' || (kind === 'sign' && (/^[%*/+]$/.test(text) || (!isMeasured && /^[<>]=?$/.test(text)))),
    ) || [...callsIn(leaves)].some((name) => !measure.test(name) && !/^(?:get|at|nth|charAt|chars|bytes|first|last|trim|strip)$/.test(name))
  )
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
