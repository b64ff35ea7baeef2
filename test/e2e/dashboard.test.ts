// The dashboard as people use it, in a real Chromium: start a design, watch it, reject it, watch it revise, lose the server, come back, approve, see it frozen.
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
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
    let server = await serve(project)
    try {
      await slowMaker(project)
      await page.goto(server.url)
      await page.getByText('There are no runs yet.').waitFor()

      // From here on nothing is reloaded: what another process does is seen as it happens.
      const started = project.whet(['design', 'new', 'order-tracking', '--requirements', 'requirements.md', '--maker', 'scripted:slow.json'])
      await page.getByRole('link', { name: 'order-tracking' }).first().click()
      await page.locator('.run-head .mark', { hasText: 'generating' }).waitFor()
      await page.locator('.run-head .mark', { hasText: 'waits for you' }).waitFor()
      await started
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

  it('is started from the page itself and driven by the server', { timeout: patience }, async () => {
    const project = newProject()
    const page = await newPage()
    const server = await serve(project)
    try {
      await page.goto(server.url)
      await page.getByRole('link', { name: 'New' }).click()
      await page.getByLabel('Feature').fill('order-tracking')
      await page.getByLabel('Requirements').fill(requirements)
      await page.getByRole('button', { name: 'Start' }).click()
      await page.getByRole('heading', { name: /^Decide on the design of order-tracking/ }).waitFor()
      await page.goto(`${new URL(server.url).origin}/`)
      await page.locator('.inbox', { hasText: 'order-tracking' }).waitFor()
    } finally {
      server.child.kill('SIGTERM')
      await page.context().close()
      project.remove()
    }
  })
})

describe('every page', () => {
  it('has no accessibility violations, fits a phone, and asks nobody else for anything, light and dark', { timeout: patience }, async () => {
    const project = newProject()
    const server = await serve(project)
    try {
      project.write('requirements.md', requirements)
      await project.whet(['design', 'new', 'order-tracking', '--requirements', 'requirements.md'])
      await project.whet(['reject', 'order-tracking', 'Customers must confirm the cancellation.'])
      const { origin } = new URL(server.url)
      cpSync(example('reflex-readme'), project.root, { recursive: true })
      await project.whet(['reflex', 'new', 'Write a README', '--criteria', 'criteria.yaml', '--maker', 'scripted:script.yaml', '--alias', 'read-me'])
      cpSync(fileURLToPath(new URL('../workflows/audit/fixtures/third-round', import.meta.url)), join(project.root, 'session'), { recursive: true })
      await project.whet(['audit', 'new', '--session', 'session'])
      const runs = (await project.json<{ runs: { run: string; workflow: string }[] }>(['list'])).runs
      const pages = runs.flatMap(({ run, workflow }) => (views[workflow] ?? []).map((view) => `/run/${run}${view}`))
      expect(pages).toHaveLength(Object.values(views).flat().length)
      for (const [viewport, colorScheme] of [[desktop, 'light'], [phone, 'dark']] as const) {
        const page = await newPage({ viewport, colorScheme })
        const asked: string[] = []
        page.on('request', (request) => asked.push(request.url()))
        await page.goto(server.url)
        await page.locator('.runs').waitFor()
        for (const path of ['/', '/new', ...pages]) {
          await page.goto(origin + path)
          await page.locator(path === '/' ? '.runs' : path === '/new' ? 'form' : '.view section').first().waitFor()
          // A frame that may run nothing cannot be asked by axe; its page has tests of its own.
          await page.locator('iframe').evaluateAll((frames) => frames.forEach((frame) => frame.remove()))
          expect([path, await axeViolations(page)]).toEqual([path, []])
          expect([path, await page.evaluate('document.documentElement.scrollWidth > innerWidth')]).toEqual([path, false])
        }
        expect(asked.filter((url) => !url.startsWith(origin))).toEqual([])
        await page.context().close()
      }
    } finally {
      server.child.kill('SIGTERM')
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
  design: ['', '/findings', '/artifact', '/changes', '/steps', '/history', '/history?depth=full', '/history?depth=raw', '/preview', '/machine', '/decisions'],
  reflex: ['', '/findings?at=1', '/rules'],
  audit: ['', '/findings', '/tasks', '/audits'],
}

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
    project.write('requirements.md', requirements)
    project.write('slow.json', JSON.stringify({ replies: [first, second].map((text, index) => ({ role: 'design-generator', key: keys[index], json: JSON.parse(text) as unknown, delayMs: 4000 })) }))
  } finally {
    other.remove()
  }
}
