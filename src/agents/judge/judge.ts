// One criterion, one judge: the request as data, and what a reply proves.
import * as z from 'zod'
import type { AskAgent, Reply } from '../../kernel/task.ts'
import { inert } from '../../lib/inert.ts'
import type { Json } from '../../schema/event.ts'
import type { Rule } from '../../schema/rule.ts'
import type { Finding } from '../../schema/verdict.ts'
import { readJson } from '../json-reply.ts'
import { type Anchor, findAnchor, judgedBy } from './anchors.ts'
import { type Claim, addressedAround, findClaims } from './claims.ts'
import { quotable } from './quotes.ts'

export const judgeTemplate = 'judge'

export interface JudgeRequest {
  key: string
  rule: Rule
  artifactHash: string
  anchors: readonly Anchor[]
  /** The role asked; defaults to `judge`. */
  role?: string
  /** Only for workflows whose prompts show it; others keep it from their judge. */
  iteration?: number
  /** Why the previous answer to this request was refused: a sentence of ours, never the judge's words. */
  note?: InvalidReason
}

/** The artifact, inert and fenced, is all a judge sees of the run. */
export function judgeTask({ key, rule, artifactHash, anchors, role = 'judge', iteration, note }: JudgeRequest): AskAgent {
  return {
    kind: 'ask',
    key,
    role,
    template: judgeTemplate,
    slots: {
      step: iteration === undefined ? 'JUDGE' : `JUDGE, iteration ${iteration}`,
      criterion: inert(judgedBy(rule).criterion).trim(),
      anchors: describeAnchors(anchors),
      artifact: { object: artifactHash, as: 'inert' },
      note: note === undefined ? '' : `- ${reminders[note]}\n`,
    },
    expects: 'json',
    schema: replySchema(anchors),
  }
}

export function describeAnchors(anchors: readonly Anchor[]): string {
  return anchors.map(({ name, means }) => `- "${inert(name)}": ${inert(means).replace(/\s+/g, ' ')}`).join('\n')
}

/** Why a reply is no verdict. A closed set, so that the second request can name it without repeating the first reply. */
type InvalidReason = 'form' | 'anchor' | 'quote' | 'absent'

const reminders: Record<InvalidReason, string> = {
  form: 'An answer that is not the JSON object described below is not taken.',
  anchor: 'The anchor must be one of the names above, as it stands there.',
  quote: 'Every passage must stand in the text letter for letter; only white space may differ. Quote less rather than from memory.',
  absent: 'A passing anchor needs a passage that proves it; "absent" goes with a failing one.',
}

export type Judgement =
  | {
      valid: true
      outcome: 'pass' | 'fail'
      anchor: string
      score: number
      message: string
      evidence: Finding[]
      flags: Claim[]
      addressed?: number[]
    }
  | { valid: false; reason: InvalidReason; why: string }

export interface ReplyToJudge {
  replyText: string
  artifact: string
  anchors: readonly Anchor[]
  /** Path shown with the evidence. */
  name?: string
}

const ReplyForm = z.object({
  anchor: z.string().max(200),
  absent: z.boolean().default(false),
  quotes: z.array(z.string().max(20_000)).max(50),
  reasoning: z.string().max(20_000).default(''),
})

/**
 * What the reply proves. The anchor must exist and every quote must be in the artifact; without a quote only a failing anchor with
 * `absent: true` is accepted, since absence can't be quoted. Anything else in the reply is ignored.
 */
export function readJudgement({ replyText, artifact, anchors, name }: ReplyToJudge): Judgement {
  const json = readJson(replyText)
  if ('problem' in json) return invalid('form', json.problem)
  const form = ReplyForm.safeParse(json.value)
  if (!form.success) return invalid('form', `the reply doesn't have the required form: ${z.prettifyError(form.error)}`)
  const { anchor: cited, absent, quotes, reasoning } = form.data
  const anchor = findAnchor(anchors, cited)
  if (!anchor)
    return invalid(
      'anchor',
      `the reply cites the anchor «${inert(cited).slice(0, 60)}»; there are ${anchors.map((one) => `«${one.name}»`).join(', ')}`,
    )
  const evidence: Finding[] = []
  const text = quotable(artifact)
  const around = addressedAround(artifact)
  const addressed = new Set<number>()
  for (const quote of quotes) {
    const found = text.find(quote)
    if ('missing' in found) return invalid('quote', found.missing)
    const lines = around(found.at.line ?? 1, quote)
    lines.forEach((line) => addressed.add(line))
    evidence.push({
      message: `cited for «${anchor.name}»${lines.length > 0 ? ', in a passage that addresses the judge' : ''}${quote.includes('[redacted]') ? ', with a key in it redacted' : ''}`,
      quote: inert(quote),
      location: { ...(name !== undefined && { file: name }), ...found.at },
    })
  }
  if (anchor.outcome === 'pass' && absent)
    return invalid('absent', `the reply calls the criterion absent and cites the passing anchor «${anchor.name}»`)
  if (evidence.length === 0 && !absent) return invalid('quote', 'the reply quotes nothing, so it proves nothing')
  if (evidence.length === 0) evidence.push({ message: 'the judge found nothing to quote for it' })
  return {
    valid: true,
    outcome: anchor.outcome,
    anchor: anchor.name,
    score: anchor.score,
    message: `«${anchor.name}»: ${inert(reasoning).trim().slice(0, 600)}`,
    evidence,
    flags: findClaims(artifact),
    ...(addressed.size > 0 && { addressed: [...addressed] }),
  }
}

/** Reads a recorded reply the same way; a maker's failure is an invalid judgement too. */
export function judgementOf(reply: Reply, about: Omit<ReplyToJudge, 'replyText'>): Judgement {
  if (!reply.ok) return invalid('form', `${reply.error.code}: ${reply.error.message}`)
  return readJudgement({ ...about, replyText: 'value' in reply ? JSON.stringify(reply.value) : reply.text })
}

function invalid(reason: InvalidReason, why: string): Judgement {
  return { valid: false, reason, why }
}

function replySchema(anchors: readonly Anchor[]): Json {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['anchor', 'absent', 'quotes', 'reasoning'],
    properties: {
      anchor: { type: 'string', enum: anchors.map(({ name }) => name) },
      absent: { type: 'boolean' },
      quotes: { type: 'array', items: { type: 'string' } },
      reasoning: { type: 'string' },
    },
  }
}
