// Pages that cannot be looked at, or must not get at anything: a clear reason each time, and a browser that goes on.
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PageBrowser } from '../../../src/adapters/browser/browser.ts'
import { typeOf } from '../../../src/adapters/browser/source.ts'
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
    if (request.url?.split('?')[0] === '/gone') return void response.writeHead(404).end('gone')
    if (request.url === '/moved') return void response.writeHead(302, { location: '/' }).end()
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        plain(
          '<h1>Served</h1><a href="/gone">gone</a> <a href="/moved">moved</a> <a href="#100%">all of it</a> <svg><a href="/gone"><text y="9">drawn</text></a></svg><form action="/gone" id="f"><input name="action"><input name="id"><input name="method"></form>',
        ),
      )
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
    ['an empty text', '', undefined, /isn't HTML/],
    ['a text without any element', '# Notes\n\nNothing here.', undefined, /isn't HTML/],
    ['50 MB of HTML', `<p>${'x'.repeat(50 * 1024 * 1024)}</p>`, undefined, /50 MB; the limit for pages is 8 MB/],
    ['a page that is not there', '', 'site', /no page site/],
    ['a page outside of the folder', '', '../../etc/passwd', /no page/],
    ['an address elsewhere', '', 'https://example.org/', /isn't on this machine/],
    ['a file address', '', 'file:///etc/passwd', /isn't on this machine/],
    ['an address nobody answers', '', 'http://127.0.0.1:9/', /couldn't be opened/],
  ])('%s', async (_name, text, at, says) => {
    expect((await look(text, at)).problem).toMatch(says)
  })

  test('a page that never loads, one that is gone, one that leads elsewhere', async () => {
    const [never, gone, away] = await Promise.all([
      look('', `${address}/never`, hasty),
      look('', `${address}/gone`),
      look('', `${address}/away`),
    ])
    expect(never.problem).toMatch(/didn't load within 4 s|couldn't be opened/)
    expect(gone.problem).toMatch(/answered 404/)
    expect(away.problem).toMatch(/redirects away from this machine, to http:\/\/example\.org/)
  })

  test.each(['location.href = to', 'document.addEventListener("DOMContentLoaded", () => location.replace(to))'])(
    'a page that leaves for elsewhere before it is there is not waited for: %s',
    async (script) => {
      const patient = new PageBrowser({ loadMs: 600_000 })
      const { problem } = await look(plain(`<script>const to = 'https://example.org/'; ${script}</script>`), undefined, patient)
      await patient.close()
      expect(problem).toBe('the page redirects away from this machine, to https://example.org/')
    },
  )

  test('a page that leaves for elsewhere once it is there is looked at where it is, and it is said', async () => {
    const { problem, texts, notes } = await look(
      plain('<h1>Own</h1><script>setTimeout(() => location.href = "https://example.org/")</script>'),
    )
    expect({ problem, texts: texts.map(({ text }) => text) }).toEqual({ problem: null, texts: ['Own'] })
    expect(notes).toContain('the page redirects its visitors; it was examined before that')
  })

  test('a page that loops for ever, a storm of dialogs, and the browser goes on', async () => {
    expect((await look(plain('<script>for (;;) {}</script>'), undefined, hasty)).problem).toMatch(/didn't load within 4 s/)
    expect((await look(plain('<h1>Storm</h1><script>for (;;) alert(1)</script>'), undefined, hasty)).problem).toMatch(
      /more than 10 dialogs|didn't load/,
    )
    let next = await look(plain('<h1>Next</h1>'), undefined, hasty)
    for (let tries = 0; tries < 5 && next.problem !== null; tries++) next = await look(plain('<h1>Next</h1>'), undefined, hasty) // a busy machine may need more than 4 s
    expect(next.texts.map(({ text }) => text)).toContain('Next')
  })

  test('a page that asks, opens windows and wants to leave without end is looked at all the same', async () => {
    const storm = plain(`<h1>Storm</h1><button onclick="for (let i = 0; i < 40; i++) { alert(i); window.open('x.html') }">Ask</button>
<script>onbeforeunload = (event) => event.preventDefault()
for (let i = 0; i < 20; i++) window.open(location.href)
setInterval(() => { alert(1); confirm(2); prompt(3); window.open('page.html'); location.href = 'other.html' }, 50)</script>
<iframe title="f" srcdoc="<script>setInterval(() => { alert(1); open('about:blank') }, 50)</script>"></iframe>`)
    const { problem, actions, texts } = await look(storm)
    expect(problem).toBeNull()
    expect(texts.map(({ text }) => text)).toContain('Storm')
    expect(actions.map(({ text, result }) => `${text} ${result.state}`)).toEqual(['Ask works'])
  })

  test('files of a page are served as what they are', () => {
    expect(['a.vtt', 'a.OGG', 'a.css', 'a.bin'].map(typeOf)).toEqual([
      'text/vtt',
      'audio/ogg',
      'text/css; charset=utf-8',
      'application/octet-stream',
    ])
  })

  test('a drawing is looked at as what it is', async () => {
    const text = '<svg xmlns="http://www.w3.org/2000/svg"><title>One circle</title><circle r="4" cx="4" cy="4"/></svg>'
    const { problem, axe } = await browser.measure({ text, name: 'page.svg', root: folder }, () => '')
    expect(problem).toBeNull()
    expect(axe.filter(({ outcome, id }) => outcome === 'violation' && id !== 'landmark-one-main')).toEqual([])
  })

  test('more elements than can be looked at', async () => {
    expect((await look(plain('<i>x</i>'.repeat(16_000)))).problem).toMatch(/elements; the limit is 15000/)
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

  test('an address of this machine, its links tried', async () => {
    const { actions, problem, sections } = await look('', `${address}/`)
    expect(problem).toBeNull()
    expect(actions.map(({ text, result }) => `${text} ${result.state}`)).toEqual([
      'gone missing',
      'moved works',
      'all of it missing',
      'drawn missing',
      ' missing', // a form whose fields are named like its properties
    ])
    expect(sections.flatMap(({ names }) => names)).toEqual(['f'])
  })

  test('only what lies in its own folder: nothing above it, nothing hidden, nothing behind a link', async () => {
    mkdirSync(join(folder, 'blog'))
    writeFileSync(join(folder, 'secret.json'), '{"key":"sk-ours"}')
    writeFileSync(join(folder, 'site.css'), 'h1::after { content: "styled from above" }')
    writeFileSync(join(folder, 'blog', '.env'), 'KEY=1')
    writeFileSync(join(folder, 'blog', 'index.html'), plain('blog'))
    writeFileSync(join(folder, 'blog', 'own.json'), '{"key":"own"}')
    symlinkSync('/etc/passwd', join(folder, 'blog', 'passwd.txt'))
    const reads = ['own.json', '/own.json', '../secret.json', '/secret.json', '..%2fsecret.json', '.env', 'passwd.txt', '/etc/passwd']
    const html = plain(
      `<h1>Post</h1><p id="read"></p><a href="/blog/">b</a><a href="/">h</a><a href="../secret.json">above</a><a href="../gone.html">gone</a><a href=".env">hidden</a><a href="passwd.txt">linked</a>
<script>for (const path of ${JSON.stringify(reads)}) { const ask = new XMLHttpRequest(); ask.open('GET', path, false); try { ask.send(); document.getElementById('read').append(path + ' ' + ask.status + ' ' + ask.responseText + '; ') } catch { document.getElementById('read').append(path + ' refused; ') } }</script>`,
      '<link rel="stylesheet" href="../site.css"><meta http-equiv="refresh" content="0; url=https://example.org/">',
    )
    const measure = await browser.measure({ text: html, name: 'blog/post.html', root: folder }, null)
    expect(measure.problem).toBeNull()
    expect(measure.texts.find(({ selector }) => selector === '#read')?.text).toBe(
      'own.json 200 {"key":"own"}; /own.json 200 {"key":"own"}; ../secret.json refused; /secret.json refused; ..%2fsecret.json 404 ; .env 404 ; passwd.txt 404 ; /etc/passwd 404 ;',
    )
    expect(measure.notes.filter((note) => !/sandbox/.test(note))).toEqual([
      "1 style sheets couldn't be read",
      'the page redirects its visitors; it was examined before that',
      "not loaded, because it is outside the page's folder: /secret.json, /site.css; to include it, serve the site and give its address",
    ])
    expect(measure.actions.map(({ text, result }) => `${text} ${result.state}`)).toEqual([
      'b works',
      'h works',
      'above untried',
      'gone missing',
      'hidden missing',
      'linked missing',
    ])
  })

  test('what stands in frames and open shadow roots, however deep, is looked at; its scripts cannot change what is read', async () => {
    const deep = '<title>d</title><button></button>'
    const quoted = (html: string) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    const { axe, images, actions, texts, views } = await look(
      plain(`<img id="a" src="x.png">
<iframe id="outer" title="Outer" tabindex="-1" srcdoc="${quoted(`<title>o</title><iframe title="Inner" srcdoc="${quoted(deep)}"></iframe>`)}"></iframe>
<iframe id="boxed" title="Boxed" sandbox srcdoc="${deep}"></iframe>
<iframe title="Hidden" hidden srcdoc="${deep}"></iframe>
<x-card id="card"></x-card>
<script>
const root = document.querySelector('x-card').attachShadow({ mode: 'open' })
root.innerHTML = '<p>In the shadow</p><div id="wide" style="width:900px">Wide</div><a href="gone.html">Gone</a><y-card></y-card>'
root.querySelector('y-card').attachShadow({ mode: 'open' }).innerHTML = '<img id="deep" src="y.png"><iframe title="Last" srcdoc="${deep}"></iframe>'
document.querySelectorAll = () => []
Element.prototype.getBoundingClientRect = () => { throw 1 }
window.axe = { run: async () => ({ violations: [], passes: [], incomplete: [], inapplicable: [] }) }
</script>`),
    )
    const broken = (inFrame: boolean) =>
      axe
        .filter(({ outcome, view, inFrame: framed = false }) => outcome === 'violation' && view === 'desktop' && framed === inFrame)
        .flatMap(({ id, nodes }) => nodes.map(({ selector }) => `${id} ${selector}`))
    expect(broken(false)).toEqual(expect.arrayContaining(['image-alt #a', 'image-alt #card >>> y-card >>> #deep']))
    expect(broken(true).filter((line) => line.startsWith('button-name'))).toEqual([
      'button-name #outer >>> body > iframe >>> body > button',
      'button-name #card >>> y-card >>> iframe >>> body > button',
      'button-name #boxed >>> body > button',
    ])
    expect(broken(true)).toContain('frame-focusable-content #outer >>> body > iframe >>> html')
    expect(images.map(({ selector }) => selector)).toEqual(['#a', '#card >>> y-card >>> #deep'])
    expect(texts.map(({ text }) => text)).toContain('In the shadow')
    expect(views.narrow?.beyond.map(({ selector }) => selector)).toEqual(['#card >>> #wide'])
    expect(actions.map(({ selector, result }) => `${selector} ${result.state}`)).toEqual(['#card >>> a missing'])
  })
})

describe('finding Chromium', () => {
  test('the one CHROME_PATH names, or a reason that names it', () => {
    expect(findChromium({ CHROME_PATH: process.execPath })).toEqual({ path: process.execPath })
    expect(findChromium({ CHROME_PATH: '/nowhere/chrome' })).toEqual({
      path: null,
      why: "CHROME_PATH names /nowhere/chrome, which isn't executable",
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

  test('without one, only what the HTML says is known, and it says so', async () => {
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
    expect(notes).toEqual(['no Chromium was found, so only the HTML itself was read'])
  })
})

test('a page that never stops sending itself messages is looked at all the same', async () => {
  const loop =
    '<script>const { port1, port2 } = new MessageChannel(); let n = 0; port1.onmessage = () => port2.postMessage(++n); port2.postMessage(0)</script>'
  const page = await browser.measure(
    {
      text: `<!doctype html><html lang="en"><title>T</title><h1>Bread</h1><button onclick="document.title = 'x'">Go</button>${loop}</html>`,
      name: 'page.html',
      root: folder,
    },
    () => 'kept',
  )
  expect({ problem: page.problem, states: page.actions.map(({ result }) => result.state) }).toEqual({ problem: null, states: ['works'] })
})
