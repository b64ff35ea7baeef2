// Whether a page fits its screens: no sideways scrolling, nothing too small to read or to touch.
import * as z from 'zod'
import type { Finding } from '../../schema/verdict.ts'
import { judge } from '../check.ts'
import { plural } from '../reading/lines.ts'
import { type PageMeasure, type View, type ViewName, viewWords, views } from './measure.ts'
import { type PageInput, definePageCheck, onPage, wholePage } from './page-check.ts'

export const pageOverflow = definePageCheck({
  kind: 'page.overflow',
  summary:
    "At 375 px, in a window and on a phone, the page fits the screen, doesn't scroll sideways, cuts nothing off, and its text is readable.",
  params: onPage({ min_text_px: z.number().min(1).default(12).describe('smallest text size as it appears on the phone') }),
  demands: ({ min_text_px }) =>
    `fits a screen of 375 px: it does not scroll sideways, is laid out for that width, no text or control is cut off, and no text appears smaller than ${min_text_px} px`,
  run({ params: { min_text_px }, page, seen }) {
    const wide = (page.views.mobile?.layoutWidth ?? 0) > views.mobile.width + 1
    const problems = once([
      ...sideways('mobile', page, seen),
      ...sideways('narrow', page, seen),
      ...(wide ? [] : cutOff('mobile', page, seen)),
      ...cutOff('narrow', page, seen),
    ])
    if (!wide)
      for (const { effectivePx, sizePx, text, ...part } of page.phone.texts.filter((each) => each.effectivePx < min_text_px))
        problems.push(
          seen(part, 'mobile', {
            message: `text ${JSON.stringify(text)} is unreadable at ${effectivePx} px`,
            expected: `at least ${min_text_px} px`,
            actual: effectivePx === sizePx ? `${sizePx} px` : `${sizePx} px, shown at ${effectivePx} px`,
          }),
        )
    return judge(
      problems,
      'it fits a screen of 375 px, and its text can be read there',
      (count) => `${plural(count, 'place')} where a screen of 375 px breaks it`,
    )
  },
})

export const pageBreakpoints = definePageCheck({
  kind: 'page.breakpoints',
  looks: true,
  summary: "At 768, 1024 and 1280 px the page doesn't scroll sideways.",
  params: onPage({
    widths: z
      .array(z.literal([768, 1024, 1280]))
      .min(1)
      .default([768, 1024, 1280]),
  }),
  demands: ({ widths }) => `does not scroll sideways at ${widths.join(', ')} px`,
  run({ params: { widths }, page, seen }) {
    const names: Record<number, ViewName> = { 768: 'w768', 1024: 'w1024', 1280: 'desktop' }
    const problems = widths.flatMap((width) => sideways(names[width] as ViewName, page, seen))
    return judge(problems, `it fits at ${widths.join(', ')} px`, (count) => `${plural(count, 'place')} where it doesn't fit`, widths.length)
  },
})

export const pageTouchTargets = definePageCheck({
  kind: 'page.touch-targets',
  looks: true,
  summary: 'On a phone, every link, button and field is large enough to touch, except links in running text.',
  params: onPage({ min_px: z.number().min(1).default(44) }),
  demands: ({ min_px }) => `has links, buttons and fields of at least ${min_px}×${min_px} px on a phone, links in running text aside`,
  run({ params: { min_px }, page, seen }) {
    const small = page.phone.targets.filter(({ inline, box }) => !inline && (box.width < min_px || box.height < min_px))
    return judge(
      small.map(({ text, ...part }) =>
        seen(part, 'mobile', {
          message: `${text === '' ? 'a target' : JSON.stringify(text)} is too small to touch`,
          expected: `at least ${min_px}×${min_px} px`,
          actual: `${part.box.width}×${part.box.height} px`,
        }),
      ),
      `${plural(page.phone.targets.length, 'target')}, none too small`,
      (count) => `${plural(count, 'target')} too small to touch`,
      page.phone.targets.length,
    )
  },
})

export const pageTextSize = definePageCheck({
  kind: 'page.text-size',
  looks: true,
  summary: 'On a phone, no text is too small.',
  params: onPage({ min_px: z.number().min(1).default(16) }),
  demands: ({ min_px }) => `has text of at least ${min_px} px on a phone`,
  run({ params: { min_px }, page, seen }) {
    const small = page.phone.texts.filter(({ sizePx }) => sizePx < min_px)
    return judge(
      small.map(({ text, sizePx, effectivePx: _, ...part }) =>
        seen(part, 'mobile', {
          message: `text ${JSON.stringify(text)} is small`,
          expected: `at least ${min_px} px`,
          actual: `${sizePx} px`,
        }),
      ),
      `${plural(page.phone.texts.length, 'text')}, none under ${min_px} px`,
      (count) => `${plural(count, 'text')} under ${min_px} px`,
      page.phone.texts.length,
    )
  },
})

/** What makes the page wider than the screen, or the page itself if no element stands out. */
function sideways(name: ViewName, page: PageMeasure, seen: PageInput<unknown>['seen']): Finding[] {
  const { width } = views[name]
  const view = page.views[name]
  if (!view) return []
  if (view.layoutWidth > width + 1)
    return [
      seen(wholePage, name, {
        message: `it is laid out ${view.layoutWidth} px wide and shrunk to the screen`,
        expected: `a layout of ${width} px: <meta name="viewport" content="width=device-width, initial-scale=1">`,
        actual: `a layout of ${view.layoutWidth} px`,
      }),
    ]
  if (!view.scrolls) return []
  const actual = (right: number) => `its right edge at ${right} px`
  if (view.beyond.length === 0)
    return [
      seen(wholePage, name, {
        message: `it scrolls sideways at ${viewWords[name]}`,
        expected: `at most ${width} px`,
        actual: `${view.contentWidth} px`,
      }),
    ]
  return causes(view).map(({ right, text, ...part }) =>
    seen(part, name, {
      message: `reaches beyond the screen at ${viewWords[name]}${text === '' ? '' : `: ${JSON.stringify(text)}`}`,
      expected: `its right edge at ${width} px or less`,
      actual: actual(right),
    }),
  )
}

/** The phone and the small window mostly find the same. */
const once = (problems: readonly Finding[]): Finding[] =>
  [...Map.groupBy(problems, ({ location }) => location?.sight?.selector)].flatMap(([, [first]]) => first ?? [])

function cutOff(name: ViewName, page: PageMeasure, seen: PageInput<unknown>['seen']): Finding[] {
  return (page.views[name]?.cut ?? []).slice(0, mostCauses).map(({ text, by, across, shown, size, ...part }) => {
    const hider = by === null ? "the edge of the screen, which doesn't scroll there" : `${by}, which hides what reaches beyond it`
    return seen(part, name, {
      message: `${text === '' ? 'a control' : JSON.stringify(text)} is cut off at ${viewWords[name]} by ${hider}`,
      expected: 'all of it inside, or a box that grows, wraps or scrolls',
      actual: shown === 0 ? 'none of it is visible' : `${shown} of ${size} px of its ${across ? 'width' : 'height'} is visible`,
    })
  })
}

const mostCauses = 20
const causes = ({ beyond }: View) => beyond.slice(0, mostCauses)
