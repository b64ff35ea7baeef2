// The pictures of the README and the guides, from real runs: `node scripts/screenshots.ts` makes the runs in a folder of their own, then looks at them with Chromium.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { findChromium } from '../src/adapters/browser/find.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const images = join(root, 'docs/images')
const project = join(mkdtempSync(join(tmpdir(), 'whet-pictures-')), 'tidy')
const whet = join(root, 'bin/whet.js')
const run = (...args: string[]) =>
  spawnSync(process.execPath, [whet, ...args], { cwd: project, stdio: 'ignore', env: { ...process.env, CI: '1' } })

mkdirSync(images, { recursive: true })
cpSync(join(root, 'examples/reflex-readme'), project, { recursive: true })

run('reflex', 'new', 'Write the README of tidy', '--criteria', 'criteria.yaml', '--maker', 'scripted:script.yaml', '--alias', 'readme')

run('design', 'new', 'tool-library', '--requirements', join(root, 'examples/design-tool-library/requirements.md'))
run('report', 'readme', '--out', 'report.html')

const found = findChromium()
if (found.path === null) throw new Error(found.why)
const browser = await chromium.launch({ executablePath: found.path, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
const server = spawn(process.execPath, [whet, 'serve', '--no-open', '--json'], { cwd: project, stdio: ['ignore', 'pipe', 'ignore'] })
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 820 }, deviceScaleFactor: 1 })
  await page.goto(`file://${join(project, 'report.html')}`)
  await page.screenshot({ path: join(images, 'report.png') })
  const { url } = await new Promise<{ url: string }>((resolve) => {
    let text = ''
    server.stdout.on('data', (part: Buffer) => {
      text += part.toString()
      if (text.trimEnd().endsWith('}')) resolve(JSON.parse(text) as { url: string })
    })
  })
  await page.goto(url)
  await page
    .getByRole('link', { name: /tool-library/ })
    .first()
    .click()
  await page.frameLocator('.frame').getByRole('heading', { level: 1 }).waitFor()
  await page.locator('.decide .choices').waitFor()
  await page.screenshot({ path: join(images, 'dashboard.png') })
} finally {
  server.kill()
  await browser.close()
  rmSync(project, { recursive: true, force: true })
}
