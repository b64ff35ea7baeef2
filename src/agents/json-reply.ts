// Parses JSON as makers really send it: bare, fenced, after thinking, between sentences. Strict, and only if it is unambiguous which document is meant.
import type * as z from 'zod'
import { canonicalizeText } from '../lib/canonical.ts'
import { fences } from '../lib/fences.ts'
import type { Json } from '../schema/event.ts'
import { toFault } from '../schema/fault.ts'
import { withoutThinking } from './thinking.ts'

export type ReadJson = { value: Json } | { problem: string }

/** Refuses duplicate keys, deep nesting, `__proto__`, and replies with several documents. Places are lines of the reply. */
export function readJson(reply: string): ReadJson {
  const { text, above } = withoutThinking(reply)
  const whole = parse(text, '\n'.repeat(above))
  if ('value' in whole) return whole
  const inFences = fences(text).flatMap(({ lang, text: body, line, closed }) =>
    closed && jsonFences.has(lang) && opens.test(body) ? [parse(body, '\n'.repeat(above + line))] : [],
  )
  const found = inFences.length > 0 ? inFences : inProse(text, above)
  const read = found.filter((one) => 'value' in one)
  const [only] = read
  if (only && read.length === 1) return only
  if (read.length > 1) return { problem: `expected one JSON document, found ${read.length}` }
  return found[0] ?? whole
}

/** The value in the requested form, or what is wrong with it: where, and, for the maker alone, what the schema says there. */
export function readForm<T>(value: Json, form: z.ZodType<T>, schema: Json): { value: T } | { problem: string } {
  const read = form.safeParse(value)
  if (read.success) return { value: read.data }
  const { issues } = read.error
  const shown = issues
    .slice(0, mostIssues)
    .map(({ path, message }) => ({ at: `/${path.join('/')}`, message, rule: schemaAt(schema, path) }))
  const more = issues.length > shown.length ? [`and ${issues.length - shown.length} more`] : []
  const rules = shown.flatMap(({ at, rule }) => (rule === undefined ? [] : [`${at} ${cut(JSON.stringify(rule))}`]))
  return {
    problem:
      [...shown.map(({ at, message }) => `${at}: ${message}`), ...more].join('; ') + (rules.length > 0 ? asks + rules.join('; ') : ''),
  }
}

/** What is wrong with a reply, in words for people. */
export const withoutSchema = (problem: string): string => problem.split(asks, 1)[0] as string

const asks = '.\nThe schema asks for: '
const cut = (rule: string) => (rule.length > 200 ? `${rule.slice(0, 199)}…` : rule)

const mostIssues = 5
const jsonFences: ReadonlySet<string> = new Set(['json', 'jsonc', ''])
const opens = /^\s*[{[]/

/** `before` is whitespace as long as the text above and to the left, so that places refer to the whole reply. */
function parse(text: string, before: string): ReadJson {
  const body = text.trim()
  try {
    const canonical = canonicalizeText(before + text)
    if (canonical.includes('"__proto__":')) return { problem: 'the reply has a key "__proto__", which is refused' }
    return { value: JSON.parse(body) as Json }
  } catch (error) {
    return {
      problem: `expected JSON: ${toFault(error).message}; found «${body.slice(0, 80).replaceAll('\n', ' ')}${body.length > 80 ? '…' : ''}»`,
    }
  }
}

const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ')

/** Documents between sentences: objects if there are any, else lists. An unclosed bracket means a truncated reply. */
function inProse(text: string, above: number): ReadJson[] {
  const found: { open: string; read: ReadJson }[] = []
  for (let at = nextOpen(text, 0); at >= 0 && found.length < mostDocuments;) {
    const end = closing(text, at)
    if (end < 0) return []
    const body = text.slice(at, end + 1)
    if (looksLikeJson.test(body)) found.push({ open: body[0] as string, read: parse(body, '\n'.repeat(above) + blank(text.slice(0, at))) })
    at = nextOpen(text, end + 1)
  }
  const objects = found.filter(({ open }) => open === '{')
  return (objects.length > 0 ? objects : found).map(({ read }) => read)
}

/** Not a link, a footnote or a placeholder. */
const looksLikeJson = /^(?:\{\s*["}]|\[\s*["{[\]]|\[\s*-?\d+\s*,)/
const mostDocuments = 20

function nextOpen(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (text[at] === '{' || text[at] === '[') return at
  return -1
}

function closing(text: string, from: number): number {
  let depth = 0
  let quoted = false
  for (let at = from; at < text.length; at++) {
    const char = text[at]
    if (quoted) {
      if (char === '\\') at++
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === '{' || char === '[') depth++
    else if ((char === '}' || char === ']') && --depth === 0) return at
  }
  return -1
}

function schemaAt(schema: Json | undefined, path: readonly PropertyKey[]): Json | undefined {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return undefined
  const [key, ...rest] = path
  if (key === undefined) {
    const { $schema: _dialect, ...rule } = schema
    return rule
  }
  if (typeof key === 'number') return schemaAt(schema['items'], rest)
  const { properties } = schema
  const inner = typeof properties === 'object' && properties !== null && !Array.isArray(properties) ? properties[String(key)] : undefined
  return schemaAt(inner, rest)
}
