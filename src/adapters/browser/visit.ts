// One page open in one view: confined to its own files, read from a world its scripts can't reach.
import type { Browser, BrowserContext, CDPSession, Page, Request, Route } from 'playwright-core'
import { type ViewName, views } from '../../rules/page/measure.ts'
import { count } from './coverage.ts'
import { installBase } from './in-page/base.ts'
import { calm, sameEveryTime, twoFrames } from './in-page/calm.ts'
import type { PageSource } from './source.ts'
import { type Framed, type Reader, enter, frameTreeOf, framesIn } from './worlds.ts'

/** What happened while it was open. */
interface Seen {
  blocked: Map<string, string>
  missing: Map<string, number>
  errors: { kind: 'error' | 'exception'; text: string; source: string }[]
  dialogs: number
  popups: number
  downloads: number
  requests: number
  /** Of those, the ones that would have sent data. */
  withheld: number
  /** Where it tried to go while its buttons were tried. */
  navigations: string[]
  /** Where it tried to go before that. */
  byItself: ReadonlySet<string>
  /** The first of those. */
  leftTo: string | null
  /** Whether a meta element sends visitors on. */
  refreshes: boolean
  /** The number of errors before its buttons were tried. */
  ownErrors: number
}

export interface Visit extends Reader {
  page: Page
  cdp: CDPSession
  seen: Seen
  /** Advances the page's own clock by this much. */
  pass(ms: number): Promise<void>
  /** From now on, the page can't navigate. */
  hold(): Promise<void>
  resize(view: ViewName): Promise<void>
  world(): number
  frames(): Promise<Framed[]>
}

/** Why a page can't be measured; anything else thrown is a defect of ours. */
export class Unreadable extends Error {}

/** Playwright's messages for a closed window. */
const closed = 'Target page, context or browser has been closed'
/** Time for a URL to answer. */
const answerMs = 10_000
/** Time for a page that tries to leave to finish loading. */
const leaveMs = 1000

/** A blank page in a context and process of its own, which takes time to open, so it pays to have one ready. */
export interface Blank {
  context: BrowserContext
  page: Page
  cdp: CDPSession
  seen: Seen
  /** What it may load; nothing until there is a page. */
  source: PageSource | null
  /** Whether it must stay where it is. */
  held: boolean
}

export async function openBlank(browser: Browser, view: ViewName): Promise<Blank> {
  const { width, height, mobile } = views[view]
  const context = await browser.newContext({
    viewport: { width, height },
    isMobile: mobile,
    hasTouch: mobile,
    deviceScaleFactor: 1,
    acceptDownloads: false,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    colorScheme: 'light',
    locale: 'en-US',
    timezoneId: 'UTC',
    permissions: [],
  })
  // The routes below decide what it may reach; without this Chromium blocks a local page's own sockets.
  await context.grantPermissions(['local-network-access']).catch(() => {}) // an older version doesn't know it
  await context.clock.install({ time: start })
  await context.clock.pauseAt(start + 1000)
  await context.addInitScript(sameEveryTime)
  await context.addInitScript(calm)
  const page = await context.newPage()
  const blank: Blank = { context, page, cdp: await context.newCDPSession(page), seen: nothingSeen(), source: null, held: false }
  await shutOff(blank)
  if (view === 'desktop') await count(blank.cdp)
  return blank
}

/** The page's time: its clock moves only through `pass`, so whatever it times is always in the same state. */
const start = Date.UTC(2026, 0, 1, 10)

const nothingSeen = (): Seen => ({
  blocked: new Map(),
  missing: new Map(),
  errors: [],
  dialogs: 0,
  popups: 0,
  downloads: 0,
  requests: 0,
  withheld: 0,
  navigations: [],
  byItself: new Set(),
  leftTo: null,
  refreshes: false,
  ownErrors: Number.POSITIVE_INFINITY,
})

export async function openVisit(blank: Blank, source: PageSource, loadMs: number): Promise<Visit> {
  const { page, cdp, seen } = blank
  blank.source = source
  await open(page, source, seen, loadMs)

  const { frame } = await frameTreeOf(cdp)
  const own = await enter(cdp, frame.id)
  // Reported in order with what is read; the request itself may come too late on a busy machine.
  cdp.on('Page.frameRequestedNavigation', ({ frameId, url, reason }) => {
    const elsewhere = /^formSubmission/.test(reason) || url.split('#')[0] !== page.url().split('#')[0]
    if (frameId === frame.id && elsewhere) seen.navigations.push(url)
  })
  await cdp.send('Page.enable')
  return {
    page,
    cdp,
    seen,
    read: own.read,
    pass: (ms) =>
      page.clock.runFor(ms).catch((error: Error) => {
        if (page.isClosed()) throw error
        const [text = ''] = error.message.replace(/^(?:page\.)?clock\.runFor: /, '').split('\n')
        if (text === closed) return // a window it opened, which shares its clock
        seen.errors.push({ kind: 'exception', text: text.slice(0, 500), source: '' })
      }),
    hold: async () => {
      blank.held = true
      seen.ownErrors = seen.errors.length
      await cdp.send('Page.resetNavigationHistory') // going back would leave it
    },
    run: own.run,
    resize: async (to) => {
      await page.setViewportSize({ width: views[to].width, height: views[to].height })
      await own.read(twoFrames)
      await own.read(installBase)
    },
    world: () => own.id,
    frames: () => framesIn(page, cdp, own.id),
  }
}

async function open(page: Page, source: PageSource, seen: Seen, loadMs: number): Promise<void> {
  try {
    const answer = await Promise.race([page.goto(source.url, { waitUntil: 'load', timeout: loadMs }), leaves(page, seen)])
    if (answer && answer.status() >= 400) throw new Unreadable(`the page answered ${answer.status()}`)
  } catch (error) {
    if (error instanceof Unreadable) throw error
    if (seen.leftTo !== null) throw leads(seen)
    const message = error instanceof Error ? error.message : String(error)
    if (/Timeout/.test(message)) throw new Unreadable(`the page didn't load within ${loadMs / 1000} s`)
    throw new Unreadable(`the page couldn't be opened: ${message.split('\n')[0]?.replace(/^page\.goto: /, '')}`)
  }
}

const leads = ({ leftTo }: Seen) => new Unreadable(`the page redirects away from this machine, to ${leftTo}`)

/** Fails soon after it tried to leave: a page stopped while loading never reports that it has loaded. */
function leaves(page: Page, seen: Seen): Promise<never> {
  return new Promise((_resolve, reject) => {
    page.on('requestfailed', () => {
      if (seen.leftTo !== null && !seen.refreshes) setTimeout(() => reject(leads(seen)), leaveMs)
    })
  })
}

/** Only its own files; no dialogs, windows or downloads. */
async function shutOff(blank: Blank): Promise<void> {
  const { context, page, seen } = blank
  const answer = async (route: Route): Promise<void> => {
    const { source, held } = blank
    if (source === null) return route.abort()
    const request = route.request()
    const url = new URL(request.url())
    const moves = request.isNavigationRequest() && isOfPage(request, page)
    if (!moves || !held) seen.requests++
    if (moves && !held && (!source.isOwn(url) || seen.refreshes)) seen.leftTo ??= url.href
    if (!source.isOwn(url)) refuse(seen, url, request.resourceType())
    // An aborted navigation leaves the page as it is; any other refusal would show the browser's own page.
    if (moves && (held || seen.leftTo !== null)) return route.abort('aborted')
    if (!source.isOwn(url)) return route.abort('blockedbyclient')
    // Data that a press would send may have effects, so it only counts that it would be sent.
    if (held && !/^(?:GET|HEAD|OPTIONS)$/.test(request.method())) {
      seen.withheld++
      return route.abort('blockedbyclient')
    }
    if (url.pathname === '/favicon.ico') return route.fulfill({ status: 204 })
    if (source.read === null) return answerByAddress(route, source, seen)
    const file = await source.read(url)
    if (moves && file) seen.refreshes = refreshes(file.body.toString('utf8'))
    return route.fulfill(file ? { body: file.body, contentType: file.type } : { status: 404, body: '', contentType: 'text/plain' })
  }
  await context.route('**/*', (route) => answer(route).catch(() => route.abort().catch(() => {}))) // it may be closed by now
  await context.routeWebSocket(/./, (socket) => {
    const url = new URL(socket.url().replace(/^ws/, 'http'))
    if (blank.source?.isOwn(url)) socket.connectToServer()
    else {
      refuse(seen, url, 'websocket')
      void socket.close()
    }
  })
  page.on('response', (response) => {
    const url = new URL(response.url())
    if (response.status() >= 400 && blank.source?.isOwn(url) && response.url() !== blank.source.url)
      seen.missing.set(url.pathname, response.status())
  })
  page.on('console', (message) => {
    if (message.type() !== 'error' || /^Failed to load resource|ERR_BLOCKED_BY_CLIENT/.test(message.text())) return
    const { url, lineNumber } = message.location()
    seen.errors.push({ kind: 'error', text: message.text().slice(0, 500), source: place(url, lineNumber + 1) })
  })
  page.on('pageerror', (error) => {
    const at = /(https?:\/\/[^\s)]+):(\d+):\d+/.exec(error.stack ?? '')
    seen.errors.push({ kind: 'exception', text: String(error).slice(0, 500), source: at ? place(at[1] ?? '', Number(at[2])) : '' })
  })
  page.on('dialog', (dialog) => {
    seen.dialogs++
    void dialog.dismiss().catch(() => {})
  })
  context.on('page', (popup) => {
    seen.popups++
    void popup.close().catch(() => {})
  })
  page.on('download', (download) => {
    seen.downloads++
    void download.cancel().catch(() => {})
  })
}

/** Its first version: axe requests style sheets again. */
function refuse({ blocked }: Seen, { origin, pathname }: URL, type: string): void {
  if (!blocked.has(`${origin}${pathname}`)) blocked.set(`${origin}${pathname}`, type)
}

/** A page that sends visitors on by a meta element is measured where it is. */
const refreshes = (html: string) => /<meta\s[^>]*http-equiv\s*=\s*["']?refresh/i.test(html)

/** A window it opened has no frame yet when it makes its first request. */
function isOfPage(request: Request, page: Page): boolean {
  try {
    return request.frame() === page.mainFrame()
  } catch {
    return false
  }
}

/** Follows redirects here, where each hop can be checked. */
async function answerByAddress(route: Route, source: PageSource, seen: Seen): Promise<void> {
  const request = route.request()
  if (request.resourceType() === 'eventsource') return route.continue()
  let at = request.url()
  try {
    let answer = await route.fetch({ maxRedirects: 0, timeout: answerMs })
    for (let step = 0; step < 10; step++) {
      const to = answer.headers()['location']
      if (answer.status() < 300 || answer.status() >= 400 || to === undefined) break
      const next = new URL(to, at)
      if (!source.isOwn(next)) {
        if (request.isNavigationRequest()) seen.leftTo ??= next.href
        refuse(seen, next, request.resourceType())
        return await route.abort('blockedbyclient')
      }
      at = next.href
      answer = await route.fetch({ url: at, maxRedirects: 0, timeout: answerMs })
    }
    if (at !== request.url() && request.isNavigationRequest()) return await route.fulfill({ status: 302, headers: { location: at } })
    if (request.isNavigationRequest() && request.frame().parentFrame() === null) seen.refreshes = refreshes(await answer.text())
    await route.fulfill({ response: answer })
  } catch {
    await route.abort('failed').catch(() => {})
  }
}

const place = (url: string, line: number) => (url === '' ? '' : `${URL.canParse(url) ? new URL(url).pathname : url}:${line}`)
