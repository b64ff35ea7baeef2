// Scores a run that another tool wrote by its own rules: only checks that code decides, no makers.
import type { RuleCheck } from '../kernel/task.ts'
import { shownScore } from '../lib/on-scale.ts'
import { scoreRules } from '../rules/score.ts'
import type { Rule, TypedCheck } from '../schema/rule.ts'
import type { Outcome } from '../schema/verdict.ts'
import type { ForeignRun } from './definition.ts'
import type { Summary } from './summary.ts'
import type { World } from './world.ts'

type Again = NonNullable<NonNullable<Summary['elsewhere']>['again']>

/** Null if code alone can decide no rule. Rules that need a judge, a command, a file or a maker's check don't count as met. */
export async function scoreAgain(
  world: World,
  { rules = [], threshold = 1, artifact, summary: { folder } }: ForeignRun,
): Promise<Again | null> {
  const outcomes = artifact ? await decideByCode(world, rules, { text: artifact.text, name: `${folder}/artifact.md` }) : new Map()
  if (outcomes.size === 0) return null
  const { score, passed } = scoreRules(rules, outcomes, Math.round(threshold * 10_000))
  return { score: score / 10_000, passed, decided: outcomes.size, rules: rules.length }
}

/** The result of the rules that need only the text. */
export async function decideByCode(
  world: World,
  rules: readonly Rule[],
  artifact: { text: string; name: string },
): Promise<Map<string, Outcome>> {
  const catalog = await world.catalog()
  const checks: RuleCheck[] = []
  for (const { id, check } of rules) {
    const known = typeof check === 'string' ? undefined : await catalog.get(check.kind)?.()
    if (known && (known.needs ?? []).length === 0) checks.push({ ruleId: id, check: check as TypedCheck })
  }
  const found = checks.length === 0 ? [] : await world.evaluate({ ...artifact, allowCommands: false, checks })
  return new Map(found.map(({ ruleId, outcome }) => [ruleId, outcome]))
}

/** Both scores, each labelled with its source. */
export function elsewhereText({ score, scale }: Summary, { again }: NonNullable<Summary['elsewhere']>): string {
  const here = again ? `, ${shownScore(again.score, scale)} here, from the ${again.decided} of ${again.rules} rules that code decides` : ''
  return `${shownScore(score, scale) || 'none'} (recorded elsewhere${here})`
}
