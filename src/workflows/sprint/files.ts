// The files of a sprint's contract folder, projected from state: contracts, evaluation reports, calibration log.
import type { FileSet } from '../../kernel/workflow.ts'
import { type Contract, standingOf } from './contract.ts'
import { dimensions } from './dimensions.ts'
import type { Evaluation, SprintState } from './state.ts'

export function files(state: SprintState): FileSet {
  const folder = state.parameters.gan_loop.sprint_contract.artifact_dir
  const set: FileSet = {}
  for (const contract of state.contracts)
    set[`${folder}/${contract.sprint_id}.json`] = { role: 'state', text: json(contractJson(contract, state)) }
  for (const evaluation of state.evaluations)
    set[`${folder}/evaluation-report-${evaluation.number}.json`] = { role: 'state', text: json(reportJson(evaluation, state)) }
  const { calibration, input } = state
  if (calibration.length > 0) {
    const own = calibration.map(({ first, second, divergence, ...entry }) => ({
      ...entry,
      first: first / 10_000,
      second: second / 10_000,
      divergence: divergence / 10_000,
    }))
    set[`${folder}/calibration-log.json`] = { role: 'state', text: json([...(input.calibratedBefore ?? []), ...own]) }
  }
  return set
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`

/** With the result of its own evaluation, once there is one. */
function contractJson(contract: Contract, { evaluations }: SprintState): object {
  const evaluation = evaluations.find(({ iteration }) => iteration === contract.iteration)
  if (!evaluation) return contract
  const scores = new Map(evaluation.card.criteria.map(({ id, score }) => [id, score]))
  return {
    ...contract,
    acceptance_checklist: contract.acceptance_checklist.map((item) => ({ ...item, status: standingOf(scores.get(item.measures) ?? null) })),
    scores: [...contract.scores, { iteration: evaluation.iteration, score: evaluation.card.overall / 10_000 }],
  }
}

function reportJson(
  { number, iteration, artifact, card, decision, guards, seen }: Evaluation,
  { input, parameters, contracts }: SprintState,
): object {
  const conditions = contracts.find((contract) => contract.iteration === iteration)?.pass_conditions ?? null
  const { pass_threshold, strict_mode } = parameters.gan_loop
  return {
    evaluation_id: `evaluation-report-${number}`,
    run_id: input.runId,
    iteration,
    page: input.material.page,
    artifact_hash: artifact,
    overall_score: card.overall / 10_000,
    pass_threshold,
    strict_mode,
    result: decision.rule === 'pass' ? 'PASS' : 'FAIL',
    decision: { rule: decision.rule, because: decision.because, saw: decision.saw },
    must_pass_failures: card.firewall,
    dimensions: Object.fromEntries(
      card.dimensions.map(({ dimension, score, measured, capsBy, regressions, unmeasured, because }) => [
        dimension,
        {
          score: score / 100,
          measured: measured === null ? null : measured / 100,
          capped_by: capsBy,
          regressions,
          unmeasured,
          justification: because,
          evidence: card.criteria.filter((each) => each.dimension === dimension && !each.outOfContract).map(criterionJson),
        },
      ]),
    ),
    ...(conditions && {
      pass_conditions: Object.fromEntries(
        dimensions.map((dimension) => {
          const score = (card.dimensions.find((each) => each.dimension === dimension)?.score ?? 0) / 100
          return [dimension, { asked: conditions[dimension], score, met: score >= conditions[dimension] }]
        }),
      ),
    }),
    out_of_contract: card.criteria
      .filter(({ outOfContract, outcome }) => outOfContract && outcome === 'fail')
      .map(({ id, message }) => ({ id, message })),
    not_measured: card.unmeasured,
    not_applicable: card.notApplicable,
    regressions: card.regressions,
    leniency_guards: guards,
    ...(seen && {
      browser: {
        by: seen.by === 'browser' ? 'Chromium' : 'the HTML alone',
        limits: seen.notes,
        blocked: seen.blocked,
        screenshots: Object.fromEntries(Object.entries(seen.pictures).map(([view, hash]) => [sizes[view] ?? view, `sha256:${hash}`])),
        lcp_ms: seen.times.lcpMs,
        cls: seen.times.cls,
      },
    }),
  }
}

const sizes: Readonly<Record<string, string>> = { desktop: '1280x720', mobile: '375x667' }

function criterionJson({ id, says, outcome, score, anchor, message, evidence }: Evaluation['card']['criteria'][number]): object {
  return { id, criterion: says, outcome, score: score === null ? null : score / 100, anchor, seen: message, findings: evidence }
}
