// Pages that cannot be looked at, or must not get at anything: a clear reason each time, and a browser that goes on.
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PageBrowser } from '../../../src/adapters/browser/browser.ts'
import { findChromium } from '../../../src/adapters/browser/find.ts'
import type { PageMeasure } from '../../../src/rules/page/measure.ts'

const browser = new PageBrowser()
/** For pages that never come to an end. */
const hasty = new PageBrowser({ loadMs: 4000 })
const folder = mkdtempSync(join(tmpdir(), 'whet-pages-'))
const asked: string[] = []
let server: Server
let address = ''

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/never') return // no answer, ever
    if (request.url === '/away') return void response.writeHead(302, { location: 'http://example.org/' }).end()
    if (request.url === '/gone') return void response.writeHead(404).end('gone')
    if (request.url === '/moved') return void response.writeHead(302, { location: '/' }).end()
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(plain('<h1>Served</h1><a href="/gone">gone</a> <a href="/moved">moved</a>'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await Promise.all([browser.close(), hasty.close()])
})

const plain = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>T</title><meta name="viewport" content="width=device-width">${head}</head><body><main>${body}</main></body></html>`
const look = (text: string, at?: string, by = browser): Promise<PageMeasure> =>
  by.measure({ text, name: 'page.html', root: folder, ...(at !== undefined && { at }) }, null)

describe('a page that cannot be looked at is said so', () => {
  test.each([
    ['an empty text', '', undefined, /not HTML/],
    ['a text without any element', '# Notes\n\nNothing here.', undefined, /not HTML/],
    ['50 MB of HTML', `<p>${'x'.repeat(50 * 1024 * 1024)}</p>`, undefined, /50 MB; pages up to 8 MB/],
    ['a page that is not there', '', 'site', /no page site/],
    ['a page outside of the folder', '', '../../etc/passwd', /no page/],
    ['an address elsewhere', '', 'https://example.org/', /not on this machine/],
    ['a file address', '', 'file:///etc/passwd', /not on this machine/],
    ['an address nobody answers', '', 'http://127.0.0.1:9/', /could not be opened/],
  ])('%s', async (_name, text, at, says) => {
    expect((await look(text, at)).problem).toMatch(says)
  })

  test('a page that never loads, one that is gone, one that leads elsewhere', async () => {
    const [never, gone, away] = await Promise.all([
      look('', `${address}/never`, hasty),
      look('', `${address}/gone`),
      look('', `${address}/away`),
    ])
    expect(never.problem).toMatch(/did not load within 4 s|could not be opened/)
    expect(gone.problem).toMatch(/answered 404/)
    expect(away.problem).toMatch(/leads off this machine, to http:\/\/example\.org/)
  })

  test('a page that loops for ever, a storm of dialogs, and the browser goes on', async () => {
    expect((await look(plain('<script>for (;;) {}</script>'), undefined, hasty)).problem).toMatch(/did not load within 4 s/)
    expect((await look(plain('<h1>Storm</h1><script>for (;;) alert(1)</script>'), undefined, hasty)).problem).toMatch(
      /more than 10 dialogs|did not load/,
    )
    let next = await look(plain('<h1>Next</h1>'), undefined, hasty)
    for (let tries = 0; tries < 5 && next.problem !== null; tries++) next = await look(plain('<h1>Next</h1>'), undefined, hasty) // a busy machine may need more than 4 s
    expect(next.texts.map(({ text }) => text)).toContain('Next')
  })

  test('more elements than can be looked at', async () => {
    expect((await look(plain('<i>x</i>'.repeat(16_000)))).problem).toMatch(/elements; up to 15000/)
  })
})

describe('a page is kept to itself', () => {
  test('in a sandbox, with nothing but its own files: what it asks for elsewhere is refused and listed', async () => {
    const other = `${address}/secret`
    const { blocked, problem, texts, notes } = await look(
      plain(
        `<h1>Own</h1><img src="https://example.org/a.png" alt="a"><img src="${other}" alt="b"><script>fetch('${other}').catch(() => {}); new WebSocket('ws://127.0.0.1:1/x'); window.open('https://example.org/'); navigator.sendBeacon('https://example.org/b')</script>`,
      ),
    )
    expect(problem).toBeNull()
    expect(texts.map(({ text }) => text)).toContain('Own')
    expect(blocked.map(({ url }) => url)).toEqual(expect.arrayContaining(['https://example.org/a.png', other]))
    expect(asked).not.toContain('/secret')
    const rootOnLinux = process.platform === 'linux' && process.getuid?.() === 0
    expect(notes.filter((note) => /sandbox/.test(note)).length).toBeLessThanOrEqual(rootOnLinux ? 1 : 0) // on, or the measure says that it is not
  })

  test('files beside it, never hidden ones, none behind a link', async () => {
    writeFileSync(join(folder, '.env'), 'KEY=1')
    writeFileSync(join(folder, 'more.html'), plain('more'))
    symlinkSync('/etc/passwd', join(folder, 'passwd.txt'))
    const { actions } = await look(
      plain('<a href="more.html">m</a><a href=".env">e</a><a href="passwd.txt">p</a><a href="../../etc/passwd">q</a>'),
    )
    expect(actions.map(({ text, result }) => `${text} ${result.state}`)).toEqual(['m works', 'e missing', 'p missing', 'q missing'])
  })

  test('an address of this machine, its links tried', async () => {
    const { actions, problem } = await look('', `${address}/`)
    expect(problem).toBeNull()
    expect(actions.map(({ text, result }) => `${text} ${result.state}`)).toEqual(['gone missing', 'moved works'])
  })

  test('a page below the working folder gets what lies above it, and is looked at where it is though it sends visitors on', async () => {
    mkdirSync(join(folder, 'blog'))
    writeFileSync(join(folder, 'blog', 'index.html'), plain('blog'))
    const html = plain(
      '<a href="../more.html">m</a><a href="/blog/">b</a><a href="/">h</a><a href="../gone.html">g</a>',
      '<meta http-equiv="refresh" content="0; url=https://example.org/">',
    )
    const { actions, problem, notes } = await browser.measure({ text: html, name: 'blog/post.html', root: folder }, null)
    expect({ problem, notes: notes.filter((note) => !/sandbox/.test(note)) }).toEqual({
      problem: null,
      notes: ['the page sends its visitors on by itself; it was looked at where it is'],
    })
    expect(actions.map(({ text, result }) => `${text} ${result.state}`)).toEqual(['m works', 'b works', 'h works', 'g missing'])
  })

  test('frames inside it are looked into by axe, and their places told from the page around', async () => {
    const { axe } = await look(
      plain(
        '<iframe title="Order" tabindex="-1" srcdoc="<title>x</title><button></button>"></iframe><iframe title="Hidden" hidden srcdoc="<button></button>"></iframe>',
      ),
    )
    const found = axe
      .filter(({ outcome, view, inFrame }) => outcome === 'violation' && view === 'desktop' && inFrame)
      .map(({ id, nodes }) => [id, nodes[0]?.selector])
    expect(found).toEqual(
      [
        ['button-name', 'iframe:nth-of-type(1) >>> body > button'],
        ['frame-focusable-content', 'iframe:nth-of-type(1) >>> html'],
      ].map(([id, selector]) => [id, `body > main > ${selector}`]),
    )
  })

  test('its scripts cannot change what is read', async () => {
    const { axe, images } = await look(
      plain(
        '<img id="a" src="x.png"><script>document.querySelectorAll = () => []; Element.prototype.getBoundingClientRect = () => { throw 1 }; window.axe = { run: async () => ({ violations: [], passes: [], incomplete: [], inapplicable: [] }) }</script>',
      ),
    )
    expect(images).toHaveLength(1)
    expect(axe.find(({ id, outcome }) => id === 'image-alt' && outcome === 'violation')).toBeDefined()
  })
})

describe('finding Chromium', () => {
  test('the one CHROME_PATH names, or a reason that names it', () => {
    expect(findChromium({ CHROME_PATH: process.execPath })).toEqual({ path: process.execPath })
    expect(findChromium({ CHROME_PATH: '/nowhere/chrome' })).toEqual({
      path: null,
      why: 'CHROME_PATH names /nowhere/chrome, which cannot be run',
    })
  })

  test('what Playwright downloaded, newest first', async () => {
    const { chmodSync, mkdirSync } = await import('node:fs')
    const cache = mkdtempSync(join(tmpdir(), 'whet-cache-'))
    for (const release of ['chromium-900', 'chromium-1200']) {
      mkdirSync(join(cache, release, 'chrome-linux'), { recursive: true })
      writeFileSync(join(cache, release, 'chrome-linux', 'chrome'), '')
      chmodSync(join(cache, release, 'chrome-linux', 'chrome'), 0o755)
    }
    expect(findChromium({ PLAYWRIGHT_BROWSERS_PATH: cache, PATH: '' }, 'aix')).toMatchObject({
      path: expect.stringMatching(/chromium|chrome/) as unknown,
    })
    expect(findChromium({ PLAYWRIGHT_BROWSERS_PATH: cache, PATH: '' }, 'win32')).toEqual({
      path: join(cache, 'chromium-1200', 'chrome-linux', 'chrome'),
    })
  })

  test('SP-078 without one, only what the HTML says is known, and it says so', async () => {
    const without = new PageBrowser({ find: () => ({ path: null, why: 'no Chromium was found' }) })
    const { by, notes, images, texts, views } = await without.measure(
      { text: plain('<h1>Own</h1><img src="a.png">'), name: 'page.html', root: folder },
      null,
    )
    expect({ by, views, alt: images[0]?.alt, texts: texts.map(({ text }) => text) }).toEqual({
      by: 'text',
      views: {},
      alt: null,
      texts: ['Own'],
    })
    expect(notes).toEqual(['no Chromium was found, so only what the HTML says by itself was read'])
  })
})
