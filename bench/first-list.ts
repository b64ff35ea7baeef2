// How long a person waits for the list of 300 runs: in Chromium until its first row, cold and warm, and from `whet list`, beside what Node itself takes.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { findChromium } from '../src/adapters/browser/find.ts'
import { startDashboard } from '../src/surfaces/web/server.ts'
import { manyRuns } from './dashboard.ts'

export interface FirstListFigures {
  runs: number
  'page, cold ms': number
  'page, warm ms': number
  'whet list ms': number
  'node alone ms': number
}

/** The least of several, as others may be at work on the machine. */
export async function benchFirstList({ runs = 300, times = 9 } = {}): Promise<FirstListFigures[]> {
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
    const least = (args: readonly string[]) => Math.min(...Array.from({ length: times }, () => ran(args, root)))
    return [
      {
        runs,
        'page, cold ms': cold,
        'page, warm ms': Math.min(...warm),
        'whet list ms': least([whet, 'list']),
        'node alone ms': least(['-e', '0']),
      },
    ]
  } finally {
    await browser.close()
    await dashboard.close()
    rmSync(root, { recursive: true, force: true })
  }
}

const whet = fileURLToPath(new URL('../bin/whet.js', import.meta.url))

function ran(args: readonly string[], cwd: string): number {
  const began = performance.now()
  spawnSync(process.execPath, args, { cwd, env: { ...process.env, HOME: cwd }, stdio: 'ignore' })
  return Math.round(performance.now() - began)
}

if (import.meta.main) console.table(await benchFirstList())
