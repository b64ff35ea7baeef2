// What a person needs to decide on an escalated design: what each iteration fixed, what remains, and the three options.
import { type Finding, findingKey, quoteFinding } from './findings.ts'

export const escalationChoices = [
  { id: 'force-approve', label: 'approve the design as it is; its open findings are recorded as overridden under your name' },
  { id: 'manual-fix', label: 'fix the design yourself; the chain then waits for a re-audit' },
  { id: 'abort', label: 'abort the pipeline; every task is kept as it is' },
] as const
export type EscalationChoice = (typeof escalationChoices)[number]['id']

interface AuditRound {
  readonly auditId: string
  readonly iteration: number
  readonly findings: readonly Finding[] | null // null if its report is missing
}

interface RoundSummary {
  readonly auditId: string
  readonly iteration: number
  readonly fixed: readonly string[] // found in the iteration before, not in this one
  readonly remaining: readonly string[]
  readonly introduced: readonly string[]
  readonly note: string | null
}

export interface Escalation {
  readonly auditId: string
  readonly rounds: readonly RoundSummary[]
  readonly unresolved: readonly Finding[] // Critical and High of the newest iteration
}

/** Rounds first to last; issues are matched by words and file, because numbers and lines move as the design changes. */
export function summarise(rounds: readonly AuditRound[]): Escalation {
  const summaries = rounds.map((round, index): RoundSummary => {
    const before = rounds[index - 1]
    const base = { auditId: round.auditId, iteration: round.iteration, fixed: [], remaining: [], introduced: [], note: null }
    if (round.findings === null) return { ...base, note: 'its report is missing, so its findings are unknown' }
    if (!before) return { ...base, introduced: round.findings.map(quoteFinding) }
    if (before.findings === null) {
      const note = `the report of ${before.auditId} is missing, so the fixes are unknown`
      return { ...base, remaining: round.findings.map(quoteFinding), note }
    }
    const earlier = new Set(before.findings.map(findingKey))
    const now = new Set(round.findings.map(findingKey))
    return {
      ...base,
      fixed: before.findings.filter((each) => !now.has(findingKey(each))).map(quoteFinding),
      remaining: round.findings.filter((each) => earlier.has(findingKey(each))).map(quoteFinding),
      introduced: round.findings.filter((each) => !earlier.has(findingKey(each))).map(quoteFinding),
    }
  })
  const last = rounds.at(-1)
  return {
    auditId: last?.auditId ?? '',
    rounds: summaries,
    unresolved: (last?.findings ?? []).filter((each) => each.severity === 'Critical' || each.severity === 'High'),
  }
}

export function escalationLines(escalation: Escalation): string[] {
  const lines: string[] = []
  for (const round of escalation.rounds) {
    const first = round === escalation.rounds[0]
    lines.push(`Iteration ${round.iteration} (${round.auditId}): ${roundText(round, first)}.`)
    for (const each of round.fixed) lines.push(`  fixed: ${each}`)
    for (const each of round.remaining) lines.push(`  remains: ${each}`)
    if (!first) for (const each of round.introduced) lines.push(`  new: ${each}`)
  }
  lines.push(escalation.unresolved.length === 0 ? 'No Critical or High finding is unresolved.' : 'Unresolved Critical and High findings:')
  for (const each of escalation.unresolved) lines.push(`  ${each.severity}: ${quoteFinding(each)}`)
  return lines
}

export const roundText = ({ note, fixed, remaining, introduced }: RoundSummary, isFirst: boolean): string =>
  note ?? (isFirst ? `${introduced.length} found` : `${fixed.length} fixed, ${remaining.length} remain, ${introduced.length} new`)
