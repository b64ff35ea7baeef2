// FROZEN.md: keys for machines, lines for people, filled into the template.
import { Fault } from '../../schema/fault.ts'
import type { Approval, DesignState, Evaluation } from './state.ts'

export interface MarkerFacts {
  template: string
  /** SHA-256 of the journal's last line: everything up to the approval. */
  head: string
  at: number
}

export function frozenMarker(state: DesignState, approval: Approval, { template, head, at }: MarkerFacts): string {
  const { hash, score } = state.evaluation as Evaluation
  const { pins, threshold } = state.settings
  const values: Record<string, string> = {
    featureId: quoted(state.input.featureId),
    checksumSHA256: quoted(hash),
    qualityThreshold: String(threshold / 100),
    finalScore: String(score / 100),
    iterations: String(state.iteration + 1),
    approvedBy: quoted(approval.by),
    approvedAt: quoted(iso(approval.at)),
    frozenAt: quoted(iso(at)),
    assurance: quoted(approval.assurance),
    signature: approval.signature === null ? 'null' : quoted(approval.signature),
    modelVersion: quoted(modelVersion(state)),
    promptTemplates: JSON.stringify(pins.templates ?? {}),
    historyHead: quoted(head),
    title: state.input.featureId,
    approver: oneLine(approval.by),
    assuranceWords: assuranceWords(approval),
    approvedAtWords: iso(approval.at),
    checksumWords: hash,
  }
  return template.replace(/\{\{([A-Za-z0-9]+)\}\}/g, (place, name: string) => {
    if (!Object.hasOwn(values, name))
      throw new Fault('invalid', `templates/FROZEN.md.template has a placeholder ${place} that nothing fills`, {
        fix: 'Restore the original template.',
      })
    return values[name] as string
  })
}

/** The approval's kind as recorded: only a verifier can say whether a signature counts. */
export function assuranceWords({ assurance, signature }: Pick<Approval, 'assurance' | 'signature'>): string {
  if (assurance === 'signed' && signature !== null) return 'signed; `whet verify` checks whether it was by one of your approvers'
  if (assurance === 'attended') return 'attended: somebody typed a phrase from the design; this does not prove who'
  return assurance === 'signed' ? 'unattested: called signed, without a signature' : 'unattested: nothing shows that anybody approved it'
}

/** Where FROZEN.md differs from its record; a foreign one has none. */
export function markerProblems({ evaluation, approval, settings, input }: DesignState, marker: string): string[] {
  if (!approval || approval.assurance === 'unattested') return []
  const said = {
    featureId: quoted(input.featureId),
    qualityThreshold: String(settings.threshold / 100),
    finalScore: String((evaluation?.score ?? 0) / 100),
    approvedBy: quoted(approval.by),
    assurance: quoted(approval.assurance),
    signature: approval.signature === null ? 'null' : quoted(approval.signature),
  }
  const lines = new Set(marker.split('\n---', 1)[0]?.split('\n'))
  return Object.entries(said).flatMap(([key, value]) =>
    lines.has(`${key}: ${value}`) ? [] : [`doesn't say "${key}: ${value.slice(0, 80)}", as recorded`],
  )
}

/** The checksum a FROZEN.md states, or null. */
export function statedChecksum(marker: string): string | null {
  return /^checksumSHA256:[ \t]*["']?([0-9a-f]{64})["']?[ \t\r]*$/m.exec(marker)?.[1] ?? null
}

/** The pinned generator: the model, or the maker and its version if it names none. */
export function modelVersion({ settings: { pins } }: DesignState): string {
  const maker = pins.makers?.['design-generator'] ?? pins.makers?.['default']
  return maker ? `${maker.name}, model ${maker.model}, version ${maker.version}` : 'unknown'
}

export const iso = (ms: number) => new Date(ms).toISOString()

/** A JSON string is a valid YAML string, whatever it contains. */
const quoted = (text: string) => JSON.stringify(text)

const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
