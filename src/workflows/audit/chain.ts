// Audit chains, derived from task ids and dependencies alone, so that iteration counts survive any restart.
import { type AuditTask, type TaskSheet, isAudit } from './tasks.ts'

export interface ChainLink {
  readonly iteration: number
  readonly source: 'chain' | 'id' | 'default' // how certain the iteration is: counted, guessed from the number in the id, or neither
  readonly previous: string | null // the audit this one repeats
  readonly next: string | null // the audit that repeats this one
  readonly newest: string // the last audit of the chain
}

/** Every audit with its place in its chain: iteration = 1 + the number of AUDIT-re ids back to the chain's first audit. */
export function readChains(sheet: TaskSheet): ReadonlyMap<string, ChainLink> {
  const audits = [...sheet.byId.values()].filter(isAudit)
  const previous = new Map(audits.map((audit) => [audit.id, previousAudit(sheet, audit)]))
  const next = new Map<string, string>()
  for (const [id, before] of previous) if (before !== null && newer(id, next.get(before))) next.set(before, id)
  const firsts = follow(previous.keys(), (id) => previous.get(id) ?? null)
  const newests = follow(previous.keys(), (id) => next.get(id) ?? null)
  return new Map(
    audits.map(({ id }) => {
      const first = firsts.get(id)!
      const guessed = isReAudit(first.end) ? numberOf(first.end) : null
      const source = guessed !== null ? 'id' : first.steps > 0 || /^AUDIT-\d+$/.test(first.end) ? 'chain' : 'default'
      return [
        id,
        {
          iteration: 1 + first.steps + (guessed ?? 0),
          source,
          previous: previous.get(id) ?? null,
          next: next.get(id) ?? null,
          newest: newests.get(id)!.end,
        },
      ]
    }),
  )
}

/** The audits of the chain, first to last. */
export function chainOf(links: ReadonlyMap<string, ChainLink>, id: string): string[] {
  const chain = new Set<string>()
  for (let at: string | null = links.get(id)?.newest ?? id; at !== null && !chain.has(at); at = links.get(at)?.previous ?? null)
    chain.add(at)
  return [...chain].reverse()
}

/** `AUDIT-re-NNN` is ours, `AUDIT-recheck-NNN` is used by others. */
export function isReAudit(id: string): boolean {
  return /^AUDIT-re(?:check)?-\d{1,9}$/.test(id)
}

export function isDesignFix(id: string): boolean {
  return /^DESIGN-fix-\d{1,9}$/.test(id)
}

/** The number of the next revision's two tasks: one above every number in use. */
export function nextRevisionNumber(ids: Iterable<string>): number {
  let highest = 0
  for (const id of ids) if (isReAudit(id) || isDesignFix(id)) highest = Math.max(highest, numberOf(id))
  return highest + 1
}

/** A re-audit repeats the audit its fix depends on; after a manual fix it depends on that audit directly. */
function previousAudit(sheet: TaskSheet, audit: AuditTask): string | null {
  if (!isReAudit(audit.id)) return null
  const candidates: string[] = []
  for (const dep of audit.deps) {
    const task = sheet.byId.get(dep)
    if (!task || dep === audit.id) continue
    if (isAudit(task)) candidates.push(dep)
    else if (isDesignFix(dep))
      for (const behind of task.deps)
        if (behind !== audit.id && sheet.byId.has(behind) && isAudit(sheet.byId.get(behind)!)) candidates.push(behind)
  }
  return candidates.reduce<string | null>((best, id) => (best === null || newer(id, best) ? id : best), null)
}

/** The number at the end of an id. */
export const numberOf = (id: string) => Number(id.slice(id.lastIndexOf('-') + 1))

function newer(id: string, than: string | undefined): boolean {
  return than === undefined || rank(id) > rank(than)
}

function rank(id: string): number {
  return isReAudit(id) ? 1 + numberOf(id) : 0
}

/** Where the steps from each id end and how many there are; takes each step once and stops at the start of a cycle in a damaged file. */
function follow(ids: Iterable<string>, step: (id: string) => string | null): Map<string, { end: string; steps: number }> {
  const known = new Map<string, { end: string; steps: number }>()
  for (const id of ids) {
    const path = new Set<string>()
    let at: string | null = id
    while (at !== null && !known.has(at) && !path.has(at)) {
      path.add(at)
      at = step(at)
    }
    const back = [...path].reverse()
    let rest = at === null ? undefined : known.get(at)
    for (const each of back) {
      rest = rest ? { end: rest.end, steps: rest.steps + 1 } : { end: each, steps: 0 }
      known.set(each, rest)
    }
  }
  return known
}
