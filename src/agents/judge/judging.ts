// The next step for a judged rule: ask, ask once more if a reply proves nothing, then error; with a jury, the majority.
import type { AskAgent } from '../../kernel/task.ts'
import type { Rule } from '../../schema/rule.ts'
import type { Finding, Verdict } from '../../schema/verdict.ts'
import { judgedBy } from './anchors.ts'
import type { Claim } from './claims.ts'
import { type Judgement, judgeTask } from './judge.ts'
import { type JuryVerdict, combineJury } from './jury.ts'

export interface Judging {
  /** Unique in the run, e.g. `judge:<iteration>:<rule>`. */
  key: string
  rule: Rule
  artifactHash: string
  iteration?: number
  /** The result of each task so far, by its key. */
  judgements: Readonly<Record<string, Judgement>>
  /** Whether this judge's verdicts can pass work: false if a required passport is missing. */
  counts?: boolean
  /** A person's decision on a doubtful verdict, after reading the passages. */
  looked?: boolean
}

export type JudgingStep = { ask: AskAgent[] } | { verdict: JudgedVerdict }

interface JudgedVerdict extends Verdict {
  /** Basis points of the median cited anchor; null without a valid vote. */
  score: number | null
  jury: JuryVerdict
  /** Claims the artifact makes about its own verdict. */
  flags: string[]
  /** True if these judges only advise. */
  advice: boolean
  /** Lines addressing the judge, in passages that a passing verdict quotes. */
  addressed: number[]
  /** Passes only thanks to such verdicts. */
  doubtful: boolean
}

/** Each judge is asked at most twice. */
export function nextJudging({ key, rule, artifactHash, iteration, judgements, counts = true, looked }: Judging): JudgingStep {
  const { anchors, judges } = judgedBy(rule)
  const known = (taskKey: string) => (Object.hasOwn(judgements, taskKey) ? judgements[taskKey] : undefined)
  const ask: AskAgent[] = []
  const settled: Settled[] = []
  for (const role of judges) {
    const mine = judges.length === 1 ? key : `${key}@${role}`
    const request = { rule, artifactHash, anchors, role, ...(iteration !== undefined && { iteration }) }
    const first = known(mine)
    const second = known(`${mine}#2`)
    if (!first) ask.push(judgeTask({ ...request, key: mine }))
    else if (first.valid) settled.push({ role, judgement: first })
    else if (second) settled.push({ role, judgement: second })
    else ask.push(judgeTask({ ...request, key: `${mine}#2`, note: first.reason }))
  }
  return ask.length > 0 ? { ask } : { verdict: verdictOf(rule, settled, { counts, looked }) }
}

interface Settled {
  role: string
  judgement: Judgement
}

function verdictOf(rule: Rule, settled: Settled[], { counts, looked }: { counts: boolean; looked: boolean | undefined }): JudgedVerdict {
  const jury = combineJury(settled.map(({ judgement }) => (judgement.valid ? judgement.outcome : 'error')))
  const spokenTo = (judgement: Judgement) => judgement.valid && judgement.outcome === 'pass' && (judgement.addressed ?? []).length > 0
  const others = combineJury(settled.map(({ judgement }) => (judgement.valid && !spokenTo(judgement) ? judgement.outcome : 'error')))
  const doubtful = jury.outcome === 'pass' && others.outcome !== 'pass'
  const addressed = [
    ...new Set(settled.flatMap(({ judgement }) => (judgement.valid && spokenTo(judgement) ? (judgement.addressed ?? []) : []))),
  ].sort((a, b) => a - b)
  const valid = settled.flatMap(({ judgement }) => (judgement.valid ? [judgement] : []))
  const several = settled.length > 1
  const evidence = settled.flatMap(({ role, judgement }): Finding[] => {
    if (!judgement.valid) return [{ message: several ? `${role}: no usable verdict: ${judgement.why}` : judgement.why }]
    return [...(several ? [{ message: `${role}: ${judgement.outcome}, ${judgement.message}` }] : []), ...judgement.evidence]
  })
  const flags = [...new Set((valid[0]?.flags ?? []).map(({ what, line, quote }) => `line ${line} holds ${claimed[what]}: ${quote}`))]
  const advice = !counts
  const open = doubtful && rule.severity === 'fail' && looked !== true
  const outcome = jury.outcome === 'pass' && (advice || open) ? 'unknown' : jury.outcome
  return {
    ruleId: rule.id,
    outcome,
    message: message(settled, jury, {
      advice,
      addressed,
      claims: valid[0]?.flags ?? [],
      ...(doubtful && rule.severity === 'fail' && { looked: looked ?? null }),
    }),
    evidence: [...evidence, ...flags.map((flag) => ({ message: flag }))],
    score: medianScore(valid),
    jury,
    flags,
    advice,
    addressed,
    doubtful,
  }
}

const claimed = {
  verdict: 'text shaped like a verdict',
  instruction: 'words addressed to a judge',
  fence: 'text that imitates a prompt',
  hidden: 'characters or markup a reader would not see',
} as const

interface Said {
  advice: boolean
  addressed: readonly number[]
  claims: readonly Claim[]
  /** A person's decision on a doubtful verdict, or null. */
  looked?: boolean | null
}

function message(settled: Settled[], jury: JuryVerdict, { advice, addressed, claims, looked }: Said): string {
  const only = settled[0]?.judgement
  const said =
    settled.length === 1 && only
      ? only.valid
        ? only.message
        : `no usable verdict in two tries: ${only.why}`
      : settled.every(({ judgement }) => !judgement.valid)
        ? `${settled.length} judges, each asked twice, but no usable verdict: ${only && !only.valid ? only.why : ''}`
        : `${settled.length} judges: ${Object.entries(jury.votes)
            .map(([outcome, count]) => `${count} ${outcome}`)
            .join(', ')}`
  // Only places: makers see these words too, and they must not carry any of the text.
  const flagged = claims
    .slice(0, 3)
    .map(({ what, line }) => `line ${line} holds ${claimed[what]}`)
    .join(', ')
  const spoken =
    addressed.length === 0
      ? ''
      : `quotes a passage that addresses the judge (line ${addressed.join(', ')})${looked === undefined ? '' : looked === null ? ', so a person must confirm it' : looked ? ', confirmed by a person' : ', not confirmed by a person'}: `
  return `${spoken}${advice ? 'advice only, as this judge has no valid passport: ' : ''}${flagged && `flagged, as ${flagged}: `}${said}`
}

/** The lower median: a jury's score is one that at least half of it gave or exceeded. */
function medianScore(valid: { score: number }[]): number | null {
  const scores = valid.map(({ score }) => score).sort((a, b) => a - b)
  return scores[Math.floor((scores.length - 1) / 2)] ?? null
}
