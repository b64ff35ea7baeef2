// Whether a page contains its given copy, word for word and section by section.
import { diffWords } from 'diff'
import * as z from 'zod'
import type { Finding } from '../../schema/verdict.ts'
import { checkError, judge, notApplicable } from '../check.ts'
import { plural } from '../reading/lines.ts'
import type { PageMeasure, Section, TextBlock } from './measure.ts'
import { definePageCheck, onPage, plainText } from './page-check.ts'
import { type CopyLine, type CopySection, readCopy } from './read-copy.ts'
import { isSection } from './sections.ts'

export const pageCopy = definePageCheck({
  kind: 'page.copy',
  summary: 'The page has the given copy, word for word and section by section; quotes, dashes and spaces may differ.',
  params: onPage({
    copy: z.string().min(1).describe('copy.json, or a text with the copy: a path inside the working folder'),
    variant: z.string().min(1).optional().describe('the variant that must be there; by default any variant of a section'),
    sections: z.array(z.string().min(1)).min(1).optional().describe('only these sections'),
  }),
  withoutBrowser: true,
  demands: ({ copy, variant, sections }) =>
    `says what ${copy} says, word for word${sections ? `, in the sections ${sections.join(', ')}` : ''}${variant ? `, in the variant ${variant}` : ''}`,
  async run({ params, page, files, seen }) {
    const text = await files.read(params.copy)
    if (text === null) return checkError(`${params.copy} can't be read`)
    const copy = readCopy(text, params.copy)
    if ('problem' in copy) return checkError(copy.problem)
    const asked = copy.filter(({ name }) => !params.sections || params.sections.includes(name))
    if (asked.length === 0) return notApplicable(`${params.copy} has no copy for it`)
    const shown = page.texts.filter((block) => block.shown)
    const known = copy.flatMap(({ variants }) => variants.flatMap((variant) => variant.lines.map((line) => plainText(line.text))))
    let lines = 0
    const problems = asked.flatMap((section): Departure[] => {
      const { variants } = params.variant ? { variants: section.variants.filter(({ name }) => name === params.variant) } : section
      if (variants.length === 0)
        return [
          {
            line: { path: section.name, text: '' },
            near: null,
            message: `section ${section.name} has no variant ${params.variant}`,
            diff: '',
          },
        ]
      const place = placeOf(section, page)
      const told = variants.map((variant) =>
        variant.lines.flatMap((line) => departure(line, { blocks: shown, place, page, section: section.name, known })),
      )
      lines += variants[0]?.lines.length ?? 0
      return told.toSorted((a, b) => a.length - b.length)[0] ?? []
    })
    return judge(
      problems.map(({ line, near, message, diff }): Finding => {
        const evidence = { message, expected: line.text, ...(near && { actual: near.text }), ...(diff && { quote: diff }) }
        return near ? seen(near, 'desktop', evidence) : { ...evidence, location: { file: params.copy, pointer: line.path } }
      }),
      `${plural(lines, 'line')} of ${params.copy} are there word for word`,
      (count) => `${plural(count, 'line')} of ${params.copy} missing or changed`,
      lines,
    )
  },
})

interface Departure {
  line: CopyLine
  near: TextBlock | null
  message: string
  diff: string
}

/** The page section for a section of the copy; null if it can't be determined. */
function placeOf({ name }: CopySection, page: PageMeasure): number | null {
  const place = name === '' ? -1 : page.sections.findIndex((section, index) => isSection(section, name, index, page.sections))
  return place < 0 ? null : place
}

interface Around {
  blocks: readonly TextBlock[]
  place: number | null
  page: PageMeasure
  section: string
  /** Every line of the copy. */
  known: readonly string[]
}

function departure(line: CopyLine, { blocks, place, page, section, known }: Around): Departure[] {
  const wanted = plainText(line.text)
  const inPlace = place === null ? blocks : blocks.filter((block) => block.section === place)
  const holding = inPlace.filter(({ text }) => holds(plainText(text), wanted))
  if (holding.some(({ text }) => isOnly(plainText(text), known))) return []
  const [padded] = holding
  if (padded)
    return [
      {
        line,
        near: padded,
        message: `${line.path} is mixed with words that aren't in the copy`,
        diff: wordDiff(wanted, plainText(padded.text)),
      },
    ]
  if (holds(joined(inPlace), wanted)) return []
  if (place !== null && (blocks.some(({ text }) => holds(plainText(text), wanted)) || holds(joined(blocks), wanted))) {
    const where = blocks.find((block) => holds(plainText(block.text), wanted)) ?? null
    // Sections may have been separated wrongly, so only a block in another named section counts as misplaced.
    const other: Section | undefined = where ? page.sections[where.section] : undefined
    if (!other || other.names.length === 0) return []
    return [{ line, near: where, message: `${line.path} is outside the section ${section}`, diff: '' }]
  }
  const near = nearest(wanted, inPlace) ?? nearest(wanted, blocks)
  if (!near) return [{ line, near: null, message: `${line.path} is missing: ${JSON.stringify(line.text)}`, diff: '' }]
  return [{ line, near, message: `${line.path} reads differently`, diff: wordDiff(wanted, plainText(near.text)) }]
}

/** Whether a block contains only copy, apart from arrows, bullets and the like. */
function isOnly(text: string, known: readonly string[]): boolean {
  const rest = known.toSorted((a, b) => b.length - a.length).reduce((left, line) => (line === '' ? left : left.replaceAll(line, ' ')), text)
  return !/\p{L}/u.test(rest)
}

const joined = (blocks: readonly TextBlock[]) => plainText(blocks.map(({ text }) => text).join(' '))

function holds(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + wanted.length] ?? ' ']
    const touch = (a: string, b: string) => /[\p{L}\p{N}]/u.test(a) && /[\p{L}\p{N}]/u.test(b)
    if (!touch(before, wanted[0] ?? '') && !touch(wanted.at(-1) ?? '', after)) return true
  }
  return false
}

const wordsOf = (text: string) =>
  new Set(
    plainText(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  )

/** The block with the most shared words, at least half of them. */
function nearest(wanted: string, blocks: readonly TextBlock[]): TextBlock | null {
  const own = wordsOf(wanted)
  let best: { block: TextBlock; likeness: number } | null = null
  for (const block of blocks) {
    const words = wordsOf(block.text)
    const shared = [...own].filter((word) => words.has(word)).length
    const likeness = (2 * shared) / (own.size + words.size)
    if (likeness >= 0.5 && likeness > (best?.likeness ?? 0)) best = { block, likeness }
  }
  return best?.block ?? null
}

/** `Ship [-faster-] {+slower+} today` */
function wordDiff(wanted: string, found: string): string {
  return diffWords(wanted, found)
    .map(({ value, added, removed }) => (added ? `{+${value.trim()}+} ` : removed ? `[-${value.trim()}-] ` : value))
    .join('')
    .trim()
}
