// The dashboard as people use it, in a real Chromium: through a killed server and a lost line, with the keyboard alone, and every page at every width.
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { type Rolldown, build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import answer from '../../src/operations/answer.ts'
import trust from '../../src/operations/trust.ts'
import { createWorld } from '../../src/runtime/create-world.ts'
import { type Dashboard, startDashboard } from '../../src/surfaces/web/server.ts'
import designNew from '../../src/workflows/design/verbs/new.ts'
import { axeViolations, desktop, openChromium } from '../workflows/design/preview/chromium.ts'
import { requirements } from '../surfaces/web/project.ts'
import { makeEveryRun } from './dashboard-project.ts'
import { type Project, eventsOf, newProject } from './whet.ts'

const patience = 240_000
let browser: Browser

beforeAll(async () => {
  browser = await openChromium()
}, patience)
afterAll(() => browser?.close())

describe('a design in the dashboard', () => {
  it(
    'is started, watched, rejected, revised, left by a killed server, gone on with, approved by its phrase, and frozen',
    { timeout: patience },
    async () => {
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
        await page.locator('.run-bar .mark', { hasText: 'generating' }).waitFor()
        await page.locator('.run-bar .mark', { hasText: 'waiting for you' }).waitFor()
        const first = await page.locator('.run-bar .score strong').innerText()
        expect(Number.parseFloat(first)).toBeGreaterThan(80)

        await page.getByRole('button', { name: /^reject/i }).click()
        await page.getByLabel(/what should be different/).fill('Customers must confirm the cancellation.')
        await page.getByRole('button', { name: 'Reject', exact: true }).click()
        await page.locator('.run-bar .mark', { hasText: 'generating' }).waitFor()

        // In the middle of the second generation.
        server.child.kill('SIGKILL')
        await page.getByText('Lost the connection to the server').waitFor()
        expect(eventsOf(project.journal(), 'rejected')).toMatchObject([{ feedback: 'Customers must confirm the cancellation.' }])

        const port = new URL(server.url).port
        server = await serve(project, ['--port', port])
        // The page stays as it was, and asks for the new address.
        await page.getByText('The server was restarted').waitFor()
        expect(await page.getByRole('heading', { name: 'order-tracking' }).count()).toBe(1)
        await page.getByLabel('Address that whet serve printed').fill(server.url)
        await page.getByRole('button', { name: 'Sign in' }).click()
        await page.locator('.run-bar .mark', { hasText: 'paused' }).waitFor()
        await page.getByRole('button', { name: 'Continue' }).click()
        await page.locator('.run-bar .mark', { hasText: 'waiting for you' }).waitFor()
        // What was asked then and what changed since stand beside the choices; so do both designs, part by part.
        await page
          .locator('.decide', { hasText: 'Your last requests' })
          .locator('.part-changes .new', { hasText: 'confirm the cancellation' })
          .first()
          .waitFor()
        await page.getByRole('link', { name: 'Changes' }).click()
        await page.locator('.part-changes .new', { hasText: 'confirm the cancellation' }).first().waitFor()
        await page.getByRole('link', { name: 'By line' }).click()
        await page.locator('.diff .add', { hasText: 'confirm the cancellation' }).first().waitFor()
        await page.getByRole('link', { name: 'Timeline', exact: true }).click()
        await page.locator('.trajectory .point').nth(1).waitFor()
        await page.getByRole('link', { name: /^Work/ }).click()

        await page.getByRole('button', { name: /^approve/i }).click()
        const words = page.getByLabel(/type these words/)
        const approve = page.getByRole('button', { name: 'Approve', exact: true })
        expect(await approve.isDisabled()).toBe(true)
        await words.pressSequentially('something else')
        expect(await approve.isDisabled()).toBe(true)
        await words.fill('')
        await words.pressSequentially(await page.locator('.phrase').innerText())
        await approve.click()
        await page.locator('.run-bar .mark', { hasText: 'frozen' }).waitFor()
        await page.locator('.stop', { hasText: 'approved by' }).waitFor()

        expect(existsSync(join(project.root, 'features/order-tracking/design/final/FROZEN.md'))).toBe(true)
        expect(eventsOf(project.journal(), 'approved')).toMatchObject([{ assurance: 'attended' }])
        expect((await project.whet(['verify', 'order-tracking'])).code).toBe(0)
      } finally {
        server.child.kill('SIGKILL')
        await page.context().close()
        project.remove()
      }
    },
  )

  it('made elsewhere while the line was lost is there when it is back, without a reload', { timeout: patience }, async () => {
    const at = await served(makeNothing)
    const elsewhere = createWorld({ cwd: at.root, env: at.env })
    const page = await newPage()
    const wire = await openWire(Number(new URL(at.dashboard.url).port))
    try {
      await page.goto(at.dashboard.url.replace(/:\d+/, `:${wire.port}`))
      await page.getByText('There are no runs yet.').waitFor()
      await page.evaluate('window.stayed = true')
      await designNew.run({ feature: 'first-one', requirements }, elsewhere)
      await page.locator('.inbox', { hasText: 'first-one' }).waitFor()
      wire.cut()
      await page.getByText('Lost the connection to the server').waitFor()
      await designNew.run({ feature: 'second-one', requirements }, elsewhere)
      expect(await page.locator('.runs', { hasText: 'second-one' }).count()).toBe(0)
      await wire.mend()
      await page.locator('.inbox', { hasText: 'second-one' }).waitFor()
      await page.getByText('Live', { exact: true }).waitFor()
      expect(await page.evaluate('window.stayed')).toBe(true)
    } finally {
      wire.cut()
      await page.context().close()
      await elsewhere.close()
      await at.close()
    }
  })
})

/** A project and its dashboard in this process: only what a killed process shows needs one. */
async function served(
  make: (root: string, env: NodeJS.ProcessEnv) => unknown,
): Promise<{ root: string; env: NodeJS.ProcessEnv; dashboard: Dashboard; close(): Promise<void> }> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'whet-pages-')))
  const env = { ...process.env, HOME: join(base, 'home'), CI: '1' }
  const root = join(base, 'project')
  await make(root, env)
  const dashboard = await startDashboard({ cwd: root, env, home: env.HOME })
  return { root, env, dashboard, close: async () => (await dashboard.close(), rmSync(base, { recursive: true, force: true })) }
}

describe('every page', () => {
  const widths = [390, 1024, 1440] as const
  const themes = ['light', 'dark'] as const
  /** Whose colours are looked at in every size and both themes. */
  const distinct = ['/', '/gallery', 'order-tracking', 'session', 'site']
  const views: Readonly<Record<string, readonly string[]>> = {
    'order-tracking': ['', '?show=artifact&f=1', '/changes', '/timeline', '/history', '/machine'],
    'read-me': ['', '/timeline', '/rules'],
    'a-guide': [''],
    session: ['', '/tasks?task=AUDIT-re-002'],
    site: ['', '?at=1', '/metrics'],
    'add-b': [''],
  }
  const isDistinct = (path: string) =>
    distinct.some((each) => (each.startsWith('/') ? path === each : path.replace(/-\d{8}-\d{6}$/, '').endsWith(each)))
  let at: Awaited<ReturnType<typeof served>>
  let pages: string[]
  beforeAll(async () => {
    at = await served(makeEveryRun)
    const world = createWorld({ cwd: at.root, env: process.env })
    const runs = await world.store.list()
    await world.close()
    const of = (name: string) => runs.find((run) => new RegExp(`^(?:design-|audit-|sprint-|order-)?${name}(?:-|$)`).test(run))
    pages = [
      '/',
      '/?search=nothing-like-it',
      '/new',
      '/gallery',
      '/nothing/here',
      '/run/nothing-here',
      ...Object.entries(views).flatMap(([name, all]) => all.map((view) => `/run/${of(name)}${view}`)),
    ]
  }, patience)
  afterAll(() => at?.close())

  it(
    'is clean under axe, laid out whole, fits its width and keeps still, at 390, 1024 and 1440 px, light and dark, and asks nobody else for anything',
    { timeout: patience },
    async () => {
      const page = await newPage({ viewport: { width: 1440, height: 900 } })
      await showGallery(page)
      const { origin, url } = at.dashboard
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await page.addInitScript(
        'window.shifted = 0; new PerformanceObserver((list) => list.getEntries().forEach((each) => { if (!each.hadRecentInput) window.shifted += each.value })).observe({ type: "layout-shift", buffered: true })',
      )
      await page.goto(url)
      await page.locator('.runs').waitFor()
      const wrong: unknown[] = []
      for (const path of pages) {
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          await page.goto(origin + path)
          await page.locator('main h1').first().waitFor({ state: 'attached' })
          await expect.poll(() => page.getByText('Loading…').count(), { timeout: 30_000 }).toBe(0)
          const shifted = (await page.evaluate('window.shifted')) as number
          if (shifted > 0.05) wrong.push([path, width, 'shifts', shifted])
        }
        const choices = page.locator('.choices button')
        if ((await choices.count()) > 0) await choices.first().click()
        // A frame that may run nothing cannot be asked by axe; its page has tests of its own.
        await page.locator('iframe').evaluateAll((frames) => frames.forEach((frame) => frame.remove()))
        await page.locator('details').evaluateAll((all) => all.forEach((each) => ((each as unknown as { open: boolean }).open = true)))
        await expect.poll(() => page.getByText('Loading…').count(), { timeout: 30_000 }).toBe(0)
        for (const width of widths)
          for (const colorScheme of themes) {
            await page.setViewportSize({ width, height: 900 })
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
            const odd = colorScheme === 'light' ? [...(await tooWide(page)), ...((await page.evaluate(misplaced)) as string[])] : []
            if (odd.length > 0) wrong.push([path, width, odd])
            // A desk by day and a phone by night have everything looked at; between them only colours differ.
            const isBasic = (width === 1440 && colorScheme === 'light') || (width === 390 && colorScheme === 'dark')
            const violations = isBasic || isDistinct(path) ? await axeViolations(page, isBasic ? [] : ['color-contrast']) : []
            if (violations.length > 0) wrong.push([path, width, colorScheme, violations])
          }
      }
      expect(wrong).toEqual([])
      expect(asked.filter((each) => !each.startsWith(origin) && !each.startsWith('data:'))).toEqual([])
      await page.context().close()
    },
  )

  it('of the list sorts by a column, both ways, and keeps the columns that were chosen', { timeout: patience }, async () => {
    const page = await newPage()
    await page.goto(at.dashboard.url)
    const names = () => page.locator('.runs .name').allInnerTexts()
    const sorted = async (way: string) => {
      await page.locator('.runs thead .sort').first().click()
      await page.locator(`th[aria-sort=${way}]`, { hasText: 'Run' }).waitFor()
      return names()
    }
    const falling = await sorted('descending')
    expect(await sorted('ascending')).toEqual(falling.toReversed())
    expect(falling.at(0)).toBe('tool-library')
    const heads = () => page.locator('.runs thead .sort').allInnerTexts()
    await page.getByText('Columns', { exact: true }).click()
    await page.getByLabel('Workflow', { exact: true }).last().uncheck()
    await page.getByLabel('Spent').check()
    const chosen = await heads()
    expect(chosen.join(' ')).toMatch(/^Run.* State Iteration Score Spent Updated/)
    await page.reload()
    await page.locator('.runs').waitFor()
    expect((await heads()).map((head) => head.replace(/ [↑↓]$/, ''))).toEqual(chosen.map((head) => head.replace(/ [↑↓]$/, '')))
    await page.context().close()
  })

  it('of shared parts looks as it is meant to, by structure', { timeout: patience }, async () => {
    const page = await newPage()
    await page.goto(at.dashboard.url)
    await page.locator('.runs').waitFor()
    await showGallery(page)
    await page.goto(`${at.dashboard.origin}/gallery`)
    await page.getByRole('heading', { name: 'Proposals' }).waitFor()
    await expect.poll(() => page.locator('[class^=hl-]').count()).toBeGreaterThan(3)
    await expect(await page.locator('main').ariaSnapshot()).toMatchFileSnapshot('dashboard-gallery.yaml')
    await page.context().close()
  })

  it('leads from a finding to its place and back, and from a mark in a picture to its finding', { timeout: patience }, async () => {
    const page = await newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(at.dashboard.url)
    await page.getByRole('link', { name: 'stuck', exact: true }).click()
    await page.locator('.findings .evidence a').first().waitFor()
    await page.setViewportSize({ width: 1024, height: 900 })
    const [made, found] = await Promise.all(['.made', '.found-list'].map((each) => page.locator(each).boundingBox()))
    expect(made!.x + made!.width).toBeLessThan(found!.x)
    expect(await page.locator('.artifact .take').innerText()).toContain('11 lines')
    await page.locator('.findings .evidence a').first().click()
    await page.locator('.artifact .chosen').first().waitFor()
    await page.locator('.artifact .spot').last().click()
    await page.locator('.findings .item.chosen').waitFor()
    // On a phone what is decided stands above the choices.
    await page.setViewportSize({ width: 390, height: 900 })
    await page.goto(`${at.dashboard.origin}/run/design-order-tracking`)
    await page.locator('.choices').waitFor()
    const [seen, asked] = await Promise.all(['.made', '.decide'].map((each) => page.locator(each).boundingBox()))
    expect(seen!.y + seen!.height).toBeLessThan(asked!.y)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${at.dashboard.origin}${pages.find((path) => path.includes('/sprint-'))}?at=1`)
    await page.locator('.marked .box').last().click()
    await page.locator('.marked .box.chosen').first().waitFor()
    await page.context().close()
  })

  it('of an order shows its task and its change, and applies it', { timeout: patience }, async () => {
    const page = await newPage()
    await page.goto(at.dashboard.url)
    await page.getByRole('link', { name: 'add-b', exact: true }).click()
    await page.locator('.clamp', { hasText: 'Add b' }).waitFor()
    await page.locator('.proposal', { hasText: 'b.js' }).locator('.diff .add', { hasText: 'export const b = 2' }).waitFor()
    expect(existsSync(join(at.root, 'letters/b.js'))).toBe(false)
    await page.getByRole('button', { name: 'Apply…' }).click()
    await page.getByRole('button', { name: 'Write 1 file' }).click()
    await page.getByRole('dialog').getByText('written').waitFor()
    expect(readFileSync(join(at.root, 'letters/b.js'), 'utf8')).toBe('export const b = 2\n')
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Continue from here…' }).click()
    await expect.poll(() => page.getByLabel('Task').inputValue()).toBe('Add b')
    await page.context().close()
  })
})

describe('with the keyboard alone', () => {
  it('a loop and a design are started, watched, decided, applied and shared', { timeout: patience }, async () => {
    const at = await served(makeNothing)
    const page = await newPage()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const { keyboard } = page
    const tabTo = async (text: string | RegExp) => {
      for (let press = 0; press < 120; press++) {
        const focused = (await page.evaluate(
          "document.activeElement ? (document.activeElement.getAttribute('aria-label') || document.activeElement.name || document.activeElement.innerText || '') : ''",
        )) as string
        if (typeof text === 'string' ? focused.trim() === text : text.test(focused)) return
        await keyboard.press('Tab')
      }
      throw new Error(`the Tab key never reached ${text}`)
    }
    /** What was pressed is gone: the focus has moved on to what comes next. */
    const landed = (...on: string[]) =>
      expect.poll(() => page.evaluate('document.activeElement.id || document.activeElement.className')).toBeOneOf(on)
    const command = async (words: string) => {
      await keyboard.press('ControlOrMeta+k')
      await page.locator('.palette input').waitFor()
      await keyboard.type(words)
      await keyboard.press('Enter')
    }
    try {
      await page.goto(at.dashboard.url)
      await page.getByText('There are no runs yet.').waitFor()
      await command('new reflex')
      await page.locator('textarea').waitFor()
      await tabTo('name')
      await keyboard.type('tidy-files')
      await tabTo('text')
      await keyboard.type('Write a README for tidy')
      await tabTo('Start')
      await keyboard.press('Enter')
      for (const [question, choice] of [
        ['Confirm these success criteria?', 'drop'], // nobody judges here
        ['Confirm these success criteria?', 'confirm'],
        ['Confirm max iterations', 'confirm'],
      ] as const) {
        await page.getByRole('heading', { name: question }).waitFor()
        await expect.poll(() => page.locator('.choices [aria-pressed=true]').count()).toBe(0)
        await landed('decide', 'main')
        await keyboard.press('d')
        await expect.poll(() => page.evaluate('document.activeElement?.closest(".choices") !== null')).toBe(true)
        await tabTo(new RegExp(`^${choice}\\b`, 'i'))
        await keyboard.press('Enter')
        await page.locator('.answer').waitFor()
        await keyboard.press('Tab')
        await tabTo(`${choice[0]?.toUpperCase()}${choice.slice(1)}`)
        await keyboard.press('Enter')
      }
      await page.locator('.stop').waitFor()
      await landed('card stop good', 'main')
      await tabTo('Apply…')
      await keyboard.press('Enter')
      await page.getByRole('button', { name: 'Write 1 file' }).waitFor()
      await tabTo('Write 1 file')
      await keyboard.press('Enter')
      await page.getByRole('dialog').getByText('written').waitFor()
      expect(readFileSync(join(at.root, 'TIDY.md'), 'utf8')).toContain('# tidy')
      await keyboard.press('Escape')

      await command('new design')
      await page.getByLabel('Requirements').waitFor()
      await tabTo('name')
      await keyboard.type('order-tracking')
      await tabTo('text')
      await page.keyboard.insertText(requirements)
      await tabTo('Start')
      await keyboard.press('Enter')
      await page.locator('.answered, .decide, fieldset').first().waitFor()
      if ((await page.locator('fieldset').count()) > 0) {
        await tabTo('Start')
        await keyboard.press('Enter')
      }
      await page.locator('.decide .choices').waitFor()
      await landed('decide', 'main')
      await keyboard.press('d')
      await expect.poll(() => page.evaluate('document.activeElement?.closest(".choices") !== null')).toBe(true)
      await tabTo(/^approve/i)
      await keyboard.press('Enter')
      await page.locator('.phrase').waitFor()
      await page.locator('.typed').waitFor()
      const phrase = await page.locator('.phrase').innerText()
      await expect.poll(() => page.evaluate('document.activeElement?.className')).toBe('typed')
      await keyboard.type(phrase)
      await keyboard.press('Enter')
      await page.locator('.run-bar .mark', { hasText: 'frozen' }).waitFor()
      await landed('card stop good', 'main')
      await tabTo('Share…')
      await keyboard.press('Enter')
      await tabTo('Copy Markdown')
      await keyboard.press('Enter')
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
        /^# order-tracking: Passed[\s\S]*Customers can see[\s\S]*approve \\\(candidate/,
      )
      await keyboard.press('Escape')

      await keyboard.press('h')
      await page.locator('.runs').waitFor()
      await keyboard.press('/')
      await keyboard.type('nothing like it')
      await page.getByText('No matching runs.').waitFor()
      await keyboard.press('ControlOrMeta+a')
      await keyboard.type('delivery date') // words of its task, not of its name
      await keyboard.press('Escape')
      await keyboard.press('j')
      await keyboard.press('Enter')
      await page.getByRole('heading', { name: 'order-tracking' }).waitFor()
      await keyboard.press('2')
      await page.getByRole('heading', { name: 'Score' }).waitFor()
      await keyboard.press('?')
      await page.getByRole('dialog').waitFor()
      await keyboard.press('Escape')
    } finally {
      await page.context().close()
      await at.close()
    }
  })
})

/** A trusted project without runs, whose maker writes one file at once. */
async function makeNothing(root: string, env: NodeJS.ProcessEnv): Promise<void> {
  mkdirSync(root, { recursive: true })
  writeFileSync(
    join(root, 'whetstone.yaml'),
    `makers:\n${['plan', 'produce', 'prepare', 'critique', 'refine'].map((role) => `  ${role}: scripted:script.yaml\n`).join('')}`,
  )
  writeFileSync(
    join(root, 'script.yaml'),
    [
      'replies:',
      '  - role: plan',
      '    json: { plan: [Name it, Show it, End] }',
      '  - role: produce',
      '    text: |',
      '      ```md file=TIDY.md',
      '      # tidy',
      '',
      '      Sorts files by date.',
      '      ```',
      '  - role: refine',
      '    text: |',
      '      ```md file=TIDY.md',
      '      # tidy',
      '',
      '      Sorts files by date, oldest first.',
      '      ```',
      '',
    ].join('\n'),
  )
  const world = createWorld({ cwd: root, env })
  await trust.run({} as never, world)
  await world.close()
}

async function newPage(options: { viewport?: { width: number; height: number }; colorScheme?: 'light' | 'dark' } = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: desktop, reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  return page
}

/** The gallery isn't shipped: it is built here and answered in place of the server. */
async function showGallery(page: Page): Promise<void> {
  const { output } = (await build({
    root: join(import.meta.dirname, 'gallery'),
    configFile: false,
    logLevel: 'error',
    base: '/gallery/',
    build: { write: false, target: 'es2023', modulePreload: { polyfill: false } },
  })) as Rolldown.RolldownOutput
  const bodies = new Map(output.map((file) => [`/gallery/${file.fileName}`, file.type === 'chunk' ? file.code : Buffer.from(file.source)]))
  await page.route(/\/gallery/, (route) => {
    const { pathname } = new URL(route.request().url())
    const path = bodies.has(pathname) ? pathname : '/gallery/index.html'
    return route.fulfill({ body: bodies.get(path)!, contentType: types[extname(path)] ?? 'application/octet-stream' })
  })
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
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
    for (const [end, other] of [
      [socket, far],
      [far, socket],
    ] as const) {
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
  const there = createWorld({ cwd: other.root, env: other.env })
  try {
    await designNew.run({ feature: 'order-tracking', requirements }, there)
    const first = other.read('features/order-tracking/design/intent.json')
    await answer.run({ run: 'order-tracking', choice: 'reject', text: 'Customers must confirm the cancellation.' } as never, there)
    const second = other.read('features/order-tracking/design/intent.json')
    const keys = eventsOf(other.journal(), 'asked').flatMap(({ tasks }) =>
      (tasks as { key: string; kind: string }[]).filter(({ kind }) => kind === 'ask').map(({ key }) => key),
    )
    project.write('whetstone.yaml', 'makers:\n  design-generator: scripted:slow.json\n')
    project.write(
      'slow.json',
      JSON.stringify({
        replies: [first, second].map((text, index) => ({
          role: 'design-generator',
          key: keys[index],
          json: JSON.parse(text) as unknown,
          delayMs: 3000,
        })),
      }),
    )
  } finally {
    await there.close()
    other.remove()
  }
}

/** What a person sees at once and axe does not: cells that are none, words squeezed into a column of a few letters, text cut without a word. */
const misplaced = `[...document.querySelectorAll('main *')].flatMap((each) => {
  const style = getComputedStyle(each), { width, height } = each.getBoundingClientRect()
  const name = each.tagName.toLowerCase() + '.' + each.className + ' ' + each.textContent.slice(0, 60)
  const hasWords = [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim().length > 20)
  const lines = height / (Number.parseFloat(style.lineHeight) || 20)
  const isAway = width <= 1 || each.closest('.away, svg')
  if (isAway) return []
  return [
    ...(innerWidth > 760 && /^T[DH]$/.test(each.tagName) && !each.closest('.facts') && style.display !== 'table-cell' ? ['not a cell: ' + name] : []),
    ...(hasWords && width < 110 && lines > 4 ? ['squeezed: ' + name] : []),
    ...(hasWords && style.overflowX === 'hidden' && style.textOverflow !== 'ellipsis' && each.scrollWidth > each.clientWidth + 1 ? ['cut: ' + name] : []),
  ]
}).slice(0, 8)`

/** What makes the page scroll sideways, by its tag and class. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(
    `document.documentElement.scrollWidth > innerWidth ? [...document.querySelectorAll('body *')].filter((each) => each.getBoundingClientRect().right > innerWidth + 1 && !each.closest('.scroll')).map((each) => each.tagName.toLowerCase() + '.' + each.className + ' ' + each.textContent.slice(0, 60)).slice(0, 12) : []`,
  )
