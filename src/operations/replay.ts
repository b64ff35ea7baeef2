// whet replay: what a recorded run means today. Reads every reply again, repeats every verdict of code, calls no maker.
import * as z from 'zod'
import { type Difference, rederive } from './rederive.ts'
import * as field from './field.ts'
import { defineOperation } from './operation.ts'
import { findRun } from './runs.ts'
import { pickRun } from './show.ts'
import { fit, plainLook } from '../report/look.ts'

export default defineOperation({
  summary: 'Re-derive every verdict of a run from its recorded replies, without calling a maker',
  input: z.object({ run: field.text('id or name; default: the newest run', { assistant: 'value' }), workflow: field.workflow }),
  positional: [{ name: 'run' }],
  reads: true,
  personOnly: true, // not offered to assistants: they don't need it, and every tool costs context
  async run(
    { run: name, workflow },
    world,
  ): Promise<{ run: string; replies: number; verdicts: number; notRepeated: number; differences: Difference[] }> {
    const { run, definition } = await findRun(world, name ?? (await pickRun(world, workflow)), workflow)
    const { replies, verdicts, notRepeated, differences } = await rederive(world, definition, run, { everything: false, commands: false })
    return { run, replies, verdicts, notRepeated, differences }
  },
  text: ({ run, replies, verdicts, notRepeated, differences }, _input, { width } = plainLook) =>
    fit(
      [
        `${run}: ${replies} replies re-read and their consequences derived again; ${verdicts} checks run again${notRepeated > 0 ? `, ${notRepeated} not repeated (they need the commands or files of that time)` : ''}`,
        ...(differences.length === 0 ? ['No difference.'] : differences.map(({ seq, task, what }) => `  entry ${seq}, ${task}: ${what}`)),
      ].join('\n'),
      width,
    ),
  exit: ({ differences }) => (differences.length === 0 ? 0 : 1),
})
