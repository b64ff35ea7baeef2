// discoveries.ndjson: notes of workers, one JSON object per line, and their identity. The file is append-only.
import * as z from 'zod'
import { jsonOrNothing } from '../../rules/reading/parsed.ts'

const discoverySchema = z.looseObject({ ts: z.string(), worker: z.string(), type: z.string(), data: z.record(z.string(), z.unknown()) })
export type Discovery = z.infer<typeof discoverySchema>

export const gcDecisionSchema = z.looseObject({
  audit_id: z.string(),
  iteration: z.int().min(1),
  decision: z.enum(['CONVERGE', 'REVISION', 'ESCALATE']),
  signal: z.string(),
  score: z.string(),
  rationale: z.array(z.string()),
})
export type GcDecision = z.infer<typeof gcDecisionSchema>

interface Discoveries {
  readonly entries: readonly { readonly line: number; readonly entry: Discovery }[]
  readonly malformed: readonly number[] // skipped lines
}

export function readDiscoveries(text: string): Discoveries {
  const entries: { line: number; entry: Discovery }[] = []
  const malformed: number[] = []
  text.split('\n').forEach((raw, index) => {
    const line = raw.trim().replace(/^\uFEFF/, '')
    if (line === '') return
    const entry = discoverySchema.safeParse(jsonOrNothing(line))
    if (entry.success) entries.push({ line: index + 1, entry: entry.data })
    else malformed.push(index + 1)
  })
  return { entries, malformed }
}

/** The identity of a discovery; null for types without a key. */
export function discoveryKey(entry: Discovery): string | null {
  const fields = new Map(Object.entries(discoveryKeys)).get(entry.type)
  return fields ? JSON.stringify([entry.type, ...fields.map((field) => entry.data[field] ?? null)]) : null
}

const discoveryKeys = {
  tech_stack_detected: ['stack'],
  design_pattern_found: ['pattern_name', 'location'],
  token_generated: ['category'],
  file_modified: ['file'],
  issue_found: ['file', 'line'],
  anti_pattern_violation: ['pattern', 'file'],
  artifact_produced: ['path'],
  gc_decision: ['audit_id', 'iteration', 'decision'],
} as const
