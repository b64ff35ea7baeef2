// What a page looks like, where that is easily misjudged: forms, banners, a page without anything to see or without its styles.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { PageBrowser } from '../../../src/adapters/browser/browser.ts'
import { tryCheck } from '../../rules/checks/try-check.ts'

const browser = new PageBrowser()
const folder = mkdtempSync(join(tmpdir(), 'whet-looks-'))
afterAll(() => browser.close())

const style = '<style>.go { background: #8a3b12; color: #fff; padding: 16px 24px; border: 0 } .far { margin-top: 900px }</style>'
const html = (body: string, head = style) =>
  `<!doctype html><html lang="en"><head><title>T</title><meta name="viewport" content="width=device-width">${head}</head><body><main>${body}</main></body></html>`
const judged = async (text: string, ...kinds: string[]) => {
  const page = await browser.measure({ text, name: 'page.html', root: folder }, null)
  const findings = await Promise.all(kinds.map((kind) => tryCheck(kind, {}, '', { page })))
  return findings.map(({ outcome }) => outcome)
}
const form = '<form><label>Mail <input name="mail"></label><button class="go">Sign me up</button></form>'
const call = '<h1>Row</h1><a class="go" href="#join">Book a row</a>'

test.each([
  ['a form that the call leads to', `${call}<section id="join">${form}</section>`, 'pass'],
  ['a form below the heading that the call leads to', `${call}<h2 id="join">Join</h2><p>Soon.</p>${form}`, 'pass'],
  ['a form further down', `<h1 id="join">Row</h1><a class="go" href="/">Book a row</a><div class="far">${form}</div>`, 'pass'],
  ['a form beside another call', `<h1>Row</h1><a class="go" href="/">Book a row</a>${form}`, 'fail'],
  ['a newsletter in the footer of a short page', `${call}<p id="join">Soon.</p></main><footer>${form}</footer><main>`, 'pass'],
  [
    'a link in the footer',
    `${call}<p id="join">Soon.</p></main><footer><a class="go" href="/shop">Visit the shop</a></footer><main>`,
    'pass',
  ],
  [
    'a newsletter in a part of its own',
    `<section><h1>Row</h1><a class="go" href="/">Book a row</a></section><section>${form}</section>`,
    'pass',
  ],
  ['a form beside the call in one part', `<section><h1>Row</h1><a class="go" href="/">Book a row</a>${form}</section>`, 'fail'],
  [
    'a form in a part of its own that outshines the call',
    `<section><h1>Row</h1><a class="go" href="/">Book a row</a></section><section>${form.replace('class="go"', 'class="go" style="padding:40px 200px"')}</section>`,
    'fail',
  ],
  ['two forms alone', `<h1>Row</h1>${form}${form.replace('Sign me up', 'Send')}`, 'fail'],
  [
    'a banner that asks for consent',
    `${call}<h2 id="join">Join</h2><div class="cookie-bar"><button class="go">Accept all</button></div>`,
    'pass',
  ],
  [
    'the second style of the page alone on a dark part',
    `${call}<a href="/star" style="background:#333f55;color:#fff;padding:16px">Star it</a><section id="join" style="background:#475569;padding:32px"><h2>Open</h2><a href="/code" style="background:#333f55;color:#fff;padding:16px">Read the code</a></section>`,
    'pass',
  ],
  [
    'a button that empties its form',
    `<h1>Row</h1>${form.replace('</form>', '<button class="go" type="reset">Clear</button></form>')}`,
    'pass',
  ],
  [
    'other words for it in the bar above',
    `</main><header><div><a class="go" href="#join">Try it</a></div></header><main id="join">${call}`,
    'pass',
  ],
])('one primary call to action: %s', async (_name, body, outcome) => {
  expect(await judged(html(body), 'page.primary-cta')).toEqual([outcome])
})

test('how a page looks is not judged where there is nothing to see, or its styles were kept away', async () => {
  const kinds = ['page.slop', 'page.primary-cta', 'page.text-size', 'page.touch-targets', 'page.contrast']
  expect(await judged(html('<div></div>'), ...kinds)).toEqual(kinds.map(() => 'unknown'))
  const bare = html(
    '<h1 class="display">Bikes</h1><a class="btn btn-primary" href="#">Book</a>',
    '<link rel="stylesheet" href="https://cdn.example.org/b.css">',
  )
  expect(await judged(bare, ...kinds)).toEqual(kinds.map(() => 'not-applicable'))
  const fonts = html(
    '<h1>Row</h1><a class="go" href="#">Book</a>',
    `${style}<link rel="stylesheet" href="https://fonts.example.org/f.css">`,
  )
  expect(await judged(fonts, 'page.primary-cta')).toEqual(['pass'])
})

test('a page whose script takes the whole document away', async () => {
  const { problem } = await browser.measure(
    { text: html('<script>document.documentElement.remove()</script>'), name: 'page.html', root: folder },
    null,
  )
  expect(problem).toBe('the page removed its whole document')
})

test('what the back of a card says is not read on a phone before it is turned', async () => {
  const card =
    '<div style="transform:rotateY(180deg) scale(.6);backface-visibility:hidden"><p style="font-size:13px">Start with us</p></div>'
  expect(await judged(html(`<h1>Row</h1>${card}`), 'page.overflow')).toEqual(['pass'])
  expect(await judged(html(`<h1>Row</h1>${card.replace('rotateY(180deg)', '')}`), 'page.overflow')).toEqual(['fail'])
})

test('a picture is as wide as what can be seen', async () => {
  const wide = (style: string) => html('<div style="width:2000px;height:9px;background:#000"></div>', `<style>${style}</style>`)
  const widths: number[] = []
  for (const style of ['body { overflow-x: hidden }', ''])
    await browser.measure({ text: wide(style), name: 'page.html', root: folder }, (png) => {
      widths.push(Buffer.from(png).readUInt32BE(16))
      return 'kept'
    })
  expect([Math.min(...widths), Math.max(...widths.slice(0, 2)), Math.max(...widths)]).toEqual([375, 1280, 2008])
})
