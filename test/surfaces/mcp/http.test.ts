// Who is served over HTTP: this machine, by a loopback name, with the token, from no other page, in bounded pieces.
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Project, newProject } from '../../e2e/whet.ts'
import { type Served, serveHttp } from './clients.ts'

let project: Project
let served: Served
beforeAll(async () => {
  project = newProject()
  served = await serveHttp(project)
})
afterAll(() => project.remove())

const ping = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
})

function call({
  headers = {},
  path = '/mcp',
  method = 'POST',
  body = ping,
}: {
  headers?: Record<string, string | undefined>
  path?: string
  method?: string
  body?: string
}): Promise<{ status: number; text: string }> {
  const { port } = new URL(served.url)
  const all = {
    host: `127.0.0.1:${port}`,
    authorization: `Bearer ${served.token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  }
  const sent = Object.fromEntries(Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined))
  return new Promise((resolve, reject) => {
    const out = request({ host: '127.0.0.1', port, path, method, headers: sent, setHost: false, agent: false }, (response) => {
      let text = ''
      response
        .setEncoding('utf8')
        .on('data', (part: string) => (text += part))
        .on('end', () => (out.destroy(), resolve({ status: response.statusCode ?? 0, text })))
    })
    out.on('error', reject)
    // Who is refused for the size it announces may be cut off while it still sends, so it sends only the beginning.
    if (body.length > 1_000_000) out.setHeader('content-length', body.length).write(body.slice(0, 1000))
    else out.end(method === 'GET' ? undefined : body)
  })
}

describe('whet mcp --http', () => {
  const port = () => new URL(served.url).port

  it.each<[string, number, () => Parameters<typeof call>[0]]>([
    ['the token and a loopback name', 200, () => ({})],
    ['localhost as a name', 200, () => ({ headers: { host: `localhost:${port()}` } })],
    ['its own origin', 200, () => ({ headers: { origin: `http://127.0.0.1:${port()}` } })],
    ['no token', 401, () => ({ headers: { authorization: undefined } })],
    ['another token', 401, () => ({ headers: { authorization: `Bearer ${served.token.slice(0, -1)}x` } })],
    [
      'the token in another place',
      401,
      () => ({ headers: { authorization: undefined, cookie: `token=${served.token}` }, path: `/mcp?token=${served.token}` }),
    ],
    ['a rebound name', 403, () => ({ headers: { host: `evil.example:${port()}` } })],
    ['no name at all', 400, () => ({ headers: { host: undefined } })],
    ["another page's origin", 403, () => ({ headers: { origin: 'https://evil.example' } })],
    ['the origin of another local page', 403, () => ({ headers: { origin: 'http://127.0.0.1:1' } })],
    ['an opaque origin', 403, () => ({ headers: { origin: 'null' } })],
    ['a body beyond the bound', 413, () => ({ body: `{"x":"${'x'.repeat(5_000_000)}"}` })],
    ['a body that is not JSON', 400, () => ({ body: '{' })],
    ['a form', 415, () => ({ headers: { 'content-type': 'text/plain' } })],
    ['another path', 404, () => ({ path: '/' })],
    ['a path below', 404, () => ({ path: '/mcp/answer' })],
  ])('%s is answered %i', async (_what, status, how) => {
    expect((await call(how())).status).toBe(status)
  })

  it('listens on loopback alone and leaves when it is told to', async () => {
    expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)
    expect(served.token.length).toBeGreaterThanOrEqual(32)
    expect(await served.end()).toBe(0)
  })

  it('refuses a port that is taken and flags it does not know, in words', async () => {
    const other = await serveHttp(project)
    const taken = await project.whet(['mcp', '--http', '--port', new URL(other.url).port])
    expect([taken.code, taken.stderr]).toEqual([5, expect.stringContaining('EADDRINUSE')])
    await other.end()
    for (const args of [['--port', '80'], ['--port', 'x', '--http'], ['--everything']])
      expect((await project.whet(['mcp', ...args])).code).toBe(2)
  })
})
