// The plugin is of the form Claude Code reads, and everything it names is there.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { faces } from '../../src/surfaces/cli/other-commands.ts'
import { workflows } from '../commands.ts'
import { derivedTools } from '../../src/surfaces/mcp/tools.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const plugin = join(root, 'plugin')
const json = (path: string): Record<string, unknown> => JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, unknown>

const text = { type: 'string', minLength: 1 }
const command = {
  type: 'object',
  properties: { type: { const: 'command' }, command: text, timeout: { type: 'integer', minimum: 1, maximum: 600 } },
  required: ['type', 'command'],
  additionalProperties: false,
}
const entry = (matcher: boolean) => ({
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    properties: { ...(matcher && { matcher: text }), hooks: { type: 'array', minItems: 1, items: command } },
    required: ['hooks', ...(matcher ? ['matcher'] : [])],
    additionalProperties: false,
  },
})
const name = { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }
const author = { type: 'object', properties: { name: text, email: text, url: text }, required: ['name'], additionalProperties: false }

const schemas: [string, object][] = [
  [
    'plugin/.claude-plugin/plugin.json',
    {
      type: 'object',
      properties: {
        name,
        version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
        description: text,
        author,
        license: text,
        homepage: text,
        repository: text,
        keywords: { type: 'array', items: text },
      },
      required: ['name', 'version', 'description'],
      additionalProperties: false,
    },
  ],
  [
    'plugin/hooks/hooks.json',
    {
      type: 'object',
      properties: {
        description: text,
        hooks: { type: 'object', properties: { Stop: entry(false), PreToolUse: entry(true) }, additionalProperties: false },
      },
      required: ['hooks'],
      additionalProperties: false,
    },
  ],
  [
    'plugin/.mcp.json',
    {
      type: 'object',
      properties: {
        mcpServers: {
          type: 'object',
          minProperties: 1,
          additionalProperties: {
            type: 'object',
            properties: { command: text, args: { type: 'array', items: text }, env: { type: 'object' } },
            required: ['command'],
            additionalProperties: false,
          },
        },
      },
      required: ['mcpServers'],
      additionalProperties: false,
    },
  ],
  [
    '.claude-plugin/marketplace.json',
    {
      type: 'object',
      properties: {
        name,
        owner: author,
        metadata: { type: 'object' },
        plugins: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'object',
            properties: { name, source: { type: 'string', pattern: '^\\./' }, description: text },
            required: ['name', 'source'],
            additionalProperties: false,
          },
        },
      },
      required: ['name', 'owner', 'plugins'],
      additionalProperties: false,
    },
  ],
]

const pages = [
  ...readdirSync(join(plugin, 'skills')).map((skill) => `skills/${skill}/SKILL.md`),
  ...readdirSync(join(plugin, 'commands')).map((file) => `commands/${file}`),
]

function frontMatter(page: string): { head: Record<string, unknown>; body: string } {
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]+)$/.exec(readFileSync(join(plugin, page), 'utf8'))
  return { head: parse(match?.[1] ?? '') as Record<string, unknown>, body: match?.[2] ?? '' }
}

describe('the plugin', () => {
  it.each(schemas)('%s fits its schema', (path, schema) => {
    const validate = new Ajv2020().compile(schema)
    expect(validate(json(path)) ? [] : validate.errors).toEqual([])
  })

  it('has the version of the package, and the marketplace leads to it', () => {
    expect(json('plugin/.claude-plugin/plugin.json')['version']).toBe(json('package.json')['version'])
    const [first] = json('.claude-plugin/marketplace.json')['plugins'] as { name: string; source: string }[]
    expect(existsSync(join(root, first?.source ?? '', '.claude-plugin/plugin.json'))).toBe(true)
  })

  it('starts a server that the command line has', () => {
    const { mcpServers } = json('plugin/.mcp.json') as { mcpServers: Record<string, { command: string; args: string[] }> }
    expect(mcpServers['whetstone']).toEqual({ command: 'whet', args: ['mcp'] })
    expect(faces.map(({ name }) => name)).toContain('mcp')
  })

  it('every hook script is there', () => {
    const scripts = [...readFileSync(join(plugin, 'hooks/hooks.json'), 'utf8').matchAll(/\$\{CLAUDE_PLUGIN_ROOT\}\/([\w/.-]+)/g)].map(
      ([, path]) => path as string,
    )
    expect(scripts).toEqual(['hooks/done.mjs', 'hooks/frozen.mjs', 'hooks/decisions.mjs'])
    expect(scripts.filter((path) => !existsSync(join(plugin, path)))).toEqual([])
  })

  it.each(pages)('%s says what it is for and names only tools that exist', async (page) => {
    const { head, body } = frontMatter(page)
    expect(String(head['description']).length).toBeGreaterThan(20)
    expect(String(head['description']).length).toBeLessThan(1024)
    if (page.startsWith('skills/')) expect(page).toBe(`skills/${String(head['name'])}/SKILL.md`)
    const tools = [
      ...(
        await derivedTools({
          names: [],
          get: async () => Promise.reject(new Error('none')),
          all: async () => workflows,
          inUse: async () => [],
          known: async () => [],
        })
      ).map((tool) => tool.name),
      'next_step',
      'submit_step',
      'request_decision',
    ]
    const named = [...body.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, word]) => word as string)
    expect(named.filter((word) => !tools.includes(word))).toEqual([])
    expect(tools.some((tool) => body.includes(`\`${tool}\``))).toBe(true)
  })

  it.each(pages)(
    '%s may use the tools it names without asking each time, and no others of ours that decide or run commands',
    async (page) => {
      const { head, body } = frontMatter(page)
      const allowed = String(head['allowed-tools']).split(', ')
      const known = [
        ...(
          await derivedTools({
            names: [],
            get: async () => Promise.reject(new Error('none')),
            all: async () => workflows,
            inUse: async () => [],
            known: async () => [],
          })
        ).map((tool) => tool.name),
        'next_step',
        'submit_step',
        'request_decision',
      ].map((tool) => `mcp__plugin_whetstone_whetstone__${tool}`)
      expect(allowed.filter((tool) => !known.includes(tool))).toEqual([])
      expect(known.filter((tool) => body.includes(`\`${tool.split('__').at(-1)}\``) && !allowed.includes(tool))).toEqual([])
    },
  )

  it('a reflex loop is started by the user alone', () => {
    expect(frontMatter('skills/reflex/SKILL.md').head['disable-model-invocation']).toBe(true)
  })

  const claude = (process.env['PATH'] ?? '')
    .split(':')
    .map((folder) => join(folder, 'claude'))
    .find((path) => existsSync(path))
  it.runIf(claude)('Claude Code itself finds nothing to say against it', () => {
    execFileSync(claude as string, ['plugin', 'validate', '--strict', plugin], { stdio: 'pipe' })
  })
})
