// Checks on a markdown text's headings: the sections it must have and the order of their levels.
import * as z from 'zod'
import { didYouMean } from '../../lib/nearest.ts'
import type { Evidence } from '../../schema/verdict.ts'
import { defineCheck, judge, notApplicable } from '../check.ts'
import { plural } from '../reading/lines.ts'
import { outlineOf } from '../reading/markdown.ts'
import type { Heading } from '../reading/markdown.ts'
import { readable } from '../reading/readable.ts'

export const sections = defineCheck({
  kind: 'markdown.sections',
  summary: 'The text has each required section, and something in it.',
  version: '1',
  params: z.strictObject({
    /** A heading, or a list of headings of which one will do. */
    required: z.array(z.union([z.string().trim().min(1), z.array(z.string().trim().min(1)).min(1)])).min(1),
    ordered: z.boolean().default(false),
    allow_empty: z.boolean().default(false),
  }),
  run: ({ params, artifact }) =>
    readable(artifact, () => {
      const { headings } = outlineOf(artifact)
      const names = headings.map((heading) => normal(heading.text))
      const problems: Evidence[] = []
      let last: Heading | undefined
      for (const wanted of params.required.map((each) => [each].flat())) {
        const title = wanted.join(' or ')
        const heading = headings.find((each) => wanted.some((name) => normal(name) === normal(each.text)))
        if (!heading) {
          problems.push({ message: `no section ${JSON.stringify(title)}${didYouMean(normal(wanted[0] ?? ''), names)}`, expected: title })
          continue
        }
        const location = { file: artifact.name, line: heading.line }
        if (heading.empty && !params.allow_empty) problems.push({ message: `the section ${JSON.stringify(heading.text)} is empty`, quote: heading.text, location })
        if (params.ordered && last && heading.line < last.line) {
          problems.push({ message: `the section ${JSON.stringify(heading.text)} stands before ${JSON.stringify(last.text)}`, quote: heading.text, location })
        }
        last = heading
      }
      return judge(problems, `${plural(params.required.length, 'required section')} present`, (count) => `${plural(count, 'problem')} with the required sections`)
    }),
})

export const headingOrder = defineCheck({
  kind: 'markdown.heading-order',
  summary: 'One title, and no level of heading is skipped on the way down.',
  version: '1',
  params: z.strictObject({ single_title: z.boolean().default(true), max_depth: z.int().min(1).max(6).default(6) }),
  run: ({ params, artifact }) =>
    readable(artifact, () => {
      const headings = outlineOf(artifact).headings.filter((heading) => heading.top)
      if (headings.length === 0 && !params.single_title) return notApplicable('the text has no headings')
      const problems: Evidence[] = []
      const add = (heading: Heading, message: string) => problems.push({ message, quote: heading.text, location: { file: artifact.name, line: heading.line } })
      const titles = headings.filter((heading) => heading.depth === 1)
      if (params.single_title && titles.length === 0) problems.push({ message: 'there is no title (a heading of level 1)' })
      if (params.single_title) for (const extra of titles.slice(1)) add(extra, `a second title; the first is on line ${titles[0]?.line}`)
      headings.forEach((heading, index) => {
        const above = headings[index - 1]?.depth ?? (params.single_title ? 0 : heading.depth - 1)
        if (heading.depth > above + 1) add(heading, `level ${heading.depth} follows ${above === 0 ? 'nothing' : `level ${above}`}`)
        if (heading.depth > params.max_depth) add(heading, `level ${heading.depth} is deeper than ${params.max_depth}`)
      })
      return judge(problems, `${plural(headings.length, 'heading')} in order`, (count) => `${plural(count, 'problem')} with the order of headings`)
    }),
})

/** Without numbering, emphasis marks and closing punctuation, in lower case. */
function normal(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/^[\d.]+[.)]?\s+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
