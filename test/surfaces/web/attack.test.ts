// Pages that mean harm, in a real Chromium whose user has the dashboard open: none reads a run, none decides, nothing they made runs.
import { findChromium } from '../../../src/adapters/browser/find.ts'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChromium } from '../../workflows/design/preview/chromium.ts'
import { type Served, ask, letIn, serveProject } from './project.ts'

const patience = 120_000
let served: Served
let browser: Browser
let context: BrowserContext
let evil: Server
let heard: string[] = []

beforeAll(async () => {
  served = await serveProject()
  browser = await openChromium()
  context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(served.dashboard.url)
  await page.locator('.runs').waitFor({ timeout: patience })
  evil = createServer((request, response) => {
    heard.push(`${request.url} ${request.headers.cookie ?? ''}`)
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>evil</title><body>')
  })
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
}, patience)

afterAll(async () => {
  await browser?.close()
  evil?.close()
  await served?.close()
})

const evilOrigin = () => `http://127.0.0.1:${(evil.address() as AddressInfo).port}`

async function gateKey(): Promise<string | undefined> {
  const { text } = await ask(served.dashboard, '/api/runs/design-order-tracking', { headers: await letIn(served.dashboard) })
  return (JSON.parse(text) as { gate: { key: string } | null }).gate?.key
}

describe('a page of another origin', () => {
  it('in the same browser, even on another port of this machine, reads nothing and decides nothing', { timeout: patience }, async () => {
    const before = await gateKey()
    const page = await context.newPage()
    await page.goto(`${evilOrigin()}/`)
    const got = await page.evaluate(tryEverything, served.dashboard.origin)
    expect(got).toEqual({ reads: ['refused', 'refused', 'refused', 'refused'], script: 'refused', frame: 'empty', opened: 'nothing' })
    expect(await gateKey()).toBe(before)
    await page.close()
  })

  it('that hears the cookie, as browsers share them between ports, cannot use it', { timeout: patience }, async () => {
    const page = await context.newPage()
    heard = []
    await page.goto(`${evilOrigin()}/steal`)
    const cookie = heard.map((line) => /whet-\d+=\S+/.exec(line)?.[0]).find(Boolean)
    expect(cookie).toMatch(/^whet-\d+=/)
    for (const headers of [
      { cookie: cookie as string },
      { cookie: cookie as string, origin: served.dashboard.origin, 'x-whet-token': '' },
    ]) {
      expect((await ask(served.dashboard, '/api/runs', { headers })).status).toBe(403)
      expect((await ask(served.dashboard, '/api/session', { method: 'POST', headers })).status).toBe(403)
    }
    await page.close()
  })
})

describe('a rebound name', () => {
  it('that leads here is not served at all', { timeout: patience }, async () => {
    const rebound = await chromium.launch({
      executablePath: browserPath(),
      args: ['--no-sandbox', '--host-resolver-rules=MAP evil.test 127.0.0.1'],
    })
    try {
      const page = await rebound.newPage()
      const response = await page.goto(served.dashboard.origin.replace('127.0.0.1', 'evil.test'))
      expect(response?.status()).toBe(403)
      expect(await page.evaluate("fetch('/api/runs').then((response) => response.status)")).toBe(403)
    } finally {
      await rebound.close()
    }
  })
})

describe('an artifact full of script', () => {
  it('is framed without one permission, and shown as the text it is as its source', { timeout: patience }, async () => {
    const page = await context.newPage()
    await page.goto(`${served.dashboard.origin}/run/${await hostileRun()}/artifact`)
    expect(await page.locator('.artifact iframe').getAttribute('sandbox')).toBe('')
    await page.getByRole('link', { name: 'Source' }).click()
    await page.locator('pre.lines', { hasText: '<script>' }).waitFor()
    expect(await page.title()).not.toBe('ran')
    expect(await page.locator('pre.lines script, pre.lines img, pre.lines iframe').count()).toBe(0)
    await page.close()
  })

  it('framed or opened alone as a page, runs nothing, asks for nothing and leads nowhere', { timeout: patience }, async () => {
    const { versions } = JSON.parse(
      (await ask(served.dashboard, `/api/runs/${await hostileRun()}`, { headers: await letIn(served.dashboard) })).text,
    ) as { versions: { hash: string }[] }
    const url = served.dashboard.frame(await hostileRun(), versions[0]?.hash as string)
    // Whatever gets past the policy would be answered, and seen here.
    const reached: string[] = []
    await context.route('http://example.invalid/**', (route) => (reached.push(route.request().url()), route.fulfill({ body: 'reached' })))
    const page = await context.newPage()
    page.on('requestfinished', (request) => reached.push(request.url()))
    await page.goto(url)
    expect(await page.title()).toBe('hostile')
    await page.waitForTimeout(300)
    expect(reached.filter((each) => each !== url && !each.endsWith('favicon.ico'))).toEqual([])
    const framed = await context.newPage()
    await framed.goto(`${served.dashboard.origin}/run/design-order-tracking/preview`)
    expect(await framed.locator('iframe').getAttribute('sandbox')).toBe('')
    await framed.locator('iframe').evaluate((frame, src) => ((frame as unknown as { src: string }).src = src), url)
    const inside = framed.frameLocator('iframe')
    await inside.locator('#out').click()
    await framed.waitForTimeout(500)
    expect(reached.filter((each) => each.includes('example.invalid'))).toEqual([])
    expect(await framed.title()).not.toBe('ran')
    await page.close()
    await framed.close()
  })
})

/** Runs in the page that means harm. */
async function tryEverything(origin: string): Promise<object> {
  const dom = globalThis as unknown as {
    document: { createElement(name: string): Element & Record<string, unknown>; body: { append(node: unknown): void } }
    open(url: string): { document: unknown; closed: boolean } | null
  }
  type Element = { addEventListener(name: string, act: () => void): void; submit?(): void; contentDocument?: unknown }
  const approve = JSON.stringify({ gate: 'candidate:1.0', hash: null, choice: 'abort', text: 'evil' })
  const read = (path: string, init: object) =>
    fetch(origin + path, { credentials: 'include', ...init }).then(
      () => 'read',
      () => 'refused',
    )
  const reads = await Promise.all([
    read('/api/runs', {}),
    read('/api/runs/design-order-tracking/answer', { method: 'POST', headers: { 'content-type': 'application/json' }, body: approve }),
    read('/api/runs/design-order-tracking/answer', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-whet-token': 'x' },
      body: approve,
    }),
    read('/api/session', { method: 'POST' }),
  ])
  await fetch(`${origin}/api/runs/design-order-tracking/answer`, {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'include',
    body: approve,
  }).catch(() => {})
  const settled = (name: string, url: string) =>
    new Promise<string>((resolve) => {
      const element = dom.document.createElement(name)
      element.addEventListener('load', () =>
        resolve(name === 'iframe' && element.contentDocument ? 'readable' : name === 'iframe' ? 'empty' : 'loaded'),
      )
      element.addEventListener('error', () => resolve('refused'))
      element['src'] = url
      dom.document.body.append(element)
      setTimeout(() => resolve('empty'), 3000)
    })
  const [script, frame] = await Promise.all([settled('script', `${origin}/api/runs`), settled('iframe', `${origin}/`)])
  const other = dom.open(`${origin}/`)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  let opened = 'nothing'
  try {
    if (other && !other.closed && other.document) opened = 'readable'
  } catch {
    opened = 'nothing'
  }
  return { reads, script, frame, opened }
}

async function hostileRun(): Promise<string> {
  const { rows } = JSON.parse((await ask(served.dashboard, '/api/runs', { headers: await letIn(served.dashboard) })).text) as {
    rows: { run: string; name: string }[]
  }
  return rows.find(({ name }) => name === 'hostile-page')?.run as string
}

const browserPath = () => findChromium().path ?? ''
