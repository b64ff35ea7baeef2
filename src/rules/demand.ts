// What rules demand, in words: each check says it itself from its parameters, and one that does not is shown with them.
import type { Rule, TypedCheck } from '../schema/rule.ts'
import { type AnyCheck, type Catalog, catalog, parseCheck } from './catalog.ts'
import type { Files } from './check.ts'
import { shorten } from './reading/lines.ts'

/** By rule id. A sentence speaks for itself, so it has none. With `read`, what stands in a file that a check refers to is told too. */
export async function demandsOf(
  rules: readonly Pick<Rule, 'id' | 'check'>[],
  from: Catalog = catalog,
  read?: Files['read'],
): Promise<Record<string, string>> {
  const told: [string, string][] = []
  for (const { id, check } of rules) if (typeof check !== 'string') told.push([id, await demandOf(check, from, read)])
  return Object.fromEntries(told)
}

async function demandOf(typed: TypedCheck, from: Catalog, read?: Files['read']): Promise<string> {
  try {
    const parsed = await parseCheck(typed, from)
    if (!('check' in parsed)) return plainDemand(typed)
    const { check, params } = parsed
    const demand = check.demands?.(params) ?? plainDemand(typed, check)
    const file = check.refersTo?.(params)
    const text = file === undefined ? null : await read?.(file)
    return text ? `${demand}; ${file} says: ${shorten(text.replaceAll(/\s+/g, ' ').trim(), 1500)}` : demand
  } catch {
    return plainDemand(typed) // a check of a project may fail at anything, and its rule still has parameters to show
  }
}

/** From what stands in the rule alone, for a check that says nothing itself or is not there to be asked. */
export function plainDemand({ kind, ...params }: TypedCheck, check?: AnyCheck): string {
  const given = Object.entries(params).map(([name, value]) => `${name} ${shorten(JSON.stringify(value) ?? '', 500)}`)
  const means = check?.summary ? ` (${check.summary.replace(/\.$/, '')})` : ''
  return `passes the check ${kind}${means}${given.length > 0 ? ` with ${given.join(', ')}` : ''}`
}
