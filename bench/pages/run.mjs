// Pages measured by our warm browser and by Lighthouse: how long each takes (the middle of three, in turn), and whether the accessibility scores agree.
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
const times = 3
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const timed = async (work) => {
  const began = performance.now()
  return { result: await work(), ms: performance.now() - began }
}
for (const [index, { name, html }] of pages.entries()) {
  const runs = []
  // In turn, so that whatever else the machine does falls on both.
  for (let time = 0; time < times; time++)
    runs.push({
      ours: await timed(() => browser.measure({ text: html, name: 'page.html', root: '/nowhere' }, () => '')),
      theirs: await timed(() => lighthouse(`${address}/${index}`, { port: chrome.port, logLevel: 'silent', output: 'json' })),
    })
  const [ours, theirs] = [median(runs.map((run) => run.ours.ms)), median(runs.map((run) => run.theirs.ms))]
  rows.push({
    page: name,
    ours: Math.round(ours),
    lighthouse: Math.round(theirs),
    times: Math.round((theirs / ours) * 10) / 10,
    score: accessibilityScore(runs[0].ours.result)?.score ?? null,
    'their score': Math.round((runs[0].theirs.result?.lhr.categories.accessibility?.score ?? 0) * 100),
  })
}
console.table(rows)
console.log(
  `median: ours ${median(rows.map(({ ours }) => ours))} ms, Lighthouse ${median(rows.map((row) => row.lighthouse))} ms; largest difference of scores ${Math.max(...rows.map((row) => Math.abs(row.score - row['their score'])))}`,
)
await browser.close()
chrome.kill()
server.close()
