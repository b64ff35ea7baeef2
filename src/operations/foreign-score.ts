// What the rules of a loop that another tool wrote come to here: code decides what it can, and nobody is called.
import type { RuleCheck } from '../kernel/task.ts'
import { scoreRules, showShare } from '../rules/score.ts'
import type { Rule } from '../schema/rule.ts'
import type { Summary } from './summary.ts'
import type { World } from './world.ts'

export type Again = NonNullable<NonNullable<Summary['elsewhere']>['again']>

/** Null where no rule can be decided by code alone. Rules that need a judge, a command, a file or a maker's check do not count as met. */
export async function scoreAgain(
  world: World,
  {
    rules = [],
    threshold = 1,
    text,
    name,
  }: { rules?: readonly Rule[] | undefined; threshold?: number | undefined; text: string; name: string },
): Promise<Again | null> {
  const catalog = await world.catalog()
  const pure: Rule[] = []
  for (const rule of rules) {
    const check = typeof rule.check === 'string' ? undefined : await catalog.get(rule.check.kind)?.()
    if (check && (check.needs ?? []).length === 0) pure.push(rule)
  }
  if (pure.length === 0) return null
  const found = await world.evaluate({
    text,
    name,
    allowCommands: false,
    checks: pure.map(({ id, check }): RuleCheck => ({ ruleId: id, check: check as RuleCheck['check'] })),
  })
  const { score, passed } = scoreRules(
    rules,
    new Map(found.map(({ ruleId, outcome }) => [ruleId, outcome])),
    Math.round(threshold * 10_000),
  )
  return { score: showShare(score), passed, decided: pure.length, rules: rules.length }
}

/** Both figures, and which is whose. */
export function elsewhereText(score: string, { again }: NonNullable<Summary['elsewhere']>): string {
  const here = again ? `, here ${again.score} by the ${again.decided} of ${again.rules} rules that code decides` : ''
  return `${score} (recorded elsewhere${here})`
}
