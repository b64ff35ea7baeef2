// Shared by the in-page readers: naming an element, locating it, and whether it is visible. Runs in the page, in a world its scripts can't reach.
/// <reference lib="dom" />
import type { Box, Part } from '../../../rules/page/measure.ts'

export interface Base {
  round(value: number): number
  selectorOf(element: Element): string
  boxOf(element: Element | Range): Box
  partOf(element: Element): Part
  isShown(element: Element): boolean
  /** Out of reach of scrolling, or inside a box collapsed to nothing: an off-screen menu, a folded answer. */
  isFolded(element: Element | null): boolean
  /** Forgets cached visibility, because something was opened. */
  forget(): void
  /** An element's words, with white space collapsed. */
  wordsOf(element: Element, longest?: number): string
  /** Including open shadow roots, which come after the document. */
  all(selector: string): Element[]
  /** The document and every open shadow root in it. */
  roots(): (Document | ShadowRoot)[]
  /** Its parent, or the host of the shadow root it is in. */
  parentOf(element: Element): Element | null
  /** Looks pressable by its cursor, but isn't a control. */
  lookalikes(): Element[]
  /** Brings finite animations to their end and infinite ones to their start. */
  finish(): void
}

/** Sent to the page as source text, so it uses nothing outside its own body. */
export function installBase(): void {
  const names = new Map<Element, string>()
  const shown = new Map<Element, boolean>()
  const folded = new Map<Element, boolean>()
  let edge = -1

  function step(element: Element): string {
    const tag = element.localName
    const siblings = [...(element.parentNode?.children ?? [])].filter((each) => each.localName === tag)
    const named = [...element.classList].find(
      (name) => /^[a-zA-Z][\w-]*$/.test(name) && !siblings.some((each) => each !== element && each.classList.contains(name)),
    )
    if (named !== undefined && siblings.length > 1) return `${tag}.${named}`
    return siblings.length > 1 ? `${tag}:nth-of-type(${siblings.indexOf(element) + 1})` : tag
  }

  function selectorOf(element: Element): string {
    const known = names.get(element)
    if (known !== undefined) return known
    const parent = element.parentElement
    const root = element.getRootNode() as Document | ShadowRoot
    const inside = root instanceof ShadowRoot ? `${selectorOf(root.host)} >>> ` : ''
    const own =
      element.id !== '' && /^[a-zA-Z][\w-]*$/.test(element.id) && root.querySelectorAll(`#${element.id}`).length === 1
        ? `${inside}#${element.id}`
        : element === document.body || element === document.documentElement
          ? element.localName
          : !parent
            ? `${inside}${step(element)}`
            : `${parent === document.body ? 'body' : selectorOf(parent)} > ${step(element)}`
    names.set(element, own)
    return own
  }

  const round = (value: number) => Math.round(value)

  function boxOf(element: Element | Range): Box {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: round(left + scrollX), y: round(top + scrollY), width: round(width), height: round(height) }
  }

  /** Not content for screen readers only, or moved off the page. */
  function isShown(element: Element): boolean {
    const known = shown.get(element)
    if (known !== undefined) return known
    let seen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    if (seen) {
      const style = getComputedStyle(element)
      const rect = element.getBoundingClientRect()
      const tiny = rect.width <= 1 && rect.height <= 1 && style.overflow !== 'visible'
      const clipped = /^rect\((0|1)px,? (0|1)px/.test(style.clip) || /inset\((50|100)%/.test(style.clipPath)
      const away = rect.right + scrollX <= 0 || rect.bottom + scrollY <= 0
      // The back of a card that isn't turned over.
      const averted = style.backfaceVisibility === 'hidden' && style.transform !== 'none' && new DOMMatrix(style.transform).m33 < 0
      seen = !tiny && !clipped && !averted && !(away && rect.width > 0 && rect.height > 0)
      const parent = parentOf(element)
      if (seen && parent && parent !== document.documentElement) seen = isShown(parent)
    }
    shown.set(element, seen)
    return seen
  }

  function isFolded(element: Element | null): boolean {
    if (!element) return false
    const known = folded.get(element)
    if (known !== undefined) return known
    if (edge < 0) edge = Math.max(document.scrollingElement?.scrollWidth ?? 0, document.documentElement.clientWidth)
    const [{ overflowX, overflowY }, { left, width, height }] = [getComputedStyle(element), element.getBoundingClientRect()]
    const own = left + scrollX >= edge || (overflowX !== 'visible' && width <= 1) || (overflowY !== 'visible' && height <= 1)
    const whole = own || isFolded(parentOf(element))
    folded.set(element, whole)
    return whole
  }

  function forget(): void {
    shown.clear()
    folded.clear()
    edge = -1
  }

  function parentOf(element: Element): Element | null {
    const root = element.parentElement ? null : element.getRootNode()
    return root instanceof ShadowRoot ? root.host : element.parentElement
  }

  const rootsIn = (root: Document | ShadowRoot): (Document | ShadowRoot)[] => [
    root,
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? rootsIn(shadowRoot) : [])),
  ]
  const roots = () => rootsIn(document)
  const all = (selector: string) =>
    roots().flatMap((root) => [...root.querySelectorAll(root === document ? selector : selector.replaceAll('body *', '*'))])

  const whet: Base = {
    round,
    selectorOf,
    boxOf,
    partOf: (element) => ({ selector: selectorOf(element), box: boxOf(element) }),
    isShown,
    isFolded,
    forget,
    wordsOf: (element, longest = 120) => (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, longest),
    all,
    roots,
    parentOf,
    finish,
    lookalikes: () => {
      const control =
        'a, button, input, select, textarea, label, summary, option, form, area, [role], [onclick], [contenteditable], [tabindex]'
      const points = (element: Element | null) => element !== null && getComputedStyle(element).cursor === 'pointer'
      return all('body *').filter(
        (element) =>
          points(element) &&
          !points(parentOf(element)) &&
          !element.closest(control) &&
          !element.querySelector(control) &&
          /\p{L}/u.test(element.textContent ?? '') &&
          isShown(element),
      )
    },
  }
  Object.assign(globalThis, { whet })

  function finish(): void {
    for (const animation of document.getAnimations()) {
      try {
        if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) animation.cancel()
        else animation.finish()
      } catch {
        animation.cancel()
      }
    }
  }
}
