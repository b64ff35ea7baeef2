// One dashboard: a project's runs, its keys and its routes, listening on loopback until it is closed.
import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { accountHome } from '../../adapters/verifier.ts'
import { createWorld, personsPatienceMs } from '../../runtime/create-world.ts'
import { Fault } from '../../schema/fault.ts'
import type { McpAppOptions } from '../mcp/http.ts'
import { Acts } from './acts.ts'
import { createApp, frameAddress, pictureAddress } from './app.ts'
import { readAssets } from './assets.ts'
import { Documents } from './documents.ts'
import { makeKeys } from './guard.ts'
import { Live } from './live.ts'
import { Passkeys } from './passkeys.ts'
import { RunIndex } from './run-index.ts'

export interface DashboardOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** 0 or undefined: any free port. */
  port?: number
  /** A host name under which an https proxy forwards requests to us. */
  host?: string | null
  /** The account's home, where passkeys are stored. */
  home?: string | null
  /** Prints to the terminal that started it. */
  tell?(text: string): void
}

export interface Dashboard {
  /** With the token after the #, which browsers never send. */
  url: string
  /** The same under the name of `--host`. */
  named: string | null
  origin: string
  token: string
  mcp: { url: string; token: string }
  /** Where a text of a run is shown as an inert page. */
  frame(run: string, hash: string): string
  viewers(): number
  close(): Promise<void>
}

export async function startDashboard({
  cwd = process.cwd(),
  env = process.env,
  port = 0,
  host = null,
  home = accountHome(),
  tell = () => {},
}: DashboardOptions = {}): Promise<Dashboard> {
  const keys = makeKeys()
  const mcpToken = randomBytes(24).toString('base64url')
  const leave = new AbortController()
  const world = createWorld({ cwd, env, home })
  const live = new Live()
  const index = new RunIndex(world, (change) => live.tell(change))
  const acts = new Acts({ index, world, openWorld: (more) => createWorld({ cwd, env, home, patienceMs: personsPatienceMs, ...more }) })
  const documents = new Documents(world, index, {
    frame: (run, hash, file) => frameAddress(keys, run, hash, file),
    picture: (run, name) => pictureAddress(keys, run, name),
  })
  const app = createApp({
    keys,
    documents,
    acts,
    passkeys: new Passkeys(world, tell, host),
    name: host,
    live,
    index,
    assets: readAssets(),
    mcp: lazyMcp({ token: mcpToken, signal: leave.signal, cwd, env }),
  })
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port }) as Server
  server.headersTimeout = 10_000
  const address = await listening(server, port)
  void index.look()
  index.watch(() => live.viewers > 0)
  const origin = `http://127.0.0.1:${address.port}`
  return {
    url: `${origin}/#${keys.token}`,
    named: host && `https://${host}/#${keys.token}`,
    origin,
    token: keys.token,
    mcp: { url: `${origin}/mcp`, token: mcpToken },
    frame: (run, hash) => origin + frameAddress(keys, run, hash),
    viewers: () => live.viewers,
    close: async () => {
      leave.abort()
      index.close()
      live.close()
      await acts.close()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      await world.close()
    },
  }
}

/** Loaded when an assistant first calls, so nobody else waits for it. */
function lazyMcp(options: McpAppOptions): (request: Request) => Promise<Response> {
  let app: Promise<Hono> | undefined
  return async (request) =>
    (await (app ??= import('../mcp/http.ts').then(({ createMcpApp }) => new Hono().route('/mcp', createMcpApp(options))))).fetch(request)
}

function listening(server: Server, port: number): Promise<{ port: number }> {
  return new Promise((resolve, reject) => {
    server.once('listening', () => resolve(server.address() as { port: number }))
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new Fault('conflict', `port ${port} can't be used: ${cause.code ?? cause.message}`, {
          cause,
          fix: 'Choose another with --port, or drop --port.',
        }),
      ),
    )
  })
}
