// Assistants as they come: the official client over a process's streams or over HTTP, of either protocol era, with or without a user to ask.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process'
import { type Project, launcher } from '../../e2e/whet.ts'

export const eras = { 'the newest revision': { pin: '2026-07-28' }, 'the revision of 2025': 'legacy' } as const
export type Era = keyof typeof eras

/** What a user does when asked: fills the form, or declines. */
export type User = (
  message: string,
  schema: { properties: Record<string, { enum?: string[] }> },
) => Record<string, string> | 'decline' | 'cancel'

export interface Connection {
  client: Client
  /** Every question the user was asked. */
  asked: string[]
  tool(name: string, args?: Record<string, unknown>): Promise<Told>
  close(): Promise<void>
}

export interface Told {
  isError: boolean
  text: string
  /** What the tool said as a value. */
  value: Record<string, unknown>
  data: Record<string, unknown>
  error: { code: string; message: string; fix?: string } | undefined
}

export interface ConnectOptions {
  era?: Era
  user?: User
}

const whetArgs = (args: readonly string[]): string[] => [launcher, ...args]

/** What a person's command printed with --json, whatever its exit code. */
export function whet<T = Record<string, unknown>>(project: Project, args: readonly string[]): Promise<T> {
  return new Promise((resolve, reject) =>
    execFile(
      process.execPath,
      [...whetArgs(args), '--json'],
      { cwd: project.root, env: project.env, maxBuffer: 50_000_000 },
      (_code, stdout, stderr) => {
        try {
          resolve(JSON.parse(stdout) as T)
        } catch {
          reject(new Error(`whet ${args.join(' ')} printed no JSON: ${stdout}${stderr}`))
        }
      },
    ),
  )
}

export function overStdio(project: Project, options: ConnectOptions & { args?: readonly string[] } = {}): Promise<Connection> {
  return connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...(options.args ?? whetArgs(['mcp']))],
      cwd: project.root,
      env: project.env,
      stderr: 'ignore',
    }),
    options,
  )
}

export interface Served {
  url: string
  token: string
  child: ChildProcessWithoutNullStreams
  end(): Promise<number | null>
}

export async function serveHttp(project: Project): Promise<Served> {
  const child = spawn(process.execPath, whetArgs(['mcp', '--http', '--json']), { cwd: project.root, env: project.env })
  let printed = ''
  const document = await new Promise<{ url: string; token: string }>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (printed.trimEnd().endsWith('}')) resolve(JSON.parse(printed) as { url: string; token: string })
    })
    child.once('close', (code) => reject(new Error(`whet mcp --http ended with ${code}: ${printed}`)))
  })
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    ...document,
    child,
    end: () => {
      child.kill('SIGTERM')
      return closed
    },
  }
}

export function overHttp({ url, token }: { url: string; token: string }, options: ConnectOptions = {}): Promise<Connection> {
  return connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${token}` } } }),
    options,
  )
}

async function connect(
  transport: Parameters<Client['connect']>[0],
  { era = 'the newest revision', user }: ConnectOptions,
): Promise<Connection> {
  const client = new Client(
    { name: 'test-assistant', version: '1.0.0' },
    { capabilities: user ? { elicitation: { form: {} } } : {}, versionNegotiation: { mode: eras[era] } },
  )
  const asked: string[] = []
  if (user) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.message)
      const said = user(params.message, (params as unknown as { requestedSchema: Parameters<User>[1] }).requestedSchema)
      return typeof said === 'string' ? { action: said } : { action: 'accept', content: said }
    })
  }
  await client.connect(transport)
  return {
    client,
    asked,
    tool: async (name, args = {}) => {
      const result = await client.callTool({ name, arguments: args })
      const text = (result.content as { type: string; text?: string }[]).map((block) => block.text ?? '').join('\n')
      const value = (result.structuredContent ?? (await fromText(client, args, text))) as Record<string, unknown>
      return {
        isError: result.isError === true,
        text,
        value,
        data: (value['data'] ?? {}) as Record<string, unknown>,
        error: value['error'] as Told['error'],
      }
    },
    close: () => client.close(),
  }
}

/** A long answer comes as text alone, a long task in parts: what an assistant reads there. */
async function fromText(client: Client, args: Record<string, unknown>, text: string): Promise<Record<string, unknown>> {
  const data = /<<<DATA ([0-9a-f]+)[^\n]*\n([\s\S]*?)\n[^\n]*\1>>>/.exec(text)
  const step = /Perform task (\S+) \((\S+)\) and submit it with submit_step\. Reply with (the text|one JSON)[^\n]*\n\n([\s\S]*)$/.exec(text)
  const parts = Number(/This is part 1 of (\d+)/.exec(text)?.[1] ?? 1)
  let prompt = step?.[4] ?? ''
  const [task, role, expects] = [step?.[1], step?.[2], step?.[3] === 'the text' ? 'text' : 'json']
  const value = data ? (JSON.parse(data[2] as string) as Record<string, unknown>) : {}
  for (let part = 2; part <= parts; part++) {
    const { content } = await client.callTool({ name: 'next_step', arguments: { run: value['run'] ?? args['run'], task, part } })
    prompt += (content as { text: string }[])[0]?.text.replace(/^.*\n\n/, '') ?? ''
  }
  const schema = /^Schema: (\{[^\n]*\})\n\n/.exec(prompt)
  return {
    data: value,
    ...(step && {
      step: {
        task,
        role,
        expects,
        ...(schema && { schema: JSON.parse(schema[1] as string) }),
        prompt: schema ? prompt.slice(schema[0].length) : prompt,
      },
    }),
  }
}
