// Figures over time: one row each, with a sparkline and whether it moved in the right direction.
import type { Metric } from '../document.ts'
import { Table } from './parts.tsx'

const width = 96
const height = 24

export function Metrics({ columns, rows }: { columns: readonly string[]; rows: readonly Metric[] }) {
  return (
    <Table
      label="Figures, one column an iteration"
      class="metrics"
      isHeaded
      columns={['Figure', <span class="away">Its way</span>, ...columns]}
      rows={rows.map((row) => [
        <>
          {row.name}
          {row.goal !== undefined && <small>{row.lessIsBetter ? `at most ${row.goal}` : `at least ${row.goal}`}</small>}
        </>,
        <Spark metric={row} />,
        ...row.values.map((value, index) => <span class={moved(row, index)}>{row.shown[index] ?? String(value ?? '')}</span>),
      ])}
    />
  )
}

/** Compared with the previous figure, and whether the change is wanted; what misses its goal isn't good yet. */
function moved({ values, lessIsBetter, goal }: Metric, at: number): '' | 'good' | 'bad' {
  const [before, now] = [values[at - 1], values[at]]
  if (typeof before !== 'number' || typeof now !== 'number' || before === now) return ''
  if (now > before !== !lessIsBetter) return 'bad'
  return goal === undefined || (lessIsBetter ? now <= goal : now >= goal) ? 'good' : ''
}

function Spark({ metric: { values, goal, name } }: { metric: Metric }) {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]))
  const all = [...known.map(({ value }) => value), ...(goal === undefined ? [] : [goal])]
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const x = (index: number) => (values.length === 1 ? width / 2 : 3 + (index / (values.length - 1)) * (width - 6))
  const y = (value: number) => (high === low ? height / 2 : 3 + (1 - (value - low) / (high - low)) * (height - 6))
  const last = known.at(-1)
  return (
    <svg class="spark" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${name} over time`}>
      {goal !== undefined && <line x1={0} x2={width} y1={y(goal)} y2={y(goal)} class="goal" />}
      <polyline points={known.map(({ value, index }) => `${x(index)},${y(value)}`).join(' ')} />
      {last && <circle cx={x(last.index)} cy={y(last.value)} r={2.5} />}
    </svg>
  )
}
