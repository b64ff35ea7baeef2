// Brings a page to rest: everything below the fold shown once, fonts and images loaded, then animations ended. Runs in the page.
/// <reference lib="dom" />
import type { Base } from './base.ts'

declare const whet: Base

export async function showAll(): Promise<void> {
  const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
  const within = (ms: number, wait: Promise<unknown>) =>
    Promise.race([wait.catch(() => {}), new Promise((resolve) => setTimeout(resolve, ms))])
  const height = () => document.scrollingElement?.scrollHeight ?? 0
  for (let at = 0, steps = 0; at < height() && steps < 40; at += innerHeight, steps++) {
    scrollTo({ top: at, behavior: 'instant' })
    await frame()
  }
  scrollTo({ top: 0, left: 0, behavior: 'instant' })
  await within(3000, document.fonts.ready)
  await within(
    3000,
    Promise.all(
      (whet.all('img') as HTMLImageElement[]).map((image) =>
        image.complete ? null : new Promise((resolve) => (image.onload = image.onerror = resolve)),
      ),
    ),
  )
}

export async function settle(): Promise<{ elements: number }> {
  const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
  await frame()
  whet.finish()
  await frame()
  return { elements: whet.all('*').length }
}

/** Before a full picture: fonts loaded, no blinking caret, nothing moving. Anything but HTML has no size. */
export async function holdStill(): Promise<{ width: number; height: number }> {
  const { body, documentElement: html } = document
  if (!body) return { width: 0, height: 0 }
  await Promise.race([document.fonts.ready, new Promise((resolve) => setTimeout(resolve, 3000))])
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { caret-color: transparent !important }')
  for (const root of whet.roots()) root.adoptedStyleSheets.push(sheet)
  whet.finish()
  const most = (side: 'Width' | 'Height') =>
    Math.max(...[body, html].flatMap((each) => [each[`scroll${side}`], each[`offset${side}`], each[`client${side}`]]))
  return { width: most('Width'), height: most('Height') }
}

export interface Vitals {
  lcpMs: number | null
  cls: number | null
}

export function readVitals(): Promise<Vitals> {
  const vitals: Vitals = { lcpMs: null, cls: 0 }
  const listen = (type: string, take: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  try {
    listen('largest-contentful-paint', (entry) => (vitals.lcpMs = Math.round(entry.startTime)))
    listen('layout-shift', (entry) => {
      if (!entry.hadRecentInput) vitals.cls = Math.round(((vitals.cls ?? 0) + (entry.value ?? 0)) * 1000) / 1000
    })
  } catch {
    vitals.cls = null
  }
  return new Promise((resolve) => setTimeout(() => resolve(vitals), 30))
}
