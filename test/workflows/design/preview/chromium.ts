// A real browser for tests of pages: Debian's Chromium, quiet and without a profile, shown pages from memory and deaf to the network.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { findChromium } from '../../../../src/adapters/browser/find.ts'

export const desktop = { width: 1280, height: 900 }
export const phone = { width: 375, height: 800 }

export async function openChromium(): Promise<Browser> {
  const found = findChromium()
  if (found.path === null) throw new Error(found.why)
  const executablePath = found.path
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
  })
}

/** Opens a page that is served from memory; anything else it asks for is refused and noted, and so is what it says on the console. */
export async function showIn(
  browser: Browser,
  html: string,
  options: BrowserContextOptions,
  work: (page: Page, seen: { asked: string[]; said: string[] }) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: desktop, reducedMotion: 'reduce', ...options })
  const seen = { asked: [] as string[], said: [] as string[] }
  try {
    const page = await context.newPage()
    page.on('console', (message) => seen.said.push(message.text()))
    page.on('pageerror', (error) => seen.said.push(String(error)))
    await context.route('**/*', (route) => {
      if (route.request().url() === 'http://page.test/') return route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' })
      seen.asked.push(route.request().url())
      return route.abort()
    })
    await page.goto('http://page.test/')
    await work(page, seen)
  } finally {
    await context.close()
  }
}

let axe: string | undefined

/** With rules, only those: what depends on colours need not be asked of everything else again. */
export async function axeViolations(page: Page, rules: readonly string[] = []): Promise<string[]> {
  axe ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe)
  const { violations } = (await page.evaluate(
    `axe.run(${rules.length > 0 ? JSON.stringify({ runOnly: { type: 'rule', values: rules }, resultTypes: ['violations'] }) : '{ resultTypes: ["violations"] }'})`,
  )) as Pick<AxeResults, 'violations'>
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`)
}
