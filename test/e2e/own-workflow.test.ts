// A workflow of a project's own comes through the same door as those that ship: commands, tools for assistants, a page and a form.
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, letIn } from '../surfaces/web/project.ts'
import { overStdio } from '../surfaces/mcp/clients.ts'
import { type Dashboard, startDashboard } from '../../src/surfaces/web/server.ts'
import { type Project, newProject } from './whet.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const task = ['naming', 'new', 'a tool that sorts files']

let project: Project
let maker: string
beforeAll(() => {
  project = newProject()
  cpSync(join(root, 'examples/library-workflow'), project.root, { recursive: true })
  mkdirSync(join(project.root, 'node_modules'))
  symlinkSync(root, join(project.root, 'node_modules/whetstone'))
  symlinkSync(join(root, 'node_modules/zod'), join(project.root, 'node_modules/zod'))
  maker = `command:${project.program('namer', `process.stdout.write(JSON.stringify({ names: prompt.includes('sorts files') ? ['tidy', 'rake'] : ['odd'] }))`)}`
})
afterAll(() => project.remove())

it('is no command before the configuration that names it is trusted', async () => {
  const { code, stderr } = await project.whet(task)
  expect([code, stderr]).toEqual([2, expect.stringContaining('there is no command "naming"')])
})

describe('once trusted', () => {
  beforeAll(async () => {
    expect((await project.whet(['trust'], { env: { CI: '' } })).code).toBe(0)
  })

  it('it is in --help with what it does and what can be said to it', async () => {
    expect((await project.whet(['--help'])).stdout).toMatch(/whet naming +propose names for a product/)
    expect((await project.whet(['naming', '--help'])).stdout).toMatch(/whet naming new +Start a run[\s\S]*whet naming resume/)
    expect((await project.whet(['naming', 'new', '--help'])).stdout).toMatch(/product +what is to be named/)
    expect((await project.whet(['completion', '--', 'nam'])).stdout.trim()).toBe('naming')
    // Its runs make no artifact, so there is nothing to compare.
    expect((await project.whet(['completion', '--', 'naming', 'd'])).stdout.trim()).toBe('')
    expect(await project.whet(['naming', 'diff'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"diff" doesn\'t work on runs of naming'),
    })
  })

  it('runs to its gate, is listed, and ends by an answer; the driver and every verb know it', async () => {
    const report = await project.json([...task, '--maker', maker])
    expect(report).toMatchObject({ workflow: 'naming', at: 'gate', gate: { choices: [{ name: 'take' }, { name: 'again' }] } })
    const run = String(report['run'])
    expect((await project.json(['inbox']))['waiting']).toMatchObject([{ run, workflow: 'naming' }])
    expect(await project.json(['answer', run, 'take', 'spoon'])).toMatchObject({
      error: { code: 'refused', message: '"spoon" is none of tidy, rake' },
    })
    expect(await project.json(['answer', run, 'take', 'rake'])).toMatchObject({ at: 'end', status: 'named', reason: 'rake', passed: true })
    expect(project.read('NAME.txt')).toBe('rake\n')
    expect(await project.json(['verify', run])).toMatchObject({ ok: true })
    expect(await project.json(['replay', run])).toMatchObject({ replies: 1, differences: [] })
  })

  it('reads, starts a run of another, goes on when that has ended, changes a file by its settings, and has a command of its own', async () => {
    const report = await project.json(['launch', 'new', 'a tool that sorts files', '--maker', `namer=${maker}`])
    expect(report).toMatchObject({ workflow: 'launch', at: 'child' })
    const [child] = report['children'] as string[]
    // The Fault that its code throws comes from a copy of whetstone of its own.
    const early = await project.whet(['launch', 'brief', String(report['run'])])
    expect([early.code, early.stderr]).toEqual([
      2,
      expect.stringMatching(/a tool that sorts files has no slogan yet[\s\S]*Continue the launch/),
    ])
    expect(await project.json(['answer', child!, 'take', 'rake'])).toMatchObject({
      status: 'named',
      then: { workflow: 'launch', status: 'launched', passed: true },
    })
    expect(project.read('news.txt')).toBe('rake: there is nothing like it\n')
    const run = String(report['run'])
    expect((await project.whet(['launch', 'brief', run])).stdout).toBe('rake: there is nothing like it\n')
    expect(await project.json(['verify', run])).toMatchObject({ ok: true })
    expect(await project.json(['replay', run])).toMatchObject({ differences: [] })
  })

  it('fails with a reason when its maker proposes nothing, and so does the run that started it', async () => {
    const useless = `command:${project.program('useless', 'process.stdout.write(\'{"names":[]}\')')}`
    const failed = { at: 'end', status: 'failed', reason: 'no name was proposed', passed: false }
    expect(await project.json(['naming', 'new', 'a fork', '--maker', useless])).toMatchObject(failed)
    expect(await project.json(['launch', 'new', 'a fork', '--maker', `namer=${useless}`])).toMatchObject(failed)
  })

  it('shares its budget with what it starts, and ends when that is used up', async () => {
    const { children, run } = await project.json(['launch', 'new', 'a tool that sorts files', '--maker', `namer=${maker}`, '--calls', '1'])
    expect(await project.json(['answer', (children as string[])[0]!, 'take', 'tidy'])).toMatchObject({
      status: 'named',
      then: { run, at: 'end', status: 'stopped', reason: 'budget_exceeded', usage: { calls: 1 } },
    })
    expect(await project.json(['replay', String(run)])).toMatchObject({ differences: [] })
  })

  it('has settings, and an unknown one is refused where it is', async () => {
    const other = newProject()
    for (const name of ['launch.ts', 'node_modules']) cpSync(join(project.root, name), join(other.root, name), { recursive: true })
    const settings = (text: string) => other.write('whetstone.yaml', `workflows: { launch: launch.ts }\n${text}\n`)
    const brief = async () => {
      await other.whet(['trust'], { env: { CI: '' } })
      return (await other.whet(['launch', '--help'])).stderr
    }
    settings('launch: { fil: news.txt }')
    expect(await brief()).toContain('whetstone.yaml:2:16: there is no setting "fil"; did you mean "file"?')
    settings('lunch: { file: news.txt }')
    expect(await brief()).toContain('there is no setting "lunch"; did you mean "launch"?')
    settings('launch: { file: news.txt }')
    expect(await brief()).toBe('')
    other.remove()
  })

  it('is a tool for assistants, who perform its step and cannot answer its gate', async () => {
    const { client, close } = await overStdio(project, { era: 'the newest revision' })
    const tool = (await client.listTools()).tools.find(({ name }) => name === 'naming_new')
    expect(tool?.inputSchema).toMatchObject({
      properties: { product: { description: 'what is to be named' }, maker: { enum: ['host', 'configured'] } },
    })
    const started = await client.callTool({ name: 'naming_new', arguments: { product: 'a spoon' } })
    expect(started.structuredContent).toMatchObject({
      data: { workflow: 'naming' },
      step: { role: 'namer', prompt: expect.stringContaining('Propose names for a spoon') },
    })
    await close()
  })

  it('has a page, and a form that starts it', async () => {
    const dashboard: Dashboard = await startDashboard({ cwd: project.root, env: project.env })
    const headers = await letIn(dashboard)
    const read = async <T>(path: string, method = 'GET') => JSON.parse((await ask(dashboard, path, { method, headers })).text) as T
    const { forms } = await read<{ forms: object }>('/api/session', 'POST')
    expect((forms as { naming: object }).naming).toMatchObject({
      title: 'naming',
      fields: [{ name: 'product', kind: 'text', required: true }],
    })
    const { rows } = await read<{ rows: { run: string; workflow: string; status: string }[] }>('/api/runs')
    const row = rows.find(({ workflow, status }) => workflow === 'naming' && status === 'named')
    const launched = rows.find(({ workflow, status }) => workflow === 'launch' && status === 'launched')
    expect(await read(`/api/runs/${launched?.run}`)).toMatchObject({
      panels: [{ title: 'The launch', rows: [['a tool that sorts files', 'rake', 'rake: there is nothing like it']] }],
    })
    expect(await read(`/api/runs/${row?.run}`)).toMatchObject({ row: { status: 'named' }, steps: [{ key: 'propose:1', role: 'namer' }] })
    await dashboard.close()
  })
})
