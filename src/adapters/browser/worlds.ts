// Isolated worlds in a page and its frames: what is read there, the page's own scripts can neither see nor change.
import type { CDPSession, Page } from 'playwright-core'
import type { Part } from '../../rules/page/measure.ts'
import { type Base, installBase } from './in-page/base.ts'

declare const whet: Base

export interface Reader {
  /** Runs a function of ours in the page; it is sent as source text. */
  read<A extends unknown[], R>(fn: (...args: A) => R, ...args: A): Promise<Awaited<R>>
  run(script: string): Promise<void>
}

/** The element that holds a frame, named from the page down if frames are nested. */
export interface Owner extends Part {
  /** Whether the tab key leads into it. */
  focusable: boolean
  size: { width: number; height: number }
}

export type Framed = Reader & { owner: Owner }

/** Our world in a frame. */
export async function enter(cdp: CDPSession, frameId: string): Promise<Reader & { id: number }> {
  const { executionContextId: id } = await cdp.send('Page.createIsolatedWorld', { frameId, worldName: 'whet' })
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
      expression,
      contextId: id,
      returnByValue: true,
      awaitPromise: true,
      userGesture: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
  const read: Reader['read'] = (fn, ...args) =>
    evaluate(`(${fn.toString()})(...${JSON.stringify(args)})`) as Promise<Awaited<ReturnType<typeof fn>>>
  await read(installBase)
  return { id, read, run: async (script) => void (await evaluate(`${script};0`)) }
}

interface FrameTree {
  frame: { id: string; parentId?: string; unreachableUrl?: string }
  childFrames?: FrameTree[]
}

export const frameTreeOf = async (cdp: CDPSession): Promise<FrameTree> => (await cdp.send('Page.getFrameTree')).frameTree

/** All visible frames, however deep, with what the surrounding page says about each. Blocked frames have nothing to read. */
export async function framesIn(page: Page, cdp: CDPSession, id: number): Promise<Framed[]> {
  const tree = await frameTreeOf(cdp)
  const frames = below(tree).map((frame) => ({ frame, session: cdp }))
  for (const frame of page.frames().slice(1)) {
    const session = await page
      .context()
      .newCDPSession(frame)
      .catch(() => null) // only a frame in its own process has one
    if (session)
      frames.push(...[await frameTreeOf(session)].flatMap((own) => [own.frame, ...below(own)]).map((each) => ({ frame: each, session })))
  }
  const known = new Map<string, { session: CDPSession; id: number; owner: Owner | null }>([
    [tree.frame.id, { session: cdp, id, owner: null }],
  ])
  const found: Framed[] = []
  for (const { frame, session } of frames) {
    const around = known.get(frame.parentId ?? '')
    if (!around || frame.unreachableUrl !== undefined) continue
    const { backendNodeId } = await around.session.send('DOM.getFrameOwner', { frameId: frame.id })
    const { object } = await around.session.send('DOM.resolveNode', { backendNodeId, executionContextId: around.id })
    const { result } = await around.session.send('Runtime.callFunctionOn', {
      ...(object.objectId !== undefined && { objectId: object.objectId }),
      functionDeclaration: ownerOf.toString(),
      returnByValue: true,
    })
    if (!result.value) continue
    const owner = within(around.owner, result.value as Owner)
    const reader = await enter(session, frame.id)
    await reader.read(keepTime)
    known.set(frame.id, { session, id: reader.id, owner })
    found.push({ ...reader, owner })
  }
  return found
}

const below = ({ childFrames = [] }: FrameTree): FrameTree['frame'][] => childFrames.flatMap((tree) => [tree.frame, ...below(tree)])

/** A frame that forbids scripts has no timers, for us either, but it has messages. */
function keepTime(): void {
  const later = setTimeout
  const soon = (run: () => void) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = run
    port2.postMessage(null)
  }
  Object.assign(globalThis, { setTimeout: (run: () => void, ms = 0) => (ms > 0 ? later(run, ms) : soon(run)) })
}

/** A part of a frame, named from the page down. */
export const within = <P extends Part & { focusable?: boolean }>(around: Owner | null, part: P): P =>
  around === null
    ? part
    : {
        ...part,
        selector: `${around.selector} >>> ${part.selector}`,
        box: { ...part.box, x: part.box.x + around.box.x, y: part.box.y + around.box.y },
        ...(part.focusable !== undefined && { focusable: part.focusable && around.focusable }),
      }

function ownerOf(this: HTMLElement): Owner | null {
  if (!this.checkVisibility() || this.closest('[aria-hidden=true]')) return null
  const tab = Number.parseInt(this.getAttribute('tabindex') ?? '0', 10)
  const part = whet.partOf(this)
  const said = (name: 'width' | 'height') => Number.parseInt(this.getAttribute(name) ?? '', 10) || part.box[name]
  return { ...part, focusable: !(tab < 0), size: { width: said('width'), height: said('height') } }
}
