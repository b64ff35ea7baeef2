// Host mode: the assistant takes a task with its contract and prompt, performs it, and submits the reply for a verdict.
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { hostName } from '../../agents/provider.ts'
import { findRun } from '../../operations/runs.ts'
import show, { pickRun } from '../../operations/show.ts'
import submit from '../../operations/submit.ts'
import type { World } from '../../operations/world.ts'
import { guidance, inWords, isReport } from './guidance.ts'
import { checkForm } from './form.ts'
import { reported, stepPart, withStep } from './report.ts'
import { answer } from './result.ts'
import type { ToolWords } from './tool-words.ts'
import { type OpenWorld, plain, reading, within, writing } from './tools.ts'

const run = z.string().max(300).optional().meta({ description: 'id or name; default: the active one' })
const mostReply = 3_000_000
const asked = z.strictObject({
  run,
  task: z.string().max(300).optional().meta({ description: 'which task, if several wait' }),
  part: z.int().min(1).optional().meta({ description: 'a further part of a long prompt' }),
})
const handed = z.strictObject({
  run,
  task: z.string().max(300).meta({ description: 'the task, as next_step names it' }),
  reply: z.string().max(mostReply).meta({ description: 'the whole reply in the required form, without a word around it' }),
})

export function registerSteps(server: McpServer, openWorld: OpenWorld, leadsOut: boolean): void {
  server.registerTool(
    'next_step',
    {
      description: 'The task a run waits for you to perform: its contract and its prompt',
      inputSchema: plain(asked),
      annotations: reading,
    },
    (given, context) => within(openWorld, context, (world) => nextStep(world, given)),
  )
  server.registerTool(
    'submit_step',
    {
      description:
        'Submit your reply to a task: returns the result and the next task. A reply of the wrong form is refused with the reason; nothing is lost.',
      inputSchema: plain(handed),
      annotations: writing(leadsOut),
    },
    ({ run: name, task, reply }, context) =>
      within(openWorld, context, (world) => submitStep(world, openWorld, { run: name, task, reply })),
  )
}

async function nextStep(world: World, { run: name, task, part = 1 }: z.infer<typeof asked>): Promise<CallToolResult> {
  const { run: id, definition } = await findRun(world, name ?? (await pickRun(world)))
  const { gate, requests } = await show.run({ run: id }, world)
  const mine = requests.filter(({ maker }) => maker === hostName)
  const step = task === undefined ? mine[0] : mine.find((request) => request.task === task)
  const about = { run: id, workflow: definition.name, waiting: mine.map((request) => request.task), ...(gate && { gate }) }
  if (step) return part === 1 ? withStep(about, step) : stepPart(id, step.task, part)
  if (gate) return answer(about, guidance({ at: 'gate', card: '' }))
  return answer(
    about,
    mine.length > 0
      ? `No task ${task} is waiting; these are: ${about.waiting.join(', ')}.`
      : requests.length > 0
        ? 'Its tasks are for other makers; resume continues them.'
        : "No task is waiting: status shows the run's state.",
  )
}

async function submitStep(world: World, tools: ToolWords, { run: name, task, reply }: z.infer<typeof handed>): Promise<CallToolResult> {
  const { run: id, definition } = await findRun(world, name ?? (await pickRun(world)))
  await checkForm(world, definition, id, task, reply)
  const happened: string[] = []
  const watching: World = {
    ...world,
    onCommit: (workflow, state, events) => {
      world.onCommit(workflow, state, events)
      happened.push(...inWords(definition, events, state.at))
    },
  }
  const report = await submit.run({ run: id, task, text: reply }, watching)
  if (!isReport(report))
    return answer(report, 'Another process drives this run and reads the reply; next_step says when it is your turn again.')
  return reported(report, tools, { task, happened })
}
