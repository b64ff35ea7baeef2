// The copy given for a page: copy.json by section and variant, or the lines of a text.
import { plainText } from './page-check.ts'

export interface CopySection {
  /** Empty if the copy has no sections. */
  name: string
  /** One of them must be on the page, complete. */
  variants: { name: string; lines: CopyLine[] }[]
}

export interface CopyLine {
  /** Its place in the copy: `hero.primary.headline`, or a line number. */
  path: string
  text: string
}

export function readCopy(text: string, name: string): CopySection[] | { problem: string } {
  if (!name.endsWith('.json')) return [{ name: '', variants: [{ name: '', lines: linesOf(text) }] }]
  let root: unknown
  try {
    root = JSON.parse(text)
  } catch (error) {
    return { problem: `${name} isn't JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
  if (!isRecord(root)) return { problem: `${name} isn't a JSON object` }
  const sections = isRecord(root['sections'])
    ? root['sections']
    : Object.fromEntries(Object.entries(root).filter(([key, value]) => typeof value === 'object' && !about.test(key)))
  const found = Object.entries(sections).map(([section, content]): CopySection => {
    const variants = isRecord(content) ? Object.entries(content).filter(([key]) => /^(?:primary|variant_\w+)$/.test(key)) : []
    const told = variants.length > 0 ? variants : [['', content] as const]
    return {
      name: section,
      variants: told.map(([variant, leaves]) => ({ name: variant, lines: leavesOf(leaves, [section, variant].filter(Boolean).join('.')) })),
    }
  })
  const filled = found.filter(({ variants }) => variants.some(({ lines }) => lines.length > 0))
  return filled.length > 0 ? filled : { problem: `${name} has no copy` }
}

const pageTypes = ['landing', 'about', 'services', 'pricing', 'contact']
const mostFeatures = 6
/** The maximum number of words of a line, by its place in a section or variant. */
const limits: readonly [RegExp, string, number][] = [
  [/^hero\.(?:\w+\.)?headline$/i, 'headline', 12],
  [/^hero\.(?:\w+\.)?subheadline$/i, 'subheadline', 25],
  [/^hero\.(?:\w+\.)?cta_primary(?:\.\w+)?$/i, 'primary call to action', 5],
  [/^features(?:\.\w+)*\[\d+\]\.title$/i, 'feature title', 5],
]

/** Entries of a copy.json that are too long or too many for a page; one sentence each. */
export function beyondLimits(root: object, copy: readonly CopySection[]): string[] {
  const type: unknown = 'page_type' in root ? root.page_type : undefined
  const known = type === undefined || (typeof type === 'string' && pageTypes.includes(type))
  const long = copy.flatMap(({ variants }) =>
    variants.flatMap(({ lines }) => {
      const features = new Set(lines.flatMap(({ path }) => /^features(?:\.\w+)*\[\d+\](?=\.)/i.exec(path) ?? []))
      const [first = ''] = features
      const many = `${first.replace(/\[\d+\]$/, '')} has ${features.size} features; at most ${mostFeatures} are allowed`
      return [...lines.flatMap(tooLong), ...(features.size > mostFeatures ? [many] : [])]
    }),
  )
  return [...(known ? [] : [`page_type is ${JSON.stringify(type)}; it is one of ${pageTypes.join(', ')}`]), ...long]
}

function tooLong({ path, text }: CopyLine): string[] {
  const [, what, most] = limits.find(([where]) => where.test(path)) ?? [null, '', Number.POSITIVE_INFINITY]
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  return words > most ? [`${path} has ${words} words; a ${what} has at most ${most}`] : []
}

const about = /^(?:page_type|meta|metadata|version|seo|notes|\$schema)$/i
/** Entries of the copy that are never shown. */
const unseen = /(?:^|_|\b)(?:href|url|link|src|image|img|icon|id|slug|type|target|notes?|rationale|tone|max_words)$/i

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function leavesOf(value: unknown, path: string): CopyLine[] {
  if (typeof value === 'string') return value.trim() === '' || /^(?:https?:\/\/|\/|#)\S*$/.test(value) ? [] : [{ path, text: value }]
  if (Array.isArray(value)) return value.flatMap((item, index) => leavesOf(item, `${path}[${index}]`))
  if (!isRecord(value)) return typeof value === 'number' ? [{ path, text: String(value) }] : []
  return Object.entries(value).flatMap(([key, inner]) => (unseen.test(key) ? [] : leavesOf(inner, `${path}.${key}`)))
}

/** Of a Markdown text with a section called Copy, only that; labels such as `Headline:` and marks aren't copy. */
function linesOf(text: string): CopyLine[] {
  const all = text.split('\n').map((line, index) => ({ line, index }))
  const start = all.findIndex(({ line }) => /^#{1,6}\s+(?:page )?copy\b/i.test(line))
  const level = start < 0 ? 0 : (/^#+/.exec(all[start]?.line ?? '')?.[0].length ?? 0)
  const end = start < 0 ? -1 : all.findIndex(({ line, index }) => index > start && new RegExp(`^#{1,${level}}\\s`).test(line))
  const chosen = start < 0 ? all : all.slice(start + 1, end < 0 ? all.length : end)
  return chosen.flatMap(({ line, index }) => {
    if (start >= 0 && /^#{1,6}\s/.test(line)) return []
    const { words } = copyWords(line)
    return words === '' ? [] : [{ path: `line ${index + 1}`, text: words }]
  })
}

/** A Markdown line as copy: its words without marks and quotation marks, and the label before them, if any. */
export function copyWords(line: string): { label: string; words: string } {
  const bare = line.replace(/^\s*(?:#{1,6}|[-*+>]|\d+[.)])\s+/, '').replaceAll(/\*\*|__|`/g, '')
  const label = /^\s*([A-Z][\w /-]{0,30}):\s+/.exec(bare)
  const words = bare
    .slice(label?.[0].length ?? 0)
    .trim()
    .replace(/^["“](.*)["”]$/, '$1')
  return { label: label?.[1] ?? '', words: plainText(words) === '' || /^[-=*_|:\s]+$/.test(words) ? '' : words }
}
