// Runs axe on the current page and extracts its findings and every pair of text and background it compared. Runs in the page.
/// <reference lib="dom" />
import type { AxeResults, NodeResult, Result } from 'axe-core'
import type { AxeRule, ColourPair, Part } from '../../../rules/page/measure.ts'
import type { Owner } from '../worlds.ts'
import type { Base } from './base.ts'

declare const whet: Base & { overPicture?: Element[]; opened?: Element[] }
declare const axe: {
  run(on: Document | { include: Element[] }, options: object): Promise<AxeResults>
  runPartial(on: object, options: object): Promise<object>
  finishRun(parts: object[], options: object): Promise<AxeResults>
}

export interface AxeFound {
  rules: Omit<AxeRule, 'view'>[]
  pairs: Omit<ColourPair, 'view'>[]
  /** The number of texts over something whose colour styles can't tell. */
  overPicture: number
}

/** In a frame: facts about the frame that only its owner knows. */
export async function runAxe(
  tags: string[],
  also: string[],
  owner: Owner | null = null,
  scope: 'page' | 'opened' = 'page',
): Promise<AxeFound> {
  const options = {
    elementRef: true,
    selectors: owner !== null, // our selectors are shorter and made only for what is reported; axe gives none for frames
    iframes: false, // each frame is examined separately: axe's frame messages could be forged by the page's scripts
    runOnly: { type: 'tag', values: tags },
    rules: Object.fromEntries(also.map((id) => [id, { enabled: true }])),
  }
  const inFrame = owner && { include: [['html']], initiator: false, focusable: owner.focusable, page: false, size: owner.size }
  const results = inFrame
    ? await axe.finishRun([await axe.runPartial(inFrame, options)], options)
    : await axe.run(scope === 'opened' ? { include: outermost(whet.opened ?? []) } : document, options)
  scrollTo(0, 0)
  const partOf = ({ element, target }: NodeResult): Part => {
    const found = element ?? follow(target.flat())
    return found ? whet.partOf(found) : { selector: target.flat().join(' >>> ') || 'html', box: { x: 0, y: 0, width: 0, height: 0 } }
  }
  /** WCAG exempts pure decoration: words readable elsewhere or not meant to be seen. */
  const shown = whet.all('body *').filter((each) => !each.closest('[aria-hidden=true]') && whet.isShown(each))
  const read = new Set(
    shown.flatMap((each) => [...each.childNodes].flatMap((node) => (node.nodeType === 3 ? wordsIn(node.nodeValue) : []))),
  )
  const isDecoration = ({ element, any }: NodeResult) =>
    element?.closest('[aria-hidden=true]') != null &&
    (any[0]?.data?.messageKey === 'equalRatio' || wordsIn(element.textContent).every((word) => read.has(word)))
  const whyOf = (node: NodeResult) => [...new Set([...node.any, ...node.all, ...node.none].map(({ message }) => message))].join('; ')
  const told = (outcome: AxeRule['outcome'], results: Result[], most: number) =>
    results.map(({ id, help, impact, tags, nodes }) => ({
      id,
      help,
      impact: impact ?? '',
      tags,
      outcome,
      nodes: nodes
        .slice(0, most)
        .map((node) => ({
          ...partOf(node),
          html: node.html.slice(0, 200),
          why: whyOf(node).slice(0, 500),
          ...(id === 'color-contrast' && isDecoration(node) && { decoration: true as const }),
        })),
    }))
  const pairs: AxeFound['pairs'] = []
  for (const result of [...results.violations, ...results.passes, ...results.incomplete].filter(({ id }) => id === 'color-contrast'))
    for (const node of result.nodes) {
      const data = (node.any[0]?.data ?? {}) as {
        fgColor?: string
        bgColor?: string
        contrastRatio?: number
        fontSize?: string
        fontWeight?: string
        expectedContrastRatio?: string
      }
      if (!data.fgColor || !data.bgColor || !data.contrastRatio || isDecoration(node)) continue
      pairs.push({
        ...partOf(node),
        text: node.element ? whet.wordsOf(node.element, 60) : '',
        foreground: data.fgColor,
        background: data.bgColor,
        ratio: data.contrastRatio,
        required: Number.parseFloat(data.expectedContrastRatio ?? '4.5'),
        sizePx: Number(/\(([\d.]+)px\)/.exec(data.fontSize ?? '')?.[1] ?? 0),
        bold: data.fontWeight === 'bold',
      })
    }
  whet.overPicture = results.incomplete
    .filter(({ id }) => id === 'color-contrast')
    .flatMap(({ nodes }) => nodes.flatMap((node) => (node.element && !isDecoration(node) ? [node.element] : [])))
    .slice(0, 50)
  return {
    overPicture: whet.overPicture.length,
    rules: [
      ...told('violation', results.violations, 100),
      ...told('incomplete', results.incomplete, 20),
      ...told('pass', results.passes, 0),
      ...told('inapplicable', results.inapplicable, 0),
    ],
    pairs: pairs.slice(0, 1000),
  }

  /** axe gives no elements for a frame: selectors lead into the shadow roots of what it finds. */
  function follow(path: string[]): Element | null {
    let [root, found]: [Document | ShadowRoot | null, Element | null] = [document, null]
    for (const selector of path) [found, root] = [root?.querySelector(selector) ?? null, root?.querySelector(selector)?.shadowRoot ?? null]
    return found
  }

  function outermost(elements: Element[]): Element[] {
    const all = new Set<Element | null>(elements)
    return elements.filter((each) => !all.has(whet.parentOf(each)))
  }

  function wordsIn(text: string | null): string[] {
    return (text ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  }
}
