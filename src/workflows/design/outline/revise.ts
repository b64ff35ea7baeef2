// The next outline after one fell short: only what the text proves. With nothing left to prove it says what a person or a model must add.
import { canonicalize } from '../../../lib/canonical.ts'
import type { Finding } from '../critic/critique.ts'
import { refId, type Intent, type SourceRef } from '../intent.ts'
import { outlineIntent, sourceLines, type Outlined } from './outline.ts'
import { applyEdits, editsIn } from '../feedback/apply.ts'
import type { Heard } from '../feedback/edit.ts'
import { amended, joined, withAdditions } from './feedback.ts'
import { placeIn } from '../place.ts'
import { keptSources, referredTo } from './ledger.ts'

export interface Attempt {
  featureId: string
  requirements: string
  /** What was said at each rejection. */
  heard: readonly (readonly Heard[])[]
  previous?: Intent | undefined
  findings: readonly Finding[]
}

export function nextOutline({ featureId, requirements, heard, previous, findings }: Attempt): Outlined {
  const outlined = (rejections: number) => edited(featureId, requirements, heard.slice(0, rejections).flat())
  const fresh = outlined(heard.length)
  if (!previous || 'missing' in fresh) return fresh
  const own = [heard.length, heard.length - 1].some((rejections) => rejections >= 0 && same(outlined(rejections), previous))
  const next = own ? fresh.intent : mended(applyEdits(previous, editsIn(heard.flat())), fresh.intent, findings)
  // A rejected design that nothing understood could change goes back to its person; one that fell short has nothing left to prove.
  return heard.length === 0 && canonicalize(next) === canonicalize(previous) ? { missing: left(next, findings) } : { intent: next }
}

/** The outline of the text and what was added to it, with every edit applied again. */
function edited(featureId: string, requirements: string, heard: readonly Heard[]): Outlined {
  const text = withAdditions(requirements, heard)
  const outlined = outlineIntent(featureId, text)
  if ('missing' in outlined || heard.length === 0) return outlined
  const intent = joined(applyEdits(outlined.intent, editsIn(heard)))
  return { intent: { ...intent, sources: keptSources(amended(sourceLines(text), heard), referredTo(intent)) } }
}

const same = (outlined: Outlined, previous: Intent): boolean =>
  'intent' in outlined && canonicalize(outlined.intent) === canonicalize(previous)

/** Somebody else's or an edited design: quotes that were changed are put right, what nothing says is added; the rest stays as it is. */
function mended(previous: Intent, fresh: Intent, findings: readonly Finding[]): Intent {
  const faulted = new Set(findings.map(({ pointer }) => pointer))
  const texts = new Map(fresh.sources.map(({ id, text }) => [id, text]))
  const requote = (said: string, refs: readonly SourceRef[] | undefined, pointer: string) => {
    const whole = refs && refs.length > 0 && refs.every((ref) => typeof ref !== 'string')
    const quoted = whole
      ? refs.map((ref) => (typeof ref === 'string' ? '' : (texts.get(ref.id) ?? '').slice(ref.start, ref.end))).join(' ')
      : ''
    return faulted.has(pointer) && quoted !== '' ? quoted : said
  }
  const userFlows = previous.userFlows.map((flow, at) => ({
    ...flow,
    steps: flow.steps.map((step, index) => ({
      ...step,
      action: requote(step.action, step.sourceRefs, `/userFlows/${at}/steps/${index}/action`),
    })),
  }))
  const goals = previous.goals.map((goal, at) => requote(goal, previous.goalSourceRefs[at], `/goals/${at}`))
  return withUnsaid({ ...previous, userFlows, goals, sources: fresh.sources }, fresh)
}

/** Flows of the fresh outline for statements the design does not refer to, with the parts they happen in. */
function withUnsaid(design: Intent, fresh: Intent): Intent {
  const said = new Set(
    [
      ...design.goalSourceRefs.flat(),
      ...design.userFlows.flatMap(({ sourceRefs, steps }) => [...sourceRefs, ...steps.flatMap((step) => step.sourceRefs ?? [])]),
      ...design.dataModel.entities.flatMap(({ sourceRefs }) => sourceRefs),
    ].map(refId),
  )
  const known = {
    steps: new Set(design.userFlows.flatMap(({ steps }) => steps.map(({ id }) => id))),
    flows: new Set(design.userFlows.map(({ id }) => id)),
    parts: new Set(design.components.map(({ id }) => id)),
    entities: new Set(design.dataModel.entities.map(({ name }) => name)),
  }
  const flows = fresh.userFlows.flatMap((flow) => {
    const steps = flow.steps.filter((step) => (step.sourceRefs ?? []).some((ref) => !said.has(refId(ref))))
    return steps.length === 0
      ? []
      : [
          {
            ...flow,
            id: known.flows.has(flow.id) ? `${flow.id}-added` : flow.id,
            steps: steps.map((step) => ({ ...step, id: known.steps.has(step.id) ? `${step.id}-added` : step.id })),
          },
        ]
  })
  const used = new Set(flows.flatMap(({ steps }) => steps.map(({ componentId }) => componentId)))
  const parts = fresh.components.filter(
    ({ id, children }) => !known.parts.has(id) && (used.has(id) || children.some((child) => used.has(child))),
  )
  const named = new Set([
    ...flows.flatMap(({ steps }) => steps.flatMap(({ entityRefs }) => entityRefs)),
    ...parts.flatMap(({ dataRefs }) => dataRefs),
  ])
  return {
    ...design,
    userFlows: [...design.userFlows, ...flows],
    components: [
      ...design.components,
      ...parts.map((part) => ({
        ...part,
        children: part.children.filter((child) => known.parts.has(child) || parts.some(({ id }) => id === child)),
      })),
    ],
    dataModel: {
      entities: [
        ...design.dataModel.entities,
        ...fresh.dataModel.entities.filter(({ name }) => named.has(name) && !known.entities.has(name)),
      ],
    },
  }
}

/** What only a person or a model can add: the open questions, else the worst findings. Those are told with the design anyway. */
function left(design: Intent, findings: readonly Finding[]): Record<string, string> {
  const { questions = [] } = design
  if (questions.length > 0) return Object.fromEntries(questions.slice(0, 8).map(({ id, text }) => [id, text]))
  const worst = findings.toSorted((a, b) => b.points - a.points).slice(0, 5)
  return Object.fromEntries(worst.map(({ pointer, change }) => [placeIn(design, pointer), change]))
}
