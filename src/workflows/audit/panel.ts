// An audit's page: the score of each decision, its findings, and the session's tasks as a graph, wave by wave.
import { readPicture, sessionPictures } from './hands/session-pictures.ts'
import { readSession } from './hands/session-read.ts'
import type { RunState } from '../../kernel/reduce.ts'
import type { Event } from '../../schema/event.ts'
import { toFault } from '../../schema/fault.ts'
import type { AuditEvents, DecidedAudit } from './events.ts'
import { computeWaves } from './graph.ts'
import { statusOf } from './progress.ts'
import { tasksFile } from './session.ts'
import type { AuditState } from './state.ts'
import { type TaskSheet, readTasks } from './tasks.ts'
import type { Ended, Finding, Judged, Panel, PanelContext, WorkflowPanel } from '../../operations/page.ts'

export default { judged, findings, picture, stop, panels } satisfies WorkflowPanel<AuditState>

const mostTasks = 400
const outcomes: Readonly<Record<string, Finding['outcome']>> = { CRITICAL: 'fail', HIGH: 'fail', MEDIUM: 'warn', LOW: 'info' }

function judged({ type, data }: Event, { state }: RunState<AuditState>): Omit<Judged, 'seq' | 'at'>[] {
  if (type !== 'decided') return []
  const { thresholds } = state.input
  return (data as AuditEvents['decided']).audits.map(({ decision, report, dimensions = [] }) => ({
    label: `${decision.auditId}, iteration ${decision.iteration}: ${decision.decision}`,
    score: Number(decision.score ?? 0) * 10,
    shown: decision.score === null ? 'none' : `${decision.score}/10`,
    scale: 10,
    threshold: Number(thresholds.dimension) * 10,
    passed: decision.decision === 'CONVERGE',
    blockers: [],
    dimensions: dimensions.map(({ name, score }) => ({ name, score: Number(score) * 10 })),
    findings: decision.findings.length,
    artifact: report.object,
    ref: decision.auditId,
    chain: chainName(state, decision.auditId),
  }))
}

/** A chain is named after its first audit: each next one was made by the decision on the one before. */
function chainName({ settled }: AuditState, auditId: string): string {
  const seen = new Set<string>()
  let first = auditId
  for (let before: string | undefined = first; before !== undefined && !seen.has(before);) {
    seen.add((first = before))
    before = settled.find(({ created }) => created.includes(first))?.auditId
  }
  return first
}

async function findings({ seq, ref }: Judged, { run, world }: PanelContext<AuditState>): Promise<Finding[]> {
  let found: DecidedAudit | undefined
  await world.store.read(run.run, 1, (entry) => {
    if (entry.seq !== seq) return
    for (const { type, data } of entry.events)
      if (type === 'decided') found = (data as AuditEvents['decided']).audits.find(({ decision }) => decision.auditId === ref)
  })
  return (found?.decision.findings ?? []).map(({ severity, text, at, category, source }) => ({
    rule: category ?? severity,
    outcome: outcomes[severity.toUpperCase()] ?? 'info',
    message: text,
    fix: null,
    gain: null,
    group: severity,
    evidence: [{ message: at === source ? '' : `said in ${source}`, where: at }],
  }))
}

async function stop(context: PanelContext<AuditState>): Promise<Ended | null> {
  const { ending, counts } = context.run.state
  if (!ending) return null
  const last = context.judged.at(-1)
  const open = last && !last.passed ? await findings(last, context) : []
  return {
    because: ending.because,
    distance: Object.entries(counts).map(([name, count]) => ({ name: `tasks ${name}`, value: String(count) })),
    cheapest: open.slice(0, 3).map(({ rule, message, group }) => ({ rule, what: message, gain: group ?? '' })),
  }
}

function picture(name: string, { run, world }: PanelContext<AuditState>): Uint8Array<ArrayBuffer> | null {
  return readPicture(world.root, run.state.input.session, name)
}

async function panels({ run, world, picture: address }: PanelContext<AuditState>): Promise<Panel[]> {
  const { input, settled } = run.state
  const decided: Panel = {
    kind: 'table',
    id: 'audits',
    title: 'Audits',
    columns: ['audit', 'decision', 'iteration', 'score', 'findings', 'follows'],
    rows: settled.map((each) => [
      each.auditId,
      each.approvedBy ? `${each.decision} by ${each.approvedBy}` : each.decision,
      `${each.iteration} of ${each.rounds}`,
      each.score ?? '',
      String(each.findings),
      [...each.created, ...each.ready].join(', '),
    ]),
    empty: 'No audit has been decided yet.',
  }
  try {
    const { files } = readSession(world.root, { session: input.session, folders: [], files: [{ path: tasksFile }], seconds: 5 }, () =>
      world.clock.now(),
    )
    const text = files[0]?.text
    const pictures = sessionPictures(world.root, input.session)
    const seen: Panel[] =
      pictures.length > 0
        ? [{ kind: 'pictures', id: 'screenshots', title: 'Screenshots', pictures: pictures.map((name) => ({ name, url: address(name) })) }]
        : []
    return [...(text ? [graph(readTasks(text))] : []), decided, ...seen]
  } catch (error) {
    return [{ kind: 'table', id: 'tasks', title: 'Tasks', columns: [], rows: [], empty: toFault(error).message }, decided]
  }
}

function graph(sheet: TaskSheet): Panel {
  const tasks = [...sheet.byId.values()].slice(0, mostTasks)
  const { wave } = computeWaves(tasks)
  const last = Math.max(0, ...wave.values())
  return {
    kind: 'graph',
    id: 'tasks',
    title: 'Tasks',
    nodes: tasks.map((task) => ({
      id: task.id,
      label: task.cells.title || task.cells.role,
      state: statusOf(task),
      column: wave.get(task.id) ?? last + 1,
      needs: [...task.deps],
    })),
  }
}
