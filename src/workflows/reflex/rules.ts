// Which rules count now, who decides them, and whether the run can pass at all.
import { rubricHash } from '../../agents/judge/rubric.ts'
import { scoreRules, toBasisPoints } from '../../rules/score.ts'
import { isJudged } from '../../schema/judged.ts'
import type { Rule } from '../../schema/rule.ts'
import type { Level, ReflexInput, ReflexState, RuleResult } from './state.ts'

export function activeRules({ criteria, level }: Pick<ReflexState, 'criteria' | 'level'>): Rule[] {
  const levels: Level[] = criteria.phase[level].active_levels
  return criteria.rules.filter(({ phase }) => levels.includes(phase))
}

/** Rules a maker may know; hidden ones count but are never shown. */
export const visible = (rules: readonly Rule[]) => rules.filter(({ hidden }) => !hidden)

export const thresholdOf = ({ criteria, level }: Pick<ReflexState, 'criteria' | 'level'>) => toBasisPoints(criteria.phase[level].threshold)

/** The score by parts, each scored like the whole: by the second word of the rule ids (a.completeness.sections), or by weight if ids have another shape or all share that word. Empty if all rules count alike. */
export function dimensionsOf(rules: readonly Rule[], results: readonly RuleResult[]): { name: string; score: number }[] {
  const outcomes = new Map(results.map(({ id, verdict }) => [id, verdict]))
  const judged = rules.filter(({ id }) => outcomes.has(id))
  const byWord = Map.groupBy(judged, ({ id }) => /^[^.]+\.([a-z][a-z-]*)\./.exec(id)?.[1] ?? '')
  const groups = byWord.has('') || byWord.size < 2 ? Map.groupBy(judged, ({ severity }) => counting[severity]) : byWord
  if (groups.size < 2) return []
  return [...groups].map(([name, group]) => ({
    name: name.replace(/^./, (first) => first.toUpperCase()),
    score: scoreRules(group, outcomes, 0).score / 100,
  }))
}

const counting = { fail: 'must hold', warn: 'should hold', info: 'noted' } as const

export const isSentence = (rule: Rule) => typeof rule.check === 'string'
export const isCommand = (rule: Rule) => typeof rule.check !== 'string' && rule.check.kind === 'command'

type Deciders = Pick<ReflexInput, 'judge' | 'sentencesBy' | 'allowCommands' | 'passported'>

/** Who decides a rule in this run. Nobody decides about their own work: a maker's check counts only after a person's review. */
export function decidedBy(
  rule: Rule,
  { judge, sentencesBy }: Pick<ReflexInput, 'judge' | 'sentencesBy'>,
): 'code' | 'judge' | 'maker' | null {
  if (isJudged(rule)) return judge ? 'judge' : null
  if (!isSentence(rule)) return 'code'
  if (sentencesBy === 'judge') return 'judge'
  return sentencesBy === 'maker' && !rule.hidden ? 'maker' : null
}

/** Whether its judge can pass work: if passports are required, only with one for this rubric. */
export const hasPassport = (rule: Rule, { passported }: Pick<ReflexInput, 'passported'>) =>
  passported === null || passported.includes(rubricHash(rule))

export interface Undecidable {
  id: string
  severity: Rule['severity']
  why: string
}

/** Rules nobody can decide in this run. With a fail rule among them the loop can't pass. */
export function undecidable(rules: readonly Rule[], input: Deciders): Undecidable[] {
  return rules.flatMap((rule) => {
    const why = whyUndecidable(rule, input)
    return why ? [{ id: rule.id, severity: rule.severity, why }] : []
  })
}

function whyUndecidable(rule: Rule, input: Deciders): string | null {
  const by = decidedBy(rule, input)
  if (by === null) return whyNobody(rule, input)
  if (by === 'judge' && !hasPassport(rule, input))
    return "its judge has no valid passport, so the judge's word is only advice and can't pass it"
  if (isCommand(rule) && !input.allowCommands) return "it needs a command, and this run doesn't allow commands"
  return null
}

function whyNobody(rule: Rule, { sentencesBy }: Deciders): string {
  if (isJudged(rule)) return 'only a judge can decide it, and none is configured'
  if (rule.hidden && sentencesBy === 'maker') return 'it is hidden, so no maker may turn its sentence into a check'
  return 'it is a sentence, which needs a judge or a check that the maker writes and you allow, and there is neither'
}
