// How a page is laid out at one width: what overflows the screen, and how large texts and targets are. Runs in the page.
/// <reference lib="dom" />
import type { PhoneText, Target, View } from '../../../rules/page/measure.ts'
import type { Base } from './base.ts'

declare const whet: Base

export type Layout = Omit<View, 'picture'>

export function readLayout(screen: number): Layout {
  const root = document.documentElement
  const scroller = document.scrollingElement ?? root
  scrollTo(0, 0)
  const layoutWidth = root.clientWidth
  const contentWidth = Math.max(scroller.scrollWidth, layoutWidth)
  const overflow =
    getComputedStyle(root).overflowX === 'visible' && document.body
      ? getComputedStyle(document.body).overflowX
      : getComputedStyle(root).overflowX
  const kept = overflow === 'hidden' || overflow === 'clip'
  const limit = Math.max(screen, layoutWidth) + 1

  /** Scrolls or is cut inside its own box, so the page doesn't grow. */
  function contained(element: Element): boolean {
    for (let each = whet.parentOf(element); each && each !== document.body && each !== root; each = whet.parentOf(each))
      if (getComputedStyle(each).overflowX !== 'visible' && each.getBoundingClientRect().right <= limit) return true
    return false
  }

  const beyond: View['beyond'] = []
  if (contentWidth > screen + 1) {
    const rights = new Map<Element, number>()
    for (const element of whet.all('body, body *')) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      let { right, width } = element.getBoundingClientRect()
      for (const node of element.childNodes) {
        if (node.nodeType !== 3 || !node.nodeValue?.trim()) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        right = Math.max(right, range.getBoundingClientRect().right)
      }
      if (right > limit && (width > 0 || right > 0) && !contained(element)) rights.set(element, right)
    }
    // The element that leaves the screen itself: its container doesn't.
    for (const [element, right] of rights) {
      const parent = whet.parentOf(element)
      if (!parent || !rights.has(parent))
        beyond.push({ ...whet.partOf(element), right: whet.round(right), text: whet.wordsOf(element, 60) })
    }
  }
  return {
    layoutWidth,
    contentWidth,
    pageHeight: scroller.scrollHeight,
    scrolls: !kept && scroller.scrollWidth > scroller.clientWidth + 1,
    beyond: beyond.sort((a, b) => b.right - a.right).slice(0, 50),
  }
}

export function readPhone(screen: number): { texts: PhoneText[]; targets: Target[] } {
  const fit = Math.min(1, screen / document.documentElement.clientWidth)
  const scales = new Map<Element, number>()
  const tenths = (value: number) => Math.round(value * 10) / 10

  /** The scale of its own and its ancestors' transforms. */
  function scaleOf(element: Element): number {
    const known = scales.get(element)
    if (known !== undefined) return known
    const { transform, scale } = getComputedStyle(element)
    const matrix = transform === 'none' ? null : new DOMMatrix(transform)
    const own = (matrix ? Math.hypot(matrix.c, matrix.d) : 1) * (scale === 'none' ? 1 : Number.parseFloat(scale.split(' ').at(-1) ?? '1'))
    const parent = whet.parentOf(element)
    const whole = own * (parent ? scaleOf(parent) : 1)
    scales.set(element, whole)
    return whole
  }

  const texts: PhoneText[] = []
  for (const element of whet.all('body *')) {
    if (/^(script|style|noscript|template|option|title|desc)$/.test(element.localName) || !whet.isShown(element)) continue
    const own = [...element.childNodes].filter((node) => node.nodeType === 3 && /[\p{L}\p{N}]/u.test(node.nodeValue ?? ''))
    const typed = element instanceof HTMLInputElement && !/^(hidden|checkbox|radio|range|color|file|image)$/.test(element.type)
    if ((own.length === 0 && !typed) || element.closest('svg') || whet.isFolded(element)) continue
    const sizePx = Number.parseFloat(getComputedStyle(element).fontSize)
    const effective = sizePx * fit * scaleOf(element)
    const text = typed
      ? element.value || element.placeholder
      : own
          .map((node) => node.nodeValue)
          .join(' ')
          .replace(/\s+/g, ' ')
          .trim()
    if (text !== '')
      texts.push({ ...whet.partOf(element), text: text.slice(0, 80), sizePx: tenths(sizePx), effectivePx: tenths(effective) })
  }

  const targets: Target[] = []
  const pressable =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=tab], [role=checkbox], [role=switch], [onclick]'
  for (const element of whet.all(pressable)) {
    if (!whet.isShown(element) || element.matches(':disabled, [aria-disabled=true]')) continue
    if (element.parentElement?.closest('a[href], button, label')?.matches('a[href], button')) continue
    const labels = element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type) ? [...(element.labels ?? [])] : []
    const rects = [element, ...(element.localName === 'a' ? [...element.children] : []), ...labels]
      .map((each) => each.getBoundingClientRect())
      .filter(({ width, height }) => width > 0 && height > 0)
    if (rects.length === 0) continue
    const [left, top] = [Math.min(...rects.map((rect) => rect.left)), Math.min(...rects.map((rect) => rect.top))]
    const [right, bottom] = [Math.max(...rects.map((rect) => rect.right)), Math.max(...rects.map((rect) => rect.bottom))]
    const box = {
      x: whet.round(left + scrollX),
      y: whet.round(top + scrollY),
      width: whet.round(right - left),
      height: whet.round(bottom - top),
    }
    const block = element.parentElement
    const around = block
      ? [...block.childNodes].filter((node) => node !== element && node.nodeType === 3 && /[\p{L}\p{N}]/u.test(node.nodeValue ?? ''))
      : []
    const inline = element.localName === 'a' && getComputedStyle(element).display === 'inline' && around.length > 0
    const name =
      element.getAttribute('aria-label') ??
      (whet.wordsOf(element, 60) || (element.getAttribute('placeholder') ?? element.getAttribute('name') ?? ''))
    targets.push({ selector: whet.selectorOf(element), box, text: name, inline })
  }
  return { texts, targets }
}
