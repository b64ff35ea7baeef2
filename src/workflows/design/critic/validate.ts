// Says whether a value is a design intent of this feature and, where it is not, at which path and by which rule.
import type * as z from 'zod'
import { Intent, limits } from '../intent.ts'

/** `path` is a JSON pointer; `rule` is a JSON Schema keyword or one of the rules a schema cannot state. */
export interface Problem {
  path: string
  rule: string
  message: string
}

/** More would not help anyone to repair the document. */
const maxProblems = 100

export function validateIntent(value: unknown, featureId: string): Problem[] {
  const unreadable = measure(value)
  if (unreadable) return [unreadable]
  const parsed = Intent.safeParse(value)
  const problems = parsed.success ? agreements(parsed.data, featureId) : parsed.error.issues.flatMap(fromIssue)
  return [...problems, ...foreignPaths(value, featureId)].slice(0, maxProblems)
}

export function pointer(...path: PropertyKey[]): string {
  let joined = ''
  for (const part of path) {
    const text = String(part)
    joined += '/' + (/[~/]/.test(text) ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text)
  }
  return joined
}

/** Size, depth and well-formedness, before anything walks the value in earnest. */
function measure(value: unknown): Problem | undefined {
  let room: number = limits.bytes
  for (const { at, depth, node } of walk(value)) {
    if (depth > limits.depth) return { path: at, rule: 'maxDepth', message: `nested deeper than ${limits.depth} levels` }
    if (typeof node === 'string' && !node.isWellFormed())
      return { path: at, rule: 'wellFormed', message: 'holds half of a surrogate pair, which is no character' }
    room -= typeof node === 'string' ? node.length + 3 : 3
    if (room < 0) return { path: '', rule: 'maxBytes', message: `larger than ${limits.bytes} bytes` }
  }
  return undefined
}

/** Every value of a document with its pointer, outermost first, in document order. */
export function* walk(value: unknown): Generator<{ at: string; depth: number; node: unknown }> {
  const open: { at: string; depth: number; node: unknown }[] = [{ at: '', depth: 0, node: value }]
  for (let item = open.pop(); item; item = open.pop()) {
    yield item
    const { node, at, depth } = item
    if (typeof node !== 'object' || node === null) continue
    const entries = Object.entries(node)
    for (let i = entries.length - 1; i >= 0; i--) {
      const [key, child] = entries[i]!
      open.push({ at: at + pointer(key), depth: depth + 1, node: child })
    }
  }
}

const keywords: Record<string, string> = { invalid_type: 'type', invalid_value: 'enum', invalid_format: 'pattern', invalid_union: 'anyOf' }
const referenceKeys = new Set<PropertyKey>(['componentId', 'to', 'children', 'dataRefs', 'entityRefs', 'sourceRefs', 'goalSourceRefs'])

function fromIssue(issue: z.core.$ZodIssue): Problem[] {
  const path = pointer(...issue.path)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: path + pointer(key),
      rule: 'additionalProperties',
      message: `the schema has no property ${JSON.stringify(key)} here`,
    }))
  }
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    const rule = (issue.code === 'too_small' ? 'min' : 'max') + (issue.origin === 'array' ? 'Items' : 'Length')
    return [{ path, rule, message: issue.message }]
  }
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) {
    return [{ path, rule: 'required', message: `missing; expected ${issue.expected}` }]
  }
  const isReference = issue.path.some((part) => referenceKeys.has(part))
  if (issue.code === 'invalid_format' && isReference) {
    return [{ path, rule: 'ownReference', message: 'refers to something by other than an id or name of this document' }]
  }
  return [{ path, rule: keywords[issue.code] ?? issue.code, message: issue.message }]
}

/** What holds between parts of a document that fits the schema. */
function agreements(intent: Intent, featureId: string): Problem[] {
  const problems: Problem[] = []
  if (intent.featureId !== featureId) {
    problems.push({
      path: '/featureId',
      rule: 'ownFeature',
      message: `expected ${JSON.stringify(featureId)}, found ${JSON.stringify(intent.featureId)}`,
    })
  }
  if (intent.goals.length !== intent.goalSourceRefs.length) {
    problems.push({
      path: '/goalSourceRefs',
      rule: 'sameLength',
      message: `${intent.goals.length} goals but ${intent.goalSourceRefs.length} arrays of source ids`,
    })
  }
  unique(intent.sources.map((source, i) => [source.id, pointer('sources', i, 'id')]))
  unique(intent.userFlows.map((flow, i) => [flow.id, pointer('userFlows', i, 'id')]))
  unique(intent.userFlows.flatMap((flow, i) => flow.steps.map((step, j) => [step.id, pointer('userFlows', i, 'steps', j, 'id')])))
  unique(intent.components.map((component, i) => [component.id, pointer('components', i, 'id')]))
  unique(intent.interactions.map((interaction, i) => [interaction.id, pointer('interactions', i, 'id')]))
  unique(intent.dataModel.entities.map((entity, i) => [entity.name, pointer('dataModel', 'entities', i, 'name')]))
  for (const [i, entity] of intent.dataModel.entities.entries()) {
    unique(entity.attributes.map((attribute, j) => [attribute.name, pointer('dataModel', 'entities', i, 'attributes', j, 'name')]))
  }
  return problems

  function unique(named: (readonly [string, string])[]) {
    const seen = new Map<string, string>()
    for (const [name, path] of named) {
      const first = seen.get(name)
      if (first === undefined) seen.set(name, path)
      else problems.push({ path, rule: 'unique', message: `${JSON.stringify(name)} is already used at ${first}` })
    }
  }
}

const artifact = /^(?:intent\.json|preview\.html|critique\.json|state\.json|final)(?![\w-])/i

/** Paths into another feature's design folder, wherever they stand; the requirement texts are quoted input and may say what they like. */
function foreignPaths(value: unknown, featureId: string): Problem[] {
  const problems: Problem[] = []
  for (const { at, node } of walk(value)) {
    if (typeof node !== 'string' || /^\/sources\/\d+\/text$/.test(at)) continue
    const text = node.replaceAll('\\', '/')
    for (let i = text.indexOf('/design/'); i >= 0; i = text.indexOf('/design/', i + 1)) {
      if (!artifact.test(text.slice(i + 8, i + 24))) continue
      let start = i
      while (start > 0 && /[A-Za-z0-9_-]/.test(text[start - 1]!)) start--
      const owner = text.slice(start, i)
      if (owner !== '' && owner !== featureId)
        problems.push({ path: at, rule: 'ownFeature', message: `refers to a design artifact of the feature ${JSON.stringify(owner)}` })
    }
  }
  return problems
}
