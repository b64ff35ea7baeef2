// The certificate as a person meets it, in a real browser.
import { expect, test } from 'vitest'
import { renderCertificate } from '../../../src/workflows/design/certificate.ts'
import { attended, signed } from './certificate-facts.ts'
import { axeViolations, desktop, openChromium, phone, showIn } from './preview/chromium.ts'

test('the certificate is accessible by day and night, on desktop and phone, and asks for nothing', async () => {
  const browser = await openChromium()
  try {
    for (const facts of [attended, signed]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const viewport of [desktop, phone]) {
          await showIn(browser, renderCertificate(facts).page, { colorScheme, viewport }, async (page, seen) => {
            expect(await page.frameLocator('iframe').getByRole('heading', { level: 1 }).innerText()).toBe('Tool library')
            expect(await page.locator('pre[aria-label="intent.json"]').textContent()).toBe(facts.files['intent.json'])
            // A frame that may run nothing cannot be asked by axe; the preview has tests of its own.
            await page.locator('iframe').evaluate((frame) => frame.remove())
            expect(await axeViolations(page)).toEqual([])
            expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
            expect(await page.locator('#proof-title').innerText()).toBe(facts.assurance === 'signed' ? 'Signed' : 'Proves integrity only')
            expect(seen).toEqual({ asked: [], said: [] })
          })
        }
      }
    }
  } finally {
    await browser.close()
  }
})
