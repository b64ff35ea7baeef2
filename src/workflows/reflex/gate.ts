// The questions for a person: are these the criteria, is this the iteration limit, may the maker's checks decide, and does a doubtful verdict hold? Changing the criteria asks for both confirmations again.
import { type Answer, type Facts, type Gate, kindOf } from '../../kernel/task.ts'
import type { Accepted, GateOf, Gates, Refusal } from '../../kernel/workflow.ts'
import type { NewEvent } from '../../schema/event.ts'
import { normaliseCriteria } from './criteria.ts'
import { doubtsText, lookAt } from './doubts.ts'
import { event } from './events.ts'
import { checksText, confirmChecks, downgradeUnshown, downgraded, dropped, unshownIds, writeAgain } from './maker-checks.ts'
import { isSentence, undecidable } from './rules.ts'
import type { Criteria, ReflexState } from './state.ts'

export type ReflexGates = {
  'confirm-criteria': 'confirm' | 'change' | 'drop' | 'downgrade' | 'allow' | 'discard'
  'confirm-iterations': 'confirm' | 'change' | 'discard'
  'confirm-checks': 'confirm' | 'again' | 'drop' | 'downgrade' | 'discard'
  'confirm-verdicts': 'confirm' | 'again' | 'discard'
}

export function setupGate(state: ReflexState): GateOf<ReflexGates> {
  const facts = draftFacts(state)
  if (!state.confirmed.criteria) {
    return {
      key: 'confirm-criteria',
      question: 'Confirm these success criteria?',
      facts,
      choices: [
        { name: 'confirm', means: 'these rules and thresholds decide' },
        { name: 'change', means: `other rules, thresholds or iterations${anew}`, takes },
        ...(openIds(state).length > 0
          ? [
              { name: 'drop' as const, means: "remove the rules that can't be decided here" },
              { name: 'downgrade' as const, means: "keep the rules that can't be decided here as warnings" },
            ]
          : []),
        ...(openSentences(state).length > 0
          ? [{ name: 'allow' as const, means: 'let the maker write checks for rules in words; you see each check before it counts' }]
          : []),
        { name: 'discard', means: "don't start this loop" },
      ],
    }
  }
  return {
    key: 'confirm-iterations',
    question: `Confirm max iterations = ${state.maxIterations}?`,
    facts,
    choices: [
      { name: 'confirm', means: 'start with this limit' },
      { name: 'change', means: `another limit or other criteria${anew}`, takes },
      { name: 'discard', means: "don't start this loop" },
    ],
  }
}

export const gates: Gates<ReflexState, ReflexGates> = {
  'confirm-criteria': {
    confirm: (state, _gate, { by }) => confirmed(state, [event('criteria_confirmed', { by })]),
    change,
    drop: (state) => ({ events: [dropped(state, openIds(state))] }),
    downgrade: (state) => ({ events: [downgraded(state, openIds(state))] }),
    allow,
    discard: discard('the draft was not confirmed'),
  },
  'confirm-iterations': {
    confirm: (state, _gate, { by }) =>
      confirmed(state, [event('iterations_confirmed', { by }), ...(state.begun ? [] : [event('run_started', { confirmed: 'person' })])]),
    change,
    discard: discard('the draft was not confirmed'),
  },
  'confirm-checks': {
    confirm: (state, _gate, answer) => confirmChecks(state, answer),
    again: (state, _gate, answer) => writeAgain(state, answer),
    drop: (state) => ({ events: [dropped(state, unshownIds(state))] }),
    downgrade: (state, _gate, answer) => downgradeUnshown(state, answer),
    discard: discard("the maker's checks were not confirmed"),
  },
  'confirm-verdicts': {
    confirm: (state, _gate, answer) => lookAt(state, true, answer),
    again: (state, _gate, answer) => lookAt(state, false, answer),
    discard: discard('verdicts that quote text addressed to the judge were not confirmed'),
  },
}

function discard(because: string) {
  return (_state: ReflexState, _gate: Gate, { by }: Answer) => ({ events: [event('stopped', { reason: 'discarded', because, by })] })
}

const openIds = ({ criteria, input }: ReflexState) => undecidable(criteria.rules, input).map(({ id }) => id)

/** Undecided rules in words that a maker may know. */
function openSentences(state: ReflexState) {
  const open = openIds(state)
  return state.criteria.rules.filter((rule) => isSentence(rule) && !rule.hidden && open.includes(rule.id))
}

function allow(state: ReflexState): Accepted | Refusal {
  if (openSentences(state).length === 0) return { refused: 'no rule in words is waiting for a check from the maker' }
  return { events: [event('criteria_changed', { makerChecks: true })] }
}

function confirmed(state: ReflexState, events: NewEvent[]): Accepted | Refusal {
  const blocked = undecidable(state.criteria.rules, state.input).filter(({ severity }) => severity === 'fail')
  if (blocked.length > 0) {
    const allowed = openSentences(state).length > 0 ? ', or allow, which lets the maker write checks that you see before they count' : ''
    return {
      refused: `this loop could never pass: ${blocked.map(({ id, why }) => `${id}: ${why}`).join('; ')}. Answer drop or downgrade${allowed}; or start again with what is missing, such as a judge (--judge).`,
    }
  }
  if (state.criteria.rules.length === 0) return { refused: 'there is no rule, so nothing would be judged: add at least one' }
  return { events }
}

function change(state: ReflexState, _gate: Gate, { data }: Answer): Accepted | Refusal {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return { refused: `"change" needs ${changeable}` }
  const unknown = Object.keys(data).filter((name) => !['rules', 'thresholds', 'max_iterations', 'allow_commands'].includes(name))
  if (unknown.length > 0 || Object.keys(data).length === 0)
    return { refused: `there is no ${unknown.join(', ') || 'change in that'}: "change" takes ${changeable}` }
  const read = normaliseCriteria(
    {
      rules: data['rules'] ?? state.criteria.rules,
      thresholds: data['thresholds'],
      max_iterations: data['max_iterations'] ?? state.maxIterations,
    },
    thresholds(state.criteria),
  )
  if ('problems' in read) return { refused: read.problems.join('; ') }
  const changed = event('criteria_changed', {
    criteria: { ...state.criteria, ...read.criteria },
    maxIterations: read.maxIterations,
    ...(typeof data['allow_commands'] === 'boolean' && { allowCommands: data['allow_commands'] }),
  })
  return { events: [changed] }
}

const changeable =
  'a JSON object with one or more of rules, thresholds, max_iterations: {"thresholds": {"A": 0.8, "B": 0.9}, "max_iterations": 4}'
const anew = '; both need to be confirmed again'
const takes = 'JSON such as \'{"max_iterations": 4}\''

const thresholds = ({ phase }: Criteria) => ({ A: phase.A.threshold, B: phase.B.threshold })

/** What a question is about, in words. */
export const gateFacts = (gate: GateOf<ReflexGates>) => factsText[kindOf<keyof ReflexGates>(gate)](gate.facts)

const factsText: { [kind in keyof ReflexGates]: (facts: Facts) => string } = {
  'confirm-criteria': draftText,
  'confirm-iterations': draftText,
  'confirm-checks': checksText,
  'confirm-verdicts': doubtsText,
}

function draftText(facts: Facts): string {
  const rules = facts['rules'] as { id: string; severity: string; weight: number; description: string; hidden?: true }[]
  const open = facts['cannot_be_decided'] as { id: string; why: string }[]
  const { A, B } = facts['thresholds'] as { A: number; B: number }
  return [
    `Draft (${String(facts['type'])}): ${String(facts['task'])}`,
    ...rules.map(
      ({ id, severity, weight, description, hidden }) =>
        `  ${severity.padEnd(4)} ${String(weight).padStart(2)}  ${id}: ${description}${hidden ? ' (hidden from makers)' : ''}`,
    ),
    `Thresholds: A ${A}, B ${B}. Max iterations: ${String(facts['max_iterations'])}. Commands: ${String(facts['commands'])}.`,
    ...(open.length > 0
      ? [
          "These can't be decided here:",
          ...open.map(({ id, why }) => `  ${id}: ${why}`),
          'A judge could decide them: start again with --judge <maker>.',
        ]
      : []),
    ...(facts['maker_checks'] ? [`Rules in words: ${String(facts['maker_checks'])}.`] : []),
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
    rules: criteria.rules.map(({ id, severity, weight, phase, description, hidden }) => ({
      id,
      severity,
      weight,
      phase,
      description,
      ...(hidden && { hidden }),
    })),
    all_rules: criteria.rules,
    cannot_be_decided: undecidable(criteria.rules, input).map(({ id, severity, why }) => ({
      id,
      description: criteria.rules.find((rule) => rule.id === id)?.description ?? id,
      severity,
      why,
    })),
    ...(criteria.rules.some(isSentence) &&
      input.sentencesBy && {
        maker_checks:
          input.sentencesBy === 'judge'
            ? 'a judge decides them'
            : 'the maker writes checks for them, and you see each check before it counts',
      }),
    commands: input.allowCommands ? 'allowed for this run, in a sandboxed copy' : 'not allowed',
  }
}
