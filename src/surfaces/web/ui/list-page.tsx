// The front page: what waits for you in compact rows, then every run, searchable, sortable, with the columns you chose.
import { computed, signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { RunRow } from '../document.ts'
import { plural } from './format.ts'
import { useKeys } from './keys.ts'
import { type Column, columns, shownColumns } from './list-columns.tsx'
import { Ago, Chips, Empty, Loading, More, Pick, Section, code, typed } from './parts.tsx'
import { Link, go, place, withQuery } from './route.tsx'
import { loaded, rows, unread, waiting, workflows } from './store.ts'

const stages = { all: 'All', working: 'Running', waiting: 'Waiting', ended: 'Ended' } as const
const pageSize = 100
const mostWaiting = 8
const most = signal(pageSize)
const chosen = signal(-1)

const search = computed(() => place.value.query.get('search') ?? '')
const stage = computed(() => place.value.query.get('stage') ?? 'all')
const workflow = computed(() => place.value.query.get('workflow') ?? '')
/** `score` or `-score`: by a column, ascending or descending. */
const sort = computed(() => place.value.query.get('sort') ?? '-updated')

const found = computed(() => {
  const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  const fit = rows.value.filter((row) => {
    if (stage.value !== 'all' && row.stage !== stage.value) return false
    if (workflow.value && row.workflow !== workflow.value) return false
    const text = `${row.name} ${row.run} ${row.workflow} ${row.status} ${row.reason ?? ''} ${row.step} ${row.task}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
  const by = columns.find(({ id }) => id === sort.value.replace('-', ''))?.by
  const way = sort.value.startsWith('-') ? -1 : 1
  return by ? fit.sort((a, b) => way * compare(by(a), by(b))) : fit
})

const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))

export function ListPage() {
  useEffect(() => {
    document.title = `${waiting.value.length > 0 ? `(${waiting.value.length}) ` : ''}Whetstone`
  }, [waiting.value.length])
  if (!loaded.value) return <Loading />
  return (
    <>
      <h1 class="away">Runs of this project</h1>
      {waiting.value.length > 0 && (
        <Section title="Waiting for you" note={plural(waiting.value.length, 'run')}>
          <Inbox />
        </Section>
      )}
      <Section title="Runs" note={unread.value > 0 ? `reading, ${plural(unread.value, 'run')} to go` : plural(rows.value.length, 'run')}>
        <Filters />
        <Table />
      </Section>
    </>
  )
}

function Inbox() {
  return (
    <ul class="inbox">
      {waiting.value.slice(0, mostWaiting).map((row) => (
        <li key={row.run}>
          <Link to={`/run/${row.run}`}>
            <strong>{row.name}</strong>
            <span class="quiet for-desk">{row.workflow}</span>
            <span class="question">{row.question}</span>
            <span class="quiet nowrap">
              <Ago at={row.updatedAt} />
            </span>
          </Link>
        </li>
      ))}
      {waiting.value.length > mostWaiting && (
        <li>
          <Link to="/?stage=waiting">{`All ${waiting.value.length} waiting for you`}</Link>
        </li>
      )}
    </ul>
  )
}

function Filters() {
  const box = useRef<HTMLInputElement>(null)
  useKeys({ '/': () => box.current?.focus() })
  const type = typed((words) => {
    chosen.value = -1
    most.value = pageSize
    go(withQuery({ search: words || null }), { replace: true })
  })
  return (
    <search class="filters">
      <input
        ref={box}
        type="search"
        placeholder="Search names, tasks and states  ( / )"
        aria-label="Search runs"
        value={search.value}
        onInput={type}
      />
      <Chips label="Which runs" value={stage.value} options={stages} query="stage" />
      <Pick
        label="Workflow"
        value={workflow.value}
        options={workflows.value.map((each) => [each, each])}
        query="workflow"
        none="Every workflow"
      />
      <ColumnChoice />
    </search>
  )
}

function ColumnChoice() {
  return (
    <details class="column-choice for-desk">
      <summary>Columns</summary>
      <fieldset class="card">
        <legend class="away">Visible columns</legend>
        {columns.slice(1).map(({ id, title }) => (
          <label key={id} class="check">
            <input
              type="checkbox"
              checked={shownColumns.value.includes(id)}
              onChange={() => {
                const others = shownColumns.value.filter((each) => each !== id)
                shownColumns.value = others.length === shownColumns.value.length ? [...others, id] : others
              }}
            />{' '}
            {title}
          </label>
        ))}
      </fieldset>
    </details>
  )
}

function Table() {
  const move = (by: number) => () => {
    chosen.value = Math.max(0, Math.min(found.value.length - 1, chosen.value + by))
    document.querySelectorAll<HTMLElement>('.runs a.name')[chosen.value]?.focus()
  }
  useKeys({ j: move(1), k: move(-1) })
  if (rows.value.length === 0 && unread.value === 0)
    return (
      <Empty title="There are no runs yet.">
        <p>
          <Link to="/new">Start one here</Link>, or on the command line:{' '}
          {code('`whet design new order-tracking --requirements requirements.md`')}
        </p>
      </Empty>
    )
  if (found.value.length === 0)
    return (
      <Empty title="No matching runs.">
        <Link to="/">Show all runs</Link>
      </Empty>
    )
  const shown = columns.filter(({ id }) => id === 'run' || shownColumns.value.includes(id))
  return (
    <>
      <table class="runs">
        <thead>
          <tr>
            {shown.map((column) => (
              <Head key={column.id} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {found.value.slice(0, most.value).map((row) => (
            <Row key={row.run} row={row} shown={shown} />
          ))}
        </tbody>
      </table>
      <More title="Show more" left={found.value.length - most.value} onMore={() => (most.value += pageSize)} />
    </>
  )
}

function Head({ column: { id, title, right } }: { column: Column }) {
  const way = sort.value === id ? 'ascending' : sort.value === `-${id}` ? 'descending' : undefined
  const next = way === 'descending' ? id : `-${id}`
  return (
    <th scope="col" class={right ? 'right' : undefined} aria-sort={way}>
      <button class="sort" onClick={() => go(withQuery({ sort: next === '-updated' ? null : next }), { replace: true })}>
        {title}
        <span aria-hidden="true">{way === 'ascending' ? ' ↑' : way === 'descending' ? ' ↓' : ''}</span>
      </button>
    </th>
  )
}

function Row({ row, shown: [first, ...others] }: { row: RunRow; shown: readonly Column[] }) {
  return (
    <tr>
      <th scope="row">{first?.cell(row)}</th>
      {others.map(({ id, right, cell }) => (
        <td key={id} class={`${id}${right ? ' right figure' : ''}`}>
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}
