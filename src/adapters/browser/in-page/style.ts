// The author's colours, spacing, radii and type, rule by rule, for rules that match an element. Runs in the page.
/// <reference lib="dom" />
import type { Declaration } from '../../../rules/page/measure.ts'
import type { Base } from './base.ts'

declare const whet: Base

export interface Styles {
  declarations: Declaration[]
  properties: Record<string, string>
  /** Style sheets that couldn't be read. */
  closed: number
  /** Whether most used classes have a rule, or any rule exists if no classes are used. */
  dressed: boolean
}

export function readStyles(): Styles {
  const wanted =
    /^(?:color|background(?:-color|-image)?|border(?:-(?:top|right|bottom|left|block|inline)(?:-(?:start|end))?)?(?:-color)?|outline(?:-color)?|fill|stroke|accent-color|caret-color|(?:margin|padding)(?:-(?:top|right|bottom|left|block|inline)(?:-(?:start|end))?)?|(?:row-|column-)?gap|border-(?:(?:top|bottom|start|end)-(?:left|right|start|end)-)?radius|font|font-family|font-size|line-height|box-shadow)$/
  const most = 6000
  const declarations: Declaration[] = []
  const root = getComputedStyle(document.documentElement)
  const named = new Set<string>()
  const ruled = new Set<string>()
  let closed = 0

  /** Splits at semicolons outside brackets and quotes. */
  function parts(text: string): [string, string][] {
    const found: [string, string][] = []
    let [depth, quote, from] = [0, '', 0]
    for (let at = 0; at <= text.length; at++) {
      const sign = text[at] ?? ';'
      if (quote !== '') quote = sign === quote ? '' : quote
      else if (sign === '"' || sign === "'") quote = sign
      else if (sign === '(') depth++
      else if (sign === ')') depth--
      else if (sign === ';' && (depth === 0 || at === text.length)) {
        const colon = text.indexOf(':', from)
        if (colon > from && colon < at)
          found.push([
            text.slice(from, colon).trim(),
            text
              .slice(colon + 1, at)
              .replace(/!important/, '')
              .trim(),
          ])
        from = at + 1
      }
    }
    return found
  }

  function resolve(value: string, of: CSSStyleDeclaration): string {
    let resolved = value
    for (let round = 0; round < 8 && resolved.includes('var('); round++)
      resolved = resolved.replace(
        /var\(\s*(--[\w-]+)\s*(?:,\s*((?:[^()]|\([^()]*\))*))?\)/g,
        (_all, name: string, other?: string) => of.getPropertyValue(name).trim() || (other ?? ''),
      )
    return resolved
  }

  function take(style: CSSStyleDeclaration, rule: string, media: string, elements: Element[]): void {
    const first = elements[0]
    if (!first) return
    for (const [property, value] of parts(style.cssText)) {
      if (property.startsWith('--')) named.add(property)
      if (!wanted.test(property) || declarations.length >= most) continue
      const uses = value.includes('var(')
      declarations.push({
        property,
        value: value.slice(0, 300),
        resolved: (uses ? resolve(value, getComputedStyle(first)) : value).slice(0, 300),
        named: uses,
        rule,
        media,
        parts: elements.slice(0, 3).map((each) => whet.partOf(each)),
        count: elements.length,
      })
    }
  }

  function walk(rules: CSSRuleList, root: Document | ShadowRoot, media: string, above: string): void {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) {
        const selector =
          above === ''
            ? rule.selectorText
            : rule.selectorText.includes('&')
              ? rule.selectorText.replaceAll('&', above)
              : `${above} ${rule.selectorText}`
        for (const [, name = ''] of selector.matchAll(/\.((?:\\.|[\w-])+)/g)) ruled.add(name.replaceAll('\\', ''))
        // Styles for hover and focus count for the same elements.
        const still = selector.replace(
          /::?(?:hover|focus(?:-visible|-within)?|active|visited|before|after|placeholder|marker|selection|first-letter|first-line)\b/g,
          '',
        )
        let elements: Element[] = []
        try {
          elements = [...root.querySelectorAll(still.replace(/(^|,)\s*(?=,|$)/g, '$1*'))]
        } catch {
          // a selector this browser can't evaluate by itself
        }
        for (const { 0: name } of rule.style.cssText.matchAll(/--[\w-]+(?=\s*:)/g)) named.add(name)
        take(rule.style, selector, media, elements)
        if (rule.cssRules.length > 0) walk(rule.cssRules, root, media, selector)
      } else if (rule instanceof CSSMediaRule) {
        if (!/\bprint\b/.test(rule.conditionText)) walk(rule.cssRules, root, rule.conditionText, above)
      } else if (rule instanceof CSSImportRule) {
        if (rule.styleSheet) sheet(rule.styleSheet, root)
      } else if ('cssRules' in rule && !(rule instanceof CSSKeyframesRule)) walk(rule.cssRules as CSSRuleList, root, media, above)
    }
  }

  function sheet(one: CSSStyleSheet, root: Document | ShadowRoot): void {
    try {
      walk(one.cssRules, root, one.media.mediaText === 'all' ? '' : one.media.mediaText, '')
    } catch {
      closed++
    }
  }

  for (const root of whet.roots()) for (const one of [...root.styleSheets, ...root.adoptedStyleSheets]) sheet(one, root)
  for (const element of whet.all('[style]')) take((element as HTMLElement).style, 'style attribute', '', [element])
  const properties: Record<string, string> = {}
  for (const name of [...named].sort()) {
    const value = root.getPropertyValue(name).trim()
    if (value !== '') properties[name] = resolve(value, root).slice(0, 200)
  }
  const used = [...new Set(whet.all('body *').flatMap((element) => [...element.classList]))]
  const dressed = used.length > 0 ? used.filter((name) => ruled.has(name)).length * 2 >= used.length : declarations.length > 0
  return { declarations, properties, closed, dressed }
}
