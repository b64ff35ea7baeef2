// The contract of a judged rule, as a check: never decided here; the workflow asks a judge beside the evaluation.
import { JudgedParams, judgedKind } from '../../schema/judged.ts'
import { defineCheck, unknown } from '../check.ts'

export const judgedByAgent = defineCheck({
  kind: judgedKind,
  summary: 'A judge answers one question about the artifact, citing an anchor and quoting what it saw.',
  version: '1',
  params: JudgedParams,
  demands: ({ criterion, anchors, passAt }) =>
    [
      criterion ? `answers a judge's question well: ${criterion}` : 'does what the rule says, as a judge sees it',
      ...(anchors
        ? [
            `good enough is ${anchors
              .filter(({ score }) => score >= passAt)
              .map(({ name, means }) => `«${name}» (${means})`)
              .join(' or ')}`,
          ]
        : []),
    ].join('; '),
  needs: ['agent'],
  run({ params }) {
    return unknown(params.criterion === undefined ? 'a judge decides this' : `a judge decides this: ${params.criterion}`)
  },
})
