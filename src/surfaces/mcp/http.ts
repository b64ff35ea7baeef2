// MCP over HTTP, for this machine only: callers must use a loopback name, come from no other page, and hold the token.
import { createHash, timingSafeEqual } from 'node:crypto'
import { createMcpHandler, localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server'
import { Hono } from 'hono'
import { type McpOptions, mcpServers } from './server.ts'

export interface McpAppOptions extends McpOptions {
  /** Opens this app and nothing else: give it its own token. */
  token: string
  /** Aborts running calls when the server closes. */
  signal?: AbortSignal
}

const mostBody = 4 * 1024 * 1024

/** To be mounted at /mcp of any server that listens on loopback. */
export function createMcpApp({ token, signal, ...options }: McpAppOptions): Hono {
  const handler = createMcpHandler(mcpServers(options), { maxRequestBodySize: mostBody })
  signal?.addEventListener('abort', () => void handler.close(), { once: true })
  const expected = digest(`Bearer ${token}`)
  const app = new Hono()
  app.all('/', async ({ req: { raw } }) => {
    const host = raw.headers.get('host')
    const origin = raw.headers.get('origin')
    if (!validateHostHeader(host, localhostAllowedHostnames()).ok) return refusal(403, 'only loopback names are served')
    if (origin !== null && origin !== `http://${host}`) return refusal(403, "pages from other origins aren't served")
    if (!timingSafeEqual(digest(raw.headers.get('authorization') ?? ''), expected))
      return refusal(401, 'the token is missing or wrong', { 'WWW-Authenticate': 'Bearer' })
    return handler.fetch(raw)
  })
  return app
}

const digest = (text: string) => createHash('sha256').update(text).digest()

function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status, headers })
}
