// The columns of the list: what each shows, how it sorts, and which ones a person keeps.
import { effect, signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { shownScore } from '../../../lib/on-scale.ts'
import type { RunRow } from '../document.ts'
import { spend } from './format.ts'
import { Ago, State, Troubled } from './parts.tsx'
import { Link } from './route.tsx'

export interface Column {
  id: string
  title: string
  right?: true
  cell(row: RunRow): ComponentChildren
  by(row: RunRow): string | number
}

/** The first is always visible. */
export const columns: readonly Column[] = [
  { id: 'run', title: 'Run', cell: (row) => <Name row={row} />, by: ({ name }) => name },
  { id: 'state', title: 'State', cell: (row) => <Stage row={row} />, by: ({ stage, status }) => `${order.indexOf(stage)} ${status}` },
  { id: 'workflow', title: 'Workflow', cell: ({ workflow }) => <span class="quiet">{workflow}</span>, by: ({ workflow }) => workflow },
  {
    id: 'iteration',
    title: 'Iteration',
    cell: ({ iteration, maxIterations }) => maxIterations > 0 && <span class="quiet">{`${iteration} of ${maxIterations}`}</span>,
    by: ({ iteration }) => iteration,
  },
  {
    id: 'score',
    title: 'Score',
    right: true,
    cell: ({ score, scale, threshold }) =>
      score !== null && [
        shownScore(score, scale),
        threshold !== undefined && <span class="quiet"> needs {shownScore(threshold, scale)}</span>,
      ],
    by: ({ score }) => score ?? 0,
  },
  {
    id: 'spent',
    title: 'Spent',
    right: true,
    cell: ({ usage }) => (usage && usage.calls > 0 ? <span class="quiet">{spend(usage)}</span> : ''),
    by: ({ usage }) => usage?.costMicros ?? 0,
  },
  {
    id: 'updated',
    title: 'Updated',
    right: true,
    cell: ({ updatedAt }) => (
      <span class="quiet nowrap">
        <Ago at={updatedAt} />
      </span>
    ),
    by: ({ updatedAt }) => updatedAt,
  },
]

const order = ['waiting', 'working', 'ended']
const key = 'whet-columns'
const usual = ['state', 'workflow', 'iteration', 'score', 'updated']

export const shownColumns = signal<readonly string[]>(localStorage.getItem(key)?.split(' ') ?? usual)
effect(() => localStorage.setItem(key, shownColumns.value.join(' ')))

function Name({ row }: { row: RunRow }) {
  return (
    <>
      <Link to={`/run/${row.run}`} class="name">
        {row.name}
      </Link>
      <span class="task-line" title={row.task}>
        {row.task}
      </span>
      {row.trouble && <Troubled trouble={row.trouble} />}
    </>
  )
}

function Stage({ row }: { row: RunRow }) {
  const reason = row.reason?.replaceAll('_', ' ')
  return (
    <>
      <State row={row} />
      {row.stage === 'ended' && reason && reason !== row.status.toLowerCase().replaceAll('_', ' ') && (
        <span class="quiet reason">{reason}</span>
      )}
    </>
  )
}
