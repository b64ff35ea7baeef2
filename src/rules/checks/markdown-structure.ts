// Checks on markdown headings: required sections and the order of levels.
import * as z from 'zod'
import { didYouMean } from '../../lib/nearest.ts'
import type { Finding } from '../../schema/verdict.ts'
import { defineCheck, judge, notApplicable } from '../check.ts'
import { plural, quoted } from '../reading/lines.ts'
import { outlineOf } from '../reading/markdown.ts'
import type { Heading } from '../reading/markdown.ts'
import { readable } from '../reading/readable.ts'

export const sections = defineCheck({
  kind: 'markdown.sections',
  summary: 'The text has each required section and at least `min` of them, and none that counts is empty.',
  version: '1',
  params: z
    .strictObject({
      /** Headings; a list where any one of several will do. */
      required: z.array(z.union([z.string().trim().min(1), z.array(z.string().trim().min(1)).min(1)])).default([]),
      /** The number of sections, whatever their names; then none at all may be empty. */
      min: z.int().min(0).default(0),
      ordered: z.boolean().default(false),
      allow_empty: z.boolean().default(false),
    })
    .refine(({ required, min }) => required.length > 0 || min > 0, {
      path: ['required'],
      error: 'name the required sections, or give min',
    }),
  demands: ({ required, min, ordered, allow_empty }) =>
    [
      ...(required.length > 0
        ? [
            `has the ${required.length === 1 ? 'section' : 'sections'} ${titlesText(required)}${ordered && required.length > 1 ? ' in this order' : ''}`,
          ]
        : []),
      ...(min > 0 ? [`has at least ${plural(min, 'section')} (headings below the title)`] : []),
      ...(allow_empty ? [] : ['leaves none of them empty']),
    ].join(', '),
  run: ({ params, artifact }) =>
    readable(artifact, () => {
      const { headings } = outlineOf(artifact)
      const names = headings.map((heading) => normal(heading.text))
      const found: Heading[] = []
      const problems: Finding[] = []
      const add = (heading: Heading, message: string, expected: string) =>
        problems.push({
          message: `the section ${JSON.stringify(heading.text)} ${message}`,
          expected,
          quote: heading.text,
          location: { file: artifact.name, line: heading.line },
        })
      for (const wanted of params.required.map((each) => [each].flat())) {
        const title = wanted.join(' or ')
        const heading = headings.find((each) => wanted.some((name) => normal(name) === normal(each.text)))
        const last = found.at(-1)
        if (!heading)
          problems.push({
            message: `no section ${JSON.stringify(title)}${didYouMean(normal(wanted[0] ?? ''), names)}`,
            expected: `a heading ${quoted(wanted, 'or')}`,
            actual: headings.length === 0 ? 'no headings' : `the headings ${quoted(headings.slice(0, 12).map(({ text }) => text))}`,
          })
        else if (params.ordered && last && heading.line < last.line)
          add(heading, `comes before ${JSON.stringify(last.text)}`, `after ${JSON.stringify(last.text)}`)
        if (heading) found.push(heading)
      }
      const parts = headings.filter((heading) => heading.depth > 1)
      if (parts.length < params.min)
        problems.push({ message: 'too few sections', expected: `at least ${params.min}`, actual: String(parts.length) })
      const empty = (params.min > 0 ? [...new Set([...found, ...parts])] : found).filter((heading) => heading.empty)
      if (!params.allow_empty) for (const heading of empty) add(heading, 'is empty', 'text below the heading')
      const passed =
        params.required.length > 0 ? `${plural(params.required.length, 'required section')} present` : plural(parts.length, 'section')
      return judge(problems, passed, (count) => `${plural(count, 'problem')} with the sections`)
    }),
})

export const headingOrder = defineCheck({
  kind: 'markdown.heading-order',
  summary: 'One title, and no level of heading is skipped on the way down.',
  version: '1',
  params: z.strictObject({ single_title: z.boolean().default(true), max_depth: z.int().min(1).max(6).default(6) }),
  demands: ({ single_title, max_depth }) =>
    `${single_title ? 'has exactly one title (a heading of level 1) and ' : ''}skips no level of heading on the way down${max_depth < 6 ? `, with none deeper than level ${max_depth}` : ''}`,
  run: ({ params, artifact }) =>
    readable(artifact, () => {
      const headings = outlineOf(artifact).headings.filter((heading) => heading.top)
      if (headings.length === 0 && !params.single_title) return notApplicable('the text has no headings')
      const problems: Finding[] = []
      const add = (heading: Heading, message: string, expected: string) =>
        problems.push({
          message,
          expected,
          actual: `level ${heading.depth}`,
          quote: heading.text,
          location: { file: artifact.name, line: heading.line },
        })
      const titles = headings.filter((heading) => heading.depth === 1)
      if (params.single_title && titles.length === 0)
        problems.push({ message: 'there is no title (a heading of level 1)', expected: 'one heading of level 1', actual: 'none' })
      if (params.single_title)
        for (const extra of titles.slice(1)) add(extra, `a second title; the first is on line ${titles[0]?.line}`, 'level 2 or deeper')
      headings.forEach((heading, index) => {
        const above = headings[index - 1]?.depth ?? (params.single_title ? 0 : heading.depth - 1)
        if (heading.depth > above + 1)
          add(heading, `level ${heading.depth} follows ${above === 0 ? 'nothing' : `level ${above}`}`, `level ${above + 1} at most`)
        if (heading.depth > params.max_depth)
          add(heading, `level ${heading.depth} is deeper than ${params.max_depth}`, `level ${params.max_depth} at most`)
      })
      return judge(
        problems,
        `${plural(headings.length, 'heading')} in order`,
        (count) => `${plural(count, 'problem')} with the order of headings`,
      )
    }),
})

const titlesText = (required: readonly (string | string[])[]) =>
  required.map((each) => (typeof each === 'string' ? JSON.stringify(each) : `(${quoted(each, 'or')})`)).join(', ')

/** Without numbering, emphasis and closing punctuation, in lower case. */
function normal(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/^[\d.]+[.)]?\s+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
