// Requirement text → blocks: headings, paragraphs, list items and table rows, each under its section and its lead-in line.
//
// Read line by line rather than by a markdown parser: people paste indented Gherkin, e-mails and wiki markup, which
// CommonMark would take for code, and a line reader stays linear on any input.
import { pictographs, plain, withoutComments } from './plain.ts'
import { isActionVerb } from '../words/verbs.ts'

export interface Block {
  kind: 'text' | 'item' | 'row'
  text: string
  /** Headings above it, outermost first. */
  section: readonly string[]
  /** The line that introduces it: the parent list item, or the paragraph before the list when it ends in a colon. */
  lead: string | undefined
  /** Table rows only: column title → cell. */
  cells: readonly (readonly [string, string])[] | undefined
}

export interface Document {
  title: string | undefined
  blocks: Block[]
}

const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/
/** "SHOP-212: Returns for vouchers": the name of a ticket. */
const ticket = /^\[?[A-Z][A-Z0-9]{1,9}-\d{1,6}\]?\s*[:–—-]?\s+(?=\p{L}.{2,100}[^.!?:,;\s]$)/u
const feature = /^\s*feature\s*:\s*(?=\p{L})/iu
/** "As a volunteer I would like to:" above a list: every point of it is such a wish. */
export const openWish =
  /^as (?:an?|the)\s[^,.:]{2,60}?,?\s(?:i|we)\s(?:want|need|would like|wish|can|should be able)(?: to)?(?: be able to)?\s*:?$/i
/** "4.1 Landlord Features", with the number in front and no mark. */
const numberedHeading = /^ {0,3}(\d{1,2}(?:\.\d{1,2}){1,3})\.?\s+(\p{Lu}[^.!?;,]{1,70})$/u
/** "User Story 2: As a landlord, I want …" as a heading is a story all the same. */
const storyHeading = /\bas (?:an?|the)\s.{2,80}?\s(?:i|we)\s(?:want|need|would like|wish|can)\b/i
const wikiHeading = /^(?:h([1-6])\.|(={1,6}))\s+(.*?)\s*=*$/
const item =
  /^(\s*)(?:[-*+•·–▪◦\uF0B7\uF0A7]|o(?=\s+[A-Z])|\(?\d{1,3}(?:\.\d{1,3}){0,3}[.)](?=\s|[A-Z])|\(?[a-zA-Z][.)](?=\s))\s*(?<=\s|[.)])(?:\[[ xX]?\]\s+)?(.*)$/
const tightItem = /^(\s*)[*•-](?=[A-Z][^*]*$)(.*)$/
const opener =
  /^(?:\*\*|__)?(?:given|when|then|and|but|scenario|scenario outline|example|background|feature|rule|as an?|as the|i want|i need|i can|so that|so i|in order to)\b/i
const maxLine = 4000

export function readBlocks(source: string): Document {
  const place: Place = {
    title: undefined,
    blocks: [],
    sections: [],
    paragraph: [],
    items: [],
    leadIn: undefined,
    header: undefined,
    inTable: false,
  }
  for (const line of meaningfulLines(source)) take(place, line)
  flush(place)
  return { title: place.title, blocks: promoteTitles(place.blocks) }
}

/** "2. Order Placement" above a list of its own is a heading, whatever its mark. */
function promoteTitles(blocks: readonly Block[]): Block[] {
  const titles = new Set(
    blocks.flatMap((block, at) =>
      block.kind === 'item' && isTitle(block.text) && blocks[at + 1]?.lead === block.text ? [block.text] : [],
    ),
  )
  if (titles.size === 0) return [...blocks]
  return blocks
    .filter((block) => !(block.kind === 'item' && titles.has(block.text)))
    .map((block) =>
      block.lead !== undefined && titles.has(block.lead) ? { ...block, section: [...block.section, block.lead], lead: undefined } : block,
    )
}

/** Lines without front matter, comments, code and control characters. Fenced Gherkin is kept: it is requirement text. */
function* meaningfulLines(source: string): Generator<string> {
  const lines = withoutComments(source.toWellFormed().replace(/^\uFEFF/, '')).split(/\r\n|\r|\n/)
  let index = 0
  if (lines[0]?.trim() === '---') {
    const end = lines.slice(1, 80).findIndex((line) => line.trim() === '---')
    if (end >= 0) index = end + 2
  }
  let fence: string | undefined
  let keep = false
  for (; index < lines.length; index += 1) {
    const line = clean(
      isTabbed(lines[index]) && (isTabbed(lines[index - 1]) || isTabbed(lines[index + 1]))
        ? `| ${lines[index]?.split(/\t+/).join(' | ')} |`
        : (lines[index] ?? ''),
    )
    const mark = /^\s*(```|~~~)\s*(\w*)/.exec(line)
    if (mark) {
      keep = fence === undefined && (/^(gherkin|feature|cucumber)$/i.test(mark[2] ?? '') || opener.test((lines[index + 1] ?? '').trim()))
      fence = fence === undefined ? mark[1] : undefined
      yield ''
    } else if (fence === undefined || keep) yield line
  }
}

/** A row of a table pasted from a word processor: cells with tabs between, one under the other. */
function isTabbed(line: string | undefined): boolean {
  return line !== undefined && line.length < maxLine && /^\p{L}[^\t|]{0,80}\t+[^\s|]/u.test(line)
}

function clean(line: string): string {
  return line
    .slice(0, maxLine)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Co}\uFFFD\uFEFF]/gu, (char) => (char === '\t' ? '  ' : ' '))
    .replace(/<\/?[a-zA-Z][^<>]{0,200}>/g, ' ')
    .trimEnd()
}

/** The place in the document while lines arrive. */
interface Place {
  title: string | undefined
  blocks: Block[]
  sections: { level: number; text: string }[]
  paragraph: string[]
  items: { indent: number; block: Block }[]
  leadIn: string | undefined
  header: string[] | undefined
  inTable: boolean
}

function take(place: Place, raw: string): void {
  const line = raw.replace(/^\s*(?:>\s?)+/, '')
  if (line.trim() === '') {
    flush(place)
    leaveTable(place)
    return
  }
  if (/^\s*\|.*\|\s*$/.test(line) || (place.inTable && line.includes('|'))) return takeRow(place, line)
  leaveTable(place)
  const head = heading.exec(line)
  if (head) return takeHeading(place, head[1]?.length ?? 1, head[2] ?? '')
  const numbered = numberedHeading.exec(line)
  if (numbered && (isTitle(numbered[2] ?? '') || /^[^\p{Ll}]+$|^\S+$/u.test(numbered[2] ?? '')))
    return takeHeading(place, (numbered[1] ?? '').replace(/\.0$/, '').split('.').length + 1, numbered[2] ?? '')
  const wiki = wikiHeading.exec(line)
  if (wiki) return takeHeading(place, wiki[1] ? Number(wiki[1]) : (wiki[2] ?? '').length, wiki[3] ?? '')
  if (/^\s*(?:={3,}|-{3,}|\*{3,}|_{3,})\s*$/.test(line)) return takeUnderline(place, line)
  const point = item.exec(line) ?? tightItem.exec(line)
  const bold = /^\s*(\d[\d.]*)[.)]?\s+(?:\*\*|__)([\p{Lu}][^*_.!?]{1,58})(?:\*\*|__):?\s*$/u.exec(line) // "2. **Order display**" over the points of its own
  if (point && bold && !opener.test(bold[2] ?? ''))
    return takeHeading(place, 6 + (bold[1]?.replace(/\.$/, '').split('.').length ?? 1), bold[2] ?? '')
  if (point) return takeItem(place, point[1]?.length ?? 0, forbidden(point[2] ?? ''))
  const label = /^\s*(?:\*\*|__)([^*_]{2,60}?)(?:\*\*|__)\s*(?:\([^()]{1,60}\))?\s*:?\s*$/.exec(line)?.[1]
  if (label && !/[.!?,]$/.test(label) && !opener.test(label)) return takeHeading(place, 7, label.replace(/:$/, ''))
  if (place.title === undefined && place.blocks.length === 0 && place.paragraph.length === 0 && ticket.test(line))
    return takeHeading(place, 1, line.replace(ticket, ''))
  const named = /^\s*(?:use case(?: name)?|title|story|epic|module)\s*:\s*(\p{Lu}.{2,70}[^.!?])$/iu.exec(line)?.[1]
  if (named !== undefined) return takeHeading(place, 6, named)
  if (place.title === undefined && place.blocks.length === 0 && feature.test(line)) return takeHeading(place, 1, line.replace(feature, ''))
  if (place.paragraph.length === 0 && isTitle(line, place.title === undefined && place.blocks.length === 0 ? 12 : 7))
    return takeHeading(place, place.title === undefined && place.blocks.length === 0 ? 1 : 6, line)
  takeText(place, line)
}

/** A plain line that reads as a heading: a few words, all the long ones with a capital. */
function isTitle(raw: string, most = 7): boolean {
  const line = raw.replace(pictographs, '').replace(/\s*\([A-Z]{2,8}\)/, '')
  const words = line.trim().replace(/:$/, '').split(/\s+/)
  if (
    words.length < 2 ||
    words.length > most ||
    /^[\p{L} ]{2,30}:\s/u.test(line) ||
    /[.,;!?]/.test(line) ||
    opener.test(line.trim()) ||
    line.trim().endsWith(':')
  )
    return false
  return (
    words.every((word) => word.length < 4 || /^[^\p{L}]*\p{Lu}/u.test(word)) &&
    /^\p{Lu}/u.test(words[0] ?? '') &&
    /^\p{Lu}/u.test(words.at(-1) ?? '')
  )
}

function leaveTable(place: Place): void {
  place.inTable = false
  place.header = undefined
}

function takeHeading(place: Place, level: number, raw: string): void {
  flush(place)
  place.items = []
  place.leadIn = undefined
  const text = plain(raw)
  if (text === '') return
  if (openWish.test(text)) {
    place.sections = [...place.sections.filter((section) => section.level < level), { level, text: '' }]
    place.leadIn = text
    return
  }
  const story = storyHeading.exec(text)
  const name = story ? text.slice(0, story.index).replace(/[\s:(–—-]+$/, '') : text
  if (level === 1 && !story) place.title ??= text
  place.sections = [...place.sections.filter((section) => section.level < level), { level, text: name }]
  if (story) place.blocks.push({ kind: 'text', text: text.slice(story.index), section: path(place), lead: undefined, cells: undefined })
}

function takeUnderline(place: Place, line: string): void {
  const above = place.paragraph.length === 1 ? place.paragraph[0] : undefined
  if (above === undefined || above.length > 100 || !/^\s*[=-]/.test(line)) return flush(place)
  place.paragraph = []
  takeHeading(place, line.includes('=') ? 1 : 2, above)
}

function takeItem(place: Place, indent: number, text: string): void {
  flush(place)
  while ((place.items.at(-1)?.indent ?? -1) >= indent) place.items.pop()
  if (text === '') return
  const block: Block = { kind: 'item', text, section: path(place), lead: place.items.at(-1)?.block.text ?? place.leadIn, cells: undefined }
  place.items.push({ indent, block })
  place.blocks.push(block)
}

function takeRow(place: Place, line: string): void {
  flush(place)
  place.inTable = true
  const cells = line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => plain(cell))
  if (cells.every((cell) => /^:?-*:?$/.test(cell))) return
  if (place.header === undefined) {
    place.header = cells
    return
  }
  const titles = place.header
  place.blocks.push({
    kind: 'row',
    text: cells.filter((cell) => cell !== '').join(' | '),
    section: path(place),
    lead: place.leadIn,
    cells: cells.map((cell, at) => [titles[at] ?? '', cell] as const),
  })
}

function takeText(place: Place, line: string): void {
  const last = place.items.at(-1)
  const previous = place.paragraph.at(-1)
  if (last && previous === undefined && /^\s{2,}\S/.test(line) && !opener.test(line.trim())) {
    last.block.text = `${last.block.text} ${plain(line)}` // a wrapped list item
    return
  }
  if (previous !== undefined && startsAnew(previous, line)) flush(place)
  place.paragraph.push(line.trim())
}

function flush(place: Place): void {
  if (place.paragraph.length === 0) return
  const texts = unwrap(place.paragraph)
    .map(plain)
    .filter((text) => text !== '')
  place.paragraph = []
  place.items = []
  for (const text of texts) place.blocks.push({ kind: 'text', text, section: path(place), lead: undefined, cells: undefined })
  const last = texts.at(-1)
  if (last !== undefined) place.leadIn = last.endsWith(':') ? last : undefined
}

/** Lines of one paragraph → its texts: joined where an editor wrapped them, kept apart where a person pressed enter. */
function unwrap(lines: readonly string[]): string[] {
  const width = Math.max(...lines.map((line) => line.length))
  const wrapped = width >= 50 && lines.slice(0, -1).every((line) => line.length >= width - 20)
  const texts: string[] = []
  for (const line of lines) {
    const last = texts.at(-1)
    const open =
      last !== undefined &&
      (/[,;–—-]$|\b(?:an?|the|of|to|and|or|with|for|in|on|by|that|which|their|is|are)$/i.test(last) ||
        (/^\p{Ll}/u.test(line) && /^\p{Lu}/u.test(last) && !/[.!?:]$/.test(last)))
    if (last !== undefined && (wrapped || open)) texts[texts.length - 1] = `${last} ${line}`
    else texts.push(line)
  }
  return texts
}

function path(place: Place): string[] {
  return place.sections.map((section) => section.text)
}

/** Whether a line opens a new block although no blank line stands between: keywords, numbers like FR-7, titles. */
function startsAnew(previous: string, line: string): boolean {
  const next = line.trim()
  if (opener.test(next)) return /^[A-Z*_]/.test(next)
  return /^[A-Z]{1,6}-?\d+(?:\.\d+)*\s*[:.)-]/.test(next) || (isTitle(next) && previous.length < 60)
}

/** "❌ Delete rooms" in a list of what one may do: one may not. */
function forbidden(raw: string): string {
  const text = plain(raw)
  const [first = ''] = text.toLowerCase().match(/^\p{L}+/u) ?? []
  return /^\s*(?:❌|✖|✗|✘|🚫|⛔)/u.test(raw) && isActionVerb(first) ? `Cannot ${text.charAt(0).toLowerCase()}${text.slice(1)}` : text
}

/** Ticks and pictures in front of a line are marks, not words. */
