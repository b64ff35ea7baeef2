// Where a run stands, for an assistant: short, and with the task that is its to do.
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { HostRequest } from '../../agents/hosted.ts'
import { hostName } from '../../agents/provider.ts'
import { Fault } from '../../schema/fault.ts'
import type { RunReport } from '../../operations/runs.ts'
import { guidance } from './guidance.ts'
import { jsonBytes, parts } from './parts.ts'
import { answer, mostBytes } from './result.ts'
import { type ToolWords, documentInToolWords } from './tool-words.ts'

/** What became of a reply. */
export interface Came {
  task: string
  /** Every event in words. */
  happened: string[]
}

export function reported(report: RunReport, tools: ToolWords, came?: Came): CallToolResult {
  const requests = report.requests.filter(({ maker }) => maker === hostName)
  const [step] = requests
  const document = documentInToolWords({ ...brief(report), ...(came && { happened: came.happened }) }, tools)
  if (!step) return answer(document, guidance(report))
  const again = came && requests.find(({ task }) => base(task) === base(came.task))
  return withStep(
    document,
    again ?? step,
    again ? `Your reply to ${came.task} was refused: \`happened\` says why. Fix that; you are asked once more, and not a third time. ` : '',
  )
}

/** A repeated task has the same key with a number appended. */
const base = (task: string) => task.replace(/#\d+$/, '')

/** Our words and the prompt stay outside the data; foreign text in the prompt is fenced. A long prompt comes in parts. */
export function withStep(document: Record<string, unknown>, request: HostRequest, before = ''): CallToolResult {
  const { task, role, expects, schema, prompt } = request
  const words = `${before}Perform task ${task} (${role}) and submit it with submit_step. Reply with ${expects === 'text' ? 'the text itself' : `one JSON document${schema === undefined ? '' : ' that fits the schema below'}`}.`
  const read = (all: number | string) => `This is part 1 of ${all}: read the others first: next_step with part 2 and so on.`
  const bare = jsonBytes(answer(document, { after: `${words} ${read('00')}\n\n` }))
  const all = parts(stepText(request), { first: Math.max(leastFirst, mostBytes - bare), others: mostOthers })
  const [first = ''] = all
  if (all.length === 1) {
    const step = { task, role, expects, ...(schema !== undefined && { schema: formOf(schema) }), prompt }
    return answer(document, { after: `${words}\n\n${first}`, value: { next: words, step } })
  }
  begin(`${String(document['run'])} ${task}`, all)
  return answer(document, { after: `${words} ${read(all.length)}\n\n${first}` })
}

/** Minimum bytes of the first part, whatever is reported beside it, and of the others, with a line about them. */
const leastFirst = 6000
const mostOthers = mostBytes - 300

/** Each rendering has its own nonce, and the parts of one task must share it. */
const begun = new Map<string, string[]>()
const mostBegun = 16

function begin(step: string, all: string[]): void {
  begun.delete(step)
  begun.set(step, all)
  for (const oldest of begun.keys()) if (begun.size > mostBegun) begun.delete(oldest)
}

/** One of the further parts. */
export function stepPart(run: string, task: string, part: number): CallToolResult {
  const all = begun.get(`${run} ${task}`)
  if (!all)
    throw new Fault('not_found', `task ${task} has no parts to read`, {
      fix: 'Call next_step without part: it returns the first and says how many there are.',
    })
  const text = all[part - 1]
  if (text === undefined) throw new Fault('not_found', `task ${task} has ${all.length} parts; there is no part ${part}`)
  const more = part < all.length ? `Part ${part + 1} follows.` : 'This is the last one: perform the task, then call submit_step.'
  return { content: [{ type: 'text', text: `Task ${task}, part ${part} of ${all.length}. ${more}\n\n${text}` }] }
}

const stepText = ({ schema, prompt }: HostRequest) =>
  [...(schema === undefined ? [] : [`Schema: ${JSON.stringify(formOf(schema))}`]), prompt].join('\n\n')

function formOf(schema: unknown): Record<string, unknown> {
  const { $schema: _dialect, ...form } = schema as Record<string, unknown>
  return form
}

/** Omits empty fields, other tools' fields, a card that repeats the question, and the artifact's text, which is at its path. */
function brief({
  run,
  name,
  workflow,
  at,
  status,
  reason,
  passed,
  gate,
  waitingTasks,
  waiting: outages,
  warnings,
  repairs,
  card,
  artifact,
  summary,
}: RunReport): Record<string, unknown> {
  const { iteration, maxIterations, score, scale, folder } = summary
  const all = {
    run,
    name,
    workflow,
    at,
    status,
    reason,
    passed,
    iteration,
    maxIterations,
    ...(score !== null && { score, scale }),
    folder,
    gate,
    waiting: waitingTasks.length > 0 ? waitingTasks : outages,
    warnings,
    repairs,
    card: gate ? '' : card,
    artifact: artifact && { path: artifact.path, sha256: artifact.sha256 },
  }
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)),
  )
}
