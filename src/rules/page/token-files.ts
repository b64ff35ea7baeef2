// Design tokens from JSON files: names, types, light and dark values, aliases, each with its line.
import { type JsonNode, member, parseJsonTree } from '../reading/json-tree.ts'

export interface SourceFile {
  readonly path: string
  readonly text: string
}

export type Theme = 'light' | 'dark'

export interface TokenValue {
  readonly node: JsonNode
  readonly at: string // file:line
}

export interface Token {
  readonly name: string // dotted, without the segment that names its theme
  readonly at: string
  readonly type: string | null // its own or its group's
  readonly described: boolean
  readonly base: TokenValue | null // a value for every theme
  readonly light: TokenValue | null
  readonly dark: TokenValue | null
  readonly legacy: boolean // `value` instead of `$value`
  readonly twin: boolean // another token's dark value under its own name: `primary-dark` beside `primary`
}

export interface TokenSet {
  readonly tokens: ReadonlyMap<string, Token>
  readonly groups: ReadonlySet<string> // first segments
  readonly misfits: readonly Misfit[] // entries that aren't readable as tokens
  readonly bare: readonly BareValue[]
  readonly files: readonly string[]
}

/** A value without an object around it, as in our own format; the W3C's doesn't allow it. */
interface BareValue extends TokenValue {
  readonly name: string
  readonly type: string | null
}

interface Misfit {
  readonly at: string
  readonly message: string
}

export function readTokenFiles(files: readonly SourceFile[]): TokenSet {
  const found: Found = { tokens: new Map(), misfits: [], bare: [] }
  const used: string[] = []
  for (const file of files) {
    if (!/\.(?:json|tokens)$/i.test(file.path)) continue
    const tree = parseJsonTree(file.text)
    if (tree.root && !holdsTokens(tree.root, file.path)) continue
    used.push(file.path)
    if (tree.error) found.misfits.push({ at: `${file.path}:${tree.error.line}`, message: `malformed token file: ${tree.error.message}` })
    for (const { line, key } of tree.repeated)
      found.misfits.push({
        at: `${file.path}:${line}`,
        message: `malformed token file: the key ${JSON.stringify(key.slice(0, 60))} occurs twice`,
      })
    if (tree.root) walk(tree.root, { file: file.path, names: [], type: null, described: false, theme: themeOfFile(file.path) }, found)
  }
  joinTwins(found.tokens)
  return {
    tokens: found.tokens,
    groups: new Set([...found.tokens.keys()].map((name) => name.split('.', 1)[0]!)),
    misfits: found.misfits,
    bare: found.bare,
    files: used,
  }
}

/** If a theme is part of a name, the token without it gets the value; both names stay known. */
function joinTwins(tokens: Map<string, Token>): void {
  for (const [name, dark] of tokens) {
    const stem = /^(.+?)(?:[-_]dark|(?<=[a-z0-9])Dark)$/.exec(name)?.[1]
    const light =
      stem === undefined
        ? undefined
        : (tokens.get(stem) ?? tokens.get(`${stem}${name.slice(stem.length).replace('dark', 'light').replace('Dark', 'Light')}`))
    if (!light || light.dark || light.type !== dark.type || !dark.base) continue
    tokens.set(light.name, { ...light, dark: dark.base })
    tokens.set(name, { ...dark, twin: true })
  }
}

/** The value a theme sees. */
export function valueIn(token: Token, theme: Theme): TokenValue | null {
  return token[theme] ?? token.base
}

/** The name inside `{a.b}` without theme segment and `.value`; null if it isn't an alias. */
export function aliasName(node: JsonNode): { name: string; theme: Theme | null } | null {
  const text = node.kind === 'value' && typeof node.value === 'string' ? /^\{([^{}]{1,300})\}$/.exec(node.value.trim())?.[1] : undefined
  if (text === undefined) return null
  const names = text.replace(/\.\$?value$/, '').split('.')
  return {
    name: names.filter((each) => themeNamed(each) === null).join('.'),
    theme: names.map(themeNamed).find((each) => each !== null) ?? null,
  }
}

interface Place {
  readonly file: string
  readonly names: readonly string[]
  readonly type: string | null
  readonly described: boolean
  readonly theme: Theme | null
}

interface Found {
  readonly tokens: Map<string, Token>
  readonly misfits: Misfit[]
  readonly bare: BareValue[]
}

function walk(node: JsonNode, place: Place, found: Found): void {
  if (node.kind !== 'object')
    return void found.bare.push({ name: place.names.join('.'), type: place.type, node, at: `${place.file}:${node.line}` })
  const typeNode = member(node, '$type') ?? (member(node, 'value') && !member(node, '$value') ? member(node, 'type') : undefined)
  const type = typeNode?.value.kind === 'value' && typeof typeNode.value.value === 'string' ? typeNode.value.value : place.type
  const described = place.described || member(node, '$description') !== undefined || member(node, 'description')?.value.kind === 'value'
  const own = member(node, '$value')
  const legacy = own || member(node, 'value')?.value.kind === 'object' ? undefined : member(node, 'value')
  if (own || legacy)
    return addToken({ node, value: (own ?? legacy)!.value, place: { ...place, type, described }, legacy: own === undefined }, found)
  for (const each of node.members) {
    if (each.key.startsWith('$') || (each.value.kind !== 'object' && isNote(each.key, place.names.length === 0))) continue
    const theme = themeNamed(each.key)
    const container = theme === null && place.names.length === 0 && /^(?:themes?|modes?)$/i.test(each.key)
    walk(
      each.value,
      {
        file: place.file,
        names: theme === null && !container ? [...place.names, each.key] : place.names,
        type,
        described,
        theme: theme ?? place.theme,
      },
      found,
    )
  }
}

/** Plain words about the file or a group, as in many exports; not a token. */
function isNote(key: string, atRoot: boolean): boolean {
  return (
    key === 'description' || (atRoot && /^(?:name|version|author|license|created|updated|generated|schema|metadata|format)$/i.test(key))
  )
}

function addToken({ node, value, place, legacy }: { node: JsonNode; value: JsonNode; place: Place; legacy: boolean }, found: Found): void {
  const at = (each: JsonNode) => `${place.file}:${each.line}`
  const told = (each: JsonNode | undefined): TokenValue | null => (each ? { node: each, at: at(each) } : null)
  const themed = value.kind === 'object' && value.members.some((each) => themeNamed(each.key) !== null) ? value : null
  const extra = themesInside(member(node, '$extensions')?.value, 0)
  const inTheme = (theme: Theme) =>
    told(
      themed?.members.find((each) => themeNamed(each.key) === theme)?.value ??
        (place.theme === theme && !themed ? value : undefined) ??
        extra?.members.find((each) => themeNamed(each.key) === theme)?.value,
    )
  const base = themed || place.theme !== null ? null : told(value)
  const name = place.names.join('.')
  const before = found.tokens.get(name)
  const token: Token = {
    name,
    at: at(node),
    type: place.type,
    described: place.described,
    base,
    light: inTheme('light'),
    dark: inTheme('dark'),
    legacy,
    twin: false,
  }
  // A token stated once per theme, in two groups or files, is one token.
  found.tokens.set(
    name,
    before ? { ...before, base: before.base ?? token.base, light: before.light ?? token.light, dark: before.dark ?? token.dark } : token,
  )
}

function themesInside(node: JsonNode | undefined, depth: number): Extract<JsonNode, { kind: 'object' }> | null {
  if (node?.kind !== 'object' || depth > 3) return null
  if (node.members.some((each) => themeNamed(each.key) !== null)) return node
  return node.members.map((each) => themesInside(each.value, depth + 1)).find((each) => each !== null) ?? null
}

function themeNamed(key: string): Theme | null {
  const name = key.toLowerCase()
  return name === 'light' || name === 'dark' ? name : null
}

function themeOfFile(path: string): Theme | null {
  const words = path
    .slice(path.lastIndexOf('/') + 1)
    .toLowerCase()
    .split(/[^a-z]+/)
  return words.includes('light') === words.includes('dark') ? null : words.includes('dark') ? 'dark' : 'light'
}

/** A JSON file is a token file if its name says so or it contains a token; a component spec in JSON is neither. */
function holdsTokens(root: JsonNode, path: string): boolean {
  return /token/i.test(path.slice(path.lastIndexOf('/') + 1)) || hasValue(root)
}

function hasValue(node: JsonNode): boolean {
  return node.kind === 'object' && node.members.some((each) => each.key === '$value' || hasValue(each.value))
}
