// The value a JSON pointer names exists and is as expected.
import * as z from 'zod'
import { defineCheck, fail, pass } from '../check.ts'
import { documentParams, documentText, readDocument } from '../reading/document.ts'
import { show } from '../reading/lines.ts'
import { Pattern } from '../reading/pattern.ts'
import { lookUp, pathOf } from '../reading/pointer.ts'

const types = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'] as const

const PointerParams = z
  .strictObject({
    ...documentParams,
    pointer: z.string().refine((text) => pathOf(text) !== undefined, 'a pointer is empty or begins with "/"'),
    exists: z.boolean().default(true),
    equals: z.json().optional(),
    one_of: z.array(z.json()).min(1).optional(),
    matches: Pattern.optional(),
    type: z.enum(types).optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    min_length: z.int().min(0).optional(),
    max_length: z.int().min(0).optional(),
  })
  .superRefine((params, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (params.min !== undefined && params.max !== undefined && params.min > params.max)
      issue('min', 'min is above max: no value can satisfy this')
    if (params.min_length !== undefined && params.max_length !== undefined && params.min_length > params.max_length)
      issue('min_length', 'min_length is above max_length: no value can satisfy this')
    if (!params.exists && wants(params).length > 0) issue('exists', '"exists: false" can\'t be combined with other assertions')
  })
type PointerParams = z.infer<typeof PointerParams>

export const jsonPointer = defineCheck({
  kind: 'json.pointer',
  summary: 'What a JSON pointer names in a JSON, YAML, TOML or .env document exists, or has the given value, type, range or length.',
  version: '1',
  params: PointerParams,
  demands: (params) => {
    const place = `${params.pointer || 'the whole document'} (${documentText(params)})`
    const wanted = wants(params)
    return params.exists ? `has at ${place} ${wanted.length > 0 ? wanted.join(' and ') : 'a value'}` : `has nothing at ${place}`
  },
  run({ params, artifact }) {
    const read = readDocument(artifact, params)
    if ('result' in read) return read.result
    const { present, value } = lookUp(read.document.value, pathOf(params.pointer) ?? [])
    const location = read.document.locate(params.pointer)
    const name = params.pointer || 'the document'
    if (!params.exists)
      return present
        ? fail(`${name} should not be there`, [{ message: 'present', expected: 'nothing there', actual: show(value), location }])
        : pass(`${name} is absent`)
    if (!present)
      return fail(`${name} is missing`, [
        { message: 'missing', expected: wants(params).join(' and ') || name, actual: 'nothing there', location },
      ])
    const wrong = assertions(params, value).map((expected) => ({
      message: `${name} isn't as expected`,
      expected,
      actual: show(value),
      location,
    }))
    return wrong.length > 0
      ? fail(`${name} is ${show(value)}, expected ${wrong.map((each) => each.expected).join(' and ')}`, wrong)
      : pass(`${name} is ${show(value)}`, [{ message: 'found', actual: show(value), location }])
  },
})

/** All assertions in words. */
function wants({ equals, one_of, type, matches, min, max, min_length, max_length }: PointerParams): string[] {
  return [
    ...(equals === undefined ? [] : [show(equals)]),
    ...(one_of ? [`one of ${show(one_of)}`] : []),
    ...(type ? [`type ${type}`] : []),
    ...(matches === undefined ? [] : [`a match of /${matches}/`]),
    ...(min === undefined && max === undefined ? [] : [rangeOf(min, max)]),
    ...(min_length === undefined && max_length === undefined ? [] : [`a length of ${rangeOf(min_length, max_length)}`]),
  ]
}

const rangeOf = (min: number | undefined, max: number | undefined) =>
  [...(min === undefined ? [] : [`at least ${min}`]), ...(max === undefined ? [] : [`at most ${max}`])].join(' and ')

/** What was expected, for each failed assertion. */
function assertions(params: PointerParams, value: unknown): string[] {
  const length =
    typeof value === 'string' || Array.isArray(value)
      ? value.length
      : typeof value === 'object' && value !== null
        ? Object.keys(value).length
        : undefined
  const below = (limit: number | undefined, actual: number | undefined) => limit !== undefined && (actual === undefined || actual < limit)
  const above = (limit: number | undefined, actual: number | undefined) => limit !== undefined && (actual === undefined || actual > limit)
  const number = typeof value === 'number' ? value : undefined
  return [
    ...(params.equals !== undefined && !same(params.equals, value) ? [show(params.equals)] : []),
    ...(params.one_of && !params.one_of.some((each) => same(each, value)) ? [`one of ${show(params.one_of)}`] : []),
    ...(params.type && !hasType(value, params.type) ? [`type ${params.type}`] : []),
    ...(params.matches !== undefined && !(typeof value === 'string' && new RegExp(params.matches, 'm').test(value))
      ? [`a match of /${params.matches}/`]
      : []),
    ...(below(params.min, number) ? [`at least ${params.min}`] : []),
    ...(above(params.max, number) ? [`at most ${params.max}`] : []),
    ...(below(params.min_length, length) ? [`a length of at least ${params.min_length}`] : []),
    ...(above(params.max_length, length) ? [`a length of at most ${params.max_length}`] : []),
  ]
}

function hasType(value: unknown, type: (typeof types)[number]): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}

function same(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [Object.entries(a), Object.entries(b)]
  return left.length === right.length && left.every(([key, value]) => Object.hasOwn(b, key) && same(value, lookUp(b, [key]).value))
}
