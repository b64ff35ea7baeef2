// Reads a file of rules (YAML or JSON) into complete rules, or into problems that each name a line, a cause and the nearest valid word.
import { didYouMean, nearest } from '../lib/nearest.ts'
import { artifactKinds } from '../schema/artifact.ts'
import { Rule, Severity, TypedCheck, defaultWeight } from '../schema/rule.ts'
import { catalog, parseCheck } from './catalog.ts'
import type { Catalog } from './catalog.ts'
import { parseText, unfit } from './reading/document.ts'
import { formatOfName } from './reading/extract.ts'
import { isRecord, own } from './reading/parsed.ts'
import type { Parsed } from './reading/parsed.ts'

export interface RulesFile {
  rules: Rule[]
  /** Basis points. */
  thresholds: { A?: number; B?: number }
  maxIterations?: number
}

export interface RulesProblem {
  message: string
  line?: number
  column?: number
}

export type LoadedRules = { file: RulesFile } | { problems: RulesProblem[] }

export async function parseRules(text: string, name: string, from: Catalog = catalog): Promise<LoadedRules> {
  const refused = unfit({ text, name })
  if (refused) return { problems: [{ message: `${name}: ${refused.message}` }] }
  const parsed = parseText(text, formatOfName(name) === 'json' ? 'json' : 'yaml')
  if (!parsed.ok) return { problems: [{ message: `${name} can't be read: ${parsed.message}`, ...parsed.at }] }
  const reader = new Reader(parsed)
  const file = await readFile(reader, parsed.value, from)
  return reader.problems.length > 0 ? { problems: reader.problems } : { file }
}

type Path = readonly (string | number)[]

/** Collects problems with their place, or that of the nearest enclosing node. */
class Reader {
  readonly problems: RulesProblem[] = []
  readonly #parsed: Extract<Parsed, { ok: true }>

  constructor(parsed: Extract<Parsed, { ok: true }>) {
    this.#parsed = parsed
  }

  place(path: Path): { line?: number; column?: number } {
    const keys = path.map(String)
    for (let length = keys.length; length >= 0; length--) {
      const at = this.#parsed.find(keys.slice(0, length))
      if (at) return at
    }
    return {}
  }

  add(path: Path, message: string): void {
    this.problems.push({ message, ...this.place(path) })
  }

  unknownKeys(path: Path, value: object, known: readonly string[], what: string): void {
    for (const key of Object.keys(value))
      if (!known.includes(key)) this.add([...path, key], `${what} has no field ${JSON.stringify(key)}${didYouMean(key, known)}`)
  }
}

async function readFile(reader: Reader, value: unknown, from: Catalog): Promise<RulesFile> {
  const file: RulesFile = { rules: [], thresholds: {} }
  const rules = own(value, 'rules')
  if (!isRecord(value) || !Array.isArray(rules)) {
    reader.add(['rules'], 'expected "rules:" with a list of rules')
    return file
  }
  reader.unknownKeys(
    [],
    value,
    ['rules', 'thresholds', 'max_iterations', 'type', 'kind', 'ideal_result', 'name', 'version', '$schema'],
    'a file of rules',
  )
  if (rules.length === 0) reader.add(['rules'], 'the list of rules is empty: nothing would be judged')
  const seen = new Map<string, number>()
  for (const [index, each] of rules.entries()) {
    const rule = await readRule(reader, ['rules', index], each, from)
    if (!rule) continue
    const first = seen.get(rule.id)
    if (first === undefined) seen.set(rule.id, reader.place(['rules', index, 'id']).line ?? 0)
    else reader.add(['rules', index, 'id'], `the id ${rule.id} is used twice; the first is on line ${first}`)
    file.rules.push(rule)
  }
  const kind = own(value, 'kind')
  if (kind !== undefined && !(artifactKinds as readonly unknown[]).includes(kind))
    reader.add(['kind'], `kind is one of ${artifactKinds.join(', ')}, found ${JSON.stringify(kind)}`)
  file.thresholds = readThresholds(reader, own(value, 'thresholds'))
  const iterations = own(value, 'max_iterations')
  if (typeof iterations === 'number' && Number.isInteger(iterations) && iterations >= 1) file.maxIterations = iterations
  else if (iterations !== undefined)
    reader.add(['max_iterations'], `max_iterations is a whole number of at least 1, found ${JSON.stringify(iterations)}`)
  return file
}

function readThresholds(reader: Reader, value: unknown): { A?: number; B?: number } {
  if (value === undefined) return {}
  if (!isRecord(value)) {
    reader.add(['thresholds'], 'thresholds are written as A and B, such as {A: 0.8, B: 0.9}')
    return {}
  }
  reader.unknownKeys(['thresholds'], value, ['A', 'B'], 'thresholds')
  const thresholds: { A?: number; B?: number } = {}
  for (const level of ['A', 'B'] as const) {
    const given = own(value, level)
    if (given === undefined) continue
    if (typeof given === 'number' && given >= 0 && given <= 1) thresholds[level] = Math.round(given * 10_000)
    else reader.add(['thresholds', level], `a threshold is a number from 0 to 1, found ${JSON.stringify(given)}`)
  }
  return thresholds
}

const fields = Object.keys(Rule.shape)

async function readRule(reader: Reader, path: Path, value: unknown, from: Catalog): Promise<Rule | undefined> {
  if (!isRecord(value)) {
    reader.add(path, 'a rule is a mapping with id and check, and optionally description and severity')
    return undefined
  }
  const before = reader.problems.length
  const name = typeof value['id'] === 'string' ? `rule ${value['id']}` : `rule ${Number(path.at(-1)) + 1}`
  reader.unknownKeys(path, value, fields, name)
  for (const field of ['id', 'check']) if (own(value, field) === undefined) reader.add(path, `${name} has no ${field}`)
  const { severity = 'fail', description = descriptionOf(value) } = value
  const weight = defaultWeight[severity as Severity] // undefined for an invalid severity, which is reported below
  const phase = String(own(value, 'id') ?? '').startsWith('b.') ? 'B' : 'A'
  const complete = { weight, phase, ...value, severity, description }
  for (const field of fields) readField(reader, [...path, field], name, field, own(complete, field))
  await readCheck(reader, [...path, 'check'], name, own(value, 'check'), from)
  const rule = Rule.safeParse(complete)
  if (reader.problems.length > before || !rule.success) return undefined
  const level = /^([ab])\./.exec(rule.data.id)?.[1]?.toUpperCase()
  if (level !== undefined && level !== rule.data.phase)
    reader.add([...path, 'phase'], `${name} has level ${level} in its id but phase ${rule.data.phase}`)
  return rule.data
}

/** A rule without a description is described by its sentence, or the last part of its id. */
export function descriptionOf({ id, check }: Record<string, unknown>): string | undefined {
  if (typeof check === 'string') return check
  return typeof id === 'string' ? id.split('.').at(-1)?.replaceAll(/[-_]/g, ' ') || undefined : undefined
}

function readField(reader: Reader, path: Path, name: string, field: string, value: unknown): void {
  if (value === undefined || field === 'check') return
  const result = Rule.shape[field as keyof typeof Rule.shape].safeParse(value)
  if (result.success) return
  const options = field === 'severity' ? Severity.options : field === 'phase' ? ['A', 'B'] : undefined
  const wanted = options
    ? `${field} is ${options.join(', ').replace(/, (\w+)$/, ' or $1')}, found ${JSON.stringify(value)}${didYouMean(String(value), options)}`
    : `${field}: ${result.error.issues[0]?.message}`
  reader.add(path, `${name}: ${wanted}`)
}

async function readCheck(reader: Reader, path: Path, name: string, value: unknown, from: Catalog): Promise<void> {
  if (value === undefined) return
  if (typeof value === 'string') {
    const word = value.trim()
    if (word === '') reader.add(path, `${name}: the check is empty`)
    // A single word with a dot isn't a sentence: a check kind was meant.
    const kinds = [...from.keys()]
    const ending = /^[a-z-]+(\.[a-z-]+)$/.exec(word)?.[1]
    if (!ending && !from.has(word)) return
    const meant = from.has(word) ? word : (nearest(word, kinds) ?? kinds.find((kind) => kind.endsWith(ending ?? word)))
    const help = meant ? `did you mean { kind: ${meant} }?` : 'write a check by its kind as { kind: … }'
    reader.add(path, `${name}: ${JSON.stringify(word)} isn't a sentence; ${help}`)
    return
  }
  const typed = TypedCheck.safeParse(value)
  if (!typed.success) return reader.add(path, `${name}: a check is a sentence, or a mapping with a kind`)
  const parsed = await parseCheck(typed.data, from)
  if (!('problems' in parsed)) return
  for (const problem of parsed.problems) {
    const at = problem.path.map(String)
    reader.add([...path, ...at], `${name}: ${at.length === 0 || at[0] === 'kind' ? '' : `${at.join('.')}: `}${problem.message}`)
  }
}
