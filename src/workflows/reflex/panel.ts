// A reflex run's page: the score against its level's threshold, every rule over every evaluation, evidence from the verdicts.
import type { RunState } from '../../kernel/reduce.ts'
import type { Criterion, Ended, ShownRule, Judged, Panel, PanelContext, Spot, WorkflowPanel } from '../../operations/page.ts'
import { heldOf } from '../../report/words.ts'
import { scoreRules, showShare } from '../../rules/score.ts'
import type { Event } from '../../schema/event.ts'
import type { Location, Verdict } from '../../schema/verdict.ts'
import { forecastText } from '../../learning/forecasts.ts'
import { isMissed as missed } from './compare.ts'
import { distance, gapShown } from './distance.ts'
import type { ReflexEvents } from './events.ts'
import { dimensionsOf } from './rules.ts'
import type { Evaluation, ReflexState, RuleResult } from './state.ts'

const form: WorkflowPanel<ReflexState>['form'] = {
  title: 'Reflex loop',
  what: 'You give a task; whet drafts criteria, and nothing begins before you confirm them.',
  fields: [
    { name: 'name', kind: 'name', label: 'Name (optional)', hint: 'lower-case words joined by hyphens' },
    { name: 'text', kind: 'text', label: 'Task', hint: 'What to make, and what makes it good.', required: true },
    {
      name: 'iterations',
      kind: 'number',
      label: 'Most iterations',
      hint: 'then the loop ends, good enough or not',
      least: 1,
      most: 100,
      placeholder: '4',
    },
  ],
  read: ({ name, text, iterations, from }) => ({
    task: text,
    draft: true,
    ...(from && { from }),
    ...(name && { alias: name }),
    ...(iterations && { maxIterations: iterations }),
  }),
}

export default { criteria, judged, findings, stop, panels, again, form } satisfies WorkflowPanel<ReflexState>

const counts = { fail: 'must hold', warn: 'lowers the score', info: 'is noted' } as const

function criteria({ state }: RunState<ReflexState>): Criterion[] {
  return state.criteria.rules.map(({ id, description, severity }) => ({ id, says: description, counts: counts[severity] }))
}

async function again({ run: { state } }: PanelContext<ReflexState>): Promise<Record<string, string>> {
  return { text: state.input.prompt, ...(state.artifact && { from: state.input.alias }) }
}

function judged({ type, data }: Event, { state }: RunState<ReflexState>): Omit<Judged, 'seq' | 'at'>[] {
  if (type !== 'evaluation_done') return []
  const { iteration, level, score, passed, blockers, results, artifact } = data as ReflexEvents['evaluation_done']
  return [
    {
      label: `iteration ${iteration}, level ${level}`,
      score: score / 100,
      shown: showShare(score),
      scale: 1,
      threshold: state.criteria.phase[level].threshold * 100,
      passed,
      blockers,
      dimensions: dimensionsOf(state.criteria.rules, results),
      findings: results.filter(missed).length,
      artifact,
      ref: null,
      marks: Object.fromEntries(results.map(({ id, verdict, severity }) => [id, verdict === 'fail' ? severity : verdict])),
    },
  ]
}

/** Read back from the journal: results with the evidence recorded up to then. */
async function findings({ seq }: Judged, { run, world }: PanelContext<ReflexState>): Promise<ShownRule[]> {
  const verdicts = new Map<string, Verdict>()
  let evaluation: Evaluation | null = null
  await world.store.read(run.run, 1, (entry) => {
    if (entry.seq > seq) return
    for (const { type, data } of entry.events) {
      if (type === 'verdicts_recorded')
        for (const verdict of (data as ReflexEvents['verdicts_recorded']).verdicts) verdicts.set(verdict.ruleId, verdict)
      if (type === 'judged') tell(verdicts, data as ReflexEvents['judged'])
      if (type === 'evaluation_done' && entry.seq === seq) evaluation = data as Evaluation
    }
  })
  const { criteria } = run.state
  const rules = new Map(criteria.rules.map((rule) => [rule.id, rule]))
  const results: RuleResult[] = (evaluation as Evaluation | null)?.results ?? []
  const judgedNow = criteria.rules.filter(({ id }) => results.some((each) => each.id === id))
  const scored = (mended?: string) =>
    scoreRules(judgedNow, new Map(results.map(({ id, verdict }) => [id, id === mended ? 'pass' : verdict])), 0).score / 100
  const artifact = `${run.state.input.folder}/artifact.md`
  return results
    .map(({ id, severity, verdict, details, addressed }): ShownRule => ({
      rule: id,
      outcome: verdict === 'fail' ? severity : verdict,
      message: rules.get(id)?.description ?? details,
      fix: rules.get(id) && (missed({ verdict }) || addressed) ? details : null,
      gain: missed({ verdict }) ? scored(id) - scored() : null,
      group: null,
      evidence: (verdicts.get(id)?.evidence ?? []).map(({ message, quote, expected, actual, location }) => ({
        message,
        ...(quote && { quote }),
        ...(expected && { expected }),
        ...(actual && { actual }),
        ...(location && { where: whereOf(location, artifact), at: spotOf(location) }),
      })),
    }))
    .sort((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome) || (b.gain ?? 0) - (a.gain ?? 0))
}

const order: readonly ShownRule['outcome'][] = ['fail', 'error', 'unknown', 'warn', 'info', 'not-applicable', 'pass']

/** Assigns a judge's evidence to the rule in its task's key: judge:<rule>:<place>. */
function tell(verdicts: Map<string, Verdict>, { task, judgement }: ReflexEvents['judged']): void {
  const ruleId = task.split(':')[1] ?? task
  if (judgement.valid)
    verdicts.set(ruleId, {
      ruleId,
      outcome: judgement.outcome,
      message: judgement.message,
      evidence: [{ message: `${judgement.anchor}: ${judgement.message}` }, ...judgement.evidence],
    })
}

const spotOf = ({ file, line, pointer }: Location): Spot => ({ ...(line && { line }), ...(pointer && { pointer }), ...(file && { file }) })

function whereOf({ file, line, column, pointer }: Location, artifact: string): string {
  return [file === artifact ? null : file, line === undefined ? null : `line ${line}${column === undefined ? '' : `:${column}`}`, pointer]
    .filter(Boolean)
    .join(', ')
}

async function stop({ run: { state } }: PanelContext<ReflexState>): Promise<Ended | null> {
  const { stop: ended, best, evaluation, criteria, level } = state
  if (!ended) return null
  const final = best ?? evaluation
  const gap = distance(state)
  return {
    because: ended.because,
    distance: [
      ...(final
        ? [
            { name: 'score', value: showShare(final.score) },
            { name: 'threshold', value: showShare(Math.round(criteria.phase[level].threshold * 10_000)) },
          ]
        : []),
      ...(gap
        ? [
            { name: 'score missing', value: gapShown(gap) },
            { name: 'rules passed', value: heldOf(final?.results.map(({ verdict }) => verdict) ?? []) },
            ...(gap.blocking_rules.length > 0 ? [{ name: 'blocking', value: gap.blocking_rules.join(', ') }] : []),
          ]
        : []),
    ],
  }
}

async function panels({ run, judged: all }: PanelContext<ReflexState>): Promise<Panel[]> {
  const { criteria, forecasts } = run.state
  const shown = all.slice(-mostColumns)
  const rows = criteria.rules.map(({ id, description, severity, phase }) => ({
    name: id,
    note: `${description} (${counts[severity]}, level ${phase})`,
    cells: shown.map(({ marks }) => marks?.[id] ?? ''),
  }))
  return [
    {
      kind: 'grid',
      id: 'rules',
      title: 'Rules',
      columns: shown.map(({ label }, index) => ({ number: all.length - shown.length + index + 1, label })),
      rows,
    },
    ...(Object.keys(forecasts).length > 0
      ? [
          {
            kind: 'table' as const,
            id: 'forecasts',
            title: 'Critiques',
            columns: ['critiques by', 'what came of their forecasts'],
            rows: Object.entries(forecasts).map(([maker, made]) => [maker, forecastText(made)]),
            empty: '',
          },
        ]
      : []),
  ]
}

const mostColumns = 40
