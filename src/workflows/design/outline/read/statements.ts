// Requirement text → its statements: every sentence, item, row, heading and piece of code, with its lines and the section it stands in.
import { limits } from '../../intent.ts'
import { lineTitle, readBlocks, type Block, type Cell, type Line } from './blocks.ts'
import { column, joinCells, readRecords } from './cells.ts'
import { bareTitle, sectionKind, type SectionKind } from './sections.ts'
import { sentencesOf } from './sentences.ts'

export interface Statement {
  id: string
  text: string
  kind: 'heading' | 'sentence' | 'item' | 'row' | 'titles' | 'code' | 'meta'
  /** Numbers of the lines it stands on. */
  lines: number[]
  /** Headings above it, outermost first. */
  section: readonly Statement[]
  sectionKind: SectionKind
  /** The item it belongs under, or the line ending in a colon before its list. */
  lead: Statement | null
  /** Of a row. */
  cells: readonly Cell[]
  /** Its level among headings, its indentation among items. */
  level: number
  /** Sentences of one paragraph or item share it. */
  block: number
}

export interface Reading {
  statements: Statement[]
  /** Every line that is not blank. */
  lines: Line[]
}

export function readStatements(source: string): Reading {
  const text = source
    .toWellFormed()
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
  const lines = text.split('\n').map((line, at) => ({ number: at + 1, text: line.slice(0, limits.text) }))
  // an export may have a line or two about itself on top
  const starts = lines.slice(0, 6).flatMap(({ number }) => (number === 1 || lines[number - 2]?.text.trim() === '' ? [number] : []))
  const from = starts.find((number) => readRecords(text, number) !== null)
  const records = from === undefined ? null : readRecords(text, from)
  const blocks = records
    ? [...readBlocks(lines.slice(0, from! - 1)).map((block) => ({ ...block, kind: 'meta' as const })), ...blocksOfRecords(records)]
    : readBlocks(withoutSpeakers(lines))
  return { statements: withSections(joinStories(blocks)), lines: lines.filter((line) => line.text.trim() !== '') }
}

function withSections(blocks: readonly Block[]): Statement[] {
  const found: Statement[] = []
  let section: Statement[] = []
  let items: Statement[] = []
  let leadIn: Statement | null = null
  let waiting: number[] = [] // lines of nothing but marks, which go with what follows
  for (const [number, block] of blocks.entries()) {
    if (block.kind === 'rule') {
      const marks = block.lines.map((line) => line.number)
      const last = found.at(-1)
      if (last?.kind === 'titles' && blocks[number - 1]?.kind === 'row') last.lines.push(...marks)
      else waiting.push(...marks)
      continue
    }
    if (block.kind === 'heading') {
      section = section.filter(({ level }) => level < block.level)
      ;[items, leadIn] = [[], null]
    }
    // The list below a line with a colon ends where text goes on.
    if (block.kind === 'text' && blocks[number - 1]?.kind === 'item') section = section.filter((title) => !headsList(title, blocks))
    if (block.kind === 'item') while ((items.at(-1)?.level ?? -1) >= block.level) items.pop()
    const lead: Statement | null = block.kind === 'item' ? (items.at(-1) ?? leadIn) : block.kind === 'row' ? leadIn : null
    const made = parts(block).map(({ start, end }): Statement => {
      const kind = block.kind === 'text' ? 'sentence' : block.kind === 'row' && !block.cells ? 'titles' : (block.kind as Statement['kind'])
      const cells = (block.cells ?? []).filter((cell) => cell.end > cell.start)
      const lines = linesOf(block, start, end)
      return {
        id: '',
        text: block.text.slice(start, end),
        kind,
        lines,
        section: [...section],
        sectionKind: isLeftOut(block.text.slice(start, end)) ? 'excluded' : kindOf(section),
        lead,
        cells,
        level: block.level,
        block: number,
      }
    })
    const told = made.filter(({ text }) => text !== '')
    if (told.length === 0) waiting.push(...block.lines.map((line) => line.number))
    if (told[0] && waiting.length > 0) [told[0].lines, waiting] = [[...waiting, ...told[0].lines], []]
    found.push(...told)
    const last = found.at(-1)
    if (!last || told.length === 0) continue
    if (block.kind === 'heading') section = [...section, last]
    else if (block.kind === 'item') items.push(last)
    else if (block.kind === 'text') [items, leadIn] = [[], /:$/.test(last.text) ? last : null]
  }
  found.at(-1)?.lines.push(...waiting)
  const counts = { s: 0, h: 0 }
  // Headings, code and lines about the document have numbers of their own, so that statements keep theirs.
  return found.slice(0, limits.sources).map((statement) => {
    const series = /^(?:heading|titles|code|meta)$/.test(statement.kind) ? 'h' : 's'
    counts[series] += 1
    return Object.assign(statement, { id: `${series}${counts[series]}` })
  })
}

/** Whether what stands below a line is a list alone. */
function headsList({ level, block }: Statement, blocks: readonly Block[]): boolean {
  return level === lineTitle && blocks[block + 1]?.kind === 'item'
}

/** The document's own title says nothing about the section. */
const kindOf = (section: readonly Statement[]): SectionKind =>
  sectionKind(section.filter(({ level }, at) => at > 0 || level > 1).map(({ text }) => text))

/** "Out of scope: card payments." wherever it stands. */
function isLeftOut(text: string): boolean {
  const label = /^([\p{L}][\p{L} /'-]{2,40}):\s/u.exec(text)?.[1]
  return label !== undefined && sectionKind([label]) === 'excluded'
}

function parts(block: Block): { start: number; end: number }[] {
  const whole = [{ start: 0, end: block.text.length }]
  return block.kind === 'text' || block.kind === 'item' ? merged(block.text, sentencesOf(block.text)) : whole
}

/** "Q: May guests cancel? A: Yes." is one statement: neither half says anything alone. */
function merged(text: string, spans: { start: number; end: number }[]): { start: number; end: number }[] {
  const joined: { start: number; end: number }[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    const answers = /^(?:a|answer|ans)\s*[:.)]|^→|^->/i.test(text.slice(span.start))
    const numbered = last !== undefined && /^\(?[A-Z]{0,6}[-_]?\d+[.:)]$/.test(text.slice(last.start, last.end))
    if (last && (answers || numbered || span.end - last.start < 12)) last.end = span.end
    else joined.push({ ...span })
  }
  return joined.flatMap((span) => clipped(span))
}

/** A statement longer than a source may be is cut where a line of it would be; nothing that long is a sentence. */
function clipped({ start, end }: { start: number; end: number }): { start: number; end: number }[] {
  const pieces = []
  for (let at = start; at < end; at += limits.text) pieces.push({ start: at, end: Math.min(end, at + limits.text) })
  return pieces
}

function linesOf({ lines }: Block, start: number, end: number): number[] {
  if (lines.every(({ offset }) => offset === 0)) return lines.map(({ number }) => number)
  return lines.filter(({ offset }, at) => offset < end && (lines[at + 1]?.offset ?? Infinity) > start).map(({ number }) => number)
}

/** "As a …" on one line, "I want …" and "So that …" on the next: one story. So with a question and its answer. */
function joinStories(blocks: readonly Block[]): Block[] {
  const joined: Block[] = []
  for (const block of blocks) {
    const last = joined.at(-1)
    const near =
      last !== undefined &&
      last.kind !== 'heading' &&
      last.kind !== 'row' &&
      (block.kind === 'text' || block.kind === 'item') &&
      (block.lines[0]?.number ?? 0) - (last.lines.at(-1)?.number ?? 0) <= 2
    const story =
      near &&
      /^(?:as an?|as the|in order to)\b/i.test(last.text) &&
      !/[.!?]$/.test(last.text) &&
      /^(?:i|we)\s|^(?:so that|in order to|so i|as an?\s)/i.test(block.text)
    const answer = near && /^(?:q|question)\s*\d*\s*[:.)]/i.test(last.text) && /^(?:a|answer|ans)\s*\d*\s*[:.)]/i.test(block.text)
    if (!story && !answer) joined.push(block)
    else
      joined[joined.length - 1] = {
        ...last,
        text: `${last.text} ${block.text}`,
        lines: [...last.lines, ...block.lines.map(({ number, offset }) => ({ number, offset: offset + last.text.length + 1 }))],
      }
  }
  return joined
}

/** In a chat every line begins with who wrote it, which is nobody in the text. */
function withoutSpeakers(lines: Line[]): Line[] {
  const speaker =
    /^\s*(?:[[(]?\d{1,2}[:.]\d{2}(?::\d{2})?(?:\s?[AaPp][Mm])?[\])]?\s*[-–]?\s*)?(?:<([^<>]{1,30})>|@?(\p{Lu}[\p{L}.'-]{1,20}(?:\s\p{Lu}[\p{L}.'-]{0,20})?)(?:\s*[([][^()[\]]{1,30}[)\]])?)\s*(?:\d{1,2}:\d{2}(?:\s?[AaPp][Mm])?)?\s*(?::|>)\s+(?=\S)/u
  const names = lines.map(({ text }) => speaker.exec(text)?.slice(1, 3).find(Boolean)?.toLowerCase())
  const often = Map.groupBy(
    names.filter((name): name is string => name !== undefined && !label.test(name)),
    (name) => name,
  )
  const people = new Set([...often].filter(([, times]) => times.length > 1).map(([name]) => name))
  if (people.size < 2) return lines
  return lines.map((line, at) => (people.has(names[at] ?? '') ? { ...line, text: line.text.replace(speaker, '- ') } : line))
}

const label =
  /^(?:q|a|question|answer|note|notes|example|given|when|then|scenario|feature|rule|requirement|priority|goal|story|step|acceptance.*|description|title|summary)$/

/** Each record of an export: its name as a heading, its texts read as texts of their own, the rest only about the record. */
function blocksOfRecords({ titles, head, records }: NonNullable<ReturnType<typeof readRecords>>): Block[] {
  const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => ({ number: first + at, offset: 0 }))
  const row = joinCells(head.cells.map(({ text }) => text))
  const blocks: Block[] = [{ kind: 'meta', text: row.text, lines: range(head.first, head.last), level: 0 }]
  for (const record of records) {
    const at = (pattern: RegExp) =>
      titles.flatMap((title, index) => (pattern.test(title) && record.cells[index]?.text.trim() ? [record.cells[index]] : []))
    const [name] = at(column.names)
    const said = at(column.says)
    const rest = record.cells
      .filter((cell) => cell !== name && !said.includes(cell) && cell.text.trim() !== '')
      .map(({ text }) => text.replace(/\s+/g, ' '))
    if (name) blocks.push({ kind: 'heading', text: name.text.trim(), lines: [{ number: name.line, offset: 0 }], level: 2 })
    if (rest.length > 0) blocks.push({ kind: 'meta', text: joinCells(rest).text, lines: [{ number: record.first, offset: 0 }], level: 0 })
    for (const cell of said)
      blocks.push(
        ...readBlocks(cell.text.split('\n').map((text, index) => ({ number: cell.line + index, text: text.replace(/^\s*#+\s/, '- ') }))),
      )
    const told = new Set(blocks.flatMap(({ lines }) => lines.map(({ number }) => number)))
    const silent = range(record.first, record.last).filter(({ number }) => !told.has(number))
    if (silent.length > 0) blocks.push({ kind: 'meta', text: '', lines: silent, level: 0 })
  }
  return blocks
}

/** What a heading calls its section. */
export const titleOf = (heading: Statement): string => bareTitle(heading.text)
