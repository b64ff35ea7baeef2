// Which rules count now, who decides them, and whether the run could pass at all.
import { rubricHash } from '../../agents/judge/rubric.ts'
import { toBasisPoints } from '../../rules/score.ts'
import { isJudged } from '../../schema/judged.ts'
import type { Rule } from '../../schema/rule.ts'
import type { Level, ReflexInput, ReflexState } from './state.ts'

export function activeRules({ criteria, level }: Pick<ReflexState, 'criteria' | 'level'>): Rule[] {
  const levels: Level[] = criteria.phase[level].active_levels
  return criteria.rules.filter(({ phase }) => levels.includes(phase))
}

/** What a maker may know: hidden rules count, but are never shown. */
export const visible = (rules: readonly Rule[]) => rules.filter(({ hidden }) => !hidden)

export const thresholdOf = ({ criteria, level }: Pick<ReflexState, 'criteria' | 'level'>) => toBasisPoints(criteria.phase[level].threshold)

export const isSentence = (rule: Rule) => typeof rule.check === 'string'
export const isCommand = (rule: Rule) => typeof rule.check !== 'string' && rule.check.kind === 'command'

/** Whether its judge's word can pass work: where passports are required, only with one for this very rubric. */
export const hasPassport = (rule: Rule, { passported }: Pick<ReflexInput, 'passported'>) =>
  passported === null || passported.includes(rubricHash(rule))

export interface Undecidable {
  id: string
  severity: Rule['severity']
  why: string
}

/** Rules nobody could decide in this run. A fail rule among them means that the loop cannot pass. */
export function undecidable(rules: readonly Rule[], input: Pick<ReflexInput, 'judge' | 'allowCommands' | 'passported'>): Undecidable[] {
  return rules.flatMap((rule) => {
    const why = whyUndecidable(rule, input)
    return why ? [{ id: rule.id, severity: rule.severity, why }] : []
  })
}

function whyUndecidable(rule: Rule, input: Pick<ReflexInput, 'judge' | 'allowCommands' | 'passported'>): string | null {
  if (isJudged(rule) && !input.judge) return 'only a judge can decide it, and none is configured'
  if (isJudged(rule) && !hasPassport(rule, input)) return 'its judge has no valid passport, so its word is advice and cannot pass it'
  if (isCommand(rule) && !input.allowCommands) return 'it needs a command, and commands are not allowed for this run'
  return rule.hidden && isSentence(rule) ? 'it is hidden, so no maker may be asked to turn its sentence into a check' : null
}
