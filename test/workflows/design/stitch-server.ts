// A server that speaks MCP as Stitch does, on loopback, and behaves as well or badly as a test asks.
import { serve } from '@hono/node-server'
import { McpServer, createMcpHandler } from '@modelcontextprotocol/server'
import * as z from 'zod'

export type Manner = 'draws' | 'draws later' | 'loses the connection' | 'refuses' | 'has no such tool' | 'never draws' | 'gives no page'

export interface StitchServer {
  url: string
  calls: { name: string; args: Record<string, unknown> }[]
  /** Keys that came with requests for drawings, and with downloads. */
  keys: (string | null)[]
  downloadKeys: (string | null)[]
  close(): Promise<void>
}

export async function stitchServer(manner: Manner): Promise<StitchServer> {
  const calls: StitchServer['calls'] = []
  const keys: StitchServer['keys'] = []
  const downloadKeys: StitchServer['downloadKeys'] = []
  const screens: string[] = ['projects/7/screens/old']
  let looks = 0
  let base = ''
  const page = () => `${base}/screen.html`
  const structured = (value: object) => ({ content: [{ type: 'text' as const, text: JSON.stringify(value) }] })
  const factory = () => {
    const server = new McpServer({ name: 'stitch', version: '1' })
    const tool = (
      name: string,
      inputSchema: z.ZodObject,
      run: (args: Record<string, unknown>) => Promise<ReturnType<typeof structured> & { isError?: boolean }>,
    ) =>
      server.registerTool(name, { description: name, inputSchema }, async (args) => {
        calls.push({ name, args: args as Record<string, unknown> })
        return run(args as Record<string, unknown>)
      })
    const project = z.object({ projectId: z.string() })
    tool('list_screens', project, async () => structured({ screens: screens.map((name) => ({ name })) }))
    tool('get_screen', z.object({ projectId: z.string(), screenId: z.string(), name: z.string() }), async ({ name }) =>
      structured({ name, ...(++looks > 1 && manner !== 'never draws' && { htmlCode: { downloadUrl: page() } }) }),
    )
    if (manner !== 'has no such tool') {
      tool(
        'generate_screen_from_text',
        z.object({ projectId: z.string(), prompt: z.string(), deviceType: z.enum(['MOBILE', 'DESKTOP']).optional() }),
        async () => {
          screens.push('projects/7/screens/new')
          if (manner === 'refuses') return { ...structured({ error: 'quota is used up' }), isError: true }
          if (manner === 'loses the connection') return new Promise(() => {})
          if (manner === 'draws' || manner === 'gives no page')
            return structured({
              outputComponents: [{ design: { screens: [{ name: 'projects/7/screens/new', htmlCode: { downloadUrl: page() } }] } }],
            })
          return structured({ screen: { name: 'projects/7/screens/new' } })
        },
      )
    }
    return server
  }
  const handler = createMcpHandler(factory)
  const server = serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      if (new URL(request.url).pathname === '/screen.html') {
        downloadKeys.push(request.headers.get('x-goog-api-key'))
        return new Response(
          manner === 'gives no page'
            ? 'just words'
            : '<!doctype html><html><head><title>Drawn</title></head><body><h1>A drawing</h1></body></html>',
        )
      }
      keys.push(request.headers.get('x-goog-api-key'))
      return handler.fetch(request)
    },
  })
  await new Promise<void>((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  base = `http://127.0.0.1:${port}`
  return {
    url: `${base}/mcp`,
    calls,
    keys,
    downloadKeys,
    close: async () => {
      await handler.close()
      ;(server as { closeAllConnections?(): void }).closeAllConnections?.()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
