// Who may talk to the dashboard: nobody but a page of this very start can read a run or decide anything.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDashboard } from '../../../src/surfaces/web/server.ts'
import { type Served, ask, letIn, serveProject } from './project.ts'

let served: Served
let ours: Record<string, string>

beforeAll(async () => {
  served = await serveProject()
  ours = await letIn(served.dashboard)
})
afterAll(() => served?.close())

const run = '/api/runs/design-order-tracking'
const without = (name: string) => Object.fromEntries(Object.entries(ours).filter(([key]) => key !== name))

const rebound = (name: string) => ({
  ...ours,
  host: `${name}:${new URL(served.dashboard.origin).port}`,
  origin: `http://${name}:${new URL(served.dashboard.origin).port}`,
})

async function gate() {
  const { gate: asked } = JSON.parse((await ask(served.dashboard, run, { headers: ours })).text) as {
    gate: { key: string; decides: { hash: string; phrase: string } } | null
  }
  return asked
}

const approval = async () => {
  const asked = await gate()
  return JSON.stringify({ gate: asked?.key, hash: asked?.decides.hash, choice: 'approve', phrase: asked?.decides.phrase })
}

describe('reading', () => {
  it('is open to the page itself', async () => {
    expect((await ask(served.dashboard, run, { headers: ours })).status).toBe(200)
  })

  it.each([
    ['nothing at all', () => ({})],
    ['the cookie alone, as a form or image of another page on this machine would send it', () => ({ cookie: ours['cookie'] as string })],
    ['the token alone', () => without('cookie')],
    ['a forged cookie', () => ({ ...ours, cookie: `${(ours['cookie'] as string).split('=')[0]}=${'A'.repeat(43)}` })],
    ['a forged token', () => ({ ...ours, 'x-whet-token': 'B'.repeat(43) })],
    ['the MCP token in its place', () => ({ ...ours, 'x-whet-token': served.dashboard.mcp.token })],
    ['a rebound name, whose page is of that very origin', () => rebound('evil.test')],
    ['a name that only begins like ours', () => rebound('127.0.0.1.evil.test')],
    ['another origin', () => ({ ...ours, origin: 'http://evil.test' })],
    ['another port of this machine', () => ({ ...ours, origin: 'http://127.0.0.1:1' })],
    ['the origin of a sandboxed frame', () => ({ ...ours, origin: 'null' })],
    ['a request a browser says came from another site', () => ({ ...ours, 'sec-fetch-site': 'cross-site' })],
    ['a request a browser says came from another port', () => ({ ...ours, 'sec-fetch-site': 'same-site' })],
  ])('is closed to %s', async (_what, headers) => {
    for (const path of [run, '/api/runs', '/api/live', `${run}/history`]) {
      const { status, text } = await ask(served.dashboard, path, { headers: headers() as Record<string, string> })
      expect([path, status]).toEqual([path, 403])
      expect(text).not.toContain('order-tracking')
    }
  })

  it('a page from elsewhere may be led to the page, which says nothing before it has shown its token', async () => {
    const visit = await ask(served.dashboard, '/', {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    })
    expect(visit.status).toBe(200)
    expect(visit.text).not.toContain('order-tracking')
    expect(
      (
        await ask(served.dashboard, '/', {
          headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
        })
      ).status,
    ).toBe(403)
  })
})

describe('the keys', () => {
  it('are new at every start, and those of another start open nothing', async () => {
    const other = await serveProject({ runs: false })
    try {
      const theirs = await letIn(other.dashboard)
      const [a, b] = [served.dashboard, other.dashboard]
      const secrets = [a.token, b.token, a.mcp.token, b.mcp.token, ours['cookie']?.split('=')[1], theirs['cookie']?.split('=')[1]]
      expect(new Set(secrets).size).toBe(6)
      for (const secret of secrets) expect(secret).toMatch(/^[\w-]{32,}$/)
      const name = ours['cookie']?.split('=')[0]
      expect(
        (await ask(a, run, { headers: { ...ours, 'x-whet-token': b.token, cookie: `${name}=${theirs['cookie']?.split('=')[1]}` } })).status,
      ).toBe(403)
    } finally {
      await other.close()
    }
  })

  it('the cookie is for no script and for no other site', async () => {
    const { headers } = await ask(served.dashboard, '/api/session', {
      method: 'POST',
      headers: { origin: served.dashboard.origin, 'x-whet-token': served.dashboard.token },
    })
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/^whet-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)])
  })
})

describe('deciding', () => {
  it.each([
    ['the cookie alone', () => without('x-whet-token')],
    ['the token alone', () => without('cookie')],
    ['the MCP token', () => ({ ...ours, 'x-whet-token': served.dashboard.mcp.token })],
    ['no origin, as a script would', () => without('origin')],
    ['another origin', () => ({ ...ours, origin: 'http://evil.test' })],
    ['a rebound name', () => rebound('evil.test')],
  ])('with the right words but with %s, nothing is decided', async (_what, headers) => {
    const before = await gate()
    expect(
      (
        await ask(served.dashboard, `${run}/answer`, {
          method: 'POST',
          headers: headers() as Record<string, string>,
          body: await approval(),
        })
      ).status,
    ).toBe(403)
    expect(await gate()).toEqual(before)
  })

  it.each([
    ['without the phrase', { phrase: '' }, 403],
    ['with other words', { phrase: 'something else' }, 403],
    ['on another gate than the one that is open', { gate: 'candidate:9.9' }, 409],
    ['on another design than the one that is there', { hash: 'a'.repeat(64) }, 409],
    ['with a choice that is none', { choice: 'force' }, 403],
    ['claiming an assurance of its own', { assurance: 'signed' }, 400],
  ])('%s, nothing is decided', async (_what, change, status) => {
    const before = await gate()
    const body = JSON.stringify({ ...(JSON.parse(await approval()) as object), ...change })
    expect((await ask(served.dashboard, `${run}/answer`, { method: 'POST', headers: ours, body })).status).toBe(status)
    expect(await gate()).toEqual(before)
  })

  it('what a form could send is not taken', async () => {
    const { status } = await ask(served.dashboard, `${run}/answer`, {
      method: 'POST',
      headers: { ...ours, 'content-type': 'text/plain' },
      body: await approval(),
    })
    expect(status).toBe(400)
  })

  it('the MCP token opens MCP and nothing else', async () => {
    const { mcp } = served.dashboard
    expect(
      (await ask(served.dashboard, '/mcp', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })).status,
    ).toBe(401)
    expect(
      (
        await ask(served.dashboard, '/mcp', {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${served.dashboard.token}` },
          body: '{}',
        })
      ).status,
    ).toBe(401)
    const hello = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    }
    const greeted = await ask(served.dashboard, '/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', authorization: `Bearer ${mcp.token}` },
      body: JSON.stringify(hello),
    })
    expect([greeted.status, greeted.text]).toEqual([200, expect.stringContaining('whetstone')])
  })
})

describe('a host name of its own', () => {
  it('is answered to over https alone, beside loopback, and passkeys belong to it', async () => {
    const home = mkdtempSync(join(tmpdir(), 'whet-host-'))
    const dashboard = await startDashboard({
      cwd: home,
      env: { PATH: process.env['PATH'] ?? '', HOME: home },
      home,
      host: 'whet.example.org',
    })
    try {
      const from = (host: string, origin: string) => ({ host, origin, 'x-whet-token': dashboard.token })
      const session = (headers: Record<string, string>) => ask(dashboard, '/api/session', { method: 'POST', headers })
      const named = await session(from('whet.example.org', 'https://whet.example.org'))
      expect([named.status, String(named.headers['set-cookie'])]).toEqual([200, expect.stringContaining('; Secure')])
      for (const headers of [
        from('whet.example.org', 'http://whet.example.org'),
        from('evil.whet.example.org', 'https://evil.whet.example.org'),
        from('whet.example.org.evil.test', 'https://whet.example.org.evil.test'),
      ])
        expect((await session(headers)).status).toBe(403)
      const cookie = String(named.headers['set-cookie']).split(';')[0] as string
      const begun = await ask(dashboard, '/api/passkeys/begin', {
        method: 'POST',
        headers: { ...from('whet.example.org', 'https://whet.example.org'), cookie, 'content-type': 'application/json' },
        body: '{"principal":"ann"}',
      })
      expect(JSON.parse(begun.text)).toMatchObject({ rp: { id: 'whet.example.org' } })
      expect(dashboard.named).toBe(`https://whet.example.org/#${dashboard.token}`)
    } finally {
      await dashboard.close()
      rmSync(home, { recursive: true })
    }
  })
})

describe('enrolling a passkey', () => {
  it('is over after five wrong codes: whoever has the token alone cannot try them all', async () => {
    const other = await serveProject({ runs: false })
    try {
      const theirs = await letIn(other.dashboard)
      const host = `localhost:${new URL(other.dashboard.origin).port}`
      const post = (path: string, body: object) =>
        ask(other.dashboard, path, {
          method: 'POST',
          headers: { ...theirs, host, origin: `http://${host}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      for (let tries = 0; tries < 5; tries++) {
        expect((await post('/api/passkeys/begin', { principal: 'eve' })).status).toBe(200)
        expect((await post('/api/passkeys', { code: 'wrong', answer: { id: 'x', response: {} } })).status).toBe(403)
      }
      const { status, text } = await post('/api/passkeys/begin', { principal: 'eve' })
      expect([status, text]).toEqual([403, expect.stringContaining('5 wrong codes')])
    } finally {
      await other.close()
    }
  })
})

describe('what is served', () => {
  it.each(['/', '/run/design-order-tracking', '/new'])('%s comes with a policy that lets nothing else in', async (path) => {
    const { headers } = await ask(served.dashboard, path)
    const policy = String(headers['content-security-policy'])
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "frame-ancestors 'none'",
      "form-action 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy).toContain(part)
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
  })

  it('an artifact is plain text, whatever it says it is', async () => {
    const { versions } = JSON.parse((await ask(served.dashboard, `/api/runs/${await hostileRun()}`, { headers: ours })).text) as {
      versions: { hash: string }[]
    }
    const { headers, text } = await ask(served.dashboard, `/api/runs/${await hostileRun()}/texts/${versions[0]?.hash}`, { headers: ours })
    expect(text).toContain('<script>')
    expect(headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' })
  })

  it('a framed page needs a ticket of its own, and is told to run nothing', async () => {
    const { panels } = JSON.parse((await ask(served.dashboard, run, { headers: ours })).text) as {
      panels: { kind: string; pages?: { url: string }[] }[]
    }
    const url = panels.find(({ kind }) => kind === 'frame')?.pages?.[0]?.url as string
    const { status, headers } = await ask(served.dashboard, url)
    expect([status, headers['content-security-policy']]).toEqual([200, expect.stringMatching(/^sandbox; default-src 'none'/)])
    expect((await ask(served.dashboard, url.replace(/ticket=.*/, 'ticket=x'))).status).toBe(403)
    expect((await ask(served.dashboard, url.replace(/\/[0-9a-f]{64}/, `/${'0'.repeat(64)}`))).status).toBe(403)
    expect(
      (
        await ask(served.dashboard, url, {
          headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
        })
      ).status,
    ).toBe(403)
  })

  it.each([
    '/../package.json',
    '/assets/../../../package.json',
    '/assets/%2e%2e/%2e%2e/index.html',
    '/assets//etc/passwd',
    '/run/../../etc/passwd',
    '/api/runs/..%2f..%2fetc',
    '/api/runs/design-order-tracking/texts/..%2f..%2f..%2fpackage.json',
    '/index.html',
    '/preview/design-order-tracking/..%2fjournal.jsonl',
  ])('%s leads nowhere', async (path) => {
    const { status, text } = await ask(served.dashboard, path, { headers: ours })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(text).not.toMatch(/"dependencies"|root:|"seq"/)
  })

  it('a text that a run does not have is not there, which is no damage', async () => {
    expect((await ask(served.dashboard, `/api/runs/design-order-tracking/texts/${'0'.repeat(64)}`, { headers: ours })).status).toBe(404)
  })

  it('a run that is a link, or whose journal is one, is not there', async () => {
    const runs = join(served.root, '.whetstone', 'runs')
    symlinkSync(join(runs, 'design-order-tracking'), join(runs, 'linked'))
    mkdirSync(join(runs, 'half-linked'))
    symlinkSync(join(runs, 'design-order-tracking', 'journal.jsonl'), join(runs, 'half-linked', 'journal.jsonl'))
    for (const name of ['linked', 'half-linked'])
      expect([name, (await ask(served.dashboard, `/api/runs/${name}`, { headers: ours })).status]).toEqual([name, 404])
    const fresh = await startDashboard({ cwd: served.root, env: { ...process.env, HOME: served.root } })
    try {
      const { rows } = JSON.parse((await ask(fresh, '/api/runs', { headers: await letIn(fresh) })).text) as { rows: { run: string }[] }
      expect(rows.map((row) => row.run).filter((name) => name.includes('linked') || name === 'design-order-tracking')).toEqual([
        'design-order-tracking',
      ])
    } finally {
      await fresh.close()
    }
  })

  it('more than a person would write is not read', async () => {
    const { status } = await ask(served.dashboard, `${run}/answer`, {
      method: 'POST',
      headers: ours,
      body: JSON.stringify({ text: 'x'.repeat(300_000) }),
    })
    expect(status).toBe(413)
  })

  it.each([
    [
      'nested deeper than anybody writes',
      `${run}/answer`,
      `{"gate":"x","hash":null,"choice":"y","data":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    ],
    ['no JSON', `${run}/answer`, '{"gate":'],
    ['nothing', `${run}/answer`, ''],
    ['keys that would reach into objects', `${run}/answer`, '{"gate":"x","hash":null,"choice":"y","__proto__":{"text":"x"}}'],
    ['a name that leaves its folder', '/api/start/design', '{"name":"../../escape","text":"Customers can see orders."}'],
    ['a design without requirements', '/api/start/design', '{"name":"nothing-said"}'],
    ['a design without a name', '/api/start/design', '{"text":"Customers can see orders."}'],
  ])('%s is refused as what it is, and nothing comes of it', async (_what, path, body) => {
    expect((await ask(served.dashboard, path, { method: 'POST', headers: ours, body })).status).toBe(400)
    expect(readdirSync(join(served.root, '.whetstone/runs')).filter((name) => /escape|nothing-said/.test(name))).toEqual([])
  })

  it('requirements given on the page are a text, never the name of a file', async () => {
    writeFileSync(join(served.root, 'secret.md'), 'Customers can read the secret-word.')
    const { status } = await ask(served.dashboard, '/api/start/design', {
      method: 'POST',
      headers: ours,
      body: JSON.stringify({ name: 'leak', text: 'secret.md' }),
    })
    expect(status).toBe(200)
    expect(readFileSync(join(served.root, '.whetstone/runs/design-leak/journal.jsonl'), 'utf8')).not.toContain('secret-word')
  })
})

async function hostileRun(): Promise<string> {
  const { rows } = JSON.parse((await ask(served.dashboard, '/api/runs', { headers: ours })).text) as {
    rows: { run: string; name: string }[]
  }
  return rows.find(({ name }) => name === 'hostile-page')?.run as string
}
