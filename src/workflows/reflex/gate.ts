// The draft's two questions: are these the criteria, and is this the iteration limit? Changing either asks for both again.
import type { Answer, Facts, Gate } from '../../kernel/task.ts'
import type { Accepted, Gates, Refusal } from '../../kernel/workflow.ts'
import type { Json, NewEvent } from '../../schema/event.ts'
import type { Rule } from '../../schema/rule.ts'
import { normaliseCriteria } from './criteria.ts'
import { event } from './events.ts'
import { evolve } from './evolve.ts'
import { undecidable } from './rules.ts'
import type { Criteria, ReflexState } from './state.ts'

export type ReflexChoice = 'confirm' | 'change' | 'drop' | 'downgrade' | 'discard'

export function setupGate(state: ReflexState): Gate<ReflexChoice> {
  const facts = draftFacts(state)
  if (!state.confirmed.criteria) {
    return {
      key: 'confirm-criteria',
      question: 'Confirm these success criteria?',
      facts,
      choices: [
        { name: 'confirm', means: 'these rules and thresholds decide' },
        { name: 'change', means: 'other rules, thresholds or iterations; both confirmations are asked for again' },
        { name: 'drop', means: 'remove the rules nobody can decide here' },
        { name: 'downgrade', means: 'keep the rules nobody can decide here as warnings' },
        { name: 'discard', means: 'do not start this loop' },
      ],
    }
  }
  return {
    key: 'confirm-iterations',
    question: `Confirm max iterations = ${state.maxIterations}?`,
    facts,
    choices: [
      { name: 'confirm', means: 'start with this limit' },
      { name: 'change', means: 'another limit or other criteria; both confirmations are asked for again' },
      { name: 'discard', means: 'do not start this loop' },
    ],
  }
}

export const gates: Gates<ReflexState, ReflexChoice> = {
  confirm,
  change: (state, _gate, { data }) => change(state, data),
  drop: (state) => ({ events: [rulesChanged(state, (rule, isOpen) => (isOpen ? [] : [rule]))] }),
  downgrade: (state) => ({
    events: [rulesChanged(state, (rule, isOpen) => [isOpen && rule.severity === 'fail' ? { ...rule, severity: 'warn', weight: 1 } : rule])],
  }),
  discard: (_state, _gate, { by }) => ({ events: [event('stopped', { reason: 'discarded', because: 'the draft was not confirmed', by })] }),
}

/** The criteria with each rule kept, changed or left out; `isOpen` tells the rules nobody can decide here. */
function rulesChanged({ criteria, input }: ReflexState, each: (rule: Rule, isOpen: boolean) => Rule[]): NewEvent {
  const open = new Set(undecidable(criteria.rules, input).map(({ id }) => id))
  return event('criteria_changed', { criteria: { ...criteria, rules: criteria.rules.flatMap((rule) => each(rule, open.has(rule.id))) } })
}

function confirm(state: ReflexState, gate: Gate, given: Answer): Accepted | Refusal {
  const blocked = undecidable(state.criteria.rules, state.input).filter(({ severity }) => severity === 'fail')
  if (blocked.length > 0) {
    return {
      refused: `this loop could never pass: ${blocked.map(({ id, why }) => `${id}: ${why}`).join('; ')}. Answer drop or downgrade, or configure what is missing.`,
    }
  }
  if (state.criteria.rules.length === 0) return { refused: 'there is no rule, so nothing would be judged: add at least one' }
  if (gate.key === 'confirm-criteria') return { events: [event('criteria_confirmed', { by: given.by })] }
  return {
    events: [event('iterations_confirmed', { by: given.by }), ...(state.begun ? [] : [event('run_started', { confirmed: 'person' })])],
  }
}

function change(state: ReflexState, data: Json | undefined): Accepted | Refusal {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return { refused: '"change" needs what to change: {"rules": […], "thresholds": {"A": 0.8, "B": 0.9}, "max_iterations": 4}' }
  const read = normaliseCriteria(
    {
      rules: data['rules'] ?? state.criteria.rules,
      thresholds: data['thresholds'],
      max_iterations: data['max_iterations'] ?? state.maxIterations,
    },
    thresholds(state.criteria),
  )
  if ('problems' in read) return { refused: read.problems.join('; ') }
  const events: NewEvent[] = [
    event('criteria_changed', {
      criteria: { ...state.criteria, ...read.criteria },
      maxIterations: read.maxIterations,
      ...(typeof data['allow_commands'] === 'boolean' && { allowCommands: data['allow_commands'] }),
    }),
  ]
  events.reduce((current, { type, data: body }) => evolve(current, { type, data: body, at: current.updatedAt }), state)
  return { events }
}

const thresholds = ({ phase }: Criteria) => ({ A: phase.A.threshold, B: phase.B.threshold })

/** What the two questions are about, in words. */
export function draftText(facts: Facts): string {
  const rules = facts['rules'] as { id: string; severity: string; weight: number; description: string }[]
  const open = facts['cannot_be_decided'] as { id: string; why: string }[]
  const { A, B } = facts['thresholds'] as { A: number; B: number }
  return [
    `Draft (${String(facts['type'])}): ${String(facts['task'])}`,
    ...rules.map(({ id, severity, weight, description }) => `  ${severity.padEnd(4)} ${String(weight).padStart(2)}  ${id}: ${description}`),
    `Thresholds: A ${A}, B ${B}. Max iterations: ${String(facts['max_iterations'])}. Commands: ${String(facts['commands'])}.`,
    ...(open.length > 0 ? ['Nobody could decide these here:', ...open.map(({ id, why }) => `  ${id}: ${why}`)] : []),
  ].join('\n')
}

function draftFacts(state: ReflexState): Facts {
  const { criteria, input, maxIterations, confirmed } = state
  return {
    task: input.prompt,
    type: input.type,
    ideal_result: input.idealResult,
    thresholds: thresholds(criteria),
    max_iterations: maxIterations,
    confirmed: { ...confirmed },
    rules: criteria.rules.map(({ id, severity, weight, phase, description }) => ({ id, severity, weight, phase, description })),
    all_rules: criteria.rules,
    cannot_be_decided: undecidable(criteria.rules, input).map(({ id, severity, why }) => ({ id, severity, why })),
    commands: input.allowCommands ? 'allowed for this run, in a sandboxed copy' : 'not allowed',
  }
}
