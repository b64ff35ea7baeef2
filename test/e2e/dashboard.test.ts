// The dashboard as people use it, in a real Chromium: start a design, watch it, reject it, watch it revise, lose the server, come back, approve, see it frozen.
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { cpSync, existsSync, writeFileSync } from 'node:fs'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, desktop, openChromium, phone } from '../workflows/design/preview/chromium.ts'
import { requirements } from '../surfaces/web/project.ts'
import { type Project, eventsOf, newProject } from './whet.ts'

const patience = 240_000
let browser: Browser

beforeAll(async () => {
  browser = await openChromium()
}, patience)
afterAll(() => browser?.close())

describe('a design in the dashboard', () => {
  it('is started, watched, rejected, revised, left by a killed server, gone on with, approved by its phrase, and frozen', { timeout: patience }, async () => {
    const project = newProject()
    const page = await newPage()
    await slowMaker(project)
    expect((await project.whet(['trust'])).code).toBe(0)
    let server = await serve(project)
    try {
      await page.goto(server.url)
      await page.getByText('There are no runs yet.').waitFor()
      await page.getByRole('link', { name: 'New' }).click()
      await page.getByRole('link', { name: 'Design', exact: true }).click()
      await page.getByLabel('Feature').fill('order-tracking')
      await page.getByLabel('Requirements').fill(requirements)
      await page.getByRole('button', { name: 'Start' }).click()

      // From here on nothing is reloaded: what happens is seen as it happens.
      await page.locator('.run-head .mark', { hasText: 'generating' }).waitFor()
      await page.locator('.run-head .mark', { hasText: 'waits for you' }).waitFor()
      const first = await page.locator('.moment .big').innerText()
      expect(Number.parseFloat(first)).toBeGreaterThan(80)

      await page.getByRole('button', { name: /^reject/i }).click()
      await page.getByLabel(/what should be different/).fill('Customers must confirm the cancellation.')
      await page.getByRole('button', { name: 'Reject', exact: true }).click()
      await page.locator('.run-head .mark', { hasText: 'generating' }).waitFor()

      // In the middle of the second generation.
      server.child.kill('SIGKILL')
      await page.getByText('Lost the server').waitFor()
      expect(eventsOf(project.journal(), 'rejected')).toMatchObject([{ feedback: 'Customers must confirm the cancellation.' }])

      const port = new URL(server.url).port
      server = await serve(project, ['--port', port])
      await page.getByText('This page has not been let in').waitFor()
      await page.getByLabel('Or paste it here').fill(server.url)
      await page.getByRole('button', { name: 'Open' }).click()
      await page.locator('.run-head .mark', { hasText: 'rests' }).waitFor()
      await page.getByRole('button', { name: 'Go on' }).click()
      await page.locator('.run-head .mark', { hasText: 'waits for you' }).waitFor()
      await page.locator('.trajectory .point').nth(1).waitFor()

      await page.getByRole('link', { name: 'See what changed' }).click()
      await page.locator('.diff .add', { hasText: 'confirm the cancellation' }).first().waitFor()

      await page.getByRole('button', { name: /^approve/i }).click()
      const words = page.getByLabel(/type these words/)
      const approve = page.getByRole('button', { name: 'Approve', exact: true })
      expect(await approve.isDisabled()).toBe(true)
      await words.pressSequentially('something else')
      expect(await approve.isDisabled()).toBe(true)
      await words.fill('')
      await words.pressSequentially(await page.locator('.phrase').innerText())
      await approve.click()
      await page.locator('.run-head .mark', { hasText: 'frozen' }).waitFor()
      await page.locator('.stop', { hasText: 'approved by' }).waitFor()

      expect(existsSync(join(project.root, 'features/order-tracking/design/final/FROZEN.md'))).toBe(true)
      expect(eventsOf(project.journal(), 'approved')).toMatchObject([{ assurance: 'attended' }])
      expect((await project.whet(['verify', 'order-tracking'])).code).toBe(0)
    } finally {
      server.child.kill('SIGKILL')
      await page.context().close()
      project.remove()
    }
  })

  it('made by another process while the line was lost is there when it is back, without a reload', { timeout: patience }, async () => {
    const project = newProject()
    const page = await newPage()
    const server = await serve(project)
    const wire = await openWire(Number(new URL(server.url).port))
    try {
      project.write('requirements.md', requirements)
      await page.goto(server.url.replace(/:\d+/, `:${wire.port}`))
      await page.getByText('There are no runs yet.').waitFor()
      await page.evaluate('window.stayed = true')
      await project.whet(['design', 'new', 'first-one', '--requirements', 'requirements.md'])
      await page.locator('.inbox', { hasText: 'first-one' }).waitFor()
      wire.cut()
      await page.getByText('Lost the server').waitFor()
      await project.whet(['design', 'new', 'second-one', '--requirements', 'requirements.md'])
      expect(await page.locator('.runs', { hasText: 'second-one' }).count()).toBe(0)
      await wire.mend()
      await page.locator('.inbox', { hasText: 'second-one' }).waitFor()
      await page.getByText('Live', { exact: true }).waitFor()
      expect(await page.evaluate('window.stayed')).toBe(true)
    } finally {
      wire.cut()
      server.child.kill('SIGTERM')
      await page.context().close()
      project.remove()
    }
  })
})

describe('every page', () => {
  it.each([
    ['a desk by day', desktop, 'light'],
    ['a phone by night', phone, 'dark'],
  ] as const)('of every workflow on %s, with all that can be opened open: no accessibility violations, nothing too wide, and nobody else is asked for anything', { timeout: patience }, async (_where, viewport, colorScheme) => {
    const project = newProject()
    const server = await serve(project)
    const page = await newPage({ viewport, colorScheme })
    try {
      const pages = await everyPage(project)
      const { origin } = new URL(server.url)
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await page.goto(server.url)
      await page.locator('.runs').waitFor()
      for (const { path, shows } of pages) {
        await page.goto(origin + path)
        await page.locator(shows).first().waitFor()
        const choices = page.locator('.choices button')
        if ((await choices.count()) > 0) await choices.first().click()
        await page.locator('details').evaluateAll((all) => all.forEach((each) => ((each as unknown as { open: boolean }).open = true)))
        await expect.poll(() => page.getByText('Reading…').count(), { timeout: 30_000 }).toBe(0)
        // A frame that may run nothing cannot be asked by axe; its page has tests of its own.
        await page.locator('iframe').evaluateAll((frames) => frames.forEach((frame) => frame.remove()))
        expect([path, await axeViolations(page)]).toEqual([path, []])
        expect([path, await tooWide(page)]).toEqual([path, []])
      }
      expect(asked.filter((url) => !url.startsWith(origin))).toEqual([])
    } finally {
      server.child.kill('SIGTERM')
      await page.context().close()
      project.remove()
    }
  })

  it('can be used with keys alone', { timeout: patience }, async () => {
    const project = newProject()
    const server = await serve(project)
    const page = await newPage()
    try {
      project.write('requirements.md', requirements)
      await project.whet(['design', 'new', 'order-tracking', '--requirements', 'requirements.md'])
      await page.goto(server.url)
      await page.locator('.runs').waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type('nothing like it')
      await page.getByText('No run fits.').waitFor()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('order')
      await page.keyboard.press('Escape')
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await page.locator('.run-head').waitFor()
      await page.keyboard.press('2')
      await page.getByRole('heading', { name: 'Findings' }).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.keyboard.press('h')
      await page.locator('.runs').waitFor()
    } finally {
      server.child.kill('SIGTERM')
      await page.context().close()
      project.remove()
    }
  })
})

const views: Readonly<Record<string, readonly string[]>> = {
  'design-order-tracking': ['', '/findings', '/artifact', '/changes', '/steps', '/history', '/history?depth=full', '/history?depth=raw', '/preview', '/preview?beside=1', '/machine', '/decisions'],
  'read-me': ['', '/findings?at=1', '/steps', '/rules'],
  'a-guide': ['', '/rules'],
  'audit-session': ['', '/findings', '/tasks', '/audits', '/screenshots'],
}

/** Makes a run of every kind, and says where its pages are and what each of them shows. */
async function everyPage(project: Project): Promise<{ path: string; shows: string }[]> {
  project.write('requirements.md', requirements)
  cpSync(example('reflex-readme'), project.root, { recursive: true })
  cpSync(fileURLToPath(new URL('../workflows/audit/fixtures/third-round', import.meta.url)), join(project.root, 'session'), { recursive: true })
  writeFileSync(join(project.root, 'session', 'artifacts', 'audit', 'desktop-1280.png'), onePixel)
  await project.whet(['design', 'new', 'order-tracking', '--requirements', 'requirements.md'])
  await project.whet(['reject', 'order-tracking', 'Customers must confirm the cancellation.'])
  await project.whet(['reflex', 'new', 'Write a README', '--criteria', 'criteria.yaml', '--maker', 'scripted:script.yaml', '--alias', 'read-me'])
  await project.whet(['reflex', 'new', 'Write a guide', '--type', 'docs', '--alias', 'a-guide', '--draft', '--maker', 'scripted:script.yaml'])
  await project.whet(['audit', 'new', '--session', 'session'])
  const { runs } = await project.json<{ runs: { run: string }[] }>(['list'])
  expect(runs).toHaveLength(Object.keys(views).length)
  const of = (name: string) => runs.find(({ run }) => run.startsWith(name))?.run
  return [
    { path: '/', shows: '.runs' },
    { path: '/?search=nothing-like-it', shows: '.filters' },
    { path: '/new', shows: 'form' },
    { path: '/new?workflow=reflex', shows: 'form' },
    { path: '/run/nothing-here', shows: '.trouble' },
    ...Object.entries(views).flatMap(([name, all]) => all.map((view) => ({ path: `/run/${of(name)}${view}`, shows: '.view section, .view .empty' }))),
  ]
}

const onePixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

const example = (name: string) => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url))

async function newPage(options: { viewport?: typeof desktop; colorScheme?: 'light' | 'dark' } = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: desktop, reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  return page
}

async function serve(project: Project, more: readonly string[] = []): Promise<{ child: ChildProcessWithoutNullStreams; url: string }> {
  const child = project.start(['serve', '--json', ...more])
  const text = await new Promise<string>((resolve, reject) => {
    let said = ''
    let wrong = ''
    child.stderr.setEncoding('utf8').on('data', (part: string) => (wrong += part))
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      said += part
      if (said.trimEnd().endsWith('}\n}')) resolve(said)
    })
    child.on('close', () => reject(new Error(`the server ended: ${said}${wrong}`)))
  })
  return { child, url: (JSON.parse(text) as { url: string }).url }
}

/** A line to the server that can be cut and mended, while the server itself goes on. */
async function openWire(to: number): Promise<{ port: number; cut(): void; mend(): Promise<void> }> {
  const open = new Set<Socket>()
  const wire = createServer((socket) => {
    const far = connect(to, '127.0.0.1')
    for (const [end, other] of [[socket, far], [far, socket]] as const) {
      open.add(end)
      end.on('error', () => {}).on('close', () => other.destroy())
      end.pipe(other)
    }
  })
  const listen = (port: number) => new Promise<void>((resolve) => wire.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = wire.address() as AddressInfo
  return {
    port,
    cut: () => {
      wire.close()
      for (const socket of open) socket.destroy()
    },
    mend: () => listen(port),
  }
}

/** The built-in maker's own two designs, handed out slowly enough to be watched. */
async function slowMaker(project: Project): Promise<void> {
  const other = newProject()
  try {
    other.write('requirements.md', requirements)
    await other.whet(['design', 'new', 'order-tracking', '--requirements', 'requirements.md'])
    const first = other.read('features/order-tracking/design/intent.json')
    await other.whet(['reject', 'order-tracking', 'Customers must confirm the cancellation.'])
    const second = other.read('features/order-tracking/design/intent.json')
    const keys = eventsOf(other.journal(), 'asked').flatMap(({ tasks }) => (tasks as { key: string; kind: string }[]).filter(({ kind }) => kind === 'ask').map(({ key }) => key))
    project.write('whetstone.yaml', 'makers:\n  design-generator: scripted:slow.json\n')
    project.write('slow.json', JSON.stringify({ replies: [first, second].map((text, index) => ({ role: 'design-generator', key: keys[index], json: JSON.parse(text) as unknown, delayMs: 4000 })) }))
  } finally {
    other.remove()
  }
}

/** What makes the page scroll sideways, by its tag and class. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(`document.documentElement.scrollWidth > innerWidth ? [...document.querySelectorAll('body *')].filter((each) => each.getBoundingClientRect().right > innerWidth + 1 && !each.closest('.scroll')).map((each) => each.tagName.toLowerCase() + '.' + each.className + ' ' + each.textContent.slice(0, 60)).slice(0, 12) : []`)
