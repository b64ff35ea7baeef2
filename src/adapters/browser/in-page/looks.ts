// Features in which pages of one kind look alike: button styles, gradients, rows of cards, icons. Runs in the page.
/// <reference lib="dom" />
import type { ButtonLook, CardGroup, Icon, Surface } from '../../../rules/page/measure.ts'
import type { Base } from './base.ts'

declare const whet: Base & { sectionOf?: (element: Element) => number }

export interface Looks {
  buttons: ButtonLook[]
  surfaces: Surface[]
  groups: CardGroup[]
  icons: Icon[]
  blank: boolean
}

/** Runs after the content, which knows the sections. */
export function readLooks(): Looks {
  const clear = (colour: string) => colour === 'transparent' || /^rgba\(.*,\s*0\)$|\/\s*0\)$/.test(colour)

  function behind(element: Element | null): string {
    for (let each = element; each; each = whet.parentOf(each)) {
      const { backgroundColor, backgroundImage } = getComputedStyle(each)
      if (backgroundImage.includes('gradient')) return backgroundImage
      if (!clear(backgroundColor)) return backgroundColor
    }
    return 'rgb(255, 255, 255)'
  }

  /** A consent prompt, not the page's own call to action. */
  const consent = ['class', 'id', 'aria-label'].flatMap((name) => [`[${name}*=cookie i]`, `[${name}*=consent i]`]).join(', ')

  /** A top bar repeats the page's call, and what lies below is secondary; a header with a headline is part of the page. */
  const inBar = (element: Element) => {
    const bar = element.closest('header, [role=banner], footer, [role=contentinfo]')
    const isHead = bar?.matches('header, [role=banner]') && bar.querySelector('h1, h2') !== null
    return bar !== null && !isHead && bar.closest('main, article, section') === null
  }

  const buttons = new Map<Element, ButtonLook>()
  for (const element of [...whet.all('a, button, input[type=submit], input[type=button], [role=button]'), ...whet.lookalikes()]) {
    if (!whet.isShown(element) || element.matches(':disabled, [type=reset]')) continue
    const style = getComputedStyle(element)
    const text = element instanceof HTMLInputElement ? element.value : whet.wordsOf(element, 80)
    const box = whet.boxOf(element)
    if (!/\p{L}/u.test(text) || box.height < 20 || (element.localName === 'a' && style.display === 'inline' && style.paddingLeft === '0px'))
      continue
    const drawn = style.backgroundImage.includes('gradient') ? style.backgroundImage : style.backgroundColor
    const around = behind(whet.parentOf(element))
    const border = Number.parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== 'none' && !clear(style.borderTopColor)
    const filled = (drawn.includes('gradient') || !clear(drawn)) && drawn !== around
    if (!filled && !border) continue
    buttons.set(element, {
      selector: whet.selectorOf(element),
      box,
      text,
      to: element.getAttribute('href') ?? element.closest('form')?.getAttribute('action') ?? '',
      section: whet.sectionOf?.(element.closest('form')?.parentElement ?? element) ?? -1,
      background: drawn,
      behind: around,
      filled,
      border,
      hint: [element.id, ...element.classList, ...Object.keys((element as HTMLElement).dataset)].join(' '),
      inNav: element.closest('nav') !== null || inBar(element) || element.closest(consent) !== null,
      row: '',
      sends: sentBy(element),
    })
  }
  for (const [element, button] of buttons) button.row = rowOf(element)

  function sentBy(element: Element): string[] | null {
    const { form = null, type = '' } = element as HTMLButtonElement
    if (!form || !/^(?:submit|image)$/.test(type)) return null
    const ids: string[] = []
    const take = (each: Element) => each.getAttribute('id') && ids.push(each.getAttribute('id') ?? '')
    for (let each: Element | null = form; each && each !== document.body; each = each.parentElement) {
      take(each)
      let before = each.previousElementSibling
      while (before && !/^h[1-6]$/.test(before.localName)) before = before.previousElementSibling
      if (before) take(before) // the heading above it
    }
    return ids
  }

  /** Its row of cards: built alike, some side by side, each with words and a button, such as plans and products. */
  function rowOf(element: Element): string {
    const card = element.parentElement
    const row = card?.parentElement
    if (!card || !row) return ''
    const alike = (other: Element) =>
      other.localName === card.localName &&
      (card.classList.length === 0 || [...card.classList].some((name) => other.classList.contains(name)))
    const cards = isCard(card) ? [...row.children].filter((other) => alike(other) && isCard(other)) : []
    const boxes = cards.map((each) => whet.boxOf(each))
    const aside = boxes.some((a) => boxes.some((b) => b.x >= a.x + a.width - 2 && b.y < a.y + a.height / 2 && a.y < b.y + b.height / 2))
    return aside ? whet.selectorOf(row) : rowOf(card)
  }

  function isCard(element: Element): boolean {
    const named = element.querySelector('h2, h3, h4, h5, h6, strong, [class*=title]') !== null && element.querySelector('h1') === null
    return named && [...buttons.keys()].some((button) => button !== element && element.contains(button))
  }

  const surfaces: Surface[] = []
  for (const element of [document.documentElement, ...whet.all('body, body *')]) {
    if (!element.checkVisibility()) continue
    for (const pseudo of ['', '::before', '::after']) {
      const style = getComputedStyle(element, pseudo || null)
      if (pseudo && (style.content === 'none' || style.content === 'normal')) continue
      const gradient = style.backgroundImage.includes('gradient')
      const blurred = /blur\((\d+)/.exec(`${style.filter} ${style.backdropFilter}`)
      if (!gradient && !blurred) continue
      const colours = gradient
        ? [...style.backgroundImage.matchAll(/(?:rgba?|hsla?|oklch|oklab|lab|lch|color)\([^()]*\)|#[0-9a-f]{3,8}\b/gi)].map(
            ([colour]) => colour,
          )
        : []
      surfaces.push({
        ...whet.partOf(element),
        gradient: gradient ? style.backgroundImage.slice(0, 300) : '',
        colours,
        clipsText: style.backgroundClip.includes('text'),
        blur: blurred !== null && Number(blurred[1]) >= 4,
      })
    }
  }

  const iconTag = 'svg, i[class], img[src*=icon], [class*=icon]'
  const emoji = /^(?![©®™])\p{Extended_Pictographic}(?:\uFE0F|\u200D\p{Extended_Pictographic}|\p{Emoji_Modifier})*$/u
  /** Emoji in place of a picture before a text; flags before languages don't count. */
  const leading = /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)(?=\s)/u
  const emojiIn = (element: Element) => [...element.childNodes].filter((node) => node.nodeType === 3 && pictureIn(node) !== '')
  const pictureIn = (node: Node) => {
    const text = (node.nodeValue ?? '').trim()
    if (emoji.test(text)) return text
    return /^h[1-6]$/.test(node.parentElement?.localName ?? '') ? '' : (leading.exec(text)?.[0] ?? '')
  }
  const holdsIcon = (element: Element) =>
    element.querySelector(iconTag) !== null || [element, ...element.querySelectorAll('*')].some((each) => emojiIn(each).length > 0)
  const shapeOf = (element: Element) =>
    [...element.querySelectorAll('*')]
      .map((each) => each.localName)
      .filter((tag) => !/^(path|circle|rect|line|polyline|polygon|g|use|title|strong|em|b|i|span|br)$/.test(tag))
      .join(' ')

  const groups: CardGroup[] = []
  for (const parent of whet.all('body *')) {
    if (parent.children.length < 3 || parent.closest('nav, svg, table, select, form, p')) continue
    const [first] = parent.children
    if (!first) continue
    const alike = [...parent.children].filter(
      (child) => child.localName === first.localName && child.className === first.className && whet.isShown(child),
    )
    if (alike.length < 3 || !alike.every((child) => child.children.length > 0)) continue
    const boxes = alike.map((child) => whet.boxOf(child))
    if (boxes.some(({ width, height }) => width < 100 || height < 60)) continue
    const surfaceOf = (child: Element) =>
      child.children.length === 1 && clear(getComputedStyle(child).backgroundColor) ? (child.firstElementChild as Element) : child
    const styles = alike.map((child) => getComputedStyle(surfaceOf(child)))
    const white = (style: CSSStyleDeclaration) =>
      /^rgba?\(25[0-5], 25[0-5], 25[0-5](?:, (?:1|0?\.[5-9]\d*))?\)$/.test(style.backgroundColor)
    const near = (a: number, b: number) => Math.abs(a - b) <= 2
    groups.push({
      parts: alike.map((child) => whet.partOf(child)),
      shape: new Set(alike.map(shapeOf)).size === 1 ? shapeOf(first).slice(0, 200) : '',
      white: styles.every(white),
      raised: styles.every((style) => style.boxShadow !== 'none' || Number.parseFloat(style.borderTopWidth) > 0),
      rounded: styles.every((style) => Number.parseFloat(style.borderTopLeftRadius) >= 4),
      sameSize: boxes.every(({ width }) => near(width, boxes[0]?.width ?? 0)),
      hasIcon: alike.every(holdsIcon),
      hasHeading: alike.every((child) => child.querySelector('h2, h3, h4, h5, strong') !== null),
    })
  }

  const icons: Icon[] = []
  const sets: [string, RegExp][] = [
    ['Font Awesome', /(?:^|\s)(?:fa|fas|far|fab|fal|fa-(?:solid|regular|brands))(?:\s|$)|(?:^|\s)fa-[a-z]/],
    ['Material Icons', /(?:^|\s)material-(?:icons|symbols)/],
    ['Bootstrap Icons', /(?:^|\s)bi(?:\s+|-)[a-z]*/],
    ['Lucide', /(?:^|\s)lucide/],
    ['Feather', /(?:^|\s)feather/],
    ['Heroicons', /heroicon/],
    ['Remix Icon', /(?:^|\s)ri-[a-z]/],
    ['Phosphor', /(?:^|\s)ph(?:-[a-z]+)?\s+ph-/],
    ['Tabler', /icon-tabler/],
    ['Ionicons', /(?:^|\s)ion-/],
  ]
  for (const element of whet.all('svg, i, span, div, ion-icon, [data-lucide], [data-feather]')) {
    if (!element.checkVisibility() || element.parentElement?.closest('svg')) continue
    const names = `${element.getAttribute('class') ?? ''}`
    const set =
      sets.find(([, pattern]) => pattern.test(names))?.[0] ??
      (element.hasAttribute('data-lucide')
        ? 'Lucide'
        : element.hasAttribute('data-feather')
          ? 'Feather'
          : element.localName === 'ion-icon'
            ? 'Ionicons'
            : outline(element)
              ? 'outline icons of 24 px'
              : '')
    if (set !== '') icons.push({ ...whet.partOf(element), set, what: names.slice(0, 60) })
  }

  for (const element of whet.all('body *')) {
    if (!element.checkVisibility()) continue
    for (const node of emojiIn(element)) {
      const range = document.createRange()
      range.selectNodeContents(node)
      icons.push({ selector: whet.selectorOf(element), box: whet.boxOf(range), set: 'emoji', what: pictureIn(node) })
    }
  }

  /** The drawing style of Feather, Lucide and Heroicons. */
  function outline(element: Element): boolean {
    if (element.localName !== 'svg' || !/^0 0 24 24$/.test(element.getAttribute('viewBox') ?? '')) return false
    const width = element.getAttribute('stroke-width') ?? element.querySelector('[stroke-width]')?.getAttribute('stroke-width')
    const stroke = element.getAttribute('stroke') ?? element.querySelector('[stroke]')?.getAttribute('stroke')
    return stroke === 'currentColor' && /^(?:1\.5|2)$/.test(width ?? '')
  }

  const drawn = 'img, svg, video, canvas, iframe, object, embed, input, select, textarea, hr'
  const says = (element: Element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim())
  const painted = (element: Element) => getComputedStyle(element).backgroundImage !== 'none'
  const blank = !whet
    .all('body, body *')
    .some((element) => whet.isShown(element) && (element.matches(drawn) || says(element) || painted(element)))

  return { buttons: [...buttons.values()], surfaces, groups, icons, blank }
}
