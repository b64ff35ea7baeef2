// Each operation shows a JSON example of what it takes and answers, and the example fits its schema.
import * as z from 'zod'
import { defineCheck } from '../check.ts'
import { apiParams, contentOf, entries, isSuccess, list, responsesOf, withApi } from '../reading/openapi.ts'
import type { Api, Operation } from '../reading/openapi.ts'
import { show } from '../reading/lines.ts'
import { isRecord, own, setOwn } from '../reading/parsed.ts'
import { lookUp, pathOf, toPointer } from '../reading/pointer.ts'
import { compiler } from '../reading/schema.ts'
import type { Fits } from '../reading/schema.ts'
import { perOperation } from './openapi-operations.ts'

export const openapiExamples = defineCheck({
  kind: 'openapi.examples',
  summary: 'Each JSON request body and successful answer has an example, and it fits its schema.',
  version: '1',
  params: z.strictObject({ ...apiParams, validate: z.boolean().default(true) }),
  demands: ({ validate }) =>
    `shows an example for every JSON request body and successful response of the API${validate ? ', each fitting its schema' : ''}`,
  run: ({ params, artifact }) =>
    withApi(artifact, params.fence, async (api) => {
      const places = new Map(api.operations.map((operation) => [operation.name, jsonPlaces(operation)]))
      const pointers = [...places.values()].flat().map((place) => `${place.operation}${place.at}/schema`)
      const fits = params.validate ? await schemasAt(api, [...new Set(pointers)]) : new Map<string, Fits | string>()
      return perOperation(api, 'examples', (operation) =>
        (places.get(operation.name) ?? []).flatMap((place) => {
          const examples = examplesOf(place.media)
          if (examples.length === 0)
            return [{ message: `${place.what} has no example`, expected: 'an example beside its schema', actual: 'none', at: place.at }]
          const fit = fits.get(`${place.operation}${place.at}/schema`)
          if (typeof fit === 'string')
            return [{ message: `${place.what}: the schema cannot be used: ${fit}`, expected: 'a schema that can be used', at: place.at }]
          return examples.flatMap((example) =>
            (fit?.(example.value) ?? [])
              .slice(0, 3)
              .map((misfit) => ({
                message: `${place.what}: the example${misfit.pointer && ` at ${misfit.pointer}`} ${misfit.message}`,
                expected: misfit.message,
                actual: show(lookUp(example.value, pathOf(misfit.pointer) ?? []).value),
                at: `${place.at}${example.at}`,
              })),
          )
        }),
      )
    }),
})

interface Place {
  operation: string
  what: string
  at: string
  media: Record<string, unknown>
}

function jsonPlaces(operation: Operation): Place[] {
  const places = (value: unknown, what: string, path: string[]): Place[] =>
    contentOf(value)
      .filter(([type, media]) => /^application\/(?:[\w.-]+\+)?json\b/i.test(type) && own(media, 'schema') !== undefined)
      .map(([type, media]) => ({ operation: operation.pointer, what, at: toPointer([...path, 'content', type]), media }))
  return [
    ...places(own(operation.value, 'requestBody'), 'the request body', ['requestBody']),
    ...responsesOf(operation)
      .filter(([code]) => isSuccess(code))
      .flatMap(([code, response]) => places(response, `the response ${code}`, ['responses', code])),
  ]
}

interface Example {
  value: unknown
  at: string
}

/** Given for the media type, for the schema, or put together from what its properties show. */
function examplesOf(media: Record<string, unknown>): Example[] {
  if (Object.hasOwn(media, 'example')) return [{ value: own(media, 'example'), at: '/example' }]
  const named = entries(own(media, 'examples')).filter(([, example]) => isRecord(example) && Object.hasOwn(example, 'value'))
  if (named.length > 0) return named.map(([name, example]) => ({ value: own(example, 'value'), at: toPointer(['examples', name]) }))
  const sample = sampleOf(own(media, 'schema'), 0)
  return sample ? [{ value: sample.value, at: '/schema' }] : []
}

function sampleOf(schema: unknown, depth: number): { value: unknown } | undefined {
  if (!isRecord(schema) || depth > 8) return undefined
  for (const key of ['example', 'const', 'default']) if (Object.hasOwn(schema, key)) return { value: schema[key] }
  const [first] = list(own(schema, 'examples'))
  if (first !== undefined) return { value: first }
  const items = own(schema, 'items') === undefined ? undefined : sampleOf(own(schema, 'items'), depth + 1)
  if (items) return { value: [items.value] }
  const properties = entries(own(schema, 'properties'))
  if (properties.length === 0) return undefined
  const whole = {}
  for (const [name, property] of properties) {
    const part = sampleOf(property, depth + 1)
    if (part) setOwn(whole, name, part.value)
    else if (list(own(schema, 'required')).includes(name)) return undefined
  }
  return Object.keys(whole).length > 0 ? { value: whole } : undefined
}

/** Schemas are compiled where they stand in the document, so that references, also to themselves, keep working. */
async function schemasAt(api: Api, pointers: string[]): Promise<Map<string, Fits | string>> {
  const { upgrade } = await import('@scalar/openapi-parser')
  // 3.0 writes null and exclusive bounds in its own way; 3.1 is JSON Schema.
  const modern = upgrade(structuredClone(api.raw)).specification ?? {}
  const compile = await compiler({ documents: { api: modern } })
  return new Map(
    pointers.map((pointer) => [
      pointer,
      typeof compile === 'string' ? compile : compile({ $ref: `api#${encodeURI(throughReferences(modern, pointer))}` }),
    ]),
  )
}

/** The same place in the document as written, where a step on the way may be a reference to a component. */
function throughReferences(document: unknown, pointer: string): string {
  let at: string[] = []
  for (const part of pathOf(pointer) ?? []) {
    for (let hops = 0; hops < maxHops; hops++) {
      const reference = own(lookUp(document, at).value, '$ref')
      if (typeof reference !== 'string' || !reference.startsWith('#/')) break
      at = pathOf(unescaped(reference.slice(1))) ?? []
    }
    at = [...at, part]
  }
  return toPointer(at)
}

const maxHops = 20

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
