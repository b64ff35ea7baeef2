// critique.json: the critique as written, in the scale of state.json (0–100 with two decimals), and read back in hundredths.
import type { Critique } from './critique.ts'

export function critiqueText(critique: Critique): string {
  return `${JSON.stringify(
    scaled(critique, (hundredths) => hundredths / 100),
    null,
    2,
  )}\n`
}

/** Critics before 2.0.0 wrote hundredths. */
export function readCritique(text: string): Critique {
  const read = JSON.parse(text) as Critique
  const critique = { ...read, dismissed: read.dismissed ?? [] }
  return Number.parseInt(read.criticVersion, 10) < 2 ? critique : scaled(critique, (points) => Math.round(points * 100))
}

function scaled(critique: Critique, scale: (value: number) => number): Critique {
  const { overall, uncapped, dimensions, findings, recommendations } = critique
  return {
    ...critique,
    overall: scale(overall),
    ...(uncapped !== undefined && { uncapped: scale(uncapped) }),
    dimensions: Object.fromEntries(Object.entries(dimensions).map(([name, score]) => [name, scale(score)])) as Critique['dimensions'],
    findings: findings.map((finding) => ({ ...finding, points: scale(finding.points) })),
    recommendations: recommendations.map((item) => ({ ...item, gain: scale(item.gain) })),
  }
}
