// An order's page: its acceptance with the five dimensions, and what stands behind each, place by place.
import type { RunState } from '../../kernel/reduce.ts'
import type { Finding, Judged, PanelContext, WorkflowPanel } from '../../operations/page.ts'
import { acceptedFrom, dimensions } from '../../rules/measure/acceptance.ts'
import type { Event } from '../../schema/event.ts'
import type { OrderEvents } from './events.ts'
import type { OrderState } from './state.ts'

export default { judged, findings } satisfies WorkflowPanel<OrderState>

function judged({ type, data }: Event, { state }: RunState<OrderState>): Omit<Judged, 'seq' | 'at'>[] {
  if (type !== 'accepted') return []
  const { acceptance, bars, seen } = data as OrderEvents['accepted']
  return [
    {
      label: 'acceptance',
      score: acceptance.acceptance_score * 10,
      shown: acceptance.acceptance_score.toFixed(1),
      scale: 10,
      threshold: acceptedFrom * 10,
      passed: bars.length === 0 && acceptance.acceptance_score >= acceptedFrom,
      blockers: bars,
      dimensions: dimensions.flatMap((name) => {
        const score = acceptance.dimension_scores[name]
        return typeof score === 'number' ? [{ name, score: score * 10 }] : []
      }),
      findings: seen.spots.length + seen.tampering.length,
      artifact: state.context ?? '',
      ref: 'acceptance',
      marks: Object.fromEntries(dimensions.map((name) => [name, markOf(acceptance.dimension_scores[name])])),
    },
  ]
}

const markOf = (score: number | string) =>
  score === 'unmeasured' ? 'unknown' : score === 'not-applicable' ? 'not-applicable' : Number(score) >= acceptedFrom ? 'pass' : 'warn'

async function findings(_judged: Judged, { run: { state } }: PanelContext<OrderState>): Promise<Finding[]> {
  const { spots = [], tampering = [] } = state.accepted ?? {}
  return [
    ...tampering.map(({ path, message, quote, line }) =>
      one('tamper-guard', 'fail', message, { path, ...(quote && { quote }), ...(line && { line }) }),
    ),
    ...spots.map(({ metric, message, file, line }) => one(metric, 'warn', message, { ...(file && { path: file }), ...(line && { line }) })),
  ]
}

function one(
  rule: string,
  outcome: Finding['outcome'],
  message: string,
  { path, line, quote }: { path?: string; line?: number; quote?: string },
): Finding {
  const where = path === undefined ? undefined : line === undefined ? path : `${path}:${line}`
  return {
    rule,
    outcome,
    message,
    fix: null,
    gain: null,
    group: rule,
    evidence: [{ message, ...(quote && { quote }), ...(where && { where }) }],
  }
}
