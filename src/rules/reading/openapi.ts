// An OpenAPI document from an artifact, with references resolved and operations listed. Fetches nothing.
import * as z from 'zod'
import { checkError, fail } from '../check.ts'
import type { Artifact, CheckResult } from '../check.ts'
import { findSources, parseSource } from './document.ts'
import type { Structured } from './document.ts'
import { isRecord, own } from './parsed.ts'
import { oncePer } from './once-per.ts'
import { toPointer } from './pointer.ts'

export interface Operation {
  method: string
  path: string
  /** `GET /users/{id}` */
  name: string
  pointer: string
  /** References resolved; may be cyclic. */
  value: Record<string, unknown>
  /** Its own and its path's. */
  parameters: Record<string, unknown>[]
}

export interface Api {
  document: Structured
  /** As written, references and all. */
  raw: Record<string, unknown>
  resolved: Record<string, unknown>
  version: string
  operations: Operation[]
  unresolved: string[]
}

export const apiParams = { fence: z.union([z.string().min(1), z.int().min(1)]).optional() }

/** Judges the document, or returns the result that says why there is none. */
export async function withApi(
  artifact: Artifact,
  fence: string | number | undefined,
  run: (api: Api) => CheckResult | Promise<CheckResult>,
): Promise<CheckResult> {
  const read = fence === undefined ? await whole(artifact) : await load(artifact, fence)
  return 'result' in read ? read.result : run(read.api)
}

const whole = oncePer((artifact: Artifact) => load(artifact, undefined))

async function load(artifact: Artifact, fence: string | number | undefined): Promise<{ api: Api } | { result: CheckResult }> {
  const found = findSources(artifact, { format: 'auto', fence })
  if ('result' in found) return found
  const fitting = found.sources.filter((source) => /(?:^|[{,])[ \t]*["']?(?:openapi|swagger)["']?[ \t]*:/m.test(source.text))
  const [source, ...more] = fitting
  if (!source) return { result: fail('no OpenAPI document was found: none has an "openapi" version') }
  if (more.length > 0) return { result: fail(`one OpenAPI document is expected but there are ${fitting.length}; name one with "fence"`) }
  const read = parseSource(source, artifact)
  if ('problem' in read) return { result: fail(`the OpenAPI document can't be read: ${read.problem.message}`, [read.problem]) }
  const { document } = read
  const raw = document.value
  if (!isRecord(raw))
    return { result: fail("the OpenAPI document isn't an object", [{ message: 'not an object', location: document.locate('') }]) }
  const version = String(own(raw, 'openapi') ?? own(raw, 'swagger') ?? '')
  if (!/^3\.[012](?:\.|$)/.test(version)) {
    return {
      result: fail(`OpenAPI 3.0, 3.1 or 3.2 is expected, found ${version || 'no version'}`, [
        { message: 'version', actual: version, location: document.locate('/openapi') },
      ]),
    }
  }
  return resolve(document, raw, version)
}

async function resolve(
  document: Structured,
  raw: Record<string, unknown>,
  version: string,
): Promise<{ api: Api } | { result: CheckResult }> {
  const { dereference } = await import('@scalar/openapi-parser') // large: only when an OpenAPI check runs
  try {
    const { schema, errors } = dereference(structuredClone(raw))
    const resolved = isRecord(schema) ? schema : raw
    const unresolved = (errors ?? []).map((error) => error.message)
    return { api: { document, raw, resolved, version, operations: operationsOf(resolved), unresolved } }
  } catch (error) {
    if (error instanceof RangeError) return { result: checkError('the references of the OpenAPI document are nested too deeply to follow') }
    throw error
  }
}

export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

function operationsOf(api: Record<string, unknown>): Operation[] {
  return entries(own(api, 'paths')).flatMap(([path, item]) =>
    entries(item)
      .filter(([method, value]) => methods.includes(method) && isRecord(value))
      .map(([method, value]) => ({
        method,
        path,
        name: `${method.toUpperCase()} ${path}`,
        pointer: toPointer(['paths', path, method]),
        value: value as Record<string, unknown>,
        parameters: [...list(own(item, 'parameters')), ...list(own(value, 'parameters'))].filter(isRecord),
      })),
  )
}

export function entries(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : []
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Media types and their descriptions, of a request body or a response. */
export function contentOf(value: unknown): [string, Record<string, unknown>][] {
  return entries(own(value, 'content')).flatMap(([type, media]) =>
    isRecord(media) ? [[type, media] as [string, Record<string, unknown>]] : [],
  )
}

export function responsesOf(operation: Operation): [string, unknown][] {
  return entries(own(operation.value, 'responses'))
}

export function isSuccess(code: string): boolean {
  return /^2(?:\d\d|XX)$/i.test(code)
}

/** A collection path: its last segment is a plural, not a parameter. */
export function isCollection(path: string): boolean {
  const last = path.split('/').findLast((part) => part !== '') ?? ''
  return /[A-Za-z]s$/.test(last) && !/(?:ss|us|is|news|settings|analytics|metrics|stats|credentials|preferences)$/i.test(last)
}
