// Compiles a JSON Schema by the draft it names; every error comes back with its pointer.
import type { ErrorObject, Options } from 'ajv'
import { isRecord, own } from './parsed.ts'

export interface Misfit {
  pointer: string
  message: string
}

export type Fits = (value: unknown) => Misfit[]

const maxMisfits = 200

/** A function from a value to its errors, or a sentence saying why the schema can't be used. References are never fetched. */
export async function compileSchema(schema: unknown): Promise<Fits | string> {
  const compile = await compiler({ draft: String(own(schema, '$schema') ?? '') })
  return typeof compile === 'string' ? compile : compile(schema)
}

/** For many schemas at once; `documents` are what their references may name. */
export async function compiler({
  draft = '',
  documents = {},
}: {
  draft?: string
  documents?: Record<string, object>
}): Promise<((schema: unknown) => Fits | string) | string> {
  const ajv = await newAjv(draft)
  if (typeof ajv === 'string') return ajv
  try {
    for (const [id, document] of Object.entries(documents)) ajv.addSchema(withoutNullable(document) as object, id, undefined, false)
  } catch (error) {
    return messageOf(error)
  }
  return (schema) => {
    if (typeof schema !== 'boolean' && !isRecord(schema)) return 'a schema is an object or a boolean'
    try {
      const validate = ajv.compile(withoutNullable(schema) as object)
      return (value) => (validate(value) === true ? [] : (validate.errors ?? []).slice(0, maxMisfits).map(toMisfit))
    } catch (error) {
      return messageOf(error)
    }
  }
}

/** The validator also knows what only OpenAPI 3.0 has, a keyword `nullable`; a property of that name has a schema for its value. */
function withoutNullable(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutNullable)
  if (!isRecord(node)) return node
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) =>
      key === 'nullable' && typeof value === 'boolean' ? [] : [[key, withoutNullable(value)]],
    ),
  )
}

/** From a schema to its violations of the dialect, or undefined for an unknown draft. `keywords` are added to those of 2020-12. */
export async function metaChecker(draft: string, keywords: Record<string, object> = {}): Promise<Fits | undefined> {
  const ajv = await newAjv(draft)
  if (typeof ajv === 'string') return undefined
  const jsonSchema = 'https://json-schema.org/draft/2020-12/schema'
  const regex = { format: 'regex' } // meta-schemas are compiled without their formats
  ajv.addFormat('regex', (text: string) => isPattern(text)) // a pattern needs no Unicode mode
  const validate =
    draft === '' || draft.includes('2020-12')
      ? ajv.compile({
          $id: 'dialect',
          $dynamicAnchor: 'meta',
          allOf: [{ $ref: jsonSchema }, { properties: { pattern: regex, patternProperties: { propertyNames: regex }, ...keywords } }],
        })
      : ajv.getSchema(draft.replace(/#?$/, draft.includes('draft-0') ? '#' : ''))
  return validate && ((value) => (validate(value) === true ? [] : plainest(validate.errors ?? [])))
}

function isPattern(text: string): boolean {
  for (const flags of ['u', ''])
    try {
      return Boolean(new RegExp(text, flags))
    } catch {
      // perhaps in the other mode
    }
  return false
}

/** One error per place: alternatives are joined. */
function plainest(errors: readonly ErrorObject[]): Misfit[] {
  const places = Map.groupBy(errors, ({ instancePath }) => instancePath)
  return [...places].slice(0, maxMisfits).flatMap(([pointer, here]) => {
    const told = here.filter(({ keyword }) => !['anyOf', 'oneOf', 'allOf', 'if', '$ref', '$dynamicRef'].includes(keyword))
    const words = [...new Set(told.map((error) => toMisfit(error).message))]
    return words.length === 0 ? [] : [{ pointer, message: words.join(' or ') }]
  })
}

// Loaded on first use: most runs never see a schema.
async function newAjv(draft: string) {
  const options: Options = { allErrors: true, strict: false, logger: false }
  const { default: formats } = await import('ajv-formats')
  const make = async () => {
    if (draft.includes('draft-07') || draft.includes('draft-06')) return new (await import('ajv')).Ajv(options)
    if (draft.includes('2019-09')) return new (await import('ajv/dist/2019.js')).Ajv2019(options)
    if (draft === '' || draft.includes('2020-12')) return new (await import('ajv/dist/2020.js')).Ajv2020(options)
    return `the draft ${draft} isn't supported; 2020-12, 2019-09, draft-07 and draft-06 are`
  }
  const ajv = await make()
  if (typeof ajv !== 'string') formats.default(ajv)
  return ajv
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function toMisfit(error: ErrorObject): Misfit {
  const extra = own(error.params, 'additionalProperty') ?? own(error.params, 'unevaluatedProperty')
  const allowed = own(error.params, 'allowedValues') ?? own(error.params, 'allowedValue')
  const detail = extra !== undefined ? `: ${JSON.stringify(extra)}` : allowed !== undefined ? `: ${JSON.stringify(allowed)}` : ''
  return { pointer: error.instancePath, message: `${error.message ?? "doesn't fit"}${detail}` }
}
