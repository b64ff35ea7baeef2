// Seven guards against a lenient evaluator, applied in every evaluation; the report names each and what it did.
import { plural } from '../../rules/reading/lines.ts'
import { showShare } from '../../rules/score.ts'
import type { Scorecard } from './scorecard.ts'

type GuardName =
  | 'rubric anchors'
  | 'must-pass firewall'
  | 'anti-pattern caps'
  | 'evidence'
  | 'in-run regression'
  | 'cross-project baseline'
  | 'independent re-evaluation'

export interface Guard {
  name: GuardName
  outcome: 'clear' | 'acted' | 'flagged' | 'not due'
  says: string
}

/** Basis points: a larger excess over the baseline needs a cause. */
const farAbove = 1500
/** Basis points: a larger difference between two scores of one build is a warning. */
const farApart = 1000
/** Every fifth run is scored twice. */
const period = 5

export const isReevaluated = (runsBefore: number) => (runsBefore + 1) % period === 0

export interface Guarding {
  card: Scorecard
  baseline: { mean: number; runs: number } | null
  runsBefore: number
  /** The second evaluation's overall score; null if there was none. */
  second: number | null
}

export function guards({ card, baseline, runsBefore, second }: Guarding): Guard[] {
  const { criteria, firewall, dimensions, regressions, unmeasured, overall } = card
  const capsBy = dimensions.flatMap((dimension) => dimension.capsBy)
  const acted = (name: GuardName, by: readonly unknown[], says: string, clear: string): Guard =>
    by.length > 0 ? { name, outcome: 'acted', says } : { name, outcome: 'clear', says: clear }
  return [
    {
      name: 'rubric anchors',
      outcome: 'clear',
      says: `${criteria.filter(({ score }) => score !== null).length} scores, each one of 0.25, 0.50, 0.75, 1.00`,
    },
    acted(
      'must-pass firewall',
      firewall,
      firewall.map(({ id, why }) => `${id}: ${why}`).join('; '),
      'every must-pass criterion holds or cannot apply',
    ),
    acted('anti-pattern caps', capsBy, `0.50 at most, because of ${capsBy.join(', ')}`, 'no anti-pattern found'),
    acted('evidence', unmeasured, `without evidence, so never a pass: ${unmeasured.join(', ')}`, 'every verdict says what was seen'),
    acted('in-run regression', regressions, `held before and fails now: ${regressions.join(', ')}`, 'nothing that held before fails now'),
    { name: 'cross-project baseline', ...againstBaseline(overall, baseline) },
    { name: 'independent re-evaluation', ...againstSecond(overall, second, runsBefore) },
  ]
}

function againstBaseline(overall: number, baseline: Guarding['baseline']): Omit<Guard, 'name'> {
  if (baseline === null) return { outcome: 'not due', says: 'no earlier sprint to compare with' }
  const mean = `the mean ${showShare(baseline.mean)} of ${plural(baseline.runs, 'earlier run')}`
  const above = overall - baseline.mean
  return above > farAbove
    ? { outcome: 'flagged', says: `${showShare(overall)} is ${showShare(above)} above ${mean}: explain why` }
    : { outcome: 'clear', says: `not more than 0.15 above ${mean}` }
}

function againstSecond(overall: number, second: number | null, runsBefore: number): Omit<Guard, 'name'> {
  if (second === null)
    return { outcome: 'not due', says: isReevaluated(runsBefore) ? 'the second evaluation failed' : 'only every fifth run is scored twice' }
  const says = `the second evaluation gave ${showShare(second)}`
  return diverges(overall, second) ? { outcome: 'flagged', says: `${says}, more than 0.10 apart` } : { outcome: 'clear', says }
}

export const diverges = (first: number, second: number) => Math.abs(first - second) > farApart
