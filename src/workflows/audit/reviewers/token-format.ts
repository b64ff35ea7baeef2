// The W3C design token format: known types, values that fit them, aliases that resolve.
import type { Fault } from './check.ts'
import { type Color, parseColor } from './color.ts'
import { type JsonNode, member } from './json-tree.ts'
import { type Theme, type Token, type TokenSet, type TokenValue, aliasName, valueIn } from './tokens.ts'

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
  const bad = type === null ? undefined : values.find((each) => aliasName(each.node) === null && !fits(type, each.node))
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
export function colorIn(token: Token, theme: Theme, set: TokenSet): Color | null {
  const value = valueIn(token, theme)
  if (!value) return null
  const alias = aliasName(value.node)
  if (!alias) return colorOf(value.node)
  const end = follow(set, alias.name, alias.theme ?? theme)
  return typeof end === 'string' ? null : colorOf(end.node)
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

function colorOf(node: JsonNode): Color | null {
  if (node.kind === 'value') return typeof node.value === 'string' ? parseColor(node.value) : null
  const hex = scalar(member(node, 'hex')?.value)
  const alpha = scalar(member(node, 'alpha')?.value)
  const parts = member(node, 'components')?.value
  const numbers = parts?.kind === 'array' ? parts.items.map((each) => scalar(each)) : []
  const opacity = typeof alpha === 'number' ? Math.min(1, Math.max(0, alpha)) : 1
  if (
    scalar(member(node, 'colorSpace')?.value) === 'srgb' &&
    numbers.length === 3 &&
    numbers.every((each) => typeof each === 'number' && each >= 0 && each <= 1)
  ) {
    const [r, g, b] = numbers as [number, number, number]
    return { mode: 'rgb', r, g, b, alpha: opacity }
  }
  const color = typeof hex === 'string' ? parseColor(hex) : null
  return color && { ...color, alpha: opacity }
}

function fits(type: string, node: JsonNode): boolean {
  const value = scalar(node)
  const measure = (units: readonly string[]) => measured(node, units) !== null
  if (type === 'color') {
    const otherSpace =
      typeof value === 'string'
        ? /^(?:color|oklch|oklab|lch|lab|hwb)\([^()]{1,80}\)$/i.test(value)
        : member(node, 'colorSpace') !== undefined && member(node, 'components')?.value.kind === 'array'
    return otherSpace || colorOf(node) !== null
  }
  if (type === 'dimension') return measure(['px', 'rem', 'em'])
  if (type === 'duration') return measure(['ms', 's'])
  if (type === 'number') return typeof value === 'number'
  if (type === 'fontWeight')
    return (
      (typeof value === 'number' && value >= 1 && value <= 1000) ||
      (typeof value === 'string' && /^(?:\d{1,4}|[a-z][a-z -]{2,20})$/i.test(value))
    )
  if (type === 'fontFamily')
    return (
      (typeof value === 'string' && value.trim() !== '') ||
      (node.kind === 'array' && node.items.length > 0 && node.items.every((each) => typeof scalar(each) === 'string'))
    )
  if (type === 'cubicBezier')
    return node.kind === 'array' && node.items.length === 4 && node.items.every((each) => typeof scalar(each) === 'number')
  if (type === 'strokeStyle') return typeof value === 'string' || node.kind === 'object'
  return node.kind === 'object' || node.kind === 'array'
}

/** A number with its unit, as text (`1.5rem`) or as an object; zero needs no unit. */
export function measured(node: JsonNode, units: readonly string[]): { value: number; unit: string } | null {
  const value = scalar(node)
  if (value === 0 || value === '0') return { value: 0, unit: units[0]! }
  const parts = typeof value === 'string' ? /^(-?(?:\d{1,9}(?:\.\d{1,9})?|\.\d{1,9}))([a-z]{1,4})$/.exec(value.trim()) : null
  const number = parts ? Number(parts[1]) : scalar(member(node, 'value')?.value)
  const unit = parts ? parts[2]! : scalar(member(node, 'unit')?.value)
  return typeof number === 'number' && typeof unit === 'string' && units.includes(unit) ? { value: number, unit } : null
}

function leaves(node: JsonNode): JsonNode[] {
  if (node.kind === 'object') return node.members.flatMap((each) => leaves(each.value))
  return node.kind === 'array' ? node.items.flatMap(leaves) : [node]
}

function scalar(node: JsonNode | undefined): string | number | boolean | null | undefined {
  return node?.kind === 'value' ? node.value : undefined
}

function brief(node: JsonNode): string {
  return node.kind === 'value' ? JSON.stringify(node.value).slice(0, 60) : `an ${node.kind}`
}
