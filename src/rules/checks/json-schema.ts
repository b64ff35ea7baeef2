// A document fits a JSON Schema, given in the rule or in a file.
import * as z from 'zod'
import { checkError, defineCheck, judge } from '../check.ts'
import type { Files, CheckResult } from '../check.ts'
import { documentParams, documentText, parseText, readDocument } from '../reading/document.ts'
import { formatOfName } from '../reading/extract.ts'
import { plural, shorten, show } from '../reading/lines.ts'
import { lookUp, pathOf } from '../reading/pointer.ts'
import { compileSchema } from '../reading/schema.ts'

export const jsonSchema = defineCheck({
  kind: 'json.schema',
  summary: 'A JSON, YAML or TOML document fits a JSON Schema (2020-12 unless it names another draft).',
  version: '1',
  params: z
    .strictObject({
      ...documentParams,
      schema: z.union([z.boolean(), z.record(z.string(), z.unknown())]).optional(),
      schema_file: z.string().min(1).optional(),
    })
    .refine((params) => (params.schema === undefined) !== (params.schema_file === undefined), 'give either "schema" or "schema_file"'),
  demands: (params) =>
    `holds ${documentText(params)} that fits the JSON Schema ${params.schema_file ? `in ${params.schema_file}` : shorten(JSON.stringify(params.schema), 1500)}`,
  refersTo: ({ schema_file }) => schema_file,
  needs: ['files'],
  async run({ params, artifact, files }) {
    const given = params.schema_file === undefined ? { value: params.schema } : await readSchema(params.schema_file, files)
    if ('result' in given) return given.result
    const compiled = await compileSchema(given.value)
    if (typeof compiled === 'string') return checkError(`the schema can't be used: ${compiled}`)
    const read = readDocument(artifact, params)
    if ('result' in read) return read.result
    const problems = compiled(read.document.value).map(({ pointer, message }) => ({
      message: `${pointer || 'the document'} ${message}`,
      expected: message,
      actual: show(lookUp(read.document.value, pathOf(pointer) ?? []).value),
      location: read.document.locate(pointer),
    }))
    return judge(problems, 'the document fits the schema', (count) => `${plural(count, 'place does', 'places do')} not fit the schema`)
  },
})

async function readSchema(path: string, files: Files): Promise<{ value: unknown } | { result: CheckResult }> {
  const text = await files.read(path)
  if (text === null) return { result: checkError(`the schema file ${path} can't be read`) }
  const parsed = parseText(text, formatOfName(path) ?? 'json')
  if (parsed.ok) return { value: parsed.value }
  return { result: checkError(`the schema file ${path} can't be read: ${parsed.message}${parsed.at ? ` (line ${parsed.at.line})` : ''}`) }
}
