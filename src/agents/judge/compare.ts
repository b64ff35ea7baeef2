// Which of two texts meets a criterion better: asked in both orders; a preference that follows the order doesn't count.
import * as z from 'zod'
import type { AskAgent } from '../../kernel/task.ts'
import { inert } from '../../lib/inert.ts'
import type { Json } from '../../schema/event.ts'
import type { Finding } from '../../schema/verdict.ts'
import { readJson } from '../json-reply.ts'
import { quotable } from './quotes.ts'

export const compareTemplate = 'judge-compare'

export interface Comparison {
  key: string
  criterion: string
  /** Hashes of the two texts. */
  a: string
  b: string
  role?: string
}

/** First with A in front, then with B in front. */
export function compareTasks({ key, criterion, a, b, role = 'judge' }: Comparison): [AskAgent, AskAgent] {
  const task = (order: 'ab' | 'ba', first: string, second: string): AskAgent => ({
    kind: 'ask',
    key: `${key}/${order}`,
    role,
    template: compareTemplate,
    slots: { criterion: inert(criterion).trim(), first: { object: first, as: 'inert' }, second: { object: second, as: 'inert' } },
    expects: 'json',
    schema: replySchema,
  })
  return [task('ab', a, b), task('ba', b, a)]
}

export type Compared =
  /** `always`: the position that won in both orders, whichever text was there. */
  | { valid: true; winner: 'a' | 'b' | 'tie'; consistent: boolean; always: 'first' | 'second' | null; evidence: Finding[] }
  | { valid: false; why: string }

/** Replies in the order of `compareTasks`. Both need quotes from both texts as proof. */
export function readComparison({ replies, a, b }: { replies: readonly [string, string]; a: string; b: string }): Compared {
  const ab = readOne(replies[0], a, b)
  const ba = readOne(replies[1], b, a)
  if ('why' in ab) return { valid: false, why: `asked with A in front: ${ab.why}` }
  if ('why' in ba) return { valid: false, why: `asked with B in front: ${ba.why}` }
  const one = { first: 'a', second: 'b', tie: 'tie' }[ab.choice] as 'a' | 'b' | 'tie'
  const other = { first: 'b', second: 'a', tie: 'tie' }[ba.choice] as 'a' | 'b' | 'tie'
  const consistent = one === other
  const depends = `order-dependent, so counted as a tie: with A in front the judge chose ${one.toUpperCase()}, with B in front ${other.toUpperCase()}`
  const evidence = consistent ? ab.evidence : [...ab.evidence, { message: depends }]
  const always = ab.choice === ba.choice && ab.choice !== 'tie' ? ab.choice : null
  return { valid: true, winner: consistent ? one : 'tie', consistent, always, evidence }
}

const passages = z.array(z.string().max(20_000)).max(50)
const ReplyForm = z.object({
  choice: z.enum(['first', 'second', 'tie']),
  first: passages,
  second: passages,
  reasoning: z.string().max(20_000).default(''),
})

function readOne(
  replyText: string,
  first: string,
  second: string,
): { choice: 'first' | 'second' | 'tie'; evidence: Finding[] } | { why: string } {
  const json = readJson(replyText)
  if ('problem' in json) return { why: json.problem }
  const form = ReplyForm.safeParse(json.value)
  if (!form.success) return { why: `the reply doesn't have the required form: ${z.prettifyError(form.error)}` }
  const evidence: Finding[] = []
  for (const [name, text, quotes] of [
    ['first', first, form.data.first],
    ['second', second, form.data.second],
  ] as const) {
    if (quotes.length === 0) return { why: `the reply quotes nothing of the ${name} text` }
    const source = quotable(text)
    for (const quote of quotes) {
      const found = source.find(quote)
      if ('missing' in found) return { why: `${name} text: ${found.missing}` }
      evidence.push({ message: `cited of the ${name} text`, quote: inert(quote), location: found.at })
    }
  }
  return { choice: form.data.choice, evidence }
}

const replySchema: Json = {
  type: 'object',
  additionalProperties: false,
  required: ['choice', 'first', 'second', 'reasoning'],
  properties: {
    choice: { type: 'string', enum: ['first', 'second', 'tie'] },
    first: { type: 'array', items: { type: 'string' } },
    second: { type: 'array', items: { type: 'string' } },
    reasoning: { type: 'string' },
  },
}
