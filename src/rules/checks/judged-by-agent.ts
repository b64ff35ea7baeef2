// The contract of a judged rule, as a check: it is never decided here, the workflow asks a judge beside the evaluation.
import { JudgedParams, judgedKind } from '../../schema/judged.ts'
import { defineCheck, unknown } from '../check.ts'

export const judgedByAgent = defineCheck({
  kind: judgedKind,
  summary: 'A judge answers one question about the artifact, citing an anchor and quoting what it saw.',
  version: '1',
  params: JudgedParams,
  needs: ['agent'],
  run({ params }) {
    return unknown(params.criterion === undefined ? 'a judge decides this' : `a judge decides this: ${params.criterion}`)
  },
})
