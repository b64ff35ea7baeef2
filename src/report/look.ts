// How output looks: its width, the current time, and what colours mean. Plain when nobody watches.
import { cells, cutInside, cutTo, words } from '../lib/cells.ts'
import { named } from './story.ts'

export type Meaning = 'good' | 'bad' | 'warn' | 'calm' | 'dim' | 'strong'

export interface Look {
  /** Columns; null if lines may have any length, as in a pipe. */
  width: number | null
  /** For relative times such as "3 min ago"; null to print the time itself. */
  now: number | null
  paint: Readonly<Record<Meaning, (text: string) => string>>
}

const asIs = (text: string) => text

export const plainLook: Look = { width: null, now: null, paint: { good: asIs, bad: asIs, warn: asIs, calm: asIs, dim: asIs, strong: asIs } }

/** How many characters of a name are worth more than another column. */
const leastName = 24

/** Aligned columns. If they don't fit, long names in the first lose their middle, then the least important columns go, then the widest cell is cut: no line wraps. */
export function columns(
  rows: readonly (readonly string[])[],
  {
    width = null,
    least = [],
    paint = asIs,
  }: { width?: number | null; least?: readonly number[]; paint?: (cell: string, row: number, column: number) => string } = {},
): string {
  const count = Math.max(0, ...rows.map((row) => row.length))
  const all = Array.from({ length: count }, (_, at) => at)
  const widest = (at: number) => Math.max(0, ...rows.map((row) => cells(row[at] ?? '')))
  const sizes = new Map(all.map((at) => [at, widest(at)]))
  let kept = all.filter((at) => widest(at) > 0)
  const over = () => (width === null ? 0 : kept.reduce((sum, at) => sum + sizes.get(at)! + 2, -2) - width)
  const shrink = (at: number, smallest: number) => {
    const size = sizes.get(at) ?? 0
    if (over() > 0 && size > smallest) sizes.set(at, Math.max(smallest, size - over()))
  }
  if (least.length > 0) shrink(0, leastName)
  for (const at of least) if (over() > 0) kept = kept.filter((each) => each !== at)
  const longest = () => kept.reduce((found, at) => (sizes.get(at)! > sizes.get(found)! ? at : found), kept[0] ?? 0)
  while (over() > 0 && sizes.get(longest())! > 8) shrink(longest(), 8)
  if (over() < 0) sizes.set(0, Math.min(widest(0), sizes.get(0)! - over())) // space freed by dropped columns
  return rows
    .map((row, line) => {
      const last = kept.findLastIndex((at) => (row[at] ?? '') !== '')
      return kept
        .slice(0, last + 1)
        .map((at, n) => {
          const cell = (at === 0 && least.length > 0 ? cutInside : cutTo)(row[at] ?? '', sizes.get(at)!)
          return `${paint(cell, line, at)}${n === last ? '' : ' '.repeat(sizes.get(at)! - cells(cell))}`
        })
        .join('  ')
    })
    .join('\n')
}

/** Breaks between words and indents what follows to its column; a word longer than the line stays whole. */
export function fit(text: string, width: number | null): string {
  if (width === null) return text
  const broken = text.split('\n').flatMap((line) => {
    if (cells(line) <= width) return [line]
    const indent = (/^ *\S.* {2,}(?=\S)/.exec(line.slice(0, width * 0.6))?.[0] ?? `${/^ */.exec(line)?.[0]}  `).length
    const lines = ['']
    for (const word of words(line)) {
      const last = lines.at(-1)!
      if (last !== '' && cells(last) + cells(word) > width) lines.push(' '.repeat(indent) + word.trimStart())
      else lines[lines.length - 1] = last + word
    }
    return lines
  })
  return broken.join('\n')
}

/** `just now`, `3 min ago`, `yesterday`, then the date; rounds down. */
export function ago(iso: string, now: number | null): string {
  const at = Date.parse(iso)
  if (now === null || Number.isNaN(at)) return iso
  const seconds = Math.max(0, Math.floor((now - at) / 1000))
  if (seconds < 45) return 'just now'
  if (seconds < 3600) return `${Math.max(1, Math.floor(seconds / 60))} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`
  if (seconds < 172_800) return 'yesterday'
  return seconds < 30 * 86_400 ? `${Math.floor(seconds / 86_400)} days ago` : iso.slice(0, 10)
}

/** One line of a card: name, figure, how full its bar is (null if not measured), and a remark. */
export type Scored = readonly [name: string, shown: string, share: number | null, remark?: string]

/** The bars of a card, with names, figures and bars aligned. */
export function scoreBars(scores: readonly Scored[]): string[] {
  const names = Math.max(0, ...scores.map(([name]) => cells(name)))
  const figures = Math.max(0, ...scores.map(([, shown]) => shown.length))
  return scores.map(([name, shown, share, remark = '']) =>
    `  ${named(name)}${' '.repeat(names - cells(name))}  ${shown.padStart(figures)}  ${share === null ? ' '.repeat(20) : bar(share)}  ${remark}`.trimEnd(),
  )
}

/** Twenty cells. */
function bar(share: number): string {
  const full = Math.max(0, Math.min(20, Math.round(share * 20)))
  return `${'█'.repeat(full)}${'·'.repeat(20 - full)}`
}
