// whet <workflow> new for a workflow that only declares its input: takes it as arguments and drives the run until it rests.
import { freeRun } from './run-id.ts'
import * as z from 'zod'
import type { AnyOperation, AnyWorkflow } from './definition.ts'
import { readyMakers } from './ready-makers.ts'
import { given } from '../lib/given.ts'
import { budgetFlags, budgetOf } from './budget-flags.ts'
import { makerFlags } from './resume.ts'
import { type RunReport, driveRun, exitOf, reportText } from './runs.ts'
import type { MakerOptions } from './world.ts'

export function startOperation(workflow: AnyWorkflow, input: z.ZodObject): AnyOperation {
  const [first] = Object.keys(input.shape)
  const limits = Object.fromEntries(Object.entries(budgetFlags).filter(([name]) => !Object.hasOwn(input.shape, name)))
  return {
    summary: `Start a run: ${workflow.summary}`,
    input: z.object({
      ...Object.fromEntries(Object.entries(input.shape).map(([name, field]) => [name, offeredField(field as z.ZodType)])),
      ...limits,
      ...makerFlags,
    }),
    ...(first !== undefined && { positional: [{ name: first }] }),
    async run(all, world): Promise<RunReport> {
      const fields = Object.fromEntries(Object.keys(input.shape).flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])))
      const flags = Object.fromEntries(Object.keys(makerFlags).map((name) => [name, all[name]])) as Omit<MakerOptions, 'workflow'>
      const makers = await readyMakers(world, { workflow: workflow.name, ...given(flags) })
      const budget = budgetOf(Object.fromEntries(Object.keys(limits).map((name) => [name, all[name]])), world, makers)
      const open = await world.store.create(
        workflow,
        {
          run: await freeRun(world.store, workflow.name, world.clock.now()),
          workflow: workflow.name,
          input: fields,
          pins: { ...makers.pins, flags: makers.flags },
          ...(Object.keys(budget).length > 0 && { budget }),
        },
        world.clock,
      )
      try {
        return await driveRun(world, open, workflow, makers)
      } finally {
        await open.close()
      }
    },
    text: (output, input, look) => reportText(output as RunReport, input, look),
    exit: (output) => exitOf(output as RunReport),
  }
}

/** Assistants may give a workflow's input too, unless the field says otherwise. */
const offeredField = (field: z.ZodType) => field.meta({ assistant: 'value', ...field.meta() })
