// Seven guards against a lenient evaluator, applied in every evaluation; the report names each with what it did.
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

/** Basis points: above the baseline by more than this needs a cause. */
const farAbove = 1500
/** Basis points: two scores of one build that lie further apart are a warning. */
const farApart = 1000
/** Every fifth run is scored twice. */
const period = 5

export const isReevaluated = (runsBefore: number) => (runsBefore + 1) % period === 0

export interface Guarding {
  card: Scorecard
  baseline: { mean: number; runs: number } | null
  runsBefore: number
  /** The overall of the second evaluation; null where there was none. */
  second: number | null
}

export function guards({ card, baseline, runsBefore, second }: Guarding): Guard[] {
  const { criteria, firewall, dimensions, regressions, unmeasured, overall } = card
  const capsBy = dimensions.flatMap((dimension) => dimension.capsBy)
  const earlier = baseline === null ? '' : `${baseline.runs} earlier ${baseline.runs === 1 ? 'run' : 'runs'}`
  const above = baseline === null ? 0 : overall - baseline.mean
  return [
    {
      name: 'rubric anchors',
      outcome: 'clear',
      says: `${criteria.filter(({ score }) => score !== null).length} scores, each one of 0.25, 0.50, 0.75, 1.00`,
    },
    firewall.length > 0
      ? { name: 'must-pass firewall', outcome: 'acted', says: firewall.map(({ id, why }) => `${id}: ${why}`).join('; ') }
      : { name: 'must-pass firewall', outcome: 'clear', says: 'every must-pass criterion holds or cannot apply' },
    capsBy.length > 0
      ? { name: 'anti-pattern caps', outcome: 'acted', says: `0.50 at most, because of ${capsBy.join(', ')}` }
      : { name: 'anti-pattern caps', outcome: 'clear', says: 'no anti-pattern found' },
    unmeasured.length > 0
      ? { name: 'evidence', outcome: 'acted', says: `without evidence, so never a pass: ${unmeasured.join(', ')}` }
      : { name: 'evidence', outcome: 'clear', says: 'every verdict says what was seen' },
    regressions.length > 0
      ? { name: 'in-run regression', outcome: 'acted', says: `held before and fails now: ${regressions.join(', ')}` }
      : { name: 'in-run regression', outcome: 'clear', says: 'nothing that held before fails now' },
    baseline === null
      ? { name: 'cross-project baseline', outcome: 'not due', says: 'no earlier sprint to compare with' }
      : above > farAbove
        ? {
            name: 'cross-project baseline',
            outcome: 'flagged',
            says: `${showShare(overall)} lies ${showShare(above)} above the mean ${showShare(baseline.mean)} of ${earlier}: say why`,
          }
        : {
            name: 'cross-project baseline',
            outcome: 'clear',
            says: `not more than 0.15 above the mean ${showShare(baseline.mean)} of ${earlier}`,
          },
    second === null
      ? {
          name: 'independent re-evaluation',
          outcome: 'not due',
          says: isReevaluated(runsBefore) ? 'the second evaluation failed' : 'every fifth run is scored twice; this is not one',
        }
      : diverges(overall, second)
        ? {
            name: 'independent re-evaluation',
            outcome: 'flagged',
            says: `the second evaluation gave ${showShare(second)}, more than 0.10 apart`,
          }
        : { name: 'independent re-evaluation', outcome: 'clear', says: `the second evaluation gave ${showShare(second)}` },
  ]
}

export const diverges = (first: number, second: number) => Math.abs(first - second) > farApart
