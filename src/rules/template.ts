// A template, and how setup answers make its rules exact.
import { didYouMean } from '../lib/nearest.ts'
import { Fault } from '../schema/fault.ts'
import { defaultWeight } from '../schema/rule.ts'
import type { Rule, Severity, TypedCheck } from '../schema/rule.ts'

export interface Template {
  name: string
  title: string
  /** Passing scores, in basis points. */
  thresholds: { A: number; B: number }
  rules: readonly Rule[]
  settings: readonly Setting[]
}

/** A question whose answer lets code decide a rule, or decide it more exactly. */
interface Setting {
  name: string
  ask: string
  ruleId: string
  /** One answer, or a list of them. */
  many: boolean
  /** The rule's check once answered: this, with the answer as the parameter `into`. */
  check: TypedCheck
  into: string
}

export type Answers = Readonly<Record<string, string | readonly string[]>>

/** The template's rules with the answers filled in. */
export function fill(template: Template, answers: Answers = {}): Rule[] {
  for (const name of Object.keys(answers)) {
    if (template.settings.some((setting) => setting.name === name)) continue
    const known = template.settings.map((setting) => setting.name)
    throw new Fault('usage', `the template ${template.name} has no setting ${JSON.stringify(name)}${didYouMean(name, known)}`, {
      fix: known.length > 0 ? `It has ${known.join(', ')}.` : 'It has none.',
    })
  }
  return template.rules.map((rule) => {
    const setting = template.settings.find((each) => each.ruleId === rule.id && isGiven(answers[each.name]))
    const answer = setting && answers[setting.name]
    if (!setting || answer === undefined) return rule
    const value = setting.many ? [answer].flat() : [answer].flat().join(' && ')
    return { ...rule, check: { ...setting.check, [setting.into]: value } }
  })
}

/** A rule of level A or B by its id, with its severity's weight. */
export function rule(id: string, severity: Severity, description: string, check: TypedCheck): Rule {
  return { id, description, severity, weight: defaultWeight[severity], phase: id.startsWith('b.') ? 'B' : 'A', check }
}

/** For what only a judge can tell: a question and three levels, of which the first passes. */
export function judged(criterion: string, [good, middling, poor]: readonly [string, string, string]): TypedCheck {
  return {
    kind: 'judged-by-agent',
    criterion,
    anchors: [
      { name: 'holds', means: good, score: 1 },
      { name: 'in part', means: middling, score: 0.5 },
      { name: 'does not hold', means: poor, score: 0 },
    ],
  }
}

function isGiven(answer: string | readonly string[] | undefined): boolean {
  return answer !== undefined && answer.length > 0
}
