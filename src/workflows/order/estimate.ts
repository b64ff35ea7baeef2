// How hard an order is, from 0 to 1, by its text and its target, and who is asked for work that hard.
import { bandOf } from '../../learning/failures.ts'
import { plural } from '../../rules/reading/lines.ts'

export interface Proposer {
  /** The role of a maker. */
  maker: string
  /** Asked up to this complexity; null for any. */
  upTo: number | null
}

export interface Estimate {
  score: number
  band: string
  /** The traits behind it, each with its share. */
  because: { what: string; share: number }[]
}

/** Shares add up; each is capped, so that no single trait decides alone. */
export function estimate(task: string, type: string, files: number): Estimate {
  const words = task.split(/\s+/).filter(Boolean).length
  const named = new Set(task.match(/[\w./-]+\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|json|ya?ml|md|css|html)\b/g) ?? []).size
  const asks = (task.match(/^\s*(?:[-*]|\d+[.)])\s/gm) ?? []).length
  const because = [
    { what: plural(words, 'word'), share: Math.min(0.25, words / 800) },
    { what: `${plural(named, 'file')} named`, share: Math.min(0.2, named * 0.04) },
    { what: `${plural(asks, 'point')} asked for`, share: Math.min(0.15, asks * 0.03) },
    { what: `${plural(files, 'file')} in the repository`, share: Math.min(0.15, Math.log10(files + 1) * 0.04) },
    ...hard.flatMap(({ what, pattern, share }) => (pattern.test(task) ? [{ what, share }] : [])),
    ...(['docs', 'config'].includes(type) ? [{ what: `only ${type}`, share: -0.1 }] : []),
  ]
  const sum = because.reduce((all, { share }) => all + share, 0.05)
  const score = Math.round(Math.min(1, Math.max(0, sum)) * 100) / 100
  return {
    score,
    band: bandOf(score),
    because: because.filter(({ share }) => share !== 0).map((one) => ({ ...one, share: Math.round(one.share * 100) / 100 })),
  }
}

const hard = [
  { what: 'several things at once', pattern: /\b(?:concurren\w*|parallel|race|lock\w*|deadlock|transaction\w*|atomic\w*)\b/i, share: 0.15 },
  { what: 'a rebuild', pattern: /\b(?:refactor\w*|rewrite|redesign|migrat\w*|architect\w*|restructur\w*)\b/i, share: 0.15 },
  { what: 'security', pattern: /\b(?:auth\w*|encrypt\w*|crypto\w*|permission\w*|security|secret\w*)\b/i, share: 0.1 },
  { what: 'an outside interface', pattern: /\b(?:api|protocol|schema|database|sql|network|websocket|grammar|parser)\b/i, share: 0.1 },
  { what: 'speed', pattern: /\b(?:performance|optimi[sz]e|throughput|latency|memory leak)\b/i, share: 0.1 },
] as const

/** The first whose threshold suffices, else the last. They are listed cheapest first. */
export function choose(proposers: readonly Proposer[], score: number): Proposer {
  return proposers.find(({ upTo }) => upTo === null || score <= upTo) ?? proposers.at(-1) ?? { maker: 'proposer', upTo: null }
}
