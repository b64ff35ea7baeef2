// The real assistants, set up against a model on loopback in a home of their own: how each is told where the model and our server are, and how it is started as a host.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const packageRoot = fileURLToPath(new URL('../..', import.meta.url))
export const programs = fileURLToPath(new URL('node_modules/.bin', import.meta.url))
export const whet = join(packageRoot, 'bin/whet.js')

export interface Place {
  home: string
  project: string
  /** Of the model. */
  origin: string
}

export interface Assistant {
  title: string
  program: string
  /** As after --maker. */
  maker: string
  env(place: Place): Record<string, string>
  /** Its settings: the model, and our server for hosts. */
  files(place: Place): Record<string, string>
  /** The task comes on standard input. */
  host: string[]
}

const server = { command: process.execPath, args: [whet, 'mcp'] }
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

export const assistants: readonly Assistant[] = [
  {
    title: 'Claude Code',
    program: 'claude',
    maker: 'claude',
    env: ({ origin }) => ({ ANTHROPIC_API_KEY: 'loopback-key', ANTHROPIC_BASE_URL: origin, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' }),
    files: () => ({ 'project/.mcp.json': json({ mcpServers: { whetstone: server } }) }),
    host: ['claude', '-p', '--mcp-config', '.mcp.json', '--allowedTools', 'mcp__whetstone__*', '--no-session-persistence'],
  },
  {
    title: 'Codex',
    program: 'codex',
    maker: 'codex',
    env: () => ({ OPENAI_API_KEY: 'loopback-key' }),
    files: ({ origin }) => ({
      'home/.codex/config.toml': `model = "loopback"\nmodel_provider = "loopback"\n[model_providers.loopback]\nname = "loopback"\nbase_url = "${origin}/v1"\nenv_key = "OPENAI_API_KEY"\nwire_api = "responses"\n[mcp_servers.whetstone]\ncommand = ${JSON.stringify(server.command)}\nargs = ${JSON.stringify(server.args)}\nrequired = true\n`,
    }),
    host: ['codex', 'exec', '--skip-git-repo-check', '--sandbox', 'workspace-write', '--ephemeral', '-'],
  },
  {
    title: 'Gemini CLI',
    program: 'gemini',
    maker: 'gemini:gemini-3.1-pro-preview',
    env: ({ origin }) => ({ GEMINI_API_KEY: 'loopback-key', GOOGLE_GEMINI_BASE_URL: origin }),
    files: () => ({
      'home/.gemini/settings.json': json({
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
        mcpServers: { whetstone: { ...server, trust: true } },
      }),
    }),
    host: ['gemini', '--skip-trust', '--model', 'gemini-3.1-pro-preview'],
  },
  {
    title: 'opencode',
    program: 'opencode',
    maker: 'opencode:loopback/m1',
    env: () => ({ OPENAI_API_KEY: 'loopback-key' }),
    files: ({ origin }) => ({
      'home/.config/opencode/opencode.json': json({
        model: 'loopback/m1',
        autoupdate: false,
        share: 'disabled',
        provider: {
          loopback: {
            npm: '@ai-sdk/openai-compatible',
            name: 'loopback',
            options: { baseURL: `${origin}/v1`, apiKey: '{env:OPENAI_API_KEY}' },
            models: { m1: { name: 'm1' } },
          },
        },
        mcp: { whetstone: { type: 'local', command: [server.command, ...server.args], enabled: true } },
      }),
    }),
    host: ['opencode', 'run', '--title', 'whet'],
  },
]

/** A place of its own for one trial: nothing of this machine's people is read or written. */
export function prepare(base: string, assistant: Assistant, origin: string): { place: Place; env: Record<string, string> } {
  const place = { home: join(base, 'home'), project: join(base, 'project'), origin }
  for (const folder of [place.home, place.project]) mkdirSync(folder, { recursive: true })
  for (const [path, text] of Object.entries(assistant.files(place))) put(join(base, path), text)
  const env = {
    PATH: `${programs}:${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: place.home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    CI: '1',
    ...assistant.env(place),
  }
  return { place, env }
}

export function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
