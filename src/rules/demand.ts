// What rules demand, in words: each check describes it from its parameters; without a description, the parameters are shown.
import type { Rule, TypedCheck } from '../schema/rule.ts'
import { type AnyCheck, type Catalog, catalog, parseCheck } from './catalog.ts'
import type { Files } from './check.ts'
import { shorten } from './reading/lines.ts'

/** By rule id. A sentence speaks for itself, so it has none. `read` includes the content of referenced files. */
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
    return plainDemand(typed) // a project's check may throw, but its rule still has parameters to show
  }
}

/** From the rule alone, for a check that has no description or isn't available. */
export function plainDemand({ kind, ...params }: TypedCheck, check?: AnyCheck): string {
  const given = Object.entries(params).map(([name, value]) => `${name} ${shorten(JSON.stringify(value) ?? '', 500)}`)
  const means = check?.summary ? ` (${check.summary.replace(/\.$/, '')})` : ''
  return `passes the check ${kind}${means}${given.length > 0 ? ` with ${given.join(', ')}` : ''}`
}
