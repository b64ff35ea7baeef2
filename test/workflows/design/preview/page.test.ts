// The preview as a person meets it, in a real browser: accessible, walkable with and without script, printable, and deaf to the network.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderPreview } from '../../../../src/workflows/design/preview/render.ts'
import { axeViolations, desktop, openChromium, phone, showIn } from './chromium.ts'
import { hostile } from './hostile.ts'
import { critique, entities, intent, intentHash } from './sample.ts'

const preview = renderPreview({ intent, critique, intentHash })

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser?.close())

const show = (html: string, options: Parameters<typeof showIn>[2], work: Parameters<typeof showIn>[3]) =>
  showIn(browser, html, options, work)

describe('axe finds no violation', () => {
  const pages = {
    sample: preview,
    hostile: renderPreview({ intent: hostile(intent), critique: hostile(critique), intentHash }),
    'thirty entities': renderPreview({ intent: { ...intent, dataModel: { entities: entities(30) } }, critique, intentHash }),
  }
  test.each<[keyof typeof pages, 'light' | 'dark', number, typeof desktop]>([
    ['sample', 'light', 375, phone],
    ['sample', 'dark', 1280, desktop],
    ['hostile', 'light', 375, phone],
    ['thirty entities', 'dark', 375, phone],
  ])('%s, %s, %i wide', async (name, colorScheme, _, viewport) => {
    await show(pages[name], { colorScheme, viewport }, async (page) => {
      await page.evaluate("location.hash = '#flow-1-step-5'")
      expect(await axeViolations(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
    })
  })
})

test.each([true, false])('a flow can be walked to its end and back by pressing what is offered (script: %s)', async (javaScriptEnabled) => {
  await show(preview, { javaScriptEnabled }, async (page, seen) => {
    const shown = () => page.locator('#flow-1 .screen:visible')
    const steps = intent.userFlows[0]!.steps.length
    for (let step = 1; step < steps; step++) {
      expect(await shown().getAttribute('id')).toBe(`flow-1-step-${step}`)
      await shown().locator('a[rel=next]').click()
    }
    expect(await shown().getAttribute('id')).toBe(`flow-1-step-${steps}`)
    await shown().locator('a[rel=prev]').click()
    await page.locator('#flow-1 a.part.lit:visible').click()
    expect(await shown().getAttribute('id')).toBe(`flow-1-step-${steps}`)
    await page.locator('#flow-1 a.go').nth(1).click()
    expect(await shown().getAttribute('id')).toBe('flow-1-step-2')
    expect(await page.locator('#flow-2 .screen:visible').getAttribute('id')).toBe('flow-2-step-1')
    expect(seen).toEqual({ asked: [], said: [] })
  })
})

test('arrow keys walk the flow that has the focus, say where one is, and leave the page where it was', async () => {
  await show(preview, {}, async (page) => {
    await page.locator('#flow-2 a.go').first().focus()
    const before = await page.evaluate('scrollY')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    expect(await page.locator('#flow-2 .screen:visible').getAttribute('id')).toBe('flow-2-step-3')
    await page.locator('[aria-current=step]', { hasText: 'declines another one' }).waitFor() // told after the screen has changed
    expect(await page.evaluate('scrollY')).toBe(before)
    await page.keyboard.press('ArrowLeft')
    expect(await page.locator('#flow-2 .screen:visible').getAttribute('id')).toBe('flow-2-step-2')
  })
})

test('on paper every screen is there', async () => {
  await show(preview, {}, async (page) => {
    expect(await page.locator('.screen:visible').count()).toBe(intent.userFlows.length)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.screen:visible').count()).toBe(intent.userFlows.flatMap((flow) => flow.steps).length)
    expect(await page.locator('nav.top').isVisible()).toBe(false)
    // A screen that several steps in a row stay on is drawn once.
    const frames = await page.locator('.frame:visible').count()
    expect(frames).toBe(await page.locator('.screen:not([data-same])').count())
    expect(frames).toBeLessThan(intent.userFlows.flatMap((flow) => flow.steps).length)
  })
})

test('a hostile design runs nothing, loads nothing and adds no element of its own', async () => {
  await show(renderPreview({ intent: hostile(intent), critique: hostile(critique), intentHash }), {}, async (page, seen) => {
    expect(await page.evaluate('window.pwned')).toBeUndefined()
    expect(await page.locator('img, iframe, object, embed, form, link, base, script:not(:last-child)').count()).toBe(0)
    expect(await page.locator('script').count()).toBe(1)
    expect(seen).toEqual({ asked: [], said: [] })
  })
})

test('the policy stops a script that somebody adds to the page afterwards', async () => {
  const tampered = preview.replace('</main>', '<script>window.pwned = 1</script><img src="http://elsewhere.test/x.png"></main>')
  await show(tampered, {}, async (page, seen) => {
    expect(await page.evaluate('window.pwned')).toBeUndefined()
    expect(seen.asked).toEqual([])
    expect(seen.said.join()).toMatch(/Content Security Policy/)
  })
})
