// What a box with hidden overflow, or an unscrollable screen, cuts from texts and controls for good. Runs in the page.
/// <reference lib="dom" />
import type { Cut } from '../../../rules/page/measure.ts'
import type { Base } from './base.ts'

declare const whet: Base

export function readCut(): Cut[] {
  interface Span {
    from: number
    to: number
  }
  type Axis = 'x' | 'y'
  type Spans = Record<Axis, Span>
  const axes = ['x', 'y'] as const
  const root = document.documentElement
  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (element: Element) => {
    const known = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, known)
    return known
  }
  const spansOf = ({ left, right, top, bottom }: DOMRect): Spans => ({ x: { from: left, to: right }, y: { from: top, to: bottom } })
  const along = (element: Element, axis: Axis) => spansOf(element.getBoundingClientRect())[axis]
  const length = ({ from, to }: Span) => Math.max(0, to - from)
  const shared = (a: Span, b: Span): Span => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) })
  const apart = (a: Span, b: Span) => a.to <= b.from + 1 || a.from >= b.to - 1

  /** The screen uses the root element's overflow, or the body's if the root leaves it visible. */
  const lends = styleOf(root).overflow === 'visible' && document.body ? document.body : root
  const overflowOf = (element: Element, axis: Axis) => styleOf(element)[axis === 'x' ? 'overflowX' : 'overflowY']
  const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
  const screen: Spans = { x: { from: 0, to: root.clientWidth }, y: { from: 0, to: innerHeight } }
  /** A dialog awaiting an answer locks scrolling only temporarily. */
  const held = isAbove(document.elementFromPoint(innerWidth / 2, innerHeight / 2))

  function isAbove(element: Element | null): boolean {
    return element !== null && (element.localName === 'dialog' || styleOf(element).position === 'fixed' || isAbove(whet.parentOf(element)))
  }

  const isMoved = ({ transform, translate, scale, rotate }: CSSStyleDeclaration) =>
    [transform, translate, scale, rotate].some((value) => value !== 'none')
  const holdsAll = (style: CSSStyleDeclaration) =>
    isMoved(style) ||
    [style.filter, style.backdropFilter, style.perspective].some((value) => value !== 'none') ||
    /paint|layout|strict|content/.test(style.contain) ||
    /transform|filter|perspective/.test(style.willChange)

  /** The box that lays it out: positioned elements skip boxes that don't contain them. */
  function holderOf(element: Element): Element | null {
    const { position } = styleOf(element)
    const passes = (style: CSSStyleDeclaration) =>
      (position === 'fixed' || (position === 'absolute' && style.position === 'static')) && !holdsAll(style)
    let above = whet.parentOf(element)
    while (above && passes(styleOf(above))) above = whet.parentOf(above)
    return above
  }

  /** Every box that may cut it, innermost first, with what lies between; null is the screen. */
  function* around(element: Element): Generator<[Element | null, Element[]]> {
    const path: Element[] = []
    for (let at: Element | null = element; at && at !== root; at = holderOf(at)) {
      yield [at, [...path]]
      path.push(at)
    }
    yield [null, path]
  }

  function inside(element: Element): Spans {
    const { left, top } = element.getBoundingClientRect()
    const [x, y] = [left + element.clientLeft, top + element.clientTop]
    return { x: { from: x, to: x + element.clientWidth }, y: { from: y, to: y + element.clientHeight } }
  }

  const isTurned = (element: Element) => {
    const { transform, rotate } = styleOf(element)
    const { b, c } = new DOMMatrix(transform === 'none' ? '' : transform)
    return rotate !== 'none' || Math.abs(b) > 0.01 || Math.abs(c) > 0.01
  }

  const moves = /(?:^|[\s,])(?:transform|translate|left|right|top|margin|margin-left|inset|scroll-position)(?:$|[\s,])/
  const isAnimated = (element: Element) => isMoved(styleOf(element)) || styleOf(element).animationName !== 'none'
  const isTrack = (element: Element) => {
    const { willChange, transitionProperty, transitionDuration } = styleOf(element)
    return isAnimated(element) || moves.test(willChange) || (moves.test(transitionProperty) && /[1-9]/.test(transitionDuration))
  }

  /** Controls in it, around it if it is most of their content, or right beside it and made to open something. */
  function controlsBeside(by: Element, kinds: string): Element[] {
    const parent = by.parentElement === document.body ? null : by.parentElement
    const area = (element: Element) => element.clientWidth * element.clientHeight
    const mostly = parent !== null && area(by) * 2 >= area(parent)
    const { top, bottom } = by.getBoundingClientRect()
    const near = (each: Element) => !apart(along(each, 'y'), { from: top - 60, to: bottom + 60 })
    const beside = (each: Element) => mostly || by.contains(each) || (each.matches('[aria-expanded], [aria-controls]') && near(each))
    return [...(parent ?? by).querySelectorAll(kinds)].filter((each) => beside(each) && whet.isShown(each))
  }
  const opener = 'summary, label, [aria-expanded], [aria-controls], input[type=radio], input[type=checkbox]'
  const turner = `${opener}, button, [role=button], [role=tab], a[href^="#"]`

  /** It waits beside the visible part: placed there, or one of several shown in turn, moved by a script or a control. */
  function waits(path: readonly Element[], by: Element | null, axis: Axis, room: Span): boolean {
    const style = (element: Element) => styleOf(element).position
    if (path.some((each) => apart(along(each, axis), room) && (/absolute|fixed/.test(style(each)) || isMoved(styleOf(each))))) return true
    const one = path.findLastIndex((each, index) => {
      const span = along(each, axis)
      const reaches = length(shared(span, room)) < length(span) - 1
      return reaches && length(span) <= length(room) + 1 && (path[index + 1] ?? by ?? root).children.length > 1
    })
    if (one < 0) return false
    if (path.slice(0, one + 1).some(isAnimated) || path.slice(one + 1).some(isTrack) || (by?.scrollLeft ?? 0) > 0) return true
    const shown = (each: Element) => !by?.contains(each) || !apart(along(each, axis), room)
    return by !== null && controlsBeside(by, axis === 'x' ? turner : opener).some((each) => !path[one]?.contains(each) && shown(each))
  }

  /** Cut on purpose: an ellipsis, a line clamp, a fade, or a control that reveals the rest. */
  function isShortened(by: Element, axis: Axis): boolean {
    const { textOverflow, webkitLineClamp, maskImage } = styleOf(by)
    if (axis === 'x' ? textOverflow !== 'clip' : webkitLineClamp !== 'none') return true
    const after = getComputedStyle(by, '::after')
    const fades = maskImage !== 'none' || (after.content !== 'none' && after.backgroundImage.includes('gradient'))
    // A control that reveals a part shows more below; a menu's button reveals no page text.
    const isPart = axis === 'y' && !by.matches('html, body, main')
    return fades || (isPart && controlsBeside(by, '[aria-expanded=false], [aria-controls]').length > 0)
  }

  const found = new Map<Element, Cut>()
  for (const element of whet.all('body *')) {
    if (/^(script|style|noscript|template|option|title|desc|marquee)$/.test(element.localName)) continue
    const texts = [...element.childNodes].filter((node) => node.nodeType === 3 && /[\p{L}\p{N}]/u.test(node.nodeValue ?? ''))
    const control =
      !/[\p{L}\p{N}]/u.test(element.textContent ?? '') &&
      element.matches('button, a[href], input:not([type=hidden]), select, textarea, [role=button]')
    if ((texts.length === 0 && !control) || element.closest('svg, select, [aria-hidden=true]') || !whet.isShown(element)) continue
    if (styleOf(element).pointerEvents === 'none' && !element.closest('button, a')) continue // decoration that can't even be selected
    if (element.localName === 'i' && /^\w+$/.test(whet.wordsOf(element))) continue // an icon, by its name in a font
    const rects = control ? [element.getBoundingClientRect()] : texts.flatMap(linesOf)
    const cut = cutOf(element, rects.filter(({ width, height }) => width > 1 && height > 1).map(spansOf), control)
    if (cut && !found.has(cut.element)) found.set(cut.element, cut.told)
  }
  return [...found.values()].slice(0, 50)

  function linesOf(node: Node): DOMRect[] {
    const range = document.createRange()
    range.selectNodeContents(node)
    return [...range.getClientRects()]
  }

  /** The innermost box that cuts off something nothing brings back. */
  function cutOf(element: Element, lines: readonly Spans[], control: boolean): { element: Element; told: Cut } | null {
    let seen = [...lines]
    for (const [by, path] of around(element)) {
      if (seen.length === 0 || path.some(isTurned)) return null
      const fixed = by === null && path.slice(-1).some((each) => styleOf(each).position === 'fixed')
      const clips = by === null || (by !== lends && !/^(?:inline|contents)$/.test(styleOf(by).display) && !(control && by === element))
      if (!clips) continue
      const room = by === null ? screen : inside(by)
      if (by && styleOf(by).overflow !== 'visible' && (length(room.x) <= 1 || length(room.y) <= 1)) return null // folded
      for (const axis of axes) {
        const overflow = overflowOf(by ?? lends, axis)
        if (by === null ? !fixed && (!hides(overflow) || (axis === 'y' && held)) : overflow === 'visible') continue
        const within = room[axis]
        if (by !== null && !hides(overflow)) {
          seen = seen.map((line) => ({ ...line, [axis]: within })) // scrollable there
          continue
        }
        const all = seen.map((line) => line[axis])
        if (!all.some((line) => isMissed(line, axis, within, control, element))) {
          seen = seen.map((line) => ({ ...line, [axis]: shared(line[axis], within) }))
          continue
        }
        const whole = { from: Math.min(...all.map(({ from }) => from)), to: Math.max(...all.map(({ to }) => to)) }
        const out = apart(whole, within)
        // What lies before the start is unreachable on purpose, and so are words moved out by an indent.
        if (out && (whole.to <= within.from + 1 || styleOf(element).textIndent !== '0px')) return null
        if ((by && isShortened(by, axis)) || waits(path, by, axis, within)) return null
        const away = out ? path.findLast((each) => apart(along(each, axis), within)) : undefined
        const named = away ?? element
        return {
          element: named,
          told: {
            ...whet.partOf(named),
            text: whet.wordsOf(named, 60) || (named.getAttribute('aria-label') ?? named.getAttribute('placeholder') ?? ''),
            by: by && whet.selectorOf(by),
            across: axis === 'x',
            shown: whet.round(length(shared(whole, within))),
            size: whet.round(length(whole)),
          },
        }
      }
    }
    return null
  }

  /** Enough of a line is cut to matter: a character's width, half its height, or a third of a control. */
  function isMissed(line: Span, axis: Axis, within: Span, control: boolean, element: Element): boolean {
    const gone = length(line) - length(shared(line, within))
    if (control) return gone > length(line) / 3
    const { letterSpacing, fontSize } = styleOf(element)
    const sign = Math.max(4, Number.parseFloat(fontSize) / 3) + (Number.parseFloat(letterSpacing) || 0)
    return gone > (axis === 'x' ? sign : length(line) * 0.45)
  }
}
