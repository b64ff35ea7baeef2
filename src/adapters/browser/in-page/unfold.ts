// What a press or a pointer reveals, what nothing reveals, and how to close it again. Runs in the page.
/// <reference lib="dom" />
import type { Part } from '../../../rules/page/measure.ts'
import type { Base } from './base.ts'

declare const whet: Base & { sighted?: Set<Element>; opened?: Element[]; pressable?: Element[]; send(element: Element): void }

/** Selectors of elements that became visible since the last call, without those that say and offer nothing. */
export function opened(): string[] {
  whet.forget()
  whet.finish()
  const first = whet.sighted === undefined
  const sighted = (whet.sighted ??= new Set())
  const fresh = whet
    .all('body *')
    .filter((each) => !sighted.has(each) && !each.closest('svg') && whet.isShown(each) && !whet.isFolded(each) && sighted.add(each))
  const content = (element: Element) =>
    element.matches('a, button, img, input, select, textarea') ||
    [...element.childNodes].some((node) => node.nodeType === 3 && /[\p{L}\p{N}]/u.test(node.nodeValue ?? ''))
  whet.opened = first || !fresh.some(content) ? [] : fresh
  return whet.opened.map((each) => whet.selectorOf(each))
}

/** Closes what a press opened, as a visitor would before continuing. */
export function shut(index: number): void {
  for (const each of whet.all('dialog[open]') as HTMLDialogElement[]) if (whet.opened?.includes(each)) each.close()
  for (const each of whet.all(':popover-open') as HTMLElement[]) each.hidePopover()
  const opener = whet.pressable?.[index]
  if (opener?.getAttribute('aria-expanded') === 'true' && !opener.matches('summary')) whet.send(opener)
}

/** The outermost elements that were never visible but say or offer something. Words for screen readers are meant to be hidden. */
export function neverSeen(): (Part & { text: string })[] {
  const away = (element: Element) =>
    !whet.sighted?.has(element) &&
    (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || whet.isFolded(element)) &&
    !/^(?:script|style|noscript|template|option|optgroup|datalist|title|desc|source|track|param|area|map)$/.test(element.localName)
  whet.forget()
  return whet
    .all('body *')
    .filter((each) => {
      const parent = whet.parentOf(each)
      const within = parent !== null && parent !== document.body && away(parent)
      return (
        !within &&
        away(each) &&
        !each.closest('svg, noscript, template, select, [aria-hidden=true]') &&
        /[\p{L}\p{N}]/u.test(each.textContent ?? '')
      )
    })
    .slice(0, 50)
    .map((each) => ({ ...whet.partOf(each), text: whet.wordsOf(each, 60) }))
}

/** The middle of the nearest visible ancestor of a hidden element, where hovering may reveal it. */
export function hoverPoint(selector: string): { x: number; y: number; text: string } | null {
  let around = whet.all('body *').find((each) => whet.selectorOf(each) === selector) ?? null
  while (around && around !== document.body && !whet.sighted?.has(around)) around = whet.parentOf(around)
  if (!around || around.matches('body, main, section, article, header, footer, form')) return null
  around.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = around.getBoundingClientRect()
  const text = (around as HTMLElement).innerText.replace(/\s+/g, ' ').trim().slice(0, 30)
  return width > 0 && height > 0 ? { x: left + Math.min(width / 2, 40), y: top + Math.min(height / 2, 15), text } : null
}
