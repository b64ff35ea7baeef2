// The slots of each step's prompt. Every prompt opens with the run's position; stored texts are fenced as data.
import type { AskAgent, SlotText } from '../../kernel/task.ts'
import { type Told, findingsText, ruleText } from '../../report/words.ts'
import { plainDemand } from '../../rules/demand.ts'
import type { Json } from '../../schema/event.ts'
import type { Rule } from '../../schema/rule.ts'
import { isMissed, refineFrom } from './compare.ts'
import { schemas } from './contracts.ts'
import { artifactName, formText } from './kind.ts'
import { makerRules } from './maker-checks.ts'
import { activeRules, visible } from './rules.ts'
import type { Evaluation, ReflexState } from './state.ts'

type StepName = 'PLAN' | 'PRODUCE' | 'PREPARE' | 'CRITIQUE' | 'REFINE'

export const reflexTemplates = ['reflex-plan', 'reflex-produce', 'reflex-prepare', 'reflex-critique', 'reflex-refine', 'judge'] as const

export function planTask(state: ReflexState): AskAgent {
  return ask(state, 'PLAN', `plan:${state.iteration}`, json(schemas.plan), {
    rules: ruleLines(state, visible(activeRules(state))),
    events: list(state.recent),
    failures: state.evaluation ? findings(state, state.evaluation) : 'none',
  })
}

export function produceTask(state: ReflexState): AskAgent {
  return ask(state, 'PRODUCE', `produce:${state.iteration}`, artifact(state), {
    plan: list(state.plan),
    rules: ruleLines(state, visible(activeRules(state))),
    previous: state.artifact ? { object: state.artifact, as: 'fenced' } : 'none',
  })
}

/** Never includes the artifact: the checks must not be tailored to it. */
export function prepareTask(state: ReflexState): AskAgent {
  const { again, why } = state.makerChecks
  const commands = state.input.allowCommands
    ? 'Commands are allowed: one program with arguments, no shell, fast and repeatable.'
    : 'Commands are not allowed in this run: use content checks only.'
  const key = `prepare:${state.iteration}:${state.level}${again > 0 ? `~${again}` : ''}`
  return ask(state, 'PREPARE', key, json(schemas.checks), {
    plan: list(state.plan),
    rules: ruleLines(state, makerRules(state)),
    refused: list(why),
    commands,
  })
}

export function critiqueTask(state: ReflexState): AskAgent {
  const { evaluation, artifact: object } = refineFrom(state)
  return ask(state, 'CRITIQUE', `critique:${state.iteration}${edition(state)}`, json(schemas.issues), {
    failed: findings(state, evaluation),
    broken: brokenText(state),
    holding: holdingText(state, evaluation),
    artifact: { object, as: 'fenced' },
  })
}

export function refineTask(state: ReflexState): AskAgent {
  const { artifact: object, evaluation } = refineFrom(state)
  const issues = (state.critique ?? []).map(
    ({ rule_id, problem, fix_instruction, expected_effect }) => `${rule_id}: ${problem} Fix: ${fix_instruction} Then: ${expected_effect}`,
  )
  return ask(state, 'REFINE', `refine:${state.iteration}${edition(state)}`, artifact(state), {
    issues: list(issues),
    findings: findings(state, evaluation),
    artifact: { object, as: 'fenced' },
  })
}

/** Distinguishes requests after a hand edit from those before. */
export const edition = ({ edits }: ReflexState) => (edits === 0 ? '' : `~${edits}`)

/** Failed rules a maker may know: newly broken ones first, then the worst. */
export function visibleFailures(state: ReflexState, evaluation: Evaluation): Evaluation['results'] {
  const shown = new Set(visible(activeRules(state)).map(({ id }) => id))
  const order = { fail: 0, warn: 1, info: 2 }
  const rank = ({ id, severity }: Evaluation['results'][number]) => (evaluation.regressions?.includes(id) ? 0 : 3) + order[severity]
  return evaluation.results.filter((result) => shown.has(result.id) && isMissed(result)).sort((a, b) => rank(a) - rank(b))
}

type Answer = Pick<AskAgent, 'expects' | 'schema' | 'makes'>

const json = (schema: () => Json): Answer => ({ expects: 'json', schema: schema() })
const artifact = ({ input }: ReflexState): Answer => ({ expects: 'text', makes: input.kind ?? 'markdown' })

function ask(state: ReflexState, step: StepName, key: string, answer: Answer, slots: AskAgent['slots']): AskAgent {
  const { count, problem } = state.attempts[key] ?? { count: 0, problem: '' }
  const { input, iteration, level } = state
  return {
    kind: 'ask',
    key: count === 0 ? key : `${key}#${count + 1}`,
    ...(count > 0 && { again: problem }),
    role: step.toLowerCase(),
    template: `reflex-${step.toLowerCase()}`,
    ...answer,
    slots: { step, run_id: input.runId, iteration: String(iteration), level, task: taskText(state), ...slots, context: context(state) },
  }
}

/** The failures in full: rule, demand, and every place with what was expected and found. They quote the artifact, so they are data. */
function findings(state: ReflexState, evaluation: Evaluation): SlotText | string {
  const failures = visibleFailures(state, evaluation)
  if (failures.length === 0) return 'none'
  const told = failures.map((result) => toldOf(state, evaluation, result))
  return { text: findingsText(told, { artifact: artifactName(state.input) }), as: 'inert' }
}

/** A result with everything a maker may know about its rule. */
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

/** What passed before and fails now; even a discarded attempt shows what must not break. */
function brokenText(state: ReflexState): string {
  const { evaluation } = state
  const shown = new Set(visible(activeRules(state)).map(({ id }) => id))
  const broken = (evaluation?.regressions ?? []).filter((id) => shown.has(id))
  if (!evaluation || broken.length === 0) return 'none'
  if (refineFrom(state).evaluation === evaluation) return `${broken.join(', ')}: its findings are above.`
  return `The last attempt broke ${broken.join(', ')} and was thrown away; in this text they hold.`
}

/** Without bullets, which mark what to fix. */
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
