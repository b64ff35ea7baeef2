// The Schema Objects of an OpenAPI 3.1 or 3.2 document, validated against their dialect's meta-schema: JSON Schema 2020-12 plus OpenAPI's keywords.
import { methods } from './openapi.ts'
import { isRecord, own } from './parsed.ts'
import { toPointer } from './pointer.ts'
import { type Misfit, metaChecker } from './schema.ts'

/** Violations of the dialect, with pointers into the document. Schemas of unknown dialects are skipped. */
export async function schemaMisfits(api: Record<string, unknown>): Promise<Misfit[]> {
  const dialect = own(api, 'jsonSchemaDialect')
  const checkers = new Map<string, Awaited<ReturnType<typeof metaChecker>>>()
  const found: Misfit[] = []
  for (const { path, value } of schemaObjects(api)) {
    const named = String(own(value, '$schema') ?? dialect ?? '')
    const draft = ownDialect.test(named) ? '' : named
    if (!checkers.has(draft)) checkers.set(draft, await metaChecker(draft, keywords))
    const at = toPointer(path)
    for (const { pointer, message } of checkers.get(draft)?.(value) ?? []) found.push({ pointer: `${at}${pointer}`, message })
  }
  return found
}

const ownDialect = /^https:\/\/spec\.openapis\.org\/oas\/3\.[12]\/(?:dialect|schema)/

const texts = { type: 'object', additionalProperties: { type: 'string' } }

/** OpenAPI's base vocabulary; everything else is JSON Schema's, or free. */
const keywords = {
  discriminator: {
    type: 'object',
    required: ['propertyName'],
    properties: { propertyName: { type: 'string' }, mapping: texts, defaultMapping: { type: 'string' } },
  },
  xml: {
    type: 'object',
    properties: {
      nodeType: { enum: ['element', 'attribute', 'text', 'cdata', 'none'] },
      name: { type: 'string' },
      namespace: { type: 'string' },
      prefix: { type: 'string' },
      attribute: { type: 'boolean' },
      wrapped: { type: 'boolean' },
    },
  },
  externalDocs: {
    type: 'object',
    required: ['url'],
    properties: { url: { type: 'string', format: 'uri-reference' }, description: { type: 'string' } },
  },
}

interface Placed {
  path: string[]
  value: unknown
}

/** `name` is one object of that kind; `*name` a map or a list of them. */
type Fields = Readonly<Record<string, string>>

const model: Readonly<Record<string, Fields>> = {
  api: { paths: '*path', webhooks: '*path', components: 'components' },
  components: {
    schemas: '*schema',
    responses: '*response',
    parameters: '*parameter',
    requestBodies: '*body',
    headers: '*parameter',
    callbacks: '*callback',
    pathItems: '*path',
    mediaTypes: '*media',
  },
  path: {
    ...Object.fromEntries(methods.map((method) => [method, 'operation'])),
    additionalOperations: '*operation',
    parameters: '*parameter',
  },
  operation: { parameters: '*parameter', requestBody: 'body', responses: '*response', callbacks: '*callback' },
  parameter: { schema: 'schema', content: '*media' },
  body: { content: '*media' },
  response: { headers: '*parameter', content: '*media' },
  media: { schema: 'schema', itemSchema: 'schema', encoding: '*encoding', prefixEncoding: '*encoding', itemEncoding: 'encoding' },
  encoding: { headers: '*parameter', encoding: '*encoding', prefixEncoding: '*encoding', itemEncoding: 'encoding' },
}

/** Only the outermost: nested ones are validated with them. */
function schemaObjects(api: unknown): Placed[] {
  const found: Placed[] = []
  const stack: (Placed & { kind: string })[] = [{ kind: 'api', path: [], value: api }]
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { kind, path, value } = item
    const inner = (name: string, each: unknown, of: string) => stack.push({ kind: of, path: [...path, name], value: each })
    if (kind === 'schema') found.push(item)
    else if (typeof value !== 'object' || value === null) continue
    else if (kind.startsWith('*')) for (const [name, each] of Object.entries(value)) isExtension(name) || inner(name, each, kind.slice(1))
    else if (kind === 'callback') for (const [name, each] of Object.entries(value)) isExtension(name) || inner(name, each, 'path')
    else
      for (const [name, of] of Object.entries(model[kind] ?? {}))
        if (isRecord(value) && Object.hasOwn(value, name)) inner(name, own(value, name), of)
  }
  return found.reverse()
}

const isExtension = (name: string) => name.startsWith('x-')
