// Renders a page with Google Stitch over MCP: looks up its tools, makes the slow call once, and polls for the result without starting it again.
import { jsonOrNothing } from '../../../rules/reading/parsed.ts'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

export interface StitchCall {
  url: string
  project: string
  key: string
  prompt: string
  signal: AbortSignal
  say(text: string): void
  /** The limit for the whole rendering. */
  limitMs?: number
  /** The wait between two polls. */
  pauseMs?: number
}

type Call = (name: string, args: Record<string, unknown>, timeoutMs: number) => Promise<unknown>

const generating = 'generate_screen_from_text'
const shortMs = 30_000
/** Share of the whole time; the rest is for recovering a lost call. */
const callShare = 0.6

/** The HTML of the screen; an Error says why there is none. */
export async function drawByStitch({
  url,
  project,
  key,
  prompt,
  signal,
  say,
  limitMs = 600_000,
  pauseMs = 5_000,
}: StitchCall): Promise<string> {
  const server = new URL(url)
  if (server.protocol !== 'https:' && !isLoopback(server)) throw new Error(`${server.host} doesn't use https, so the key isn't sent there`)
  const ends = Date.now() + limitMs
  const client = new Client({ name: 'whetstone', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(server, { requestInit: { headers: { 'X-Goog-Api-Key': key } } }), {
    timeout: shortMs,
  })
  try {
    const { tools } = await client.listTools(undefined, { timeout: shortMs, signal })
    const tool = tools.find(({ name }) => name === generating)
    if (!tool) throw new Error(`the server has no tool ${generating}; it has ${tools.map(({ name }) => name).join(', ') || 'none'}`)
    const has = (name: string) => tools.some((known) => known.name === name)
    const call: Call = async (name, args, timeout) => {
      const result = await client.callTool(
        { name, arguments: args },
        { timeout, signal, resetTimeoutOnProgress: true, maxTotalTimeout: timeout },
      )
      if (result.isError) throw new Refusal(`${name}: ${JSON.stringify(result.content).slice(0, 300)}`)
      return result.structuredContent ?? result.content.map((part) => (part.type === 'text' ? jsonOrNothing(part.text) : null))
    }
    const before = has('list_screens') ? screensIn(await call('list_screens', { projectId: project }, shortMs)) : null
    say('Stitch is drawing; this takes minutes.')
    const made = await call(
      generating,
      { projectId: project, prompt, ...(takes(tool.inputSchema, 'deviceType') && { deviceType: 'DESKTOP' }) },
      limitMs * callShare,
    ).catch((error: unknown) => {
      if (error instanceof Refusal || signal.aborted || !before) throw error
      return null // it may have started, so look for a new screen instead
    })
    for (;;) {
      const link = downloadIn(made) ?? (await lookAgain(call, { made, before, project, has }))
      if (link) return await download(new URL(link), server, signal)
      if (Date.now() + pauseMs >= ends || signal.aborted)
        throw new Error(`no drawing came within ${Math.round(limitMs / 1000)} s; it may still appear in the project`)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  } finally {
    await client.close().catch(() => {})
  }
}

/** The tool ran and refused: there is nothing to look for. */
class Refusal extends Error {}

/** Checks what the call started: the screen it named, or one that wasn't there before. */
async function lookAgain(
  call: Call,
  { made, before, project, has }: { made: unknown; before: string[] | null; project: string; has(name: string): boolean },
): Promise<string | null> {
  const known = made === null ? [] : screensIn(made)
  const fresh =
    known[0] ??
    (before && has('list_screens')
      ? screensIn(await call('list_screens', { projectId: project }, shortMs)).find((screen) => !before.includes(screen))
      : undefined)
  if (!fresh || !has('get_screen')) return null
  return downloadIn(
    await call('get_screen', { projectId: project, screenId: fresh.slice(fresh.lastIndexOf('/') + 1), name: fresh }, shortMs),
  )
}

function downloadIn(value: unknown): string | null {
  for (const node of nodes(value)) {
    const link = (node['htmlCode'] as { downloadUrl?: unknown } | null | undefined)?.downloadUrl
    if (typeof link === 'string') return link
  }
  return null
}

function screensIn(value: unknown): string[] {
  return [...nodes(value)].flatMap(({ name }) => (typeof name === 'string' && /(?:^|\/)screens\/[^/]+$/.test(name) ? [name] : []))
}

/** Every object in a reply whose shape may vary. */
function* nodes(value: unknown): Generator<Record<string, unknown>> {
  const open: unknown[] = [value]
  for (let seen = 0; open.length > 0 && seen < 10_000; seen++) {
    const node = open.shift()
    if (typeof node !== 'object' || node === null) continue
    if (!Array.isArray(node)) yield node as Record<string, unknown>
    open.push(...Object.values(node))
  }
}

const mostBytes = 4 * 1024 * 1024

/** Without the key: the link carries its own access right, and may lead to another server. */
async function download(link: URL, server: URL, signal: AbortSignal): Promise<string> {
  if (link.protocol !== 'https:' && !(isLoopback(link) && isLoopback(server)))
    throw new Error(`the drawing is at ${link.host}, which doesn't use https`)
  const response = await fetch(link, { signal: AbortSignal.any([signal, AbortSignal.timeout(60_000)]) })
  if (!response.ok || !response.body) throw new Error(`the drawing couldn't be fetched: ${response.status}`)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body) {
    parts.push(part)
    size += part.length
    if (size > mostBytes) throw new Error(`the drawing has more than ${mostBytes / 1024 / 1024} MB`)
  }
  const page = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
  if (!/<(?:!doctype|html|head|body|div)\b/i.test(page)) throw new Error("the download isn't a page")
  return page
}

const isLoopback = ({ hostname }: URL) => hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)

const takes = (schema: { properties?: object | undefined }, name: string) => Object.hasOwn(schema.properties ?? {}, name)
