// Requests to the server: each carries this start's token; a refusal becomes an error with words and advice.
import type { StartForm, Trouble } from '../document.ts'

const key = 'whet-token'

export class Refusal extends Error {
  readonly status: number
  readonly fix: string | undefined

  constructor(status: number, { message, fix }: Trouble) {
    super(message)
    this.status = status
    this.fix = fix
  }
}

/** The URL of this page by name, which passkeys need, with the token after the #. */
export const localAddress = () => `http://localhost:${location.port}${location.pathname}#${localStorage.getItem(key) ?? ''}`

/** Takes the token out of the URL it came with and trades it for the cookie. */
export async function signIn(given?: string): Promise<{ forms: Record<string, StartForm> }> {
  const token = given ?? (location.hash.length > 20 ? location.hash.slice(1) : null)
  if (token !== null) {
    localStorage.setItem(key, token)
    history.replaceState(history.state, '', location.pathname + location.search)
  }
  return post('/api/session')
}

export async function get<T>(path: string): Promise<T> {
  return (await ask(path)).json() as Promise<T>
}

export async function getText(path: string): Promise<string> {
  return (await ask(path)).text()
}

export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  return (
    await ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  ).json() as Promise<T>
}

/** Server-sent events by hand, because EventSource can't send the token. */
export async function listen(last: string, signal: AbortSignal, hear: (event: string, data: string, id: string) => void): Promise<void> {
  const { body } = await ask('/api/live', { signal, headers: last ? { 'last-event-id': last } : {} })
  const reader = (body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await silenceEnds(reader.read())
    if (done) return
    const parts = (rest + value).split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const field = (name: string) =>
        part
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2) ?? ''
      if (field('event')) hear(field('event'), field('data'), field('id'))
    }
  }
}

async function ask(path: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, {
    ...init,
    headers: { ...(headers as Record<string, string>), 'x-whet-token': localStorage.getItem(key) ?? '' },
  })
  if (response.ok) return response
  const { error } = (await response.json().catch(() => ({}))) as { error?: Trouble }
  throw new Refusal(response.status, error ?? { message: `the server answered ${response.status}` })
}

/** The server sends something every ten seconds; after a longer silence the connection is dead, whatever the system thinks. */
function silenceEnds<T>(read: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const silence = new Promise<never>((_resolve, reject) => (timer = setTimeout(() => reject(new Error('silence')), 25_000)))
  return Promise.race([read, silence]).finally(() => clearTimeout(timer))
}
