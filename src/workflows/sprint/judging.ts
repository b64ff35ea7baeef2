// A configured judge's opinion on Design Quality and on Originality, as one more criterion each. A dimension is the minimum of its criteria, so this can only lower it.
import { findLeak } from '../../agents/judge/leak.ts'
import { type JudgingStep, nextJudging } from '../../agents/judge/judging.ts'
import type { AskAgent } from '../../kernel/task.ts'
import { viewWords } from '../../rules/page/measure.ts'
import type { Rule } from '../../schema/rule.ts'
import type { Criterion } from './criteria.ts'
import { type Dimension, anchors, rubric, share } from './dimensions.ts'
import type { CountedVerdict } from './scorecard.ts'
import type { SprintState } from './state.ts'

const judged: readonly { id: string; dimension: Dimension; says: string }[] = [
  { id: 'design.judged', dimension: 'Design Quality', says: 'The page looks consistent, follows the brand and keeps a clear hierarchy' },
  {
    id: 'originality.judged',
    dimension: 'Originality',
    says: 'The page speaks in the brand’s own voice and could not belong to anybody else',
  },
]

export const judgedCriteria = (): Criterion[] => judged.map((each) => ({ ...each, check: { kind: 'judged-by-agent' } }))

const ruleFor = ({ id, says }: { id: string; says: string }): Rule => ({
  id,
  description: says,
  severity: 'warn',
  weight: 1,
  phase: 'A',
  check: {
    kind: 'judged-by-agent',
    criterion: says,
    anchors: anchors.map((anchor) => ({ name: share(anchor), means: rubric[anchor], score: anchor / 100 })),
  },
})

export function judgeTasks(state: SprintState): AskAgent[] {
  if (!state.input.judge || !state.verdicts) return [] // the judge's pictures come with the measurement
  return judged.flatMap((each) => {
    const step = judging(state, each)
    return 'ask' in step ? step.ask.filter((task) => leakOf(task) === null).map((task) => ({ ...task, pictures: picturesOf(state) })) : []
  })
}

const picturesOf = ({ seen }: SprintState): NonNullable<AskAgent['pictures']> =>
  (['desktop', 'mobile'] as const).flatMap((view) => {
    const object = seen?.pictures[view]
    return object === undefined ? [] : [{ object, says: `The whole page at ${viewWords[view]}:` }]
  })

/** An evaluator starts fresh: a request that reveals earlier evaluations outside its data isn't sent. */
export function leakOf({ slots }: AskAgent): string | null {
  const ours = Object.entries(slots).flatMap(([name, slot]) =>
    typeof slot === 'string' && name !== 'criterion' && name !== 'anchors' ? [slot] : [],
  )
  return findLeak(ours.join('\n'), { iterations: true })
}

export function judgedVerdicts(state: SprintState): Record<string, CountedVerdict> {
  if (!state.input.judge) return {}
  return Object.fromEntries(
    judged.flatMap((each) => {
      const step = judging(state, each)
      if ('ask' in step) return step.ask.flatMap((task) => refusedVerdict(each.id, leakOf(task)))
      const { outcome, message, evidence, score } = step.verdict
      const failed = score === null ? 0 : 100 - score / 100
      return [
        [
          each.id,
          { ruleId: each.id, outcome, message, evidence, ...(outcome === 'fail' && { counts: { checked: 100, failed: scaled(failed) } }) },
        ],
      ]
    }),
  )
}

const refusedVerdict = (id: string, leak: string | null): [string, CountedVerdict][] =>
  leak === null
    ? []
    : [[id, { ruleId: id, outcome: 'error', message: `evaluator_leak: the request says «${leak}», so it was not sent`, evidence: [] }]]

/** The score of the anchor a judge chose, as a share. */
const scaled = (missing: number) => (missing <= 25 ? 10 : missing <= 50 ? 30 : 100)

export const judgeRule = (key: string): Rule => {
  const each = judged.find(({ id }) => key.startsWith(`judge:${id}:`))
  if (!each) throw new Error(`no judged criterion belongs to ${key}`)
  return ruleFor(each)
}

const judging = (state: SprintState, each: (typeof judged)[number]): JudgingStep =>
  nextJudging({
    key: `judge:${each.id}:${state.artifact?.slice(0, 8)}:${state.iteration}`,
    rule: ruleFor(each),
    artifactHash: state.artifact as string,
    judgements: state.judgements,
  })
