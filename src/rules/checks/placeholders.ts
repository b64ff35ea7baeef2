// Unfinished text: TODO marks, filler, and unfilled slots.
import * as z from 'zod'
import type { Finding } from '../../schema/verdict.ts'
import { defineCheck, judge } from '../check.ts'
import { placeAt, plural, quoteAt, quoted } from '../reading/lines.ts'

export const placeholders = defineCheck({
  kind: 'content.placeholders',
  summary: 'No TODO, TBD, lorem ipsum, "coming soon" or unfilled slot is left in the text.',
  version: '1',
  params: z.strictObject({ allow: z.array(z.string().min(1)).default([]), also: z.array(z.string().min(1)).default([]) }),
  demands: ({ allow, also }) =>
    `has no placeholder (TODO, TBD, FIXME, lorem ipsum, "coming soon", an unfilled [insert …]${also.length > 0 ? `, ${quoted(also)}` : ''})${allow.length > 0 ? `; ${quoted(allow)} may stay` : ''}`,
  run({ params, artifact }) {
    const allowed = new Set(params.allow.map((word) => word.toLowerCase()))
    const found: (Finding & { at: number })[] = []
    const add = (at: number, word: string) => {
      if (!allowed.has(word.toLowerCase()))
        found.push({
          at,
          message: `placeholder ${JSON.stringify(word)}`,
          expected: 'the real text',
          quote: quoteAt(artifact, at),
          location: placeAt(artifact, at),
        })
    }
    for (const pattern of patterns) for (const match of artifact.text.matchAll(pattern)) add(match.index, match[0])
    for (const word of params.also) {
      for (let at = artifact.text.indexOf(word); at !== -1; at = artifact.text.indexOf(word, at + word.length)) add(at, word)
    }
    const evidence = found.toSorted((a, b) => a.at - b.at).map(({ at: _at, ...rest }) => rest)
    return judge(evidence, 'no placeholder is left', (count) => `${plural(count, 'placeholder')} left in the text`)
  },
})

/** Stand-ins for text that is yet to come. */
export const patterns: readonly RegExp[] = [
  /\b(?:TODO|TBD|TBA|FIXME|XXX)\b/g,
  /\blorem ipsum\b/gi,
  /\b(?:coming soon|to be (?:written|determined|defined|decided|completed)|fill (?:this )?in later|work in progress)\b/gi,
  /[[<](?:insert|describe|fill in|add) [^\][<>\n]{2,60}[\]>](?!\()/gi, // except <your-token>: docs use it for the reader's own value
]
