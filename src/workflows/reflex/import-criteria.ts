// Another tool's criteria and evaluations: rules completed, scores recomputed from the rule results, never trusted.
import { scoreRules, toBasisPoints } from '../../rules/score.ts'
import { type Rule, TypedCheck, defaultWeight } from '../../schema/rule.ts'
import type { Outcome } from '../../schema/verdict.ts'
import { fallback, phases } from './criteria.ts'
import { type Loose, list, record, share, text } from './loose.ts'
import { activeRules, thresholdOf } from './rules.ts'
import type { Criteria, Evaluation, Level } from './state.ts'

export function importCriteria(raw: Loose, notes: string[]): Criteria {
  const phase = record(raw['phase'])
  const threshold = (level: Level) => share(record(phase[level])['threshold']) ?? fallback.thresholds[level]
  const rules = new Map<string, Rule>()
  for (const [index, given] of list(raw['rules']).entries()) {
    const rule = importRule(record(given), index, notes)
    if (rule && rules.has(rule.id)) notes.push(`${rule.id} occurs twice; the first one counts`)
    else if (rule) rules.set(rule.id, rule)
  }
  return {
    name: text(raw['name']) || 'loop_default_v1',
    version: typeof raw['version'] === 'number' ? raw['version'] : 1,
    phase: phases({ A: threshold('A'), B: threshold('B') }),
    rules: [...rules.values()],
  }
}

function importRule(raw: Loose, index: number, notes: string[]): Rule | null {
  const id = text(raw['id'])
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 200)
  if (!id) {
    notes.push(`rule ${index + 1} has no id and was skipped`)
    return null
  }
  const severity = raw['severity'] === 'fail' || raw['severity'] === 'warn' || raw['severity'] === 'info' ? raw['severity'] : 'warn'
  if (severity !== raw['severity']) notes.push(`${id}: severity ${JSON.stringify(raw['severity']) ?? 'is missing'}, taken as warn`)
  const description = text(raw['description']) || id
  const weight = typeof raw['weight'] === 'number' && raw['weight'] >= 0 && raw['weight'] <= 1000 ? raw['weight'] : defaultWeight[severity]
  const typed = TypedCheck.safeParse(raw['check'])
  if (typed.data?.kind === 'tamper-guard') {
    notes.push(`${id} was skipped: what it compares with is missing`)
    return null
  }
  return {
    id,
    description,
    severity,
    weight,
    phase: raw['phase'] === 'B' ? 'B' : 'A',
    check: typed.success ? typed.data : text(raw['check']) || description,
    ...(raw['hidden'] === true && { hidden: true }),
  }
}

/** Null if there is nothing to compute it from. */
export function importEvaluation(
  raw: Loose,
  at: { criteria: Criteria; level: Level; iteration: number; artifact: string | null },
  notes: string[],
): Evaluation | null {
  const recorded = share(raw['score'])
  // An empty list says nothing about any rule; taken as results, it would give 0.
  if (!Array.isArray(raw['rule_results']) || raw['rule_results'].length === 0 || at.artifact === null) {
    if (recorded !== null) notes.push(`the recorded score ${recorded} can't be recomputed, as there are no rule results`)
    return null
  }
  const verdicts = new Map(
    raw['rule_results']
      .map(record)
      .map((result) => [text(result['id']), { outcome: outcomeOf(result['verdict']), details: text(result['details']).slice(0, 500) }]),
  )
  const rules = activeRules(at)
  const scored = scoreRules(rules, new Map([...verdicts].map(([id, { outcome }]) => [id, outcome])), thresholdOf(at))
  // Other tools round to two places.
  if (recorded === null || Math.abs(toBasisPoints(recorded) - scored.score) > 50)
    notes.push(`the recorded score ${recorded ?? '(none)'} doesn't follow from its rule results, which give ${scored.score / 10_000}`)
  return {
    iteration: at.iteration,
    level: at.level,
    artifact: at.artifact,
    ...scored,
    results: rules.map(({ id, severity }) => ({
      id,
      severity,
      verdict: verdicts.get(id)?.outcome ?? 'unknown',
      details: verdicts.get(id)?.details ?? '',
    })),
  }
}

const outcomeOf = (verdict: unknown): Outcome =>
  verdict === 'pass' || verdict === 'fail' || verdict === 'error' || verdict === 'not-applicable'
    ? verdict
    : verdict === 'na'
      ? 'not-applicable'
      : 'unknown'
