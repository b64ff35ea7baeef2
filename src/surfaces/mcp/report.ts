// Where a run stands, as an assistant needs it: short, and with the step that is theirs.
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { HostRequest } from '../../agents/hosted.ts'
import { hostName } from '../../agents/provider.ts'
import type { RunReport } from '../../operations/runs.ts'
import { guidance } from './guidance.ts'
import { answer } from './result.ts'

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
    answer(document),
    again ?? step,
    again
      ? `Your reply to ${came.task} was not taken: \`happened\` says why. Mend that; it is asked for once more and no third time. `
      : '',
  )
}

/** A step that is asked for again has the same key with a number behind it. */
const base = (task: string) => task.replace(/#\d+$/, '')

/** Our words and the prompt stand outside the data; what the prompt holds of others is fenced in it. */
export function withStep(result: CallToolResult, { task, role, expects, schema, prompt }: HostRequest, before = ''): CallToolResult {
  const words = `${before}Perform step ${task} (${role}) and hand it in with submit_step. Reply with ${expects === 'text' ? 'the text itself' : `one JSON document${schema === undefined ? '' : ' of the schema below'}`}.`
  const { $schema: _dialect, ...form } = (schema ?? {}) as Record<string, unknown>
  const text = [words, ...(schema === undefined ? [] : [`Schema: ${JSON.stringify(form)}`]), prompt].join('\n\n')
  return {
    ...result,
    content: [...result.content, { type: 'text', text }],
    structuredContent: {
      ...(result.structuredContent as object),
      next: words,
      step: { task, role, expects, ...(schema !== undefined && { schema: form }), prompt },
    },
  }
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
