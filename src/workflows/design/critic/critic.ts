// The deterministic critic: the same intent always gets the same critique, byte for byte, from the document alone.
import { canonicalize } from '../../../lib/canonical.ts'
import { sha256 } from '../../../lib/hash.ts'
import type { Intent } from '../intent.ts'
import { frameworkAgnosticism } from './agnosticism.ts'
import { clarity } from './clarity.ts'
import { coherence } from './coherence.ts'
import { completeness } from './completeness.ts'
import { dimensions, weights } from './critique.ts'
import type { Critique, Dimension, Dismissal, Finding, Recommendation } from './critique.ts'
import { dataModelIntegrity } from './data-model.ts'
import { readIntent } from './reading.ts'
import type { Reading } from './reading.ts'
import { tally } from './tally.ts'
import type { Aspect, Judgement, Loss } from './tally.ts'

/** Raised whenever a change here can change a score. */
export const criticVersion = '2.8.0'
const criticPromptVersion = '1.0.0'

/** A hard finding holds the overall score here, under every threshold that can be set. */
export const hardCap = 5999

/** A longer list would not be read; the points of what is left out are in the scores all the same. */
const maxFindings = 500
const maxPointers = 20

const judges: Record<Dimension, (reading: Reading) => Judgement> = {
  completeness,
  coherence,
  clarity,
  frameworkAgnosticism,
  dataModelIntegrity,
}

export function critique(
  intent: Intent,
  options: { intentHash?: string; dismissals?: readonly Dismissal[]; ignored?: readonly Loss[] } = {},
): Critique {
  const reading = readIntent(intent)
  const findings: Finding[] = []
  const dismissed: Critique['dismissed'] = []
  const scores = {} as Record<Dimension, number>
  for (const dimension of dimensions) {
    const judgement = dimension === 'completeness' ? withIgnored(completeness(reading), options.ignored ?? []) : judges[dimension](reading)
    const result = tally(dimension, { ...judgement, aspects: judgement.aspects.map((aspect) => without(aspect, dimension)) })
    scores[dimension] = result.score
    findings.push(...result.findings.map((finding) => ({ id: idOf(finding, intent), ...finding })))
  }
  const listed = mostCostly(findings)
  const uncapped = overallOf(scores)
  const overall = capped(uncapped, findings)
  return {
    featureId: intent.featureId,
    intentHash: options.intentHash ?? sha256(canonicalize(intent)),
    criticVersion,
    promptVersion: criticPromptVersion,
    overall,
    ...(overall < uncapped && { uncapped }),
    dimensions: scores,
    findings: listed,
    dismissed,
    findingsOmitted: findings.length - listed.length,
    recommendations: recommend(findings),
  }

  /** The losses nobody has dismissed; the others are kept beside. */
  function without(aspect: Aspect, dimension: Dimension): Aspect {
    const losses = aspect.losses.filter(({ cost: _, ...loss }) => {
      const by = options.dismissals?.findLast(({ finding }) => finding === idOf(loss, intent))
      if (by) dismissed.push({ id: idOf(loss, intent), ...loss, dimension, reason: by.reason, by: by.by })
      return !by
    })
    return { ...aspect, losses }
  }
}

/** What a person asked for when rejecting and did not get weighs as statements that nothing says. */
function withIgnored(judgement: Judgement, ignored: readonly Loss[]): Judgement {
  const most = Math.max(...judgement.aspects.map(({ share }) => share))
  return {
    ...judgement,
    aspects: judgement.aspects.map((aspect) => (aspect.share === most ? { ...aspect, losses: [...aspect.losses, ...ignored] } : aspect)),
  }
}

/** Short enough to type, one for each place, and the same for the same fault wherever its flow, step or entity stands in the next design. */
export function idOf(
  {
    ruleId,
    pointer,
    evidence,
    source,
    expected,
    found,
  }: Pick<Finding, 'ruleId' | 'pointer' | 'evidence' | 'source' | 'expected' | 'found'>,
  intent: Intent,
): string {
  const key = JSON.stringify([ruleId, placeOf(pointer, intent), evidence, source?.id, expected, found])
  return `${ruleId.slice(ruleId.indexOf('.') + 1)}-${sha256(key).slice(0, 6)}`
}

/** A pointer that names things instead of counting them: the third flow may be the fourth next time, and its steps be numbered again. */
function placeOf(pointer: string, intent: Intent): string {
  let node: unknown = intent
  const named = pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const list = node
      node = (node as Record<string, unknown> | undefined)?.[part]
      if (!Array.isArray(list)) return part
      const own = nameOf(node)
      if (own === undefined) return part
      const twins = list.slice(0, Number(part)).filter((each) => nameOf(each) === own).length
      return twins > 0 ? `${own}#${twins}` : own
    })
  return named.join('/')
}

function nameOf(node: unknown): string | undefined {
  if (typeof node === 'string') return node
  const { name, action, trigger, text, id } = (node ?? {}) as Record<string, unknown>
  return [name, action, trigger, text, id].find((each) => typeof each === 'string')
}

export function capped(overall: number, findings: readonly Finding[]): number {
  return findings.some(({ hard }) => hard) ? Math.min(overall, hardCap) : overall
}

/** In hundredths of 0–100, rounded down. */
export function overallOf(scores: Record<Dimension, number>): number {
  return Math.floor(dimensions.reduce((sum, dimension) => sum + weights[dimension] * scores[dimension], 0) / 100)
}

/** The costliest findings, in the order of the document's dimensions. */
function mostCostly(findings: Finding[]): Finding[] {
  if (findings.length <= maxFindings) return findings
  const order = [...findings.keys()].sort(
    (a, b) => Number(findings[b]!.hard ?? false) - Number(findings[a]!.hard ?? false) || gain(findings[b]!) - gain(findings[a]!) || a - b,
  )
  return order
    .slice(0, maxFindings)
    .sort((a, b) => a - b)
    .map((i) => findings[i]!)
}

function gain({ dimension, points }: Finding): number {
  return weights[dimension] * points
}

/** One for each rule that cost anything, by what obeying it everywhere would gain. */
export function recommend(findings: Finding[]): Recommendation[] {
  const byRule = Map.groupBy(findings, (finding) => finding.ruleId)
  return [...byRule.values()]
    .map((same): Recommendation => {
      const worst = same.reduce((a, b) => (gain(b) > gain(a) ? b : a))
      return {
        ruleId: worst.ruleId,
        dimension: worst.dimension,
        change: worst.change,
        pointers: same.slice(0, maxPointers).map((finding) => finding.pointer),
        gain: Math.floor(same.reduce((sum, finding) => sum + gain(finding), 0) / 100),
      }
    })
    .sort((a, b) => b.gain - a.gain || (a.ruleId < b.ruleId ? -1 : 1))
}
