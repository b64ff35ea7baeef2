// What went wrong with a model call, classified by whether it may have been performed and billed.
import { APICallError } from 'ai'
import { type ProviderFailure, type ProviderRequest, unknownUsage } from '../../agents/provider.ts'
import { ReplyTooLarge } from './http.ts'

/** `clean` removes keys before truncation, because half a key wouldn't be recognised. */
export function failureOf(error: unknown, name: string, request: ProviderRequest, clean: (text: string) => string): ProviderFailure {
  const causes = chain(error)
  if (request.signal.aborted) return { failed: 'aborted', message: `${name} was told to stop`, usage: unknownUsage }
  if (causes.some((cause) => cause instanceof ReplyTooLarge))
    return { failed: 'too_large', message: `${name} sent more than the limit of ${request.maxReplyBytes} bytes`, usage: unknownUsage }
  const answered = causes.find((cause) => APICallError.isInstance(cause))
  const status = answered?.statusCode
  if (answered && status !== undefined && (status < 200 || status >= 300)) return byStatus(status, answered, name, clean)
  const code = causes.map((cause) => (cause as { code?: unknown }).code).find((found) => typeof found === 'string')
  if (code !== undefined && neverSent.includes(code as string))
    return {
      failed: 'unreachable',
      message: `${name} can't be reached (${code as string}): is the server running, and is the address right?`,
    }
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return { failed: 'timeout', message: `${name} didn't answer ${request.task} in time`, usage: unknownUsage }
  const what = status !== undefined ? 'answered in something other than its wire format' : 'broke off before its reply was complete'
  return { failed: 'broken', message: `${name} ${what}: ${clean(detail(causes)).slice(0, 500)}`, usage: unknownUsage }
}

/** What some models reject, though they only say so when asked. */
const refusals = { temperature: /temperature/i, pictures: /\bimages?\b|image_url|\bvision\b|multimodal|modalit/i, hear: /\bstream/i }

export function rejects(what: keyof typeof refusals, error: unknown): boolean {
  return chain(error).some(
    (cause) =>
      APICallError.isInstance(cause) &&
      [400, 404, 415, 422].includes(cause.statusCode ?? 0) &&
      refusals[what].test(`${cause.message} ${cause.responseBody ?? ''}`),
  )
}

const neverSent = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

function byStatus(status: number, error: APICallError, name: string, clean: (text: string) => string): ProviderFailure {
  const message = `${name} answered ${status}: ${clean(error.message).slice(0, 500)}`
  if (later.includes(status)) {
    const retryAfterMs = retryAfter(error.responseHeaders ?? {})
    return { failed: 'busy', message, ...(retryAfterMs !== undefined && { retryAfterMs }) }
  }
  if (status === 401 || status === 403) return { failed: 'denied', message: `${message}. Check the key in the environment.` }
  if (status === 402) return { failed: 'denied', message: `${message}. The account is out of credit.` }
  if (status >= 500) return { failed: 'broken', message, usage: unknownUsage }
  return { failed: 'rejected', message }
}

/** Not performed, and the same request may work later: the server gave up waiting, is locked, too early or overloaded. */
const later: readonly number[] = [408, 409, 425, 429, 503, 529]

/** Seconds or a date; some servers also give milliseconds. */
function retryAfter(headers: Record<string, string>): number | undefined {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (Number.isFinite(exact) && exact >= 0) return Math.ceil(exact)
  const given = headers['retry-after']
  if (given === undefined) return undefined
  const seconds = Number(given)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(given) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, Math.ceil(ms))
}

function chain(error: unknown): unknown[] {
  const found: unknown[] = []
  for (let cause = error; cause !== undefined && cause !== null && found.length < 10; cause = (cause as { cause?: unknown }).cause)
    found.push(cause)
  return found
}

function detail(causes: unknown[]): string {
  return causes
    .map((cause) => (cause instanceof Error ? cause.message : String(cause)))
    .filter((text, index, all) => text !== '' && all.indexOf(text) === index)
    .join('; ')
}
