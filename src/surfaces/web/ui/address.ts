// Where a view of a run is found, and what every view is given.
import type { Judged, RunDocument } from '../document.ts'

export interface ViewProps {
  document: RunDocument
  /** Which evaluation is looked at, from 1. */
  at: number
}

/** Views had other names once; their links still lead somewhere. */
const earlier: Readonly<Record<string, string>> = { overview: 'work', findings: 'work', artifact: 'work', steps: 'timeline' }

export const viewOf = (name: string) => earlier[name] ?? name

export const address = (run: string, view = 'work', query = '') => `/run/${run}${view === 'work' ? '' : `/${view}`}${query}`

/** The version before this one of the same thing, by number; null where it is the first. */
export function versionBefore({ versions, judged }: Pick<RunDocument, 'versions' | 'judged'>, number: number): number | null {
  const series = versions.map(({ hash }) => judged.find(({ artifact }) => artifact === hash)?.series)
  return series.slice(0, number - 1).lastIndexOf(series[number - 1]) + 1 || null
}

/** The evaluation that tells how the run stands: of the last of each series, the worst that does not pass. */
export function tellingAt(judged: readonly Judged[]): number {
  const last = new Map(judged.map((each, index) => [each.series ?? '', { each, index }]))
  const open = [...last.values()].filter(({ each }) => !each.passed).sort((a, b) => a.each.score - b.each.score)
  return 1 + (open[0]?.index ?? Math.max(0, judged.length - 1))
}
