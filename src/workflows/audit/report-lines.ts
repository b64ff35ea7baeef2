// The lines of a report, with what some write in other ways written as most do: wrapped sentences, records as tables, findings and scores as data.
import { parseYaml } from '../../rules/reading/parse-yaml.ts'
import { type MarkdownLine, markdownLines, plain, textOf } from './markdown-lines.ts'
import { isClosedTitle, severityWord } from './report-words.ts'

export function reportLines(source: string): MarkdownLine[] {
  return unwrapped(recordsAsItems(withData(markdownLines(source))))
}

/** A sentence that goes on in the next line as one line: the first is long, the second begins small and with no label or path. */
function unwrapped(lines: readonly MarkdownLine[]): MarkdownLine[] {
  const joined: MarkdownLine[] = []
  lines.forEach((line, index) => {
    const [last, before] = [joined.at(-1), lines[index - 1]]
    const long = before && 'text' in before && /^.{55,}[^.!?:;]$/.test(before.text)
    const small = line.kind === 'text' && /^\p{Ll}[\p{L}'’-]*(?:[ ,.;)]|$)/u.test(line.text)
    if (long && small && last && 'quoted' in last && last.quoted === line.quoted)
      joined[joined.length - 1] = { ...last, text: `${last.text} ${line.text}` }
    else joined.push(line)
  })
  return joined
}

/** A table of two columns that gives one finding field by field, as the lines it could have been. */
function recordsAsItems(lines: readonly MarkdownLine[]): MarkdownLine[] {
  let isRecord = false
  return lines.map((line, index) => {
    if (line.kind !== 'cells') return line
    if (lines[index - 1]?.kind !== 'cells') {
      const rows: string[][] = []
      for (let at = index; lines[at]?.kind === 'cells'; at += 1) rows.push(textOf(lines[at]).split(' | ').map(plain))
      const rates = ([name = '', value = '']: string[]) => /^severity$/i.test(name) && severityWord(value) !== null
      isRecord = rows.every(({ length }) => length === 2) && rows.some(rates)
    }
    const text = line.cells.map(plain).join(': ')
    return isRecord ? { kind: 'item', line: line.line, indent: 0, text, quoted: false } : line
  })
}

/** What a report gives as JSON or YAML, as the tables, lists and headings it could have been written in. */
function withData(lines: readonly MarkdownLine[]): MarkdownLine[] {
  return lines.flatMap((line, index): MarkdownLine[] => {
    if (line.kind !== 'fence' || !/^(?:jsonc?|ya?ml|)$/.test(line.lang) || line.text.length > 1_000_000) return [line]
    if (!isData(lines.slice(0, index), line.text)) return [line]
    const read = parseYaml(line.text) // JSON is YAML, too
    // Each stands in a line of its own, however many there are in one.
    const told = read.ok ? linesOf(read.value, 0, '').map((each, at) => ({ ...each, line: line.line + at / 1e5 })) : []
    return told.length > 0 ? told : [line]
  })
}

/** It names findings or scores, or the nearest words above do, and those speak of no example and no earlier round. */
function isData(above: readonly MarkdownLine[], text: string): boolean {
  const said = plain(textOf(above.findLast((line) => line.kind !== 'blank' && line.kind !== 'fence')))
  const under = plain(textOf(above.findLast((line) => line.kind === 'heading')))
  return (
    (/^\W{0,4}(?:findings|issues)["']?\s?:/im.test(text) ||
      /\b(?:findings?|issues?|results?|report|data|scores?|ratings?|json|yaml)\b/i.test(`${said} ${under}`)) &&
    !notData.test(`${said} ${under}`) &&
    !isClosedTitle(under)
  )
}

const notData =
  /\b(?:examples?|samples?|template|schema|looks? like|(?:would|should) (?:be|look|have|read)|expected|previous|earlier|last|closed|fixed)\b/i

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
