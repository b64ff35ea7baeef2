// Parts that are closed at first, measured while open, in their own words and with their own picture; the rest was measured before.
import type {
  AxeRule,
  ColourPair,
  Covered,
  Cut,
  Image,
  Opened,
  PageMeasure,
  Part,
  Target,
  TextBlock,
  View,
} from '../../rules/page/measure.ts'
import { views } from '../../rules/page/measure.ts'
import { readContent } from './in-page/content.ts'
import { readCovered } from './in-page/covered.ts'
import { readCut } from './in-page/cut.ts'
import { readLayout, readPhone } from './in-page/layout.ts'
import type { Visit } from './visit.ts'

export interface OpenParts {
  texts: TextBlock[]
  images: Image[]
  phone: PageMeasure['phone']
  cut: Cut[]
  covered: Covered[]
  beyond: View['beyond']
  axe: AxeRule[]
  pairs: ColourPair[]
  /** Everything that became visible, by selector. */
  sighted: Set<string>
  /** Limit on measured parts. */
  openings: number
}

const most = 25

export const nothingOpened = (): OpenParts => ({
  texts: [],
  images: [],
  phone: { texts: [], targets: [] },
  cut: [],
  covered: [],
  beyond: [],
  axe: [],
  pairs: [],
  sighted: new Set(),
  openings: 0,
})

interface Look {
  view: 'desktop' | 'mobile'
  axeOf(visit: Visit, view: AxeRule['view'], scope: 'opened'): Promise<{ axe: AxeRule[]; pairs: ColourPair[] }>
  picture(): Promise<string | null>
}

/** Merges what one opening shows into the others. */
export async function measureOpened(visit: Visit, into: OpenParts, by: string, selectors: readonly string[], look: Look): Promise<Opened> {
  const before = into.sighted.size
  for (const selector of selectors) into.sighted.add(selector)
  if (into.sighted.size > before) into.openings++
  const measured = into.sighted.size > before && into.openings <= most
  const opened: Opened = { by, picture: measured ? await look.picture() : null }
  if (!measured) return opened
  const seen = new Set(selectors)
  const own = <P extends Part>(parts: readonly P[]): P[] =>
    parts.filter(({ selector }) => seen.has(selector)).map((part) => ({ ...part, opened }))
  if (look.view === 'desktop') {
    const { texts, images } = await visit.read(readContent)
    into.texts.push(...own(texts))
    into.images.push(...own(images))
  } else {
    const { beyond, scrolls } = await visit.read(readLayout, views.mobile.width)
    const { texts, targets } = await visit.read(readPhone, views.mobile.width)
    if (scrolls) into.beyond.push(...own(beyond))
    into.cut.push(...own(await visit.read(readCut)))
    into.phone.texts.push(...own(texts))
    into.phone.targets.push(...own(targets))
  }
  into.covered.push(...own(await visit.read(readCovered, 'opened')))
  const { axe, pairs } = await look.axeOf(visit, look.view, 'opened')
  const broken = axe.filter(({ outcome }) => outcome === 'violation' || outcome === 'incomplete')
  into.axe.push(...broken.map((rule) => ({ ...rule, opened: true as const, nodes: rule.nodes.map((node) => ({ ...node, opened })) })))
  into.pairs.push(...own(pairs))
  return opened
}

/** One measure of the page including everything that was opened. */
export function withOpened(
  page: PageMeasure,
  desktop: OpenParts,
  phone: OpenParts,
  unseen: readonly (Part & { text: string })[],
): PageMeasure {
  const joined = <P extends Part>(all: readonly P[], more: readonly P[]): P[] => {
    const known = new Set(all.map(({ selector }) => selector))
    return [...all, ...more.filter(({ selector }) => !known.has(selector))]
  }
  const inSight = new Map<string, Image | TextBlock>([...desktop.texts, ...desktop.images].map((part) => [part.selector, part]))
  const { desktop: wide, mobile } = page.views
  const over = Math.max(0, desktop.openings - most) + Math.max(0, phone.openings - most)
  const missed = unseen.map(({ selector, text }) => `${selector}${text === '' ? '' : ` (“${text}”)`}`)
  return {
    ...page,
    views: {
      ...page.views,
      ...(wide && { desktop: { ...wide, covered: [...(wide.covered ?? []), ...desktop.covered] } }),
      ...(mobile && {
        mobile: {
          ...mobile,
          scrolls: mobile.scrolls || phone.beyond.length > 0,
          beyond: joined(mobile.beyond, phone.beyond),
          cut: joined(mobile.cut ?? [], phone.cut),
          covered: [...(mobile.covered ?? []), ...phone.covered],
        },
      }),
    },
    texts: joined(
      page.texts.map((text) => (inSight.has(text.selector) ? { ...text, shown: true } : text)),
      desktop.texts,
    ),
    images: joined(
      page.images.map((image) => (inSight.get(image.selector) as Image | undefined) ?? image),
      desktop.images,
    ),
    phone: { texts: joined(page.phone.texts, phone.phone.texts), targets: joined<Target>(page.phone.targets, phone.phone.targets) },
    axe: [...page.axe, ...desktop.axe, ...phone.axe],
    pairs: [...page.pairs, ...desktop.pairs, ...phone.pairs],
    notes: [
      ...page.notes,
      ...(missed.length > 0 ? [`not measured, because nothing tried made it visible: ${missed.join(', ')}`] : []),
      ...(over > 0 ? [`not measured: ${over} more parts that open on a press`] : []),
    ],
  }
}
