// A design's page: five dimensions against the threshold, findings from the critique, the preview in a frame, the seven states.
import type { RunState } from '../../kernel/reduce.ts'
import type {
  Brief,
  Criterion,
  Drawn,
  Ended,
  ShownRule,
  Judged,
  Panel,
  PanelContext,
  PartChange,
  WorkflowPanel,
} from '../../operations/page.ts'
import { moment } from '../../report/story.ts'
import type { Event } from '../../schema/event.ts'
import { changesBetween } from './changes.ts'
import { dimensions } from './critic/critique.ts'
import { readCritique } from './critic/critique-file.ts'
import type { DesignEvents } from './events.ts'
import type { Heard } from './feedback/edit.ts'
import type { Intent } from './intent.ts'
import { stateNames, transitions } from './machine.ts'
import { ledgerOf, readSourceLines } from './outline/ledger.ts'
import { toldOf } from './feedback/words.ts'
import { placeIn } from './place.ts'
import { isOurs } from './prompts.ts'
import { dimensionNames } from './report.ts'
import { assuranceWords } from './marker.ts'
import type { DesignState } from './state.ts'
import { points } from './stop.ts'
import form from './verbs/form.ts'
import { summary } from './view.ts'

export default {
  criteria,
  judged,
  drawn,
  findings,
  brief,
  changes: (before, after) => changes(before, after),
  stop,
  panels,
  again,
  form,
} satisfies WorkflowPanel<DesignState>

function criteria({ state: { settings } }: RunState<DesignState>): Criterion[] {
  return [
    { id: 'threshold', says: `The score reaches ${points(settings.threshold)} of 100`, counts: 'must hold' },
    ...dimensions.map((name): Criterion => ({ id: name, says: dimensionNames[name], counts: 'lowers the score' })),
  ]
}

/** The same requirements once more; a frozen feature keeps its name. */
async function again({ run, text }: PanelContext<DesignState>): Promise<Record<string, string>> {
  const { settings } = run.state
  return {
    ...(run.outcome?.passed ? {} : { name: summary(run).name }),
    text: await text(settings.requirements),
    threshold: points(settings.threshold),
    iterations: String(settings.maxIterations),
  }
}

/** By element, since a design's lines say little; null for a hand edit that isn't a design. */
function changes(before: string, after: string, heard: readonly Heard[] = []): PartChange[] | null {
  try {
    return changesBetween(JSON.parse(before) as Intent, JSON.parse(after) as Intent, heard).map(({ is, what }) => ({ is, what }))
  } catch {
    return null
  }
}

/** What changed since the last decision, what was asked then, what is open, and earlier decisions. */
async function brief({ run: { state }, text }: PanelContext<DesignState>): Promise<Brief[]> {
  const { evaluation, rejection, heard = [], history } = state
  const told = toldOf(heard.at(-1) ?? [], isOurs(state))
  const since = rejection && evaluation ? (changes(await text(rejection.intent), await text(evaluation.intent), heard.at(-1)) ?? []) : []
  return [
    { title: 'Your last requests', lines: rejection ? told.map(({ sentence, then }) => ({ text: sentence, note: then })) : [] },
    {
      title: 'Changed since',
      lines: [
        ...since.slice(0, mostChanges).map(({ is, what }) => ({ text: what, is })),
        ...(since.length > mostChanges ? [{ text: `and ${since.length - mostChanges} more, all under Changes` }] : []),
      ],
    },
    { title: 'Open questions', lines: (evaluation?.questions ?? []).map(({ text: asked, why }) => ({ text: asked, note: why })) },
    { title: 'Set aside', lines: (evaluation?.dismissed ?? []).map(({ id, reason, by }) => ({ text: `${id}: ${reason}`, note: by })) },
    {
      title: 'Decided before',
      lines: history.flatMap((entry) =>
        'choice' in entry ? [{ text: `${entry.choice} by ${entry.by} (${entry.assurance})`, ...(entry.text && { note: entry.text }) }] : [],
      ),
    },
  ].filter(({ lines }) => lines.length > 0)
}

const mostChanges = 12

function judged({ type, data }: Event, { state }: RunState<DesignState>): Omit<Judged, 'seq' | 'at'>[] {
  if (type !== 'evaluation_done') return []
  const { score, iteration, dimensions: scores, findings: count, intent, critique } = data as DesignEvents['evaluation_done']
  const { settings, run } = state
  return [
    {
      label: `${run > 1 ? `run ${run}, ` : ''}iteration ${iteration + 1}`,
      score: score / 100,
      shown: points(score),
      scale: 100,
      threshold: settings.threshold / 100,
      passed: score >= settings.threshold,
      blockers: [],
      dimensions: dimensions.map((name) => ({ name: dimensionNames[name], score: scores[name] / 100 })),
      findings: count,
      artifact: intent,
      ref: critique,
    },
  ]
}

function drawn({ type, data }: Event, { state }: RunState<DesignState>): Drawn[] {
  if (type !== 'preview_made') return []
  const { run, evaluation } = state
  return [
    {
      label: `${run > 1 ? `run ${run}, ` : ''}iteration ${(evaluation?.iteration ?? 0) + 1}`,
      hash: (data as DesignEvents['preview_made']).object,
    },
  ]
}

async function findings({ ref, artifact }: Judged, { text }: PanelContext<DesignState>): Promise<ShownRule[]> {
  const critique = readCritique(await text(ref as string))
  const intent = JSON.parse(await text(artifact as string)) as Intent
  const worth = new Map(critique.recommendations.map(({ ruleId, gain }) => [ruleId, gain]))
  const first = new Set<string>()
  return critique.findings
    .toSorted((a, b) => (worth.get(b.ruleId) ?? 0) - (worth.get(a.ruleId) ?? 0))
    .map(({ ruleId, change, dimension, pointer, evidence }) => {
      const isFirst = !first.has(ruleId) // the gain is stated once per rule
      first.add(ruleId)
      return {
        rule: ruleId,
        outcome: 'warn',
        message: change,
        fix: null,
        gain: isFirst ? (worth.get(ruleId) ?? 0) / 100 : null,
        group: dimensionNames[dimension],
        evidence: [{ message: '', where: placeIn(intent, pointer), at: { pointer }, ...(evidence && { quote: evidence }) }],
      }
    })
}

async function stop({ run: { state } }: PanelContext<DesignState>): Promise<Ended | null> {
  const { failure, approval, frozen, best, settings, evaluation } = state
  const shown = best?.evaluation ?? evaluation
  const because = failure?.because ?? (approval ? `approved by ${approval.by} (${assuranceWords(approval)})` : 'nothing is running')
  return {
    because,
    distance: shown
      ? [
          { name: 'score', value: points(shown.score) },
          { name: 'threshold', value: points(settings.threshold) },
          ...(shown.score < settings.threshold ? [{ name: 'points missing', value: points(settings.threshold - shown.score) }] : []),
          ...(frozen ? [{ name: 'checksum', value: frozen.checksum }] : []),
        ]
      : [],
  }
}

/** The ledger of the requirements' lines, and what they leave open. */
async function openPanels(
  evaluation: DesignState['evaluation'],
  sources: DesignState['sources'],
  text: PanelContext<DesignState>['text'],
): Promise<Panel[]> {
  if (!evaluation || !sources) return []
  const intent = JSON.parse(await text(evaluation.intent)) as Intent
  const rows = ledgerOf(readSourceLines(await text(sources.object)), intent)
  return [
    {
      kind: 'table',
      id: 'questions',
      title: 'Open questions',
      columns: ['question', 'why'],
      rows: (evaluation.questions ?? []).map(({ text: asked, why }) => [asked, why]),
      empty: 'Code found no open question in the requirements.',
    },
    {
      kind: 'table',
      id: 'ledger',
      title: 'Ledger',
      columns: ['line', 'statement', 'became'],
      rows: rows.map(({ lines, text: said, became, as }) => [lines.join(', '), said, became === 'used' ? as.join(', ') : became]),
      empty: 'There are no requirements.',
    },
  ]
}

async function panels({ run, frame, drawn: pages, text }: PanelContext<DesignState>): Promise<Panel[]> {
  const { state, history, shown, evaluation, edited, settings, sources, heard = [] } = run.state
  const visited = new Set(history.flatMap((entry) => ('to' in entry ? [entry.from, entry.to] : [])))
  const stale = edited
    ? 'Stale: intent.json was changed by hand since.'
    : shown.preview?.hash === evaluation?.hash
      ? `Drawn from the design of iteration ${(evaluation?.iteration ?? 0) + 1} by ${shown.preview?.renderer === 'stitch' ? 'Stitch' : 'the built-in renderer'}; its scripts don't run.`
      : 'Stale: a newer design has been made.'
  return [
    ...(shown.preview
      ? [
          {
            kind: 'frame' as const,
            id: 'preview',
            title: 'Preview',
            main: true as const,
            pages: pages.map(({ label, hash }) => ({ label, url: frame(hash) })),
            note: stale,
          },
        ]
      : []),
    ...(heard.length > 0
      ? [
          {
            kind: 'table' as const,
            id: 'feedback',
            title: 'Feedback',
            columns: ['sentence', 'was', 'then'],
            rows: toldOf(heard.flat(), isOurs(run.state)).map(({ sentence, became, then }) => [sentence, became, then]),
            empty: 'No feedback was given.',
          },
        ]
      : []),
    ...(await openPanels(evaluation, sources, text)),
    {
      kind: 'machine',
      id: 'machine',
      title: 'States',
      states: stateNames.map((name) => ({ name, to: [...(transitions[name] ?? [])] })),
      current: state,
      visited: [...visited],
    },
    {
      kind: 'table',
      id: 'decisions',
      title: 'Decisions',
      columns: ['when', 'decision', 'by', 'words'],
      rows: history.flatMap((it) => ('choice' in it ? [[moment(it.at), `${it.choice} (${it.assurance})`, it.by, it.text ?? '']] : [])),
      empty: `No decision has been made yet. Approval needs ${settings.approval === 'signed' ? 'a signature' : 'a typed phrase or a signature'}.`,
    },
  ]
}
