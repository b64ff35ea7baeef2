// The outline never turns a statement around: every item is made of slices of its statements, and denies what they deny.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readStatements as claims } from '../../../../src/lib/english/statement.ts'
import { validateIntent } from '../../../../src/workflows/design/critic/validate.ts'
import type { Intent, SourceRef } from '../../../../src/workflows/design/intent.ts'
import { ledgerOf } from '../../../../src/workflows/design/outline/ledger.ts'
import { outlineIntent, sourceLines } from '../../../../src/workflows/design/outline/outline.ts'

const fixtures = fileURLToPath(new URL('../../../fixtures/requirements', import.meta.url))
const texts = ['good', 'held-out', 'styles'].flatMap((folder) =>
  readdirSync(join(fixtures, folder)).map((name): [string, string] => [
    `${folder}/${name}`,
    readFileSync(join(fixtures, folder, name), 'utf8'),
  ]),
)

interface Said {
  text: string
  refs: readonly SourceRef[]
}

function items({ goals, goalSourceRefs, userFlows, interactions }: Intent): Said[] {
  return [
    ...goals.map((text, at) => ({ text, refs: goalSourceRefs[at] ?? [] })),
    ...userFlows.flatMap(({ steps }) => steps.map(({ action, sourceRefs = [] }) => ({ text: action, refs: sourceRefs }))),
    ...interactions.map(({ trigger, response, sourceRefs = [] }) =>
      // Where the condition stands at the end, the response is the whole statement and says it too.
      response.endsWith(trigger) ? { text: response, refs: sourceRefs.slice(1) } : { text: `${trigger}, ${response}`, refs: sourceRefs },
    ),
  ]
}

/** The words that turn a sentence around, wherever they stand. */
const turning =
  /\b(?:no|not|never|nobody|nothing|none|neither|nor|cannot|without|except|unless|until|only|if|n't|can't|won't|doesnt|cant)\b|n['’]t\b|❌|🚫/gi
const cues = (text: string) => (text.match(turning) ?? []).map((word) => word.toLowerCase()).sort()

function outlined(text: string): Intent {
  const made = outlineIntent('feature', text)
  if ('missing' in made) throw new Error(JSON.stringify(made.missing))
  return made.intent
}

/** The statement without the slots a story leaves out, which are its role and its reason. */
function statementOf(intent: Intent, refs: readonly SourceRef[], text: string): string {
  const ids = new Set(refs.map((ref) => (typeof ref === 'string' ? ref : ref.id)))
  const whole = intent.sources
    .filter(({ id }) => ids.has(id))
    .map((source) => source.text)
    .join(' ')
  const story = /\bas an?\b.*?\b(?:i|we) (?:want|need|would like|can)|^[^|]+\|/is.test(whole)
  return story ? text : whole
}

describe.each(texts)('%s', (_, text) => {
  const intent = outlined(text)

  test('is a valid design', () => expect(validateIntent(intent, 'feature')).toEqual([]))

  test('every goal, step, trigger and response is made of slices of its statements', () => {
    const sources = new Map(intent.sources.map((source) => [source.id, source.text]))
    for (const { text: said, refs } of items(intent)) {
      expect(refs.length).toBeGreaterThan(0)
      const words = refs
        .map((ref) => (typeof ref === 'string' ? sources.get(ref) : sources.get(ref.id)?.slice(ref.start, ref.end)))
        .join(' ')
      expect(said.replaceAll(',', '')).toBe(words.replaceAll(',', ''))
    }
  })

  test('no item drops a word that turns its statement around', () => {
    for (const { text: said, refs } of items(intent)) expect(cues(said), said).toEqual(cues(statementOf(intent, refs, said)))
  })

  test('no item denies what its statement affirms, nor the other way round', () => {
    const denied = (words: string) =>
      claims(words)
        .flatMap(({ acts }) => acts.filter(({ negated }) => negated).map(({ verb }) => verb))
        .sort()
    for (const { text: said, refs } of items(intent)) {
      const whole = statementOf(intent, refs, said)
      if (whole !== said && !whole.startsWith(said)) expect(denied(said).length, `${said} / ${whole}`).toBe(denied(whole).length)
    }
  })

  test('every line is in the ledger, once with each of its statements', () => {
    const listed = new Set(ledgerOf(sourceLines(text), intent).flatMap(({ lines }) => lines))
    const wanted = text.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : [at + 1]))
    expect(wanted.filter((line) => !listed.has(line))).toEqual([])
  })
})

const words = [
  'no second refund occurs',
  'stock never goes negative',
  'nobody except an admin deletes a permit',
  'no unpaid order may be shipped',
  'a member must not vote twice',
  'orders are sent unless they are unpaid',
  'if the card is declined, no order is created',
  'when the door is not locked, the system shall not start',
  'users cannot delete rooms',
  'the system does not store card numbers',
  'only managers approve refunds',
  'the guest pays without an account',
  'a late order is not only flagged but also refunded',
]
const frames: ((sentence: string) => string)[] = [
  (sentence) => `${sentence}.`,
  (sentence) => `- **FR-001**: ${sentence}`,
  (sentence) => `1. ${sentence}; the clerk is told`,
  (sentence) => `Given a refund\nWhen the clerk looks\nThen ${sentence}`,
  (sentence) => `| ID | Requirement |\n|---|---|\n| R1 | ${sentence} |`,
  (sentence) => `Users must not:\n- ${sentence}`,
  (sentence) => `## What users cannot do\n\n- ${sentence}`,
  (sentence) => `As a clerk, I want to see that ${sentence} so that the books are right.`,
  (sentence) => `Q: Is it so? A: ${sentence}.`,
]

test('denials survive whatever form they are written in', () => {
  fc.assert(
    fc.property(fc.constantFrom(...words), fc.constantFrom(...frames), fc.boolean(), (sentence, frame, first) => {
      const own = frame(sentence)
      const rest = '# Shop\n\nThe clerk creates an order with a date and a total.\nThe clerk sends an invoice to the customer.\n'
      const intent = outlined(first ? `${own}\n\n${rest}` : `${rest}\n${own}\n`)
      for (const { text: said, refs } of items(intent)) expect(cues(said), said).toEqual(cues(statementOf(intent, refs, said)))
      const used = items(intent).some(({ text: said }) => said.toLowerCase().includes(sentence.slice(0, 12)))
      expect(used, own).toBe(true)
    }),
    { numRuns: 250 },
  )
})
