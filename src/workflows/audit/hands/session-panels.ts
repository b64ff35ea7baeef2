// A session's page: every chain of audits with its result, and the tasks as a graph coloured by result.
import type { Chain, GraphNode, Panel, PanelContext } from '../../../operations/page.ts'
import { chainOf, readChains } from '../chain.ts'
import type { AuditEvents, DecidedAudit } from '../events.ts'
import { computeWaves } from '../graph.ts'
import { statusOf } from '../progress.ts'
import { scoreText } from '../output.ts'
import type { AuditState } from '../state.ts'
import { type AuditTask, type TaskSheet, isAudit } from '../tasks.ts'

type Context = PanelContext<AuditState>
type Tone = Chain['tone']

const mostTasks = 400

/** The last decision on each audit, from the journal. */
export async function decidedAudits({ run, world }: Context): Promise<Map<string, DecidedAudit>> {
  const found = new Map<string, DecidedAudit>()
  await world.store.read(run.run, 1, ({ events }) => {
    for (const { type, data } of events)
      if (type === 'decided') for (const audit of (data as AuditEvents['decided']).audits) found.set(audit.decision.auditId, audit)
  })
  return found
}

export async function chainsPanel(sheet: TaskSheet, context: Context): Promise<Panel> {
  const decided = await decidedAudits(context)
  const links = readChains(sheet)
  const newest = [...new Set([...links.values()].map((link) => link.newest))]
  const chains = newest.map((id) => chain(chainOf(links, id), sheet, decided, context)).sort(worstFirst)
  return { kind: 'chains', id: 'chains', title: 'Chains', main: true, chains }
}

const rank: Record<Tone, number> = { bad: 0, wait: 1, good: 2 }
const scoreOf = ({ rounds }: Chain) => Number(rounds.findLast(({ score }) => score !== '')?.score ?? 10)
const worstFirst = (a: Chain, b: Chain) => rank[a.tone] - rank[b.tone] || scoreOf(a) - scoreOf(b)

function chain(ids: readonly string[], sheet: TaskSheet, decided: ReadonlyMap<string, DecidedAudit>, { run, judged }: Context): Chain {
  const { settled, waiting } = run.state
  const first = sheet.byId.get(ids[0] as string)
  const about = first?.deps.map((id) => sheet.byId.get(id)?.cells.title).find(Boolean)
  const last = ids.findLast((id) => decided.has(id)) ?? (ids.at(-1) as string)
  const audit = decided.get(last)
  const outcome = settled.findLast(({ auditId }) => auditId === last)
  const isDone = outcome?.decision === 'CONVERGE' || outcome?.decision === 'APPROVED'
  const { state, tone } = stateOf(
    outcome,
    waiting.some(({ decision }) => decision.auditId === last),
  )
  const at = judged.findLastIndex(({ ref }) => ref === last) + 1
  return {
    id: last,
    title: about || first?.cells.title || last,
    state,
    tone,
    rounds: ids.map((id) => round(sheet.byId.get(id), id, run.state.input.thresholds.dimension)),
    // Its findings stand below, each with its place.
    why: [
      ...(audit?.decision.rationale ?? []).filter((line) => !/^(?:Critical|High|Medium|Low): /.test(line)),
      ...(audit?.decision.anomalies ?? []).map(({ message }) => message),
    ],
    findings: (audit?.decision.findings ?? []).map(({ severity, text, at: where }) => ({
      severity,
      text,
      where,
      blocks: !isDone && (severity === 'Critical' || severity === 'High'),
    })),
    ...(at > 0 && { at }),
  }
}

function stateOf(outcome: AuditState['settled'][number] | undefined, isAsked: boolean): { state: string; tone: Tone } {
  if (isAsked) return { state: 'needs your decision', tone: 'bad' }
  if (!outcome) return { state: 'not decided yet', tone: 'wait' }
  const { findings, approvedBy } = outcome
  return {
    CONVERGE: { state: findings > 0 ? 'done, with advice' : 'done', tone: 'good' as const },
    APPROVED: { state: `approved by ${approvedBy ?? 'a person'} despite its findings`, tone: 'wait' as const },
    REVISION: { state: 'to be fixed', tone: 'bad' as const },
    ESCALATE: { state: 'escalated', tone: 'bad' as const },
  }[outcome.decision]
}

/** A score that reaches the threshold isn't bad, even if a finding blocks the pass. */
function round(task: AuditTask | undefined, id: string, threshold: string): Chain['rounds'][number] {
  const score = task?.cells.audit_score ?? ''
  const tone = toneOf(task) ?? 'wait'
  const reaches = score !== '' && Number(score) >= Number(threshold)
  return { id, score: score && scoreText(score), tone: tone === 'bad' && reaches ? 'wait' : tone }
}

/** By its signal; an audit without one hasn't reported. */
function toneOf(task: AuditTask | undefined): Tone | null {
  const signal = task?.cells.audit_signal.toLowerCase()
  if (!task || !isAudit(task) || !signal) return null
  return signal === 'audit_passed' ? 'good' : signal === 'audit_result' ? 'wait' : 'bad'
}

export function graphPanel(sheet: TaskSheet, { judged }: Context): Panel {
  const tasks = [...sheet.byId.values()].slice(0, mostTasks)
  const { wave } = computeWaves(tasks)
  const last = Math.max(0, ...wave.values())
  const nodes = tasks.map((task): GraphNode => {
    const { cells, id, deps, artifacts } = task
    const status = statusOf(task)
    const tone = toneOf(task) ?? (status === 'failed' ? 'bad' : null)
    const at = judged.findLastIndex(({ ref }) => ref === id) + 1
    return {
      id,
      label: cells.title || cells.role,
      state: status,
      column: wave.get(id) ?? last + 1,
      needs: [...deps],
      ...(tone && { tone }),
      ...(cells.audit_score && { note: `${scoreText(cells.audit_score)}/10` }),
      detail: [
        { name: 'asks for', text: cells.description },
        { name: 'role', text: cells.role },
        { name: 'needs', text: deps.join(', ') },
        { name: 'signal', text: cells.audit_signal },
        { name: 'found', text: cells.findings },
        { name: 'made', text: artifacts.join(', ') },
        { name: 'error', text: cells.error },
      ].filter(({ text }) => text !== ''),
      ...(at > 0 && { at }),
    }
  })
  return { kind: 'graph', id: 'tasks', title: 'Tasks', nodes }
}
