// Which failures are outages, unrelated to the request; when to ask again, and when only a person can help.
import type { AskAgent, Outage } from '../kernel/task.ts'
import type { FailureKind, ProviderFailure } from './provider.ts'

/** Also the minimum: a server that names no delay must not be asked in a tight loop. */
const firstWaitMs = 1_000
const longestWaitMs = 60_000
/** Requests that may have been billed are repeated only this often without a person's decision. */
const mostPaid = 2

export function outageOf(
  { failed, message, usage, retryAfterMs }: ProviderFailure,
  { task, outages, now }: { task: Pick<AskAgent, 'timeLimitEnds'>; outages: number; now: number },
): Outage | null {
  const again = failed === 'timeout' && task.timeLimitEnds ? undefined : asksAgain[failed]
  if (again === undefined) return null
  const wait =
    retryAfterMs !== undefined ? Math.max(firstWaitMs, retryAfterMs) : Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(outages, 16))
  const byItself = again === 'later' || (again === 'sparingly' && outages < mostPaid)
  return { outage: { code: failed, message, until: byItself ? now + wait : null }, ...(usage && { usage }) }
}

/** Kinds that aren't listed count as an answer, if a wrong one. */
const asksAgain: { [K in FailureKind]?: 'later' | 'sparingly' | 'by a person' } = {
  busy: 'later',
  unreachable: 'later',
  broken: 'sparingly',
  timeout: 'sparingly',
  denied: 'by a person',
}
