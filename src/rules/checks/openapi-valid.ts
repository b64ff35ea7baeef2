// An OpenAPI document follows the specification: its schema, references and path parameters.
import * as z from 'zod'
import type { Finding } from '../../schema/verdict.ts'
import { defineCheck, judge } from '../check.ts'
import { plural, show } from '../reading/lines.ts'
import { apiParams, withApi } from '../reading/openapi.ts'
import type { Api } from '../reading/openapi.ts'
import { own } from '../reading/parsed.ts'
import { schemaMisfits } from '../reading/openapi-schemas.ts'
import { toPointer, walk } from '../reading/pointer.ts'

export const openapiValid = defineCheck({
  kind: 'openapi.valid',
  summary: 'The OpenAPI document is valid 3.0, 3.1 or 3.2, and every reference in it resolves.',
  version: '2',
  params: z.strictObject(apiParams),
  demands: () => 'holds a valid OpenAPI 3.0, 3.1 or 3.2 document whose references all resolve',
  run: ({ params, artifact }) =>
    withApi(artifact, params.fence, async (api) =>
      judge(
        await validityProblems(api),
        `valid OpenAPI ${api.version}`,
        (count) => `${plural(count, 'problem')} with the OpenAPI document`,
      ),
    ),
})

/** Violations of the specification, each with its place. */
export async function validityProblems({ document, raw, version }: Api): Promise<Finding[]> {
  const { validate } = await import('@scalar/openapi-parser')
  const { errors } = await validate(structuredClone(raw)) // it fills in what is missing
  const problems: Finding[] = (errors ?? []).map((error) => {
    const pointer = Array.isArray(error.path) ? toPointer(error.path) : (error.path ?? referencePlace(raw, error.message))
    return {
      message: pointer ? `${pointer}: ${error.message}` : error.message,
      expected: 'what the specification allows',
      location: document.locate(pointer),
    }
  })
  if (!version.startsWith('3.0'))
    for (const { pointer, message } of await schemaMisfits(raw))
      problems.push({ message: `${pointer}: ${message}`, location: document.locate(pointer) })
  // The parser tolerates this one.
  if (typeof own(own(raw, 'info'), 'version') !== 'string')
    problems.push({
      message: "/info: must have required property 'version' (a string)",
      expected: 'info.version, a string',
      actual: show(own(own(raw, 'info'), 'version')),
      location: document.locate('/info'),
    })
  return problems
}

/** A broken reference is reported by its text alone; this finds its place. */
function referencePlace(raw: unknown, message: string): string {
  for (const { value, path } of walk(raw)) {
    const reference = own(value, '$ref')
    if (typeof reference === 'string' && message.endsWith(reference)) return toPointer([...path, '$ref'])
  }
  return ''
}
