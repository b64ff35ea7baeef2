// Pages measured by our warm browser and by Lighthouse: how long each takes, and whether the accessibility scores agree.
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { PageBrowser } from '../../src/adapters/browser/browser.ts'
import { findChromium } from '../../src/adapters/browser/find.ts'
import { accessibilityScore } from '../../src/rules/page/accessible.ts'
import { labelled } from '../../test/rules/page/labelled.ts'

const wanted = Number(process.argv[2] ?? 8)
const pages = labelled.slice(0, wanted)

const server = createServer((request, response) => {
  const page = pages[Number(request.url?.slice(1))]
  response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(page?.html ?? '')
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${server.address().port}`

const chrome = await launch({
  chromePath: findChromium().path,
  chromeFlags: ['--headless=new', '--no-sandbox'],
  userDataDir: mkdtempSync(join(tmpdir(), 'whet-lighthouse-')),
})
const browser = new PageBrowser()
await browser.measure({ text: pages[0].html, name: 'page.html', root: '/nowhere' }, null) // warm
const rows = []
for (const [index, { name, html }] of pages.entries()) {
  let began = performance.now()
  const measure = await browser.measure({ text: html, name: 'page.html', root: '/nowhere' }, () => '')
  const ours = performance.now() - began
  began = performance.now()
  const result = await lighthouse(`${address}/${index}`, { port: chrome.port, logLevel: 'silent', output: 'json' })
  const theirs = performance.now() - began
  const score = accessibilityScore(measure)?.score ?? null
  rows.push({
    page: name,
    ours: Math.round(ours),
    lighthouse: Math.round(theirs),
    times: Math.round((theirs / ours) * 10) / 10,
    score,
    'their score': Math.round((result?.lhr.categories.accessibility?.score ?? 0) * 100),
  })
}
console.table(rows)
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
console.log(
  `median: ours ${median(rows.map(({ ours }) => ours))} ms, Lighthouse ${median(rows.map((row) => row.lighthouse))} ms; largest difference of scores ${Math.max(...rows.map((row) => Math.abs(row.score - row['their score'])))}`,
)
await browser.close()
chrome.kill()
server.close()
