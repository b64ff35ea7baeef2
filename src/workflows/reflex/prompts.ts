// The slots of each step's prompt. Every prompt opens with where it stands; stored texts go in fenced, as data.
import type { AskAgent, SlotText } from '../../kernel/task.ts'
import type { Rule } from '../../schema/rule.ts'
import { schemas } from './contracts.ts'
import { formText } from './kind.ts'
import { activeRules, isSentence, visible } from './rules.ts'
import type { Evaluation, ReflexState } from './state.ts'

type StepName = 'PLAN' | 'PRODUCE' | 'PREPARE' | 'CRITIQUE' | 'REFINE'

export const reflexTemplates = ['reflex-plan', 'reflex-produce', 'reflex-prepare', 'reflex-critique', 'reflex-refine', 'judge'] as const

export function planTask(state: ReflexState, run: string): AskAgent {
  const failures = state.evaluation ? failedLines(state, state.evaluation) : []
  return {
    ...ask(state, run, 'PLAN', `plan:${state.iteration}`),
    expects: 'json',
    schema: schemas.plan(),
    slots: {
      ...opening(state, run, 'PLAN'),
      task: taskText(state),
      rules: ruleLines(visible(activeRules(state))),
      events: list(state.recent),
      failures: list(failures),
      context: context(state),
    },
  }
}

export function produceTask(state: ReflexState, run: string): AskAgent {
  return {
    ...ask(state, run, 'PRODUCE', `produce:${state.iteration}`),
    expects: 'text',
    slots: {
      ...opening(state, run, 'PRODUCE'),
      task: taskText(state),
      plan: list(state.plan),
      previous: state.artifact ? { object: state.artifact, as: 'fenced' } : 'none',
      context: context(state),
    },
  }
}

/** Never sees the artifact: the checks must not be cut to fit it. */
export function prepareTask(state: ReflexState, run: string): AskAgent {
  const rules = visible(activeRules(state)).filter(isSentence)
  const commands = state.input.allowCommands
    ? 'Commands are allowed: one program with arguments, no shell, fast and repeatable.'
    : 'Commands are not allowed in this run: use content checks only.'
  return {
    ...ask(state, run, 'PREPARE', `prepare:${state.iteration}:${state.level}`),
    expects: 'json',
    schema: schemas.checks(),
    slots: {
      ...opening(state, run, 'PREPARE'),
      task: taskText(state),
      plan: list(state.plan),
      rules: ruleLines(rules),
      commands,
      context: context(state),
    },
  }
}

export function critiqueTask(state: ReflexState, run: string): AskAgent {
  const { evaluation, artifact } = refineFrom(state)
  return {
    ...ask(state, run, 'CRITIQUE', `critique:${state.iteration}${edition(state)}`),
    expects: 'json',
    schema: schemas.issues(),
    slots: {
      ...opening(state, run, 'CRITIQUE'),
      task: taskText(state),
      failed: list(failedLines(state, evaluation)),
      artifact: { object: artifact, as: 'fenced' },
      context: context(state),
    },
  }
}

export function refineTask(state: ReflexState, run: string): AskAgent {
  const { artifact } = refineFrom(state)
  const issues = (state.critique ?? []).map(
    ({ rule_id, problem, fix_instruction, expected_effect }) => `${rule_id}: ${problem} Fix: ${fix_instruction} Then: ${expected_effect}`,
  )
  return {
    ...ask(state, run, 'REFINE', `refine:${state.iteration}${edition(state)}`),
    expects: 'text',
    slots: {
      ...opening(state, run, 'REFINE'),
      task: taskText(state),
      issues: list(issues),
      artifact: { object: artifact, as: 'fenced' },
      context: context(state),
    },
  }
}

/** The best so far when the last one was worse, with what was found wrong in that very text. */
export function refineFrom(state: ReflexState): { artifact: string; evaluation: Evaluation } {
  const { evaluation, best } = state
  const worse =
    best &&
    evaluation &&
    best.level === evaluation.level &&
    (evaluation.score < best.score || evaluation.blockers.length > best.blockers.length)
  const from = worse ? best : evaluation
  if (!from) throw new Error('nothing was evaluated yet')
  return { artifact: from.artifact, evaluation: from }
}

/** Sets what is asked after a hand edit apart from what was asked before it. */
export const edition = ({ edits }: ReflexState) => (edits === 0 ? '' : `~${edits}`)

/** Failed rules a maker may be told about, worst first. */
export function visibleFailures(state: ReflexState, evaluation: Evaluation): Evaluation['results'] {
  const shown = new Set(visible(activeRules(state)).map(({ id }) => id))
  const failed = evaluation.results.filter(({ id, verdict }) => shown.has(id) && verdict !== 'pass' && verdict !== 'not-applicable')
  const order = { fail: 0, warn: 1, info: 2 }
  return failed.sort((a, b) => order[a.severity] - order[b.severity])
}

function ask(
  state: ReflexState,
  _run: string,
  step: StepName,
  key: string,
): Pick<AskAgent, 'kind' | 'key' | 'role' | 'template' | 'again'> {
  const { count, problem } = state.attempts[key] ?? { count: 0, problem: '' }
  return {
    kind: 'ask',
    key: count === 0 ? key : `${key}#${count + 1}`,
    ...(count > 0 && { again: problem }),
    role: step.toLowerCase(),
    template: `reflex-${step.toLowerCase()}`,
  }
}

function opening(state: ReflexState, run: string, step: StepName): Record<string, string> {
  return { step, run_id: run, iteration: String(state.iteration), level: state.level }
}

function failedLines(state: ReflexState, evaluation: Evaluation): string[] {
  return visibleFailures(state, evaluation).map(({ id, severity, verdict, details }) => `${id} (${severity}, ${verdict}): ${details}`)
}

const taskText = ({ input }: ReflexState) =>
  [input.prompt, input.idealResult && `Ideal result: ${input.idealResult}`, formText(input)].filter(Boolean).join('\n\n')

const context = ({ context: { object } }: ReflexState): string | SlotText => (object ? { object, as: 'fenced' } : 'none')

function ruleLines(rules: readonly Rule[]): string {
  return list(
    rules.map(
      ({ id, severity, weight, description, check }) =>
        `${id} (${severity}, weight ${weight}): ${description}${typeof check === 'string' && check !== description ? ` — ${check}` : ''}`,
    ),
  )
}

const list = (lines: readonly string[]) => (lines.length > 0 ? lines.map((text) => `- ${text}`).join('\n') : 'none')
