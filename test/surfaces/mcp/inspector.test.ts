// An independent client: the inspector's command line, over stdio with the real binary and over HTTP.
import { execFile, execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Project, newProject } from '../../e2e/whet.ts'
import { type Served, overStdio, serveHttp } from './clients.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const inspector = `${root}node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js`
const binary = `${root}bin/whet.js`

let project: Project
let served: Served
beforeAll(async () => {
  execFileSync(process.execPath, [`${root}scripts/prepare.mjs`], { stdio: 'ignore' })
  project = newProject()
  served = await serveHttp(project)
})
afterAll(async () => {
  await served.end()
  project.remove()
})

async function inspect(target: readonly string[], args: readonly string[]): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(process.execPath, [inspector, '--cli', ...target, ...args], {
    cwd: project.root,
    env: { ...project.env, MCP_CATALOG_PATH: `${project.root}/catalog.json` },
    maxBuffer: 20_000_000,
  })
  return JSON.parse(stdout) as Record<string, unknown>
}

const targets: [string, () => string[]][] = [
  ['stdio and the built binary', () => [process.execPath, binary, 'mcp']],
  ['HTTP', () => [served.url, '--transport', 'http', '--header', `Authorization: Bearer ${served.token}`]],
]

describe.each(targets)('the inspector over %s', (_name, target) => {
  it('finds no fault in the schemas of the tools', async () => {
    const { tools } = (await inspect(target(), ['--method', 'tools/list', '--strict'])) as { tools: { name: string }[] }
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['next_step', 'submit_step', 'request_decision', 'reflex_new']))
  })

  it('calls a tool', async () => {
    const result = await inspect(target(), ['--method', 'tools/call', '--tool-name', 'status'])
    expect(result['structuredContent']).toMatchObject({ data: { runs: [] } })
  })

  it('lists prompts and resources', async () => {
    expect(JSON.stringify(await inspect(target(), ['--method', 'prompts/list']))).toContain('reflex')
    expect(JSON.stringify(await inspect(target(), ['--method', 'resources/list']))).toContain('whetstone://runs')
  })
})

it('the official client talks to the built binary', async () => {
  const connection = await overStdio(project, { args: [binary, 'mcp'] })
  expect((await connection.tool('doctor')).isError).toBe(false)
  await connection.close()
})
