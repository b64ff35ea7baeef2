// whet serve: the dashboard of this project, on loopback, until Ctrl-C.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Fault } from '../../schema/fault.ts'
import { print, printJson, talk } from '../terminal.ts'

const usage = `Usage: whet serve [--port <n>] [--no-open] [--json]

Serve the dashboard of this project on loopback, and MCP at /mcp of it.

Options:
  --port <n>  port (default: one that is free)
  --no-open   do not open a browser (one opens only from a terminal)
  --json      print addresses and tokens as one JSON document
`

export async function serve(argv: readonly string[]): Promise<number> {
  const { port, open, json, help } = read(argv)
  if (help) {
    await print(usage)
    return 0
  }
  const { startDashboard } = await import('./server.ts')
  const dashboard = await startDashboard({ port, tell: (text) => talk(`${text}\n`) })
  const { url, mcp } = dashboard
  await (json
    ? printJson({ url, mcp })
    : print(
        `Dashboard: ${url}\nMCP:       ${mcp.url}  (Authorization: Bearer ${mcp.token})\nWhoever has the address can decide in your name until this server ends. Ctrl-C ends it.\n`,
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

function read(argv: readonly string[]): { port: number; open: boolean; json: boolean; help: boolean } {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        port: { type: 'string' },
        'no-open': { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const port = Number(values.port ?? 0)
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`--port: ${values.port} is not a port`)
    return { port, open: !values['no-open'], json: values.json ?? false, help: values.help ?? false }
  } catch (cause) {
    throw new Fault('usage', (cause as Error).message, { cause, fix: 'See `whet serve --help`.' })
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
