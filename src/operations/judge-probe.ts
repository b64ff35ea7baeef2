// whet judge probe: does a judge follow order, length or layout instead of content?
import { resolve } from 'node:path'
import * as z from 'zod'
import { readArtifactFile } from '../adapters/text-file.ts'
import { type ProbeReport, leastCases, probePlan, probeReport } from '../agents/judge/probe.ts'
import { askJudge, judgeFlags, judgedRule, needJudge, nothingSaid } from './judge-asking.ts'
import * as field from './field.ts'
import { defineOperation } from './operation.ts'

export default defineOperation({
  summary: 'Test a judge for bias by order, length and formatting',
  input: z.object({
    files: z.array(z.string()).min(2).meta({ description: 'artifacts to try it on; more of them make the answer more certain' }),
    rules: z.string().meta({ description: 'the rules file with the judged rule', value: 'file' }),
    rule: field.text('its id, if the file has several', { value: 'id' }),
    ...judgeFlags,
  }),
  positional: [{ name: 'files', rest: true }],
  personOnly: true, // not for assistants: it spends money, and it concerns the judge of the assistant's own work
  async run({ files, rules, rule: id, judge, role }, world): Promise<ProbeReport & { asked: number }> {
    const rule = await judgedRule(world, rules, id)
    const measured = await needJudge(world, { judge, role })
    const plan = probePlan(
      files.map((file) => readArtifactFile(resolve(world.cwd, file), file)),
      rule,
    )
    const replies: Record<string, string> = {}
    let why = ''
    for (const [index, task] of plan.tasks.entries()) {
      const reply = await askJudge(world, measured, task, plan.objects)
      if ('text' in reply) replies[task.key] = reply.text
      else why = reply.why
      if (index % 10 === 9) world.say(`${index + 1} of ${plan.tasks.length} asked`)
    }
    if (Object.keys(replies).length === 0) throw nothingSaid(measured, plan.tasks.length, why)
    return { ...probeReport(plan, replies), asked: plan.tasks.length }
  },
  text({ position, length, format, invalid, asked }) {
    const line = (name: string, { n, toward, against, found }: ProbeReport['position'], way: string) =>
      `  ${name.padEnd(9)} ${found ? 'FOUND' : n < leastCases ? `too few cases to tell, ${leastCases} are needed` : 'none found'}: ${toward} of ${n} ${way}, ${against} the other way`
    return [
      `${asked} requests${invalid > 0 ? `, ${invalid} without a usable verdict` : ''}`,
      line('position', position, 'chose whichever came first'),
      line('length', length, 'preferred the longer of two equal texts'),
      line('format', format, 'changed its answer with the layout alone'),
    ].join('\n')
  },
  exit: ({ position, length, format }) => ([position, length, format].some(({ found }) => found) ? 1 : 0),
})
