// A design folder without a journal: state parsed with care, scores recomputed, its freeze believed only as far as it can be checked.
import { frontMatterOf } from '../../lib/front-matter.ts'
import { sha256 } from '../../lib/hash.ts'
import { parseRecord } from '../../rules/reading/parsed.ts'
import { parse } from 'yaml'
import { readIntent } from './adopt.ts'
import { critique as judge } from './critic/critic.ts'
import { critiqueText } from './critic/critique-file.ts'
import { evaluationOf } from './evaluate.ts'
import { type StateName, stateNames } from './machine.ts'
import { statedChecksum } from './marker.ts'
import { previewHash } from './preview/render.ts'
import { type DesignInput, type DesignState, type Evaluation, type Settings, thresholdRange } from './state.ts'

export interface ForeignDesign {
  featureId: string
  folder: string
  /** Texts of the files, null if missing. */
  state: string | null
  intent: string | null
  preview: string | null
  final: { marker: string | null; intent: string | null; preview: string | null }
}

export type ImportedDesign = { input: DesignInput; objects: string[]; notes: string[] } | { problem: string }

const requiredFields = ['featureId', 'state', 'iteration', 'maxIterations', 'threshold', 'scoreHistory', 'history'] as const

export interface Claim {
  checksum: string
  signature: string
  at: number
}

/** The signature a FROZEN.md names; whether it counts is decided by whoever takes the folder over. */
export function claimedSignature({ final: { marker } }: ForeignDesign): Claim | null {
  const { assurance, signature, approvedAt } = marker === null ? {} : factsIn(marker)
  if (marker === null || assurance !== 'signed' || typeof signature !== 'string') return null
  return { checksum: statedChecksum(marker) ?? '', signature, at: Date.parse(String(approvedAt)) || 0 }
}

export function importDesign(
  foreign: ForeignDesign,
  now: Omit<Settings, 'requirements' | 'threshold' | 'maxIterations'>,
  signed: Claim | null,
): ImportedDesign {
  const { featureId, folder } = foreign
  const found = parseRecord(foreign.state)
  if (!found) return { problem: `state.json of ${featureId} is ${foreign.state === null ? 'missing' : 'no JSON object'}` }
  const missing = requiredFields.filter((name) => found[name] === undefined)
  if (missing.length > 0) return { problem: `state.json of ${featureId} lacks ${missing.join(', ')}` }
  const { state: name, iteration, maxIterations } = found
  const threshold = Math.round(Number(found['threshold']) * 100)
  if (found['featureId'] !== featureId)
    return { problem: `state.json names the feature ${JSON.stringify(found['featureId'])}, but it is in the folder of ${featureId}` }
  if (!stateNames.includes(name as StateName))
    return { problem: `state.json of ${featureId} has the state ${JSON.stringify(name)}; expected one of ${stateNames.join(', ')}` }
  if (!isWhole(iteration) || !isWhole(maxIterations))
    return {
      problem: `state.json of ${featureId} counts iterations as ${JSON.stringify([iteration, maxIterations])}; expected whole numbers`,
    }
  if (!(threshold >= thresholdRange.least && threshold <= thresholdRange.most))
    return { problem: `state.json of ${featureId} has the threshold ${JSON.stringify(found['threshold'])}; expected 70 to 95` }
  const frozen = name === 'FROZEN' && foreign.final.marker !== null && foreign.final.intent !== null
  const scored = scoreOf(frozen ? foreign.final.intent : foreign.intent, featureId, iteration)
  const requirements = 'evaluation' in scored ? scored.requirements : ''
  const settings: Settings = { ...now, requirements: sha256(requirements), threshold, maxIterations }
  const objects = [
    requirements,
    ...('evaluation' in scored ? scored.objects : []),
    ...Object.values(foreign.final).filter((text) => text !== null),
    ...(foreign.preview === null ? [] : [foreign.preview]),
  ]
  const { imported, notes } = stateOf(foreign, name as StateName, scored, frozen, signed)
  return {
    input: { featureId, folder, settings, imported: { iteration, ...imported } },
    objects,
    notes: [...notes, 'scores were recomputed, and earlier history stays in its original file'],
  }
}

type Scored = { evaluation: Evaluation; objects: string[]; sources: string; requirements: string } | { problem: string }

function stateOf(
  foreign: ForeignDesign,
  name: StateName,
  scored: Scored,
  frozen: boolean,
  signed: Claim | null,
): { imported: Partial<DesignState>; notes: string[] } {
  const failed = (because: string) => ({
    imported: { state: 'FAILED' as const, failure: { reason: 'imported', because } },
    notes: [because],
  })
  if (name === 'IDLE') return { imported: { state: 'IDLE' }, notes: [] }
  if (name === 'FAILED') return failed('it had already failed before the import')
  if ('problem' in scored) return failed(`its intent can't be used: ${scored.problem}`)
  const { evaluation, sources } = scored
  const { intent, hash, critique } = evaluation
  const known = {
    evaluation,
    best: { evaluation, preview: null },
    base: { intent, critique, scored: { score: evaluation.score, dimensions: evaluation.dimensions } },
    sources: { object: sources, heard: 0 },
    scoreHistory: [[evaluation.iteration, evaluation.score]],
    scored: { [hash]: evaluation.score },
    streak: { score: evaluation.score, from: evaluation.iteration, count: 0 },
    shown: { intent, intentHash: hash, critique, critiqueHash: hash, preview: null },
  } satisfies Partial<DesignState>
  if (name !== 'FROZEN')
    return { imported: { ...known, state: 'EVALUATING' }, notes: [`it was ${name} before the import and is evaluated again`] }
  if (!frozen) return failed('its state says FROZEN, but final/ has no frozen design')
  return { imported: { ...known, ...frozenParts(foreign, known.shown, signed), state: 'FROZEN' }, notes: [] }
}

/** According to FROZEN.md; mismatches in final/ are noticed as soon as the design is opened. */
function frozenParts({ final }: ForeignDesign, shown: DesignState['shown'], signed: Claim | null): Partial<DesignState> {
  const marker = final.marker as string
  const facts = factsIn(marker)
  const at = Date.parse(String(facts['approvedAt'])) || 0
  const checksum = statedChecksum(marker) ?? ''
  const preview =
    final.preview === null
      ? null
      : { object: sha256(final.preview), hash: previewHash(final.preview) ?? '', renderer: 'builtin' as const, note: null }
  return {
    shown: { ...shown, preview },
    approval: {
      by: String(facts['approvedBy'] ?? 'unknown'),
      assurance: signed ? 'signed' : 'unattested',
      at,
      signature: signed?.signature ?? null,
      marker: sha256(marker),
      head: String(facts['historyHead'] ?? ''),
    },
    frozen: { checksum, marker: sha256(marker), preview: preview?.object ?? '', at },
  }
}

function scoreOf(text: string | null, featureId: string, iteration: number): Scored {
  const read = text === null ? { problem: 'there is none' } : readIntent(text, featureId)
  if ('problem' in read) return read
  const { intent, hash } = read
  const critique = critiqueText(judge(intent, { intentHash: hash }))
  const sources = `${JSON.stringify(intent.sources, null, 1)}\n`
  return {
    evaluation: evaluationOf(intent, judge(intent, { intentHash: hash }), {
      iteration,
      intent: sha256(text as string),
      critique: sha256(critique),
    }),
    objects: [text as string, critique, sources],
    sources: sha256(sources),
    requirements: intent.sources.map((source) => source.text).join('\n\n'),
  }
}

function factsIn(marker: string): Record<string, unknown> {
  try {
    return (parse(frontMatterOf(marker)?.inside ?? '', { maxAliasCount: 0 }) ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
