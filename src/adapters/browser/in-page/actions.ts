// What can be followed or pressed: a list of it, and one press with whatever that changed. Runs in the page.
/// <reference lib="dom" />
import type { ActionKind, Part } from '../../../rules/page/measure.ts'
import type { Base } from './base.ts'

declare const whet: Base & { pressable?: Element[]; send(element: Element): void }

export interface Listed extends Part {
  kind: ActionKind
  text: string
  to: string
  /** The same as an absolute address. */
  address: string
  method: string
  /** What the browser does by itself when it is pressed; empty when nothing. */
  native: string
  /** A place on this page that an address leads to is there. */
  placed: boolean
  /** The link back to the start that logos are. */
  logo: boolean
  current: boolean
}

export function listActions(): Listed[] {
  const found = [
    ...whet.all(
      'a, area[href], button, input[type=submit], input[type=button], input[type=image], [role=button], [role=link], [onclick], form',
    ),
    ...whet.lookalikes(),
  ]
  const logo = found.find(
    (element) => element.matches('a[href]') && (element.closest('header, nav, [role=banner]') ?? element.querySelector('img, svg')),
  )
  const listed: Listed[] = []
  const kept: Element[] = []
  for (const element of found) {
    if (element.matches(':disabled, [aria-disabled=true], [inert], [inert] *')) continue
    if (element.localName !== 'form' && !element.checkVisibility()) continue
    const form = element.localName === 'form' ? (element as HTMLFormElement) : null
    const link = element.localName === 'a' || element.localName === 'area' || element.getAttribute('role') === 'link'
    if (
      element.localName === 'a' &&
      !element.hasAttribute('href') &&
      (element.id || element.getAttribute('name')) &&
      !element.textContent?.trim()
    )
      continue
    // By attributes: a field named "action" stands in the way of the property, and links in a drawing have another kind of href.
    const to = element.getAttribute(form ? 'action' : 'href') ?? element.getAttribute('xlink:href') ?? ''
    const address = URL.canParse(to, document.baseURI) ? new URL(to, document.baseURI).href : ''
    const [page, place] = address.split('#')
    const hash = to.startsWith('#') || page === location.href.split('#')[0] ? unescaped(place ?? '') : ''
    kept.push(element)
    listed.push({
      ...whet.partOf(element),
      kind: form ? 'form' : link ? 'link' : 'button',
      text: (
        element.getAttribute('aria-label') ?? (element instanceof HTMLInputElement ? element.value : form ? '' : whet.wordsOf(element, 80))
      ).trim(),
      to,
      address,
      method: (element.getAttribute('method') ?? 'get').toLowerCase(),
      native: nativeOf(element),
      placed: hash === 'top' || (hash !== '' && Boolean(document.getElementById(hash) ?? document.getElementsByName(hash)[0])),
      logo: element === logo,
      current: element.hasAttribute('aria-current'),
    })
  }
  whet.pressable = kept
  return listed

  function unescaped(place: string): string {
    try {
      return decodeURIComponent(place)
    } catch {
      return place // a percent sign that stands for itself
    }
  }

  function nativeOf(element: Element): string {
    if (element instanceof HTMLButtonElement || element instanceof HTMLInputElement) {
      if (element.form && /^(submit|image)$/.test(element.type)) return 'submits its form'
      if (element.form && element.type === 'reset') return 'resets its form'
      const opens = element.getAttribute('popovertarget') ?? element.getAttribute('commandfor')
      if (opens !== null && document.getElementById(opens)) return 'opens what it names'
    }
    if (element.closest('summary, label')) return 'belongs to a control'
    if (element.querySelector('input, select, textarea')) return 'holds a control'
    return ''
  }
}

export interface Pressed {
  gone: boolean
  changed: boolean
  /** What the page shows changed, not only where it is. */
  shows: boolean
}

/** All that a person's press sends, at once: some menus open when the pointer goes down. Once per page, before anything is pressed. */
export function installPress(): void {
  whet.send = (element) => {
    const init = { bubbles: true, cancelable: true, composed: true, button: 0, view: window }
    const pointer = { ...init, pointerId: 1, pointerType: 'mouse', isPrimary: true }
    element.dispatchEvent(new PointerEvent('pointerdown', { ...pointer, buttons: 1 }))
    element.dispatchEvent(new MouseEvent('mousedown', { ...init, buttons: 1 }))
    element.dispatchEvent(new PointerEvent('pointerup', pointer))
    element.dispatchEvent(new MouseEvent('mouseup', init))
    if (element instanceof HTMLElement) element.click()
    else element.dispatchEvent(new MouseEvent('click', init))
  }
}

/** For whoever counts what runs: a press of one, or of what stands around it. */
export function pressOnly(index: number, around: boolean): void {
  const element = whet.pressable?.[index]
  const pressed = element && around ? whet.parentOf(element) : element
  if (pressed) whet.send(pressed)
}

/** Presses one, as a person's click would, and waits two frames. What changes, but not at once, counts only where two frames without a press stay quiet. */
export async function press(index: number): Promise<Pressed> {
  const element = whet.pressable?.[index]
  if (!element?.isConnected) return { gone: true, changed: false, shows: false }
  let changes = 0
  const watch = new MutationObserver((records) => (changes += records.length))
  for (const root of whet.roots()) watch.observe(root, { subtree: true, childList: true, attributes: true, characterData: true })
  const state = () =>
    [
      location.href.split('#')[0], // a place that is not there changes it too
      document.title,
      Math.round(scrollX),
      Math.round(scrollY),
      document.activeElement?.localName,
      document.getAnimations().length,
      storage(),
      ...whet.all('input, select, textarea').map((each) => `${(each as HTMLInputElement).value}${(each as HTMLInputElement).checked}`),
      ...whet.all('video, audio').map((each) => String((each as HTMLMediaElement).paused)),
    ].join('|')
  const storage = () => {
    try {
      return localStorage.length + sessionStorage.length + document.cookie.length
    } catch {
      return 0
    }
  }
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
  await new Promise((resolve) => setTimeout(resolve, 0)) // what being focused alone changes
  watch.takeRecords()
  const before = state()
  whet.send(element)
  const atOnce = watch.takeRecords().length > 0
  const moved = atOnce || state() !== before
  const later = await stretch()
  const restless = !atOnce && later > 0 && (await stretch()) > 0
  watch.disconnect()
  if (restless) return { gone: false, changed: moved, shows: false }
  return { gone: false, changed: moved || later > 0 || state() !== before, shows: atOnce || later > 0 }

  /** How much changes within two frames. */
  async function stretch(): Promise<number> {
    changes = 0
    await new Promise((resolve) => setTimeout(resolve, 8))
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    return changes
  }
}
