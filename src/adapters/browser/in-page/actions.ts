// Lists what can be followed or pressed, and performs one press with whatever it changed. Runs in the page.
/// <reference lib="dom" />
import type { ActionKind, Part } from '../../../rules/page/measure.ts'
import type { Base } from './base.ts'

declare const whet: Base & {
  pressable?: Element[]
  send(element: Element): void
  watched?: { count: number; stop(): void }
  fill(form: HTMLFormElement): { button: Element | null } | { why: string }
}

export interface Listed extends Part {
  index: number
  /** Pressed only to see what it opens: the browser does that itself, or it is just a hint. */
  silent: boolean
  kind: ActionKind
  text: string
  to: string
  /** The same as an absolute URL. */
  address: string
  method: string
  /** What the browser itself does on a press; empty if nothing. */
  native: string
  /** The target of a link within this page exists; `closed`: it is hidden. */
  placed: boolean
  closed: boolean
  /** A summary whose details are closed. */
  fold: boolean
  /** It opens something without script. */
  opens: boolean
  /** A logo's link to the start page. */
  logo: boolean
  current: boolean
}

export const offers =
  'a, area[href], button, input[type=submit], input[type=button], input[type=image], [role=button], [role=link], [role=tab], [role=menuitem], [onclick], form'

/** Elements not listed before. Hidden ones are left for when they become visible; `hidden` marks those that nothing reveals. */
export function listActions(offers: string, hidden: boolean): Listed[] {
  const openers = whet.all('summary, label, [aria-expanded=false]:not(input, select, textarea)').filter(isSilent)
  const found = [...whet.all(offers), ...whet.lookalikes(), ...openers.filter((each) => !each.matches(offers))]
  const logo = found.find(
    (element) => element.matches('a[href]') && (element.closest('header, nav, [role=banner]') ?? element.querySelector('img, svg')),
  )
  const listed: Listed[] = []
  const kept = (whet.pressable ??= [])
  for (const element of found) {
    if (element.matches(':disabled, [aria-disabled=true], [inert], [inert] *')) continue
    if (kept.includes(element) || (!hidden && !isThere(element))) continue
    if (element.matches('[role=tab], [role=menuitem]') && element.querySelector('a, button')) continue
    const form = element.localName === 'form' ? (element as HTMLFormElement) : null
    const link = element.localName === 'a' || element.localName === 'area' || element.getAttribute('role') === 'link'
    if (
      element.localName === 'a' &&
      !element.hasAttribute('href') &&
      (element.id || element.getAttribute('name')) &&
      !element.textContent?.trim()
    )
      continue
    // By attributes: a field named "action" shadows the property, and links in SVG have another kind of href.
    const to = element.getAttribute(form ? 'action' : 'href') ?? element.getAttribute('xlink:href') ?? ''
    const address = URL.canParse(to, document.baseURI) ? new URL(to, document.baseURI).href : ''
    const [page, place] = address.split('#')
    const hash = to.startsWith('#') || page === location.href.split('#')[0] ? unescaped(place ?? '') : ''
    const placed = hash === '' ? null : (document.getElementById(hash) ?? document.getElementsByName(hash)[0] ?? null)
    listed.push({
      ...whet.partOf(element),
      index: kept.push(element) - 1,
      silent: openers.includes(element) && !element.matches(offers),
      kind: form ? 'form' : link ? 'link' : 'button',
      text: (
        element.getAttribute('aria-label') ?? (element instanceof HTMLInputElement ? element.value : form ? '' : whet.wordsOf(element, 80))
      ).trim(),
      to,
      address,
      method: (element.getAttribute('method') ?? 'get').toLowerCase(),
      native: nativeOf(element),
      placed: hash === 'top' || placed !== null,
      fold: element.localName === 'summary' && openers.includes(element),
      opens: /^opens/.test(nativeOf(element)),
      closed: placed !== null && !placed.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      logo: element === logo,
      current: element.hasAttribute('aria-current'),
    })
  }
  return listed

  function isThere(element: Element): boolean {
    return (
      element.checkVisibility() ||
      (element instanceof HTMLFormElement &&
        whet.all('input, select, textarea, button').some((each) => element.contains(each) && each.checkVisibility()))
    )
  }

  /** A label whose checkbox is hidden shows or hides something. */
  function isSilent(element: Element): boolean {
    const control = element instanceof HTMLLabelElement ? element.control : null
    return (
      element.localName !== 'label' ||
      (control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type) && !whet.isShown(control))
    )
  }

  function unescaped(place: string): string {
    try {
      return decodeURIComponent(place)
    } catch {
      return place // a literal percent sign
    }
  }

  function nativeOf(element: Element): string {
    if (element instanceof HTMLButtonElement || element instanceof HTMLInputElement) {
      if (element.form && /^(submit|image)$/.test(element.type)) return 'submits its form'
      if (element.form && element.type === 'reset') return 'resets its form'
      const opens = element.getAttribute('popovertarget') ?? element.getAttribute('commandfor')
      if (opens !== null && document.getElementById(opens)) return 'opens what it points to'
    }
    if (element.getAttribute('aria-selected') === 'true') return 'is already selected'
    if (element.closest('summary, label')) return 'belongs to a control'
    if (element.querySelector('input, select, textarea')) return 'contains a control'
    return ''
  }
}

export interface Pressed {
  gone: boolean
  /** A form that can't be sent: it has no submit button, or its fields need values that code can't provide. */
  unsent?: string
  changed: boolean
  /** The page's visible content changed, not only its URL. */
  shows: boolean
}

/** Everything a person's press sends, at once: some menus open on pointerdown. Set up once per page, before the first press. */
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

/** Fills in required fields and returns the submit button; null means the Enter key. */
export function installFill(): void {
  whet.fill = (form) => {
    // Not by property name: a field may have one of these names.
    const elements = [...(Reflect.get(HTMLFormElement.prototype, 'elements', form) as HTMLFormControlsCollection)]
    const { checkValidity } = HTMLFormElement.prototype
    const samples: Record<string, string> = { email: 'visitor@example.org', url: 'https://example.org/', tel: '+49 30 1234567', date: '2026-02-02', month: '2026-02', week: '2026-W06', time: '10:00', 'datetime-local': '2026-02-02T10:00' } // prettier-ignore
    const told = (field: Element) => ['input', 'change'].forEach((type) => field.dispatchEvent(new Event(type, { bubbles: true })))
    for (const field of elements) {
      if (field.matches(':disabled, [readonly], [type=hidden], [type=file], button, fieldset, output, object')) continue
      if (field instanceof HTMLSelectElement) {
        if (field.value === '') field.selectedIndex = [...field.options].findIndex(({ value, disabled }) => value !== '' && !disabled)
      } else if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) {
        if (field.type === 'checkbox' || field.type === 'radio') {
          if (
            field instanceof HTMLInputElement &&
            field.required &&
            (field.type === 'checkbox' || !Element.prototype.querySelector.call(form, `[name="${CSS.escape(field.name)}"]:checked`))
          )
            field.checked = true
        } else if (field.value === '' && !/^(?:submit|button|image|reset|color|range)$/.test(field.type)) {
          const number = field.type === 'number' ? (field as HTMLInputElement).min || '1' : undefined
          const sample = number ?? samples[field.type] ?? 'Visitor-1'
          field.value = (field.maxLength > 0 ? sample.slice(0, field.maxLength) : sample).padEnd(field.minLength, 'x')
        }
      }
      told(field)
    }
    const senders = elements.filter((each) => each.matches('button:not([type]), [type=submit], [type=image]'))
    const button =
      senders.find((each) => !each.matches(':disabled')) ??
      senders[0] ??
      Element.prototype.querySelector.call(form, 'button, [role=button], [onclick]')
    const fields = elements.filter((each) => each.matches('input:not([type=hidden]), textarea'))
    if (!button && fields.length === 0) return { why: 'nothing sends it' }
    if (!form.hasAttribute('novalidate') && !checkValidity.call(form)) return { why: "its fields need input that code can't provide" }
    return { button }
  }
}

/** For counting what runs: pressing an element, or what surrounds it. */
export function pressOnly(index: number, around: boolean): void {
  const element = whet.pressable?.[index]
  const pressed = element && around ? whet.parentOf(element) : element
  if (pressed) whet.send(pressed)
}

/** Presses one as a click would, and waits two frames. A delayed change counts only if two frames without a press stay quiet. */
export async function press(index: number): Promise<Pressed> {
  const element = whet.pressable?.[index]
  if (!element?.isConnected) return { gone: true, changed: false, shows: false }
  let changes = 0
  const watch = new MutationObserver((records) => (changes += records.length))
  for (const root of whet.roots()) watch.observe(root, { subtree: true, childList: true, attributes: true, characterData: true })
  const filled = element instanceof HTMLFormElement ? whet.fill(element) : { button: element }
  if ('why' in filled) return { gone: false, changed: false, shows: false, unsent: filled.why }
  // A field that searches while typing needs no submit.
  if (!filled.button && watch.takeRecords().length > 0) return { gone: false, changed: true, shows: true }
  const state = () =>
    [
      location.href.split('#')[0], // a missing target changes it too
      document.title,
      Math.round(scrollX),
      Math.round(scrollY),
      document.activeElement?.localName,
      document.getAnimations().length,
      document.querySelectorAll(':popover-open').length,
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
  await new Promise((resolve) => setTimeout(resolve, 0)) // changes caused by focus alone
  if (filled.button?.matches(':disabled'))
    return { gone: false, changed: false, shows: false, unsent: "its button waits for input that code can't provide" }
  watch.takeRecords()
  const before = state()
  if (filled.button) whet.send(filled.button)
  else HTMLFormElement.prototype.requestSubmit.call(element)
  const atOnce = watch.takeRecords().length > 0
  const moved = atOnce || state() !== before
  const later = await stretch()
  const restless = !atOnce && later > 0 && (await stretch()) > 0
  watch.disconnect()
  if (restless) return { gone: false, changed: moved, shows: false }
  return { gone: false, changed: moved || later > 0 || state() !== before, shows: atOnce || later > 0 }

  /** The number of changes within two frames. */
  async function stretch(): Promise<number> {
    changes = 0
    await new Promise((resolve) => setTimeout(resolve, 8))
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    return changes
  }
}

/** Counts changes from now on, until asked again. */
export function changesSince(): number {
  const past = whet.watched ?? { count: 0, stop: () => {} }
  past.stop()
  const now = { count: 0, stop: () => watch.disconnect() }
  const watch = new MutationObserver((records) => (now.count += records.length))
  for (const root of whet.roots()) watch.observe(root, { subtree: true, childList: true, attributes: true, characterData: true })
  whet.watched = now
  return past.count
}
