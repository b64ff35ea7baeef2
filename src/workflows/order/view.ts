// What verbs for any run show of an order.
import type { RunState } from '../../kernel/reduce.ts'
import type { Event } from '../../schema/event.ts'
import { budgetShown, budgetWarnings } from '../../agents/budget.ts'
import { withoutSchema } from '../../agents/json-reply.ts'
import { acceptedFrom, dimensions, lossesOf, showAcceptance } from '../../rules/measure/acceptance.ts'
import { makerName } from '../../report/story.ts'
import { metricWords } from '../../rules/measure/metrics.ts'
import { plural } from '../../rules/reading/lines.ts'
import { type Scored, scoreBars } from '../../report/look.ts'
import { mayBePaidText, spendingText } from '../../report/spending.ts'
import type { OrderEvents, OrderFact } from './events.ts'
import { errorsText } from './prompts.ts'
import type { OrderState, Status } from './state.ts'

export const statuses: readonly Status[] = ['running', 'completed', 'needs_review', 'needs_rework', 'stopped']

export function summary({ run, state, outcome }: RunState<OrderState>) {
  const { input, stop, acceptance } = state
  return {
    run,
    workflow: 'order',
    name: input.name,
    // It hasn't ended until its working copy is removed.
    status: outcome ? state.status : 'running',
    iteration: state.cycle,
    maxIterations: input.cycles + 1,
    phase: '',
    step: state.step,
    score: acceptance ? acceptance.acceptance_score : null,
    scale: 10,
    threshold: acceptedFrom,
    updatedAt: new Date(state.updatedAt).toISOString(),
    waitsFor: null,
    reason: stop?.reason ?? null,
    budget: budgetShown(input.budget ?? {}, state.spending),
    folder: input.repo,
    stage: outcome ? ('ended' as const) : ('working' as const),
  }
}

export const asked = ({ state: { input } }: RunState<OrderState>): { text: string } | { object: string } =>
  input.spec ? { object: input.spec.object } : { text: input.task }

const titles = {
  running: 'Running',
  completed: 'Completed',
  needs_review: 'Needs review',
  needs_rework: 'Needs rework',
  stopped: 'Stopped',
} as const

export function card({ state, usage }: RunState<OrderState>): string {
  const { input, stop, survey, children, refined, commit, pullRequest } = state
  const spent = [spendingText(state.spending.usage), mayBePaidText(usage.mayBePaid)].filter(Boolean).join('; ')
  const changed = refined.at(-1)?.changed ?? []
  const widest = `${input.name}-${children.length}`.length
  const errors = state.status === 'needs_rework' ? (refined.at(-1)?.errors ?? []) : []
  return [
    `${titles[state.status]}: ${stop ? whyText(stop, state.status) : `${input.name}, ${state.step}`}`,
    ...(survey?.notes ?? []).map((note) => `Note: ${note}.`),
    ...(children.length > 0
      ? [
          '',
          ...children.map(
            ({ item, status, reason }, i) => `  ${`${input.name}-${i + 1}`.padEnd(widest)}  ${status.padEnd(13)} ${item.title} (${reason})`,
          ),
        ]
      : []),
    ...scoreLines(state),
    ...(state.bars.length > 0 ? ['', "Why it isn't completed:", ...state.bars.map((bar) => `  ${bar}`)] : []),
    ...(errors.length > 0
      ? [
          '',
          'Compiler errors:',
          ...errorsText(errors.slice(0, 10))
            .split('\n')
            .map((line) => `  ${line}`),
        ]
      : []),
    ...(changed.length > 0
      ? ['', 'Changed:', ...changed.slice(0, 20).map(({ path, status, added, deleted }) => `  ${status} ${path}  +${added} -${deleted}`)]
      : []),
    ...(commit ? ['', `Branch: ${commit.branch} (${commit.commit.slice(0, 12)})`] : []),
    ...(pullRequest ? [`Pull request: ${pullRequest}`] : []),
    ...(spent ? [`Spent: ${spent}`] : []),
    ...(stop ? [`Next: ${onward({ state }, input.name)}`] : []),
  ].join('\n')
}

/** A person's own reason is quoted; the others are our words for the consequence. */
const whyText = ({ reason, because }: NonNullable<OrderState['stop']>, status: Status) =>
  status === 'stopped' && reason !== 'user_stop' ? `${reason} (${because})` : because

function scoreLines({ acceptance, accepted, bars, estimate, proposer, maker }: OrderState): string[] {
  if (!acceptance) return []
  const { dimension_scores: scores, acceptance_score, unmeasured } = acceptance
  const lost = new Map(
    (accepted ? lossesOf(accepted.metrics) : []).map(({ dimension, why, share }) => [dimension, `${why} (${share}% of the score)`]),
  )
  return [
    '',
    ...scoreBars([
      [
        'Score',
        showAcceptance(acceptance_score),
        acceptance_score / 10,
        `threshold ${showAcceptance(acceptedFrom)}, ${passedText(acceptance_score, bars)}`,
      ],
      ...dimensions.map((dimension): Scored => {
        const score = scores[dimension]
        if (typeof score === 'number') return [dimension, showAcceptance(score), score / 10, lost.get(dimension) ?? '']
        return [dimension, '–', null, score === 'unmeasured' ? 'not measured' : "doesn't apply"]
      }),
    ]),
    ...factLines(acceptance, accepted),
    ...unmeasured.map(({ metric, why }) => `  ${metricWords[metric]} unmeasured: ${why}`),
    ...(estimate && proposer
      ? [`  complexity ${estimate.score} (band ${estimate.band}), made by ${makerName(maker ?? proposer.maker)}`]
      : []),
  ]
}

function factLines(
  { tests_passed, test_coverage_percent, build_passed, lint_errors, todo_count }: NonNullable<OrderState['acceptance']>,
  accepted: OrderState['accepted'],
): string[] {
  const after = accepted?.tests.after
  const word = (value: boolean | null, yes: string, no: string) => (value === null ? [] : [value ? yes : no])
  const facts = [
    ...word(build_passed, 'build passes', 'build fails'),
    ...word(tests_passed, 'tests pass', 'tests fail'),
    ...(after ? [`${after.passed} passed, ${after.failed} failed, ${after.skipped} skipped`] : []),
    ...(test_coverage_percent === null
      ? []
      : [tests_passed === null && test_coverage_percent === 0 ? 'no tests' : `${test_coverage_percent}% covered`]),
    ...(lint_errors === null ? [] : [plural(lint_errors, 'lint error')]),
    ...(todo_count === null ? [] : [plural(todo_count, 'TODO mark')]),
  ]
  return facts.length > 0 ? [`  ${facts.join(', ')}`] : []
}

/** What bars an order, whatever its score. */
const passedText = (score: number, bars: readonly string[]) =>
  score < acceptedFrom ? 'NEEDS REVIEW' : bars.length === 0 ? 'PASSED' : 'NEEDS REVIEW, whatever the score'

/** What the step being worked on says about itself. */
export function live({ state }: RunState<OrderState>, events: readonly OrderFact[]): string[] {
  const replies = events.flatMap(({ type, data }) => (type === 'replied' ? [data] : []))
  const said = events.flatMap(({ type, data }) => {
    if (type === 'rated') return [describers.rated(data) ?? '']
    if (type === 'refined') return [describers.refined(data) ?? '']
    if (type !== 'accepted') return []
    const { acceptance, bars } = data
    const scores = dimensions.map((dimension) => `${dimension} ${acceptance.dimension_scores[dimension]}`).join(', ')
    return [`Acceptance ${showAcceptance(acceptance.acceptance_score)}: ${scores} | ${passedText(acceptance.acceptance_score, bars)}`]
  })
  return [...said, ...budgetWarnings(state.input.budget ?? {}, state.spending, replies)]
}

export function onward({ state }: Pick<RunState<OrderState>, 'state'>, name: string): string {
  const { status, input, commit, children, refined } = state
  const last = children.findLastIndex((child) => child.status === 'completed') + 1
  if (last > 0)
    return `\`whet order apply ${name}-${last}\` shows a change and merges it${last > 1 ? ', with the changes it builds on' : ''}.`
  if (children.length > 0) return `\`whet show ${name}-1\` says why.`
  if (status === 'completed') return `\`whet order apply ${name}\` shows the change and merges it.`
  if (commit) return `view it with \`git show ${commit.branch}\`; \`whet order apply ${name} --reviewed\` merges it anyway.`
  return (refined.at(-1)?.changed ?? []).length > 0
    ? `the work is kept at refs/whet/${input.runId}.`
    : '`whet order new "<task>"` starts another.'
}

const describers: { [N in keyof OrderEvents]: (data: OrderEvents[N]) => string | null } = {
  specified: ({ survey: { commit, files, notes } }) => [`starts from ${commit.slice(0, 12)} (${files} files)`, ...notes].join('; '),
  decomposed: ({ items }) =>
    items.length === 1 ? 'one order' : `split into ${items.length} orders: ${items.map(({ title }) => title).join('; ')}`,
  child_ended: ({ item, status, reason }) => `${item.title}: ${status} (${reason})`,
  rated: ({ score, band, because }) =>
    `complexity ${score}, band ${band}: ${because.map(({ what, share }) => `${what} ${share}`).join(', ')}`,
  proposer_chosen: ({ proposer: { maker, upTo } }) => `${makerName(maker)} is asked${upTo === null ? '' : ` (up to ${upTo})`}`,
  told: ({ applications }) => {
    const given = applications.filter(({ arm }) => arm === 'treated').length
    return applications.length === 0 ? null : `${given} of ${applications.length} lessons given, the others held out`
  },
  opened: ({ reused }) => (reused ? 'continues in the working copy' : 'made a working copy'),
  coded: ({ cycle }) => `the maker answered (${cycle})`,
  refined: ({ changed, initial, errors, corrections }) =>
    `${plural(changed.length, 'file')} changed, ${plural(initial.length, 'compiler error')}${initial.length > 0 ? `, ${errors.length} left` : ''}${corrections.map(({ name, kept }) => `; ${name} ${kept ? 'kept' : 'undone'}`).join('')}`,
  change_requested: ({ commit, branch }) => `committed ${commit.slice(0, 12)} on ${branch}`,
  pull_requested: ({ url, problem }) => (url ? `opened ${url}` : (problem ?? 'no pull request')),
  accepted: ({ acceptance, bars }) =>
    `acceptance ${showAcceptance(acceptance.acceptance_score)}${bars.length > 0 ? `, barred: ${bars.join('; ')}` : ''}`,
  step_failed: ({ task, problem }) => `${task} failed: ${withoutSchema(problem)}`,
  logged: ({ status, because }) => `${status}: ${because}`,
  closed: ({ kept }) => (kept ? `the working copy is gone; the work is kept at ${kept}` : 'the working copy is gone'),
}

export function describe({ type, data }: Event): string | null {
  return Object.hasOwn(describers, type) ? (describers[type as keyof OrderEvents] as (data: unknown) => string | null)(data) : null
}
