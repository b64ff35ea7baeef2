// Every line of the requirements with what became of it: used as what, background, heading, code, or not understood.
import { plural } from '../../../rules/reading/lines.ts'
import { refId, type Intent, type SourceRef } from '../intent.ts'

/** A statement as it is kept beside the design: the source, its lines, and what the reader took it for. */
export interface SourceLine {
  id: string
  text: string
  lines: number[]
  /** Withdrawn: an edit took away what said it. Feedback: a sentence that was an edit. */
  kind: 'heading' | 'background' | 'code' | 'request' | 'withdrawn' | 'feedback'
}

/** As they were recorded; runs of earlier versions say neither lines nor kinds. */
export function readSourceLines(json: string): SourceLine[] {
  return (JSON.parse(json) as (Pick<SourceLine, 'id' | 'text'> & Partial<SourceLine>)[]).map(
    ({ id, text, lines = [], kind = 'request' }) => ({ id, text, lines, kind }),
  )
}

type KeptSource = { id: string; text: string } | { id: string; text: string; background: true }

/** What a design carries: every statement, and of headings and code those it refers to. */
export function keptSources(sources: readonly SourceLine[], refs: ReadonlySet<string>): KeptSource[] {
  return sources
    .filter(({ id, kind }) => refs.has(id) || !(id.startsWith('h') || kind === 'withdrawn' || kind === 'feedback'))
    .map(({ id, text, kind }) => (kind === 'background' && !refs.has(id) ? { id, text, background: true } : { id, text }))
}

/** Ids of the sources a design refers to, wherever; what a maker sends may be anything. */
export function referredTo(value: unknown): Set<string> {
  const found = new Set<string>()
  const walk = (node: unknown, inRefs: boolean): void => {
    if (typeof node === 'string' && inRefs) found.add(node)
    else if (Array.isArray(node)) for (const each of node) walk(each, inRefs)
    else if (typeof node === 'object' && node !== null)
      for (const [key, each] of Object.entries(node)) walk(each, (inRefs && key === 'id') || /^(?:goalS|s)ourceRefs$/.test(key))
  }
  walk(value, false)
  return found
}

export interface LedgerRow extends Omit<SourceLine, 'kind'> {
  became: 'used' | 'heading' | 'background' | 'code' | 'set aside' | 'edit' | 'not understood'
  /** What it is in the design: "step of Reserve a tool", "entity Tool". */
  as: string[]
}

export function ledgerOf(sources: readonly SourceLine[], intent: Intent): LedgerRow[] {
  const uses = usesOf(intent)
  return sources.map(({ id, text, lines, kind }) => {
    const as = [...new Set(uses.get(id) ?? [])]
    return { id, text, lines, became: becameOf(kind, as.length > 0), as }
  })
}

function becameOf(kind: SourceLine['kind'], isUsed: boolean): LedgerRow['became'] {
  if (kind === 'heading' || kind === 'code') return kind
  if (kind === 'feedback') return 'edit'
  if (isUsed) return 'used'
  return kind === 'withdrawn' ? 'set aside' : kind === 'background' ? 'background' : 'not understood'
}

export interface LedgerCount {
  lines: number
  used: number
  heading: number
  background: number
  code: number
  /** By edits a person asked for; not there in runs of earlier versions. */
  aside?: number
  unread: number
  /** The first few statements nobody could place, with their lines. */
  open: { line: number; text: string }[]
}

/** "23 lines: 15 used, 5 headings, 3 background, none not understood" */
export function ledgerText({ lines, used, heading, background, code, aside = 0, unread }: LedgerCount): string {
  return `${plural(lines, 'line')}: ${used} used, ${plural(heading, 'heading')}, ${background} background${code > 0 ? `, ${code} code` : ''}${aside > 0 ? `, ${aside} set aside by edits` : ''}, ${unread === 0 ? 'none' : unread} not understood`
}

/** By lines, each counted once: as used where any statement on it is. */
export function countLedger(rows: readonly LedgerRow[]): LedgerCount {
  const order = ['used', 'not understood', 'set aside', 'heading', 'code', 'background', 'edit'] as const
  const lines = new Map<number, LedgerRow['became']>()
  for (const { lines: own, became } of rows)
    for (const line of own) {
      const before = lines.get(line)
      if (before === undefined || order.indexOf(became) < order.indexOf(before)) lines.set(line, became)
    }
  const count = (wanted: LedgerRow['became']) => [...lines.values()].filter((became) => became === wanted).length
  const open = rows
    .filter(({ became }) => became === 'not understood')
    .map(({ lines: [line = 0], text }) => ({ line, text: text.slice(0, 200) }))
  return {
    lines: lines.size,
    used: count('used'),
    heading: count('heading'),
    background: count('background'),
    code: count('code'),
    ...(count('set aside') > 0 && { aside: count('set aside') }),
    unread: count('not understood'),
    open: open.slice(0, 20),
  }
}

function usesOf(intent: Intent): Map<string, string[]> {
  const uses = new Map<string, string[]>()
  const note = (refs: readonly SourceRef[] | undefined, as: string) => {
    for (const ref of refs ?? []) uses.set(refId(ref), [...(uses.get(refId(ref)) ?? []), as])
  }
  intent.goalSourceRefs.forEach((refs, index) => note(refs, `goal ${index + 1}`))
  for (const flow of intent.userFlows) {
    for (const step of flow.steps) note(step.sourceRefs, `step of ${flow.name}`)
    note(
      flow.sourceRefs.filter((ref) => !uses.has(refId(ref))),
      `flow ${flow.name}`,
    )
  }
  for (const { name, sourceRefs, assumed } of intent.dataModel.entities) if (!assumed) note(sourceRefs, `entity ${name}`)
  for (const { name, sourceRefs } of intent.components) note(sourceRefs, `screen ${name}`)
  for (const { sourceRefs } of intent.interactions) note(sourceRefs, 'interaction')
  for (const { name, sourceRefs } of intent.actors ?? []) note(sourceRefs, `actor ${name}`)
  for (const { id, about } of intent.questions ?? []) {
    const source = /^\/sources\/(\d+)$/.exec(about)?.[1]
    if (source !== undefined) note([intent.sources[Number(source)]?.id ?? ''], `question ${id}`)
  }
  return uses
}
