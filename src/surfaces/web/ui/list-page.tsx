// The front page: what waits for you, then everything there is, with search, filters and keys.
import { computed, signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { RunRow } from '../document.ts'
import { plural } from './format.ts'
import { onKey } from './keys.ts'
import { Ago, Empty, Section, State, Troubled, code } from './parts.tsx'
import { Link, go, place, withQuery } from './route.tsx'
import { loaded, rows, unread, waiting, workflows } from './store.ts'

const stages = ['all', 'working', 'waiting', 'ended'] as const
const words = { all: 'All', working: 'Going on', waiting: 'Waiting', ended: 'Ended' } as const
const pageSize = 100
const most = signal(pageSize)
const chosen = signal(-1)

const search = computed(() => place.value.query.get('search') ?? '')
const stage = computed(() => place.value.query.get('stage') ?? 'all')
const workflow = computed(() => place.value.query.get('workflow') ?? '')

const found = computed(() => {
  const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.value.filter((row) => {
    if (stage.value !== 'all' && row.stage !== stage.value) return false
    if (workflow.value && row.workflow !== workflow.value) return false
    const text = `${row.name} ${row.run} ${row.workflow} ${row.status} ${row.reason ?? ''} ${row.step}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
})

export function ListPage() {
  useEffect(() => {
    document.title = `${waiting.value.length > 0 ? `(${waiting.value.length}) ` : ''}Whetstone`
  }, [waiting.value.length])
  return (
    <>
      <h1 class="away">Runs of this project</h1>
      <Section title="Waits for you" note={waiting.value.length > 0 ? plural(waiting.value.length, 'decision') : undefined}>
        <Inbox />
      </Section>
      <Section title="Runs" note={unread.value > 0 ? `reading, ${plural(unread.value, 'run')} to go` : plural(rows.value.length, 'run')}>
        <Filters />
        <Table />
      </Section>
    </>
  )
}

function Inbox() {
  if (!loaded.value) return <p class="quiet">Reading…</p>
  if (waiting.value.length === 0) return <Empty title="Nothing waits for you." />
  return (
    <ul class="inbox">
      {waiting.value.slice(0, 20).map((row) => (
        <li key={row.run}>
          <Link to={`/run/${row.run}`} class="card row">
            <span class="grow">
              <strong>{row.name}</strong> <span class="quiet">{row.workflow}</span>
              <br />
              <span>{row.question}</span>
            </span>
            <span class="quiet nowrap">
              <Ago at={row.updatedAt} />
            </span>
            <span class="button" aria-hidden="true">
              Decide
            </span>
          </Link>
        </li>
      ))}
      {waiting.value.length > 20 && (
        <li>
          <Link to="/?stage=waiting">{`All ${waiting.value.length} that wait`}</Link>
        </li>
      )}
    </ul>
  )
}

function Filters() {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => onKey('/', () => box.current?.focus()), [])
  const type = (event: Event) => {
    chosen.value = -1
    most.value = pageSize
    go(withQuery({ search: (event.target as HTMLInputElement).value || null }), { replace: true })
  }
  return (
    <search class="filters">
      <input ref={box} type="search" placeholder="Search runs  ( / )" aria-label="Search runs" value={search.value} onInput={type} />
      <div class="chips" role="group" aria-label="Which runs">
        {stages.map((each) => (
          <Link key={each} to={withQuery({ stage: each === 'all' ? null : each })} class="chip" current={stage.value === each} replace>
            {words[each]}
          </Link>
        ))}
      </div>
      {workflows.value.length > 1 && (
        <select
          aria-label="Workflow"
          value={workflow.value}
          onChange={(event) => go(withQuery({ workflow: (event.target as HTMLSelectElement).value || null }), { replace: true })}
        >
          <option value="">Every workflow</option>
          {workflows.value.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      )}
    </search>
  )
}

function Table() {
  useEffect(() => {
    const move = (by: number) => () => {
      chosen.value = Math.max(0, Math.min(found.value.length - 1, chosen.value + by))
      document.querySelectorAll<HTMLElement>('.runs a.name')[chosen.value]?.focus()
    }
    const keys = [onKey('j', move(1)), onKey('k', move(-1))]
    return () => keys.forEach((off) => off())
  }, [])
  if (!loaded.value) return null
  if (rows.value.length === 0 && unread.value === 0)
    return (
      <Empty title="There are no runs yet.">
        <p>
          <Link to="/new">Start one here</Link>, or on the command line:{' '}
          {code('`whet design new order-tracking --requirements requirements.md`')}
        </p>
      </Empty>
    )
  if (found.value.length === 0) return <Empty title="No run fits." />
  return (
    <>
      <table class="runs">
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">State</th>
            <th scope="col">Iteration</th>
            <th scope="col" class="right">
              Score
            </th>
            <th scope="col" class="right">
              Updated
            </th>
          </tr>
        </thead>
        <tbody>
          {found.value.slice(0, most.value).map((row) => (
            <Row key={row.run} row={row} />
          ))}
        </tbody>
      </table>
      {found.value.length > most.value && (
        <p class="more">
          <button onClick={() => (most.value += pageSize)}>Show {Math.min(pageSize, found.value.length - most.value)} more</button>{' '}
          <span class="quiet">of {found.value.length - most.value}</span>
        </p>
      )}
    </>
  )
}

function Row({ row }: { row: RunRow }) {
  return (
    <tr>
      <th scope="row">
        <Link to={`/run/${row.run}`} class="name">
          {row.name}
        </Link>
        <span class="quiet"> {row.workflow}</span>
        {row.trouble && <Troubled trouble={row.trouble} />}
      </th>
      <td>
        <State row={row} />
        {row.stage === 'ended' && row.reason && <span class="quiet reason">{row.reason.replaceAll('_', ' ')}</span>}
      </td>
      <td>
        {row.maxIterations > 0 && (
          <span class="iteration">
            <meter
              class="away"
              min={0}
              max={row.maxIterations}
              value={row.iteration}
              aria-label={`iteration ${row.iteration} of ${row.maxIterations}`}
            />
            <span class="beads" aria-hidden="true">
              {Array.from({ length: Math.min(row.maxIterations, 12) }, (_, index) => (
                <i class={index < (row.iteration / row.maxIterations) * Math.min(row.maxIterations, 12) ? 'on' : ''} />
              ))}
            </span>
            <span aria-hidden="true">
              {row.iteration}/{row.maxIterations}
            </span>
          </span>
        )}
      </td>
      <td class="right figure">{row.score}</td>
      <td class="right quiet nowrap">
        <Ago at={row.updatedAt} />
      </td>
    </tr>
  )
}
