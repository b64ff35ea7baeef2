// What each reply means for a sprint run, and what follows from an evaluation.
import { judgementOf } from '../../agents/judge/judge.ts'
import { judgedBy } from '../../agents/judge/anchors.ts'
import { exceeded, meterText } from '../../agents/budget.ts'
import { spent } from '../../kernel/budget.ts'
import { readForm, withoutSchema } from '../../agents/json-reply.ts'
import type { AskAgent, Observe, Reply, Task } from '../../kernel/task.ts'
import type { Accepted } from '../../kernel/workflow.ts'
import { sha256 } from '../../lib/hash.ts'
import { toBasisPoints } from '../../rules/score.ts'
import type { Json, NewEvent } from '../../schema/event.ts'
import { answerProposals, settle } from './contract.ts'
import { decide } from './decide.ts'
import { event } from './events.ts'
import { readBuild, readFileSet, writeFileSet } from './file-set.ts'
import { judgeRule, judgedVerdicts } from './judging.ts'
import { diverges, guards } from './leniency.ts'
import { fold, sealed, withContract } from './negotiate.ts'
import { tasks } from './next.ts'
import { Review, reviewSchema } from './prompts.ts'
import { type CountedVerdict, scorecard } from './scorecard.ts'
import type { PageSeen, SprintState } from './state.ts'

type Text = (hash: string) => string

export function accept(state: SprintState, task: Task, reply: Reply, text: Text): Accepted {
  switch (task.kind) {
    case 'observe':
      return acceptSeen(state, task, reply)
    case 'evaluate':
      return acceptMeasured(state, task, reply)
    case 'ask':
      if (task.key.startsWith('judge:')) return acceptJudgement(state, task, reply, text)
      return task.template === 'sprint-review' ? acceptReview(state, task, reply) : acceptBuild(state, task, reply, text)
    case 'effect':
      return { events: [event('recorded', {})] }
    case 'child':
      return { events: [] }
  }
}

function acceptSeen(state: SprintState, task: Observe, reply: Reply): Accepted {
  switch (task.source) {
    case 'baseline':
      return {
        events: withContract(state, [
          event('baseline_read', { baseline: reply.ok && 'value' in reply ? (reply.value as SprintState['baseline']) : null }),
        ]),
      }
    case 'served':
      return acceptMeasured(state, task, reply)
    case 'afresh':
      // A failed second evaluation blocks nothing; the report says so.
      return concluded(state, event('measured_again', { verdicts: reply.ok ? verdictsIn(reply) : [] }))
    default: {
      if (!reply.ok) return { events: [finished('failed', 'page_unreadable', reply.error.message)] }
      const page = 'text' in reply ? reply.text : ''
      const read = event('page_read', { artifact: page === '' ? null : sha256(page), files: Object.keys(readFileSet(page)).length })
      if (page === '' && !state.input.builder)
        return {
          events: [
            finished('failed', 'no_page', `there is no page at ${state.input.material.page}: check --page, or name a --maker to build it`),
          ],
        }
      return { events: withContract(state, [read]), ...(page !== '' && { objects: [page] }) }
    }
  }
}

function acceptMeasured(state: SprintState, { key }: Task, reply: Reply): Accepted {
  return reply.ok ? concluded(state, event('measured', { verdicts: verdictsIn(reply), seen: seenIn(reply) })) : failed(state, key, reply)
}

function acceptReview(state: SprintState, task: AskAgent, reply: Reply): Accepted {
  if (!reply.ok) return failed(state, task.key, reply)
  const read = 'value' in reply ? readForm(reply.value as Json, Review, reviewSchema()) : { problem: 'expected JSON, found text' }
  if ('problem' in read) return failed(state, task.key, read.problem)
  const contract = state.contract as NonNullable<SprintState['contract']>
  const round = state.round + 1
  if (read.value.accept || read.value.proposals.length === 0) {
    const agreed = { round, by: 'builder' as const, says: 'accepted', about: [] }
    return { events: [sealed({ ...contract, negotiation_history: [...contract.negotiation_history, agreed] })] }
  }
  const answered = answerProposals(contract, read.value.proposals, state.criteria, round)
  const over = answered.disputed.length === 0 || round >= state.parameters.gan_loop.sprint_contract.max_negotiation_rounds
  return {
    events: [
      event('contract_reviewed', { contract: answered.contract, round, disputed: answered.disputed }),
      ...(over ? [sealed(settle(answered, round))] : []),
    ],
  }
}

function acceptBuild(state: SprintState, task: AskAgent, reply: Reply, text: Text): Accepted {
  if (!reply.ok) return failed(state, task.key, reply)
  if (!('text' in reply)) return failed(state, task.key, 'expected files, found JSON')
  const before = state.artifact ? readFileSet(text(state.artifact)) : {}
  const read = readBuild(reply.text, before, state.input.material.page)
  // Asked twice without a change: the page stays as it is and counts as stagnation.
  const unchanged = 'nothing' in read && state.artifact !== null && attempts(state, task.key) > 0
  const made = unchanged ? { files: before, notes: reply.text.trim().slice(0, 4000) } : read
  if ('problem' in made) return failed(state, task.key, made.problem)
  const artifact = writeFileSet(made.files)
  const files = Object.keys(made.files).filter((path) => made.files[path] !== before[path])
  return {
    events: [event('built', { artifact: sha256(artifact), bytes: new TextEncoder().encode(artifact).length, files, notes: made.notes })],
    objects: [artifact],
  }
}

function acceptJudgement(state: SprintState, task: AskAgent, reply: Reply, text: Text): Accepted {
  const artifact = text(state.artifact as string)
  const judgement = judgementOf(reply, { artifact, anchors: judgedBy(judgeRule(task.key)).anchors, name: state.input.material.page })
  return concluded(state, event('judged', { task: task.key, judgement }))
}

/** The last reply to arrive concludes the evaluation, whichever it is. */
function concluded(state: SprintState, last: NewEvent): Accepted {
  const after = fold(state, [last])
  if (tasks(after).length > 0) return { events: [last] }
  return { events: withContract(state, [last, ...conclusion(after)]) }
}

function conclusion(state: SprintState): NewEvent[] {
  const { input, parameters, iteration, contract, answered, baseline } = state
  const { gan_loop } = parameters
  const scored = (verdicts: Record<string, CountedVerdict>) =>
    scorecard({
      criteria: state.criteria,
      verdicts: { ...verdicts, ...judgedVerdicts(state) },
      contracted:
        input.contract && contract
          ? contract.acceptance_checklist.map(({ measures }) => measures)
          : state.criteria.map(({ id }) => id).filter((id) => !state.dropped.includes(id)),
      passedBefore: state.passedBefore,
    })
  const card = scored(state.verdicts ?? {})
  const second = state.again && Object.keys(state.again).length > 0 ? scored(state.again).overall : null
  const scores = [...state.scores, { iteration, score: card.overall }]
  const decision = decide({
    card,
    iteration,
    maxIterations: gan_loop.max_iterations,
    threshold: toBasisPoints(gan_loop.pass_threshold),
    strict: gan_loop.strict_mode,
    escalationAfter: gan_loop.escalation_after,
    leastGain: toBasisPoints(gan_loop.improvement_threshold),
    scores: scores.filter((each) => each.iteration >= answered).map(({ score }) => score),
    sinceAnswer: iteration - answered,
  })
  const evaluation = {
    iteration,
    number: input.firstNumber + iteration - 1,
    artifact: state.artifact as string,
    card,
    decision,
    guards: guards({ card, baseline, runsBefore: input.runsBefore, second }),
    seen: state.seen,
  }
  const over = exceeded(input.budget, spent(state.spending))
  return [
    ...(second === null
      ? []
      : [
          event('calibrated', {
            run: input.runId,
            iteration,
            first: card.overall,
            second,
            divergence: Math.abs(card.overall - second),
            warning: diverges(card.overall, second),
          }),
        ]),
    event('evaluated', evaluation),
    ...(decision.rule === 'pass'
      ? [finished('passed', 'passed', decision.because)]
      : over
        ? [finished('stopped', 'budget_exceeded', `the budget is used up: ${meterText(over, state.spending.usage.unpriced)}`)]
        : decision.rule === 'iterate'
          ? [event('iteration_began', { iteration: iteration + 1 })]
          : []),
  ]
}

/** Requested once more with the error; after that the run ends. */
function failed(state: SprintState, key: string, why: Reply | string): Accepted {
  const problem = typeof why === 'string' ? why : why.ok ? '' : `${why.error.code}: ${why.error.message}`
  const task = taskOf(key)
  const attempt = attempts(state, key) + 1
  const said = event('step_failed', { task, attempt, problem: problem.slice(0, 2000) })
  return { events: attempt < 2 ? [said] : [said, finished('failed', 'phase_error', `${task}: ${withoutSchema(problem).slice(0, 2000)}`)] }
}

const taskOf = (key: string) => key.replace(/#\d+$/, '')

const attempts = (state: SprintState, key: string) => state.attempts[taskOf(key)]?.count ?? 0

const finished = (status: 'passed' | 'stopped' | 'failed', reason: string, because: string) =>
  event('finished', { status, reason, because })

const verdictsIn = (reply: Reply): CountedVerdict[] => (reply.ok && 'value' in reply ? (reply.value as CountedVerdict[]) : [])

const seenIn = (reply: Reply): PageSeen | null => (reply.meta as { pages?: PageSeen[] } | undefined)?.pages?.[0] ?? null
