// The axis that scores and steps share: one column per iteration, all equally wide, containing its working time.
import type { Judged, Step } from '../document.ts'

export interface Column {
  iteration: number
  /** In hundredths of the axis. */
  from: number
  width: number
  /** How long anything was running in it, without waiting for a person. */
  worked: number
  steps: readonly Step[]
}

type Timed = Pick<Step, 'askedAt' | 'endedAt' | 'ms'>

/** The last `most` iterations, in order. */
export function axisOf(steps: readonly Step[], now: number, most = Infinity): Column[] {
  const groups = [...Map.groupBy(steps, ({ iteration }) => iteration)].sort(([a], [b]) => a - b).slice(-most)
  return groups.map(([iteration, own], at) => ({
    iteration,
    from: (at / groups.length) * 100,
    width: 100 / groups.length,
    worked: workedUntil(own, now, Infinity),
    steps: own,
  }))
}

/** The duration of a step, as shown in figures and bars. */
export function tookMs({ askedAt, endedAt, ms }: Timed, now: number): number {
  const open = Math.max(0, (endedAt ?? now) - askedAt)
  return endedAt === null || ms === null ? open : Math.min(ms, open)
}

/** How far into its iteration something happened, without idle time. */
export function workedUntil(steps: readonly Timed[], now: number, at: number): number {
  let [sum, until] = [0, -Infinity]
  for (const { askedAt, endedAt } of steps.toSorted((a, b) => a.askedAt - b.askedAt)) {
    const [from, to] = [Math.max(askedAt, until), Math.min(endedAt ?? now, at)]
    sum += Math.max(0, to - from)
    until = Math.max(until, to)
  }
  return sum
}

export interface Bar {
  from: number
  width: number
  /** Since its iteration began. */
  offset: number
}

export function barOf({ from, width, worked, steps }: Column, step: Timed, now: number): Bar {
  const share = (ms: number) => (worked > 0 ? ms / worked : 0) * width
  const offset = workedUntil(steps, now, step.askedAt)
  return { from: from + share(offset), width: share(tookMs(step, now)), offset }
}

/** An evaluation's position: the end of the step that made it. Null if its iteration isn't on the axis. */
export function pointOf(columns: readonly Column[], { seq, at }: Pick<Judged, 'seq' | 'at'>, now: number): number | null {
  const column =
    columns.find(({ steps }) => steps.some(({ endedSeq }) => endedSeq === seq)) ??
    columns.findLast(({ steps }) => steps.some(({ askedAt }) => askedAt <= at))
  if (!column) return null
  return column.from + (column.worked > 0 ? workedUntil(column.steps, now, at) / column.worked : 1) * column.width
}
