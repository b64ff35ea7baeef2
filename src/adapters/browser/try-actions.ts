// Tries what a page offers: resolves every link, presses every button, and tells results apart from nothing.
import type { CDPSession } from 'playwright-core'
import type { Action, ActionResult, Opened, Part } from '../../rules/page/measure.ts'
import { type Listed, changesSince, installFill, installPress, listActions, offers, press, pressOnly } from './in-page/actions.ts'
import { hoverPoint, neverSeen, opened, shut } from './in-page/unfold.ts'
import { ranOnlyHere } from './coverage.ts'
import type { PageSource } from './source.ts'
import type { Visit } from './visit.ts'

const most = 200
const mostPressed = 60
const mostPointed = 12
const pressMs = 3000
/** Of the page's own time, which stands still during a press, so that a timer of the page isn't mistaken for its effect. */
const afterMs = 50
/** The longest wait for a form's answer. */
const laterMs = 5000
const works = (how: string): ActionResult => ({ state: 'works', how })
const untried = (why: string): ActionResult => ({ state: 'untried', why })
const missing = (why: string): ActionResult => ({ state: 'missing', why })

/** Content shown in turn, or only after a press, is tried once it is visible. */
export interface Trying {
  /** Elements to leave alone: neither pressed nor reported. */
  skips(one: Listed): boolean
  /** Called with the selectors of what became visible, while it is. */
  opened(by: string, selectors: readonly string[]): Promise<Opened>
}

export interface Tried {
  actions: Action[]
  /** Selectors of what opened something. */
  openers: ReadonlySet<string>
  /** What never became visible. */
  unseen: (Part & { text: string })[]
}

export const neverInSight = 'nothing tried made it visible'

export async function tryActions(visit: Visit, source: PageSource, trying: Trying): Promise<Tried> {
  await visit.hold()
  await visit.read(opened)
  await visit.read(installPress)
  await visit.read(installFill)
  visit.seen.byItself = new Set([...visit.seen.navigations, ...(visit.seen.leftTo === null ? [] : [visit.seen.leftTo])])
  const results = new Map<number, Action>()
  const openers = new Set<string>()
  const statuses = new Map<string, Promise<number | null>>()
  const statusOf = (address: string) => {
    const page = address.split('#')[0] as string
    const known = statuses.get(page) ?? ask(page, source)
    statuses.set(page, known)
    return known
  }
  let left = most
  /** What is open now. */
  let now: Opened | null = null
  let pressed = 0
  let stuck = false
  const listed = async (hidden = false) => {
    const found = (await visit.read(listActions, offers, hidden)).slice(0, left).filter((one) => !trying.skips(one))
    left -= found.length
    return found
  }
  const tell = ({ index, selector, box, kind, text, to }: Listed, result: ActionResult) =>
    results.set(index, { selector, box, kind, text, to, result, ...(now && { opened: now }) })
  const open = async (by: string): Promise<boolean> => {
    const selectors = await visit.read(opened)
    if (selectors.length === 0) return false
    const before = now
    now = await trying.opened(by, selectors)
    await tryAll()
    now = before
    return true
  }
  const tryAll = async (): Promise<void> => {
    const found = await listed()
    // Open what only unfolds at once, and leave it open; submitting a form may replace everything around it.
    const folds = found.filter(({ fold }) => fold)
    for (const one of found
      .filter((each) => !folds.includes(each))
      .toSorted((a, b) => Number(a.kind === 'form') - Number(b.kind === 'form')))
      await tryOne(one)
    for (const one of folds) await visit.read(pressOnly, one.index, false)
    if (folds.length > 0) {
      await visit.pass(afterMs)
      if (await open(folds.length === 1 ? `pressing ${named(folds[0])}` : `opening ${folds.length} folds`))
        for (const { selector } of folds) openers.add(selector)
    }
  }
  const tryOne = async (one: Listed): Promise<void> => {
    const told = one.silent ? works('') : await resolve(one, source, statusOf)
    const routed = told?.state === 'missing' && one.kind === 'link' && /^https?:/.test(one.address)
    const opens = told?.state === 'works' && (one.silent || one.opens || one.closed)
    if (told !== null && !routed && !opens) return void tell(one, told)
    const kept = stuck ? 'the page no longer answered' : ++pressed > mostPressed ? `only the first ${mostPressed} are pressed` : null
    if (kept !== null) return void (one.silent || tell(one, told ?? untried(kept)))
    const tried = opens ? await pressedOnce(visit, one, told) : await tryPress(visit, one, source, statusOf, told === null)
    stuck = tried.state === 'broken' && tried.why.startsWith('the page did not')
    // If the server has nothing at a URL, the page's own script may still route to it.
    if (!one.silent) tell(one, told === null || tried.state === 'works' ? tried : told)
    if (stuck || !(await open(`pressing ${named(one)}`))) return
    openers.add(one.selector)
    await visit.read(shut, one.index)
    await visit.pass(afterMs)
  }
  await tryAll()
  if (!stuck) await pointAt(visit, open)
  const hidden = stuck ? [] : await listed(true)
  for (const one of hidden) if (!one.silent) tell(one, untried(neverInSight))
  const unseen = stuck ? [] : await visit.read(neverSeen)
  return { actions: [...results].sort(([a], [b]) => a - b).map(([, action]) => action), openers, unseen }
}

const named = (one: Listed | undefined) => (one?.text ? JSON.stringify(one.text) : (one?.selector ?? ''))

/** Menus that appear on hover. */
async function pointAt(visit: Visit, open: (by: string) => Promise<boolean>): Promise<void> {
  for (const { selector } of (await visit.read(neverSeen)).slice(0, mostPointed)) {
    const point = await visit.read(hoverPoint, selector)
    if (!point) continue
    const { text, ...at } = point
    await visit.cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at })
    await visit.pass(afterMs)
    await open(`pointing at ${JSON.stringify(text)}`)
    await visit.cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 0, y: 0 })
  }
}

/** A URL that leads nowhere; only a script can give it meaning. */
const isNowhere = (to: string) => /^(?:#!?)?$/.test(to)

type StatusOf = (address: string) => Promise<number | null>

/** What the URL alone shows; null if only a press can tell. */
async function resolve(one: Listed, source: PageSource, statusOf: StatusOf): Promise<ActionResult | null> {
  const { kind, to, address } = one
  if (kind === 'form') return null
  if (kind === 'button') return one.native === '' ? null : works(one.native)
  if (/^(?:mailto|tel|sms):/i.test(to)) return /^[a-z]+:[^\s?]+/i.test(to) ? works(`opens ${to.split(':')[0]}`) : missing('it is empty')
  if (isNowhere(to) || /^javascript:/i.test(to)) return null
  if (one.placed) return works('leads to a place on this page')
  if (to.startsWith('#')) return missing(`there is no element with the id ${JSON.stringify(to.slice(1))}`)
  if (!URL.canParse(address)) return missing("it isn't an address")
  return answered(address, source, statusOf)
}

async function answered(address: string, source: PageSource, statusOf: StatusOf): Promise<ActionResult> {
  const url = new URL(address)
  if (!source.isOwn(url))
    return untried(source.url.startsWith(url.origin) ? 'it leads out of the folder of the page' : `it leads to ${url.host || url.protocol}`)
  const status = await statusOf(address)
  if (status === null) return missing('nothing answered')
  return status >= 400 ? missing(`${url.pathname} answered ${status}`) : works(`${url.pathname} exists`)
}

const silence: ActionResult = { state: 'broken', why: `the page didn't respond within ${pressMs / 1000} s after it was pressed` }

/** Known to work, so pressed once to see what it opens: a second press would close it. */
async function pressedOnce(visit: Visit, { index }: Listed, told: ActionResult): Promise<ActionResult> {
  if ((await within(pressMs, visit.read(press, index))) === null) return silence
  await visit.pass(afterMs)
  return told
}

async function tryPress(visit: Visit, one: Listed, source: PageSource, statusOf: StatusOf, moveCounts: boolean): Promise<ActionResult> {
  const { seen } = visit
  const { index } = one
  const isForm = one.kind === 'form'
  const before = { errors: seen.errors.length, outside: outside(visit), navigations: seen.navigations.length, withheld: seen.withheld }
  const pressed = await within(pressMs, visit.read(press, index))
  if (pressed === null) return silence
  if (pressed.unsent !== undefined) return untried(pressed.unsent)
  const reached = outside(visit) > before.outside
  // For delayed effects: an error or leaving the page. Leaving is reported before the next read.
  await within(
    pressMs,
    visit.pass(afterMs).then(() => visit.read(() => 0)),
  )
  const byItself = seen.errors.slice(0, seen.ownErrors).map(({ text }) => text)
  const thrown = seen.errors
    .slice(before.errors)
    .find(({ kind, text }) => kind === 'exception' && !byItself.includes(text) && !excused(text, seen, before.withheld))
  if (thrown) return { state: 'broken', why: `pressing it threw ${thrown.text}` }
  const target = seen.navigations.slice(before.navigations).find((to) => !seen.byItself.has(to))
  if (target !== undefined && isForm && one.method === 'post') return posted(target, visit, source)
  if (target !== undefined) return answered(target, source, statusOf)
  if (pressed.gone) return untried('it disappeared after something else was pressed')
  if (pressed.shows || (moveCounts && pressed.changed) || reached) return works('something happens')
  if (isForm) return answersLater(visit, before.outside)
  const handlers = await handlersOf(visit, index)
  if (handlers.some((text) => !idle(text))) return works('its handler ran')
  const pressAgain = (around: boolean) => visit.read(pressOnly, index, around)
  if (handlers.length === 0 && (await within(pressMs, ranOnlyHere(visit, pressAgain)))) return works('its handler ran')
  if (one.kind === 'link' && isNowhere(one.to)) {
    if (one.logo || one.current || /\btop\b|\bstart\b/i.test(one.text)) return works('leads to the top')
  }
  if ([...seen.blocked.values()].includes('script')) return untried("a script that may belong to it wasn't loaded")
  const what =
    handlers.length > 0
      ? 'its handler does nothing'
      : one.kind === 'link'
        ? 'it has no target, and no script listens for it'
        : 'no script listens for a press'
  return { state: 'dead', why: what }
}

/** Dialogs, windows, downloads and requests that a press can cause. */
const outside = ({ seen }: Visit) => seen.dialogs + seen.popups + seen.downloads + seen.requests

/** A blocked script or permission isn't this button's fault. */
function excused(text: string, { blocked, withheld }: Visit['seen'], withheldBefore: number): boolean {
  return (
    /^NotAllowedError\b/.test(text) ||
    (withheld > withheldBefore && /\b(?:fetch|network)\b/i.test(text)) ||
    (/is not defined/.test(text) && [...blocked.values()].includes('script'))
  )
}

/** A form that says thanks a little later, on an otherwise quiet page. */
async function answersLater(visit: Visit, before: number): Promise<ActionResult> {
  const stretch = async () => {
    await visit.read(changesSince)
    await visit.pass(laterMs)
    return visit.read(changesSince)
  }
  const changes = await stretch()
  if (outside(visit) > before) return works('something happens')
  if (changes > 0)
    return (await stretch()) < changes
      ? works('something happens')
      : untried("the page never stops changing, so the effect of sending it can't be seen")
  if ([...visit.seen.blocked.values()].includes('script')) return untried("a script that may belong to it wasn't loaded")
  return { state: 'dead', why: 'sending it has no visible effect: no page, no request, no change' }
}

/** Where its data would go; nothing is sent. */
function posted(target: string, { page }: Visit, source: PageSource): ActionResult {
  if (target.split('#')[0] === page.url().split('#')[0]) return works('is sent to the page itself')
  const url = new URL(target)
  return untried(source.isOwn(url) ? 'sending data may have effects' : `it leads to ${url.host || url.protocol}`)
}

const presses = /^(?:click|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend|keydown)$/

/** Source texts of an element's click handlers, including those that frameworks keep in a property. */
async function handlersOf({ cdp, world }: Visit, index: number): Promise<string[]> {
  const { result } = await cdp.send('Runtime.evaluate', { expression: `whet.pressable[${index}]`, contextId: world() })
  if (result.objectId === undefined) return []
  const { node } = await cdp.send('DOM.describeNode', { objectId: result.objectId })
  // In the page's world, because ours has no listeners; and in a group, without which handlers have no source text.
  const { object } = await cdp.send('DOM.resolveNode', { backendNodeId: node.backendNodeId, objectGroup: 'whet' })
  if (object.objectId === undefined) return []
  const { listeners } = await cdp.send('DOMDebugger.getEventListeners', { objectId: object.objectId })
  const own = listeners.filter(({ type }) => presses.test(type)).map(({ handler }) => handler?.description ?? 'unknown')
  return [...own, ...(await heldIn(cdp, object.objectId, 1))]
}

/** Functions named after a press on an element or in an object it holds; runs no code of the page. */
async function heldIn(cdp: CDPSession, objectId: string, deeper: number): Promise<string[]> {
  const { result } = await cdp.send('Runtime.getProperties', { objectId, ownProperties: true })
  const held = result.map(async ({ name, value }): Promise<string[]> => {
    if (value?.type === 'function')
      return presses.test(name.replace(/^(?:on|__|\$\$)/i, '').toLowerCase()) ? [value.description ?? 'unknown'] : []
    return deeper > 0 && value?.objectId !== undefined && name.startsWith('__') ? heldIn(cdp, value.objectId, deeper - 1) : []
  })
  return (await Promise.all(held)).flat()
}

/** A function that does nothing for the visitor: empty, only logging, or only preventing the default. */
export function idle(source: string): boolean {
  const body = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '').trim()
  const inner =
    /^(?:async\s+)?(?:function\b[^{]*|\([^)]*\)\s*=>\s*|\w+\s*=>\s*|[\w$]+\s*\([^)]*\)\s*)\{([\s\S]*)\}$/.exec(body)?.[1] ??
    (/=>\s*(?:undefined|null|void 0|false|console\.\w+\([^()]*\))$/.test(body) ? '' : body)
  return (
    inner.replaceAll(
      /\b(?:\w+\.)?(?:preventDefault|stopPropagation)\(\)|\bconsole\.\w+\([^()]*\)|\breturn(?:\s+(?:false|true|void 0|undefined))?|[;\s]/g,
      '',
    ) === ''
  )
}

async function ask(address: string, source: PageSource): Promise<number | null> {
  if (source.read) return (await source.read(new URL(address))) ? 200 : 404
  try {
    const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(5000) })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return null
  }
}

function within<T>(ms: number, wait: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), ms)))
  return Promise.race([wait.catch(() => null), late]).finally(() => clearTimeout(timer))
}
