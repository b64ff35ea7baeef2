// Reflex runs of all sorts: rules of both levels that code, a maker's checks or a judge decide, some hidden, limits and budgets of all sizes.
import { rubricHash } from '../../src/agents/judge/rubric.ts'
import { isJudged } from '../../src/schema/judged.ts'
import type { Rule } from '../../src/schema/rule.ts'
import { undecidable } from '../../src/workflows/reflex/rules.ts'
import type { ReflexInput } from '../../src/workflows/reflex/state.ts'
import { oneOf, share, whole } from './chance.ts'

export function reflexInput(seed: number, run: string): ReflexInput {
  const drawn: Rule[] = Array.from({ length: 1 + whole(seed, 'rules', 6) }, (_, index) => ruleOf(seed, index))
  const passported =
    share(seed, 'passports') < 0.8
      ? null
      : drawn
          .filter((rule) => isJudged(rule) || typeof rule.check === 'string')
          .map(rubricHash)
          .filter((hash) => share(seed, `passport ${hash}`) < 0.5)
  // A fail rule that nobody can decide is refused at the start, so it comes as a warning, as a person would answer.
  const sentencesBy = oneOf(seed, 'sentences', ['maker', 'judge'] as const)
  const open = new Set(undecidable(drawn, { judge: true, sentencesBy, allowCommands: false, passported }).map(({ id }) => id))
  const rules = drawn.map((rule) => (open.has(rule.id) && rule.severity === 'fail' ? { ...rule, severity: 'warn' as const } : rule))
  return {
    runId: run,
    alias: 'work',
    folder: `.ai-factory/evolution/work`,
    prompt: 'Write the work',
    idealResult: share(seed, 'ideal') < 0.5 ? '' : 'It is done.',
    type: 'docs',
    criteria: {
      name: 'loop_default_v1',
      version: 1,
      phase: {
        A: { threshold: oneOf(seed, 'A', [0.5, 0.8]), active_levels: ['A'] },
        B: { threshold: oneOf(seed, 'B', [0.6, 0.9]), active_levels: ['A', 'B'] },
      },
      rules,
    },
    maxIterations: 1 + whole(seed, 'limit', 5),
    steps: share(seed, 'order') < 0.6 ? 'short' : 'every',
    budget:
      share(seed, 'budget') < 0.3
        ? { calls: 1 + whole(seed, 'calls', 12) }
        : share(seed, 'budget') < 0.4
          ? { tokens: 500 + whole(seed, 'tokens', 4000) }
          : {},
    allowCommands: false,
    judge: true,
    sentencesBy,
    passported,
  }
}

function ruleOf(seed: number, index: number): Rule {
  const level = share(seed, `level ${index}`) < 0.6 ? 'A' : 'B'
  const severity = oneOf(seed, `severity ${index}`, ['fail', 'fail', 'warn', 'info'] as const)
  const id = `${level.toLowerCase()}.quality.rule-${index}`
  const kind = oneOf(seed, `kind ${index}`, ['code', 'code', 'sentence', 'judge', 'jury'] as const)
  const check = {
    code: { kind: 'content.contains', text: 'thing' },
    sentence: 'The thing is there.',
    judge: { kind: 'judged-by-agent' },
    jury: { kind: 'judged-by-agent', judges: ['judge', 'second', 'third'] },
  }[kind]
  return {
    id,
    description: `rule ${index}`,
    severity,
    weight: severity === 'info' ? 0 : 1 + whole(seed, `weight ${index}`, 3),
    phase: level,
    check,
    ...(share(seed, `hidden ${index}`) < 0.15 && { hidden: true }),
  }
}
