// What a page says and shows: sections, blocks of text, images, links and buttons. Runs in the page.
/// <reference lib="dom" />
import type { Image, Section, TextBlock } from '../../../rules/page/measure.ts'
import type { Base } from './base.ts'

declare const whet: Base & { sectionOf?: (element: Element) => number }

export interface Content {
  title: string
  lang: string
  sections: Section[]
  texts: TextBlock[]
  images: Image[]
}

export function readContent(): Content {
  const region = 'header, nav, section, article, aside, footer, form, [role=region], [role=banner], [role=contentinfo], [data-section]'
  const inMain = document.querySelector('main, [role=main]')
  const outermost = whet.all(region).filter((each) => !isWithin(whet.parentOf(each)))
  const loose = (inMain ? [...inMain.children] : document.body ? [...document.body.children] : []).filter(
    (each) =>
      each.localName === 'div' && !each.querySelector('section, [data-section]') && !each.closest(region) && each.textContent?.trim(),
  )
  const wide = loose.filter((each) => each.children.length > 0 && whet.isShown(each))
  const order = new Map(whet.all('*').map((element, index) => [element, index]))
  const found = [...outermost, ...wide].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
  const places = new Map(found.map((element, index) => [element, index]))

  function isWithin(element: Element | null): boolean {
    return element !== null && (element.matches(region) || isWithin(whet.parentOf(element)))
  }

  const drawn = 'img, svg, video, audio, canvas, iframe, object, input, select, textarea, button, table, hr, details'
  const painted = (element: Element) => {
    const { backgroundImage, content } = getComputedStyle(element)
    return backgroundImage !== 'none' || (content !== 'normal' && content !== 'none')
  }
  const holdsMore = (section: Element) =>
    section.querySelector(drawn) !== null ||
    [...section.querySelectorAll('*')].some(
      (each) =>
        !each.closest('h1, h2, h3, h4, h5, h6, [role=heading]') &&
        ([...each.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()) || painted(each)),
    ) ||
    [...section.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim())

  const sections: Section[] = found.map((element) => {
    const heading = element.querySelector('h1, h2, h3, h4, [role=heading]')
    const text = heading ? whet.wordsOf(heading) : ''
    const named = [...['id', 'data-section', 'aria-label'].map((name) => element.getAttribute(name) ?? ''), ...element.classList, text]
    return {
      ...whet.partOf(element),
      tag: element.localName,
      names: named.filter((name) => name !== ''),
      heading: text,
      hasTitle: element.querySelector('h1') !== null,
      bare: heading !== null && whet.isShown(heading) && !holdsMore(element),
    }
  })

  function sectionOf(element: Element): number {
    for (let each: Element | null = element; each; each = whet.parentOf(each)) {
      const place = places.get(each)
      if (place !== undefined) return place
    }
    return -1
  }
  whet.sectionOf = sectionOf

  const displays = new Map<Element, string>()
  const displayOf = (element: Element) => {
    const known = displays.get(element) ?? getComputedStyle(element).display
    displays.set(element, known)
    return known
  }

  /** Words that belong together: those of a block without its inner blocks. */
  const blocks = new Map<Element, string[]>()
  for (const root of whet.roots()) {
    const walker = document.createTreeWalker(root instanceof ShadowRoot ? root : (document.body ?? document.documentElement), 5)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
      if (!parent) continue
      if (node.nodeType === 1) {
        if ((node as Element).localName === 'br') blocks.get(blockOf(parent))?.push(' ')
        continue
      }
      if (/^(script|style|noscript|template|textarea|option)$/.test(parent.localName) || parent.closest('noscript, template')) continue
      const block = blockOf(parent)
      const parts = blocks.get(block) ?? []
      parts.push(node.nodeValue ?? '')
      blocks.set(block, parts)
    }
  }

  function blockOf(element: Element): Element {
    let block = element
    for (let above = whet.parentOf(block); above && /^(inline|contents|ruby)$/.test(displayOf(block)); above = whet.parentOf(block))
      block = above
    return block
  }

  const texts: TextBlock[] = []
  for (const [element, parts] of blocks) {
    const text = parts.join('').replace(/\s+/g, ' ').trim()
    if (text === '') continue
    const style = getComputedStyle(element)
    texts.push({
      ...whet.partOf(element),
      tag: element.localName,
      text: text.slice(0, 4000),
      section: sectionOf(element),
      shown: whet.isShown(element) || element.closest('details:not([open])') !== null,
      align: style.textAlign,
      family: style.fontFamily,
      sizePx: Math.round(Number.parseFloat(style.fontSize) * 10) / 10,
    })
  }

  const images: Image[] = []
  for (const element of whet.all('img, input[type=image], svg[role=img], area[href], [role=img]:not(svg)')) {
    const box = whet.boxOf(element)
    const drawn = element.localName === 'svg' || element.getAttribute('role') === 'img'
    if (box.width <= 1 && box.height <= 1 && element.localName === 'img' && (element as HTMLImageElement).naturalWidth > 0) continue // a tracking pixel: shows nothing
    const name = ['aria-label', 'aria-labelledby', 'title'].some((each) => (element.getAttribute(each) ?? '').trim() !== '')
    const own = drawn && element.localName === 'svg' ? element.querySelector('title')?.textContent?.trim() : null
    const hidden = element.closest('[aria-hidden=true]') !== null || /^(presentation|none)$/.test(element.getAttribute('role') ?? '')
    const holder = element.closest('a[href], button')
    images.push({
      selector: whet.selectorOf(element),
      box,
      alt: drawn && element.localName !== 'img' ? (own ?? null) : element.getAttribute('alt'),
      src: (element.getAttribute('src') ?? '').slice(0, 200),
      excused: name || hidden || !element.checkVisibility(),
      alone:
        holder !== null &&
        (holder.textContent ?? '').trim() === '' &&
        !holder.getAttribute('aria-label') &&
        !holder.getAttribute('aria-labelledby') &&
        !holder.getAttribute('title') &&
        holder.querySelectorAll('img, svg').length === 1,
    })
  }
  return { title: document.title, lang: document.documentElement.lang, sections, texts, images }
}
