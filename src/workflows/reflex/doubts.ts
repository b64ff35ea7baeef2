// Verdicts whose judge quoted text addressed to judges: a person reads the passages and decides whether the rules hold.
import type { Answer, Facts, Gate } from '../../kernel/task.ts'
import type { Accepted } from '../../kernel/workflow.ts'
import { sha256 } from '../../lib/hash.ts'
import { concluded } from './conclude.ts'
import { judgeKey, openDoubts, verdictOf } from './evaluating.ts'
import { event } from './events.ts'
import type { ReflexState } from './state.ts'

interface Doubt {
  rule: string
  says: string
  message: string
  quotes: { quote: string; line: number | null }[]
}

export function doubtsGate(state: ReflexState): Gate<'confirm-verdicts', 'confirm' | 'again' | 'discard'> {
  const doubts = openDoubts(state).map((rule): Doubt => {
    const { message, evidence } = verdictOf(state, rule)
    const quotes = evidence.flatMap(({ quote, location }) => (quote === undefined ? [] : [{ quote, line: location?.line ?? null }]))
    return { rule: rule.id, says: rule.description, message, quotes }
  })
  const hash = sha256(`${state.artifact}\n${doubts.map(({ rule }) => rule).join('\n')}`)
  return {
    key: 'confirm-verdicts',
    question: 'A judge passed these rules by quoting text that addresses the judge. Do they hold?',
    facts: { in_doubt: doubts },
    decides: { hash, phrase: `${doubts[0]?.rule ?? ''} holds in ${state.artifact?.slice(0, 6)}` },
    choices: [
      { name: 'confirm', means: 'I have read the passages, and these rules hold', attested: true },
      { name: 'again', means: "they don't count; the loop continues" },
      { name: 'discard', means: 'end the loop' },
    ],
  }
}

/** What the question is about, in words. */
export function doubtsText(facts: Facts): string {
  return [
    'Read these passages in the artifact before you answer:',
    ...(facts['in_doubt'] as Doubt[]).flatMap(({ rule, says, message, quotes }) => [
      `  ${rule}: ${says}`,
      `       ${message}`,
      ...quotes.map(({ quote, line }) => `       ${line === null ? '' : `line ${line}: `}«${quote.replaceAll(/\s+/g, ' ').slice(0, 300)}»`),
    ]),
  ].join('\n')
}

export function lookAt(state: ReflexState, hold: boolean, { by }: Answer): Accepted {
  const keys = openDoubts(state).map((rule) => judgeKey(rule, state))
  return { events: concluded(state, event('verdicts_looked_at', { keys, hold, by })) }
}
