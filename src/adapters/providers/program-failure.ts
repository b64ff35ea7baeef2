// Why a program failed, as far as it says: assistants report outages of their service in words and status codes.
import type { ProviderFailure } from '../../agents/provider.ts'

export interface SaidFailure {
  /** Its own message, or the tail of stderr. */
  words: string
  /** The service's status code, if it names one. */
  status?: number | undefined
  exitCode: number | null
  /** Written by us for this program, so its wording is known. */
  assistant: boolean
}

/** Null if the service isn't down: then the program itself failed. */
export function saidOutage(
  { words, status = statusIn(words), exitCode, assistant }: SaidFailure,
  now: number,
): Pick<ProviderFailure, 'failed' | 'retryAfterMs'> | null {
  if (exitCode === tryLater) return { failed: 'busy' }
  if (!assistant) return null
  const failed = (status !== undefined && byStatus(status)) || signs.find(([, pattern]) => pattern.test(words))?.[0]
  if (!failed) return null
  const retryAfterMs = failed === 'busy' ? waitIn(words, now) : undefined
  return { failed, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

/** EX_TEMPFAIL of sysexits.h: how any program says "later". */
const tryLater = 75

type Outage = 'busy' | 'denied' | 'unreachable' | 'broken'

const signs: readonly (readonly [Outage, RegExp])[] = [
  [
    'busy',
    /\boverloaded\b|\brate.?limit|\btoo many requests\b|\b(?:usage|session|weekly|request) limit\b|\blimit reached\b|\bquota\b|\bat capacity\b/i,
  ],
  [
    'denied',
    /\b(?:invalid|incorrect|missing) (?:api|x-api)[ -]?key\b|\bunauthori[sz]ed\b|\bnot logged in\b|\/login\b|\bauthenticat|\bforbidden\b|\btoken (?:has )?expired\b/i,
  ],
  [
    'unreachable',
    /\bECONNREFUSED\b|\bENOTFOUND\b|\bEAI_AGAIN\b|\bENETUNREACH\b|\bconnection refused\b|\bcould ?n[o']t connect\b|\bcould not connect\b/i,
  ],
  [
    'broken',
    /\bECONNRESET\b|\bETIMEDOUT\b|\bsocket hang up\b|\bconnection (?:error|reset|closed|lost|failed)\b|\b(?:network|transport) error\b|\bpremature close\b|\bstream (?:disconnected|closed|error)|\bfetch failed\b|\binternal server error\b|\bbad gateway\b|\bservice unavailable\b|\bgateway time-?out\b/i,
  ],
]

function byStatus(status: number): Outage | undefined {
  if (status === 429 || status === 503 || status === 529) return 'busy'
  if (status === 401 || status === 403) return 'denied'
  return status >= 500 && status < 600 ? 'broken' : undefined
}

function statusIn(words: string): number | undefined {
  const found = /\b(?:status(?: code)?|api error|http(?:\/[\d.]+)?|error code)\b[\s:=(]*(\d{3})\b/i.exec(words)
  return found ? Number(found[1]) : undefined
}

/** `…limit reached|1760000000`, or `try again in 2 hours 5 minutes`. */
function waitIn(words: string, now: number): number | undefined {
  const at = /\|(\d{10})\b/.exec(words)
  if (at) return Math.max(0, Number(at[1]) * 1000 - now)
  const [, span] =
    /\b(?:again|reset\w*|retry) (?:in|after):?\s+((?:[\d.]+\s*(?:days?|hours?|minutes?|seconds?|[dhms])\b[\s,]*(?:and )?)+)/i.exec(words) ??
    []
  if (span === undefined) return undefined
  const units = { d: 86_400, h: 3600, m: 60, s: 1 }
  const seconds = [...span.matchAll(/([\d.]+)\s*([dhms])/gi)].map(
    ([, n, unit]) => Number(n) * units[(unit as string).toLowerCase() as keyof typeof units],
  )
  return Math.ceil(seconds.reduce((sum, part) => sum + part, 0) * 1000)
}
