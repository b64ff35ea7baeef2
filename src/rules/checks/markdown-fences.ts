// Checks on markdown code fences: closed, marked with a language, enough of them, and parseable.
import * as z from 'zod'
import type { Finding } from '../../schema/verdict.ts'
import { defineCheck, judge, notApplicable } from '../check.ts'
import { parseSource } from '../reading/document.ts'
import { fencesOf, formatOfFence, inFence } from '../reading/extract.ts'
import { plural, quoted } from '../reading/lines.ts'
import { readable } from '../reading/readable.ts'

export const codeFences = defineCheck({
  kind: 'markdown.code-fences',
  summary: 'There are enough code fences, each closed and with its language; with `parse`, the JSON, YAML or TOML in them can be read.',
  version: '1',
  params: z.strictObject({
    min: z.int().min(0).default(0),
    languages: z.array(z.string().min(1)).default([]),
    require_language: z.boolean().default(true),
    parse: z.boolean().default(false),
  }),
  demands: ({ min, languages, require_language, parse }) =>
    [
      `has ${min > 0 ? `at least ${plural(min, 'code fence')}` : 'code fences'} that ${min === 1 ? 'is' : 'are'} closed and not empty`,
      ...(require_language ? ['each names its language'] : []),
      ...(languages.length > 0 ? [`there is one in ${quoted(languages)}`] : []),
      ...(parse ? ['JSON, YAML and TOML in them can be read'] : []),
    ].join('; '),
  run: ({ params, artifact }) =>
    readable(artifact, () => {
      const fences = fencesOf(artifact)
      if (fences.length === 0 && params.min === 0 && params.languages.length === 0) return notApplicable('the text has no code fences')
      const problems: Finding[] = []
      for (const fence of fences) {
        const location = { file: artifact.name, line: fence.line }
        if (!fence.closed) problems.push({ message: "a code fence isn't closed", expected: 'a closing fence', location })
        if (fence.text.trim() === '') problems.push({ message: 'a code fence is empty', expected: 'code', actual: 'nothing', location })
        if (params.require_language && fence.lang === '')
          problems.push({
            message: 'a code fence names no language',
            expected: 'a language after the opening fence, such as ```sh',
            location,
          })
        const format = params.parse ? formatOfFence(fence) : undefined
        if (!format) continue
        const read = parseSource(inFence(fence, format, artifact), artifact)
        if ('problem' in read)
          problems.push({
            ...read.problem,
            message: `the ${format} can't be read: ${read.problem.message}`,
            expected: `${format} that can be read`,
          })
      }
      if (fences.length < params.min)
        problems.push({ message: 'too few code fences', expected: `at least ${params.min}`, actual: String(fences.length) })
      for (const language of params.languages) {
        if (!fences.some((fence) => fence.lang === language.toLowerCase()))
          problems.push({
            message: `no code fence in ${language}`,
            expected: `a code fence that begins with \`\`\`${language}`,
            actual: `languages ${quoted([...new Set(fences.map((fence) => fence.lang || 'none'))]) || 'none'}`,
          })
      }
      return judge(
        problems,
        `${plural(fences.length, 'code fence')} in order`,
        (count) => `${plural(count, 'problem')} with the code fences`,
      )
    }),
})
