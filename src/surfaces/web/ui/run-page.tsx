// One run: where it stands, what it asks, why it ended, and its views. Everything is read anew when its journal has grown.
import { useEffect, useState } from 'preact/hooks'
import type { RunDocument, Step, Trouble } from '../document.ts'
import { type ViewProps, address } from './address.ts'
import { get, post } from './api.ts'
import { Artifact } from './artifact.tsx'
import { Changes } from './changes.tsx'
import { Decide } from './decide.tsx'
import { Findings } from './findings.tsx'
import { duration, figure, money, plural } from './format.ts'
import { History } from './history.tsx'
import { onKey } from './keys.ts'
import { Overview } from './overview.tsx'
import { PanelView } from './panels.tsx'
import { Ago, State, Troubled, now } from './parts.tsx'
import { troubleOf, useResource } from './resource.ts'
import { Link, go, place } from './route.tsx'
import { Steps } from './steps.tsx'
import { StopCardView } from './stop-card.tsx'
import { line, rowOf } from './store.ts'

const views: readonly { id: string; title: string; shows(document: RunDocument): boolean; count?(document: RunDocument): number }[] = [
  { id: 'overview', title: 'Overview', shows: () => true },
  { id: 'findings', title: 'Findings', shows: ({ judged }) => judged.length > 0, count: ({ judged }) => judged.at(-1)?.findings ?? 0 },
  { id: 'artifact', title: 'Artifact', shows: ({ versions }) => versions.length > 0 },
  { id: 'changes', title: 'Changes', shows: ({ versions }) => versions.length > 1 },
  { id: 'steps', title: 'Steps', shows: ({ steps }) => steps.length > 0, count: ({ steps }) => steps.length },
  { id: 'history', title: 'History', shows: () => true },
]

export function RunPage({ run, view }: { run: string; view: string }) {
  const row = rowOf(run)
  // The row tells when there is something new; a lost line that came back may have missed it.
  const { value: document, trouble } = useResource(run, `${row?.seq} ${row?.busy} ${row?.trouble?.message} ${line.value === 'lost'}`, () =>
    get<RunDocument>(`/api/runs/${run}`),
  )
  const tabs = document
    ? [
        ...views.filter((each) => each.shows(document)).map(({ id, title, count }) => ({ id, title, count: count?.(document) })),
        ...document.panels.map(({ id, title }) => ({ id, title, count: undefined })),
      ]
    : []
  useTitle(document)
  useEffect(() => {
    const keys = [
      ...tabs.slice(0, 9).map(({ id }, index) => onKey(String(index + 1), () => go(address(run, id)))),
      onKey('d', () => window.document.getElementById('decide')?.querySelector<HTMLElement>('input, button')?.focus()),
    ]
    return () => keys.forEach((off) => off())
  }, [tabs.map(({ id }) => id).join(' ')])
  if (!document) return trouble ? <Unread run={run} trouble={trouble} /> : <p class="quiet">Reading…</p>
  const at = Math.min(Math.max(1, Number(place.value.query.get('at')) || document.judged.length), Math.max(1, document.judged.length))
  return (
    <>
      <Head document={document} />
      <Troubled trouble={document.row.trouble ?? trouble} />
      {document.gate && <Decide key={document.gate.key} run={run} gate={document.gate} document={document} />}
      {document.stop && <StopCardView run={run} stop={document.stop} />}
      <nav class="tabs" aria-label="Views of this run">
        {tabs.map(({ id, title, count }) => (
          <Link key={id} to={address(run, id)} current={id === view}>
            {title}
            {count ? <span class="count">{count}</span> : null}
          </Link>
        ))}
      </nav>
      <div class="view">
        <View document={document} at={at} view={view} />
      </div>
    </>
  )
}

function Unread({ run, trouble }: { run: string; trouble: Trouble }) {
  return (
    <>
      <h1>{run}</h1>
      <Troubled trouble={trouble} />
      <p>
        <Link to="/">To the list of runs</Link>
      </p>
    </>
  )
}

function View({ document, at, view }: ViewProps & { view: string }) {
  switch (view) {
    case 'findings':
      return <Findings document={document} at={at} />
    case 'artifact':
      return <Artifact document={document} />
    case 'changes':
      return <Changes document={document} />
    case 'steps':
      return <Steps document={document} />
    case 'history':
      return <History document={document} />
    case 'overview':
      return <Overview document={document} at={at} />
    default: {
      const panel = document.panels.find(({ id }) => id === view)
      return panel ? <PanelView panel={panel} run={document.row.run} /> : <Overview document={document} at={at} />
    }
  }
}

function Head({ document: { row, createdAt, updatedAt, usage, judged, foreign, steps } }: { document: RunDocument }) {
  const last = judged.at(-1)
  const before = judged.at(-2)
  return (
    <header class="run-head">
      <p class="crumbs">
        <Link to="/">Runs</Link> / {row.workflow}
      </p>
      <div class="row wrap">
        <h1>{row.name}</h1>
        <State row={row} />
        <span class="grow" />
        {foreign ? <span class="quiet">of another tool: only read here</span> : <Buttons run={row.run} stage={row.stage} busy={row.busy} />}
      </div>
      <dl class="figures">
        {last && (
          <div>
            <dt>Score</dt>
            <dd>
              <Link to={address(row.run, 'findings')}>{last.shown}</Link>{' '}
              {before && <span class="quiet">{last.score > before.score ? '↑' : last.score < before.score ? '↓' : '='}</span>}
              {last.threshold !== null && <span class="quiet"> threshold {figure(last.threshold, last.scale)}</span>}
            </dd>
          </div>
        )}
        {row.maxIterations > 0 && (
          <div>
            <dt>Iteration</dt>
            <dd>
              {row.iteration} <span class="quiet">of {row.maxIterations}</span>
            </dd>
          </div>
        )}
        {row.phase && (
          <div>
            <dt>Level</dt>
            <dd>{row.phase}</dd>
          </div>
        )}
        {!foreign && (
          <>
            <div>
              <dt>Spent</dt>
              <dd>
                <Link to={address(row.run, 'steps')}>{money(usage.costMicros)}</Link>{' '}
                <span class="quiet">{plural(usage.calls, 'call')}</span>
              </dd>
            </div>
            <div>
              <dt>Worked</dt>
              <dd>{duration(workedMs(steps))}</dd>
            </div>
            <div>
              <dt>Started</dt>
              <dd>
                <Ago at={createdAt} />
              </dd>
            </div>
          </>
        )}
        {row.stage === 'ended' && (
          <div>
            <dt>Ended</dt>
            <dd>
              <Ago at={updatedAt} />
            </dd>
          </div>
        )}
      </dl>
    </header>
  )
}

/** Time in which at least one step was under way; steps that went on together are not counted twice. */
function workedMs(steps: readonly Step[]): number {
  let [sum, until] = [0, 0]
  for (const { askedAt, endedAt } of steps.toSorted((a, b) => a.askedAt - b.askedAt)) {
    const end = endedAt ?? now.value
    sum += Math.max(0, end - Math.max(askedAt, until))
    until = Math.max(until, end)
  }
  return sum
}

function Buttons({ run, stage, busy }: { run: string; stage: string; busy: boolean }) {
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [asking, setAsking] = useState(false)
  if (stage !== 'working') return null
  const act = (path: string, body = {}) => {
    setAsking(false)
    post(`/api/runs/${run}/${path}`, body).then(
      () => setTrouble(null),
      (error: unknown) => setTrouble(troubleOf(error)),
    )
  }
  return (
    <div class="buttons">
      {!busy && (
        <button class="primary" onClick={() => act('resume')}>
          Go on
        </button>
      )}
      {asking ? (
        <form
          class="inline"
          onSubmit={(event) => (
            event.preventDefault(),
            act('stop', { reason: String(new FormData(event.target as HTMLFormElement).get('reason') ?? '') })
          )}
        >
          <input name="reason" aria-label="Why it is stopped" placeholder="reason" autofocus />
          <button class="danger">Stop it</button>
        </form>
      ) : (
        <button onClick={() => setAsking(true)}>Stop…</button>
      )}
      <Troubled trouble={trouble} />
    </div>
  )
}

function useTitle(value: RunDocument | null): void {
  const text = value ? `${value.row.name}: ${value.gate ? 'waits for you' : value.row.status.toLowerCase()} · Whetstone` : 'Whetstone'
  useEffect(() => {
    document.title = text
  }, [text])
}
