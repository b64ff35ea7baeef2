// Whether everybody can use a page, as far as code can tell: axe's rules, a score with Lighthouse's weights, contrast, alt texts.
import * as z from 'zod'
import { checkError, fail, judge, notApplicable, pass, unknown } from '../check.ts'
import { plural } from '../reading/lines.ts'
import { axeTags, scoredRules } from './axe-rules.ts'
import { passingForegrounds } from './colour.ts'
import type { AxeRule, PageMeasure } from './measure.ts'
import { definePageCheck, onPage } from './page-check.ts'

export const pageAxe = definePageCheck({
  kind: 'page.axe',
  summary: 'The page breaks no rule of WCAG 2 level A or AA that axe can decide, on a desktop or a phone.',
  params: onPage({
    ignore: z.array(z.string().min(1)).default([]).describe('axe ids of rules to leave out'),
    also: z.array(z.string().min(1)).default([]).describe('ids of further rules to check, such as heading-order or target-size'),
  }),
  demands: ({ ignore, also }) =>
    `breaks no rule of WCAG 2 level A or AA that axe can decide${also.length > 0 ? `, nor ${also.join(', ')}` : ''}${ignore.length > 0 ? `; ${ignore.join(', ')} aside` : ''}`,
  run({ params: { ignore, also }, page, seen }) {
    const counts = ({ id, tags }: AxeRule) => !ignore.includes(id) && (also.includes(id) || isRequired(id, tags))
    const broken = page.axe.filter((rule) => rule.outcome === 'violation' && counts(rule))
    const once = new Set<string>()
    const found = broken.flatMap(({ id, help, view, nodes }) =>
      nodes.flatMap(({ html, why, decoration, ...part }) => {
        if (decoration || once.has(`${id} ${part.selector}`)) return []
        once.add(`${id} ${part.selector}`)
        return [{ id, evidence: seen(part, view, { message: `${id}: ${why || help}`, expected: help, quote: html }) }]
      }),
    )
    const ids = [...new Set(found.map(({ id }) => id))]
    // The first finding of each rule leads, so that a rule broken in a hundred places hides no other.
    const firsts = ids.flatMap((id) => found.find((each) => each.id === id) ?? [])
    const problems = [...firsts, ...found.filter((each) => !firsts.includes(each))].map(({ evidence }) => evidence)
    const open = new Set(page.axe.filter((rule) => rule.outcome === 'incomplete' && counts(rule)).map(({ id }) => id))
    const held = new Set(page.axe.filter((rule) => rule.outcome === 'pass' && counts(rule)).map(({ id }) => id)).size
    return judge(
      problems,
      `${plural(held, 'rule')} of WCAG A and AA hold${open.size > 0 ? `; axe couldn't decide ${[...open].join(', ')} everywhere` : ''}`,
      (count) => `${plural(count, 'violation')} of WCAG A or AA${count > 1 ? ` (${ids.join(', ')})` : ''}`,
    )
  },
})

/** What axe runs by default; rules it disables count only on request. */
const isRequired = (id: string, tags: readonly string[]) =>
  id !== 'target-size' && tags.some((tag) => axeTags.includes(tag)) && !tags.includes('experimental') && !tags.includes('deprecated')

export const pageScore = definePageCheck({
  kind: 'page.accessibility-score',
  summary: "The accessibility score is high enough: what axe found on a phone, with Lighthouse's weights.",
  params: onPage({ min: z.int().min(0).max(100).default(80) }),
  demands: ({ min }) => `has an accessibility score of at least ${min} of 100`,
  run({ params: { min }, page, seen }) {
    const scored = accessibilityScore(page)
    if (scored === null) return checkError('axe gave no result')
    const { score, lost } = scored
    if (score >= min) return pass(`accessibility score ${score} of 100`)
    const evidence = lost.map(({ id, help, nodes }) =>
      seen(nodes[0] ?? { selector: 'html', box: { x: 0, y: 0, width: 0, height: 0 } }, 'mobile', {
        message: `${id} (weight ${scoredRules[id] ?? 0}): ${plural(nodes.length, 'element')}`,
        expected: help,
        ...(nodes[0] && { quote: nodes[0].html }),
      }),
    )
    return fail(`accessibility score ${score} of 100, at least ${min} is required`, evidence)
  },
})

/** Lighthouse's formula: each applicable audit counts its weight, and what axe can't decide counts as passed. */
export function accessibilityScore({ axe }: Pick<PageMeasure, 'axe'>): { score: number; lost: AxeRule[] } | null {
  const rules = axe.filter(({ view, id, inFrame, opened }) => view === 'mobile' && !inFrame && !opened && Object.hasOwn(scoredRules, id))
  const lost = rules.filter(({ outcome }) => outcome === 'violation')
  const failed = new Set(lost.map(({ id }) => id))
  const applied = new Set(rules.filter(({ outcome }) => outcome !== 'inapplicable').map(({ id }) => id))
  const weigh = (ids: Iterable<string>) => [...ids].reduce((sum, id) => sum + (scoredRules[id] ?? 0), 0)
  const whole = weigh(applied)
  if (whole === 0) return null
  const heaviest = lost.toSorted((a, b) => (scoredRules[b.id] ?? 0) - (scoredRules[a.id] ?? 0) || (a.id < b.id ? -1 : 1))
  return { score: Math.round(((whole - weigh(failed)) * 100) / whole), lost: heaviest }
}

export const pageContrast = definePageCheck({
  kind: 'page.contrast',
  looks: true,
  summary: 'All text contrasts with its background: 4.5 to 1, or 3 to 1 if large; the finding suggests three colours that would do.',
  params: onPage({
    normal: z.number().min(1).max(21).default(4.5),
    large: z.number().min(1).max(21).default(3),
    large_px: z.number().min(1).default(24).describe('text of this size is large'),
    large_bold_px: z.number().min(1).default(18.66).describe('bold text of this size is large'),
  }),
  demands: ({ normal, large, large_px, large_bold_px }) =>
    `has a contrast of at least ${normal}:1 between text and background, or ${large}:1 for text of ${large_px} px or bold text of ${large_bold_px} px`,
  run({ params, page, seen }) {
    if (page.pairs.length === 0)
      return page.texts.some(({ shown }) => shown)
        ? unknown('no text and background could be told apart')
        : notApplicable('there is no text')
    const needed = ({ sizePx, bold }: { sizePx: number; bold: boolean }) =>
      sizePx >= params.large_px || (bold && sizePx >= params.large_bold_px) ? params.large : params.normal
    const once = new Set<string>()
    const low = page.pairs.filter((pair) => pair.ratio < needed(pair) && !once.has(pair.selector) && once.add(pair.selector))
    const worst = page.pairs.reduce((least, pair) => Math.min(least, pair.ratio), 21)
    return judge(
      low.map(({ view, text, foreground, background, ratio, sizePx, bold, required: _, ...part }) => {
        const wanted = needed({ sizePx, bold })
        const better = passingForegrounds(foreground, background, wanted)
        return seen(part, view, {
          message: `${text === '' ? 'text' : JSON.stringify(text)}: ${foreground} on ${background} has a contrast of ${ratio}:1`,
          expected: `at least ${wanted}:1${better.length > 0 ? `, such as ${better.join(', ')}` : ''}`,
          actual: `${ratio}:1`,
        })
      }),
      `${plural(new Set(page.pairs.map(({ selector }) => selector)).size, 'text')} compared, the lowest contrast is ${worst}:1`,
      (count) => `${plural(count, 'text')} with too little contrast`,
      new Set(page.pairs.map(({ selector }) => selector)).size,
    )
  },
})

export const pageAlt = definePageCheck({
  kind: 'page.alt',
  summary: "Every image that isn't decoration has an alternative text.",
  params: onPage({}),
  withoutBrowser: true,
  demands: () => 'has an alternative text for every image; an empty alt marks decoration',
  run({ page, seen }) {
    if (page.images.length === 0) return notApplicable('there are no images')
    const problems = page.images.flatMap(({ alt, src, excused, alone, ...part }) => {
      const what = src === '' ? part.selector : src
      const wrong = excused
        ? null
        : alt === null
          ? `no alternative text: ${what}`
          : alone && alt.trim() === ''
            ? `the only content of a link or button has an empty alt: ${what}`
            : saysNothing(alt.trim())
              ? `its alternative text says nothing: ${alt}`
              : null
      const expected = 'alt="…" that says what the image shows, or alt="" for decoration'
      return wrong === null
        ? []
        : [seen(part, 'desktop', { message: wrong, expected, actual: alt === null ? 'no alt' : `alt=${JSON.stringify(alt)}` })]
    })
    return judge(
      problems,
      `${plural(page.images.length, 'image')}, each with an alternative text or marked as decoration`,
      (count) => `${plural(count, 'image')} without an alternative text`,
    )
  },
})

/** A file name, a camera's name for it, or just "picture". */
const saysNothing = (alt: string) =>
  /^[\w .%-]+\.(?:png|jpe?g|gif|webp|svg|avif)$/i.test(alt) ||
  /^(?:IMG|DSCN?|DSCF|PXL|DJI|MVI|P)[_-]?\d{3,}(?:[_-]\d+)*$/i.test(alt) ||
  /^(?:an? )?(?:image|picture|photo|photograph|graphic|icon|logo|img)$/i.test(alt)
