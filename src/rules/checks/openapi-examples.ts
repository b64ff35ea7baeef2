// Each operation has JSON examples of its input and output, and every example fits its schema.
import * as z from 'zod'
import { defineCheck } from '../check.ts'
import { apiParams, contentOf, entries, isSuccess, list, responsesOf, withApi } from '../reading/openapi.ts'
import type { Api, Operation } from '../reading/openapi.ts'
import { show } from '../reading/lines.ts'
import { isRecord, own } from '../reading/parsed.ts'
import { lookUp, pathOf, toPointer, unescaped } from '../reading/pointer.ts'
import { compiler } from '../reading/schema.ts'
import type { Fits } from '../reading/schema.ts'
import { perOperation } from './openapi-operations.ts'

export const openapiExamples = defineCheck({
  kind: 'openapi.examples',
  summary: 'Each JSON request body and successful answer has an example, and every example of a JSON body fits its schema.',
  version: '2',
  params: z.strictObject({ ...apiParams, validate: z.boolean().default(true) }),
  demands: ({ validate }) =>
    `shows an example for every JSON request body and successful response of the API${validate ? ', each fitting its schema' : ''}`,
  run: ({ params, artifact }) =>
    withApi(artifact, params.fence, async (api) => {
      const seen = new Set<string>()
      const places = new Map(
        api.operations.map((operation) => [
          operation.name,
          jsonPlaces(operation).map((place) => ({
            ...place,
            written: [...ownExamples(place), ...schemaExamples(api.raw, place.schema, seen)],
          })),
        ]),
      )
      const fitOf = params.validate ? await fitsOf(api) : () => undefined
      return perOperation(api, 'examples', (operation) =>
        (places.get(operation.name) ?? []).flatMap(({ what, at, demanded, media, written }) => [
          ...(demanded && !hasExample(media)
            ? [{ message: `${what} has no example`, expected: 'an example beside its schema', actual: 'none', at }]
            : []),
          ...written.flatMap(({ value, pointer, schema, side }) => {
            const fit = fitOf(schema, side)
            if (typeof fit === 'string')
              return [{ message: `${what}: the schema can't be used: ${fit}`, expected: 'a schema that can be used', at }]
            const misfits = fit?.(value).slice(0, 3) ?? []
            return misfits.map((misfit) => ({
              message: `${what}: the example${misfit.pointer && ` at ${misfit.pointer}`} ${misfit.message}`,
              expected: misfit.message,
              actual: show(lookUp(value, pathOf(misfit.pointer) ?? []).value),
              at,
              pointer,
            }))
          }),
        ]),
      )
    }),
})

interface Place {
  what: string
  /** Relative to the operation. */
  at: string
  /** From the root. */
  pointer: string
  schema: string
  side: Side
  /** Whether an example is required. */
  demanded: boolean
  media: Record<string, unknown>
}

/** An example in the document, and the schema it must fit. */
interface Example {
  value: unknown
  pointer: string
  schema: string
  side: Side
}

/** The direction of a value, and which required properties may be missing in it; an example in a schema may be for either direction. */
const leftOut = { request: ['readOnly'], response: ['writeOnly'], either: ['readOnly', 'writeOnly'] } as const
type Side = keyof typeof leftOut

function jsonPlaces(operation: Operation): Place[] {
  const places = (value: unknown, what: string, path: string[], side: Side, demanded: boolean): Place[] =>
    contentOf(value)
      .filter(([type, media]) => /^application\/(?:[\w.-]+\+)?json\b/i.test(type) && own(media, 'schema') !== undefined)
      .map(([type, media]) => {
        const at = toPointer([...path, 'content', type])
        return { what, at, pointer: `${operation.pointer}${at}`, schema: `${operation.pointer}${at}/schema`, side, demanded, media }
      })
  return [
    ...places(own(operation.value, 'requestBody'), 'the request body', ['requestBody'], 'request', true),
    ...responsesOf(operation).flatMap(([code, response]) =>
      places(response, `the response ${code}`, ['responses', code], 'response', isSuccess(code)),
    ),
  ]
}

/** The media type's examples, except external ones. */
function ownExamples({ media, pointer, schema, side }: Place): Example[] {
  const named = entries(own(media, 'examples')).flatMap(([name, example]) =>
    ['value', 'dataValue']
      .filter((key) => isRecord(example) && Object.hasOwn(example, key))
      .map((key) => ({ value: own(example, key), pointer: `${pointer}${toPointer(['examples', name])}`, schema, side })),
  )
  return Object.hasOwn(media, 'example') ? [{ value: own(media, 'example'), pointer: `${pointer}/example`, schema, side }, ...named] : named
}

/** Examples of a schema and of its nested schemas; a shared schema is examined once. */
function schemaExamples(raw: unknown, pointer: string, seen: Set<string>): Example[] {
  const found: Example[] = []
  const stack = [pointer]
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const schema = throughReferences(raw, at)
    const { value } = lookUp(raw, pathOf(schema) ?? [])
    if (seen.has(schema) || !isRecord(value)) continue
    seen.add(schema)
    const add = (example: unknown, ...path: string[]) =>
      found.push({ value: example, pointer: `${schema}${toPointer(path)}`, schema, side: 'either' })
    if (Object.hasOwn(value, 'example')) add(own(value, 'example'), 'example')
    list(own(value, 'examples')).forEach((example, index) => add(example, 'examples', String(index)))
    for (const key of ['items', 'additionalProperties']) if (isRecord(own(value, key))) stack.push(`${schema}/${key}`)
    for (const key of ['allOf', 'oneOf', 'anyOf', 'properties'])
      for (const name of Object.keys(own(value, key) ?? {})) stack.push(`${schema}${toPointer([key, name])}`)
  }
  return found
}

const hasExample = (media: Record<string, unknown>) =>
  Object.hasOwn(media, 'example') || entries(own(media, 'examples')).length > 0 || isShown(own(media, 'schema'), new Map())

/** Whether a schema shows what a value looks like: by its own example, or its parts'. */
function isShown(schema: unknown, known: Map<object, boolean>): boolean {
  if (!isRecord(schema)) return false
  if (!known.has(schema)) {
    known.set(schema, false) // a recursive reference shows nothing new
    known.set(
      schema,
      partsShow(schema, (part) => isShown(part, known)),
    )
  }
  return known.get(schema) === true
}

function partsShow(schema: Record<string, unknown>, shown: (part: unknown) => boolean): boolean {
  if (['example', 'const', 'default'].some((key) => Object.hasOwn(schema, key)) || list(own(schema, 'examples')).length > 0) return true
  const all = list(own(schema, 'allOf'))
  if (all.length > 0 && all.every(shown)) return true
  if ([...list(own(schema, 'oneOf')), ...list(own(schema, 'anyOf')), own(schema, 'items')].some(shown)) return true
  const required = list(own(schema, 'required'))
  const properties = entries(own(schema, 'properties'))
  return (
    properties.some(([, property]) => shown(property)) &&
    properties.every(([name, property]) => !required.includes(name) || shown(property))
  )
}

/** Compiles schemas in place in the document, so that references keep working, even recursive ones. */
async function fitsOf(api: Api): Promise<(pointer: string, side: Side) => Fits | string> {
  const { upgrade } = await import('@scalar/openapi-parser')
  // 3.0 has its own null and exclusive bounds; 3.1 is JSON Schema.
  const modern = upgrade(structuredClone(api.raw)).specification ?? {}
  const compileFor = async (side: Side) => compiler({ documents: { api: demanding(modern, leftOut[side], modern) as object } })
  const compilers = { request: await compileFor('request'), response: await compileFor('response'), either: await compileFor('either') }
  const known = new Map<string, Fits | string>()
  return (pointer, side) => {
    const compile = compilers[side]
    if (typeof compile === 'string') return compile
    const key = `${side} ${pointer}`
    const fit = known.get(key) ?? compile({ $ref: `api#${encodeURI(throughReferences(modern, pointer))}` })
    known.set(key, fit)
    return fit
  }
}

/** The same schema without requiring properties that have one of these marks. */
function demanding(value: unknown, marks: readonly string[], root: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => demanding(each, marks, root))
  if (!isRecord(value)) return value
  const isLeftOut = (name: unknown) => {
    const property = own(own(value, 'properties'), String(name))
    const reference = own(property, '$ref')
    const referred = typeof reference === 'string' && lookUp(root, pathOf(unescaped(reference.slice(1))) ?? []).value
    return [property, referred].some((each) => marks.some((mark) => own(each, mark) === true))
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) =>
      key === 'required' && Array.isArray(each) ? [key, each.filter((name) => !isLeftOut(name))] : [key, demanding(each, marks, root)],
    ),
  )
}

/** The same place in the document as written, where a step on the way may be a reference to a component. */
function throughReferences(document: unknown, pointer: string): string {
  let at: string[] = []
  const follow = (stays: (here: object) => boolean) => {
    for (let hops = 0; hops < maxHops; hops++) {
      const here = lookUp(document, at).value
      const reference = own(here, '$ref')
      if (typeof reference !== 'string' || !reference.startsWith('#/') || stays(here as object)) break
      at = pathOf(unescaped(reference.slice(1))) ?? []
    }
  }
  for (const part of pathOf(pointer) ?? []) {
    follow((here) => Object.hasOwn(here, part))
    at = [...at, part]
  }
  follow((here) => Object.keys(here).length > 1) // siblings of a reference count too
  return toPointer(at)
}

const maxHops = 20
