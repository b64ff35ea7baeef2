// What each reply means for an order.
import { exceeded, meterText } from '../../agents/budget.ts'
import { spent } from '../../kernel/budget.ts'
import { readForm, withoutSchema } from '../../agents/json-reply.ts'
import type { Told } from '../../learning/told.ts'
import type { AskAgent, ChildOutcome, Reply, Task } from '../../kernel/task.ts'
import type { Accepted as Means } from '../../kernel/workflow.ts'
import { thresholdsFor } from '../../learning/thresholds.ts'
import { sha256 } from '../../lib/hash.ts'
import { acceptance, barsOf, statusOf } from '../../rules/measure/acceptance.ts'
import type { Json, NewEvent } from '../../schema/event.ts'
import { choose, estimate } from './estimate.ts'
import { type OrderEvents, event } from './events.ts'
import { Split, splitSchema } from './prompts.ts'
import type { Accepted, OrderItem, OrderState, Refined, Status, Survey } from './state.ts'

export function accept(state: OrderState, task: Task, reply: Reply): Means {
  switch (task.kind) {
    case 'ask':
      return task.template === 'order-split' ? acceptSplit(state, task, reply) : acceptCode(state, task, reply)
    case 'child':
      return acceptChild(state, reply)
    case 'observe':
    case 'effect': {
      if (!reply.ok) return failed(state, task.key, reply)
      const value = 'value' in reply ? reply.value : {}
      return task.kind === 'observe' ? acceptSeen(state, task.source, value) : acceptDone(task.effect, value)
    }
    case 'evaluate':
      return { events: [] }
  }
}

function acceptSeen(state: OrderState, source: string, value: Json | object): Means {
  if (source === 'guidelines') return { events: [event('told', value as Told)] }
  if (source === 'survey') return acceptSurvey(state, value as { survey: Survey; context: string })
  return source === 'refine' ? acceptRefined(state, value as Refined) : acceptMeasured(state, value as Accepted & { at: number })
}

function acceptSurvey({ input }: OrderState, { survey, context }: { survey: Survey; context: string }): Means {
  const specified = event('specified', { survey, context: sha256(context) })
  if (input.spec !== null)
    return { events: [specified, ...(input.items ? [event('decomposed', { items: input.items })] : [])], objects: [context] }
  const rated = estimate(input.task, input.type, survey.files)
  const { proposers, trying, runId } = input
  const proposer = choose(trying ? thresholdsFor(proposers, trying, runId, rated.score) : proposers, rated.score)
  return {
    events: [
      specified,
      event('decomposed', { items: [{ title: input.name, task: input.task, type: input.type }] }),
      event('rated', rated),
      event('proposer_chosen', { proposer, band: rated.band }),
    ],
    objects: [context],
  }
}

function acceptSplit(state: OrderState, task: AskAgent, reply: Reply): Means {
  if (!reply.ok) return failed(state, task.key, reply)
  const read = 'value' in reply ? readForm(reply.value as Json, Split, splitSchema()) : { problem: 'expected JSON, found text' }
  return 'problem' in read ? failed(state, task.key, read.problem) : { events: [event('decomposed', { items: read.value.orders })] }
}

/** A spec is done when its last order is; its outcome is the worst of theirs. */
function acceptChild(state: OrderState, reply: Reply): Means {
  const item = (state.items ?? [])[state.children.length] as OrderItem
  if (!reply.ok) return failed(state, `order:${state.children.length + 1}`, reply)
  const { run, status, reason } = (reply as { value: ChildOutcome }).value
  const ended = event('child_ended', { item, run, status, reason })
  const all = [...state.children.map((child) => child.status), status]
  if (all.length < (state.items ?? []).length) return { events: [ended, ...overrun(state)] }
  const done = all.filter((each) => each === 'completed').length
  const worst: Status = all.every((each) => each === 'completed')
    ? 'completed'
    : all.includes('needs_rework')
      ? 'needs_rework'
      : 'needs_review'
  return { events: [ended, event('logged', { status: worst, reason: worst, because: `${done} of ${all.length} orders are completed` })] }
}

function acceptCode(state: OrderState, task: AskAgent, reply: Reply): Means {
  if (!reply.ok) return failed(state, task.key, reply)
  const text = 'text' in reply ? reply.text : JSON.stringify(reply.value)
  const { maker = task.role } = (reply.meta ?? {}) as { maker?: string }
  return { events: [event('coded', { cycle: state.cycle, reply: sha256(text), maker })], objects: [text] }
}

function acceptRefined(state: OrderState, seen: Refined): Means {
  const refined = event('refined', seen)
  if (seen.changed.length > 0 && seen.errors.length === 0) return { events: [refined] }
  if (seen.cycle <= state.input.cycles) return { events: [refined, ...overrun(state)] }
  return {
    events: [
      refined,
      seen.changed.length === 0
        ? rework('no_change', 'the maker changed nothing')
        : rework(
            'compile_error',
            `${seen.errors.length} compiler ${seen.errors.length === 1 ? 'error is' : 'errors are'} left after ${seen.cycle} tries`,
          ),
    ],
  }
}

function acceptMeasured(state: OrderState, { at, ...seen }: Accepted & { at: number }): Means {
  const result = acceptance(seen.metrics, at)
  const violations = [...new Set(state.refined.flatMap((each) => each.violations))]
  const bars = barsOf(seen.metrics, [...violations, ...seen.tampering.map(({ path, message }) => `${path}: ${message}`)], seen.spots)
  const { status, because } = statusOf(result, bars)
  return {
    events: [
      event('accepted', { seen, acceptance: result, bars }),
      event('logged', { status, reason: bars.length > 0 ? 'barred' : status === 'completed' ? 'accepted' : 'score', because }),
    ],
  }
}

function acceptDone(effect: string, value: Json | object): Means {
  switch (effect) {
    case 'open':
      return { events: [event('opened', value as OrderEvents['opened'])] }
    case 'commit':
      return { events: [event('change_requested', value as { commit: string; branch: string })] }
    case 'pull':
      return { events: [event('pull_requested', value as { url: string | null; problem: string | null })] }
    default:
      return { events: [event('closed', value as { kept: string | null })] }
  }
}

const rework = (reason: string, because: string): NewEvent => event('logged', { status: 'needs_rework', reason, because })

/** No more requests once the budget is exhausted. */
function overrun({ input, spending }: OrderState): NewEvent[] {
  const over = exceeded(input.budget ?? {}, spent(spending))
  return over ? [rework('budget_exceeded', `the budget is used up: ${meterText(over, spending.usage.unpriced)}`)] : []
}

/** Retried once; after that the order needs rework. A failed cleanup blocks nothing. */
function failed(state: OrderState, key: string, why: Reply | string): Means {
  const problem = (typeof why === 'string' ? why : why.ok ? '' : `${why.error.code}: ${why.error.message}`).slice(0, 2000)
  const task = key.replace(/#\d+$/, '')
  const attempt = (state.attempts[task]?.count ?? 0) + 1
  const said = event('step_failed', { task, attempt, problem })
  if (attempt < 2) return { events: [said, ...(/^(?:make|split)\b/.test(task) ? overrun(state) : [])] }
  return {
    events: [
      said,
      state.stop ? event('closed', { kept: withoutSchema(problem) }) : rework('step_failed', `${task}: ${withoutSchema(problem)}`),
    ],
  }
}
