// A sprint's page: pictures with findings marked, its dimensions over the iterations, and every criterion.
import type { Store } from '../../kernel/store.ts'
import { sizeOf } from './png.ts'
import type { RunState } from '../../kernel/reduce.ts'
import type { Brief, Criterion, Ended, ShownRule, Judged, Panel, PanelContext, Picture, WorkflowPanel } from '../../operations/page.ts'
import { placeText } from '../../report/words.ts'
import { showShare } from '../../rules/score.ts'
import type { Event } from '../../schema/event.ts'
import type { Finding } from '../../schema/verdict.ts'
import { scoreText, share } from './dimensions.ts'
import type { SprintEvents } from './events.ts'
import { failing } from './scorecard.ts'
import type { Evaluation, SprintState } from './state.ts'

export default { criteria, judged, findings, brief, picture, stop, panels, afresh } satisfies WorkflowPanel<SprintState>

/** The command that serves the page must be given again by a person. */
function afresh({ state: { input } }: RunState<SprintState>): Record<string, unknown> | null {
  const { brief, material, harness, contract, start } = input
  if (start !== undefined || material.design) return null
  const file = (path: string | null) => (path?.endsWith('.json') ? path : undefined)
  return { brief: brief.path, page: material.page, copy: file(material.copyPath), tokens: file(material.tokensPath), harness, contract }
}

function criteria({ state }: RunState<SprintState>): Criterion[] {
  return state.criteria.map(({ id, says, mustPass }) => ({ id, says, counts: mustPass ? 'must hold' : 'lowers the score' }))
}

function judged({ type, data }: Event, { state }: RunState<SprintState>): Omit<Judged, 'seq' | 'at'>[] {
  if (type !== 'evaluated') return []
  const { iteration, card, decision, artifact } = data as SprintEvents['evaluated']
  const counted = card.criteria.filter(({ outOfContract }) => !outOfContract)
  return [
    {
      label: `iteration ${iteration}`,
      score: card.overall / 100,
      shown: showShare(card.overall),
      scale: 1,
      threshold: state.parameters.gan_loop.pass_threshold * 100,
      passed: decision.rule === 'pass',
      blockers: card.firewall.map(({ id }) => id),
      dimensions: card.dimensions.map(({ dimension, score }) => ({ name: dimension, score })),
      findings: counted.filter(({ outcome }) => outcome === 'fail' || outcome === 'error').length,
      artifact,
      ref: String(iteration),
      marks: Object.fromEntries(
        counted.map(({ id, outcome, mustPass }) => [id, outcome === 'fail' ? (mustPass ? 'fail' : 'warn') : outcome]),
      ),
    },
  ]
}

async function findings({ ref }: Judged, { run: { state }, picture: address }: PanelContext<SprintState>): Promise<ShownRule[]> {
  const evaluation = state.evaluations.find(({ iteration }) => String(iteration) === ref)
  return (evaluation?.card.criteria ?? [])
    .filter(({ outOfContract, outcome }) => !outOfContract && outcome !== 'pass')
    .map(({ id, outcome, mustPass, message, evidence, dimension }): ShownRule => ({
      rule: id,
      outcome: outcome === 'fail' && !mustPass ? 'warn' : outcome,
      message,
      fix: null,
      gain: null,
      group: dimension,
      evidence: evidence.map(({ message: seen, quote, expected, actual, location }) => ({
        message: seen,
        ...(quote !== undefined && { quote }),
        ...(expected !== undefined && { expected }),
        ...(actual !== undefined && { actual }),
        ...(location && { where: placeText(location, state.input.material.page), ...spot(location, address) }),
      })),
    }))
    .sort((a, b) => Number(b.outcome === 'fail') - Number(a.outcome === 'fail'))
}

function spot(
  { sight, line, file }: NonNullable<Finding['location']>,
  address: (name: string) => string,
): Pick<ShownRule['evidence'][number], 'at'> {
  if (sight?.picture) return { at: { picture: address(sight.picture), ...(sight.box && { box: sight.box }) } }
  return line === undefined ? {} : { at: { line, ...(file && { file }) } }
}

async function brief({ run: { state } }: PanelContext<SprintState>): Promise<Brief[]> {
  const { evaluation, evaluations, guidance } = state
  return [
    { title: 'Must pass but fails', lines: (evaluation?.card.firewall ?? []).map(({ id, why }) => ({ text: why, note: id })) },
    {
      title: 'The dimensions now',
      lines: (evaluation?.card.dimensions ?? []).map(({ dimension, score, because }) => ({
        text: `${dimension}: ${scoreText(score)}`,
        note: because,
      })),
    },
    {
      title: 'Iterations so far',
      lines: evaluations.map(({ iteration, card, decision }) => ({
        text: `${iteration}: ${showShare(card.overall)}`,
        note: decision.because,
      })),
    },
    { title: 'Your earlier answers', lines: guidance.map((text) => ({ text })) },
  ].filter(({ lines }) => lines.length > 0)
}

/** Only pictures that its own findings name. */
async function picture(name: string, { run: { state }, world }: PanelContext<SprintState>): Promise<Uint8Array | null> {
  return state.evaluations.some((each) => sights(each).some((sight) => sight.picture === name)) ? world.store.object(name) : null
}

async function stop({ run: { state } }: PanelContext<SprintState>): Promise<Ended | null> {
  const { stop: ended, best, evaluation, parameters } = state
  const shown = best ?? evaluation
  if (!ended) return null
  return {
    because: ended.because,
    distance: shown
      ? [
          { name: 'score', value: showShare(shown.card.overall) },
          { name: 'threshold', value: share(parameters.gan_loop.pass_threshold * 100) },
          ...(shown.card.firewall.length > 0 ? [{ name: 'must pass but fails', value: String(shown.card.firewall.length) }] : []),
        ]
      : [],
  }
}

async function panels({ run: { state }, judged: all, picture: address, world }: PanelContext<SprintState>): Promise<Panel[]> {
  const { evaluations } = state
  if (evaluations.length === 0) return []
  const pictures = (await Promise.all(evaluations.map((each) => picturesOf(each, address, world.store)))).flat()
  const names = evaluations[0]?.card.dimensions.map(({ dimension }) => dimension) ?? []
  const counts = evaluations.map(({ card }) => failing(card).length)
  return [
    ...(pictures.length > 0 ? [{ kind: 'pictures' as const, id: 'pictures', title: 'Pictures', main: true as const, pictures }] : []),
    {
      kind: 'metrics',
      id: 'metrics',
      title: 'Figures',
      columns: evaluations.map(({ iteration }) => `iteration ${iteration}`),
      rows: [
        {
          name: 'Overall',
          values: evaluations.map(({ card }) => card.overall / 10_000),
          shown: evaluations.map(({ card }) => showShare(card.overall)),
          goal: state.parameters.gan_loop.pass_threshold,
        },
        ...names.map((name) => {
          const scores = evaluations.map(({ card }) => card.dimensions.find(({ dimension }) => dimension === name)?.score ?? null)
          return {
            name,
            values: scores.map((score) => score && score / 100),
            shown: scores.map((score) => (score === null ? '' : scoreText(score))),
          }
        }),
        { name: 'Criteria that fail', values: counts, shown: counts.map(String), goal: 0, lessIsBetter: true as const },
      ],
    },
    {
      kind: 'grid',
      id: 'criteria',
      title: 'Criteria',
      columns: all.map(({ label }, index) => ({ number: index + 1, label })),
      rows: state.criteria.map(({ id, says, mustPass }) => ({
        name: id,
        note: `${says}${mustPass ? ' (must pass)' : ''}`,
        cells: all.map(({ marks }) => marks?.[id] ?? ''),
      })),
    },
  ]
}

const sights = ({ card }: Evaluation) => failing(card).flatMap(({ evidence }) => evidence.flatMap(({ location }) => location?.sight ?? []))

/** One picture per window, with boxes for all its findings. */
function picturesOf(evaluation: Evaluation, address: (name: string) => string, store: Store): Promise<Picture[]> {
  const marks = failing(evaluation.card).flatMap(({ id, mustPass, message, evidence }) =>
    evidence.flatMap(({ message: seen, location }) => {
      const { picture: name, box, view } = location?.sight ?? {}
      return name && box
        ? [{ name, view: view ?? '', box, rule: id, says: seen || message, tone: mustPass ? ('bad' as const) : ('wait' as const) }]
        : []
    }),
  )
  const drawn = [...Map.groupBy(marks, ({ name }) => name)].map(async ([name, all]) => {
    const png = await store.object(name)
    return {
      name,
      url: address(name),
      label: `iteration ${evaluation.iteration}, ${all[0]?.view}`,
      ...(png && { size: sizeOf(png) }),
      marks: all.map(({ box, rule, says, tone }) => ({ box, rule, says, tone })),
    }
  })
  return Promise.all(drawn)
}
