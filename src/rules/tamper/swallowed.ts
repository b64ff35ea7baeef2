// Work that hides a failure instead of mending it: code that was there before, and whose errors now go nowhere.
import { type Node, at, leavesOf, parts, spell, walk } from '../reading/syntax.ts'
import { callOf, isFunction } from './calls.ts'
import { partOf } from './files.ts'
import type { Licence } from './licence.ts'
import { type Read, readAdded } from './read.ts'
import { type Change, type Tampering, tampering } from './tampering.ts'

export function findSwallowed(change: Change, licence: Licence, read: Read): Tampering[] {
  const added = partOf(change.path) === 'source' && change.before !== null && !licence.tolerates ? readAdded(change, read) : null
  const old = added && read(change.path, change.before ?? '')
  if (!added || !old) return []
  const dropping = (root: Node) => walk(root).flatMap((node) => dropped(node) ?? [])
  const now = dropping(added.source.root)
  if (now.length <= dropping(old.root).length) return []
  return now
    .filter(
      ({ handler, tried }) =>
        leavesOf(handler).some(added.isNew) && leavesOf(tried).some((leaf) => leaf.text === '(' && !added.isNew(leaf)),
    )
    .map(({ handler }) => tampering(change, 'failure-swallowed', 'errors of code that was there before now go nowhere', handler.line))
}

interface Dropped {
  handler: Node
  /** What fails. */
  tried: Node
}

const catchAll = /\b(?:Exception|BaseException|Throwable|RuntimeException|StandardError|Error)\b/

/** `catch {}`, `except Exception: pass`, `rescue nil`, `.catch(() => [])`, `if err != nil { return nil }`. */
function dropped(node: Node): Dropped | null {
  const up = node.parent
  if (/^(?:catch_clause|except_clause|rescue)$/.test(node.type) && up) {
    const body = at(node, 'body') ?? parts(node).at(-1) ?? node
    const caught = spell(leavesOf(node).slice(0, body === node ? 1 : body.start - node.start))
    const named = /^(?:except|rescue|catch) [({]?.*[A-Z]\w+/.test(caught) && !catchAll.test(caught)
    const block = leavesOf(node).length <= 2 ? [] : leavesOf(body)
    return !named && isIdle(block) ? { handler: node, tried: at(up, 'body') ?? up } : null
  }
  if (node.type === 'rescue_modifier') return isIdle(leavesOf(parts(node)[1])) ? { handler: node, tried: node } : null
  if (node.type === 'if_statement' && /^err != nil$/.test(spell(leavesOf(at(node, 'condition'))))) {
    const tried = at(node, 'initializer') ?? up?.children[up.children.indexOf(node) - 1]
    return tried && isIdle(leavesOf(at(node, 'consequence'))) ? { handler: node, tried } : null
  }
  const call = callOf(node)
  const [handler] = call?.name === 'catch' ? call.args : []
  return call?.on && handler && isFunction(handler) && isIdle(leavesOf(at(handler, 'body'))) ? { handler, tried: call.on } : null
}

const idle =
  /^(?:pass|continue|break|return|next|then|end|null|None|nil|undefined|true|false|True|False|\[|\]|\{|\}|\(|\)|,|;|:|-|0|1|\.{3})$/

/** It ends, or gives nothing worth the name: no call, no assignment, no word of what went wrong. */
function isIdle(leaves: readonly Node[]): boolean {
  return leaves.every(
    ({ kind, text }, index) =>
      idle.test(text) || (kind === 'string' && text.trim() === '') || (kind === 'word' && leaves[index + 1]?.text === ':'),
  )
}
