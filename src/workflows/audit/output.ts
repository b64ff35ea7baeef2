// The decision as a structured markdown report with fixed headings, and as the line it adds to discoveries.ndjson.
import { someOf } from '../../lib/some-of.ts'
import type { Applied } from './apply.ts'
import type { Decision } from './decide.ts'
import type { Discovery, GcDecision } from './discoveries.ts'
import { escalationChoices, escalationLines } from './escalate.ts'
import type { Escalation } from './escalate.ts'
import { quoteFinding } from './findings.ts'
import type { Finding } from './findings.ts'

export function renderDecision(applied: Applied, escalation: Escalation | null = null): string {
  const { decision, actions } = applied
  return document([
    [
      '## Summary',
      [
        `GC Decision: ${decision.decision}${decision.partial === null ? '' : ` (partial: ${decision.partial})`}`,
        `Audit Signal: ${decision.effectiveSignal}${decision.signal.trim() === decision.effectiveSignal ? '' : ` (the task row says ${decision.signal.trim() === '' ? 'nothing' : decision.signal.trim().slice(0, 60)})`}`,
        `Audit Score: ${decision.score === null ? 'not stated' : `${decision.score}/10`}`,
        `Iteration: ${decision.iteration} / ${decision.rounds}`,
      ],
    ],
    ['## Audit Findings', []],
    ['### Critical', findingLines(decision, ['Critical'])],
    ['### High', findingLines(decision, ['High'])],
    ['### Medium/Low', findingLines(decision, ['Medium', 'Low'])],
    ['## Decision Rationale', [...decision.rationale, ...decision.anomalies.map((each) => `Anomaly (${each.code}): ${each.message}`)]],
    ['## Actions Taken', [...actions, ...(escalation ? escalationLines(escalation) : [])]],
    ['## Next Step', [nextStep(applied)]],
  ])
}

export function decisionDiscovery({ decision, revision, ready }: Applied, ts: string, worker: string): Discovery {
  const data: GcDecision = {
    audit_id: decision.auditId,
    iteration: decision.iteration,
    decision: decision.decision,
    signal: decision.effectiveSignal,
    score: decision.score ?? '',
    rationale: [...decision.rationale],
    ...(decision.anomalies.length > 0 && { anomalies: decision.anomalies.map((each) => each.message) }),
    ...(decision.partial !== null && { partial: decision.partial }),
    ...(decision.findings.length > 0 && {
      findings: decision.findings.map(({ severity, text, at, source }) => ({ severity, text, at, source })),
    }),
    ...(decision.advisory && { advisory: decision.findings.map((each) => `${each.severity}: ${quoteFinding(each)}`) }),
    ...(decision.decision === 'CONVERGE' && decision.partial === null && { design_phase: 'complete', ready: [...ready] }),
    ...(revision && { created: [revision.fix, revision.reAudit].filter((id) => id !== null) }),
  }
  return { ts, worker, type: 'gc_decision', data }
}

function findingLines(decision: Decision, severities: readonly Finding['severity'][]): string[] {
  const found = decision.findings.filter((each) => severities.includes(each.severity))
  return found.length === 0 ? ['(none)'] : found.map((each) => `${severities.length > 1 ? `${each.severity}: ` : ''}${quoteFinding(each)}`)
}

function nextStep({ decision, revision, ready }: Applied): string {
  if (decision.partial !== null) return `Assess ${decision.auditId} again with more time; ${decision.decision} is where it stands.`
  if (decision.decision === 'CONVERGE')
    return `CONVERGE: proceed to the BUILD wave${ready.length === 0 ? '' : ` (${someOf(ready)})`}${decision.advisory ? '; the findings above go along as an advisory' : ''}`
  if (decision.decision === 'REVISION') return `REVISION: run ${revision?.fix} and then ${revision?.reAudit} in the next waves`
  return `ESCALATE: awaiting a person's decision: ${escalationChoices.map((choice) => choice.id).join(', ')}`
}

function document(sections: readonly (readonly [string, readonly string[]])[]): string {
  return `${sections.map(([heading, lines]) => [heading, ...lines.map((line) => (line.startsWith('  ') ? `  - ${safe(line.trim())}` : `- ${safe(line)}`))].join('\n')).join('\n\n')}\n`
}

/** Findings are other people's text: one line each, so that none can open a heading or a section of its own. */
function safe(line: string): string {
  return line.replaceAll(/[\r\n\u2028\u2029]+/g, ' ')
}
