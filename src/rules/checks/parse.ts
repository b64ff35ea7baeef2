// The documents in an artifact parse.
import * as z from 'zod'
import type { Finding } from '../../schema/verdict.ts'
import { defineCheck, judge } from '../check.ts'
import { documentParams, documentText, findSources, parseSource } from '../reading/document.ts'
import { plural } from '../reading/lines.ts'

export const parse = defineCheck({
  kind: 'parse',
  summary: 'Every JSON, YAML, TOML or .env document in the artifact can be read.',
  version: '2',
  params: z.strictObject({
    ...documentParams,
    /** Also for JSON, which allows duplicate keys; the other formats don't. */
    unique_keys: z.boolean().default(false),
  }),
  demands: ({ unique_keys, ...params }) =>
    `holds ${documentText(params)} that a parser can read${unique_keys ? ', with no key twice' : ''}`,
  run({ params, artifact }) {
    const found = findSources(artifact, params)
    if ('result' in found) return found.result
    const problems: Finding[] = []
    for (const source of found.sources) {
      const read = parseSource(source, artifact, { repeats: !params.unique_keys })
      if ('problem' in read)
        problems.push({
          ...read.problem,
          message: `${source.format}: ${read.problem.message}`,
          expected: `${source.format} that can be read`,
        })
      // A YAML file without a document is still YAML; an empty fence proves nothing.
      else if (read.document.value === null && source.text.trim() === '' && (source.fenced || source.format !== 'yaml'))
        problems.push({
          message: `${source.format}: the document is empty`,
          expected: 'content',
          actual: 'nothing',
          location: read.document.locate(''),
        })
    }
    const formats = [...new Set(found.sources.map((source) => source.format))].join(', ')
    return judge(
      problems,
      `${plural(found.sources.length, 'document')} read (${formats})`,
      (count) => `${count} of ${plural(found.sources.length, 'document')} can't be read`,
    )
  },
})
