// A baseline: findings that were there when it was written. Only what is new counts; a finding keeps its identity when its line moves.
import { sha256 } from '../lib/hash.ts'
import type { Evidence, Verdict } from '../schema/verdict.ts'

/** How many findings of each identity are known. */
export type Known = Readonly<Record<string, number>>

export interface Identified {
  file: string
  verdicts: readonly Verdict[]
  /** The lines findings are about, by number. */
  source: Readonly<Record<string, string>>
}

export const isMissed = ({ outcome }: Verdict): boolean => outcome !== 'pass' && outcome !== 'not-applicable'

/** What does not hold in a file, told apart by rule and by what is written there, not by where. */
export function identities({ file, verdicts, source }: Identified): { ruleId: string; key: string; count: number; at: number }[] {
  return verdicts.filter(isMissed).flatMap(({ ruleId, outcome, message, evidence }) => {
    const all: readonly Evidence[] = evidence.length > 0 ? evidence : [{ message }]
    return all.map((each, at) => {
      const counted = /^… and (\d+) more$/.exec(each.message)
      const { line, pointer, sight } = each.location ?? {}
      const written = (line === undefined ? undefined : source[line]) ?? sight?.selector ?? pointer ?? ''
      const parts = counted ? ['more'] : [written.replaceAll(/\s+/g, ' ').trim(), each.quote ?? '', each.message.replaceAll(/\d+/g, '#')]
      return { ruleId, key: sha256([file, ruleId, outcome, ...parts].join('\0')).slice(0, 24), count: Number(counted?.[1] ?? 1), at }
    })
  })
}

/** Of each rule of a file, which findings are known, by their number; and what is new. Takes from `left` what it finds. */
export function compareWith(left: Record<string, number>, checked: Identified): { known: Record<string, number[]>; fresh: number } {
  const known: Record<string, number[]> = {}
  let fresh = 0
  for (const { ruleId, key, count, at } of identities(checked)) {
    const have = left[key] ?? 0
    left[key] = Math.max(0, have - count)
    if (have >= count) (known[ruleId] ??= []).push(at)
    else fresh += count - have
  }
  return { known, fresh }
}

export function countKnown(all: readonly Identified[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { key, count } of all.flatMap(identities)) counts[key] = (counts[key] ?? 0) + count
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Lines around findings, and no more of the text. */
export function sourceOf(text: string, name: string, verdicts: readonly Verdict[]): Record<string, string> {
  const lines = text.split('\n')
  const wanted = verdicts
    .filter(isMissed)
    .flatMap(({ evidence }) => evidence)
    .flatMap(({ location }) => (location?.line !== undefined && (location.file ?? name) === name ? [location.line] : []))
    .flatMap((line) => [line - 1, line, line + 1])
  return Object.fromEntries(
    [...new Set(wanted)]
      .sort((a, b) => a - b)
      .flatMap((line) => (lines[line - 1] === undefined ? [] : [[line, lines[line - 1]!.slice(0, longestLine)]])),
  )
}

const longestLine = 4000
