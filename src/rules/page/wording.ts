// Whether a page uses clichés (empty superlatives, borrowed verbs, too many exclamation marks) or placeholders.
import * as z from 'zod'
import { tagged } from '../../lib/english/model.ts'
import { judge } from '../check.ts'
import { patterns as placeholders } from '../checks/placeholders.ts'
import { plural } from '../reading/lines.ts'
import type { TextBlock } from './measure.ts'
import { definePageCheck, onPage, plainText } from './page-check.ts'

/** Clichés, and what justifies some of them: a number as evidence. */
const worn: readonly { pattern: RegExp; unlessNumber?: true; onlyVerb?: true }[] = [
  { pattern: /\bin today's fast[- ]paced (?:world|environment|landscape|market)\b/gi },
  { pattern: /\b(?:cutting-edge|state-of-the-art|revolutionary|game-changing|game changer|cutting edge|state of the art)\b/gi },
  { pattern: /\b(?:seamless(?:ly)?|frictionless(?:ly)?|best-in-class|best in class)\b/gi, unlessNumber: true },
  { pattern: /\bleverag(?:e|es|ed|ing)\b/gi, onlyVerb: true },
]

export const pageWording = definePageCheck({
  kind: 'page.wording',
  summary: 'No worn-out wording: no empty superlatives, no "leverage" as a verb, at most one exclamation mark per section.',
  params: onPage({
    also: z.array(z.string().min(1)).default([]).describe('further words or phrases to forbid'),
    allow: z.array(z.string().min(1)).default([]),
    exclamations: z.int().min(0).default(1).describe('most exclamation marks per section'),
  }),
  withoutBrowser: true,
  demands: ({ also, exclamations }) =>
    `avoids worn-out wording (cutting-edge, state-of-the-art, revolutionary, game-changing, in today's fast-paced world, leverage as a verb, seamless, frictionless or best-in-class without a number${also.length > 0 ? `, ${also.join(', ')}` : ''}) and has at most ${plural(exclamations, 'exclamation mark')} a section`,
  run({ params: { also, allow, exclamations }, page, seen }) {
    const shown = page.texts.filter((block) => block.shown)
    const patterns = [
      ...worn,
      ...also.map((word) => ({
        pattern: new RegExp(`(?<![\\p{L}\\p{N}])${plainText(word).replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'giu'),
      })),
    ]
    const problems = shown.flatMap((block) =>
      patterns.flatMap((rule) =>
        [...plainText(block.text).matchAll(rule.pattern)].flatMap((match) => {
          if (allow.some((word) => word.toLowerCase() === match[0].toLowerCase())) return []
          const sentence = sentenceAt(plainText(block.text), match.index)
          if ('unlessNumber' in rule && /\d/.test(sentence)) return []
          if ('onlyVerb' in rule && !isVerb(sentence, match[0])) return []
          return [
            seen(block, 'desktop', {
              message: `worn-out wording: ${match[0]}`,
              expected: 'what it really does, or a number that shows it',
              quote: sentence,
            }),
          ]
        }),
      ),
    )
    const marks = new Map<number, TextBlock[]>()
    for (const block of shown)
      for (const _ of block.text.matchAll(/!/g)) marks.set(block.section, [...(marks.get(block.section) ?? []), block])
    for (const blocks of marks.values()) {
      const [last] = blocks.slice(exclamations)
      if (last)
        problems.push(
          seen(last, 'desktop', {
            message: `${blocks.length} exclamation marks in one section`,
            expected: `at most ${exclamations}`,
            quote: last.text.slice(0, 160),
          }),
        )
    }
    return judge(problems, 'no worn-out wording', (count) => `${plural(count, 'place')} with worn-out wording`, page.texts.length)
  },
})

export const pagePlaceholders = definePageCheck({
  kind: 'page.placeholders',
  summary: 'The page shows no placeholder: TODO, TBD, lorem ipsum, "coming soon", an unfilled slot.',
  params: onPage({ allow: z.array(z.string().min(1)).default([]) }),
  withoutBrowser: true,
  demands: ({ allow }) =>
    `shows no placeholder (TODO, TBD, lorem ipsum, "coming soon", an unfilled slot)${allow.length > 0 ? `; ${allow.join(', ')} may stay` : ''}`,
  run({ params: { allow }, page, seen }) {
    const problems = page.texts
      .filter((block) => block.shown)
      .flatMap((block) =>
        placeholders
          .flatMap((pattern) => [...block.text.matchAll(pattern)])
          .filter(([word]) => !allow.some((each) => each.toLowerCase() === word.toLowerCase()))
          .map(([word]) =>
            seen(block, 'desktop', {
              message: `placeholder ${JSON.stringify(word)}`,
              expected: 'the real text',
              quote: block.text.slice(0, 160),
            }),
          ),
      )
    return judge(problems, 'no placeholder is left', (count) => `${plural(count, 'placeholder')} left on the page`, page.texts.length)
  },
})

function sentenceAt(text: string, at: number): string {
  const start = Math.max(...['. ', '! ', '? '].map((end) => text.lastIndexOf(end, at) + 1), 0)
  const ends = ['. ', '! ', '? '].map((end) => text.indexOf(end, at)).filter((end) => end >= 0)
  return text.slice(start, ends.length > 0 ? Math.min(...ends) + 1 : text.length).trim()
}

function isVerb(sentence: string, word: string): boolean {
  if (!/^leverage$/i.test(word)) return true
  const tokens = tagged(sentence.replace(/^\p{Lu}/u, (first) => first.toLowerCase()))
  return tokens.some(({ text, tag }) => text.toLowerCase() === word.toLowerCase() && tag === 'VERB')
}
