// Buttons and links whose work does not show at once, or is done by a script far from them: told apart from those that do nothing.
import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { PageBrowser } from '../../../src/adapters/browser/browser.ts'
import type { PageMeasure } from '../../../src/rules/page/measure.ts'

const browser = new PageBrowser()
const folder = mkdtempSync(join(tmpdir(), 'whet-presses-'))
afterAll(() => browser.close())

const html = (body: string) =>
  `<!doctype html><html lang="en"><head><title>T</title><meta name="viewport" content="width=device-width"></head><body><main>${body}</main></body></html>`
const look = (body: string): Promise<PageMeasure> => browser.measure({ text: html(body), name: 'page.html', root: folder }, null)
const told = ({ actions }: PageMeasure) => Object.fromEntries(actions.map(({ text, result }) => [text, result.state]))

test('a handler that waits at the document, and does something later or nothing that shows', async () => {
  const page =
    await look(`<button data-act="later">Order</button><button data-act="draw">Draw</button><button id="own">Own</button><button id="void">Void</button><button>Idle</button><a href="#second" data-act="draw">Second</a><a href="#nowhere">Nowhere</a><canvas id="c"></canvas>
    <script>own.addEventListener('click', () => print()); document.getElementById('void').onclick = (event) => { event.preventDefault() }
    document.addEventListener('click', ({ target }) => {
      const button = target.closest('[data-act]')
      if (!button) return
      if (button.dataset.act === 'later') setTimeout(() => document.title = 'sent', 60000)
      else c.getContext('2d').fillRect(0, 0, 9, 9)
    })</script>`)
  expect(told(page)).toEqual({
    Order: 'works',
    Draw: 'works',
    Own: 'works',
    Void: 'dead',
    Idle: 'dead',
    Second: 'works',
    Nowhere: 'missing',
  })
})

test('handlers that a framework keeps on the element', async () => {
  const page =
    await look(`<button id="a">Svelte</button><button id="b">Solid</button><button id="c">React</button><button id="d">Empty</button><button id="e">Other</button>
    <script>
      a.__click = () => scrollTo(0, 0)
      b.$$click = () => scrollTo(0, 0)
      c.__reactProps$1 = { onMouseDown: () => scrollTo(0, 0) }
      d.__reactProps$1 = { onClick: () => {} }
      e.__reactProps$1 = { onFocus: () => scrollTo(0, 0) }
      main = document.querySelector('main')
      for (const type of ['click', 'mousedown']) main.addEventListener(type, ({ target }) => (target.__click ?? target.$$click ?? (() => {}))())
    </script>`)
  expect(told(page)).toEqual({ Svelte: 'works', Solid: 'works', React: 'works', Empty: 'dead', Other: 'dead' })
})

test('a menu that opens when the pointer goes down, routes of its own, the way back, a permission that is kept away', async () => {
  const page =
    await look(`<button id="menu">Menu</button><a href="#/about">Hash route</a><a href="/route" id="route">Route</a><a href="/lost">Lost</a><button onclick="history.back()">Back</button><button onclick="navigator.clipboard.writeText('x')">Copy</button><button onclick="nothere()">Throws</button><p id="out"></p>
    <script>
      menu.parentNode.addEventListener('pointerdown', (event) => { if (event.target === menu && event.button === 0) out.textContent = 'open' })
      addEventListener('hashchange', () => out.textContent = location.hash)
      route.addEventListener('click', (event) => { event.preventDefault(); history.pushState({}, '', '/route'); out.textContent = 'routed' })
    </script>`)
  expect(page.problem).toBeNull()
  expect(told(page)).toEqual({
    Menu: 'works',
    'Hash route': 'works',
    Route: 'works',
    Lost: 'missing',
    Back: 'works',
    Copy: 'works',
    Throws: 'broken',
  })
})

test('timers of a page that change it and ask for files make no dead button work', async () => {
  const page =
    await look(`<p id="clock">0</p><button>Idle</button><button id="soon">Soon</button><button id="fails">Fails</button><button id="leaves">Leaves</button><p id="out"></p>
    <script>
      let ticks = 0
      setInterval(() => { clock.textContent = ++ticks; fetch('page.html') }, 10)
      soon.onclick = () => setTimeout(() => out.textContent = 'soon', 10)
      fails.onclick = () => setTimeout(() => { throw new Error('late') }, 10)
      leaves.onclick = () => setTimeout(() => location.href = 'gone.html', 10)
    </script>`)
  expect(told(page)).toEqual({ Idle: 'dead', Soon: 'works', Fails: 'broken', Leaves: 'missing' })
})

test('a page that changes by a worker, and fails by itself, makes no dead button work and no working one fail', async () => {
  const page = await look(`<p id="beat">0</p><button>Idle</button><button id="works">Works</button><p id="out"></p>
    <script>
      setInterval(() => { throw new Error('by itself') }, 20)
      const beats = new Worker(URL.createObjectURL(new Blob(['setInterval(() => postMessage(0), 4)'])))
      beats.onmessage = () => beat.textContent = Number(beat.textContent) + 1
      works.onclick = () => out.textContent = 'done'
    </script>`)
  expect(told(page)).toEqual({ Idle: 'dead', Works: 'works' })
})

test('a press is not held against a page whose script was kept away', async () => {
  const page = await look('<button data-bs-toggle="modal">Prices</button><script src="https://cdn.example.org/bootstrap.js"></script>')
  expect(told(page)).toEqual({ Prices: 'untried' })
})

test('a page of this machine has the sockets of its own server', async () => {
  const server = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        html('<p id="out"></p><script>new WebSocket(`ws://${location.host}`).onmessage = ({ data }) => out.textContent = data</script>'),
      ),
  )
  server.on('upgrade', ({ headers }, socket) => {
    const key = createHash('sha1').update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`)
    socket.write(Buffer.from([0x81, 5, ...Buffer.from('hello')]))
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { errors, texts } = await browser.measure({ text: '', name: 'page.html', root: folder, at }, null)
  server.closeAllConnections()
  server.close()
  expect(errors).toEqual([])
  expect(texts.map(({ text }) => text)).toEqual(['hello'])
})

test('a link to no place at all is dead, and untried where the script it may need was kept away; a window it opens is no error', async () => {
  const body =
    '<a href="#!">Menu</a><a id="far" target="_blank" href="javascript:;">Far</a><script>far.onclick = () => { open("https://example.org/"); setTimeout(() => {}, 10) }</script>'
  expect(told(await look(body))).toEqual({ Menu: 'dead', Far: 'works' })
  expect(told(await look(`${body}<script src="https://cdn.example.org/jquery.js"></script>`))).toEqual({ Menu: 'untried', Far: 'works' })
})

test('what a form or a button would send is withheld, and that it would be sent is enough', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.method ?? '')
    response.writeHead(200, { 'content-type': 'text/html' }).end(
      html(`<form id="f"><input name="mail" type="email" required aria-label="Mail"><button>Send</button></form><button id="b">Save</button>
        <form method="post" action="/orders"><button>Order</button></form>
        <script>const send = () => fetch('/api', { method: 'POST', body: 'x' }); f.onsubmit = (event) => { event.preventDefault(); send() }; b.onclick = async () => { await send() }</script>`),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { actions, errors } = await browser.measure({ text: '', name: 'page.html', root: folder, at }, null)
  server.closeAllConnections()
  server.close()
  expect(actions.map(({ kind, result }) => `${kind} ${result.state}`)).toEqual([
    'form works',
    'button works',
    'button works',
    'form untried',
    'button works',
  ])
  expect([new Set(asked), errors]).toEqual([new Set(['GET']), []])
})

test('what a press opens is told with what was pressed and a picture of it; what nothing opens is named', async () => {
  const pictures = new Set<string>()
  const text = html(
    '<button onclick="more.hidden = false">More</button><div id="more" hidden><a id="in" href="gone.html">Gone</a></div><div id="never" hidden><a href="lost.html">Lost</a></div>',
  )
  const page = await browser.measure({ text, name: 'page.html', root: folder }, (png) => {
    const hash = createHash('sha256').update(png).digest('hex')
    pictures.add(hash)
    return hash
  })
  expect(page.actions.map(({ text, result, opened }) => [text, result.state, opened?.by])).toEqual([
    ['More', 'works', undefined],
    ['Gone', 'missing', 'pressing "More"'],
    ['Lost', 'untried', undefined],
  ])
  expect(pictures.has(page.actions[1]?.opened?.picture ?? '')).toBe(true)
  expect(page.views.desktop?.picture).not.toBe(page.actions[1]?.opened?.picture)
  expect(page.phone.targets.map(({ selector, opened }) => [selector, opened?.by])).toContainEqual(['#in', 'pressing "More"'])
  expect(page.notes.join()).toMatch(/made it visible: #never/)
})

test('what only looks like a cover: slides by turns, what comes out at the end of a page, what is off, what stands in for it, what waits for an answer', async () => {
  const page = await browser.measure(
    {
      text: html(`<p id="a">Cheese</p><p id="menu">Bread</p>
      <ul class="slides"><li><a href="#a">Turn one</a></li><li><a href="#menu">Turn two</a></li></ul>
      <p class="box"><a href="#a" class="is-disabled" style="pointer-events:none">Off</a></p>
      <p class="box"><input type="range" aria-label="From" style="pointer-events:none"><input type="range" aria-label="To" style="pointer-events:none"></p>
      <p class="box"><button onclick="this.textContent = 'Choose'">Upload</button><input type="file" aria-label="File" style="position:absolute;inset:0;opacity:0"></p>
      <p class="box" style="width:60px"><a href="#a"><span class="material-icons">shopping_cart_checkout</span></a><span style="position:absolute;inset:0 -200px 0 50px"></span></p>
      <button onclick="zoom.hidden = false">Zoom</button><button onclick="more.hidden = false">More</button><p id="more" hidden><a href="#a">Under what is still open</a></p>
      <div id="zoom" hidden style="position:fixed;inset:0;background:white">A picture</div>
      <div style="height:900px"></div></main>
      <footer><a href="#a">Comes out at the end</a></footer>
      <style>.box { position: relative } .slides { position: relative; height: 50px } .slides li { position: absolute; inset: 0; background: white }
      main { display: block; position: relative; z-index: 1; background: white; margin-bottom: 90px } footer { position: fixed; inset: auto 0 0; height: 90px }</style>`),
      name: 'page.html',
      root: folder,
    },
    () => 'a picture',
  )
  expect(Object.values(page.views).flatMap((view) => view?.covered ?? [])).toEqual([])
})

test('a question at the end of a page is no cover, and a list that is searched while somebody types needs nothing sent', async () => {
  const page =
    await look(`<div style="height:900px"></div><form id="f"><input type="search" name="q" aria-label="Search"></form><ul id="u"><li>One</li></ul>
    <form action="#w" id="w"><input name="n" aria-label="Name"><button disabled>Send</button></form><a href="#f">Last</a>
    <div style="position:fixed;inset:auto 0 0;height:60px;background:white" id="bar">Cookies? <span onclick="bar.remove()">No</span></div>
    <script>f.onsubmit = (event) => event.preventDefault(); f.q.oninput = () => u.firstChild.hidden = u.textContent !== f.q.value
    w.onsubmit = (event) => event.preventDefault(); w.n.oninput = () => w.querySelector('button').disabled = w.n.value !== '4711'</script>`)
  expect(Object.values(page.views).flatMap((view) => view?.covered ?? [])).toEqual([])
  expect(page.actions.filter(({ kind }) => kind === 'form').map(({ result }) => result)).toEqual([
    { state: 'works', how: 'something happens' },
    { state: 'untried', why: "its button waits for input that code can't provide" },
  ])
})

test('a menu that folds when the screen changes for a picture is under no cover', async () => {
  const body = `<nav id="menu" style="float:left;width:90px"><a href="#a" style="display:block;width:90px">Wheels</a></nav><p id="a" style="margin:0">Cheese</p><div style="height:900px"></div>
    <style>#menu.away { width: 0 !important; overflow: hidden } #menu.away + p { position: relative; background: white }</style>
    <script>setTimeout(() => addEventListener('resize', () => { if (innerWidth < 480) menu.className = 'away' }), 500)</script>`
  const page = await browser.measure({ text: html(body), name: 'page.html', root: folder }, () => 'a picture')
  expect(page.views.mobile?.covered).toEqual([])
})
