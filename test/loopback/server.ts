// A model server on loopback that speaks the real wire formats and behaves as the test says: answers, refuses, limits, stalls, lies or dies.
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Asked, type Wire, readRequest, wireOf, writeBreak, writeError, writeReply, writeStream } from './wire.ts'

export interface Call extends Asked {
  /** 1 for the first request of the server's life. */
  n: number
  headers: Record<string, string>
  body: Record<string, unknown>
  /** Whether the reply is asked for word by word. */
  streams: boolean
}

export type Behaviour =
  | { reply: string; tokensIn?: number; tokensOut?: number; model?: string; finish?: 'stop' | 'length' }
  /** A stream that is held open before its end. */
  | { reply: string; until: Promise<void> }
  /** A stream that says in the middle what went wrong. */
  | { breaks: 'overloaded' }
  | { json: unknown }
  | { refuse: string }
  | { status: number; message?: string; headers?: Record<string, string> }
  /** 200 with this body, whatever it is. */
  | { raw: string }
  | { redirect: string }
  /** Takes the request and never answers. */
  | { hang: true }
  /** Takes the request and closes the connection: at once, in the middle of the reply, or as if that had been all of a stream. */
  | { die: 'at once' | 'midway' | 'quietly' }
  /** A reply of so many bytes. */
  | { flood: number }

export interface Loopback {
  /** Base URL for the SDK of a wire format. */
  url(wire: Wire): string
  calls: Call[]
  close(): Promise<void>
}

/** The handler decides for each call; a list is gone through call by call, its last entry stays. */
export async function startLoopback(behave: ((call: Call) => Behaviour | Promise<Behaviour>) | readonly Behaviour[]): Promise<Loopback> {
  const calls: Call[] = []
  const decide = typeof behave === 'function' ? behave : ({ n }: Call) => behave[Math.min(n, behave.length) - 1] as Behaviour
  const server = createServer((request, response) => {
    void serve(request, response, calls, decide).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: (wire) => `${origin}/${wire === 'gemini' ? 'v1beta' : 'v1'}`,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  calls: Call[],
  decide: (call: Call) => Behaviour | Promise<Behaviour>,
): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://loopback').pathname
  const wire = wireOf(path)
  if (wire === null || request.method !== 'POST') return void response.writeHead(404).end()
  const body = JSON.parse(await text(request)) as Record<string, unknown>
  const call: Call = {
    n: calls.length + 1,
    ...readRequest(wire, path, body),
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    body,
    streams: body['stream'] === true || path.endsWith(':streamGenerateContent'),
  }
  calls.push(call)
  act(await decide(call), call, response)
}

function act(behaviour: Behaviour, { wire, model, body, prompt, streams }: Call, response: ServerResponse): void {
  const send = (status: number, value: unknown, headers: Record<string, string> = {}) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof value === 'string' ? value : JSON.stringify(value))
  const answer = (reply: string, more: object = {}) =>
    writeReply(wire, body, {
      text: reply,
      model,
      tokensIn: Math.ceil(prompt.length / 4),
      tokensOut: Math.ceil(reply.length / 4),
      finish: 'stop',
      ...more,
    })
  const speak = (events: string[]) => response.writeHead(200, { 'content-type': 'text/event-stream' }).write(events.join(''))
  const tell = (reply: Record<string, unknown>) => {
    if (!streams) return send(200, reply)
    speak(writeStream(wire, reply))
    return void response.end()
  }
  if ('until' in behaviour) {
    const events = writeStream(wire, answer(behaviour.reply))
    speak(events.slice(0, -2))
    return void behaviour.until.then(() => response.end(events.slice(-2).join('')))
  }
  if ('reply' in behaviour) {
    const { reply, ...more } = behaviour
    return tell(answer(reply, more))
  }
  if ('json' in behaviour) return tell(answer(JSON.stringify(behaviour.json)))
  if ('refuse' in behaviour) return tell(answer(behaviour.refuse, { finish: 'refusal' }))
  if ('status' in behaviour)
    return send(behaviour.status, writeError(wire, behaviour.status, behaviour.message ?? `status ${behaviour.status}`), behaviour.headers)
  if ('raw' in behaviour) return send(200, behaviour.raw)
  if ('redirect' in behaviour) return send(307, '', { location: behaviour.redirect })
  if ('flood' in behaviour) return tell(answer('x'.repeat(behaviour.flood)))
  if ('hang' in behaviour) return
  if ('die' in behaviour && behaviour.die === 'at once') return void response.destroy()
  const reply = answer('a reply that nobody will see whole')
  if (streams) {
    speak(writeStream(wire, reply).slice(0, 4))
    if ('breaks' in behaviour) response.write(writeBreak(wire))
    return void ('die' in behaviour && behaviour.die === 'midway' ? setImmediate(() => response.destroy()) : response.end())
  }
  const whole = JSON.stringify(reply)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(whole.length) })
  response.write(whole.slice(0, whole.length / 2), () => response.destroy())
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
