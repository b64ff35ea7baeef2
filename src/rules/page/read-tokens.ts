// Design tokens as plain sets: from tokens.json in our format or the W3C's, or from the page's custom properties.
import { hexOf } from './colour.ts'

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
export function readTokens(text: string): Tokens | null {
  let root: unknown
  try {
    root = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof root !== 'object' || root === null || Array.isArray(root)) return null
  const tokens = none()
  const values = new Map<string, unknown>()
  walk(root as Record<string, unknown>, [], '', (path, _type, value) => values.set(path.join('.'), value))
  walk(root as Record<string, unknown>, [], '', (path, type, value) => put(tokens, path, type, aliased(value, values)))
  const base = Number(values.get('spacing.base'))
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

function walk(
  node: Record<string, unknown>,
  path: string[],
  type: string,
  take: (path: string[], type: string, value: unknown) => void,
): void {
  const own = typeof node['$type'] === 'string' ? node['$type'] : type
  if ('$value' in node) return take(path, own, node['$value'])
  for (const [key, value] of Object.entries(node)) {
    if (key.startsWith('$')) continue
    if (Array.isArray(value)) for (const [index, item] of value.entries()) take([...path, key, String(index)], own, item)
    else if (typeof value === 'object' && value !== null) walk(value as Record<string, unknown>, [...path, key], own, take)
    else take([...path, key], own, value)
  }
}

/** `{color.brand}` refers to another token. */
function aliased(value: unknown, values: ReadonlyMap<string, unknown>): unknown {
  let found = value
  for (let step = 0; step < 10; step++) {
    const name = typeof found === 'string' ? /^\{([^{}]+)\}$/.exec(found)?.[1] : undefined
    if (name === undefined) return found
    found = values.get(name)
  }
  return found
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
  const colour = typeof value === 'string' ? hexOf(value) : colourOf(value)
  if (colour !== null) return void tokens.colours.add(colour)
  const px = toPx(value)
  if (px === null || says(/weight|line ?height|leading|opacity|z ?index|duration|breakpoint|screen|container|shadow|tracking/)) return
  if (says(/radi|rounded|corner/)) tokens.radii.add(px)
  else if (says(/font ?size|\btext\b|typography|\bfs\b|\bsize\b.*font|font.*\bsize\b/) || type === 'fontSize') tokens.sizes.add(px)
  else if (says(/spac|\bgap\b|gutter|\binset\b|\bstack\b|padding|margin|\bsp\b/)) tokens.spacing.add(px)
}

/** The W3C's later form: `{ colorSpace: 'srgb', components: [0, 0.5, 1], hex }`. */
function colourOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  const { hex, colorSpace, components } = value as { hex?: unknown; colorSpace?: unknown; components?: unknown }
  if (typeof hex === 'string') return hexOf(hex)
  return colorSpace === 'srgb' && Array.isArray(components) ? hexOf(`color(srgb ${components.join(' ')})`) : null
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
