// whet serve: the dashboard of this project, on loopback, until Ctrl-C.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { defineFace, port } from '../cli/face.ts'
import { print, printJson, talk } from '../terminal.ts'
import { interrupted } from '../../schema/fault.ts'

/** A passkey belongs to a host name, and an IP address isn't one. */
const hostName = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

const input = z.object({
  port,
  host: z
    .string()
    .toLowerCase()
    .regex(hostName, 'expected a host name such as whet.example.org')
    .optional()
    .meta({
      description: 'also answer to this host name, for passkeys on a phone: your proxy must serve it over https and forward requests',
      value: 'name',
    }),
  open: z.boolean().default(true).meta({ description: 'do not open a browser (one opens only from a terminal)' }),
})

export default defineFace({ summary: 'Serve the dashboard of this project on loopback, with MCP at /mcp', input, run: serve })

async function serve({ port: wanted = 0, host, open }: z.infer<typeof input>, json: boolean): Promise<number> {
  const { startDashboard } = await import('./server.ts')
  const dashboard = await startDashboard({ port: wanted, host: host ?? null, tell: (text) => talk(`${text}\n`) })
  const { url, named, mcp } = dashboard
  await (json
    ? printJson({ url, ...(named && { named }), mcp })
    : print(
        `Dashboard: ${url}\n${named ? `           ${named}\n` : ''}MCP:       ${mcp.url}  (Authorization: Bearer ${mcp.token})\nAnyone with this address can decide in your name until the server stops. Press Ctrl-C to stop it.\n`,
      ))
  const opened = open && process.stdout.isTTY && !process.env['CI'] ? openBrowser(url) : null
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
  process.once('SIGINT', () => process.exit(interrupted))
  opened?.()
  await dashboard.close()
  return 0
}

/** Opens the browser through a file only we can read, since others can see a process's arguments. Returns the cleanup. */
function openBrowser(url: string): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'whet-open-'))
  const page = join(folder, 'open.html')
  writeFileSync(
    page,
    `<!doctype html><meta charset="utf-8"><title>Whetstone</title><meta http-equiv="refresh" content="0;url=${url}"><a href="${url}">Open the dashboard</a>\n`,
    { mode: 0o600 },
  )
  const [program, args] =
    process.platform === 'darwin' ? ['open', [page]] : process.platform === 'win32' ? ['explorer', [page]] : ['xdg-open', [page]]
  spawn(program, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref() // the URL is printed anyway
  return () => rmSync(folder, { recursive: true, force: true })
}
