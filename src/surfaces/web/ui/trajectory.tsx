// The score over the evaluations, by dimension, against the threshold: one drawing, and the same as a table for screen readers.
import { onScale } from '../../../lib/on-scale.ts'
import type { Judged } from '../document.ts'
import { named } from './format.ts'
import type { Column } from './axis.ts'
import { Table, scoreTone } from './parts.tsx'
import { go, withQuery } from './route.tsx'

const width = 640
const height = 260
const edge = { top: 14, bottom: 28 }

/** Two or more evaluations of one thing, each with its number in the run and its position on the axis. */
export interface Placed {
  each: Judged
  number: number
  place: number
}

export function Trajectory({
  judged,
  at,
  columns,
}: {
  judged: readonly Placed[]
  at: number
  columns: readonly Pick<Column, 'iteration' | 'from' | 'width'>[]
}) {
  const shown = judged.map(({ each }) => each)
  const numbers = judged.map(({ number }) => number)
  const all = shown.flatMap(({ score, threshold, dimensions }) => [score, threshold ?? score, ...dimensions.map((each) => each.score)])
  const least = Math.max(0, Math.floor((Math.min(...all) - 5) / 10) * 10)
  const across = (share: number) => (share / 100) * width
  const x = (index: number) => across(judged[index]?.place ?? 100)
  const y = (score: number) => edge.top + (1 - (score - least) / (100 - least)) * (height - edge.top - edge.bottom)
  const chosen = judged.findIndex(({ number }) => number === at)
  const scale = shown[0]?.scale ?? 100
  const names = dimensionNames(shown)
  const path = (scores: readonly (number | null)[]) =>
    scores
      .map((score, index) =>
        score === null ? '' : `${typeof scores[index - 1] === 'number' ? 'L' : 'M'}${x(index).toFixed(1)} ${y(score).toFixed(1)}`,
      )
      .join('')
  const ticks = Array.from({ length: Math.floor((100 - least) / 10) + 1 }, (_, index) => least + index * 10).filter(
    (tick) => 100 - least <= 50 || tick % 20 === 0,
  )
  const select = (index: number) => (event: Event) => {
    event.preventDefault()
    go(withQuery({ at: numbers[index] as number }), { replace: true })
  }
  return (
    <figure class="trajectory">
      <svg viewBox={`0 0 ${width} ${height}`} role="group" aria-label="Score by iteration">
        <g aria-hidden="true">
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={0} x2={width} y1={y(tick)} y2={y(tick)} class="grid" />
              <text x={-8} y={y(tick) + 4} text-anchor="end">
                {onScale(tick, scale)}
              </text>
            </g>
          ))}
          {columns.map(({ iteration, from, width: wide }) => (
            <g key={iteration}>
              {from > 0 && <line x1={across(from)} x2={across(from)} y1={edge.top} y2={height - edge.bottom} class="grid" />}
              <text x={across(from + wide / 2)} y={height - 9} text-anchor="middle">
                {iteration > 0 ? (columns.length > 12 ? iteration : `iteration ${iteration}`) : 'before'}
              </text>
            </g>
          ))}
          {names.map((name, which) => (
            <path key={name} d={path(shown.map((each) => scoreOf(each, name)))} class={`dimension d${which % 5}`} />
          ))}
          {names.flatMap((name, which) =>
            alone(shown.map((each) => scoreOf(each, name))).map(({ index, score }) => (
              <circle key={`${name} ${index}`} cx={x(index)} cy={y(score)} r={3} class={`single d${which % 5}`} />
            )),
          )}
          <Threshold shown={shown} x={x} y={y} />
          <path d={path(shown.map(({ score }) => score))} class="total" />
          {chosen >= 0 && <line x1={x(chosen)} x2={x(chosen)} y1={edge.top} y2={height - edge.bottom} class="cursor" />}
        </g>
        {shown.map((each, index) => (
          <a
            key={each.seq + each.label}
            href={withQuery({ at: numbers[index] as number })}
            onClick={select(index)}
            aria-current={numbers[index] === at ? 'true' : undefined}
            aria-label={`${each.label}: ${each.shown}, ${each.passed ? 'passes' : "doesn't pass"}`}
            class={`point ${scoreTone(each)}`}
          >
            <rect x={x(index) - 12} y={edge.top} width={24} height={height - edge.top - edge.bottom} class="hit" />
            {each.passed ? (
              <circle cx={x(index)} cy={y(each.score)} r={numbers[index] === at ? 6 : 4.5} />
            ) : (
              <rect x={x(index) - 4.5} y={y(each.score) - 4.5} width={9} height={9} transform={`rotate(45 ${x(index)} ${y(each.score)})`} />
            )}
          </a>
        ))}
      </svg>
      <figcaption>
        <ul class="legend">
          <li class="total">Overall</li>
          {names.map((name, which) => (
            <li key={name} class={`d${which % 5}`}>
              {named(name)}
            </li>
          ))}
          {shown.some(({ threshold }) => threshold !== null) && <li class="threshold">Threshold</li>}
        </ul>
        <details>
          <summary>As a table</summary>
          <Figures judged={shown} names={names} />
        </details>
      </figcaption>
    </figure>
  )
}

/** The dimensions of every evaluation: a later one may have more. */
export const dimensionNames = (judged: readonly Judged[]) => [
  ...new Set(judged.flatMap(({ dimensions }) => dimensions.map(({ name }) => name))),
]

/** Scores without a neighbour, which no line shows. */
const alone = (scores: readonly (number | null)[]) =>
  scores.flatMap((score, index) =>
    score === null || typeof scores[index - 1] === 'number' || typeof scores[index + 1] === 'number' ? [] : [{ index, score }],
  )

const scoreOf = ({ dimensions }: Judged, wanted: string) => dimensions.find(({ name }) => name === wanted)?.score ?? null

/** A step line, because a threshold may change between levels. */
function Threshold({ shown, x, y }: { shown: readonly Judged[]; x(index: number): number; y(score: number): number }) {
  const between = (index: number) => (index <= 0 ? 0 : index >= shown.length ? width : (x(index - 1) + x(index)) / 2)
  const parts = shown.flatMap(({ threshold }, index) =>
    threshold === null
      ? []
      : [`${shown[index - 1]?.threshold === threshold ? '' : `M${between(index)} ${y(threshold)}`}H${between(index + 1)}`],
  )
  return <path d={parts.join('')} class="threshold" />
}

const scored = (score: number | null, scale: number) => (score === null ? '' : onScale(score, scale))

function Figures({ judged, names }: { judged: readonly Judged[]; names: readonly string[] }) {
  return (
    <Table
      label="Scores as figures"
      columns={['Evaluation', 'Overall', ...names.map(named), 'Threshold']}
      rows={judged.map((each) => [
        each.label,
        each.shown,
        ...names.map((name) => scored(scoreOf(each, name), each.scale)),
        scored(each.threshold, each.scale),
      ])}
    />
  )
}
