// What a report tells of a run: plain data of any workflow, collected by an operation, read by page and Markdown.
import { onScale } from '../lib/on-scale.ts'

export interface Story {
  project: string
  name: string
  run: string
  workflow: string
  status: string
  /** Null while the run continues. */
  passed: boolean | null
  /** The stop rule in one word, and the reason in a sentence. */
  reason: string | null
  because: string
  /** What the run waits for, in words; null if nothing. */
  waits: string | null
  /** The task, the requirements or the brief. */
  asked: string | null
  startedAt: number
  updatedAt: number
  iteration: number
  maxIterations: number
  judged: StoryScore[]
  distance: { name: string; value: string }[]
  findings: { label: string; findings: StoryFinding[] }[]
  artifact: StoryText | null
  changes: StoryChange[]
  frames: { title: string; note: string; label: string; page: string }[]
  pictures: { name: string; source: string }[]
  tables: { title: string; columns: string[]; rows: string[][]; empty: string }[]
  decisions: StoryDecision[]
  makers: { role: string; maker: string; model: string; calls: number }[]
  spent: string
  provenance: { name: string; value: string }[]
}

export interface StoryScore {
  label: string
  /** Out of a hundred. */
  score: number
  /** On the workflow's own scale. */
  shown: string
  /** The maximum on that scale. */
  scale: number
  threshold: number | null
  passed: boolean
  dimensions: { name: string; score: number }[]
  /** What was judged, if the run judges several things: only scores with the same subject are compared and joined by a line. */
  series?: string
}

export interface StoryFinding {
  rule: string
  outcome: string
  message: string
  fix: string | null
  /** Points to gain, if known. */
  gain: number | null
  group: string | null
  evidence: { message: string; quote?: string; expected?: string; actual?: string; where?: string; at?: { line?: number; file?: string } }[]
}

export interface StoryText {
  path: string
  label: string
  sha256: string
  text: string
}

export interface StoryChange {
  /** Two versions, or a file. */
  of: string
  /** In words, if a line diff says little. */
  words: string[] | null
  hunks: Hunk[] | null
}

export interface Hunk {
  oldStart: number
  newStart: number
  /** Each begins with a space, a plus or a minus. */
  lines: string[]
}

export interface StoryDecision {
  at: number
  what: string
  by: string
  assurance: string
  text: string
}

/** Neither passed nor not-applicable. */
export const isOpen = ({ outcome }: StoryFinding): boolean => outcome !== 'pass' && outcome !== 'not-applicable'

type Scored = { score: number; passed: boolean; series?: string }

/** The number, from 1, of the evaluation that shows how the run stands: of the last in each series, the worst that doesn't pass. */
export function tellingAt(judged: readonly Scored[]): number {
  const last = new Map(judged.map((each, index) => [each.series ?? '', { each, index }]))
  const open = [...last.values()].filter(({ each }) => !each.passed).sort((a, b) => a.each.score - b.each.score)
  return 1 + (open[0]?.index ?? Math.max(0, judged.length - 1))
}

/** The run's status in one line: passed, not passed, waiting or running, with its score and what is open. */
export function verdictWords({ passed, waits, judged, status, findings }: Story): string {
  const word = passed === true ? 'Passed' : passed === false ? `Not passed (${status})` : waits ? 'Waiting for a person' : 'Running'
  const last = judged[tellingAt(judged) - 1]
  const open = findings.flatMap((each) => each.findings).filter(isOpen).length
  return [
    word,
    last && `${last.shown}${last.threshold === null ? '' : `, threshold ${onScale(last.threshold, last.scale)}`}`,
    open > 0 && `${open} ${open === 1 ? 'finding' : 'findings'}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

interface Versioned {
  versions: readonly { hash: string }[]
  judged: readonly { artifact: string | null; series?: string }[]
}

/** The previous version of the same thing, by number; null for the first. */
export function versionBefore({ versions, judged }: Versioned, number: number): number | null {
  const series = versions.map(({ hash }) => judged.find(({ artifact }) => artifact === hash)?.series)
  return series.slice(0, number - 1).lastIndexOf(series[number - 1]) + 1 || null
}

/** `test_coverage` as "Test coverage". */
export const named = (id: string): string => id.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())

/** A maker in words, without the path of a program: `command:node`. */
export const makerName = (name: string): string =>
  name === 'builtin' ? builtinName : name.replaceAll(/(?<=^|[\s:"'])(?:[a-z]:)?[/\\](?:[^\s"']*[/\\])?(?=[^\s/\\])/gi, '')

export const builtinName = 'the built-in maker'

/** `2026-11-16 01:42 UTC`: the same for every reader. */
export const moment = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
