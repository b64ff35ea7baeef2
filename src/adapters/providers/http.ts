// HTTP to models: only where a key may go, without redirects that could carry it elsewhere, and with limited replies.
import { Fault } from '../../schema/fault.ts'

/** https anywhere; plain http only to this machine unless configured otherwise. */
export function checkAddress(address: string, insecure: boolean): void {
  const url = URL.parse(address)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new Fault('invalid', `"${address}" isn't the address of a model server: expected http:// or https://`, {
      fix: 'Correct base_url.',
    })
  if (url.username !== '' || url.password !== '')
    throw new Fault('refused', `the address of ${url.host} contains a user name or password`, {
      fix: 'Remove it, and name the variable that holds the key with key_env.',
    })
  if (url.protocol === 'https:' || insecure || isLoopback(url.hostname)) return
  throw new Fault('refused', `${url.host} would be asked over plain http, so anyone in between could read the prompts and the key`, {
    fix: 'Use https, a server on this machine, or set insecure: true for this maker if the network is yours.',
  })
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  )
}

/** The wire format wraps and escapes the reply; a stream wraps every word of it. */
const wrapping = { whole: 4, streamed: 200 }

export class ReplyTooLarge extends Error {}

export function boundedFetch(maxReplyBytes: number): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' })
    if (!response.body) return response
    const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true
    const limit = maxReplyBytes * (isStream ? wrapping.streamed : wrapping.whole)
    let seen = 0
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          seen += chunk.byteLength
          if (seen > limit) controller.error(new ReplyTooLarge(`more than ${limit} bytes`))
          else controller.enqueue(chunk)
        },
      }),
    )
    return new Response(counted, { status: response.status, statusText: response.statusText, headers: response.headers })
  }
}
