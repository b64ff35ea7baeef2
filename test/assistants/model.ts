// A model on loopback that an assistant cannot tell from its vendor's: it streams, calls tools, counts what it is asked, and does as the script says.
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Answer, type Asked, frames, readRequest, wireOf } from './wires.ts'

/** What the model does: answer, answer after some frames and break off, or refuse with a status. */
export type Act = Answer | { breaks: true } | { status: number }
export type Script = (asked: Asked) => Act | Promise<Act>

export interface Model {
  origin: string
  asked: Asked[]
  close(): Promise<void>
}

export async function startModel(script: Script): Promise<Model> {
  const asked: Asked[] = []
  const server = createServer(
    (request, response) => void serve(request, response, asked, script).catch((error: unknown) => response.destroy(error as Error)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => new Promise((resolve) => (server.close(() => resolve()), server.closeAllConnections())),
  }
}

async function serve(request: IncomingMessage, response: ServerResponse, asked: Asked[], script: Script): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://loopback').pathname
  const wire = wireOf(path)
  if (process.env['TRACE']) process.stderr.write(`${request.method} ${request.url}\n`)
  if (wire === null || request.method !== 'POST')
    return void response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"not here"}}')
  const body = JSON.parse(await bodyOf(request)) as Record<string, unknown>
  const said = readRequest(wire, path, body)
  if (process.env['TRACE'])
    process.stderr.write(`${JSON.stringify(process.env['TRACE'] === '2' ? body : { ...said, said: said.said.slice(-1), whole: '' })}\n`)
  asked.push(said)
  const act = await script(said)
  if ('status' in act)
    return void response
      .writeHead(act.status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ type: 'error', error: { type: 'api_error', message: `status ${act.status}`, code: act.status } }))
  const streamed = wire === 'gemini' ? path.endsWith(':streamGenerateContent') : body['stream'] === true
  const all = frames(wire, 'breaks' in act ? { text: 'a beginning' } : act, {
    model: said.model,
    tokensIn: Math.ceil(JSON.stringify(body).length / 4),
  })
  if (!streamed)
    return void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(wire === 'gemini' ? all[0]?.data : { error: { message: 'only streams here' } }))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const { event, data } of 'breaks' in act ? all.slice(0, Math.max(1, all.length - 2)) : all)
    response.write(`${event ? `event: ${event}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)
  if ('breaks' in act) return void setTimeout(() => response.destroy(), 50)
  response.end()
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
