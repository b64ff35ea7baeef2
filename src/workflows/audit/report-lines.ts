// The lines of a report, with what some write in other ways written as most do: wrapped sentences, records as tables, scores in fences or below their names, comments exported as quotations.
import { type MarkdownLine, markdownLines, plain, textOf } from './markdown-lines.ts'
import { withData } from './report-data.ts'
import { plainLegend } from './report-legend.ts'
import { marksIn } from './report-marks.ts'

export function reportLines(source: string): MarkdownLine[] {
  return unwrapped(recordsOf(nestedScores(fencedScores(unquoted(withData(markdownLines(source)))))))
}

/** A fence with nothing but names and scores in it. */
function fencedScores(lines: readonly MarkdownLine[]): MarkdownLine[] {
  return lines.flatMap((line): MarkdownLine[] => {
    const rows = line.kind === 'fence' ? line.text.split('\n').filter((row) => row.trim() !== '') : []
    const isScores =
      rows.length > 1 && rows.every((row) => /^\s*\p{L}[\p{L} &/-]{1,40}[\s:.]+[^\p{L}]*\d+(?:\.\d+)?\s?(?:\/\s?\d+|%)\s*$/u.test(row))
    return isScores
      ? rows.map((text, index) => ({ kind: 'item', line: line.line + index + 1, indent: 0, text: text.trim(), quoted: false }))
      : [line]
  })
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

/** Where only quotations rate anything and nobody answers them, they are the review itself, as a code host exports its comments. */
function unquoted(lines: readonly MarkdownLine[]): readonly MarkdownLine[] {
  const rated = lines.filter((line) => 'text' in line && marksIn(line.text, plainLegend).severity !== null)
  if (rated.length < 2 || !rated.every((line) => 'quoted' in line && line.quoted)) return lines
  const isQuoted = (line: MarkdownLine | undefined) => line !== undefined && 'quoted' in line && line.quoted
  const isAnswer = (line: MarkdownLine, index: number) =>
    (line.kind === 'text' || line.kind === 'item') &&
    !line.quoted &&
    [1, 2].some((back) => isQuoted(lines[index - back])) &&
    !(lines[index - 1]?.kind === 'blank' && 'rule' in lines[index - 1]!)
  return lines.some(isAnswer) ? lines : lines.map((line) => ('quoted' in line ? { ...line, quoted: false } : line))
}

/** An item that is but a name, with but a number below it, as the one line it could have been. */
function nestedScores(lines: readonly MarkdownLine[]): MarkdownLine[] {
  const isScore = (name: MarkdownLine | undefined, score: MarkdownLine | undefined) =>
    name?.kind === 'item' &&
    score?.kind === 'item' &&
    score.indent > name.indent &&
    /^[\d.,]+(?:\s?(?:\/|%).{0,6})?$/.test(plain(score.text)) &&
    /^[\p{L} ]{3,40}(?:\(.{1,30}\))?$/u.test(plain(name.text))
  return lines.flatMap((line, index): MarkdownLine[] => {
    const next = lines[index + 1]
    if (isScore(lines[index - 1], line)) return []
    return isScore(line, next) && line.kind === 'item' ? [{ ...line, text: `${plain(line.text)}: ${textOf(next)}` }] : [line]
  })
}

/** A table of two columns that gives one finding field by field, as the lines it could have been. */
function recordsOf(lines: readonly MarkdownLine[]): MarkdownLine[] {
  const isRecord = (at: number) => {
    const rows: (readonly string[])[] = []
    for (let to = at; lines[to]?.kind === 'cells'; to += 1) rows.push((lines[to] as Extract<MarkdownLine, { kind: 'cells' }>).cells)
    return (
      rows.length > 1 &&
      rows.every(({ length }) => length === 2) &&
      rows.some(([name]) => /^\W*(?:severity|priority)\W*$/i.test(name!)) &&
      rows.some(([name]) => /^\W*(?:description|issue|problem|finding|title|summary|component|location|where|status)\W*$/i.test(name!))
    )
  }
  let record = false
  return lines.flatMap((line, index): MarkdownLine[] => {
    if (line.kind !== 'cells') return [line]
    if (lines[index - 1]?.kind !== 'cells') record = isRecord(index)
    const [name = '', value = ''] = line.cells
    if (!record) return [line]
    return /^(?:field|property|attribute|key|name|)$/i.test(plain(name))
      ? []
      : [{ kind: 'item', line: line.line, indent: 0, text: `${plain(name)}: ${value}`, quoted: false }]
  })
}
