// Validates a reply's form before it counts: a typo costs an assistant no attempt and ends no run.
import { readJson } from '../../agents/json-reply.ts'
import type { AskAgent } from '../../kernel/task.ts'
import { loadRun } from '../../operations/runs.ts'
import type { AnyWorkflow } from '../../operations/definition.ts'
import type { World } from '../../operations/world.ts'
import { compileSchema } from '../../rules/reading/schema.ts'
import type { Json } from '../../schema/event.ts'
import { Fault } from '../../schema/fault.ts'

const mostShown = 12

/** Refuses with every error and its place; anything beyond form is left to the run. */
export async function checkForm(world: World, definition: AnyWorkflow, run: string, key: string, reply: string): Promise<void> {
  const state = await loadRun(world, run, definition)
  const next = definition.next(state.state)
  const task = 'do' in next ? next.do.find((one): one is AskAgent => one.kind === 'ask' && one.key === key) : undefined
  if (!task) return
  const problems =
    reply.trim() === ''
      ? ['it is empty']
      : task.expects === 'text'
        ? []
        : await misfits(task, reply, (value) => definition.form?.(task, value, state) ?? [])
  if (problems.length === 0) return
  const shown = problems.slice(0, mostShown).map((problem) => `- ${problem}`)
  throw new Fault(
    'invalid',
    [
      `the reply to ${key} doesn't have the required form:`,
      ...shown,
      ...(problems.length > mostShown ? [`- and ${problems.length - mostShown} more`] : []),
    ].join('\n'),
    {
      fix: `Nothing was recorded. Fix it and submit ${key} again; next_step shows the request.`,
      data: { task: key, problems: problems.length },
    },
  )
}

async function misfits({ schema }: AskAgent, reply: string, further: (value: Json) => string[]): Promise<string[]> {
  const read = readJson(reply)
  if ('problem' in read) return [read.problem]
  const fits = schema === undefined ? () => [] : await compileSchema(schema)
  const found = typeof fits === 'string' ? [] : fits(read.value).map(({ pointer, message }) => `${pointer || 'the document'} ${message}`)
  return found.length > 0 ? found : further(read.value)
}
