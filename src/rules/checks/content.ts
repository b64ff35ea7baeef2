// Checks on plain text: what it contains, what a pattern finds in it, how much of something it has.
import * as z from 'zod'
import type { Finding } from '../../schema/verdict.ts'
import { defineCheck, fail, maxEvidence, pass } from '../check.ts'
import type { Artifact, CheckResult } from '../check.ts'
import { placeAt, plural, quoteAt, quoted, rangeText } from '../reading/lines.ts'
import { oncePer } from '../reading/once-per.ts'
import { patternProblem } from '../reading/pattern.ts'

export const contains = defineCheck({
  kind: 'content.contains',
  summary: 'The text contains each given string, or with `absent` none of them.',
  version: '2',
  params: z.strictObject({
    text: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
    absent: z.boolean().default(false),
    ignore_case: z.boolean().default(false),
  }),
  demands: ({ text, absent, ignore_case }) =>
    `${absent ? 'does not contain' : 'contains'} ${quoted([text].flat(), absent ? 'or' : 'and')}${ignore_case ? ', in upper or lower case' : ''}`,
  run({ params, artifact }) {
    const wanted = typeof params.text === 'string' ? [params.text] : params.text
    const fold = (text: string) => (params.ignore_case ? text.toLowerCase() : text)
    const text = params.ignore_case ? foldedText(artifact) : artifact.text
    const hits = wanted.map((each) => ({ each, ...occurrences(artifact, text, fold(each), each) }))
    if (params.absent) {
      const there = hits.filter(({ total }) => total > 0)
      if (there.length === 0) return pass(`none of ${plural(wanted.length, 'string')} is there`)
      const places = there.flatMap(({ each, places: found }) => found.map((hit) => ({ ...hit, expected: `no ${JSON.stringify(each)}` })))
      const total = there.reduce((sum, hit) => sum + hit.total, 0)
      const [only] = places
      const head = `${plural(there.length, 'string')} should not be there`
      return fail(only && total === 1 ? `${head}: ${only.message}` : head, places, total)
    }
    const missing = hits
      .filter(({ total }) => total === 0)
      .map(({ each }) => ({ message: `does not contain ${JSON.stringify(each)}`, expected: each, actual: 'nowhere in the text' }))
    return missing.length > 0
      ? fail(`${plural(missing.length, 'string is', 'strings are')} missing`, missing)
      : pass(
          `contains ${plural(wanted.length, 'string')}`,
          hits.flatMap(({ places }) => places.slice(0, 1)),
        )
  },
})

export const regex = defineCheck({
  kind: 'content.regex',
  summary: 'A regular expression matches (at least once unless `min`, `max` or `absent` say otherwise).',
  version: '2',
  params: z
    .strictObject({
      pattern: z.string().min(1),
      flags: z
        .string()
        .regex(/^[imsu]*$/, 'only the flags i, m, s and u are allowed')
        .default('m'),
      absent: z.boolean().default(false),
      min: z.int().min(0).optional(),
      max: z.int().min(0).optional(),
    })
    .superRefine(({ pattern, flags, absent, min, max }, context) => {
      const problem = patternProblem(pattern, flags)
      if (problem) context.addIssue({ code: 'custom', path: ['pattern'], message: problem })
      if (absent && (min !== undefined || max !== undefined))
        context.addIssue({ code: 'custom', path: ['absent'], message: '"absent" can\'t be combined with min or max' })
      rangeIssue(context, min, max)
    }),
  demands: ({ pattern, flags, absent, min, max }) => {
    const what = `/${pattern}/${flags}`
    if (absent || max === 0) return `has no match of ${what}`
    return `has ${rangeText(min ?? (max === undefined ? 1 : 0), max)} ${max === 1 || (max ?? min ?? 1) === 1 ? 'match' : 'matches'} of ${what}`
  },
  run({ params, artifact }) {
    const max = params.absent ? 0 : params.max
    const min = params.min ?? (max === undefined ? 1 : 0)
    const expression = new RegExp(params.pattern, `${params.flags}g`)
    const hits: Finding[] = []
    let count = 0
    for (const match of artifact.text.matchAll(expression)) {
      count++
      if (hits.length < maxEvidence) hits.push(seen(artifact, match.index, `matches ${JSON.stringify(match[0].slice(0, 80))}`))
    }
    return ranged(count, [`match of /${params.pattern}/`, `matches of /${params.pattern}/`], [min, max], hits)
  },
})

export const count = defineCheck({
  kind: 'content.count',
  summary: 'The number of words, lines, characters or occurrences of a string lies between `min` and `max`.',
  version: '2',
  params: z
    .strictObject({
      of: z.enum(['words', 'lines', 'characters', 'occurrences']),
      text: z.string().min(1).optional(),
      min: z.int().min(0).optional(),
      max: z.int().min(0).optional(),
    })
    .superRefine(({ of, text, min, max }, context) => {
      if ((of === 'occurrences') !== (text !== undefined))
        context.addIssue({ code: 'custom', path: ['text'], message: '"of: occurrences" needs "text", and nothing else takes it' })
      if (min === undefined && max === undefined) context.addIssue({ code: 'custom', path: ['min'], message: 'give min, max or both' })
      rangeIssue(context, min, max)
    }),
  demands: ({ of, text, min = 0, max }) =>
    `has ${rangeText(min, max)} ${text === undefined ? of : `occurrences of ${JSON.stringify(text)}`}`,
  run({ params, artifact }) {
    const found = params.text === undefined ? null : occurrences(artifact, artifact.text, params.text)
    const total = found ? found.total : measure(artifact.text, params.of)
    const named = params.text === undefined ? '' : ` of ${JSON.stringify(params.text)}`
    const words: [string, string] = [`${params.of.slice(0, -1)}${named}`, `${params.of}${named}`]
    return ranged(total, words, [params.min ?? 0, params.max], found?.places ?? [])
  },
})

const foldedText = oncePer((artifact: Artifact) => artifact.text.toLowerCase())

function ranged(count: number, [one, many]: [string, string], [min, max]: [number, number | undefined], hits: Finding[]): CheckResult {
  const message = plural(count, one, many)
  const expected = rangeText(min, max)
  if (count >= min && (max === undefined || count <= max)) return pass(`${message}, ${expected} expected`, hits.slice(0, 3))
  return fail(
    `${message}, ${expected} expected`,
    hits.length > 0 ? hits.map((hit) => ({ ...hit, expected: `${expected} in all` })) : [{ message, expected, actual: String(count) }],
    hits.length > 0 ? count : 1,
  )
}

function measure(text: string, of: 'words' | 'lines' | 'characters' | 'occurrences'): number {
  if (of === 'characters') return text.length
  let total = 0
  if (of === 'words') {
    for (const _ of text.matchAll(/[\p{L}\p{N}]\S*/gu)) total++ // marks such as "#" or "|" alone aren't words
    return total
  }
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) total++
  return text === '' || text.endsWith('\n') ? total : total + 1
}

/** Where a string occurs, in the text or its case-folded form: the first places, and how many there are. */
function occurrences(artifact: Artifact, text: string, wanted: string, named = wanted): { total: number; places: Finding[] } {
  const places: Finding[] = []
  let total = 0
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    total++
    if (places.length < maxEvidence) places.push(seen(artifact, at, `contains ${JSON.stringify(named)}`))
  }
  return { total, places }
}

function seen(artifact: Artifact, at: number, message: string): Finding {
  return { message, quote: quoteAt(artifact, at), location: placeAt(artifact, at) }
}

function rangeIssue(context: z.core.$RefinementCtx, min: number | undefined, max: number | undefined): void {
  if (min === undefined || max === undefined || min <= max) return
  context.addIssue({ code: 'custom', path: ['min'], message: `min ${min} is above max ${max}: no text can satisfy this` })
}
