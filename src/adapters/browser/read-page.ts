// Looks at a page in every view and makes one measure: a desktop window that gets narrower, and a phone beside it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { axeTags, scoredRules } from '../../rules/page/axe-rules.ts'
import {
  type Action,
  type AxeRule,
  type ColourPair,
  type PageError,
  type PageMeasure,
  type View,
  type ViewName,
  emptyMeasure,
  views,
} from '../../rules/page/measure.ts'
import { runAxe } from './in-page/axe.ts'
import { readContent } from './in-page/content.ts'
import { readCovered } from './in-page/covered.ts'
import { readCut } from './in-page/cut.ts'
import { type Layout, readLayout, readPhone } from './in-page/layout.ts'
import { readLooks } from './in-page/looks.ts'
import { holdStill, readVitals, settle, showAll } from './in-page/settle.ts'
import { bare, readPixels } from './in-page/pixels.ts'
import { readStyles } from './in-page/style.ts'
import type { PageSource } from './source.ts'
import { type OpenParts, measureOpened, nothingOpened, withOpened } from './open-parts.ts'
import { type Tried, neverInSight, tryActions } from './try-actions.ts'
import { type Blank, Unreadable, type Visit, openVisit } from './visit.ts'
import { within } from './worlds.ts'

/** Stores a picture and returns its hash. */
export type Keep = (png: Uint8Array) => string | Promise<string>

export interface How {
  /** Null: no pictures. */
  keep: Keep | null
  loadMs: number
}

/** Provides a blank page for a view. */
export type Take = (view: 'desktop' | 'mobile') => Promise<Blank>

const mostElements = 15_000
/** Of the page's own time, once before and once after scrolling through it. */
const waitMs = 1000
const tallest = 8000

export async function readPage(take: Take, source: PageSource, how: How): Promise<PageMeasure> {
  const began = Date.now()
  const wide = onDesktop(take, source, how)
  const tries = wide.then(({ tried }) => tried)
  tries.catch(() => {}) // reported by the other
  const [desktop, phone] = await Promise.all([wide, onPhone(take, source, how, tries)])
  const { visits, tried, opened, ...read } = desktop
  const found = new Map(phone.tried.actions.map((action) => [action.selector, action]))
  const own = phone.tried.actions.filter(({ selector }) => !tried.actions.some((each) => each.selector === selector))
  const alone = (action: Action): Action => ({ ...action, view: 'mobile' })
  const actions = tried.actions.map((action) => {
    const other = isNeverInSight(action) ? found.get(action.selector) : undefined
    return other && !isNeverInSight(other) ? alone(other) : action
  })
  const unseen = tried.unseen.filter(({ selector }) => phone.tried.unseen.some((each) => each.selector === selector))
  const measured: PageMeasure = {
    ...emptyMeasure,
    ...read,
    views: { ...read.views, mobile: phone.view },
    phone: phone.phone,
    axe: [...read.axe, ...phone.axe],
    pairs: [...read.pairs, ...phone.pairs],
    actions: [...actions, ...own.map(alone)],
    times: { ...phone.vitals, measuredMs: Date.now() - began },
  }
  const whole = withOpened(measured, opened, phone.opened, unseen)
  const seen = together([visits, phone.visits])
  const { origin } = new URL(source.url)
  const above = seen.blocked.flatMap(({ url }) => (url.startsWith(`${origin}/`) ? [url.slice(origin.length)] : []))
  const note = `not loaded, because it is outside the page's folder: ${above.join(', ')}; to include it, serve the site and give its address`
  return { ...whole, ...seen, notes: above.length > 0 ? [...whole.notes, note] : whole.notes }
}

async function onDesktop(take: Take, source: PageSource, how: How) {
  return visited(take, source, 'desktop', how, async (visit) => {
    const { title, lang, sections, texts, images } = await visit.read(readContent)
    const styles = await visit.read(readStyles)
    const { blank, ...looks } = await visit.read(readLooks)
    const shown: Partial<Record<ViewName, View>> = {}
    shown.desktop = await viewOf(visit, 'desktop', await visit.read(readLayout, views.desktop.width), how)
    shown.desktop.covered = await visit.read(readCovered, 'all')
    const axe = await axeOf(visit, 'desktop')
    for (const name of ['w1024', 'w768', 'narrow'] as const) {
      await visit.resize(name)
      const cut = name === 'narrow' ? { cut: await visit.read(readCut) } : {}
      const layout = { ...(await visit.read(readLayout, views[name].width)), ...cut }
      const view = await viewOf(visit, name, layout, layout.scrolls && name !== 'narrow' ? how : { ...how, keep: null })
      shown[name] = name === 'w768' ? { ...view, covered: await visit.read(readCovered, 'all') } : view
    }
    await visit.resize('desktop')
    const opened = nothingOpened()
    const tried = await tryActions(visit, source, { skips: () => false, opened: opening(visit, opened, 'desktop', how) })
    const frames = visit.page.frames().length - 1
    const notes = [
      ...(styles.closed > 0 ? [`${styles.closed} style sheets couldn't be read`] : []),
      ...(frames > 0 ? [`${frames} frames inside the page were checked for accessibility only`] : []),
      ...(visit.seen.refreshes || visit.seen.leftTo !== null ? ['the page redirects its visitors; it was examined before that'] : []),
    ]
    const { declarations, properties } = styles
    const kept = [...visit.seen.blocked.values()].some((type) => type === 'stylesheet' || type === 'script')
    const look = blank ? ('blank' as const) : kept && !styles.dressed ? ('undressed' as const) : ('shown' as const)
    return {
      title,
      lang,
      sections,
      texts,
      images,
      declarations,
      properties,
      look,
      ...looks,
      views: shown,
      ...axe,
      tried,
      opened,
      notes,
      visits: visit,
    }
  })
}

async function onPhone(take: Take, source: PageSource, how: How, wide: Promise<Tried>) {
  return visited(take, source, 'mobile', how, async (visit) => {
    const layout = { ...(await visit.read(readLayout, views.mobile.width)), cut: await visit.read(readCut) }
    const phone = await visit.read(readPhone, views.mobile.width)
    const view = await viewOf(visit, 'mobile', layout, how)
    view.covered = await visit.read(readCovered, 'all')
    const axe = await axeOf(visit, 'mobile')
    const vitals = await visit.read(readVitals)
    const { actions, openers } = await wide
    // Tries openers here too; otherwise only what the desktop doesn't show.
    const done = new Set(actions.flatMap((action) => (isNeverInSight(action) || openers.has(action.selector) ? [] : action.selector)))
    const opened = nothingOpened()
    const skips = ({ selector }: { selector: string }) => done.has(selector)
    const tried = await tryActions(visit, source, { skips, opened: opening(visit, opened, 'mobile', how) })
    return { view, phone, ...axe, vitals, tried, opened, visits: visit }
  })
}

const isNeverInSight = ({ result }: Action) => result.state === 'untried' && result.why === neverInSight

const opening =
  (visit: Visit, into: OpenParts, view: 'desktop' | 'mobile', { keep }: How) =>
  (by: string, selectors: readonly string[]) =>
    measureOpened(visit, into, by, selectors, {
      view,
      axeOf,
      picture: async () => {
        const png = keep && (await pictureOf(visit, view, false))
        return png ? keep(png) : null
      },
    })

async function visited<T>(
  take: Take,
  source: PageSource,
  view: 'desktop' | 'mobile',
  how: How,
  work: (visit: Visit) => Promise<T>,
): Promise<T> {
  const blank = await take(view)
  try {
    const visit = await openVisit(blank, source, how.loadMs)
    await visit.pass(waitMs)
    await visit.read(showAll)
    await visit.pass(waitMs)
    const { elements } = await visit.read(settle)
    if (elements === 0) throw new Unreadable('the page removed its whole document')
    if (elements > mostElements) throw new Unreadable(`the page has ${elements} elements; the limit is ${mostElements}`)
    return await work(visit)
  } finally {
    void blank.context.close().catch(() => {})
  }
}

async function viewOf(visit: Visit, name: ViewName, layout: Layout, { keep }: How): Promise<View> {
  if (keep === null) return { ...layout, picture: null }
  const png = await pictureOf(visit, name, layout.scrolls || layout.layoutWidth > views[name].width)
  return { ...layout, picture: png && (await keep(png)) }
}

/** What a visitor can see; wider than the screen only if scrolling gets there. Null if it isn't HTML. */
async function pictureOf(visit: Visit, name: ViewName, wider: boolean): Promise<Buffer | null> {
  const { width, height } = await visit.read(holdStill)
  if (height === 0) return null
  const cut = !wider || height > tallest
  return captured(visit, { x: 0, y: 0, width: cut ? views[name].width : width, height: Math.min(height, tallest) })
}

async function captured({ cdp }: Visit, part: { x: number; y: number; width: number; height: number }): Promise<Buffer> {
  const { data } = await cdp.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
    captureBeyondViewport: true,
    clip: { ...part, scale: 1 },
  })
  return Buffer.from(data, 'base64')
}

let axeScript: string | undefined

async function axeOf(
  visit: Visit,
  view: AxeRule['view'],
  scope: 'page' | 'opened' = 'page',
): Promise<{ axe: AxeRule[]; pairs: ColourPair[] }> {
  const script = (axeScript ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
  if (scope === 'page') await visit.run(script)
  const { rules, pairs, overPicture } = await visit.read(runAxe, axeTags, Object.keys(scoredRules), null, scope)
  if (scope === 'opened') return { axe: rules.map((rule): AxeRule => ({ view, ...rule })), pairs: pairs.map((pair) => ({ view, ...pair })) }
  if (overPicture > 0 && view === 'desktop') {
    const part = await visit.read(bare)
    const seen = { ...part, width: Math.min(part.width, views[view].width), height: Math.min(part.height, tallest) }
    const picture = seen.width > 0 && seen.height > 0 ? (await captured(visit, seen)).toString('base64') : ''
    pairs.push(...(await visit.read(readPixels, picture, part)))
  }
  const axe = rules.map((rule): AxeRule => ({ view, ...rule }))
  for (const frame of await visit.frames()) {
    await frame.run(script)
    const inside = await frame.read(runAxe, axeTags, [], frame.owner)
    const told = inside.rules.map((rule) => ({ ...rule, nodes: rule.nodes.map((node) => within(frame.owner, node)) }))
    axe.push(...told.map((rule) => ({ view, inFrame: true as const, ...rule })))
  }
  return { axe, pairs: pairs.map((pair) => ({ view, ...pair })) }
}

/** What both visits saw, without duplicates and in a fixed order. */
function together(visits: readonly Visit[]): Pick<PageMeasure, 'blocked' | 'errors'> {
  const blocked = new Map(visits.flatMap(({ seen }) => [...seen.blocked]))
  const hidden = [...blocked.values()].includes('script')
  const lines = visits.flatMap(({ seen }): PageError[] => [
    ...seen.errors.slice(0, seen.ownErrors).filter(({ text }) => !(hidden && /is not defined/.test(text))),
    ...[...seen.missing].map(([path, status]) => ({ kind: 'missing' as const, text: `${path} answered ${status}`, source: path })),
  ])
  const once = new Map(lines.map((line) => [JSON.stringify(line), line]))
  return {
    blocked: [...blocked].map(([url, type]) => ({ url, type })).sort((a, b) => (a.url < b.url ? -1 : 1)),
    errors: [...once].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line),
  }
}
