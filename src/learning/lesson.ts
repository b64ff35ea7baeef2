// A lesson: a sentence or two meant to prevent one kind of error, and what its trial says should become of it.
import { sha256 } from '../lib/hash.ts'
import { wilson } from '../lib/statistics.ts'
import { type Effect, type Outcome, effectOf } from './effect.ts'

export interface Lesson {
  id: string
  /** The error it should prevent: a compiler's code (`TS2304`), one of our own (`COMPLETENESS_TODO`), or another workflow's rule (`reflex:a.docs.links`). */
  code: string
  text: string
  version: number
  /** The lesson it rewrites. */
  parent: string | null
  reason: string
  /** In trial it is given to four orders in five; once promoted it is part of the base prompt. */
  status: 'trial' | 'promoted' | 'retired'
  /** Null: every proposer. */
  proposers: readonly string[] | null
  minComplexity: number | null
  maxComplexity: number | null
  addedAt: number
}

/** The same code, text and parent make the same lesson, so adding one twice adds nothing. */
export const lessonId = (code: string, text: string, parent: string | null) =>
  `L-${sha256(JSON.stringify([code, text, parent])).slice(0, 8)}`

/** A new lesson, for everybody. */
export const inTrial = (lesson: Pick<Lesson, 'code' | 'text' | 'version' | 'parent' | 'reason' | 'addedAt'>): Lesson => ({
  id: lessonId(lesson.code, lesson.text, lesson.parent),
  ...lesson,
  status: 'trial',
  proposers: null,
  minComplexity: null,
  maxComplexity: null,
})

/** Two-sided; at 0.003 the probability of promoting eight useless lessons is at most 1.2%, however often one looks. */
export const alpha = 0.003
/** Stands for any order that wasn't accepted; a lesson without its own error is measured by it. */
export const notAccepted = 'ORDER_NOT_ACCEPTED'
const notPassed = 'NOT_PASSED'

/** A failed rule is an error code like any other, prefixed by its workflow because only runs of that one get the lesson. */
export const ruleCode = (workflow: string, rule: string) => `${workflow}:${rule}`
/** Lessons and base prompts that name no workflow are those of orders, which had them first. */
export const unnamed = 'order'
export const workflowOf = (code: string) => /^([a-z][\w-]*):/.exec(code)?.[1] ?? unnamed
/** The code of a run that didn't pass, whatever the reason. */
export const notPassedCode = (workflow: string) => (workflow === unnamed ? notAccepted : ruleCode(workflow, notPassed))
export const isNotPassed = (code: string) => code === notPassedCode(workflowOf(code))
export const promoteFrom = 0.7
const enoughApplications = 30
const enoughWindows = 3
const rewriteUnder = 0.5
/** A lesson that demonstrably prevents less than one error in ten isn't worth its tokens, and two rewrites are enough. */
const worthless = 0.1
const lastVersion = 3

type Advice = 'wait' | 'keep' | 'promote' | 'rewrite' | 'retire'

export interface Analysis {
  lesson: string
  effect: Effect
  applications: number
  /** Consecutive weekly windows with enough applications, up to the last. */
  windows: number
  advice: Advice
  because: string
}

const quarter = 13

/** A promoted lesson is left out one week in thirteen, to see its effect vanish and return; each has its own week. */
export const isWithdrawn = (lesson: string, at: number) =>
  windowOf(at) % quarter === Number.parseInt(sha256(lesson).slice(0, 8), 16) % quarter

/** Runs with and without a promoted lesson are kept apart from its trial: the week decided there, not the coin. */
export const standingId = (lesson: string) => `${lesson}/standing`

export interface Application extends Outcome {
  /** When the order ended. */
  at: number
}

export function analyse(lesson: Lesson, applications: readonly Application[]): Analysis {
  const effect = effectOf(applications, alpha)
  const given = applications.filter(({ arm }) => arm === 'treated')
  const windows = windowsInARow(given.map(({ at }) => at))
  return { lesson: lesson.id, effect, applications: given.length, windows, ...advise(lesson, effect, given.length, windows) }
}

/** What leaving it out shows; withdrawing it is a person's decision. */
export function analyseStanding(lesson: Lesson, applications: readonly Application[]): Analysis {
  const { effect, ...seen } = analyse(lesson, applications)
  const [given, withdrawn] = [effect.treated, effect.heldOut].map(({ orders, failed }) => wilson(failed, orders) ?? { low: 0, high: 1 })
  const because =
    given!.high < withdrawn!.low
      ? 'the error came back while it was withdrawn'
      : given!.low > withdrawn!.high
        ? 'the error is rarer without it: withdraw it with whet lessons rollback'
        : 'withdrawn too recently to tell whether it still helps'
  return { ...seen, effect, advice: 'keep', because }
}

function advise(lesson: Lesson, { reduction, difference, reductionInterval }: Effect, given: number, windows: number) {
  const says = (advice: Advice, because: string) => ({ advice, because })
  if (difference.high < 0) return says('retire', 'it does harm: the error is more frequent with it than without')
  if (given < enoughApplications) return says('wait', `given in ${given} of ${enoughApplications} runs`)
  if (reduction === null || reductionInterval === null) return says('wait', "the error doesn't occur without it either")
  // No single sentence can be expected to prevent half of all failures.
  if (reductionInterval.high < (isNotPassed(lesson.code) ? worthless : rewriteUnder)) {
    const last = lesson.version >= lastVersion || reductionInterval.high < worthless
    const words = `it prevents at most ${percent(reductionInterval.high)} of the errors`
    return says(last ? 'retire' : 'rewrite', last && lesson.version >= lastVersion ? `${words}, and it was rewritten twice` : words)
  }
  if (reduction < promoteFrom || difference.low <= 0)
    return says(
      'keep',
      difference.low > 0 ? `it helps, but by less than ${percent(promoteFrom)}` : "the trial hasn't shown yet that it helps",
    )
  if (windows < enoughWindows) return says('keep', `it helps; seen in ${windows} of ${enoughWindows} weeks in a row`)
  return says('promote', `it prevents ${percent(reduction)} of the errors, at least ${percent(reductionInterval.low)}`)
}

const week = 7 * 24 * 3600 * 1000
/** 1970-01-04 was a Sunday: windows begin on Sundays at 00:00 UTC. */
const firstSunday = 3 * 24 * 3600 * 1000
const enoughInAWindow = 5

export const windowOf = (at: number) => Math.floor((at - firstSunday) / week)

/** Consecutive windows, ending with the last that has enough applications. */
export function windowsInARow(times: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const at of times) counts.set(windowOf(at), (counts.get(windowOf(at)) ?? 0) + 1)
  const full = [...counts].filter(([, count]) => count >= enoughInAWindow).map(([window]) => window)
  const last = Math.max(...full)
  let row = 0
  while (full.includes(last - row)) row++
  return row
}

const percent = (share: number) => `${Math.round(share * 100)}%`
