// whet mcp: serves this project to an assistant, over standard input and output or over loopback HTTP.
import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { Fault } from '../../schema/fault.ts'
import { defineFace, port } from '../cli/face.ts'
import { print, printJson, talk } from '../terminal.ts'

export default defineFace({
  summary: 'Serve this project to an assistant over MCP',
  input: z.object({
    http: z
      .boolean()
      .optional()
      .meta({ description: 'over HTTP on loopback; prints address and token once (default: standard input and output)' }),
    port,
  }),
  async run({ http, port: wanted }, json) {
    if (http) await overHttp(wanted ?? 0, json)
    else if (wanted === undefined) await overStdio()
    else throw new Fault('usage', '--port needs --http', { fix: 'Add --http, or drop --port.' })
    return 0
  },
})

async function overStdio(): Promise<void> {
  const [{ serveStdio }, { mcpServers }] = await Promise.all([import('@modelcontextprotocol/server/stdio'), import('./server.ts')])
  if (process.stdin.isTTY) talk('Serving MCP on standard input and output; an assistant starts this itself. Press Ctrl-C to leave.\n')
  const server = serveStdio(mcpServers(), { onerror: (error) => talk(`${error.message}\n`) })
  await left(process.stdin)
  await server.close()
}

async function overHttp(port: number, json: boolean): Promise<void> {
  const [{ serve }, { Hono }, { createMcpApp }] = await Promise.all([import('@hono/node-server'), import('hono'), import('./http.ts')])
  const token = randomBytes(24).toString('base64url')
  const stop = new AbortController()
  const app = new Hono().route('/mcp', createMcpApp({ token, signal: stop.signal }))
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port })
  const address = await new Promise<{ port: number }>((resolve, reject) =>
    server.once('listening', () => resolve(server.address() as { port: number })).once('error', reject),
  ).catch((cause: NodeJS.ErrnoException) => {
    throw new Fault('conflict', `port ${port} can't be used: ${cause.code ?? cause.message}`, {
      cause,
      fix: 'Choose another with --port, or drop --port.',
    })
  })
  const url = `http://127.0.0.1:${address.port}/mcp`
  await (json
    ? printJson({ url, token })
    : print(
        `MCP at ${url}\nHeader: Authorization: Bearer ${token}\nThe token isn't shown again; it opens only MCP. Press Ctrl-C to stop the server.\n`,
      ))
  await left()
  stop.abort()
  server.close()
  if ('closeAllConnections' in server) server.closeAllConnections()
}

/** Until the other end closes or we are interrupted. */
function left(input?: NodeJS.ReadStream): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve()
    process.once('SIGINT', done)
    process.once('SIGTERM', done)
    input?.once('end', done)
    input?.once('close', done)
  })
}
