// whet serve: the dashboard of this project, on loopback, until Ctrl-C.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Fault } from '../../schema/fault.ts'
import { print, printJson, talk } from '../terminal.ts'

const usage = `Usage: whet serve [--port <n>] [--host <name>] [--no-open] [--json]

Serve the dashboard of this project on loopback, and MCP at /mcp of it.

Options:
  --port <n>     port (default: one that is free)
  --host <name>  also answer to this host name, for passkeys on a phone: a proxy
                 of yours must serve it over https and pass requests on
  --no-open      do not open the browser (it is opened on a terminal only)
  --json         print addresses and tokens as one JSON document
`

export async function serve(argv: readonly string[]): Promise<number> {
  const { port, host, open, json, help } = read(argv)
  if (help) {
    await print(usage)
    return 0
  }
  const { startDashboard } = await import('./server.ts')
  const dashboard = await startDashboard({ port, host, tell: (text) => talk(`${text}\n`) })
  const { url, named, mcp } = dashboard
  await (json
    ? printJson({ url, ...(named && { named }), mcp })
    : print(
        `Dashboard: ${url}\n${named ? `           ${named}\n` : ''}MCP:       ${mcp.url}  (Authorization: Bearer ${mcp.token})\nThe address lets whoever has it decide in your name; it is good until this server ends. Ctrl-C ends it.\n`,
      ))
  const opened = open && process.stdout.isTTY && !process.env['CI'] ? openBrowser(url) : null
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
  process.once('SIGINT', () => process.exit(130))
  opened?.()
  await dashboard.close()
  return 0
}

/** A passkey belongs to a name, and a number with dots is none. */
const hostName = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

function read(argv: readonly string[]): { port: number; host: string | null; open: boolean; json: boolean; help: boolean } {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        'no-open': { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const port = Number(values.port ?? 0)
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`--port: ${values.port} is no port`)
    const host = values.host?.toLowerCase() ?? null
    if (host !== null && !hostName.test(host)) throw new Error(`--host: ${values.host} is no host name such as whet.example.org`)
    return { port, host, open: !values['no-open'], json: values.json ?? false, help: values.help ?? false }
  } catch (cause) {
    throw new Fault('usage', (cause as Error).message, { cause, fix: '`whet serve --help` shows how it is used.' })
  }
}

/** Through a file only we can read, as others on this machine can see the arguments of a process. Gives back how to tidy up. */
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
    .unref() // the address is printed anyway
  return () => rmSync(folder, { recursive: true, force: true })
}
