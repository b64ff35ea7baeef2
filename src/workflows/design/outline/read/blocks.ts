// Requirement text → blocks, each with its lines: headings, paragraphs, list items, table rows, code, and what only describes the document.
//
// Read line by line rather than by a Markdown parser: people paste indented Gherkin, e-mails and wiki markup, which CommonMark
// would take for code or for one long paragraph.
import { splitRow } from './cells.ts'
import { plain } from './plain.ts'
import { namesTopic, sectionKind } from './sections.ts'
import { typeSaid } from '../place/types.ts'
import { hasVerb } from '../words.ts'

type BlockKind = 'heading' | 'text' | 'item' | 'row' | 'code' | 'meta' | 'rule'

export interface Block {
  kind: BlockKind
  /** Without marks; a heading keeps its own, so that whoever reads it alone sees that it is one. */
  text: string
  /** Where in the text each of its lines begins. */
  lines: { number: number; offset: number }[]
  /** Of a heading its level, of an item its indentation. */
  level: number
  /** Of an item: numbered, as steps are. */
  isNumbered?: boolean
  /** Of a table row: titles and places of its cells; the row of titles has none. */
  cells?: Cell[]
}

export interface Cell {
  title: string
  start: number
  end: number
}

export interface Line {
  number: number
  text: string
}

const heading = /^ {0,3}(#{1,6})\s+\S|^h([1-6])\.\s+\S|^(={2,6})\s+\S.*=\s*$/
const fenceMark = /^\s*(?:```|~~~|\{code(?::\w+)?\}|\{noformat\})\s*(\w*)/
const bullet =
  /^(\s*)(?:[-*+•·–▪◦▸‣]+|\(?\d{1,3}(?:\.\d{1,3}){0,3}[.)]|\(?[a-zA-Z][.)]|\d{1,2}[a-z]\d?[.)]|\d{1,2}(?:\.\d{1,2}){1,3}(?=\s+[A-Z*`"“])|#{1,3}(?=\s\S.*))\s+(?:\[[ xX]?\]\s+)?(?=\S)/
const gherkin = /^\s*(?:feature|scenario(?: outline| template)?|background|rule|examples?)\s*:/i
/** Lines that open something although no blank line stands before them. */
const opener =
  /^\W{0,4}(?:(?:given|when|then|and|but|as an?|as the|i want|i need|i can|so that|in order to)\b|(?:q|a|question|answer)\s*\d*\s*[:.)])/i
const meta =
  /^\W{0,4}(?:priority|status|owner|author|date|version|estimate|labels?|sprint|story points?|points|assignee|reporter|epic|epic link|milestone|reviewers?|created(?: by)?|updated|last updated|tags|fix version|ticket|type|issue type|issue key|effort|target release|document (?:owner|type)|prepared (?:by|for)|from|to|cc|subject|sent|re|feature branch|product name|story id|risk level|resolution|component|input|constitution|branch|why this priority|independent test|rationale|migration)\W{0,3}:\W{0,3}\s\S.{0,400}$/i

export function readBlocks(lines: readonly Line[]): Block[] {
  const blocks: Block[] = []
  let paragraph: Line[] = []
  let titles: string[] | null = null
  let inWords = false
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as Line
    const { text } = line
    const trimmed = text.trim()
    const isRow = /^\s*\|.*\|\s*$/.test(text) || (titles !== null && text.includes('|'))
    if (!isRow) titles = null
    if (trimmed === '') {
      flush()
      continue
    }
    const ended = endOfAside(lines, at, inWords)
    if (ended) {
      if (ended.kind === 'rule') inWords = !inWords
      push(ended.kind, lines.slice(at, ended.end), 0)
      at = ended.end - 1
    } else if (isRow) takeRow(line)
    else if (heading.test(text)) push('heading', [line], levelOf(heading.exec(text)))
    else if (/^\s*(?:={3,}|-{3,}|\*{3,}|_{3,}|\* \* \*)\s*$/.test(text)) takeRule(line)
    else if (gherkin.test(text)) push('heading', [line], /^\s*(?:feature|rule)/i.test(text) ? 3 : 5)
    else if (meta.test(trimmed) && !(bullet.test(text) && isField(plain(text.replace(bullet, ''))))) push('meta', [line], 0)
    else if (isBoldTitle(trimmed)) push('heading', [line], 7)
    else if (bullet.test(text) && !isNumberedTitle(lines, at)) push('item', [line], indentOf(text), /^\s*\(?\d/.test(text))
    else if (isNumberedTitle(lines, at)) push('heading', [line], 2 + (/^\s*[\d.]+/.exec(text)?.[0].split('.').filter(Boolean).length ?? 1))
    else takeText(line)
  }
  flush()
  return titled(blocks)

  function push(kind: BlockKind, from: readonly Line[], level: number, isNumbered = false): void {
    flush()
    const text =
      kind === 'code'
        ? from
            .map((line) => line.text)
            .join('\n')
            .slice(0, 4000)
        : kind === 'heading'
          ? headingText(from)
          : ''
    blocks.push(
      kind === 'code' || kind === 'heading'
        ? { kind, text, lines: from.map(({ number }) => ({ number, offset: 0 })), level }
        : { ...joined(kind, from, level), ...(isNumbered && { isNumbered }) },
    )
  }

  function takeRow(line: Line): void {
    flush()
    // What stands below the first line of a cell is a statement of its own.
    const [row, ...further] = titles === null ? [line.text] : splitLines(line.text)
    const { cells, text } = splitRow(row!)
    const block: Block = { kind: 'row', text, lines: [{ number: line.number, offset: 0 }], level: 0 }
    if (cells.every(({ start, end }) => /^:?-*:?$/.test(text.slice(start, end)))) blocks.push({ ...block, kind: 'rule' })
    else if (titles === null) {
      titles = cells.map(({ start, end }) => text.slice(start, end))
      blocks.push(block)
    } else {
      blocks.push({ ...block, cells: cells.map((cell, index) => ({ ...cell, title: titles?.[index] ?? '' })) })
      for (const each of further)
        if (plain(each) !== '') blocks.push({ kind: 'item', text: plain(each), lines: [{ number: line.number, offset: 0 }], level: 0 })
    }
  }

  /** A line of marks under a short line makes that a heading. */
  function takeRule(line: Line): void {
    const above = paragraph.length === 1 ? (paragraph[0] as Line) : undefined
    if (above && above.text.length <= 100 && /^\s*[=-]/.test(line.text)) {
      paragraph = []
      push('heading', [above], line.text.includes('=') ? 1 : 2)
    }
    push('rule', [line], 0)
  }

  function takeText(line: Line): void {
    const last = blocks.at(-1)
    const inItem = last?.kind === 'item' && paragraph.length === 0 && last.lines.at(-1)?.number === line.number - 1
    if (inItem && /^\s{2,}\S/.test(line.text) && !opener.test(line.text)) append(last, line)
    else {
      const goesOn =
        /^\s*(?:and|but|when|then)\b/.test(line.text) &&
        !opener.test(paragraph[0]?.text ?? '') &&
        !/[.!?:;]\s*$/.test(paragraph.at(-1)?.text ?? '')
      if (paragraph.length > 0 && ((opener.test(line.text) && !goesOn) || /^\s*[A-Z]{1,6}-?\d+(?:\.\d+)*\s*[:.)-]/.test(line.text))) flush()
      paragraph.push(line)
    }
  }

  function flush(): void {
    if (paragraph.length === 0) return
    for (const part of unwrap(paragraph)) blocks.push(joined('text', part, 0))
    paragraph = []
  }
}

/** A row without what follows the first line of its cells, and each of the lines that do: "As a clerk, I want …<br>Criteria: …". */
function splitLines(row: string): string[] {
  const further: string[] = []
  const first = row.split('|').map((cell) => {
    const [head = '', ...rest] = cell.split(/<br\s*\/?>/i)
    if (head.length < 40) return cell
    further.push(...rest)
    return head
  })
  return [first.join('|'), ...further]
}

/** A line with a colon that heads what follows: its list, or all that comes where that is no list. */
export const lineTitle = 8

function joined(kind: BlockKind, from: readonly Line[], level: number): Block {
  const block: Block = { kind, text: '', lines: [], level }
  for (const line of from) append(block, line)
  return block
}

function append(block: Block, { number, text }: Line): void {
  const quoted = text.replace(/^\s*(?:>\s?)+/, '')
  const words = plain(block.kind === 'item' && block.text === '' ? quoted.replace(bullet, '') : quoted)
  block.lines.push({ number, offset: block.text === '' ? 0 : block.text.length + 1 })
  block.text = block.text === '' || words === '' ? block.text + words : `${block.text} ${words}`
}

/** A comment, front matter or a fenced block that begins here, and the line after it. Fenced Gherkin is requirement text. */
function endOfAside(lines: readonly Line[], at: number, inWords: boolean): { kind: 'code' | 'meta' | 'rule'; end: number } | null {
  const text = lines[at]?.text ?? ''
  const end = (from: number, closes: RegExp) => {
    const found = lines.slice(from).findIndex((line) => closes.test(line.text))
    return found < 0 ? lines.length : from + found + 1
  }
  if (at === 0 && text.trim() === '---' && end(1, /^---\s*$/) < Math.min(lines.length, 80)) return { kind: 'meta', end: end(1, /^---\s*$/) }
  if (/^\s*<!--/.test(text)) return { kind: 'meta', end: end(at, /-->/) }
  const mark = fenceMark.exec(text)
  if (!mark) return null
  const first = lines.slice(at + 1).find((line) => line.text.trim() !== '')?.text ?? ''
  const words =
    inWords || /^(?:gherkin|feature|cucumber|text|markdown|md)$/i.test(mark[1] ?? '') || gherkin.test(first) || opener.test(first)
  return words ? { kind: 'rule', end: at + 1 } : { kind: 'code', end: end(at + 1, fenceMark) }
}

function levelOf(match: RegExpExecArray | null): number {
  return match?.[1]?.length ?? (match?.[2] ? Number(match[2]) : (match?.[3]?.length ?? 1))
}

const headingText = (from: readonly Line[]) =>
  from
    .map(({ text }) => text.trim())
    .join(' ')
    .slice(0, 600)
const indentOf = (text: string) => (/^\s*/.exec(text)?.[0] ?? '').replaceAll('\t', '    ').length

function isBoldTitle(text: string): boolean {
  const label = /^(?:\*\*|__)([^*_]{2,80}?)(?:\*\*|__)\s*(?:\([^()]{1,60}\))?\s*:?$/.exec(text)?.[1]
  return label !== undefined && !/[.!?,]$/.test(label) && !opener.test(label)
}

/** "4.1 Landlord features" with nothing but its number in front, above what belongs to it. */
function isNumberedTitle(lines: readonly Line[], at: number): boolean {
  const text = lines[at]?.text ?? ''
  const words = /^ {0,3}\d{1,2}(?:\.\d{1,2}){0,3}[.)]?\s+(?:\*\*)?(\p{Lu}[^.!?;,:*]{1,60})(?:\*\*)?:?\s*$/u.exec(text)?.[1]?.trim()
  if (words === undefined || words.split(' ').length > 6) return false
  const next = lines.slice(at + 1).find((line) => line.text.trim() !== '')?.text ?? ''
  const deeper = bullet.test(next) && (indentOf(next) > indentOf(text) || !/^\s*\d+[.)]\s/.test(next))
  return deeper || (isTitleCase(words) && next !== '' && !bullet.test(next))
}

function isTitleCase(text: string): boolean {
  const words = text.trim().split(/\s+/)
  return (
    words.length > 1 &&
    words.length < 9 &&
    !/[.,;!?:]$/.test(text.trim()) &&
    words.every((word) => word.length < 4 || /^[^\p{L}]*\p{Lu}/u.test(word)) &&
    /^\p{Lu}/u.test(words[0] ?? '')
  )
}

/** "Pet" above the list of what a pet has. */
function isTitleOfList(block: Block, next: Block | undefined): boolean {
  return (
    block.kind === 'text' &&
    block.lines.length === 1 &&
    next?.kind === 'item' &&
    /^[^.!?;,:]{2,40}(?:,[^.!?;:]{2,40})?$/.test(block.text) &&
    block.text.split(/ |,.*/).length < 6 &&
    !(block.text.includes(',') && hasVerb(block.text.replace(/,.*/, '')))
  )
}

/** A short line of its own above the rest is the text's title, and so is any in capitals. */
function titled(blocks: Block[]): Block[] {
  const first = blocks.findIndex(({ kind }) => kind !== 'meta' && kind !== 'rule')
  return blocks.map((block, at) => {
    const alone =
      block.kind === 'text' &&
      block.lines.length === 1 &&
      at < blocks.length - 1 &&
      !/[.!?;,:]$/.test(block.text) &&
      !opener.test(block.text)
    const next = blocks[at + 1]
    const short = block.kind === 'text' && block.lines.length === 1 && next !== undefined && /^[^.!?;,:]{2,50}:?$/.test(block.text)
    const steps = /:$/.test(block.text) && next?.isNumbered === true && tells(next.text) && tells(blocks[at + 2]?.text ?? '')
    if (short && (steps || sectionKind([block.text]) !== 'request' || (/:$/.test(block.text) && !namesTopic(block.text))))
      return { ...block, kind: 'heading' as const, level: isTitleOfList(next, blocks[at + 2]) ? 5 : lineTitle }
    if (isTitleOfList(block, next)) return { ...block, kind: 'heading' as const, level: 6 }
    const apart = next !== undefined && (next.lines[0]?.number ?? 0) > (block.lines[0]?.number ?? 0) + 1
    const isTitle =
      alone &&
      (at === first
        ? apart && block.text.split(' ').length <= 10
        : isTitleCase(block.text) && !block.text.includes(':') && next?.kind !== 'row')
    return isTitle ? { ...block, kind: 'heading' as const, level: at === first ? 1 : 6 } : block
  })
}

/** "The driver inspects the bus." is a sentence, "inspect the bus" may need the line above it. */
const tells = (text: string) => /^(?:the|an?|each|every)\s+\p{L}.*\s\p{L}/iu.test(text) && /\p{L}s\s/u.test(text)

/** "Parcel: slot, items, weight in kg": a list of its own, however long the line above is. */
const isDefinition = (text: string) => /^\p{L}[\p{L} ]{1,30}:\s+[^,.:;]{1,40},[^.:;]+\.?$/u.test(text)

/** "status: one of new, done; required", "type: text": a field of something, and no note about the text. */
const isField = (text: string) => {
  const value = text.replace(/^[^:]*:\s*/, '').replace(/[,;]\s*(?:required|optional|unique|mandatory)\b.*$/i, '')
  return isDefinition(text) || typeSaid(value) !== null
}

/** Lines of one paragraph → its parts: joined where an editor wrapped them, kept apart where a person pressed enter. */
function unwrap(lines: readonly Line[]): Line[][] {
  const texts = lines.map(({ text }) => text.trim())
  const width = Math.max(...texts.map((text) => text.length))
  const wrapped = width >= 50 && texts.slice(0, -1).every((text) => text.length >= width - 20)
  const parts: Line[][] = []
  lines.forEach((line, at) => {
    const before = texts[at - 1]
    const open =
      before !== undefined &&
      (/(?:[,;–—]|\b(?:an?|the|of|to|and|or|with|for|in|on|by|that|which|their|is|are|not|if|when|unless))$/i.test(before) ||
        (/^\p{Ll}/u.test(texts[at] ?? '') && /^\p{Lu}/u.test(texts[0] ?? '') && !/[.!?:]$/.test(before)))
    const defines =
      !/[,;]$/.test(before ?? '') && (isDefinition(texts[at] ?? '') || (isDefinition(before ?? '') && /^\p{Lu}/u.test(texts[at] ?? '')))
    if (before !== undefined && (wrapped || open) && !defines) parts.at(-1)?.push(line)
    else parts.push([line])
  })
  return parts
}
