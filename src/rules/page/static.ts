// What a page's HTML says without a browser: texts, sections, images, and links within the page. Nothing about its look.
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { type Action, type Image, type PageMeasure, type Part, type Section, type TextBlock, emptyMeasure } from './measure.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

export function readStatic(html: string): PageMeasure {
  const root = parse(html)
  const elements: Element[] = []
  const parents = new Map<Node, Element>()
  const visit = (node: Node) => {
    for (const child of 'childNodes' in node ? node.childNodes : []) {
      if ('tagName' in node) parents.set(child, node)
      if ('tagName' in child) elements.push(child)
      visit(child)
    }
  }
  visit(root)
  const above = (element: Element): Element[] => {
    const parent = parents.get(element)
    return parent ? [parent, ...above(parent)] : []
  }
  const partOf = (element: Element): Part => ({ selector: selectorOf(element, parents), box: { x: 0, y: 0, width: 0, height: 0 } })
  const sectionElements = elements.filter((element) => isRegion(element) && !above(element).some(isRegion))
  const sections: Section[] = sectionElements.map((element) => {
    const inner = elements.filter((each) => above(each).includes(element))
    const heading = inner.find(({ tagName }) => /^h[1-4]$/.test(tagName))
    const text = heading ? wordsIn(heading) : ''
    const named = [
      attr(element, 'id'),
      ...(attr(element, 'class') ?? '').split(/\s+/),
      attr(element, 'data-section'),
      attr(element, 'aria-label'),
      text,
    ]
    return {
      ...partOf(element),
      tag: element.tagName,
      names: named.filter((name): name is string => name !== null && name !== ''),
      heading: text,
      hasTitle: inner.some(({ tagName }) => tagName === 'h1'),
      bare: heading !== undefined && wordsIn(element) === text && inner.every(({ tagName }) => /^(?:div|span|ul|ol|h[1-6])$/.test(tagName)),
    }
  })
  const sectionOf = (element: Element) =>
    [element, ...above(element)].reduce((found, each) => (found >= 0 ? found : sectionElements.indexOf(each)), -1)
  const isHidden = (element: Element) =>
    [element, ...above(element)].some(
      (each) =>
        attr(each, 'hidden') !== null ||
        /display:\s*none|visibility:\s*hidden/.test(attr(each, 'style') ?? '') ||
        unseen.test(each.tagName),
    )

  const texts: TextBlock[] = elements
    .filter((element) => !inline.test(element.tagName) && !unseen.test(element.tagName))
    .flatMap((element) => {
      const text = blockText(element).replaceAll(/\s+/g, ' ').trim()
      if (text === '' || element.tagName === 'title') return []
      return [
        {
          ...partOf(element),
          tag: element.tagName,
          text,
          section: sectionOf(element),
          shown: !isHidden(element),
          align: '',
          family: '',
          sizePx: 0,
        },
      ]
    })
  const images: Image[] = elements
    .filter(({ tagName }) => tagName === 'img')
    .map((element) => ({
      ...partOf(element),
      alt: attr(element, 'alt'),
      src: attr(element, 'src') ?? '',
      excused:
        ['aria-label', 'aria-labelledby', 'title'].some((name) => attr(element, name)) ||
        attr(element, 'aria-hidden') === 'true' ||
        /^(?:presentation|none)$/.test(attr(element, 'role') ?? ''),
      alone: false,
    }))
  const ids = new Set(elements.flatMap((element) => [attr(element, 'id'), attr(element, 'name')]))
  const actions: Action[] = elements
    .filter(({ tagName }) => tagName === 'a' || tagName === 'button')
    .map((element) => {
      const to = attr(element, 'href') ?? ''
      const place = /^#(.+)$/.exec(to)?.[1]
      const gone = place !== undefined && place !== 'top' && !ids.has(place)
      return {
        ...partOf(element),
        kind: element.tagName === 'a' ? 'link' : 'button',
        text: wordsIn(element),
        to,
        result: gone
          ? { state: 'missing', why: `there is no element with the id ${JSON.stringify(place)}` }
          : { state: 'untried', why: 'there was no browser' },
      }
    })
  const top = elements.find(({ tagName }) => tagName === 'html')
  const title = elements.find(({ tagName }) => tagName === 'title')
  return {
    ...emptyMeasure,
    by: 'text',
    title: title ? wordsIn(title) : '',
    lang: (top && attr(top, 'lang')) ?? '',
    sections,
    texts,
    images,
    actions,
  }
}

const inline = /^(?:a|abbr|b|bdi|bdo|br|cite|code|em|i|kbd|mark|q|s|small|span|strong|sub|sup|time|u|var|wbr|font|label)$/
const unseen = /^(?:head|script|style|noscript|template|svg|textarea|option)$/
const region = /^(?:header|nav|section|article|aside|footer|form)$/

const isRegion = (element: Element) =>
  region.test(element.tagName) || attr(element, 'data-section') !== null || attr(element, 'role') === 'region'
const attr = (element: Element, name: string) => element.attrs.find((each) => each.name === name)?.value ?? null

function wordsIn(node: Node): string {
  const all = (each: Node): string => ('value' in each ? each.value : 'childNodes' in each ? each.childNodes.map(all).join('') : '')
  return all(node).replaceAll(/\s+/g, ' ').trim()
}

/** Its own words and those of inline elements, without inner blocks. */
function blockText(element: Element): string {
  return element.childNodes
    .map((child) => {
      if ('value' in child) return child.value
      if (!('tagName' in child) || !inline.test(child.tagName)) return ' '
      return child.tagName === 'br' ? ' ' : blockText(child)
    })
    .join('')
}

function selectorOf(element: Element, parents: ReadonlyMap<Node, Element>): string {
  const id = attr(element, 'id')
  if (id !== null && /^[a-z][\w-]*$/i.test(id)) return `#${id}`
  const parent = parents.get(element)
  if (!parent || element.tagName === 'body') return element.tagName
  const alike = parent.childNodes.filter((child): child is Element => 'tagName' in child && child.tagName === element.tagName)
  return `${selectorOf(parent, parents)} > ${element.tagName}${alike.length > 1 ? `:nth-of-type(${alike.indexOf(element) + 1})` : ''}`
}
