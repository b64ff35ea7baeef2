// Design tokens as plain sets: from tokens.json in our format or the W3C's, or from the page's custom properties.
import type { JsonNode } from '../reading/json-tree.ts'
import { hexOf } from './colour.ts'
import { aliasName, readTokenFiles } from './token-files.ts'

export interface Tokens {
  colours: Set<string>
  /** Lengths in px. */
  spacing: Set<number>
  radii: Set<number>
  sizes: Set<number>
  families: Set<string>
}

/** The message for a file without tokens. */
export const noTokens = 'has no usable token: no colour, font, font size, spacing or radius'

/** Null if the text isn't a JSON object, or names nothing a page could be held to. */
export function tokensInFile(text: string): Tokens | null {
  const set = readTokenFiles([{ path: 'tokens.json', text }])
  const stated = [
    ...[...set.tokens.values()].flatMap((token) =>
      [token.base, token.light, token.dark].flatMap((value) => (value ? [{ name: token.name, type: token.type, node: value.node }] : [])),
    ),
    ...set.bare.filter(({ name }) => name !== ''),
  ]
  const values = new Map(stated.map(({ name, node }) => [name, node] as const).reverse()) // of several, the base
  const tokens = none()
  for (const { name, type, node } of stated) {
    const end = aliased(node, values)
    for (const each of node.kind === 'array' && type !== 'fontFamily' ? node.items : [end])
      put(tokens, name.split('.'), type ?? '', aliased(each, values)?.value)
  }
  const base = Number(values.get('spacing.base')?.value)
  if (base > 0 && tokens.spacing.size <= 1) for (let step = 1; step <= 64; step++) tokens.spacing.add(step * base)
  return filled(tokens)
}

/** The page's own tokens; null if it has nothing distinguishable. */
export function tokensOfPage(properties: Readonly<Record<string, string>>): Tokens | null {
  const tokens = none()
  for (const [name, value] of Object.entries(properties)) put(tokens, name.slice(2).split('-'), '', value)
  return filled(tokens)
}

const filled = (tokens: Tokens) => (Object.values(tokens).some((set: Set<unknown>) => set.size > 0) ? tokens : null)

const none = (): Tokens => ({ colours: new Set(), spacing: new Set(), radii: new Set(), sizes: new Set(), families: new Set() })

/** `{color.brand}` refers to another token. */
function aliased(node: JsonNode | undefined, values: ReadonlyMap<string, JsonNode>): JsonNode | undefined {
  let found = node
  for (let step = 0; found && step < 10; step++) {
    const alias = aliasName(found)
    if (!alias) return found
    found = values.get(alias.name)
  }
  return undefined
}

function put(tokens: Tokens, path: readonly string[], type: string, value: unknown): void {
  const name = path.join(' ').toLowerCase()
  const says = (pattern: RegExp) => pattern.test(name)
  if (type === 'typography' && typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) put(tokens, [...path, key], '', inner)
    return
  }
  if (type === 'fontFamily' || says(/font ?family|\bfonts?\b(?! ?(?:size|weight))|\bfamil/)) {
    const listed = Array.isArray(value) ? value : [value]
    if (listed.every((each) => typeof each === 'string' && toPx(each) === null)) {
      for (const each of listed) for (const family of families(String(each))) tokens.families.add(family)
      return
    }
  }
  const colour = hexOf(value)
  if (colour !== null) return void tokens.colours.add(colour)
  const px = toPx(value)
  if (px === null || says(/weight|line ?height|leading|opacity|z ?index|duration|breakpoint|screen|container|shadow|tracking/)) return
  if (says(/radi|rounded|corner/)) tokens.radii.add(px)
  else if (says(/font ?size|\btext\b|typography|\bfs\b|\bsize\b.*font|font.*\bsize\b/) || type === 'fontSize') tokens.sizes.add(px)
  else if (says(/spac|\bgap\b|gutter|\binset\b|\bstack\b|padding|margin|\bsp\b/)) tokens.spacing.add(px)
}

/** `1rem`, `16px`, `16`, `{ value: 16, unit: 'px' }` in px; null for anything else. */
export function toPx(value: unknown): number | null {
  if (typeof value === 'number') return value
  if (typeof value === 'object' && value !== null && 'value' in value && 'unit' in value)
    return toPx(`${String(value.value)}${String(value.unit)}`)
  const found = typeof value === 'string' ? /^(-?\d*\.?\d+)(px|rem)?$/.exec(value.trim()) : null
  return found ? Number(found[1]) * (found[2] === 'rem' ? 16 : 1) : null
}

export const families = (text: string) =>
  text
    .split(',')
    .map((each) =>
      each
        .trim()
        .replaceAll(/^['"]|['"]$/g, '')
        .toLowerCase(),
    )
    .filter((each) => each !== '')
