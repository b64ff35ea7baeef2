// What a report gives as JSON or YAML, as the tables, lists and headings it could have been written in.
import { parseYaml } from '../../rules/reading/parse-yaml.ts'
import { type MarkdownLine, plain } from './markdown-lines.ts'
import { isClosedTitle } from './report-words.ts'

export function withData(lines: readonly MarkdownLine[]): MarkdownLine[] {
  return lines.flatMap((line, index): MarkdownLine[] => {
    if (line.kind !== 'fence' || !/^(?:json|jsonc|yaml|yml|front|)$/.test(line.lang) || line.text.length > 1_000_000) return [line]
    if (line.lang !== 'front' && !isData(lines.slice(0, index), /^\W{0,4}(?:findings|issues)["']?\s?:/im.test(line.text))) return [line]
    const read = parseYaml(line.text) // JSON is YAML, too
    // Each stands in a line of its own, however many there are in one.
    const told = read.ok ? linesOf(read.value, 0, '').map((each, at) => ({ ...each, line: line.line + at / 1e5 })) : []
    return told.length > 0 ? told : [line]
  })
}

/** The nearest words above announce findings, results or scores, and no example or earlier round. */
function isData(above: readonly MarkdownLine[], named: boolean): boolean {
  const heading = above.findLast((line) => line.kind === 'heading')
  const last = above.findLastIndex((line) => line.kind === 'heading' || line.kind === 'text' || line.kind === 'item')
  const first = above.findLastIndex((line, index) => index < last && line.kind !== 'text')
  const spoken = above.slice(last === -1 ? 0 : Math.min(first + 1, last), last + 1)
  const said = spoken.map((line) => ('text' in line ? plain(line.text) : '')).join(' ')
  const under = heading && 'text' in heading ? plain(heading.text) : ''
  return (
    (named ||
      /\b(?:findings?|issues?|results?|report|data|machine|scores?|ratings?|details?|export|json|yaml|problems?)\b/i.test(
        `${said} ${under}`,
      )) &&
    !notData.test(said) &&
    !isClosedTitle(under) &&
    !/\bexamples?\b/i.test(under)
  )
}

const notData =
  /\b(?:examples?|samples?|template|schema|looks? like|(?:would|should) (?:be|look|have|read|contain)|expected|previous|earlier|last|old|before|round 1|how|quoted?|resolved|closed|fixed)\b/i

/** `scale` is what numbers are out of, where the data say so: `/100`. */
function linesOf(value: unknown, depth: number, scale: string): MarkdownLine[] {
  if (depth > 8) return []
  const item = (text: string): MarkdownLine => ({ kind: 'item', line: 0, indent: 0, text, quoted: false })
  if (Array.isArray(value)) {
    const records = value.slice(0, 1000).flatMap((each) => (isObject(each) ? [flat(each, 0)] : []))
    const names = [...new Set(records.flatMap((each) => Object.keys(each)))]
    const row = (cells: string[], head?: true): MarkdownLine => ({ kind: 'cells', line: 0, cells, ...(head && { head }) })
    return records.length > 0
      ? [row(names, true), ...records.map((each) => row(names.map((name) => each[name] ?? '')))]
      : value.slice(0, 1000).map((each) => item(String(each)))
  }
  if (!isObject(value)) return []
  const told = /(?:^|\D)(5|10|20|100)\s?%?$/.exec(String(value['scale'] ?? ''))?.[1]
  const own = told ? `/${told}` : scale
  return Object.entries(value).flatMap(([key, each]): MarkdownLine[] => {
    const name = key.replaceAll('_', ' ')
    if (typeof each !== 'object') return [item(`${name}: ${String(each)}${typeof each === 'number' ? own : ''}`)]
    return [{ kind: 'heading', line: 0, level: 6 + (depth + 1) / 10, text: name }, ...linesOf(each, depth + 1, own)]
  })
}

/** A record's values by their own names, however deep. */
function flat(record: Readonly<Record<string, unknown>>, depth: number): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [key, value] of Object.entries(record)) {
    const first: unknown = Array.isArray(value) && isObject(value[0]) ? value[0] : value
    if (isObject(first)) Object.assign(found, depth < 5 ? flat(first, depth + 1) : {})
    else if (value !== null && value !== undefined) found[key.replaceAll('_', ' ')] = String(value).replaceAll(/\s+/g, ' ').trim()
  }
  return found
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
