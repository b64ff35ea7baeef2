// An order's page: its change, its acceptance with the five dimensions, and the evidence for each.
import { patchOf, repositoryOf } from '../../adapters/measure/git.ts'
import type { RunState } from '../../kernel/reduce.ts'
import { patchFiles } from '../../lib/patch-files.ts'
import type { Criterion, Ended, ShownRule, Judged, Panel, PanelContext, WorkflowPanel } from '../../operations/page.ts'
import { acceptedFrom, dimensions, lossesOf, showAcceptance, weights } from '../../rules/measure/acceptance.ts'
import { named } from '../../report/story.ts'
import type { Event } from '../../schema/event.ts'
import type { OrderEvents } from './events.ts'
import type { OrderState } from './state.ts'

const form: WorkflowPanel<OrderState>['form'] = {
  title: 'Order',
  what: 'A code task in; a branch with the change out, accepted by build, tests, coverage, lint and complexity.',
  fields: [{ name: 'text', kind: 'text', label: 'Task', hint: "What should the code do that it doesn't do now?", required: true }],
  read: ({ text = '' }) => ({ task: text }),
}

export default { criteria, judged, findings, stop, panels, again, form } satisfies WorkflowPanel<OrderState>

function criteria(): Criterion[] {
  return [
    { id: 'build', says: 'The build passes', counts: 'must hold' },
    { id: 'tests', says: 'The tests pass, and none is skipped, weakened or removed', counts: 'must hold' },
    { id: 'score', says: `The acceptance score reaches ${acceptedFrom} of 10`, counts: 'must hold' },
    ...dimensions.map((id): Criterion => ({ id, says: `${named(id)}, ${weights[id]}% of the score`, counts: 'lowers the score' })),
  ]
}

async function again({ run: { state } }: PanelContext<OrderState>): Promise<Record<string, string>> {
  return { text: state.input.task }
}

async function stop({ run: { state } }: PanelContext<OrderState>): Promise<Ended | null> {
  const { stop: ended, acceptance, accepted, bars, refined } = state
  if (!ended) return null
  const tests = accepted?.tests.after
  const facts = [
    { name: 'score', value: acceptance ? showAcceptance(acceptance.acceptance_score) : undefined },
    { name: 'threshold', value: showAcceptance(acceptedFrom) },
    { name: 'tests', value: tests ? `${tests.passed} passed, ${tests.failed} failed` : undefined },
    { name: 'covered', value: acceptance?.test_coverage_percent == null ? undefined : `${acceptance.test_coverage_percent}%` },
    { name: 'files changed', value: refined.at(-1)?.changed.length.toString() },
  ]
  return {
    because: [ended.because, ...bars].join('\n'),
    distance: facts.flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value }])),
  }
}

/** The change itself, while its commit exists. */
async function panels({ run: { state } }: PanelContext<OrderState>): Promise<Panel[]> {
  const { commit, input } = state
  const patch = commit && patchIn(input.repo, commit.commit)
  if (!patch) return []
  const proposals = patchFiles(patch).map(({ path, is, patch: part }) => ({ title: path, why: is === 'changed' ? '' : is, patch: part }))
  return [{ kind: 'proposals', id: 'change', title: 'Change', main: true, proposals }]
}

function patchIn(repo: string, commit: string): string | null {
  try {
    return patchOf(repositoryOf(repo).top, `${commit}^`, commit, 3)
  } catch {
    return null // the branch was deleted, or the repository moved
  }
}

function judged({ type, data }: Event, { state }: RunState<OrderState>): Omit<Judged, 'seq' | 'at'>[] {
  if (type !== 'accepted') return []
  const { acceptance, bars, seen } = data as OrderEvents['accepted']
  return [
    {
      label: 'acceptance',
      score: acceptance.acceptance_score * 10,
      shown: showAcceptance(acceptance.acceptance_score),
      scale: 10,
      threshold: acceptedFrom * 10,
      passed: bars.length === 0 && acceptance.acceptance_score >= acceptedFrom,
      blockers: bars,
      dimensions: dimensions.flatMap((name) => {
        const score = acceptance.dimension_scores[name]
        return typeof score === 'number' ? [{ name, score: score * 10 }] : []
      }),
      findings: lossesOf(seen.metrics).length + seen.spots.length + seen.tampering.length,
      artifact: state.context ?? '',
      ref: 'acceptance',
      marks: Object.fromEntries(dimensions.map((name) => [name, markOf(acceptance.dimension_scores[name])])),
    },
  ]
}

const markOf = (score: number | string) =>
  score === 'unmeasured' ? 'unknown' : score === 'not-applicable' ? 'not-applicable' : Number(score) >= acceptedFrom ? 'pass' : 'warn'

async function findings(_judged: Judged, { run: { state } }: PanelContext<OrderState>): Promise<ShownRule[]> {
  const { spots = [], tampering = [], metrics } = state.accepted ?? {}
  return [
    ...tampering.map(({ path, message, quote, line }) =>
      one('tamper-guard', 'fail', message, { path, ...(quote && { quote }), ...(line && { line }) }),
    ),
    ...(metrics ? lossesOf(metrics) : []).map(({ dimension, score, cost, why, share }): ShownRule => {
      const message = `${named(dimension)}, ${share}% of the score, has ${typeof score === 'number' ? `${score} of 10` : 'no score'} (${why})`
      const outcome = score === 'unmeasured' ? 'unknown' : 'warn'
      return { rule: dimension, outcome, message, fix: null, gain: cost * 10, group: 'What took points', evidence: [] }
    }),
    ...spots.map(({ metric, message, file, line }) => one(metric, 'warn', message, { ...(file && { path: file }), ...(line && { line }) })),
  ]
}

function one(
  rule: string,
  outcome: ShownRule['outcome'],
  message: string,
  { path, line, quote }: { path?: string; line?: number; quote?: string },
): ShownRule {
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
