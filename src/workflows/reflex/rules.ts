// Which rules count now, who decides them, and whether the run could pass at all.
import { toBasisPoints } from '../../rules/score.ts'
import { isJudged } from '../../schema/judged.ts'
import type { Rule } from '../../schema/rule.ts'
import type { Level, ReflexState } from './state.ts'

export function activeRules({ criteria, level }: Pick<ReflexState, 'criteria' | 'level'>): Rule[] {
  const levels: Level[] = criteria.phase[level].active_levels
  return criteria.rules.filter(({ phase }) => levels.includes(phase))
}

/** What a maker may know: hidden rules count, but are never shown. */
export const visible = (rules: readonly Rule[]) => rules.filter(({ hidden }) => !hidden)

export const thresholdOf = ({ criteria, level }: Pick<ReflexState, 'criteria' | 'level'>) => toBasisPoints(criteria.phase[level].threshold)

export const isSentence = (rule: Rule) => typeof rule.check === 'string'
export const isCommand = (rule: Rule) => typeof rule.check !== 'string' && rule.check.kind === 'command'

export interface Undecidable {
  id: string
  severity: Rule['severity']
  why: string
}

/** Rules nobody could decide in this run. A fail rule among them means that the loop cannot pass. */
export function undecidable(rules: readonly Rule[], { judge, allowCommands }: { judge: boolean; allowCommands: boolean }): Undecidable[] {
  return rules.flatMap((rule) => {
    const why = isJudged(rule) && !judge ? 'only a judge can decide it, and none is configured' : isCommand(rule) && !allowCommands ? 'it needs a command, and commands are not allowed for this run' : null
    return why ? [{ id: rule.id, severity: rule.severity, why }] : []
  })
}
