// Work that hides a failure instead of mending it: code that was there before, and whose errors now go nowhere.
import { type Node, at, leavesOf, parts, spell, walk } from '../reading/syntax.ts'
import { callOf, callsBelow, isFunction, statementsOf } from './calls.ts'
import { fails } from './failing.ts'
import { partOf } from './files.ts'
import type { Licence } from './licence.ts'
import { type Read, readAdded } from './read.ts'
import { type Change, type Tampering, tampering } from './tampering.ts'

export function findSwallowed(change: Change, licence: Licence, read: Read): Tampering[] {
  const added = partOf(change.path) === 'source' && change.before !== null && !licence.tolerates ? readAdded(change, read) : null
  const old = added && read(change.path, change.before ?? '')
  if (!added || !old) return []
  const dropping = (root: Node) => walk(root).flatMap((node) => dropped(node) ?? [])
  const failing = new Set(walk(old.root).flatMap((node) => (fails(at(node, 'consequence', 'body')) ? conditionOf(node) : [])))
  const gone = walk(added.source.root).filter(
    (node) =>
      leavesOf(node).some(added.isNew) && isIdle(leavesOf(at(node, 'consequence'))) && conditionOf(node).some((one) => failing.has(one)),
  )
  const given = gone.map(({ line }) => tampering(change, 'failure-swallowed', 'what was an error now has an answer', line))
  const now = dropping(added.source.root)
  if (now.length <= dropping(old.root).length) return given
  const known = spell(old.leaves)
  const wasThere = (tried: Node) => callsBelow(tried).some(({ node }) => known.includes(spell(leavesOf(node))))
  // An error of which the task speaks may go by; an answer in its place is another matter.
  const isAsked = (leaves: readonly Node[]) =>
    leaves.some(({ text }) => /^[A-Z]\w+$/.test(text) && text !== 'Error' && licence.mentions(text)) &&
    !leaves.some(({ text }) => /^(?:return|=)$/.test(text))
  const silenced = now.filter(({ handler, tried }) => leavesOf(handler).some(added.isNew) && wasThere(tried) && !isAsked(leavesOf(handler)))
  const told = 'errors of code that was there before now go nowhere'
  return [...given, ...silenced.map(({ handler }) => tampering(change, 'failure-swallowed', told, handler.line))]
}

const conditionOf = (node: Node) => (/^if/.test(node.type) && at(node, 'condition') ? [spell(leavesOf(at(node, 'condition')))] : [])

interface Dropped {
  handler: Node
  /** What fails. */
  tried: Node
}

/** `catch {}`, `except Exception: pass`, `rescue nil`, `.catch(() => [])`, `if err != nil { return nil }`. */
function dropped(node: Node): Dropped | null {
  const up = node.parent
  if (/^(?:catch_clause|except_clause|rescue)$/.test(node.type) && up) {
    const body = at(node, 'body') ?? parts(node).at(-1) ?? node
    const block = leavesOf(node).length <= 2 ? null : body
    return isDropped(block) ? { handler: node, tried: at(up, 'body') ?? up } : null
  }
  if (node.type === 'rescue_modifier') return isIdle(leavesOf(parts(node)[1])) ? { handler: node, tried: node } : null
  if (node.type === 'if_statement' && /^err != nil$/.test(spell(leavesOf(at(node, 'condition'))))) {
    const tried = at(node, 'initializer') ?? up?.children[up.children.indexOf(node) - 1]
    return tried && isDropped(at(node, 'consequence')) ? { handler: node, tried } : null
  }
  const left = leavesOf(at(node, 'left'))
  if (/^(?:short_var_declaration|assignment_statement)$/.test(node.type) && left.length > 1 && left.at(-1)?.text === '_')
    return { handler: node, tried: at(node, 'right') ?? node }
  if (node.type === 'with_statement' && /\bsuppress \( (?:Base)?Exception\b/.test(spell(leavesOf(node).slice(0, 12))))
    return { handler: node, tried: node }
  const call = callOf(node)
  // Rust gives something else in place of an error.
  if (call?.on && /^unwrap_or(?:_default)?$/.test(call.name) && isIdle(call.args.flatMap(leavesOf)))
    return { handler: node, tried: call.on }
  const [handler] = call?.name === 'catch' ? call.args : []
  return call?.on && handler && isFunction(handler) && isDropped(at(handler, 'body')) ? { handler, tried: call.on } : null
}

const idle =
  /^(?:pass|continue|break|return|next|then|end|null|None|nil|undefined|true|false|True|False|\[|\]|\{|\}|\(|\)|,|;|:|-|0|1|\.{3})$/

const tells = /^(?:log\w*|warn\w*|error|debug|info|print\w*|puts|Print\w*|console)$/

/** Nothing happens, or what failed has an answer that does not depend on it, be it written to a log or not. */
function isDropped(block: Node | null): boolean {
  const isTold = (one: Node) => tells.test(callsBelow(one)[0]?.name ?? '')
  const [rest, ...others] = statementsOf(block).filter((one) => !isTold(one))
  if (!rest || isIdle(leavesOf(rest))) return others.every((one) => isIdle(leavesOf(one)))
  const isMade = ({ name }: { name: string }) => /^[A-Z]|^(?:dict|list|set|str|int|float)$/.test(name)
  const isAnswer = /^return/.test(rest.type) || walk(rest).some(({ type }) => /^assignment/.test(type))
  return others.length === 0 && isAnswer && !fails(rest) && !leavesOf(rest).some(isError) && callsBelow(rest).every(isMade)
}

const isError = ({ kind, text }: Node) =>
  kind === 'word' && /^(?:e|err|error|ex|exc|exception|cause|reason|\w+Error|\w+Exception)$/.test(text)

/** It ends, or gives nothing worth the name: no call, no assignment, no word of what went wrong. */
function isIdle(leaves: readonly Node[]): boolean {
  return leaves.every(
    ({ kind, text }, index) =>
      idle.test(text) || (kind === 'string' && text.trim() === '') || (kind === 'word' && leaves[index + 1]?.text === ':'),
  )
}
