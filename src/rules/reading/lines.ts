// Offsets to lines and columns, and the short quotes that evidence shows.
import type { Location } from '../../schema/verdict.ts'
import type { Artifact } from '../check.ts'
import { oncePer } from './once-per.ts'

/** The place of an offset in the artifact, ready for evidence. */
export function placeAt(artifact: Artifact, offset: number): Location {
  return { file: artifact.name, ...positionIn(startsOf(artifact), offset) }
}

/** The whole line of an offset, shortened for a quote. */
export function quoteAt(artifact: Artifact, offset: number): string {
  const { text } = artifact
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const end = text.indexOf('\n', offset)
  const from = Math.max(start, offset - maxQuote / 2)
  return shorten(text.slice(from, Math.min(end === -1 ? text.length : end, from + maxQuote + 1)))
}

export function shorten(text: string, length = maxQuote): string {
  const trimmed = text.trim()
  return trimmed.length <= length ? trimmed : `${trimmed.slice(0, length)}…`
}

export function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

export function positionIn(starts: readonly number[], offset: number): { line: number; column: number } {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** `"a", "b" and "c"`, each quoted verbatim. */
export function quoted(items: readonly string[], word = 'and'): string {
  const each = items.map((item) => JSON.stringify(item))
  return each.length < 2 ? each.join('') : `${each.slice(0, -1).join(', ')} ${word} ${each.at(-1)}`
}

/** `at least 2`, `at most 5`, `exactly 3`, `2 to 5`. */
export function rangeText(min: number, max: number | undefined): string {
  if (max === undefined) return `at least ${min}`
  if (min === 0) return max === 0 ? 'none' : `at most ${max}`
  return min === max ? `exactly ${min}` : `${min} to ${max}`
}

/** A value as evidence shows it. */
export function show(value: unknown): string {
  return shorten(JSON.stringify(value) ?? 'nothing', 120)
}

const maxQuote = 160

const startsOf = oncePer((artifact: Artifact) => lineStarts(artifact.text))
