// Tries what a page offers: every link is resolved, every button pressed, and what came of it is told apart from nothing.
import type { CDPSession } from 'playwright-core'
import type { Action, ActionResult } from '../../rules/page/measure.ts'
import { type Listed, installPress, listActions, press, pressOnly } from './in-page/actions.ts'
import { ranOnlyHere } from './coverage.ts'
import type { PageSource } from './source.ts'
import type { Visit } from './visit.ts'

const most = 200
const mostPressed = 60
const pressMs = 3000
/** Of the page's own time, which stands still during a press, so that no timer of the page passes for what the press did. */
const afterMs = 50
const works = (how: string): ActionResult => ({ state: 'works', how })
const untried = (why: string): ActionResult => ({ state: 'untried', why })
const missing = (why: string): ActionResult => ({ state: 'missing', why })

export async function tryActions(visit: Visit, source: PageSource): Promise<Action[]> {
  await visit.hold()
  const listed = (await visit.read(listActions)).slice(0, most)
  await visit.read(installPress)
  visit.seen.byItself = new Set([...visit.seen.navigations, ...(visit.seen.leftTo === null ? [] : [visit.seen.leftTo])])
  const actions: Action[] = []
  const statuses = new Map<string, Promise<number | null>>()
  const statusOf = (address: string) => {
    const page = address.split('#')[0] as string
    const known = statuses.get(page) ?? ask(page, source)
    statuses.set(page, known)
    return known
  }
  let pressed = 0
  let stuck = false
  for (const [index, one] of listed.entries()) {
    const told = await resolve(one, source, statusOf)
    let result = told ?? untried(stuck ? 'the page no longer answered' : `only the first ${mostPressed} are pressed`)
    const routed = told?.state === 'missing' && one.kind === 'link' && /^https?:/.test(one.address)
    if ((told === null || routed) && !stuck && ++pressed <= mostPressed) {
      const tried = await tryPress(visit, index, one, source, statusOf, told === null)
      stuck = tried.state === 'broken' && tried.why.startsWith('the page did not')
      // Where there is nothing at an address, the page's own script may still show something: it routes.
      if (told === null || tried.state === 'works') result = tried
    }
    actions.push({ selector: one.selector, box: one.box, kind: one.kind, text: one.text, to: one.to, result })
  }
  return actions
}

/** An address that names no place; only a script can make something of it. */
const isNowhere = (to: string) => /^(?:#!?)?$/.test(to)

type StatusOf = (address: string) => Promise<number | null>

/** What the address alone tells; null where only a press can. */
async function resolve(one: Listed, source: PageSource, statusOf: StatusOf): Promise<ActionResult | null> {
  const { kind, to, address } = one
  if (kind === 'form') {
    if (to === '' || to.startsWith('#') || /^javascript:/i.test(to)) return works('stays on the page')
    if (one.method !== 'get') return untried('sending data may have effects')
    return answered(address, source, statusOf)
  }
  if (kind === 'button') return one.native === '' ? null : works(one.native)
  if (/^(?:mailto|tel|sms):/i.test(to)) return /^[a-z]+:[^\s?]+/i.test(to) ? works(`opens ${to.split(':')[0]}`) : missing('it names nobody')
  if (isNowhere(to) || /^javascript:/i.test(to)) return null
  if (one.placed) return works('leads to a place on this page')
  if (to.startsWith('#')) return missing(`there is no element with the id ${JSON.stringify(to.slice(1))}`)
  if (!URL.canParse(address)) return missing('it is not an address')
  return answered(address, source, statusOf)
}

async function answered(address: string, source: PageSource, statusOf: StatusOf): Promise<ActionResult> {
  const url = new URL(address)
  if (!source.isOwn(url))
    return untried(source.url.startsWith(url.origin) ? 'it leads out of the folder of the page' : `it leads to ${url.host || url.protocol}`)
  const status = await statusOf(address)
  if (status === null) return missing('nothing answered')
  return status >= 400 ? missing(`${url.pathname} answered ${status}`) : works(`${url.pathname} is there`)
}

async function tryPress(
  visit: Visit,
  index: number,
  one: Listed,
  source: PageSource,
  statusOf: StatusOf,
  moveCounts: boolean,
): Promise<ActionResult> {
  const { seen } = visit
  const before = { errors: seen.errors.length, outside: outside(visit), navigations: seen.navigations.length }
  const pressed = await within(pressMs, visit.read(press, index))
  if (pressed === null) return { state: 'broken', why: `the page did not answer within ${pressMs / 1000} s after it was pressed` }
  const reached = outside(visit) > before.outside
  // For what it does a moment later: throw, or leave. That it leaves is told before the next thing read.
  await within(
    pressMs,
    visit.pass(afterMs).then(() => visit.read(() => 0)),
  )
  const byItself = seen.errors.slice(0, seen.ownErrors).map(({ text }) => text)
  const thrown = seen.errors
    .slice(before.errors)
    .find(({ kind, text }) => kind === 'exception' && !byItself.includes(text) && !excused(text, seen.blocked))
  if (thrown) return { state: 'broken', why: `pressing it threw ${thrown.text}` }
  const target = seen.navigations.slice(before.navigations).find((to) => !seen.byItself.has(to))
  if (target !== undefined) return answered(target, source, statusOf)
  if (pressed.gone) return untried('it was gone after something else was pressed')
  if (pressed.shows || (moveCounts && pressed.changed) || reached) return works('something happens')
  const handlers = await handlersOf(visit, index)
  if (handlers.some((text) => !idle(text))) return works('its handler ran')
  const pressAgain = (around: boolean) => visit.read(pressOnly, index, around)
  if (handlers.length === 0 && (await within(pressMs, ranOnlyHere(visit, pressAgain)))) return works('its handler ran')
  if (one.kind === 'link' && isNowhere(one.to)) {
    if (one.logo || one.current || /\btop\b|\bstart\b/i.test(one.text)) return works('leads to the top')
  }
  if ([...seen.blocked.values()].includes('script')) return untried('a script that may belong to it was kept from the page')
  const what =
    handlers.length > 0
      ? 'its handler does nothing'
      : one.kind === 'link'
        ? 'it leads nowhere and nothing listens for it'
        : 'nothing listens for a press'
  return { state: 'dead', why: what }
}

/** Dialogs, windows, downloads and requests that a press can bring. */
const outside = ({ seen }: Visit) => seen.dialogs + seen.popups + seen.downloads + seen.requests

/** A script or a permission that was kept away is not this button's fault. */
function excused(text: string, blocked: ReadonlyMap<string, string>): boolean {
  return /^NotAllowedError\b/.test(text) || (/is not defined/.test(text) && [...blocked.values()].includes('script'))
}

const presses = /^(?:click|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend|keydown)$/

/** Source texts of the click handlers of one element, also those that frameworks keep in a property of it. */
async function handlersOf({ cdp, world }: Visit, index: number): Promise<string[]> {
  const { result } = await cdp.send('Runtime.evaluate', { expression: `whet.pressable[${index}]`, contextId: world() })
  if (result.objectId === undefined) return []
  const { node } = await cdp.send('DOM.describeNode', { objectId: result.objectId })
  // In the page's world, for ours has no listeners; and in a group, without which handlers come without their text.
  const { object } = await cdp.send('DOM.resolveNode', { backendNodeId: node.backendNodeId, objectGroup: 'whet' })
  if (object.objectId === undefined) return []
  const { listeners } = await cdp.send('DOMDebugger.getEventListeners', { objectId: object.objectId })
  const own = listeners.filter(({ type }) => presses.test(type)).map(({ handler }) => handler?.description ?? 'unknown')
  return [...own, ...(await heldIn(cdp, object.objectId, 1))]
}

/** Functions named after a press that hang on an element, or in an object that does; nothing of the page runs to tell. */
async function heldIn(cdp: CDPSession, objectId: string, deeper: number): Promise<string[]> {
  const { result } = await cdp.send('Runtime.getProperties', { objectId, ownProperties: true })
  const held = result.map(async ({ name, value }): Promise<string[]> => {
    if (value?.type === 'function')
      return presses.test(name.replace(/^(?:on|__|\$\$)/i, '').toLowerCase()) ? [value.description ?? 'unknown'] : []
    return deeper > 0 && value?.objectId !== undefined && name.startsWith('__') ? heldIn(cdp, value.objectId, deeper - 1) : []
  })
  return (await Promise.all(held)).flat()
}

/** A function that can do nothing for who presses: empty, only telling the console, or only keeping the browser from doing what it would. */
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
