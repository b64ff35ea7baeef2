// The W3C design token format: known types, values that fit them, aliases that resolve.
import type { Rgb } from 'culori'
import type { Fault } from './check.ts'
import { colourOf } from '../../../rules/page/colour.ts'
import { own } from '../../../rules/reading/parsed.ts'
import type { JsonNode } from '../../../rules/reading/json-tree.ts'
import { type Theme, type Token, type TokenSet, type TokenValue, aliasName, valueIn } from '../../../rules/page/token-files.ts'

const types =
  'color dimension fontFamily fontWeight duration cubicBezier number strokeStyle border transition shadow gradient typography'.split(' ')

/** Errors in the token's form, worst first; null if there are none. */
export function formatFault(token: Token, set: TokenSet): Fault | null {
  const say = (message: string, at = token.at) => ({ at, message: `token ${token.name} ${message}` })
  if (token.legacy) return say('has an invalid format: value and type are written $value and $type')
  const values = [token.base, token.light, token.dark].filter((each): each is TokenValue => each !== null)
  const type = token.type ?? aliasedType(token, set)
  if (type === null && values.some((each) => aliasName(each.node) === null))
    return say("has no $type, its own or its group's: missing $type")
  if (type !== null && !types.includes(type)) return say(`has an invalid $type "${type.slice(0, 40)}", expected one of ${types.join(', ')}`)
  const bad = type === null ? undefined : values.find((each) => aliasName(each.node) === null && !fits(type, each.node.value))
  return bad && type !== null ? say(`has an invalid $value for type ${type}: ${brief(bad.node)}`, bad.at) : null
}

/** Dangling or circular aliases in any part of the token's values. */
export function aliasFaults(token: Token, set: TokenSet): { checked: number; faults: Fault[] } {
  const faults: Fault[] = []
  const seen = new Set<string>()
  for (const [theme, value] of [
    ['light', token.light ?? token.base],
    ['dark', token.dark ?? token.base],
  ] as const) {
    for (const node of value ? leaves(value.node) : []) {
      const alias = aliasName(node)
      const at = value!.at.replace(/\d+$/, String(node.line))
      if (!alias || seen.has(`${at} ${alias.name}`)) continue
      seen.add(`${at} ${alias.name}`)
      const end = follow(set, alias.name, alias.theme ?? theme)
      const why = end === 'unknown' ? 'names no token' : 'leads back to itself or through more than 100 others'
      if (typeof end === 'string') faults.push({ at, message: `token ${token.name} has an unresolved reference: {${alias.name}} ${why}` })
    }
  }
  return { checked: seen.size, faults }
}

/** The colour a theme sees after resolving aliases; null if there is none or it can't be computed. */
export function colorIn(token: Token, theme: Theme, set: TokenSet): Rgb | null {
  const value = valueIn(token, theme)
  if (!value) return null
  const alias = aliasName(value.node)
  if (!alias) return colourOf(value.node.value)
  const end = follow(set, alias.name, alias.theme ?? theme)
  return typeof end === 'string' ? null : colourOf(end.node.value)
}

/** Does the token differ by theme, directly or through its aliases? */
export function isThemed(token: Token, set: TokenSet): boolean {
  let at: Token | undefined = token
  for (let steps = 0; at && steps < 100; steps += 1) {
    if (at.dark && (at.light ?? at.base)) return true
    const alias: { name: string } | null = at.base ? aliasName(at.base.node) : null
    at = alias ? set.tokens.get(alias.name) : undefined
  }
  return false
}

export function aliasedType(token: Token, set: TokenSet): string | null {
  const value = token.base ?? token.light ?? token.dark
  let alias = value ? aliasName(value.node) : null
  for (let steps = 0; alias && steps < 100; steps += 1) {
    const target = set.tokens.get(alias.name)
    if (!target) return null
    if (target.type !== null) return target.type
    const next = target.base ?? target.light ?? target.dark
    alias = next ? aliasName(next.node) : null
  }
  return null
}

function follow(set: TokenSet, name: string, theme: Theme): TokenValue | 'unknown' | 'circle' {
  const seen = new Set<string>()
  for (let at = name; ;) {
    if (seen.has(at) || seen.size > 100) return 'circle'
    seen.add(at)
    const token = set.tokens.get(at)
    const value = token && (valueIn(token, theme) ?? token.light ?? token.dark)
    if (!value) return 'unknown'
    const alias = aliasName(value.node)
    if (!alias) return value
    at = alias.name
  }
}

function fits(type: string, value: unknown): boolean {
  if (type === 'color') {
    const otherSpace =
      typeof value === 'string'
        ? /^(?:color|oklch|oklab|lch|lab|hwb)\([^()]{1,80}\)$/i.test(value)
        : own(value, 'colorSpace') !== undefined && Array.isArray(own(value, 'components'))
    return otherSpace || colourOf(value) !== null
  }
  if (type === 'dimension') return measured(value, ['px', 'rem', 'em']) !== null
  if (type === 'duration') return measured(value, ['ms', 's']) !== null
  if (type === 'number') return typeof value === 'number'
  if (type === 'fontWeight')
    return (
      (typeof value === 'number' && value >= 1 && value <= 1000) ||
      (typeof value === 'string' && /^(?:\d{1,4}|[a-z][a-z -]{2,20})$/i.test(value))
    )
  const list = Array.isArray(value) ? value : []
  if (type === 'fontFamily')
    return (typeof value === 'string' && value.trim() !== '') || (list.length > 0 && list.every((each) => typeof each === 'string'))
  if (type === 'cubicBezier') return list.length === 4 && list.every((each) => typeof each === 'number')
  if (type === 'strokeStyle' && typeof value === 'string') return true
  return typeof value === 'object' && value !== null && (type !== 'strokeStyle' || !Array.isArray(value))
}

/** A number with its unit, as text (`1.5rem`) or as an object; zero needs no unit. */
export function measured(value: unknown, units: readonly string[]): { value: number; unit: string } | null {
  if (value === 0 || value === '0') return { value: 0, unit: units[0]! }
  const parts = typeof value === 'string' ? /^(-?(?:\d{1,9}(?:\.\d{1,9})?|\.\d{1,9}))([a-z]{1,4})$/.exec(value.trim()) : null
  const number = parts ? Number(parts[1]) : own(value, 'value')
  const unit = parts ? parts[2]! : own(value, 'unit')
  return typeof number === 'number' && typeof unit === 'string' && units.includes(unit) ? { value: number, unit } : null
}

function leaves(node: JsonNode): JsonNode[] {
  if (node.kind === 'object') return node.members.flatMap((each) => leaves(each.value))
  return node.kind === 'array' ? node.items.flatMap(leaves) : [node]
}

function brief(node: JsonNode): string {
  return node.kind === 'value' ? JSON.stringify(node.value).slice(0, 60) : `an ${node.kind}`
}
