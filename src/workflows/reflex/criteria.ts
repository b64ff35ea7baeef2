// Criteria before iteration 1: every rule expanded to its six fields, validated, and stored; nothing reads the raw text after that.
import * as z from 'zod'
import { descriptionOf } from '../../rules/load.ts'
import { Rule, Severity, defaultWeight } from '../../schema/rule.ts'
import type { Criteria } from './state.ts'

export const fallback = { thresholds: { A: 0.8, B: 0.9 }, maxIterations: 4 }

const categories = ['correctness', 'completeness', 'style', 'performance', 'security', 'quality'] as const

const share = z.number().gt(0, 'at 0, anything would pass').max(1)
const ThresholdPair = z.object({ A: share, B: share }).partial()
const Limit = z.int().min(1).max(1000)

export type Normalised = { criteria: Pick<Criteria, 'phase' | 'rules'>; maxIterations: number } | { problems: string[]; own: string[] }

/** Rules as a person or a file gave them: expands shorthand; anything else missing or wrong is a problem. `own` are fields that only a loop's criteria have. */
export function normaliseCriteria(
  raw: { rules: unknown; thresholds?: unknown; max_iterations: unknown },
  defaults = fallback.thresholds,
): Normalised {
  const problems: string[] = []
  const own: string[] = []
  const pair = ThresholdPair.safeParse(raw.thresholds ?? {})
  const limit = Limit.safeParse(raw.max_iterations)
  if (!pair.success) problems.push(`thresholds: ${z.prettifyError(pair.error)}`)
  if (!limit.success)
    (Number(raw.max_iterations) > 1000 ? own : problems).push(
      `max_iterations: expected a whole number from 1 to 1000, found ${JSON.stringify(raw.max_iterations)}`,
    )
  if (!Array.isArray(raw.rules)) problems.push('rules: expected a list')
  const rules = Array.isArray(raw.rules) ? raw.rules.flatMap((rule, index) => normaliseRule(rule, index, problems, own)) : []
  const seen = new Set<string>()
  for (const { id } of rules) {
    if (seen.has(id)) problems.push(`rules: ${id} occurs twice`)
    seen.add(id)
  }
  if (problems.length + own.length > 0 || !pair.success || !limit.success) return { problems: [...own, ...problems], own }
  return { criteria: { phase: phases({ A: pair.data.A ?? defaults.A, B: pair.data.B ?? defaults.B }), rules }, maxIterations: limit.data }
}

export const phases = ({ A, B }: { A: number; B: number }): Criteria['phase'] => ({
  A: { threshold: A, active_levels: ['A'] },
  B: { threshold: B, active_levels: ['A', 'B'] },
})

function normaliseRule(raw: unknown, index: number, problems: string[], own: string[]): Rule[] {
  const given = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>
  const name = typeof given['id'] === 'string' ? given['id'] : `rule ${index + 1}`
  const id = /^([ab])\.([a-z]+)\.([a-z0-9]+(?:-[a-z0-9]+)*)$/.exec(name)
  if (!id) own.push(`${name}: an id has the form a.<category>.<name> or b.<category>.<name>`)
  else if (!(categories as readonly string[]).includes(id[2] as string))
    own.push(`${name}: "${id[2]}" isn't a category of loop rules; use ${categories.join(', ')}`)
  const severity = Severity.safeParse(given['severity'] ?? 'fail')
  if (!severity.success)
    problems.push(`${name}: severity is ${JSON.stringify(given['severity']) ?? 'missing'}, expected fail, warn or info`)
  const full = {
    ...given,
    id: name,
    severity: severity.data,
    description: given['description'] ?? descriptionOf(given),
    phase: given['phase'] ?? id?.[1]?.toUpperCase(),
    weight: given['weight'] ?? (severity.success ? defaultWeight[severity.data] : undefined),
    check: given['check'] ?? given['description'],
  }
  const rule = Rule.safeParse(full)
  if (!rule.success) {
    if (id && severity.success) problems.push(`${name}: ${z.prettifyError(rule.error).replaceAll('\n', ' ')}`)
    return []
  }
  if (id && id[1]?.toUpperCase() !== rule.data.phase)
    own.push(`${name}: the id says level ${id[1]?.toUpperCase()}, phase says ${rule.data.phase}`)
  return [rule.data]
}
