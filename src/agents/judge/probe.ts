// Does a judge follow order, length or layout instead of content? Sends requests that differ in nothing else and compares the answers.
import type { AskAgent } from '../../kernel/task.ts'
import { sha256 } from '../../lib/hash.ts'
import { type Interval, basisPoints, inBasisPoints, signTest, wilson } from '../../lib/statistics.ts'
import type { Rule } from '../../schema/rule.ts'
import { type Anchor, judgedBy } from './anchors.ts'
import { compareTasks, readComparison } from './compare.ts'
import { judgeTask, readJudgement } from './judge.ts'

export interface ProbePlan {
  tasks: AskAgent[]
  /** The texts the tasks refer to, by hash. */
  objects: Record<string, string>
  artifacts: readonly string[]
  anchors: readonly Anchor[]
}

/** For each artifact: judged as it is, again, padded and reformatted; compared with the next one and with its padded self. */
export function probePlan(artifacts: readonly string[], rule: Rule): ProbePlan {
  const { anchors, criterion } = judgedBy(rule)
  const objects: Record<string, string> = {}
  const keep = (text: string) => {
    const hash = sha256(text)
    objects[hash] = text
    return hash
  }
  const tasks = artifacts.flatMap((artifact, index) => {
    const judged = Object.entries(variants(artifact)).map(([name, text]) =>
      judgeTask({ key: `${index}/${name}`, rule, artifactHash: keep(text), anchors }),
    )
    const longer = compareTasks({ key: `${index}/length`, criterion, a: keep(padded(artifact)), b: keep(artifact) })
    const other = artifacts[index + 1]
    return [
      ...judged,
      ...longer,
      ...(other === undefined ? [] : compareTasks({ key: `${index}/order`, criterion, a: keep(artifact), b: keep(other) })),
    ]
  })
  return { tasks, objects, artifacts, anchors }
}

/** For two opposite tendencies: how often each occurred, and whether that is more than chance. */
interface Lean {
  /** Cases examined. */
  n: number
  /** Cases leaning in the direction the bias is named for, and in the other; the rest didn't lean. */
  toward: number
  against: number
  /** Share of `toward` among the leaning cases, basis points, with its 95 % interval. */
  share: number | null
  interval: Interval | null
  found: boolean
}

/** With fewer cases, even a unanimous lean could be chance. */
export const leastCases = 6

export interface ProbeReport {
  /** Toward whichever text comes first. */
  position: Lean
  /** Toward the padded one of two texts with equal content, compared or judged alone. */
  length: Lean
  /** Verdicts that changed with the layout alone, against those that changed without any change. */
  format: Lean
  /** Replies without a usable verdict; not counted above. */
  invalid: number
}

/** `replies` by task key, as the judge gave them. */
export function probeReport({ tasks, artifacts, anchors }: ProbePlan, replies: Readonly<Record<string, string>>): ProbeReport {
  const reply = (key: string) => (Object.hasOwn(replies, key) ? (replies[key] ?? '') : '')
  let invalid = 0
  const cases = artifacts.map((artifact, index) => {
    const outcomes = Object.entries(variants(artifact)).map(([name, text]) => {
      const judgement = readJudgement({ replyText: reply(`${index}/${name}`), artifact: text, anchors })
      if (!judgement.valid) invalid++
      return [name, judgement.valid ? judgement.outcome : null] as const
    })
    const next = artifacts[index + 1]
    return {
      outcome: Object.fromEntries(outcomes),
      length: compared(`${index}/length`, padded(artifact), artifact),
      order: next === undefined ? null : compared(`${index}/order`, artifact, next),
    }
  })
  const comparisons = cases.flatMap(({ length, order }) => [length, order]).filter((one) => one !== null)
  const grown = cases.flatMap(({ outcome: { plain, padded } }) =>
    plain && padded ? [{ better: plain === 'fail' && padded === 'pass', worse: plain === 'pass' && padded === 'fail' }] : [],
  )
  const layout = cases.flatMap(({ outcome: { plain, again, formatted } }) =>
    plain && again && formatted ? [{ layout: plain !== formatted, nothing: plain !== again }] : [],
  )
  return {
    position: lean(
      comparisons.length,
      comparisons.filter(({ always }) => always === 'first').length,
      comparisons.filter(({ always }) => always === 'second').length,
    ),
    length: lean(
      grown.length + cases.filter(({ length }) => length !== null).length,
      grown.filter(({ better }) => better).length + cases.filter(({ length }) => length?.winner === 'a').length,
      grown.filter(({ worse }) => worse).length + cases.filter(({ length }) => length?.winner === 'b').length,
    ),
    format: lean(
      layout.length,
      layout.filter(({ layout, nothing }) => layout && !nothing).length,
      layout.filter(({ layout, nothing }) => nothing && !layout).length,
    ),
    invalid,
  }

  function compared(key: string, a: string, b: string): { winner: 'a' | 'b' | 'tie'; always: 'first' | 'second' | null } | null {
    if (!tasks.some((task) => task.key === `${key}/ab`)) return null
    const both = readComparison({ replies: [reply(`${key}/ab`), reply(`${key}/ba`)], a, b })
    if (both.valid) return { winner: both.winner, always: both.always }
    invalid++
    return null
  }
}

function lean(n: number, toward: number, against: number): Lean {
  const leaned = toward + against
  return {
    n,
    toward,
    against,
    share: leaned === 0 ? null : basisPoints(toward / leaned),
    interval: inBasisPoints(wilson(toward, leaned)),
    found: toward > against && signTest(toward, against) < 0.05,
  }
}

function variants(artifact: string): Record<'plain' | 'again' | 'padded' | 'formatted', string> {
  return { plain: artifact, again: artifact, padded: padded(artifact), formatted: formatted(artifact) }
}

const filler = 'What was said above stands as it was said above, and this paragraph adds nothing to it.'

/** At least twice as long, without new content. */
function padded(text: string): string {
  const paragraphs = Math.max(2, Math.ceil(text.length / filler.length))
  return `${text.trimEnd()}\n${`\n${filler}\n`.repeat(paragraphs)}`
}

/** Other bullets, other emphasis, wider spacing: the same words. */
function formatted(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line
        .replace(/^(\s{0,12})[-*+] /, (_, indent: string) => `${indent}${line.trimStart().startsWith('*') ? '-' : '*'} `)
        .replace(/\*\*([^*\n]{1,400})\*\*/g, '__$1__')
        .trimEnd(),
    )
    .join('\n')
    .replace(/\n\n/g, '\n\n\n')
    .concat('\n\n')
}
