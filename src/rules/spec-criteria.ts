// Acceptance criteria of a spec-kit, OpenSpec or Kiro document: each with an id, its words and its line.
import { fencedLines } from '../lib/fences.ts'

export interface Criterion {
  /** Numbered as in the document ("fr-001", "req-2.3", "us-1.2"), or named after the scenario. */
  id: string
  text: string
  line: number
}

export function criteriaOf(document: string): Criterion[] {
  const found: Criterion[] = []
  const headings: { level: number; title: string }[] = []
  let scenario: Criterion | null = null
  let listed = false
  let last: Criterion | null = null
  let count = 0
  for (const { text, line, indented } of proseLines(document)) {
    const heading = /^(#{1,6})\s+(.+?)\s*#*$/.exec(text)
    if (heading) {
      const level = heading[1]!.length
      while ((headings.at(-1)?.level ?? 0) >= level) headings.pop()
      headings.push({ level, title: heading[2]! })
      const name = /^Scenario:\s*(.+)$/i.exec(heading[2]!)?.[1]
      scenario = name === undefined || isRemoved() ? null : { id: slug(name), text: '', line }
      if (scenario) found.push(scenario)
      ;[listed, last, count] = [accepts.test(heading[2]!), null, 0]
      continue
    }
    if (isRemoved()) continue
    if (/^\*\*[^*]+\*\*:?$/.test(text) || /^[A-Z][^.]{3,40}:$/.test(text)) {
      ;[listed, last, count] = [accepts.test(text), null, 0]
      continue
    }
    const item = /^(?:[-*+]|\d+[.)])\s+(.+)$/.exec(text)?.[1]
    const label = /^\*{0,2}((?:[A-Z]{1,4}-)?[A-Z]{2,4}-\d+[a-z]?)\*{0,2}\s*:?\*{0,2}:?\s+(.+)$/.exec(item ?? text)
    if (scenario) scenario.text = [scenario.text, plain(item ?? text)].filter(Boolean).join(' ')
    else if (label) found.push((last = { id: label[1]!.toLowerCase(), text: plain(label[2]!), line }))
    else if (item !== undefined && listed && !indented) found.push((last = { id: `${owner()}.${++count}`, text: plain(item), line }))
    else if (last && indented) last.text += ` ${plain(item ?? text)}`
    else last = null
  }
  return unique(found.filter(({ text }) => text !== ''))

  function isRemoved(): boolean {
    return headings.some(({ title }) => /^REMOVED\b|^(?:out of scope|non-goals)/i.test(title))
  }

  /** "Requirement 2" → "req-2", "User Story 1 - Record (Priority: P1)" → "us-1". */
  function owner(): string {
    for (const { title } of headings.toReversed()) {
      const [, kind, number] = /^(requirement|user story|story)\s+(\d+(?:\.\d+)*)/i.exec(title) ?? []
      if (kind !== undefined) return `${/^req/i.test(kind) ? 'req' : 'us'}-${number!}`
    }
    return slug(headings.findLast(({ title }) => !accepts.test(title))?.title ?? 'criterion')
  }
}

const accepts = /\bacceptance (?:criteria|scenarios?)\b/i

/** The meaningful lines, without code and comments. */
function* proseLines(document: string): Generator<{ text: string; line: number; indented: boolean }> {
  const code = fencedLines(document)
  let inComment = false
  for (const [i, raw] of document.replaceAll('\r\n', '\n').split('\n').entries()) {
    if (code.has(i + 1)) continue
    if (inComment || /^\s*<!--/.test(raw)) inComment = !raw.includes('-->')
    else if (raw.trim() !== '') yield { text: raw.trim(), line: i + 1, indented: /^\s{2,}/.test(raw) }
  }
}

function plain(text: string): string {
  return text
    .replaceAll(/\*\*|__|`/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

export function slug(text: string): string {
  return (
    plain(text)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 80) || 'criterion'
  )
}

function unique(all: readonly Criterion[]): Criterion[] {
  const times = new Map<string, number>()
  return all.map((criterion) => {
    const before = times.get(criterion.id) ?? 0
    times.set(criterion.id, before + 1)
    return before === 0 ? criterion : { ...criterion, id: `${criterion.id}-${before + 1}` }
  })
}
