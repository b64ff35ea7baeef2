// A sprint's page: the score with its four dimensions in every iteration, and what the browser found, place by place.
import type { RunState } from '../../kernel/reduce.ts'
import type { Finding, Judged, PanelContext, WorkflowPanel } from '../../operations/page.ts'
import { placeText } from '../../report/words.ts'
import { showShare } from '../../rules/score.ts'
import type { Event } from '../../schema/event.ts'
import type { SprintEvents } from './events.ts'
import type { SprintState } from './state.ts'

export default { judged, findings } satisfies WorkflowPanel<SprintState>

function judged({ type, data }: Event, { state }: RunState<SprintState>): Omit<Judged, 'seq' | 'at'>[] {
  if (type !== 'evaluated') return []
  const { iteration, card, decision, artifact } = data as SprintEvents['evaluated']
  const counted = card.criteria.filter(({ outOfContract }) => !outOfContract)
  return [
    {
      label: `iteration ${iteration}`,
      score: card.overall / 100,
      shown: showShare(card.overall),
      scale: 1,
      threshold: state.parameters.gan_loop.pass_threshold * 100,
      passed: decision.rule === 'pass',
      blockers: card.firewall.map(({ id }) => id),
      dimensions: card.dimensions.map(({ dimension, score }) => ({ name: dimension, score })),
      findings: counted.filter(({ outcome }) => outcome === 'fail' || outcome === 'error').length,
      artifact,
      ref: String(iteration),
      marks: Object.fromEntries(
        counted.map(({ id, outcome, mustPass }) => [id, outcome === 'fail' ? (mustPass ? 'fail' : 'warn') : outcome]),
      ),
    },
  ]
}

async function findings({ ref }: Judged, { run: { state } }: PanelContext<SprintState>): Promise<Finding[]> {
  const evaluation = state.evaluations.find(({ iteration }) => String(iteration) === ref)
  return (evaluation?.card.criteria ?? [])
    .filter(({ outOfContract, outcome }) => !outOfContract && outcome !== 'pass')
    .map(({ id, outcome, mustPass, message, evidence, dimension }) => ({
      rule: id,
      outcome: outcome === 'fail' && !mustPass ? 'warn' : outcome,
      message,
      fix: null,
      gain: null,
      group: dimension,
      evidence: evidence.map(({ message: seen, quote, expected, actual, location }) => ({
        message: seen,
        ...(quote !== undefined && { quote }),
        ...(expected !== undefined && { expected }),
        ...(actual !== undefined && { actual }),
        ...(location?.line !== undefined && !location.sight && { line: location.line }),
        ...(location && { where: placeText(location, state.input.material.page) }),
      })),
    }))
}
