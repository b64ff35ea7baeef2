// What a brief asks for, from its headings and lines: the page's sections, its copy, the number of calls to action.
import { copyWords } from '../../rules/page/read-copy.ts'
import { fencedLines } from '../../lib/fences.ts'
import type { Section } from './criteria.ts'

export interface Brief {
  title: string
  sections: Section[]
  /** The text of its copy section, by heading; null without one. */
  copy: Record<string, string[]> | null
  primaryActions: number
  /** Undecided lines. */
  open: string[]
}

/** Under "Sections" (or "Page", "Structure") every item names one; under "Copy" every heading, and every `Hero: …`, gives a section's text; other lines may be anywhere on the page. */
export function readBrief(markdown: string): Brief {
  const parts = partsOf(markdown)
  const list = parts.find(({ title, level }) => level >= 2 && /^(?:page )?(?:sections|structure|page)$/i.test(title))
  const copyAt = parts.findIndex(({ title }) => /^(?:the |page |site )?copy(?: text)?:?$/i.test(title))
  const copyLevel = parts[copyAt]?.level ?? 0
  const end = parts.findIndex(({ level }, index) => index > copyAt && level <= copyLevel)
  const copy = copyAt < 0 ? [] : parts.slice(copyAt + 1, end < 0 ? undefined : end)
  const items = (list?.lines ?? []).flatMap((line) => {
    const item = /^\s*(?:[-*+]|\d+[.)])\s+(.+)$/.exec(line)?.[1]
    return item === undefined ? [] : [{ title: titleOf(item), from: item.trim() }]
  })
  const said: Record<string, string[]> = {}
  const add = (title: string, words: readonly string[]) => {
    if (words.length > 0) said[title] = [...(said[title] ?? []), ...words]
  }
  for (const { label, words } of (parts[copyAt]?.lines ?? []).map(copyWords)) {
    const section = items.find(({ title }) => title.toLowerCase() === label.toLowerCase())
    add(section?.title ?? '', words === '' ? [] : [words])
  }
  for (const { title, lines } of copy) add(title, lines.map((line) => line.replace(/^\s*(?:[-*+>]|\d+[.)])\s+/, '').trim()).filter(Boolean))
  const wanted = /\b(\d+|two|three|four)\s+primary\s+(?:calls? to action|ctas?|actions?|buttons?)/i.exec(markdown)?.[1]
  return {
    title: parts.find(({ level }) => level === 1)?.title ?? '',
    sections: items.length > 0 ? items : copy.map(({ title }) => ({ title, from: title })),
    copy: Object.keys(said).length === 0 ? null : said,
    primaryActions: wanted === undefined ? 1 : (numbers[wanted.toLowerCase()] ?? Number(wanted)),
    open: markdown.split('\n').filter((line) => line.includes('_TBD_')),
  }
}

const numbers: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4 }

/** `Hero: what it is for` and `**Hero** with a picture` both name the section Hero. */
const titleOf = (item: string) =>
  (/^\*\*(.+?)\*\*/.exec(item)?.[1] ?? item.split(/\s*(?::|—|–| - )\s*/)[0] ?? item).replace(/[`*_]/g, '').trim()

interface Part {
  level: number
  title: string
  lines: string[]
}

function partsOf(markdown: string): Part[] {
  const parts: Part[] = []
  const code = fencedLines(markdown)
  for (const [i, line] of markdown.split(/\r?\n/).entries()) {
    const heading = code.has(i + 1) ? null : /^(#{1,6})\s+(.+?)\s*#*$/.exec(line)
    if (heading) parts.push({ level: heading[1]?.length ?? 1, title: (heading[2] ?? '').trim(), lines: [] })
    else parts.at(-1)?.lines.push(line)
  }
  return parts
}
