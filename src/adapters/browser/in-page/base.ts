// What the other readers in a page share: how an element is named, where it is, whether it can be seen. Runs in the page, in a world its scripts cannot reach.
/// <reference lib="dom" />
import type { Box, Part } from '../../../rules/page/measure.ts'

export interface Base {
  round(value: number): number
  selectorOf(element: Element): string
  boxOf(element: Element): Box
  partOf(element: Element): Part
  isShown(element: Element): boolean
  /** Words of an element, blanks made one. */
  wordsOf(element: Element, longest?: number): string
  all(selector: string): Element[]
  /** What looks as if it could be pressed, by its cursor, and is no control. */
  lookalikes(): Element[]
}

/** Taken to the page as text, so it uses nothing from outside its own body. */
export function installBase(): void {
  const names = new Map<Element, string>()
  const shown = new Map<Element, boolean>()

  function step(element: Element): string {
    const tag = element.localName
    const siblings = element.parentElement ? [...element.parentElement.children].filter((each) => each.localName === tag) : []
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
    const own =
      element.id !== '' && /^[a-zA-Z][\w-]*$/.test(element.id) && document.querySelectorAll(`#${element.id}`).length === 1
        ? `#${element.id}`
        : element === document.body || element === document.documentElement || !parent
          ? element.localName
          : parent === document.body
            ? `body > ${step(element)}`
            : `${selectorOf(parent)} > ${step(element)}`
    names.set(element, own)
    return own
  }

  const round = (value: number) => Math.round(value)

  function boxOf(element: Element): Box {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: round(left + scrollX), y: round(top + scrollY), width: round(width), height: round(height) }
  }

  /** Also not what is only there for screen readers, or moved off the page. */
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
      seen = !tiny && !clipped && !(away && rect.width > 0 && rect.height > 0)
      if (seen && element.parentElement && element.parentElement !== document.documentElement) seen = isShown(element.parentElement)
    }
    shown.set(element, seen)
    return seen
  }

  const whet: Base = {
    round,
    selectorOf,
    boxOf,
    partOf: (element) => ({ selector: selectorOf(element), box: boxOf(element) }),
    isShown,
    wordsOf: (element, longest = 120) => (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, longest),
    all: (selector) => [...document.querySelectorAll(selector)],
    lookalikes: () => {
      const control =
        'a, button, input, select, textarea, label, summary, option, form, area, [role], [onclick], [contenteditable], [tabindex]'
      const points = (element: Element | null) => element !== null && getComputedStyle(element).cursor === 'pointer'
      return [...document.querySelectorAll('body *')].filter(
        (element) =>
          points(element) &&
          !points(element.parentElement) &&
          !element.closest(control) &&
          !element.querySelector(control) &&
          /\p{L}/u.test(element.textContent ?? '') &&
          isShown(element),
      )
    },
  }
  Object.assign(globalThis, { whet })
}
