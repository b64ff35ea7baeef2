// Who is told when a run waits or ends: a real server checks the signature, programs on PATH stand for the desktop, and nobody is told before a person trusts the file.
import { lending } from '../lending.ts'
import { createHmac } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Notice, type NotifySettings, notify } from '../../src/adapters/notify.ts'
import { Config } from '../../src/schema/config.ts'
import { type Project, newProject } from '../e2e/whet.ts'
import { overStdio, whet } from '../surfaces/mcp/clients.ts'
import { confirms, criteria, perform } from '../surfaces/mcp/loop.ts'

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

let server: Server
let url: string
let received: Received[]
let answer: (response: ServerResponse) => void
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request
      .setEncoding('utf8')
      .on('data', (part: string) => (body += part))
      .on('end', () => {
        received.push({ headers: request.headers, body })
        answer(response)
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
})
afterAll(() => void server.close())
beforeEach(() => {
  received = []
  answer = (response) => response.writeHead(204).end()
})

const notice: Notice = {
  event: 'gate',
  run: 'cart-1',
  workflow: 'design',
  name: 'cart',
  status: 'CANDIDATE',
  score: 91,
  scale: 100,
  question: 'Decide on <b>cart</b>?',
  reason: null,
  passed: false,
  at: '2026-01-01T00:00:00.000Z',
}

async function tell(
  settings: NotifySettings,
  env: NodeJS.ProcessEnv = {},
  what: Notice = notice,
): Promise<{ said: string[]; rung: number }> {
  const said: string[] = []
  let rung = 0
  await notify(what, settings, { env, now: () => 1_700_000_000_999, bell: () => (rung += 1), say: (text) => said.push(text) })
  return { said, rung }
}

describe('the webhook', () => {
  const hook = () => ({ webhook: { url, secret_env: 'HOOK_SECRET' } })

  it('gets the notice, signed over time and body', async () => {
    expect((await tell(hook(), { HOOK_SECRET: 's3cret' })).said).toEqual([])
    const [{ headers, body }] = received as [Received]
    expect(JSON.parse(body)).toEqual(notice)
    expect(headers['x-whetstone-timestamp']).toBe('1700000000')
    expect(headers['x-whetstone-signature']).toBe(`sha256=${createHmac('sha256', 's3cret').update(`1700000000.${body}`).digest('hex')}`)
    expect(JSON.stringify(received)).not.toContain('s3cret')
  })

  it('gets nothing without the secret', async () => {
    expect((await tell(hook())).said.join()).toContain('HOOK_SECRET')
    expect(received).toEqual([])
  })

  it.each<[string, () => void, RegExp]>([
    ['it answers an error', () => (answer = (response) => response.writeHead(500).end('secret body')), /answered 500$/],
    ['it sends us elsewhere', () => (answer = (response) => response.writeHead(307, { location: `${url}/other` }).end()), /redirect/],
    ['it breaks off', () => (answer = (response) => response.destroy()), /couldn't be reached/],
  ])('says so when %s, and nothing is followed', async (_what, change, says) => {
    change()
    expect((await tell(hook(), { HOOK_SECRET: 'x' })).said.join()).toMatch(says)
    expect(received).toHaveLength(1)
  })

  it.each([
    'http://example.org/hook',
    'ftp://example.org',
    'https://user:pass@example.org',
    'http://127.0.0.1.example.org/',
    'file:///etc/passwd',
  ])('%s is refused by the configuration', (bad) => {
    expect(Config.safeParse({ notify: { webhook: { url: bad, secret_env: 'X' } } }).success).toBe(false)
  })

  it.each(['https://example.org/hook', 'http://localhost:8080/', 'http://[::1]:8080/'])('%s is taken', (good) => {
    expect(Config.safeParse({ notify: { webhook: { url: good, secret_env: 'X' } } }).success).toBe(true)
  })
})

describe('the desktop and the bell', () => {
  let bin: string
  beforeEach(() => {
    bin = realpathSync(mkdtempSync(join(tmpdir(), 'whet-desktop-')))
  })
  afterEach(() => rmSync(bin, { recursive: true }))

  function program(name: string, exit = 0): void {
    writeFileSync(
      join(bin, name),
      `#!/bin/sh\nfor word in "$@"; do printf '%s\\n' "$word" >> "${join(bin, 'said')}"; done\nprintf '%s\\n' "key=$API_KEY" >> "${join(bin, 'said')}"\nexit ${exit}\n`,
    )
    chmodSync(join(bin, name), 0o755)
  }
  const words = () => readFileSync(join(bin, 'said'), 'utf8').trimEnd().split('\n')

  it('notify-send is given plain words after its options, and no keys', async () => {
    program('notify-send')
    const { said } = await tell({ desktop: true }, { PATH: `${bin}:/usr/bin:/bin`, API_KEY: 'k' })
    expect([said, words()]).toEqual([[], ['--app-name=whet', '--', 'cart waits for you', 'Decide on &lt;b&gt;cart&lt;/b&gt;?', 'key=']])
  })

  it('osascript is given the words as arguments, never as a script', async () => {
    program('osascript')
    await tell(
      { desktop: true },
      { PATH: `${bin}:/usr/bin:/bin` },
      { ...notice, event: 'end', status: 'stopped', reason: '" & do shell script "x' },
    )
    expect(words().slice(6, 9)).toEqual(['--', 'cart: stopped', '" & do shell script "x, score 91'])
  })

  it('without such a program nobody is told and nothing failed; a program that fails is said to', async () => {
    expect((await tell({ desktop: true }, { PATH: bin })).said).toEqual([])
    program('notify-send', 3)
    expect((await tell({ desktop: true }, { PATH: `${bin}:/usr/bin:/bin` })).said.join()).toContain('desktop notification failed')
  })

  it('the bell rings once, and only where it is switched on', async () => {
    expect([(await tell({ bell: true })).rung, (await tell({})).rung]).toEqual([1, 0])
  })
})

describe('a run', () => {
  let project: Project
  beforeEach(() => {
    project = newProject()
    project.env['HOOK_SECRET'] = 's'
    project.write('whetstone.yaml', `notify:\n  webhook: { url: "${url}", secret_env: HOOK_SECRET }\n`)
    project.write('requirements.md', lending)
  })
  afterEach(() => project.remove())

  const events = () =>
    received
      .map(({ body }) => JSON.parse(body) as Notice)
      .map(({ event, name, status, question }) => ({ event, name, status, asks: question !== null }))

  it('tells nobody before the configuration is trusted, and afterwards when it waits and when it ends', async () => {
    const design = (feature: string) => whet(project, ['design', 'new', feature, '--requirements', 'requirements.md', '--threshold', '70'])
    await design('quiet')
    expect(received).toEqual([])
    expect(JSON.stringify(await whet(project, ['trust']))).toContain(`"webhook":"${new URL(url).origin}/…"`) // what follows may be a secret
    await design('loud')
    expect(events()).toEqual([{ event: 'gate', name: 'loud', status: 'CANDIDATE', asks: true }])
    await whet(project, ['abort', 'loud', 'not needed'])
    expect(events().slice(1)).toEqual([{ event: 'end', name: 'loud', status: 'FAILED', asks: false }])
  })

  it('that an assistant drives tells the person of its draft, of each question and of its end', async () => {
    await whet(project, ['trust'])
    project.write('criteria.yaml', criteria)
    const connection = await overStdio(project, { user: confirms })
    await connection.tool('reflex_new', { task: 'Write the README', criteria: 'criteria.yaml', alias: 'readme' })
    expect(events()).toEqual([{ event: 'gate', name: 'readme', status: 'draft', asks: true }])
    for (let times = 0; times < 2; times++) await connection.tool('request_decision', { run: 'readme' })
    await perform(connection, 'readme')
    await connection.close()
    expect(events().slice(1)).toEqual([
      { event: 'gate', name: 'readme', status: 'draft', asks: true },
      { event: 'end', name: 'readme', status: 'completed', asks: false },
    ])
  })
})
