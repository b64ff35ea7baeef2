// A baseline of known findings: only new ones count. A finding keeps its identity when its line moves.
import { sha256 } from '../lib/hash.ts'
import type { Finding, Verdict } from '../schema/verdict.ts'

export interface Identified {
  file: string
  verdicts: readonly Verdict[]
  /** The lines findings are about, by number. */
  source: Readonly<Record<string, string>>
}

export const isMissed = ({ outcome }: Verdict): boolean => outcome !== 'pass' && outcome !== 'not-applicable'

/** A file's failures, identified by rule and text rather than by place. */
function identities({ file, verdicts, source }: Identified): { ruleId: string; key: string; count: number; at: number }[] {
  return verdicts.filter(isMissed).flatMap(({ ruleId, outcome, message, evidence }) => {
    const all: readonly Finding[] = evidence.length > 0 ? evidence : [{ message }]
    return all.map((each, at) => {
      const counted = /^… and (\d+) more$/.exec(each.message)
      const { line, pointer, sight } = each.location ?? {}
      const written = (line === undefined ? undefined : source[line]) ?? sight?.selector ?? pointer ?? ''
      const parts = counted ? ['more'] : [written.replaceAll(/\s+/g, ' ').trim(), each.quote ?? '', each.message.replaceAll(/\d+/g, '#')]
      return { ruleId, key: sha256([file, ruleId, outcome, ...parts].join('\0')).slice(0, 24), count: Number(counted?.[1] ?? 1), at }
    })
  })
}

/** Splits each rule's findings into known (by number) and new. Takes what it matches from `left`. */
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

/** Only the lines around findings. */
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
