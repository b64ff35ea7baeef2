// Visible elements that can't be pressed, because something covers their middle or most of them. Runs in the page.
/// <reference lib="dom" />
import type { Covered } from '../../../rules/page/measure.ts'
import type { Base } from './base.ts'

declare const whet: Base & { opened?: Element[] }

/** Everything visible, or only what was opened. */
export function readCovered(only: 'all' | 'opened'): Covered[] {
  const controls =
    'a[href], button, input:not([type=hidden], [type=range]), select, textarea, summary, [role=button], [role=link], [role=tab], [onclick]'
  const found: Covered[] = []
  whet.forget() // a screenshot may have been taken, which some pages take for a resize
  for (const element of whet.all(controls)) {
    if (only === 'opened' && !whet.opened?.includes(element)) continue
    if (element.matches(':disabled, [aria-disabled=true], [aria-current], [inert], [inert] *')) continue
    if (!whet.isShown(element) || whet.isFolded(element) || isOff(element) || spellsAnIcon(element)) continue
    const cover = coverOf(element)
    if (!cover) continue
    const text = element.getAttribute('aria-label') ?? (whet.wordsOf(element, 60) || (element.getAttribute('placeholder') ?? ''))
    found.push({ ...whet.partOf(element), text, by: whet.selectorOf(cover) })
  }
  scrollTo({ top: 0, left: 0, behavior: 'instant' })
  return found.slice(0, 50)

  /** Many styles use a class where the element has no disabled state. */
  function isOff(element: Element): boolean {
    return getComputedStyle(element).pointerEvents === 'none' && element.closest('[class*=disabled i]') !== null
  }

  /** The font of its icon was blocked, so the icon's name shows instead, wider than intended. */
  function spellsAnIcon(element: Element): boolean {
    const icons = [element, ...element.querySelectorAll('*')].filter((each) => each.matches('[class*=icon i], [class*=symbol i]'))
    return icons.some((each) => {
      const { width, height } = each.getBoundingClientRect()
      return each.childElementCount === 0 && /^[a-z0-9_]+$/.test(whet.wordsOf(each)) && width > height * 1.5
    })
  }

  function coverOf(element: Element): Element | null {
    const scrolled: [Element, number, number][] = []
    for (let each = whet.parentOf(element); each; each = whet.parentOf(each)) scrolled.push([each, each.scrollLeft, each.scrollTop])
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    let cover = hitOver(element)
    // What is fixed to the screen can be scrolled clear only where the page ends.
    if (cover && scrolled.some(([each]) => stays(each))) {
      scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
      cover &&= hitOver(element)
    }
    for (const [each, left, top] of scrolled) [each.scrollLeft, each.scrollTop] = [left, top]
    return cover && !isForNow(element, cover) ? cover : null
  }

  function stays(element: Element): boolean {
    return /fixed|sticky/.test(getComputedStyle(element).position)
  }

  function hitOver(element: Element): Element | null {
    const [rect] = [...element.getClientRects()].sort((a, b) => b.width * b.height - a.width * a.height)
    const hits = rect && rect.width > 2 && rect.height > 2 ? pointsOf(rect).flatMap(([x, y]) => hitAt(element, x, y) ?? []) : []
    const [middle] = hits
    const missed = hits.filter((hit) => !reaches(element, hit))
    return (middle && !reaches(element, middle) ? middle : missed.length * 2 > hits.length && missed[0]) || null
  }

  /** The middle first, then around it. */
  function pointsOf({ left, top, width, height }: DOMRect): [number, number][] {
    const at = ([x, y]: [number, number]): [number, number] => [left + width * x, top + height * y]
    return ([[0.5, 0.5], [0.25, 0.3], [0.75, 0.3], [0.25, 0.7], [0.75, 0.7]] as [number, number][]).map(at) // prettier-ignore
  }

  function hitAt(element: Element, x: number, y: number): Element | null {
    const root = element.getRootNode() as Document | ShadowRoot
    return root.elementFromPoint(x, y) ?? document.elementFromPoint(x, y)
  }

  function reaches(element: Element, hit: Element): boolean {
    const href = element.closest('a')?.href
    const twin = href !== undefined && hit.closest('a')?.href === href
    const label = hit.closest('label')?.control === element || (element as HTMLInputElement).labels?.[0]?.contains(hit) === true
    // The gap between the lines of a link belongs to its container.
    const around = isWithin(element, hit) && getComputedStyle(element).pointerEvents !== 'none'
    // An invisible file input takes the presses of a styled button.
    return isWithin(hit, element) || twin || label || around || hit.matches('input[type=file]')
  }

  function isAt(one: Element, other: Element): boolean {
    const [a, b] = [whet.boxOf(one), whet.boxOf(other)]
    return a.x === b.x && a.y === b.y && a.width === b.width
  }

  function isWithin(inner: Element | null, outer: Element): boolean {
    return inner !== null && (inner === outer || isWithin(whet.parentOf(inner), outer))
  }

  /** A dialog awaiting an answer, something an earlier press left open, or one of several shown in turn. */
  function isForNow(element: Element, cover: Element): boolean {
    const path: Element[] = []
    for (let each: Element | null = cover; each && !isWithin(element, each); each = whet.parentOf(each)) path.push(each)
    const top = path.at(-1)
    if (!top) return false
    const above = path.find((each) => each.localName === 'dialog' || stays(each))
    const left = above !== undefined && only === 'opened' && !whet.opened?.includes(above)
    const asks = above !== undefined && whet.isShown(above) && [...above.querySelectorAll(controls)].some((each) => whet.isShown(each))
    let own: Element | null = element
    while (own && whet.parentOf(own) !== whet.parentOf(top)) own = whet.parentOf(own)
    const alike = (one: Element) => [...top.classList].some((name) => one.classList.contains(name)) || isAt(one, top)
    return left || asks || (own !== null && own.localName === top.localName && alike(own))
  }
}
