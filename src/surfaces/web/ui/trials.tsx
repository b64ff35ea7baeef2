// Trials: how much each lesson helps, look by look, with its interval, and what it costs.
import type { Trial } from '../document.ts'
import { Empty, Mark } from './parts.tsx'

const width = 320
const height = 96
const edge = 6

export function Trials({ trials, empty }: { trials: readonly Trial[]; empty: string }) {
  if (trials.length === 0) return <Empty title={empty} />
  return (
    <>
      {trials.some(({ looks }) => looks.some(({ value }) => value !== null)) && (
        <p class="quiet">The line is the measurement, the band its uncertainty; above the dashes, the lesson may be promoted.</p>
      )}
      <ul class="trials">
        {trials.map((trial) => (
          <li key={trial.id} class="card">
            <header>
              <Mark tone={trial.tone}>{trial.state}</Mark> <code class="quiet">{trial.id}</code> <code class="quiet">{trial.about}</code>
            </header>
            <p class="lesson">{trial.title}</p>
            {trial.looks.some(({ value }) => value !== null) && <Way trial={trial} />}
            {trial.words.map((line) => (
              <p key={line} class="quiet">
                {line}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </>
  )
}

function Way({ trial: { looks, goal, title } }: { trial: Trial }) {
  const known = looks.flatMap((look, index) => (look.value === null ? [] : [{ ...look, value: look.value, index }]))
  const x = (index: number) => (looks.length === 1 ? width / 2 : edge + (index / (looks.length - 1)) * (width - 2 * edge))
  const y = (share: number) => edge + ((1 - Math.min(1, Math.max(-1, share))) / 2) * (height - 2 * edge)
  const at = (index: number, share: number) => `${x(index)},${y(share)}`
  const upper = known.map(({ index, high }) => at(index, high ?? 1))
  const lower = known.map(({ index, low }) => at(index, low ?? -1)).reverse()
  const last = known.at(-1)
  return (
    <svg
      class="way"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Share of errors prevented over ${looks.length} looks: ${title}`}
    >
      <line x1={0} x2={width} y1={y(0)} y2={y(0)} class="none" />
      <line x1={0} x2={width} y1={y(goal)} y2={y(goal)} class="goal" />
      {known.length === 1 && last ? (
        <line x1={x(last.index)} x2={x(last.index)} y1={y(last.high ?? 1)} y2={y(last.low ?? -1)} class="band" />
      ) : (
        <polygon points={[...upper, ...lower].join(' ')} class="band" />
      )}
      <polyline points={known.map(({ index, value }) => at(index, value)).join(' ')} />
      {last && <circle cx={x(last.index)} cy={y(last.value)} r={3} />}
    </svg>
  )
}
