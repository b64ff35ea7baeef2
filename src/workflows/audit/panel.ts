// An audit's page: chain by chain, the worst open one first; its findings, and the session's tasks as a graph, wave by wave.
import { readPicture, sessionPictures } from './hands/session-pictures.ts'
import { readSession } from './hands/session-read.ts'
import type { RunState } from '../../kernel/reduce.ts'
import type { Event } from '../../schema/event.ts'
import { toFault } from '../../schema/fault.ts'
import type { AuditEvents, DecidedAudit } from './events.ts'
import { decidedAudits, chainsPanel, graphPanel } from './hands/session-panels.ts'
import { roundText } from './escalate.ts'
import { scoreText } from './output.ts'
import { tasksFile } from './session.ts'
import type { AuditState } from './state.ts'
import { readTasks } from './tasks.ts'
import type { Brief, Criterion, Ended, ShownRule, Judged, Panel, PanelContext, WorkflowPanel } from '../../operations/page.ts'

export default { criteria, judged, findings, brief, picture, stop, panels, afresh } satisfies WorkflowPanel<AuditState>

const outcomes: Readonly<Record<string, ShownRule['outcome']>> = { CRITICAL: 'fail', HIGH: 'fail', MEDIUM: 'warn', LOW: 'info' }

/** The current session, decided again. */
function afresh({ state: { input } }: RunState<AuditState>): Record<string, unknown> {
  return { session: input.session, ...(input.audit !== null && { audit: input.audit }) }
}

function criteria({ state: { input } }: RunState<AuditState>): Criterion[] {
  const { dimension, rounds } = input.thresholds
  return [
    { id: 'critical', says: 'No Critical finding is open', counts: 'must hold' },
    { id: 'dimension', says: `Every dimension reaches ${dimension} of 10`, counts: 'must hold' },
    { id: 'rounds', says: `After iteration ${rounds}, a person decides what happens to the rest`, counts: 'must hold' },
  ]
}

function judged({ type, data }: Event, { state }: RunState<AuditState>): Omit<Judged, 'seq' | 'at'>[] {
  if (type !== 'decided') return []
  const { thresholds } = state.input
  return (data as AuditEvents['decided']).audits.map(({ decision, report, dimensions = [] }) => ({
    label: `${decision.auditId}, iteration ${decision.iteration} of ${thresholds.rounds}: ${words[decision.decision]}`,
    score: Number(decision.score ?? 0) * 10,
    shown: decision.score === null ? 'none' : scoreText(decision.score),
    scale: 10,
    threshold: Number(thresholds.dimension) * 10,
    passed: decision.decision === 'CONVERGE',
    blockers: decision.decision === 'CONVERGE' ? [] : decision.findings.filter(isGrave).map(({ text }) => text),
    dimensions: dimensions.map(({ name, score }) => ({ name, score: Number(score) * 10 })),
    findings: decision.findings.length,
    artifact: report.object,
    ref: decision.auditId,
    series: seriesOf(decision.auditId, state.settled),
  }))
}

const words = { CONVERGE: 'done', REVISION: 'to be fixed', ESCALATE: 'needs a decision' } as const
const isGrave = ({ severity }: { severity: string }) => severity === 'Critical' || severity === 'High'

/** An audit that follows from another in this run belongs to the same chain. */
function seriesOf(auditId: string, settled: AuditState['settled']): string {
  const before = settled.find(({ created, auditId: id }) => id !== auditId && created.includes(auditId))
  const others = settled.filter((each) => each !== before)
  return before ? seriesOf(before.auditId, others) : auditId
}

async function findings({ ref }: Judged, context: PanelContext<AuditState>): Promise<ShownRule[]> {
  const found: DecidedAudit | undefined = (await decidedAudits(context)).get(ref ?? '')
  const isOpen = found?.decision.decision !== 'CONVERGE' // otherwise nothing blocked
  return (found?.decision.findings ?? []).map(({ severity, text, at, category, source }): ShownRule => {
    const outcome = outcomes[severity.toUpperCase()] ?? 'info'
    return {
      rule: category ?? severity,
      outcome: outcome === 'fail' && !isOpen ? 'warn' : outcome,
      message: text,
      fix: null,
      gain: null,
      group: severity,
      evidence: [{ message: at === source ? '' : `said in ${source}`, where: at }],
    }
  })
}

async function brief({ run: { state } }: PanelContext<AuditState>): Promise<Brief[]> {
  const asked = state.waiting[0]
  if (!asked) return []
  const { rounds, unresolved } = asked.escalation
  return [
    { title: 'Still open', lines: unresolved.map(({ severity, text, at }) => ({ text: `${severity}: ${text}`, note: at })) },
    {
      title: 'Iteration by iteration',
      lines: rounds.map((round, index) => ({ text: `${round.iteration}: ${roundText(round, index === 0)}`, note: round.auditId })),
    },
    {
      title: 'Also waiting',
      lines: state.waiting.slice(1).map(({ decision }) => ({ text: decision.auditId, note: `${scoreText(decision.score)}/10` })),
    },
  ].filter(({ lines }) => lines.length > 0)
}

async function stop(context: PanelContext<AuditState>): Promise<Ended | null> {
  const { ending, counts } = context.run.state
  if (!ending) return null
  return {
    because: ending.because,
    distance: Object.entries(counts).map(([name, count]) => ({ name: `tasks ${name}`, value: String(count) })),
  }
}

function picture(name: string, { run, world }: PanelContext<AuditState>): Uint8Array<ArrayBuffer> | null {
  return readPicture(world.root, run.state.input.session, name)
}

async function panels(context: PanelContext<AuditState>): Promise<Panel[]> {
  const { run, world, picture: address } = context
  const { input } = run.state
  try {
    const { files } = readSession(world.root, { session: input.session, folders: [], files: [{ path: tasksFile }], seconds: 5 }, () =>
      world.clock.now(),
    )
    const text = files[0]?.text
    const names = sessionPictures(world.root, input.session)
    const pictures = names.map((name) => ({ name, url: address(name) }))
    const sheet = text ? readTasks(text) : null
    return [
      ...(sheet ? [await chainsPanel(sheet, context), graphPanel(sheet, context)] : []),
      ...(pictures.length > 0 ? [{ kind: 'pictures' as const, id: 'screenshots', title: 'Screenshots', pictures }] : []),
    ]
  } catch (error) {
    return [{ kind: 'table', id: 'tasks', title: 'Tasks', columns: [], rows: [], empty: toFault(error).message }]
  }
}
