// whet submit: the reply to a task that is performed outside (host mode), under the same contract as any other.
import { resolve } from 'node:path'
import * as z from 'zod'
import { readArtifactFile, readInput } from '../adapters/text-file.ts'
import { submitReply } from '../kernel/driver.ts'
import type { AskAgent } from '../kernel/task.ts'
import { Fault } from '../schema/fault.ts'
import * as field from './field.ts'
import { defineOperation } from './operation.ts'
import { moveOn } from './go-on.ts'
import { makerOptions, readyMakers } from './ready-makers.ts'
import { type RunReport, driveRun, exitOf, findRun, loadRun, pinsOf, reportText, tell } from './runs.ts'
import type { AnyWorkflow } from './definition.ts'
import type { Makers, World } from './world.ts'

export interface Posted {
  run: string
  task: string
  /** Another process drives the run and will take the reply after its current task. */
  posted: true
}

export default defineOperation({
  summary: 'Submit the reply to a waiting request, and continue',
  input: z.object({
    run: z.string().meta({ assistant: 'value', description: 'run id or name' }),
    task: z.string().meta({ assistant: 'value', description: 'the task, as `whet show` names it' }),
    reply: field.text('file with the reply, or - for standard input', { value: 'file|-' }),
    text: field.text('the reply itself'),
  }),
  positional: [{ name: 'run' }, { name: 'task' }],
  examples: ['whet submit greeting plan:1 --reply plan.json', 'my-assistant < prompt.txt | whet submit greeting produce:1 --reply -'],
  async run({ run: name, task: key, reply, text }, world): Promise<RunReport | Posted> {
    if ((reply === undefined) === (text === undefined))
      throw new Fault('usage', 'give the reply exactly once: --reply <file>, --reply - or --text', {
        fix: '`whet submit --help` shows how.',
      })
    const given = text ?? (reply === '-' ? await readInput() : readArtifactFile(resolve(world.cwd, reply as string), reply as string))
    const { run, definition } = await findRun(world, name)
    try {
      return await moveOn(world, run, definition, async (open, repairs) => {
        const makers = await readyMakers(world, makerOptions(definition, open.state, {}))
        const task = due(definition, open.state, key, makers)
        const taken = await submitReply(
          open,
          key,
          await world.submitted(task, open.state, pinsOf(definition, open.state), given),
          { clock: world.clock },
          { onCommit: (state, events) => tell(world, definition, state, events) },
        )
        if (taken) throw new Fault('refused', taken.refused)
        return driveRun(world, open, definition, makers, repairs)
      })
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'busy') throw error
      return post(world, run, definition, key, given)
    }
  },
  text: (output) =>
    'posted' in output
      ? `Submitted ${output.task}. Another process is working on ${output.run} and reads the reply after its current task.`
      : reportText(output),
  exit: (output) => ('posted' in output ? 0 : exitOf(output)),
})

async function post(world: World, run: string, definition: AnyWorkflow, key: string, text: string): Promise<RunReport | Posted> {
  const state = await loadRun(world, run, definition)
  const task = due(definition, state, key, await world.makers(makerOptions(definition, state, {})))
  await world.store.post(
    run,
    { kind: 'reply', task: key, reply: await world.submitted(task, state, pinsOf(definition, state), text) },
    world.clock.now(),
  )
  // It may have just come to rest without seeing this; then we continue it here.
  for (let look = 0; look < 10; look++) {
    await new Promise((later) => setTimeout(later, 100))
    if (!(await world.store.isBusy(run))) return moveOn(world, run, definition)
  }
  return { run, task: key, posted: true }
}

/** The current request; a host can't answer one that is for another maker. */
function due(definition: AnyWorkflow, { run, state }: { run: string; state: unknown }, key: string, makers: Makers): AskAgent {
  const next = definition.next(state)
  const asked = 'do' in next ? next.do.filter((task): task is AskAgent => task.kind === 'ask') : []
  const task = asked.find((one) => one.key === key)
  if (task && makers.ports.hosted?.(task)) return task
  const waiting = asked.filter((one) => makers.ports.hosted?.(one)).map((one) => one.key)
  throw new Fault(
    'refused',
    task ? `${key} of ${run} is a task of another maker, not of the host` : `${run} isn't waiting for a reply to ${key}`,
    { fix: waiting.length > 0 ? `It waits for: ${waiting.join(', ')}.` : '`whet status` shows its state.', data: { waiting } },
  )
}
