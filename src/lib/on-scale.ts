// Scores as every surface shows them: on the workflow's own scale, always with the same digits.

/** The gain from fixing a finding: `+0.80 points`. */
export const gained = (gain: number, scale = 100): string => `+${((gain * scale) / 100).toFixed(2)} points`

/**
 * A score out of a hundred: 75 is "0.75" of 1, "7.5" of 10 and "75" of 100, 86.4 is "86.40" of 100.
 * Rounded down, so that nothing looks reached that isn't; figures that would vanish keep four digits.
 */
export function onScale(score: number, scale: number): string {
  const value = (score * scale) / 100
  const shown = Math.trunc(Number((value * 100).toFixed(4))) / 100
  if (shown === 0 && value !== 0) return String(Number(value.toFixed(4)))
  return scale === 1
    ? shown.toFixed(2)
    : scale === 10
      ? shown.toFixed(2).replace(/0$/, '')
      : Number.isInteger(shown)
        ? String(shown)
        : shown.toFixed(2)
}

/** From one score to another, computed from the figures as shown, so that they add up; empty if equal. */
export function changeShown(before: number, now: number, scale: number): string {
  const change = Number(onScale(now, scale)) - Number(onScale(before, scale))
  return change === 0 ? '' : `${change > 0 ? '+' : '−'}${onScale((Math.abs(change) * 100) / scale, scale)}`
}

/** A score already on its scale; empty if null. */
export const shownScore = (score: number | null | undefined, scale: number): string =>
  score === null || score === undefined ? '' : onScale((score * 100) / scale, scale)
