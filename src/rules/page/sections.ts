// Whether the sections a brief asks for are on the page, by id, class, label or heading.
import * as z from 'zod'
import type { Finding } from '../../schema/verdict.ts'
import { type CheckResult, judge, notApplicable } from '../check.ts'
import { plural, quoted } from '../reading/lines.ts'
import type { PageMeasure, Section } from './measure.ts'
import { type PageInput, definePageCheck, onPage, plainText } from './page-check.ts'

export const pageSections = definePageCheck({
  kind: 'page.sections',
  summary: 'The page has the required sections, none of them empty; otherwise, no section is empty.',
  params: onPage({ required: z.array(z.string().min(1)).default([]).describe('names such as hero, features, pricing, or headings') }),
  withoutBrowser: true,
  demands: ({ required }) =>
    required.length > 0 ? `has the sections ${quoted(required)}` : 'has something below the heading of every section',
  run({ params: { required }, page, artifact, seen }) {
    if (required.length === 0) return filled(page, seen)
    const headings = page.texts.filter(({ tag, shown }) => shown && /^h[1-6]$/.test(tag)).map(({ text }) => text)
    const holds = (index: number) => page.texts.some(({ section, shown }) => shown && section === index)
    const problems = required.flatMap((name): Finding[] => {
      const places = page.sections.flatMap((section, index) => (isSection(section, name, index, page.sections) ? [index] : []))
      if (places.some(holds) || headings.some((heading) => sounds(heading, name))) return []
      const there = page.sections.map(({ selector, heading }) => heading || selector)
      return [
        {
          message: places.length > 0 ? `the section ${JSON.stringify(name)} is empty` : `no section ${JSON.stringify(name)}`,
          expected: `a section with the id, label or heading ${JSON.stringify(name)}`,
          actual: there.length > 0 ? `the sections ${quoted(there.slice(0, 12))}` : 'no sections',
          location: { file: artifact.name },
        },
      ]
    })
    return judge(
      problems,
      `all ${required.length} sections are there: ${required.join(', ')}`,
      (count) => `${plural(count, 'section')} missing`,
      required.length,
    )
  },
})

function filled({ sections }: PageMeasure, seen: PageInput<unknown>['seen']): CheckResult {
  if (sections.length === 0) return notApplicable('there are no sections')
  const expected = 'something below its heading, or no such section'
  return judge(
    sections
      .filter(({ bare }) => bare)
      .map(({ heading, ...part }) => seen(part, 'desktop', { message: `the section ${JSON.stringify(heading)} is empty`, expected })),
    `${plural(sections.length, 'section')}, none of them empty`,
    (count) => `${plural(count, 'empty section')}`,
    sections.length,
  )
}

/** Names that say where a section is rather than what it is called. */
const byPlace: Readonly<Record<string, (section: Section, index: number, all: readonly Section[]) => boolean>> = {
  hero: ({ hasTitle, tag }, index, all) =>
    (hasTitle && tag !== 'footer') ||
    (!all.some((each) => each.hasTitle) && index === all.findIndex((each) => each.tag !== 'nav' && each.tag !== 'header')),
  header: ({ tag }) => tag === 'header',
  navigation: ({ tag }) => tag === 'nav',
  footer: ({ tag }) => tag === 'footer',
}

export function isSection(section: Section, name: string, index: number, all: readonly Section[]): boolean {
  if (section.names.some((each) => sounds(each, name))) return true
  if (all.some((other) => other.names.some((each) => sounds(each, name)))) return false
  return byPlace[stem(name)]?.(section, index, all) ?? false
}

const words = (text: string) =>
  plainText(text)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

const stem = (word: string) =>
  word
    .toLowerCase()
    .replace(/(?:ies|y)$/, 'y')
    .replace(/(?<!s)s$/, '')

/** Every word of the name occurs in the text, singular or plural. */
export function sounds(text: string, name: string): boolean {
  const own = new Set(words(text).map(stem))
  const wanted = words(name).map(stem)
  return wanted.length > 0 && wanted.every((word) => own.has(word))
}
