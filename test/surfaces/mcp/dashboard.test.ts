// The same server at /mcp of the dashboard: an assistant works there, the person is asked there, and its token opens nothing else.
import { lending } from '../../lending.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Dashboard, startDashboard } from '../../../src/surfaces/web/server.ts'
import { type Project, eventsOf, newProject } from '../../e2e/whet.ts'
import { type Era, eras, overHttp, whet } from './clients.ts'
import { confirms, criteria, perform } from './loop.ts'
import { phraseOf } from '../../phrase-of.ts'

let project: Project
let dashboard: Dashboard
beforeAll(async () => {
  project = newProject()
  project.write('criteria.yaml', criteria)
  project.write('requirements.md', lending)
  dashboard = await startDashboard({ cwd: project.root, env: project.env })
})
afterAll(async () => {
  await dashboard.close()
  project.remove()
})

describe('/mcp of the dashboard', () => {
  it.each(Object.keys(eras) as Era[])('serves a whole loop, %s', async (era) => {
    const connection = await overHttp(dashboard.mcp, { era, user: confirms })
    const run = (
      await connection.tool('reflex_new', {
        task: 'Write the README of tidy',
        criteria: 'criteria.yaml',
        alias: `tidy-${era.replaceAll(' ', '-')}`,
      })
    ).data['run'] as string
    for (let times = 0; times < 2; times++) {
      const told = await connection.tool('request_decision', { run })
      if (era === 'the revision of 2025')
        expect(told.error).toMatchObject({ code: 'needs_person', fix: expect.stringContaining('whet serve') })
      if (told.isError) await whet(project, ['answer', run, 'confirm'])
    }
    const { last, roles } = await perform(connection, run)
    expect([roles, last.data['passed']]).toEqual([['plan', 'produce', 'critique', 'refine'], true])
    expect(connection.asked).toHaveLength(era === 'the revision of 2025' ? 0 : 2)
    await connection.close()
  })

  it('asks the person, who types the phrase', async () => {
    const { run } = await whet<{ run: string }>(project, [
      'design',
      'new',
      'lending',
      '--requirements',
      'requirements.md',
      '--threshold',
      '70',
    ])
    const said = [{ choice: 'approve' }, { choice: 'approve', phrase: 'approve' }]
    const connection = await overHttp(dashboard.mcp, {
      user: (message) => said.shift() ?? { choice: 'approve', phrase: /type these words: (.+)/.exec(message)?.[1] ?? '' },
    })
    for (let times = 0; times < 2; times++)
      expect((await connection.tool('request_decision', { run })).error).toMatchObject({
        code: 'refused',
        message: expect.stringContaining("isn't the phrase"),
      })
    expect(eventsOf(project.journal(run), 'gate_answered')).toEqual([])
    expect((await connection.tool('request_decision', { run })).data).toMatchObject({ status: 'FROZEN' })
    expect(eventsOf(project.journal(run), 'gate_answered')).toMatchObject([{ choice: 'approve', assurance: 'attended' }])
    await connection.close()
  })

  it('its token answers no gate of the dashboard, in any header, with or without its page', async () => {
    const { run, gate } = await whet<{ run: string; gate: { key: string; decides: { hash: string } } }>(project, [
      'design',
      'new',
      'returning',
      '--requirements',
      'requirements.md',
      '--threshold',
      '70',
    ])
    const { token } = dashboard.mcp
    const body = JSON.stringify({ gate: gate.key, hash: gate.decides.hash, choice: 'approve', phrase: await phraseOf(project.root, run) })
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { 'x-whet-token': token },
      { 'x-whet-token': token, cookie: `whet-${new URL(dashboard.origin).port}=${token}` },
      { 'x-whet-token': token, authorization: `Bearer ${token}`, origin: dashboard.origin },
    ]) {
      for (const path of [`/api/runs/${run}/answer`, '/api/session', '/api/runs', `/mcp/../api/runs/${run}/answer`]) {
        const { status } = await fetch(dashboard.origin + path, {
          method: path === '/api/runs' ? 'GET' : 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          ...(path !== '/api/runs' && { body }),
        })
        expect([path, status]).toEqual([path, 403])
      }
    }
    expect(eventsOf(project.journal(run), 'gate_answered')).toEqual([])
  })
})
