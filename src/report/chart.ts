// Scores over a run as SVG: one dot per evaluation, joined within its series, with the threshold.
import { type Html, html, trusted } from '../lib/html.ts'
import { onScale } from '../lib/on-scale.ts'
import type { StoryScore } from './story.ts'

const [width, height] = [520, 200]
const [left, right, top, bottom] = [44, 16, 24, 26]
/** With more dots than this, only the first, the best and the last show their score. */
const mostLabels = 16

export function scoreChart(scores: readonly StoryScore[]): Html {
  if (scores.length === 0) return html``
  const scale = scores[0]!.scale
  const x = (at: number) => round(left + (scores.length === 1 ? 0.5 : at / (scores.length - 1)) * (width - left - right))
  const y = (score: number) => round(top + (1 - score / 100) * (height - top - bottom))
  const best = scores.reduce((found, { score }, at) => (score > scores[found]!.score ? at : found), 0)
  const labelled = (at: number) => scores.length <= mostLabels || at === 0 || at === best || at === scores.length - 1
  return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="${spoken(scores)}">
${[0, 25, 50, 75, 100].map((tick) => html`<line class="grid" x1="${left}" x2="${width - right}" y1="${y(tick)}" y2="${y(tick)}"/><text class="tick" x="${left - 8}" y="${y(tick) + 4}" text-anchor="end">${onScale(tick, scale)}</text>`)}
${thresholds(scores, x, y)}
${joins(scores).map(([from, to]) => html`<line class="join" x1="${x(from)}" y1="${y(scores[from]!.score)}" x2="${x(to)}" y2="${y(scores[to]!.score)}"/>`)}
${scores.map(
  ({ label, score, shown, passed }, at) =>
    html`<circle class="${passed ? 'good' : 'bad'}" cx="${x(at)}" cy="${y(score)}" r="5"><title>${label}: ${shown}${passed ? ', passed' : ''}</title></circle>${labelled(at) && html`<text class="score" x="${x(at)}" y="${y(score) - 10}" text-anchor="${anchor(at, scores.length)}">${shown}</text>`}${labelled(at) && html`<text class="tick" x="${x(at)}" y="${height - 8}" text-anchor="middle">${at + 1}</text>`}`,
)}
</svg>`
}

/** Pairs of neighbours in one series: unrelated scores are never joined. */
function joins(scores: readonly StoryScore[]): [number, number][] {
  const last = new Map<string, number>()
  return scores.flatMap(({ series = '' }, at) => {
    const before = last.get(series)
    last.set(series, at)
    return before === undefined ? [] : [[before, at] as [number, number]]
  })
}

/** A step line, because the threshold may change during the run. */
function thresholds(scores: readonly StoryScore[], x: (at: number) => number, y: (score: number) => number): Html {
  const edge = (at: number) => (at <= 0 ? left : at >= scores.length ? width - right : (x(at - 1) + x(at)) / 2)
  return trusted(
    scores
      .map(({ threshold }, at) =>
        threshold === null
          ? ''
          : `<line class="threshold" x1="${edge(at)}" x2="${edge(at + 1)}" y1="${y(threshold)}" y2="${y(threshold)}"/>`,
      )
      .join(''),
  )
}

function spoken(scores: readonly StoryScore[]): string {
  const told = scores.map(({ label, shown, passed }) => `${label}: ${shown}${passed ? ', passed' : ''}`)
  return `Scores: ${told.slice(0, 40).join('; ')}`
}

const anchor = (at: number, count: number) => (at === 0 && count > 1 ? 'start' : at === count - 1 && count > 1 ? 'end' : 'middle')
const round = (value: number) => Math.round(value * 10) / 10
