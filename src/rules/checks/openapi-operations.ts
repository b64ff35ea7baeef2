// Checks on an API's operations: that they exist, their schemas, errors and descriptions.
import * as z from 'zod'
import { nearest } from '../../lib/nearest.ts'
import { defineCheck, fail, judge } from '../check.ts'
import type { CheckResult } from '../check.ts'
import { plural, quoted } from '../reading/lines.ts'
import { apiParams, contentOf, entries, isCollection, isSuccess, responsesOf, withApi } from '../reading/openapi.ts'
import type { Api, Operation } from '../reading/openapi.ts'
import { isRecord, own } from '../reading/parsed.ts'
import { toPointer } from '../reading/pointer.ts'
import { validityProblems } from './openapi-valid.ts'

const OperationName = z.string().regex(/^[A-Za-z]+ \/\S*$/, 'expected a method and a path, such as "GET /users/{id}"')

export const openapiPaths = defineCheck({
  kind: 'openapi.paths',
  summary:
    'The API has paths, each with at least one method, and every required operation; with `valid` the whole document must follow the specification.',
  version: '1',
  params: z.strictObject({ ...apiParams, required: z.array(OperationName).default([]), valid: z.boolean().default(false) }),
  demands: ({ required, valid }) =>
    [
      `holds an OpenAPI document${valid ? ' that keeps the specification,' : ''} with paths that each have a method`,
      ...(required.length > 0 ? [`has the operations ${quoted(required)}`] : []),
    ].join(', '),
  run: ({ params, artifact }) =>
    withApi(artifact, params.fence, async (api) => {
      const { document, resolved, operations } = api
      const problems = params.valid ? await validityProblems(api) : []
      const paths = entries(own(resolved, 'paths'))
      if (paths.length === 0)
        problems.push({
          message: 'the document has no paths',
          expected: 'at least one path',
          actual: 'none',
          location: document.locate('/paths'),
        })
      for (const [path] of paths) {
        const location = document.locate(toPointer(['paths', path]))
        if (path.startsWith('x-')) continue
        if (!path.startsWith('/'))
          problems.push({
            message: `the path ${JSON.stringify(path)} doesn't begin with "/"`,
            expected: `/${path}`,
            actual: path,
            location,
          })
        if (!operations.some((operation) => operation.path === path))
          problems.push({ message: `the path ${path} has no method`, expected: 'a method such as get', actual: 'none', location })
      }
      const known = new Map(operations.map((operation) => [shape(operation.name), operation.name]))
      for (const wanted of params.required) {
        if (known.has(shape(wanted))) continue
        const meant = known.get(nearest(shape(wanted), known.keys()) ?? '')
        problems.push({
          message: `no operation ${wanted}${meant ? `; the nearest is ${meant}` : ''}`,
          expected: `the operation ${wanted}`,
          actual: quoted(operations.slice(0, 20).map(({ name }) => name)) || 'no operations',
          location: document.locate('/paths'),
        })
      }
      return judge(
        problems,
        `${plural(operations.length, 'operation')} on ${plural(paths.length, 'path')}`,
        (count) => `${plural(count, 'problem')} with paths and methods`,
      )
    }),
})

export const openapiSchemas = defineCheck({
  kind: 'openapi.schemas',
  summary: 'Each operation has a schema for its request and its response.',
  version: '1',
  params: z.strictObject(apiParams),
  demands: () => 'gives every operation of the API a schema for its request body and for each successful response',
  run: ({ params, artifact }) =>
    withApi(artifact, params.fence, (api) => perOperation(api, 'request and response schemas', schemaProblems)),
})

export const openapiErrors = defineCheck({
  kind: 'openapi.errors',
  summary:
    'Each operation describes its errors: 500 everywhere, 400 where there is input, 404 where a path names one thing (or the `codes` given, everywhere).',
  version: '1',
  params: z.strictObject({ ...apiParams, codes: z.array(z.int().min(400).max(599)).min(1).optional() }),
  demands: ({ codes }) =>
    codes
      ? `describes the responses ${codes.join(', ')} of every operation of the API`
      : 'describes the errors of every operation of the API: 500, 400 where it takes input, 404 where its path names one thing',
  run: ({ params, artifact }) =>
    withApi(artifact, params.fence, (api) =>
      perOperation(api, 'error responses', (operation) => {
        const described = new Set(responsesOf(operation).map(([code]) => code.toUpperCase()))
        const missing = (params.codes ?? expectedErrors(operation)).filter((code) => !covers(described, code))
        return missing.length === 0
          ? []
          : [
              {
                message: `no response for ${missing.join(', ')}`,
                expected: `responses ${missing.join(', ')}`,
                actual: `responses ${[...described].join(', ') || 'none'}`,
                at: '/responses',
              },
            ]
      }),
    ),
})

export const openapiDescriptions = defineCheck({
  kind: 'openapi.descriptions',
  summary: 'Each operation has a meaningful summary or description.',
  version: '1',
  params: z.strictObject({ ...apiParams, min_length: z.int().min(1).default(5) }),
  demands: ({ min_length }) => `gives every operation of the API a summary or description of at least ${min_length} characters`,
  run: ({ params, artifact }) =>
    withApi(artifact, params.fence, (api) =>
      perOperation(api, 'descriptions', (operation) => {
        const longest = Math.max(...['summary', 'description'].map((key) => String(own(operation.value, key) ?? '').trim().length))
        if (longest >= params.min_length) return []
        return [
          {
            message:
              longest === 0 ? 'no summary or description' : `its description has ${longest} characters, ${params.min_length} expected`,
            expected: `a summary or description of at least ${params.min_length} characters`,
            actual: longest === 0 ? 'none' : `${longest} characters`,
            at: '',
          },
        ]
      }),
    ),
})

interface Problem {
  message: string
  expected: string
  actual?: string
  /** A pointer relative to the operation. */
  at: string
  /** Its actual place, if outside the operation. */
  pointer?: string
}

/** Asks every operation the same question; doesn't apply to an API without any. */
export function perOperation(api: Api, what: string, problemsOf: (operation: Operation) => Problem[]): CheckResult {
  if (api.operations.length === 0)
    return fail('the document has no operations', [
      { message: 'no operations', expected: 'at least one operation', actual: 'none', location: api.document.locate('/paths') },
    ])
  const problems = api.operations.flatMap((operation) =>
    problemsOf(operation).map(({ message, at, pointer, ...more }) => ({
      message: `${operation.name}: ${message}`,
      ...more,
      location: api.document.locate(pointer ?? `${operation.pointer}${at}`),
    })),
  )
  return judge(
    problems,
    `${what}: ${plural(api.operations.length, 'operation')} in order`,
    (count) => `${what}: ${plural(count, 'problem')} in ${plural(api.operations.length, 'operation')}`,
  )
}

function schemaProblems(operation: Operation): Problem[] {
  const problems: Problem[] = []
  const body = own(operation.value, 'requestBody')
  const needsBody =
    operation.method === 'put' || operation.method === 'patch' || (operation.method === 'post' && isCollection(operation.path))
  if (isRecord(body)) {
    if (!hasSchema(body))
      problems.push({
        message: 'the request body has no schema',
        expected: 'a schema under its content',
        actual: 'none',
        at: '/requestBody',
      })
  } else if (needsBody)
    problems.push({ message: 'there is no request body', expected: 'requestBody with a schema', actual: 'none', at: '' })
  const successes = responsesOf(operation).filter(([code]) => isSuccess(code))
  const redirects = responsesOf(operation).some(([code]) => code.startsWith('3'))
  if (successes.length === 0 && !redirects)
    return [
      ...problems,
      { message: 'there is no successful response', expected: 'a 2xx response with a schema', actual: 'none', at: '/responses' },
    ]
  if (operation.method === 'head') return problems
  for (const [code, response] of successes) {
    // Accepted, created and empty answers need no content; content without a schema is never enough.
    const mayBeEmpty = ['201', '202', '204', '205'].includes(code)
    if (hasSchema(response) || (mayBeEmpty && contentOf(response).length === 0)) continue
    problems.push({
      message: `the response ${code} has no schema`,
      expected: 'a schema under its content',
      actual: 'none',
      at: toPointer(['responses', code]),
    })
  }
  return problems
}

/** An unresolved reference leads nowhere. */
function isUsable(schema: unknown): boolean {
  return schema === true || (entries(schema).length > 0 && typeof own(schema, '$ref') !== 'string')
}

function hasSchema(value: unknown): boolean {
  const media = contentOf(value)
  return (
    media.length > 0 && media.every(([type, each]) => isUsable(own(each, 'schema')) || own(each, 'itemSchema') !== undefined || isRaw(type))
  )
}

/** Bytes and plain text describe themselves. */
function isRaw(type: string): boolean {
  return /^(?:text\/plain|text\/html|image\/|audio\/|video\/|application\/(?:octet-stream|pdf|zip))/i.test(type)
}

function expectedErrors(operation: Operation): number[] {
  const takesInput = operation.parameters.length > 0 || isRecord(own(operation.value, 'requestBody'))
  return [...(takesInput ? [400] : []), ...(operation.path.includes('{') ? [404] : []), 500]
}

function covers(described: Set<string>, code: number): boolean {
  if (described.has(String(code)) || described.has(`${Math.floor(code / 100)}XX`)) return true
  return code >= 500 ? described.has('DEFAULT') : code === 400 && described.has('422') // many frameworks reject input with 422
}

/** Ignores parameter names, which don't distinguish operations. */
function shape(name: string): string {
  const [method = '', path = ''] = name.split(' ')
  return `${method.toUpperCase()} ${path.replace(/\{[^{}]*\}/g, '{}').replace(/(.)\/$/, '$1')}`
}
