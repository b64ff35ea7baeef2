// Where a run stands, as an assistant needs it: short, and with the step that is theirs.
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { HostRequest } from '../../agents/hosted.ts'
import { hostName } from '../../agents/provider.ts'
import { Fault } from '../../schema/fault.ts'
import type { RunReport } from '../../operations/runs.ts'
import { guidance } from './guidance.ts'
import { answer } from './result.ts'
import { parts } from './parts.ts'

/** What came of a reply. */
export interface Came {
  task: string
  /** Every event in words. */
  happened: string[]
}

export function reported(report: RunReport, came?: Came): CallToolResult {
  const requests = report.requests.filter(({ maker }) => maker === hostName)
  const [step] = requests
  const document = { ...brief(report), ...(came && { happened: came.happened }) }
  if (!step) return answer(document, guidance(report))
  const again = came && requests.find(({ task }) => base(task) === base(came.task))
  return withStep(
    document,
    again ?? step,
    again ? `Your reply to ${came.task} was not taken: \`happened\` says why. Fix that; it is asked for once more and no third time. ` : '',
  )
}

/** A step that is asked for again has the same key with a number behind it. */
const base = (task: string) => task.replace(/#\d+$/, '')

/** Our words and the prompt stand outside the data; what the prompt holds of others is fenced in it. A long one comes in parts. */
export function withStep(document: Record<string, unknown>, request: HostRequest, before = ''): CallToolResult {
  const { task, role, expects, schema, prompt } = request
  const words = `${before}Perform step ${task} (${role}) and hand it in with submit_step. Reply with ${expects === 'text' ? 'the text itself' : `one JSON document${schema === undefined ? '' : ' of the schema below'}`}.`
  const [first = '', ...more] = parts(stepText(request))
  const form = schema === undefined ? {} : { schema: formOf(schema) }
  if (more.length === 0) {
    const step = { task, role, expects, ...form, prompt }
    return answer(document, { after: `${words}\n\n${first}`, value: { next: words, step } })
  }
  begin(`${String(document['run'])} ${task}`, request)
  const read = `This is part 1 of ${more.length + 1}: read the others first, by next_step with part 2 and so on.`
  return answer(document, { after: `${words} ${read}\n\n${first}` })
}

/** Every rendering has marks of its own, and the parts of a step must carry the same. */
const begun = new Map<string, HostRequest>()
const mostBegun = 16

function begin(step: string, request: HostRequest): void {
  begun.set(step, request)
  for (const oldest of begun.keys()) if (begun.size > mostBegun) begun.delete(oldest)
}

/** One of the further parts, by itself. */
export function stepPart(run: string, request: HostRequest, part: number): CallToolResult {
  const all = parts(stepText(begun.get(`${run} ${request.task}`) ?? request))
  const text = all[part - 1]
  if (text === undefined)
    throw new Fault('not_found', `step ${request.task} has ${all.length} ${all.length === 1 ? 'part' : 'parts'}; there is no part ${part}`)
  const more = part < all.length ? `Part ${part + 1} follows.` : 'It is the last one: perform the step, then submit_step.'
  return { content: [{ type: 'text', text: `Step ${request.task}, part ${part} of ${all.length}. ${more}\n\n${text}` }] }
}

const stepText = ({ schema, prompt }: HostRequest) =>
  [...(schema === undefined ? [] : [`Schema: ${JSON.stringify(formOf(schema))}`]), prompt].join('\n\n')

function formOf(schema: unknown): Record<string, unknown> {
  const { $schema: _dialect, ...form } = schema as Record<string, unknown>
  return form
}

/** Without what is empty, what another tool tells, a card beside the facts of a question, and the text of the artifact, which lies at its path. */
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
  const { iteration, maxIterations, score, folder } = summary
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
    score,
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
