// Checks written by the maker: which of them count, and the question a person answers before any does.
import type { Answer, Facts, Gate } from '../../kernel/task.ts'
import type { Accepted, Refusal } from '../../kernel/workflow.ts'
import type { Rule } from '../../schema/rule.ts'
import { event } from './events.ts'
import { preparedText } from './prepared.ts'
import { rejection } from './probe.ts'
import { activeRules, decidedBy } from './rules.ts'
import type { PreparedCheck, ReflexState } from './state.ts'

/** Rules whose checks the maker is asked to write. */
export function makerRules(state: ReflexState): Rule[] {
  const { refused } = state.makerChecks
  return activeRules(state).filter((rule) => decidedBy(rule, state.input) === 'maker' && !refused.includes(rule.id))
}

/** The maker's checks that may decide a rule: reviewed by a person, and able to fail. */
export function countingChecks(state: ReflexState, rule: Rule): PreparedCheck[] {
  if (decidedBy(rule, state.input) !== 'maker') return []
  return checksOf(state, rule).filter((check) => state.makerChecks.confirmed.includes(keyOf(check)))
}

/** Rules with an unreviewed check. */
export const unshown = (state: ReflexState): Rule[] =>
  makerRules(state).filter((rule) => checksOf(state, rule).some((check) => !state.makerChecks.confirmed.includes(keyOf(check))))

export function checksGate(state: ReflexState): Gate<'confirm-checks', 'confirm' | 'again' | 'drop' | 'downgrade' | 'discard'> {
  return {
    key: 'confirm-checks',
    question: 'The maker wrote these checks. May they decide their rules?',
    facts: { written_by_the_maker: shownChecks(state) },
    choices: [
      { name: 'confirm', means: 'the checks that can fail decide their rules' },
      { name: 'again', means: 'the maker writes others' },
      { name: 'drop', means: 'remove these rules' },
      { name: 'downgrade', means: 'keep these rules as undecided warnings' },
      { name: 'discard', means: 'end the loop' },
    ],
  }
}

interface ShownCheck {
  rule: string
  severity: Rule['severity']
  says: string
  /** What the check demands, in words. */
  check: string
  /** Why it can't count. */
  rejected: string | null
}

function shownChecks(state: ReflexState): ShownCheck[] {
  const { prepared } = state
  if (!prepared) return []
  return unshown(state).flatMap((rule) =>
    checksOf(state, rule).map((check) => ({
      rule: rule.id,
      severity: rule.severity,
      says: typeof rule.check === 'string' ? rule.check : rule.description,
      check: preparedText(check),
      rejected: rejection(prepared, check),
    })),
  )
}

/** What the question is about, in words. */
export function checksText(facts: Facts): string {
  const shown = facts['written_by_the_maker'] as ShownCheck[]
  return [
    'Checks written by the maker. Does each test what its rule says?',
    ...shown.flatMap(({ rule, severity, says, check, rejected }) => [
      `  ${severity.padEnd(4)} ${rule}: ${says}`,
      `       the check: it ${check}${rejected ? ` (rejected: ${rejected})` : ''}`,
    ]),
  ].join('\n')
}

/** Checks that can fail count from now on; a blocking rule must not be left without one. */
export function confirmChecks(state: ReflexState, given: Answer): Accepted | Refusal {
  const { prepared } = state
  if (!prepared) return { refused: 'there are no checks to confirm' }
  const rules = unshown(state)
  const usable = (rule: Rule) => checksOf(state, rule).filter((check) => rejection(prepared, check) === null)
  const without = rules.filter((rule) => usable(rule).length === 0)
  const blocked = without.filter(({ severity }) => severity === 'fail')
  if (blocked.length > 0)
    return {
      refused: `this loop could never pass: no check that can fail was written for ${blocked.map(({ id }) => id).join(', ')}. Answer again, drop or downgrade; or start again with a judge (--judge).`,
    }
  const checks = rules.flatMap(usable).map(keyOf)
  return { events: [event('checks_confirmed', { checks, refused: without.map(({ id }) => id), by: given.by })] }
}

export function writeAgain(state: ReflexState, given: Answer): Accepted {
  const why = shownChecks(state).map(
    ({ rule, check, rejected }) =>
      `${rule}: "it ${check}" was refused${rejected ? `: ${rejected}` : ", as it doesn't test what the rule says"}`,
  )
  return { events: [event('checks_refused', { why, by: given.by })] }
}

export const unshownIds = (state: ReflexState) => unshown(state).map(({ id }) => id)

export function downgradeUnshown(state: ReflexState, { by }: Answer): Accepted {
  const refused = unshownIds(state)
  return { events: [event('checks_confirmed', { checks: [], refused, by }), downgraded(state, refused)] }
}

export const dropped = ({ criteria }: ReflexState, ids: readonly string[]) =>
  event('criteria_changed', { criteria: { ...criteria, rules: criteria.rules.filter(({ id }) => !ids.includes(id)) } })

export function downgraded({ criteria }: ReflexState, ids: readonly string[]) {
  const rules = criteria.rules.map((rule): Rule =>
    ids.includes(rule.id) && rule.severity === 'fail' ? { ...rule, severity: 'warn', weight: 1 } : rule,
  )
  return event('criteria_changed', { criteria: { ...criteria, rules } })
}

const checksOf = ({ prepared }: ReflexState, rule: Rule) => (prepared?.checks ?? []).filter(({ rule_id }) => rule_id === rule.id)

/** Identifies a check by what it does, so that it is shown only once. */
const keyOf = ({ rule_id, type, command = '', search = '', expected }: PreparedCheck) =>
  JSON.stringify([rule_id, type, command, search, expected])
