// The slots of each step's prompt. Every prompt opens with where it stands; stored texts go in fenced, as data.
import type { AskAgent, SlotText } from '../../kernel/task.ts'
import { type Told, findingsText, ruleText } from '../../report/words.ts'
import { plainDemand } from '../../rules/demand.ts'
import type { Rule } from '../../schema/rule.ts'
import { isMissed, refineFrom } from './compare.ts'
import { schemas } from './contracts.ts'
import { artifactName, formText } from './kind.ts'
import { makerRules } from './maker-checks.ts'
import { activeRules, visible } from './rules.ts'
import type { Evaluation, ReflexState } from './state.ts'

type StepName = 'PLAN' | 'PRODUCE' | 'PREPARE' | 'CRITIQUE' | 'REFINE'

export const reflexTemplates = ['reflex-plan', 'reflex-produce', 'reflex-prepare', 'reflex-critique', 'reflex-refine', 'judge'] as const

export function planTask(state: ReflexState, run: string): AskAgent {
  return {
    ...ask(state, run, 'PLAN', `plan:${state.iteration}`),
    expects: 'json',
    schema: schemas.plan(),
    slots: {
      ...opening(state, run, 'PLAN'),
      task: taskText(state),
      rules: ruleLines(state, visible(activeRules(state))),
      events: list(state.recent),
      failures: state.evaluation ? findings(state, state.evaluation) : 'none',
      context: context(state),
    },
  }
}

export function produceTask(state: ReflexState, run: string): AskAgent {
  return {
    ...ask(state, run, 'PRODUCE', `produce:${state.iteration}`),
    expects: 'text',
    makes: state.input.kind ?? 'markdown',
    slots: {
      ...opening(state, run, 'PRODUCE'),
      task: taskText(state),
      plan: list(state.plan),
      rules: ruleLines(state, visible(activeRules(state))),
      previous: state.artifact ? { object: state.artifact, as: 'fenced' } : 'none',
      context: context(state),
    },
  }
}

/** Never sees the artifact: the checks must not be cut to fit it. */
export function prepareTask(state: ReflexState, run: string): AskAgent {
  const { again, why } = state.makerChecks
  const commands = state.input.allowCommands
    ? 'Commands are allowed: one program with arguments, no shell, fast and repeatable.'
    : 'Commands are not allowed in this run: use content checks only.'
  return {
    ...ask(state, run, 'PREPARE', `prepare:${state.iteration}:${state.level}${again > 0 ? `~${again}` : ''}`),
    expects: 'json',
    schema: schemas.checks(),
    slots: {
      ...opening(state, run, 'PREPARE'),
      task: taskText(state),
      plan: list(state.plan),
      rules: ruleLines(state, makerRules(state)),
      refused: list(why),
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
      failed: findings(state, evaluation),
      broken: brokenText(state),
      holding: holdingText(state, evaluation),
      artifact: { object: artifact, as: 'fenced' },
      context: context(state),
    },
  }
}

export function refineTask(state: ReflexState, run: string): AskAgent {
  const { artifact, evaluation } = refineFrom(state)
  const issues = (state.critique ?? []).map(
    ({ rule_id, problem, fix_instruction, expected_effect }) => `${rule_id}: ${problem} Fix: ${fix_instruction} Then: ${expected_effect}`,
  )
  return {
    ...ask(state, run, 'REFINE', `refine:${state.iteration}${edition(state)}`),
    expects: 'text',
    makes: state.input.kind ?? 'markdown',
    slots: {
      ...opening(state, run, 'REFINE'),
      task: taskText(state),
      issues: list(issues),
      findings: findings(state, evaluation),
      artifact: { object: artifact, as: 'fenced' },
      context: context(state),
    },
  }
}

/** Sets what is asked after a hand edit apart from what was asked before it. */
export const edition = ({ edits }: ReflexState) => (edits === 0 ? '' : `~${edits}`)

/** Failed rules a maker may be told about: what broke since it held first, then worst first. */
export function visibleFailures(state: ReflexState, evaluation: Evaluation): Evaluation['results'] {
  const shown = new Set(visible(activeRules(state)).map(({ id }) => id))
  const order = { fail: 0, warn: 1, info: 2 }
  const rank = ({ id, severity }: Evaluation['results'][number]) => (evaluation.regressions?.includes(id) ? 0 : 3) + order[severity]
  return evaluation.results.filter((result) => shown.has(result.id) && isMissed(result)).sort((a, b) => rank(a) - rank(b))
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

/** What did not hold, whole: the rule, what it demands, every place with what was expected and found. It quotes the artifact, so it is data. */
function findings(state: ReflexState, evaluation: Evaluation): SlotText | string {
  const failures = visibleFailures(state, evaluation)
  if (failures.length === 0) return 'none'
  const told = failures.map((result) => toldOf(state, evaluation, result))
  return { text: findingsText(told, { artifact: artifactName(state.input) }), as: 'inert' }
}

/** A result with all that a maker may know about its rule. */
function toldOf(state: ReflexState, evaluation: Evaluation, result: Evaluation['results'][number]): Told {
  const { id, severity, verdict, details, evidence = [] } = result
  const rule = state.criteria.rules.find((each) => each.id === id)
  const demand = rule && demandOf(state, rule)
  return {
    id,
    severity,
    outcome: verdict,
    message: details,
    evidence,
    ...(rule && { description: rule.description }),
    ...(demand !== undefined && { demand }),
    ...(evaluation.regressions?.includes(id) && { mark: 'a regression: it held before' }),
  }
}

/** What held before and does not any more; a last attempt that was thrown away as worse still shows what must not be touched. */
function brokenText(state: ReflexState): string {
  const { evaluation } = state
  const shown = new Set(visible(activeRules(state)).map(({ id }) => id))
  const broken = (evaluation?.regressions ?? []).filter((id) => shown.has(id))
  if (!evaluation || broken.length === 0) return 'none'
  if (refineFrom(state).evaluation === evaluation) return `${broken.join(', ')}: its findings are above.`
  return `The last attempt broke ${broken.join(', ')} and was thrown away; in this text they hold.`
}

/** Without bullets: those stand before what is to be mended. */
function holdingText(state: ReflexState, { results }: Evaluation): string {
  const passed = new Set(results.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id))
  const rules = visible(activeRules(state)).filter(({ id }) => passed.has(id))
  return rules.map((rule) => ruleText(rule, demandOf(state, rule))).join('\n') || 'none'
}

const taskText = ({ input }: ReflexState) =>
  [input.prompt, input.idealResult && `Ideal result: ${input.idealResult}`, formText(input)].filter(Boolean).join('\n\n')

const context = ({ context: { object } }: ReflexState): string | SlotText => (object ? { object, as: 'fenced' } : 'none')

function ruleLines(state: ReflexState, rules: readonly Rule[]): string {
  return list(rules.map((rule) => ruleText(rule, demandOf(state, rule))))
}

function demandOf({ demands }: ReflexState, { id, check }: Rule): string | undefined {
  return demands && Object.hasOwn(demands, id) ? demands[id] : typeof check === 'string' ? undefined : plainDemand(check)
}

const list = (lines: readonly string[]) => (lines.length > 0 ? lines.map((text) => `- ${text}`).join('\n') : 'none')
