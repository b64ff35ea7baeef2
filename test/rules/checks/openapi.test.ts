// OpenAPI checks against one good document and the many ways to spoil it.
import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { refusals, table, tryCheck } from './try-check.ts'

const user = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, displayName: { type: 'string' } } }
const errors = { 400: { description: 'bad' }, 404: { description: 'none' }, 500: { description: 'oops' } }
const json = (schema: object, example?: unknown) => ({ 'application/json': { schema, ...(example !== undefined && { example }) } })
const ref = { $ref: '#/components/schemas/User' }

interface Media {
  schema: object
  example?: unknown
}

interface Operation {
  summary?: string
  operationId?: string
  parameters?: object[]
  requestBody?: object
  security?: object[]
  responses: Record<string, { description?: string; $ref?: string; content?: Record<string, Media> }>
}

type Item = { parameters?: object[]; summary?: string; $ref?: string } & Partial<Record<'get' | 'post' | 'delete', Operation>>

function op(api: ReturnType<typeof good>, path: string, method: 'get' | 'post'): Operation {
  const found = api.paths[path]?.[method]
  if (!found) throw new Error(`no ${method} ${path}`)
  return found
}

function good() {
  return {
    openapi: '3.0.3',
    info: { title: 'Users', version: '1' },
    security: [{ bearer: [] as string[] }] as object[] | undefined,
    paths: {
      '/users': {
        get: {
          summary: 'List users',
          operationId: 'listUsers',
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
          responses: { 200: { description: 'ok', content: json({ type: 'array', items: ref }, [{ id: 1 }]) }, ...errors },
        },
        post: {
          summary: 'Add a user',
          operationId: 'addUser',
          requestBody: { content: json(ref, { id: 1, displayName: 'Ann' }) },
          responses: { 201: { description: 'made', content: json(ref, { id: 1 }) }, ...errors },
        },
      },
      '/users/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: {
          summary: 'One user',
          operationId: 'getUser',
          responses: { 200: { description: 'ok', content: json(ref, { id: 1 }) }, ...errors },
        },
        delete: { summary: 'Remove a user', operationId: 'removeUser', responses: { 204: { description: 'gone' }, ...errors } },
      },
    } as Record<string, Item>,
    components: {
      schemas: { User: user } as Record<string, object>,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } as object | undefined,
    },
  }
}

/** The good document with one thing changed, as YAML in a fence after three lines of text. */
function spoiled(change: (api: ReturnType<typeof good>) => void = () => {}): string {
  const api = good()
  change(api)
  return `# API\n\n\`\`\`yaml\n${stringify(api, { aliasDuplicateObjects: false })}\`\`\`\n`
}

describe('every check passes on the good document', () => {
  for (const kind of ['valid', 'paths', 'schemas', 'examples', 'errors', 'security', 'pagination', 'naming', 'descriptions']) {
    table([
      { title: '3.0 as YAML in a fence', kind: `openapi.${kind}`, text: spoiled(), outcome: 'pass' },
      {
        title: '3.1 as a JSON file',
        kind: `openapi.${kind}`,
        name: 'api.json',
        text: JSON.stringify({ ...good(), openapi: '3.1.0' }),
        outcome: 'pass',
      },
      { title: 'prose holds no API', kind: `openapi.${kind}`, text: 'Words about an API.', outcome: 'fail' },
      {
        title: 'broken YAML cannot be read',
        kind: `openapi.${kind}`,
        text: '```yaml\nopenapi: 3.0.0\n  x: [\n```\n',
        outcome: 'fail',
        says: /can't be read/,
      },
    ])
  }
})

describe('openapi.valid', () => {
  const kind = 'openapi.valid'
  table([
    {
      title: 'a missing title',
      kind,
      text: spoiled((api) => void delete (api.info as Partial<typeof api.info>).title),
      outcome: 'fail',
      lines: [5],
      says: /title/,
    },
    {
      title: 'a missing version of the API',
      kind,
      text: spoiled((api) => void delete (api.info as Partial<typeof api.info>).version),
      outcome: 'fail',
      says: /version/,
    },
    {
      title: 'a broken reference, with its place',
      kind,
      text: spoiled((api) => (api.components.schemas = { Person: user })),
      outcome: 'fail',
      says: /\/paths.*\$ref: Can't resolve reference: #\/components\/schemas\/User/,
    },
    {
      title: 'a path parameter nobody declares',
      kind,
      text: spoiled((api) => void delete api.paths['/users/{id}']?.parameters),
      outcome: 'fail',
      says: /id/,
    },
    {
      title: 'a remote reference is not fetched',
      kind,
      text: spoiled((api) => (api.paths['/far'] = { $ref: 'http://127.0.0.1:9/x.yaml#/y' })),
      outcome: 'fail',
      says: /external reference/,
    },
    {
      title: 'an unknown property',
      kind,
      text: spoiled((api) => Object.assign(op(api, '/users', 'get'), { response: {} })),
      outcome: 'fail',
      says: /response is not expected/,
    },
    {
      title: 'version 2.0',
      kind,
      text: '```yaml\nswagger: "2.0"\ninfo: {}\n```\n',
      outcome: 'fail',
      says: /3\.0, 3\.1 or 3\.2 is expected, found 2\.0/,
      lines: [2],
    },
    { title: 'a list is no document', kind, name: 'a.yaml', text: '- openapi: 3.0.0\n', outcome: 'fail' },
    { title: 'two documents', kind, text: `${spoiled()}\n${spoiled()}`, outcome: 'fail', says: /there are 2; name one with "fence"/ },
    { title: 'one of two by its number', kind, params: { fence: 2 }, text: `${spoiled()}\n${spoiled()}`, outcome: 'pass' },
    { title: 'examples beside it do not disturb', kind, text: `${spoiled()}\n\`\`\`json\n{"id": 1}\n\`\`\`\n`, outcome: 'pass' },
  ])
})

describe('openapi.valid: Schema Objects of 3.1 and 3.2', () => {
  const media = (schema: unknown) => ({ 'application/json': { schema } })
  const get = (more: object) => ({ get: { responses: { 200: { description: 'ok', ...more } } } })
  const bad = { type: 'strng', required: 'yes' }
  /** Everywhere the specification has room for a schema. */
  const places: [string, (schema: unknown) => object, string][] = [
    ['a component', (schema) => ({ components: { schemas: { A: schema } } }), '/components/schemas/A'],
    [
      'a response',
      (schema) => ({ paths: { '/a': get({ content: media(schema) }) } }),
      '/paths/~1a/get/responses/200/content/application~1json/schema',
    ],
    [
      'a header',
      (schema) => ({ paths: { '/a': get({ headers: { 'X-A': { schema } } }) } }),
      '/paths/~1a/get/responses/200/headers/X-A/schema',
    ],
    [
      'a parameter',
      (schema) => ({ components: { parameters: { schema: { name: 'q', in: 'query', schema } } } }),
      '/components/parameters/schema/schema',
    ],
    [
      'a parameter of a path',
      (schema) => ({ paths: { '/a': { parameters: [{ name: 'q', in: 'query', schema }], ...get({}) } } }),
      '/paths/~1a/parameters/0/schema',
    ],
    [
      'a callback',
      (schema) => ({
        components: {
          callbacks: {
            C: { '{$request.body#/u}': { post: { requestBody: { content: media(schema) }, responses: { 200: { description: 'ok' } } } } },
          },
        },
      }),
      '/components/callbacks/C/{$request.body#~1u}/post/requestBody/content/application~1json/schema',
    ],
    [
      'a webhook',
      (schema) => ({ webhooks: { made: get({ content: media(schema) }) } }),
      '/webhooks/made/get/responses/200/content/application~1json/schema',
    ],
    [
      'an encoding',
      (schema) => ({
        paths: { '/a': get({ content: { 'multipart/form-data': { schema: true, encoding: { f: { headers: { H: { schema } } } } } } }) },
      }),
      '/paths/~1a/get/responses/200/content/multipart~1form-data/encoding/f/headers/H/schema',
    ],
    [
      'deep inside another',
      (schema) => ({ components: { schemas: { A: { allOf: [{ properties: { type: { items: schema } } }] } } } }),
      '/components/schemas/A/allOf/0/properties/type/items',
    ],
  ]
  const withParts = (version: string, parts: object) =>
    JSON.stringify({ openapi: version, info: { title: 'x', version: '1' }, paths: {}, ...parts }, null, 1)

  test.each(places.flatMap((place) => ['3.1.0', '3.1.1', '3.2.0'].map((version) => [version, ...place] as const)))(
    '%s: in %s',
    async (version, _where, put, pointer) => {
      expect(
        await tryCheck(
          'openapi.valid',
          {},
          withParts(version, put({ type: ['string', 'null'], minLength: 1, example: { type: 'strng' }, 'x-mine': bad })),
          { name: 'a.json' },
        ),
      ).toMatchObject({ outcome: 'pass' })
      const text = withParts(version, put(bad))
      const { outcome, evidence } = await tryCheck('openapi.valid', {}, text, { name: 'a.json' })
      const seen = evidence.map(({ location }) => [location?.pointer, text.split('\n')[(location?.line ?? 0) - 1]?.trim()])
      expect([outcome, seen]).toEqual([
        'fail',
        [
          [`${pointer}/type`, '"type": "strng",'],
          [`${pointer}/required`, '"required": "yes"'],
        ],
      ])
    },
  )

  const misfits: [string, unknown, RegExp | null][] = [
    ['a list where one schema is', { items: [{ type: 'string' }] }, /items: must be object,boolean/],
    ['a number in quotes', { minimum: '3' }, /minimum: must be number/],
    ['a pattern that is none', { properties: { a: { pattern: '[' } } }, /pattern: must match format "regex"/],
    ['a pattern that needs no Unicode mode', { pattern: '^[\\w-.]+$' }, null],
    ['a key that is no pattern', { patternProperties: { '(': {} } }, /patternProperties/],
    ['a discriminator without its property', { discriminator: { mapping: { a: 'b' } } }, /required property 'propertyName'/],
    ['documents elsewhere, without their address', { externalDocs: {} }, /required property 'url'/],
    ['an enumeration that is a word', { enum: 'red' }, /enum: must be array/],
    ['an empty allOf', { allOf: [] }, /allOf: must NOT have fewer than 1/],
    ['a property that is a word', { properties: { name: 'string' } }, /properties\/name: must be object,boolean/],
    ['null for a schema', { not: null }, /not: must be object,boolean/],
    ['a schema that is a truth', true, null],
    ['what 3.0 called nullable, which is free', { type: 'string', nullable: true }, null],
    ['a property called type, and one called required', { properties: { type: { const: 'strng' }, required: { type: 'boolean' } } }, null],
    ['a dialect that nobody here knows', { $schema: 'https://schemas.example/own', type: 'strng' }, null],
    ['its own dialect by name', { $schema: 'https://spec.openapis.org/oas/3.1/dialect/base', type: 'strng' }, /type: must be/],
    [
      'an older draft by name',
      { $schema: 'http://json-schema.org/draft-07/schema#', items: [{}], minimum: '3' },
      /minimum: must be number/,
    ],
  ]
  test.each(misfits)('%s', async (_what, schema, says) => {
    const { outcome, evidence } = await tryCheck('openapi.valid', {}, withParts('3.1.0', { components: { schemas: { A: schema } } }), {
      name: 'a.json',
    })
    expect({ outcome, evidence }).toEqual({
      outcome: says ? 'fail' : 'pass',
      evidence: says ? [expect.objectContaining({ message: expect.stringMatching(says) })] : [],
    })
  })
})

describe('openapi.paths', () => {
  const kind = 'openapi.paths'
  table([
    { title: 'no paths', kind, text: spoiled((api) => (api.paths = {})), outcome: 'fail', says: /no paths/ },
    {
      title: 'a path without method',
      kind,
      text: spoiled((api) => (api.paths['/empty'] = { summary: 'x' })),
      outcome: 'fail',
      says: /\/empty has no method/,
    },
    {
      title: 'a document that breaks the specification',
      kind,
      params: { valid: true },
      text: spoiled((api) => void delete (api.info as Partial<typeof api.info>).title),
      outcome: 'fail',
      says: /title/,
    },
    {
      title: 'which is not asked by itself',
      kind,
      text: spoiled((api) => void delete (api.info as Partial<typeof api.info>).title),
      outcome: 'pass',
    },
    {
      title: 'required operations, whatever their parameters are called',
      kind,
      params: { required: ['get /users/{userId}', 'POST /users'] },
      text: spoiled(),
      outcome: 'pass',
    },
    {
      title: 'a missing operation names the nearest',
      kind,
      params: { required: ['GET /user'] },
      text: spoiled(),
      outcome: 'fail',
      says: /no operation GET \/user; the nearest is GET \/users/,
    },
  ])
  test('a requirement that is not an operation is refused', async () =>
    expect(await refusals(kind, { required: ['/users'] })).toMatch(/a method and a path/))
})

describe('openapi.schemas', () => {
  const kind = 'openapi.schemas'
  table([
    {
      title: 'a response without schema',
      kind,
      text: spoiled((api) => (op(api, '/users', 'get').responses[200] = { description: 'ok' })),
      outcome: 'fail',
      says: /GET \/users: the response 200 has no schema/,
    },
    {
      title: 'an empty schema',
      kind,
      text: spoiled((api) => (op(api, '/users', 'get').responses[200] = { content: json({}) })),
      outcome: 'fail',
    },
    {
      title: 'a request body without schema',
      kind,
      text: spoiled((api) => (op(api, '/users', 'post').requestBody = { content: {} })),
      outcome: 'fail',
      says: /request body has no schema/,
    },
    {
      title: 'no request body where something is created',
      kind,
      text: spoiled((api) => void delete op(api, '/users', 'post').requestBody),
      outcome: 'fail',
      says: /POST \/users: there is no request body/,
    },
    {
      title: 'an act on one thing needs no body',
      kind,
      text: spoiled((api) => (api.paths['/users/{id}/lock'] = { post: { responses: { 204: { description: 'ok' } } } })),
      outcome: 'pass',
    },
    {
      title: 'no successful response',
      kind,
      text: spoiled((api) => (op(api, '/users', 'get').responses = errors)),
      outcome: 'fail',
      says: /no successful response/,
    },
    {
      title: 'a response by reference',
      kind,
      text: spoiled((api) => {
        Object.assign(api.components, { responses: { Users: { description: 'ok', content: json({ type: 'array', items: ref }) } } })
        op(api, '/users', 'get').responses[200] = { $ref: '#/components/responses/Users' }
      }),
      outcome: 'pass',
    },
    {
      title: 'a reference that leads nowhere',
      kind,
      text: spoiled((api) => (api.components.schemas = { Person: user })),
      outcome: 'fail',
      says: /request body has no schema/,
    },
    { title: 'no operations', kind, text: spoiled((api) => (api.paths = {})), outcome: 'fail', says: /no operations/ },
  ])
})

describe('openapi.examples', () => {
  const kind = 'openapi.examples'
  const oneWay = (mark: object) => ({
    schema: { type: 'object', required: ['id', 'secret'], properties: { id: { type: 'integer' }, secret: { type: 'string', ...mark } } },
    example: { id: 1 },
  })
  const list = (api: ReturnType<typeof good>) => op(api, '/users', 'get').responses[200]?.content?.['application/json'] as Media
  table([
    {
      title: 'a missing example',
      kind,
      text: spoiled((api) => void delete list(api).example),
      outcome: 'fail',
      says: /GET \/users: the response 200 has no example/,
    },
    {
      title: 'an example that does not fit',
      kind,
      text: spoiled((api) => (list(api).example = [{ id: 'one' }])),
      outcome: 'fail',
      says: /the example at \/0\/id must be integer/,
    },
    {
      title: 'unless that is not asked',
      kind,
      params: { validate: false },
      text: spoiled((api) => (list(api).example = [{ id: 'one' }])),
      outcome: 'pass',
    },
    {
      title: 'named examples',
      kind,
      text: spoiled((api) =>
        Object.assign(list(api), { example: undefined, examples: { one: { value: [{ id: 1 }] }, two: { value: [{}] } } }),
      ),
      outcome: 'fail',
      says: /required property 'id'/,
    },
    {
      title: 'a required property that goes only the other way',
      kind,
      text: spoiled((api) => void Object.assign(list(api), oneWay({ writeOnly: true }))),
      outcome: 'pass',
    },
    {
      title: 'one that goes this way must be there',
      kind,
      text: spoiled((api) => void Object.assign(list(api), oneWay({ readOnly: true }))),
      outcome: 'fail',
      says: /required property 'secret'/,
    },
    {
      title: 'an example of the schema',
      kind,
      text: spoiled((api) => {
        delete list(api).example
        api.components.schemas['User'] = { ...user, example: { id: 7 } }
      }),
      outcome: 'pass',
    },
    {
      title: 'examples of the properties',
      kind,
      text: spoiled((api) => {
        delete list(api).example
        api.components.schemas['User'] = { ...user, properties: { id: { type: 'integer', example: 7 } } }
      }),
      outcome: 'pass',
    },
    {
      title: 'what 3.0 calls nullable and exclusive',
      kind,
      text: spoiled((api) => {
        list(api).schema = {
          type: 'object',
          properties: { n: { type: 'integer', nullable: true }, m: { type: 'integer', minimum: 0, exclusiveMinimum: true } },
        }
        list(api).example = { n: null, m: 1 }
      }),
      outcome: 'pass',
    },
    {
      title: 'nullable, which 3.1 does not have',
      kind,
      text: 'openapi: 3.1.0\ninfo: { title: t, version: "1" }\npaths:\n  /a:\n    get:\n      responses:\n        "200":\n          description: ok\n          content:\n            application/json:\n              schema: { type: string, nullable: true }\n              example: null\n',
      outcome: 'fail',
      says: /must be string/,
    },
    {
      title: 'and when it is broken',
      kind,
      text: spoiled((api) => {
        list(api).schema = { type: 'object', properties: { m: { type: 'integer', minimum: 0, exclusiveMinimum: true } } }
        list(api).example = { m: 0 }
      }),
      outcome: 'fail',
      says: /must be > 0/,
    },
    {
      title: 'a schema that holds itself',
      kind,
      text: spoiled((api) => {
        api.components.schemas['User'] = { ...user, properties: { id: { type: 'integer' }, friends: { type: 'array', items: ref } } }
        list(api).example = [{ id: 1, friends: [{ id: 2, friends: [{}] }] }]
      }),
      outcome: 'fail',
      says: /\/0\/friends\/0\/friends\/0 must have required property 'id'/,
    },
    {
      title: 'a request body by reference',
      kind,
      text: spoiled((api) => {
        Object.assign(api.components, { requestBodies: { New: { content: json(ref, { id: 'x' }) } } })
        op(api, '/users', 'post').requestBody = { $ref: '#/components/requestBodies/New' }
      }),
      outcome: 'fail',
      says: /request body: the example at \/id must be integer/,
    },
    {
      title: "parts that would not fit together are nobody's example",
      kind,
      text: spoiled((api) => {
        delete list(api).example
        list(api).schema = {
          type: 'object',
          minProperties: 3,
          oneOf: [{ required: ['a'] }, { required: ['b'] }],
          properties: { a: { type: 'integer', example: 1 }, b: { type: 'string', default: 'x' } },
        }
      }),
      outcome: 'pass',
    },
    {
      title: 'a default is no example',
      kind,
      text: spoiled((api) => {
        api.components.schemas['User'] = { ...user, properties: { id: { type: 'integer', default: 'none' } } }
      }),
      outcome: 'pass',
    },
    {
      title: 'an example of a property that does not fit is told once, where it stands',
      kind,
      text: spoiled((api) => {
        api.components.schemas['User'] = { ...user, properties: { id: { type: 'integer', example: 'seven' } } }
      }),
      outcome: 'fail',
      says: /^examples: 1 problem.*the example must be integer/,
      lines: [109],
    },
    {
      title: 'an answer that tells of an error needs none',
      kind,
      text: spoiled((api) => (op(api, '/users', 'get').responses[404] = { description: 'none', content: json({ type: 'object' }) })),
      outcome: 'pass',
    },
    {
      title: 'but one that is there must fit',
      kind,
      text: spoiled(
        (api) => (op(api, '/users', 'get').responses[404] = { description: 'none', content: json({ type: 'object' }, 'none') }),
      ),
      outcome: 'fail',
      says: /the response 404: the example must be object/,
    },
    {
      title: 'one kept elsewhere is there, and is not fetched',
      kind,
      text: spoiled((api) =>
        Object.assign(list(api), { example: undefined, examples: { one: { externalValue: 'http://127.0.0.1:9/x.json' } } }),
      ),
      outcome: 'pass',
    },
    {
      title: 'parts joined by allOf',
      kind,
      text: spoiled((api) => {
        delete list(api).example
        list(api).schema = {
          allOf: [
            { type: 'object', required: ['a'], properties: { a: { type: 'integer', example: 1 } } },
            { type: 'object', properties: { b: { type: 'integer', example: 2 } } },
          ],
        }
      }),
      outcome: 'pass',
    },
    {
      title: 'many schemas that hold each other',
      kind,
      text: spoiled((api) => {
        const names = Array.from({ length: 24 }, (_, i) => `T${i}`)
        for (const name of names)
          api.components.schemas[name] = {
            type: 'object',
            properties: Object.fromEntries(names.map((other) => [other, { $ref: `#/components/schemas/${other}` }])),
          }
        list(api).schema = { $ref: '#/components/schemas/T0' }
        list(api).example = { T1: { T2: 3 } }
      }),
      outcome: 'fail',
      says: /at \/T1\/T2 must be object/,
    },
  ])
})

describe('openapi.errors', () => {
  const kind = 'openapi.errors'
  const without = (...codes: number[]) => spoiled((api) => codes.forEach((code) => delete op(api, '/users/{id}', 'get').responses[code]))
  table([
    { title: 'a missing one', kind, text: without(404), outcome: 'fail', says: /GET \/users\/\{id\}: no response for 404/ },
    { title: 'all missing', kind, text: without(400, 404, 500), outcome: 'fail', says: /400, 404, 500/ },
    {
      title: 'a range covers its codes',
      kind,
      text: spoiled(
        (api) =>
          (op(api, '/users/{id}', 'get').responses = {
            200: { description: 'x' },
            '4XX': { description: 'x' },
            default: { description: 'x' },
          }),
      ),
      outcome: 'pass',
    },
    {
      title: 'nothing can be missing in a list',
      kind,
      text: spoiled((api) => void delete op(api, '/users', 'get').responses[404]),
      outcome: 'pass',
    },
    { title: 'other codes, everywhere', kind, params: { codes: [401] }, text: spoiled(), outcome: 'fail', says: /no response for 401/ },
  ])
})

describe('openapi.security', () => {
  const kind = 'openapi.security'
  table([
    {
      title: 'no scheme',
      kind,
      text: spoiled((api) => (api.components.securitySchemes = undefined)),
      outcome: 'fail',
      says: /no security scheme/,
    },
    {
      title: 'schemes that nothing uses',
      kind,
      text: spoiled((api) => (api.security = undefined)),
      outcome: 'fail',
      says: /no operation asks/,
    },
    {
      title: 'an operation that says nothing',
      kind,
      text: spoiled((api) => {
        api.security = undefined
        op(api, '/users', 'get').security = [{ bearer: [] }]
      }),
      outcome: 'fail',
      says: /POST \/users: doesn't say/,
    },
    { title: 'an operation open on purpose', kind, text: spoiled((api) => (op(api, '/users', 'post').security = [])), outcome: 'pass' },
    {
      title: 'but not where the open ones are named',
      kind,
      params: { open: ['GET /health'] },
      text: spoiled((api) => (op(api, '/users', 'post').security = [])),
      outcome: 'fail',
      says: /POST \/users: is open/,
    },
    {
      title: 'a scheme that is not defined',
      kind,
      text: spoiled((api) => (op(api, '/users', 'post').security = [{ baerer: [] }])),
      outcome: 'fail',
      says: /"baerer", which isn't defined; did you mean "bearer"/,
    },
  ])
})

describe('openapi.pagination', () => {
  const kind = 'openapi.pagination'
  const listed = (name: string, place = 'query') =>
    spoiled((api) => (op(api, '/users', 'get').parameters = [{ name, in: place, schema: {} }]))
  table([
    ...['page', 'per_page', 'cursor', 'pageSize', 'page[number]', 'starting_after', 'offset', '$top'].map((name) => ({
      title: `${name} pages`,
      kind,
      text: listed(name),
      outcome: 'pass' as const,
    })),
    { title: 'another name does not', kind, text: listed('colour'), outcome: 'fail', says: /GET \/users returns a list/ },
    { title: 'unless it is given', kind, params: { names: ['colour'] }, text: listed('colour'), outcome: 'pass' },
    { title: 'a header does not page', kind, text: listed('page', 'header'), outcome: 'fail' },
    {
      title: 'a list inside an answer counts',
      kind,
      text: spoiled((api) => {
        op(api, '/users', 'get').parameters = []
        op(api, '/users', 'get').responses[200] = {
          content: json({ type: 'object', properties: { items: { type: 'array', items: ref } } }),
        }
      }),
      outcome: 'fail',
    },
    { title: 'no lists at all', kind, text: spoiled((api) => void delete api.paths['/users']), outcome: 'not-applicable' },
  ])
})

describe('openapi.naming', () => {
  const kind = 'openapi.naming'
  table([
    {
      title: 'a path in another convention',
      kind,
      text: spoiled((api) => {
        for (const path of ['/user-groups', '/audit-logs', '/UserThings']) api.paths[path] = { get: { responses: {} } }
      }),
      outcome: 'fail',
      says: /"UserThings" isn't kebab case/,
    },
    {
      title: 'a property in another convention',
      kind,
      text: spoiled((api) => (api.components.schemas['X'] = { properties: { created_at: {}, updatedAt: {}, nickName: {} } })),
      outcome: 'fail',
      says: /"created_at" isn't camel case/,
    },
    {
      title: 'the convention that is asked for',
      kind,
      params: { properties: 'snake' },
      text: spoiled(),
      outcome: 'fail',
      says: /"displayName" isn't snake case/,
    },
    {
      title: 'keys inside examples are data',
      kind,
      text: spoiled((api) => (api.components.schemas['X'] = { example: { properties: { SHOUTING_key: 1 } } })),
      outcome: 'pass',
    },
    {
      title: 'an operation id in another convention',
      kind,
      text: spoiled((api) => (op(api, '/users', 'get').operationId = 'list_users')),
      outcome: 'fail',
    },
  ])
})

describe('openapi.descriptions', () => {
  const kind = 'openapi.descriptions'
  table([
    {
      title: 'a missing one',
      kind,
      text: spoiled((api) => void delete op(api, '/users', 'get').summary),
      outcome: 'fail',
      says: /GET \/users: no summary or description/,
    },
    { title: 'a blank one', kind, text: spoiled((api) => (op(api, '/users', 'get').summary = '  ')), outcome: 'fail' },
    {
      title: 'a description will do',
      kind,
      text: spoiled((api) => Object.assign(op(api, '/users', 'get'), { summary: undefined, description: 'Lists users.' })),
      outcome: 'pass',
    },
    { title: 'too short', kind, params: { min_length: 50 }, text: spoiled(), outcome: 'fail', says: /characters, 50 expected/ },
  ])
})

test("problems point at the operation's line in the artifact", async () => {
  const text = spoiled((api) => void delete op(api, '/users/{id}', 'get').summary)
  const finding = await tryCheck('openapi.descriptions', {}, text)
  const line = finding.evidence[0]?.location?.line ?? 0
  expect(text.split('\n')[line - 1]).toBe('    get:')
  expect(finding.evidence[0]?.location?.pointer).toBe('/paths/~1users~1{id}/get')
})

test('keys and references called __proto__ leave prototypes alone', async () => {
  const text =
    '{"openapi": "3.1.0", "info": {"title": "x", "version": "1"}, "paths": {"/a": {"$ref": "#/__proto__"}}, "components": {"schemas": {"A": {"__proto__": {"polluted": 1}, "$ref": "#/components/schemas/B"}, "B": {"__proto__": {"polluted": 1}}}}}'
  for (const kind of ['openapi.valid', 'openapi.schemas', 'openapi.examples', 'openapi.naming'])
    await tryCheck(kind, {}, text, { name: 'a.json' })
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})
