// The scorecard of one evaluation: verdicts to anchors, anchors to dimensions, with caps, regressions and the must-pass firewall. All integers.
import { plural } from '../../rules/reading/lines.ts'
import type { Finding, Outcome, Verdict } from '../../schema/verdict.ts'
import type { Criterion } from './criteria.ts'
import {
  type Anchor,
  type Dimension,
  anchorFor,
  capped,
  dimensions,
  least,
  lower,
  overallOf,
  rubric,
  unmeasuredCounts,
} from './dimensions.ts'

interface Scored {
  id: string
  dimension: Dimension
  says: string
  outcome: Outcome
  /** Null if it couldn't be measured or doesn't apply. */
  score: Anchor | null
  /** The rubric's words for that score. */
  anchor: string
  message: string
  evidence: Finding[]
  mustPass: boolean
  caps: boolean
  /** Set if a contract leaves it out: listed, without effect on the score. */
  outOfContract?: true
}

interface DimensionScore {
  dimension: Dimension
  /** 0 if nothing of it could be measured: it adds nothing, and its weight stays. */
  score: Anchor | typeof unmeasuredCounts
  /** Before caps and regressions. */
  measured: Anchor | null
  capsBy: string[]
  regressions: string[]
  unmeasured: string[]
  /** What the score is based on, in words. */
  because: string
}

export interface Scorecard {
  /** Basis points. */
  overall: number
  dimensions: DimensionScore[]
  criteria: Scored[]
  /** Must-pass criteria that failed or couldn't be measured. */
  firewall: { id: string; why: string }[]
  unmeasured: string[]
  notApplicable: string[]
  regressions: string[]
}

export interface Scoring {
  criteria: readonly Criterion[]
  verdicts: Readonly<Record<string, CountedVerdict>>
  /** Ids in the contract; null scores all. Must-pass criteria always count. */
  contracted: readonly string[] | null
  /** Criteria that passed in an earlier iteration of this run. */
  passedBefore: readonly string[]
}

export interface CountedVerdict extends Verdict {
  /** How many items were examined, and how many failed. */
  counts?: { checked: number; failed: number } | undefined
}

export function scorecard({ criteria, verdicts, contracted, passedBefore }: Scoring): Scorecard {
  const scored = criteria.map((criterion) => scoreOne(criterion, verdicts[criterion.id], inContract(criterion, contracted)))
  const counted = scored.filter(({ outOfContract }) => !outOfContract)
  const regressions = counted.filter(({ id, score }) => score !== null && !holds(score) && passedBefore.includes(id)).map(({ id }) => id)
  const made = dimensions.map((dimension) => scoreDimension(dimension, counted, regressions))
  const byName = Object.fromEntries(made.map(({ dimension, score }) => [dimension, score])) as Record<Dimension, number>
  return {
    overall: overallOf(byName),
    dimensions: made,
    criteria: scored,
    firewall: counted.flatMap(({ id, mustPass, outcome, message }) =>
      mustPass && outcome !== 'pass' && outcome !== 'not-applicable'
        ? [{ id, why: outcome === 'fail' ? message : `couldn't be measured: ${message}` }]
        : [],
    ),
    unmeasured: counted.filter(isUnmeasured).map(({ id }) => id),
    notApplicable: counted.filter(({ outcome }) => outcome === 'not-applicable').map(({ id }) => id),
    regressions,
  }
}

/** Counting failures: must-pass first, then the lowest scores. */
export const failing = ({ criteria }: Scorecard, outcomes: readonly Outcome[] = ['fail']): Scored[] =>
  criteria
    .filter(({ outcome, outOfContract }) => !outOfContract && outcomes.includes(outcome))
    .toSorted((a, b) => Number(b.mustPass) - Number(a.mustPass) || (a.score ?? 0) - (b.score ?? 0))

/** A criterion passes from 0.75 on; below 0.50 it has failed. */
export const holds = (score: Anchor) => score >= 75

const isUnmeasured = ({ outcome }: Scored) => outcome === 'unknown' || outcome === 'error'

const inContract = ({ id, mustPass }: Criterion, contracted: readonly string[] | null) =>
  contracted === null || mustPass === true || contracted.includes(id)

function scoreOne(
  { id, dimension, says, mustPass = false, caps = false }: Criterion,
  verdict: CountedVerdict | undefined,
  counts: boolean,
): Scored {
  const measured = verdict && hasEvidence(verdict) ? verdict : unmeasured(id, verdict ? 'passed without evidence' : 'nothing measured it')
  const { outcome, message, evidence } = measured
  const score = anchorOf(measured)
  return {
    id,
    dimension,
    says,
    outcome,
    score,
    anchor: score === null ? 'not measured' : rubric[score],
    message,
    evidence: [...evidence],
    mustPass,
    caps,
    ...(!counts && { outOfContract: true as const }),
  }
}

/** A pass without any evidence is no measurement. */
const hasEvidence = ({ outcome, message, evidence }: Verdict) => outcome !== 'pass' || message.trim() !== '' || evidence.length > 0

const unmeasured = (ruleId: string, message: string): CountedVerdict => ({ ruleId, outcome: 'unknown', message, evidence: [] })

function anchorOf({ outcome, evidence, counts }: CountedVerdict): Anchor | null {
  if (outcome === 'pass') return 100
  if (outcome !== 'fail') return null
  const failed = counts?.failed ?? Math.max(1, evidence.length)
  return least([75, anchorFor(failed, counts?.checked ?? failed)])
}

function scoreDimension(dimension: Dimension, counted: readonly Scored[], regressed: readonly string[]): DimensionScore {
  const mine = counted.filter((each) => each.dimension === dimension)
  const scores = mine.flatMap(({ score }) => (score === null ? [] : [score]))
  const measured = scores.length > 0 ? least(scores) : null
  const capsBy = mine.filter(({ caps, outcome }) => caps && outcome === 'fail').map(({ id }) => id)
  const regressions = mine.filter(({ id }) => regressed.includes(id)).map(({ id }) => id)
  const unseen = mine.filter(isUnmeasured).map(({ id }) => id)
  const mostlyUnseen = unseen.length > scores.length
  const after = measured === null ? null : capsBy.length > 0 || mostlyUnseen ? least([measured, capped]) : measured
  return {
    dimension,
    score: after === null ? unmeasuredCounts : regressions.length > 0 ? lower(after) : after,
    measured,
    capsBy,
    regressions,
    unmeasured: unseen,
    because: reason(mine, measured, capsBy, regressions, mostlyUnseen ? unseen : []),
  }
}

function reason(
  mine: readonly Scored[],
  measured: Anchor | null,
  capsBy: readonly string[],
  regressions: readonly string[],
  unseen: readonly string[],
): string {
  if (measured === null) {
    const why = new Set(mine.filter(({ outcome }) => outcome !== 'not-applicable').map(({ message }) => message))
    return `nothing here could be measured, so it adds nothing${why.size > 0 ? `: ${[...why].join('; ')}` : ''}`
  }
  const lowest = mine.filter(({ score }) => score === measured)
  return [
    measured === 100
      ? `${rubric[100]} in ${plural(mine.filter(({ score }) => score !== null).length, 'criterion', 'criteria')}`
      : `${lowest.map(({ id, message }) => `${id}: ${message}`).join('; ')} (${rubric[measured]})`,
    ...(capsBy.length > 0 ? [`capped at 0.50 by ${capsBy.join(', ')}`] : []),
    ...(unseen.length > 0 ? [`0.50 at most, because most of it couldn't be measured: ${unseen.join(', ')}`] : []),
    ...(regressions.length > 0 ? [`one level down: ${regressions.join(', ')} held before`] : []),
  ].join('; ')
}
