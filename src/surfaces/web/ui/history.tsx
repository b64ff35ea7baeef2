// What happened, at three levels: in words, with every event, and as raw journal entries.
import { useState } from 'preact/hooks'
import type { HistoryLine, RunDocument } from '../document.ts'
import { get } from './api.ts'
import { clock, moment } from './format.ts'
import { Chips, Fold, More, Pre, Section, Troubled, typed } from './parts.tsx'
import { useResource } from './resource.ts'
import { place } from './route.tsx'

const pageSize = 200

export function History({ document: { row, entries } }: { document: RunDocument }) {
  const depth = place.value.query.get('depth') ?? 'compact'
  const [words, setWords] = useState('')
  const [most, setMost] = useState(pageSize)
  const { value, trouble } = useResource(row.run, entries, () => get<HistoryLine[]>(`/api/runs/${row.run}/history`))
  const wanted = words.toLowerCase()
  const lines = (value ?? []).filter(
    ({ text, event, data }) => (depth !== 'compact' || text !== null) && `${event} ${text ?? ''} ${data}`.toLowerCase().includes(wanted),
  )
  const seqs = [...new Set(lines.map(({ seq }) => seq))]
  return (
    <Section
      title="History"
      note={<Chips label="Depth" value={depth} options={{ compact: 'Compact', full: 'Full', raw: 'Raw' }} query="depth" />}
    >
      <Troubled trouble={trouble} />
      <input type="search" class="wide" placeholder="Filter events" aria-label="Filter events" value={words} onInput={typed(setWords)} />
      <More title="Show earlier ones" left={lines.length - most} onMore={() => setMost(most + pageSize * 5)} />
      <ol class={`history ${depth}`}>
        {depth === 'raw'
          ? seqs.slice(-most).map((seq) => <Raw key={seq} run={row.run} seq={seq} events={lines.filter((line) => line.seq === seq)} />)
          : lines.slice(-most).map((line, index) => <Event key={index} line={line} full={depth === 'full'} />)}
      </ol>
    </Section>
  )
}

function Event({ line: { seq, at, event, text, data }, full }: { line: HistoryLine; full: boolean }) {
  return (
    <li id={`entry-${seq}`}>
      <time dateTime={new Date(at).toISOString()} title={moment(at)} class="quiet">
        {clock(at)}
      </time>
      {full && <span class="quiet number">{seq}</span>}
      <span class="event">{event.replaceAll('_', ' ')}</span>
      <span class="said">
        {text ?? ''}
        {full && <code class="data">{data}</code>}
      </span>
    </li>
  )
}

function Raw({ run, seq, events }: { run: string; seq: number; events: readonly HistoryLine[] }) {
  const title = (
    <>
      <span class="number">{seq}</span> {clock(events[0]?.at ?? 0)} <span class="quiet">{events.map(({ event }) => event).join(', ')}</span>
    </>
  )
  return (
    <li>
      <Fold title={title} open={place.value.query.get('entry') === String(seq)}>
        {() => <Entry run={run} seq={seq} />}
      </Fold>
    </li>
  )
}

function Entry({ run, seq }: { run: string; seq: number }) {
  const { value, trouble } = useResource(`${run} ${seq}`, 0, () => get<object>(`/api/runs/${run}/entries/${seq}`))
  if (trouble) return <Troubled trouble={trouble} />
  return <Pre label={`Entry ${seq}`}>{value ? JSON.stringify(value, null, 2) : 'Loading…'}</Pre>
}
