// Distinctive design: one primary call to action, and none of the fingerprints of thoughtless pages.
import * as z from 'zod'
import type { Finding } from '../../schema/verdict.ts'
import { fail, judge, pass } from '../check.ts'
import { plural } from '../reading/lines.ts'
import { lch } from './colour.ts'
import { type ButtonLook, type PageMeasure, type Part, views } from './measure.ts'
import { type PageInput, definePageCheck, onPage, plainText, wholePage } from './page-check.ts'
import { families } from './read-tokens.ts'

export const pagePrimaryCta = definePageCheck({
  kind: 'page.primary-cta',
  looks: true,
  summary:
    'One primary call to action: everything in the strongest button style leads to the same thing; a row of plans or products is one choice.',
  params: onPage({ count: z.int().min(1).default(1).describe('how many the brief wants') }),
  demands: ({ count }) =>
    `has ${count === 1 ? 'one primary call to action' : `${count} primary calls to action`}, repeated as often as it likes`,
  run({ params: { count }, page, seen }) {
    const primary = primaryButtons(page.buttons)
    // A choice of plans or products is one decision, including further steps of the same call.
    const calls = primary.filter((button) => button.row === '' && !isLastStep(button, primary))
    const distinct = distinctActions(calls.length > 0 ? calls : primary)
    const told = (buttons: readonly ButtonLook[]) =>
      buttons.map((button) =>
        seen(button, 'desktop', {
          message: `primary call to action ${JSON.stringify(button.text)}`,
          expected: `${plural(count, 'primary call', 'primary calls')} to action`,
          actual: button.to === '' ? button.text : `${button.text} → ${button.to}`,
        }),
      )
    if (distinct.length === count)
      return pass(`${plural(distinct.length, 'primary call', 'primary calls')} to action: ${distinct.map(({ text }) => text).join(', ')}`)
    if (distinct.length === 0)
      return fail('there is no primary call to action', [
        seen({ ...wholePage, selector: 'body' }, 'desktop', {
          message: 'no button stands out',
          expected: 'a filled button for the one thing visitors should do',
        }),
      ])
    return fail(`${distinct.length} different primary calls to action, ${count} required`, told(distinct))
  },
})

/** The filled buttons of the most prominent style: named primary, else the most colourful on its backdrop. */
function primaryButtons(buttons: readonly ButtonLook[]): ButtonLook[] {
  const filled = buttons.filter((button) => button.filled && !button.inNav)
  const pool = filled.length > 0 ? filled : buttons.filter((button) => button.filled)
  const named = pool.filter(({ hint }) => /(?:^|[\s_-])(?:primary|cta)(?:$|[\s_-])/i.test(hint) && !/secondary/i.test(hint))
  if (named.length > 0) return pool.filter(({ background }) => named.some((other) => other.background === background))
  const strength = ({ background, behind }: ButtonLook) => {
    const [own, around] = [lch(firstColour(background)), lch(firstColour(behind))]
    return own && around ? own.c * 3 + Math.abs(own.l - around.l) : 0
  }
  // White on violet is as prominent as violet on white, so each backdrop has its strongest style.
  const strongest = pool.filter(({ background, behind }) => {
    const beside = pool.filter((other) => firstColour(other.behind) === firstColour(behind))
    return beside.toSorted((a, b) => strength(b) - strength(a))[0]?.background === background
  })
  // A style that is secondary somewhere is the page's secondary style, even where it is alone.
  const first = strongest.filter(({ background }) => pool.every((other) => other.background !== background || strongest.includes(other)))
  return first.length > 0 ? first : strongest
}

const firstColour = (text: string) => /(?:rgba?|oklch|oklab|color|hsla?)\([^()]*\)|#[0-9a-f]{3,8}/i.exec(text)?.[0] ?? text

const isBeside = (one: ButtonLook, other: ButtonLook) => Math.abs(one.box.y - other.box.y) < views.desktop.height

/** Submit buttons of forms that a call links to, or further down in a section without a call, if no larger than any call. */
const isLastStep = (button: ButtonLook, all: readonly ButtonLook[]) => {
  const calls = all.filter(({ sends, row }) => sends === null && row === '')
  const area = ({ box }: ButtonLook) => box.width * box.height
  const apart = (call: ButtonLook) =>
    (call.section !== button.section || !isBeside(call, button)) && call.box.y < button.box.y && area(button) <= 1.5 * area(call)
  return (
    button.sends !== null &&
    calls.length > 0 &&
    (calls.some(({ to }) => to.startsWith('#') && button.sends?.includes(to.slice(1))) || calls.every(apart))
  )
}

/** As a person sees them: buttons with equal text are one, wherever they lead. Different text for the same target counts as the same call further down the page, but competes on one screen. */
function distinctActions(buttons: readonly ButtonLook[]): ButtonLook[] {
  const kept: ButtonLook[] = []
  const words = ({ text }: ButtonLook) =>
    plainText(text)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} ]/gu, '')
      .trim()
  for (const button of buttons) {
    const leads = (other: ButtonLook) => button.to !== '' && button.to !== '#' && other.to === button.to
    const chosen = (other: ButtonLook) => button.row !== '' && other.row === button.row
    const same = kept.some((other) => words(other) === words(button) || chosen(other) || (leads(other) && !isBeside(other, button)))
    if (!same) kept.push(button)
  }
  return kept
}

const fingerprints = {
  'gradient-white-cards': 'a violet gradient as the main picture, with rows of white cards',
  'violet-gradient': 'a violet or indigo gradient over a large part of the first screen',
  'gradient-text': 'a headline filled with a gradient',
  'stock-icons': 'icons of a stock set, or emoji in their place',
  'centred-everything': 'nearly every text centred',
  'identical-cards': 'a row of three or more cards built alike: icon, heading, sentence',
  'generic-fonts': 'only fonts that every generated page has',
  glass: 'blurred glass panels',
  'emoji-headings': 'headings that begin with an emoji',
} as const
export type Fingerprint = keyof typeof fingerprints
const names = Object.keys(fingerprints) as [Fingerprint, ...Fingerprint[]]

export const pageSlop = definePageCheck({
  kind: 'page.slop',
  looks: true,
  summary:
    'The page has none of the marks of a generic page: violet gradients with white cards, stock icons, everything centred, and the like.',
  params: onPage({
    fingerprints: z
      .array(z.enum(names))
      .min(1)
      .default([...names]),
  }),
  demands: ({ fingerprints: asked }) => `shows none of: ${asked.map((name) => fingerprints[name]).join('; ')}`,
  run({ params: { fingerprints: asked }, page, seen }) {
    const traced = asked.map((name) => ({ name, parts: traces[name](page) })).filter(({ parts }) => parts.length > 0)
    // A plain typeface alone may suit a tax adviser: it counts only with something else, or if it is all that is asked about.
    const counted = asked.length > 1 && traced.every(({ name }) => name === 'generic-fonts') ? [] : traced
    const found = counted.flatMap(({ name, parts }) => parts.slice(0, 6).map((part, index) => tell(name, part, index, parts.length, seen)))
    const kinds = counted.map(({ name }) => name)
    const judged = judge(
      found,
      `none of ${plural(asked.length, 'fingerprint')}${asked.length > 1 ? `; what is its own: ${characterOf(page)}` : ''}`,
      () => `${plural(kinds.length, 'fingerprint')} of generic pages: ${kinds.join(', ')}`,
    )
    return { ...judged, counts: { checked: asked.length, failed: kinds.length } }
  },
})

/** A page's look in words: its type, colours, layout and drawing style. */
function characterOf({ texts, pairs, groups, icons, images }: PageMeasure): string {
  const shown = texts.filter((block) => block.shown)
  const counted = (values: readonly string[]) =>
    [...Map.groupBy(values, (value) => value)].sort(([, a], [, b]) => b.length - a.length).map(([value]) => value)
  const fonts = counted(shown.map(({ family }) => families(family)[0] ?? '').filter(Boolean)).slice(0, 2)
  const colours = counted(
    pairs.flatMap(({ foreground, background }) => [background, foreground]).filter((colour) => (lch(colour)?.c ?? 0) > 0.03),
  ).slice(0, 3)
  const left = shown.filter(({ align }) => align !== 'center').length
  return [
    fonts.length > 0 ? `set in ${fonts.join(' and ')}` : 'no text',
    colours.length > 0 ? `coloured ${colours.join(', ')}` : 'without colour',
    left * 2 >= shown.length ? 'set to one side' : 'mostly centred',
    groups.length === 0 ? 'no rows of cards' : `${plural(groups.length, 'row')} of cards`,
    icons.length === 0 ? `${plural(images.length, 'image')} and no icon set` : `${plural(icons.length, 'icon')}`,
  ].join('; ')
}

function tell(name: Fingerprint, { selector, box, says }: Trace, index: number, all: number, seen: PageInput<unknown>['seen']): Finding {
  return seen({ selector, box }, 'desktop', {
    message: `${name}: ${index === 0 ? `${fingerprints[name]}${all > 1 ? ` (${plural(all, 'element')})` : ''}` : 'also here'}`,
    expected: 'a look of its own',
    ...(says !== '' && { actual: says }),
  })
}

type Trace = Part & { says: string }

const isViolet = (colour: string) => {
  const found = lch(colour)
  return found !== null && found.c > 0.1 && found.h >= 270 && found.h <= 312
}

function violet(page: PageMeasure): Trace[] {
  const screen = views.desktop.width * views.desktop.height
  return page.surfaces
    .filter(({ colours, clipsText, box }) => {
      const visible = Math.max(0, Math.min(box.height, views.desktop.height - box.y)) * box.width
      const own = colours.filter(isViolet).length
      return !clipsText && own > 0 && own * 2 >= colours.length && visible * 4 >= screen
    })
    .map(({ selector, box, gradient }) => ({ selector, box, says: gradient }))
}

const whiteCards = ({ groups }: PageMeasure): Trace[] =>
  groups
    .filter(({ white, raised, rounded }) => white && (raised || rounded))
    .flatMap(({ parts }) => parts.map((part) => ({ ...part, says: 'a white card' })))

const traces: Record<Fingerprint, (page: PageMeasure) => Trace[]> = {
  'gradient-white-cards': (page) => {
    const [gradient, cards] = [violet(page), whiteCards(page)]
    return gradient.length > 0 && cards.length > 0 ? [...gradient, ...cards] : []
  },
  'violet-gradient': violet,
  'gradient-text': ({ surfaces }) =>
    surfaces.filter(({ clipsText }) => clipsText).map(({ selector, box, gradient }) => ({ selector, box, says: gradient })),
  'stock-icons': ({ icons }) =>
    icons.length >= 3 ? icons.map(({ selector, box, set, what }) => ({ selector, box, says: what === '' ? set : `${set}: ${what}` })) : [],
  'centred-everything': ({ texts }) => {
    const body = texts.filter(({ shown, tag, text }) => shown && /^(?:h[1-6]|p|li|blockquote)$/.test(tag) && text.length > 3)
    const centred = body.filter(({ align }) => align === 'center')
    return body.length >= 6 && centred.length * 10 >= body.length * 9
      ? centred.map(({ selector, box }) => ({ selector, box, says: 'text-align: center' }))
      : []
  },
  'identical-cards': ({ groups }) =>
    groups
      .filter(({ shape, sameSize, hasIcon, hasHeading }) => shape !== '' && sameSize && hasIcon && hasHeading)
      .flatMap(({ parts, shape }) => parts.map((part) => ({ ...part, says: `each holds ${shape}` }))),
  'generic-fonts': ({ texts }) => {
    const body = texts.filter(({ shown }) => shown)
    const own = body.filter(({ family }) => !generic.has(families(family)[0] ?? ''))
    const [first] = body
    return first && own.length === 0 ? [{ selector: first.selector, box: first.box, says: first.family }] : []
  },
  glass: ({ surfaces }) =>
    surfaces.filter(({ blur, gradient }) => blur && gradient === '').map(({ selector, box }) => ({ selector, box, says: 'blurred' })),
  'emoji-headings': ({ texts }) =>
    texts
      .filter(({ shown, tag, text }) => shown && /^h[1-6]$/.test(tag) && /^\p{Extended_Pictographic}/u.test(text))
      .map(({ selector, box, text }) => ({ selector, box, says: text })),
}

const generic = new Set(
  'inter, roboto, arial, helvetica, helvetica neue, open sans, poppins, montserrat, lato, nunito, system-ui, -apple-system, blinkmacsystemfont, segoe ui, sans-serif, serif, times new roman, times, ui-sans-serif, verdana, tahoma'.split(
    ', ',
  ),
)
