// How long a person waits for the list: 300 runs in Chromium, from opening the page to its first row, cold and warm.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from '../src/adapters/browser/find.ts'
import { startDashboard } from '../src/surfaces/web/server.ts'
import { manyRuns } from './dashboard.ts'

export async function benchFirstList({ runs = 300, times = 5 } = {}): Promise<{ runs: number; 'cold ms': number; 'warm ms': number }[]> {
  const { path } = findChromium()
  if (path === null) return []
  const root = mkdtempSync(join(tmpdir(), 'whet-bench-list-'))
  await manyRuns(root, runs)
  const dashboard = await startDashboard({ cwd: root, env: { ...process.env, HOME: root } })
  const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    const open = async (url: string) => {
      const began = performance.now()
      await page.goto(url, { waitUntil: 'commit' })
      await page.locator('.runs tbody tr').first().waitFor()
      return Math.round(performance.now() - began)
    }
    const cold = await open(dashboard.url)
    const warm: number[] = []
    for (let time = 0; time < times; time++) warm.push(await open(`${dashboard.origin}/?time=${time}`))
    return [{ runs, 'cold ms': cold, 'warm ms': warm.sort((a, b) => a - b)[Math.floor(times / 2)] as number }]
  } finally {
    await browser.close()
    await dashboard.close()
    rmSync(root, { recursive: true, force: true })
  }
}

if (import.meta.main) console.table(await benchFirstList())
