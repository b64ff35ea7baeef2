// An audit's page: its five dimensions against the threshold, its task graph, and the screenshots that lie among its artifacts.
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import auditNew from '../../../src/workflows/audit/verbs/new.ts'
import { createWorld } from '../../../src/runtime/create-world.ts'
import type { Panel, RunDocument } from '../../../src/surfaces/web/document.ts'
import { type Served, ask, letIn, serveProject } from './project.ts'

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
let served: Served
let ours: Record<string, string>
let run: string

beforeAll(async () => {
  served = await serveProject({ runs: false })
  const session = join(served.root, 'session')
  cpSync(fileURLToPath(new URL('../../workflows/audit/fixtures/third-round', import.meta.url)), session, { recursive: true })
  mkdirSync(join(session, 'artifacts/design/shots'), { recursive: true })
  writeFileSync(join(session, 'artifacts/design/shots/desktop-1280.png'), png)
  writeFileSync(join(session, 'artifacts/design/shots/not-really.png'), '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  writeFileSync(join(session, 'artifacts/design/shots/drawing.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(served.root, 'secret.png'), png)
  symlinkSync(join(served.root, 'secret.png'), join(session, 'artifacts/design/shots/linked.png'))
  symlinkSync(served.root, join(session, 'artifacts/design/out'))
  const world = createWorld({ cwd: served.root, env: { ...process.env, HOME: served.root, CI: '1' } })
  run = (await auditNew.run({ session: 'session' }, world)).run
  await world.close()
  ours = await letIn(served.dashboard)
})
afterAll(() => served?.close())

const document = async () => JSON.parse((await ask(served.dashboard, `/api/runs/${run}`, { headers: ours })).text) as RunDocument
const panel = async <K extends Panel['kind']>(kind: K) =>
  (await document()).panels.find((each) => each.kind === kind) as Extract<Panel, { kind: K }>

it('its score is told by dimension, against what every dimension must reach', async () => {
  const { judged, gate } = await document()
  expect(judged).toMatchObject([
    {
      score: 55,
      threshold: 60,
      passed: false,
      dimensions: [
        { name: 'Consistency' },
        { name: 'Accessibility', score: 30 },
        { name: 'Completeness' },
        { name: 'Quality' },
        { name: 'Industry' },
      ],
    },
  ])
  expect(gate?.choices.map(({ name }) => name)).toEqual(['force-approve', 'manual-fix', 'abort'])
})

it('its tasks are a graph of waves, joined by what they need', async () => {
  const { nodes } = await panel('graph')
  expect(nodes.find(({ id }) => id === 'AUDIT-re-002')).toMatchObject({ state: 'failed', needs: ['DESIGN-fix-002'] })
  expect(Math.min(...nodes.map(({ column }) => column))).toBe(1)
})

it('its chains are told worst first, and only what blocked is marked as blocking', async () => {
  const { chains } = await panel('chains')
  expect(chains).toMatchObject([
    {
      id: 'AUDIT-re-002',
      state: 'needs your decision',
      tone: 'bad',
      rounds: [{ score: '4.0' }, { score: '5.0' }, { score: '5.5' }],
      at: 1,
    },
  ])
  expect(chains[0]?.findings.map(({ severity, blocks }) => [severity, blocks])).toEqual(
    expect.arrayContaining([
      ['Critical', true],
      ['High', true],
    ]),
  )
  expect(chains[0]?.findings.filter(({ severity, blocks }) => blocks && severity !== 'Critical' && severity !== 'High')).toEqual([])
  expect((await panel('graph')).nodes.find(({ id }) => id === 'AUDIT-re-002')).toMatchObject({ tone: 'bad', note: '5.5/10', at: 1 })
})

it('its screenshots are shown by tickets; links, drawings and other files are none', async () => {
  const { pictures } = await panel('pictures')
  expect(pictures.map(({ name }) => name)).toEqual(['artifacts/design/shots/desktop-1280.png', 'artifacts/design/shots/not-really.png'])
  const shown = await ask(served.dashboard, pictures[0]?.url as string)
  expect(shown).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
    },
  })
  expect((await ask(served.dashboard, pictures[1]?.url as string)).status).toBe(404)
  expect((await ask(served.dashboard, (pictures[0]?.url as string).replace(/ticket=.*/, 'ticket=x'))).status).toBe(403)
  expect((await ask(served.dashboard, (pictures[0]?.url as string).replace('desktop-1280', 'linked'))).status).toBe(403)
})

it.each([
  'artifacts/design/shots/linked.png',
  'artifacts/design/out/secret.png',
  'artifacts/../../secret.png',
  '../secret.png',
  '/etc/passwd',
  'artifacts/design/shots/drawing.svg',
  'tasks.csv',
  'artifacts',
])('even with a ticket for it, %s is not a picture of the session', async (name) => {
  const { readPicture } = await import('../../../src/workflows/audit/hands/session-pictures.ts')
  expect(readPicture(served.root, 'session', 'artifacts/design/shots/desktop-1280.png')).toHaveLength(png.length)
  expect(readPicture(served.root, 'session', name)).toBeNull()
})

it('once a person took the fix over, it says what is still open', async () => {
  const { gate } = await document()
  expect(
    (
      await ask(served.dashboard, `/api/runs/${run}/answer`, {
        method: 'POST',
        headers: ours,
        body: JSON.stringify({ gate: gate?.key, hash: gate?.decides?.hash ?? null, choice: 'manual-fix' }),
      })
    ).status,
  ).toBe(200)
  while ((await document()).stop === null) await new Promise((resolve) => setTimeout(resolve, 50))
  expect((await document()).stop).toMatchObject({
    passed: false,
    because: expect.stringMatching(/fixed it/),
    distance: expect.arrayContaining([{ name: 'tasks completed', value: expect.any(String) }]),
  })
})

it('once ended, another run decides the session as it is now', async () => {
  expect((await document()).actions.again).toBe('at once')
  const { status, text } = await ask(served.dashboard, `/api/runs/${run}/again`, { method: 'POST', headers: ours, body: '{}' })
  expect(status, text).toBe(200)
  const { run: next } = JSON.parse(text) as { run: string }
  expect(next).not.toBe(run)
  expect(JSON.parse((await ask(served.dashboard, `/api/runs/${next}`, { headers: ours })).text)).toMatchObject({
    row: { workflow: 'audit', run: next },
  })
})
