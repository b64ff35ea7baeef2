// One run: the request, a status bar, and its views. Everything is reloaded when its journal has grown.
import { useEffect, useRef } from 'preact/hooks'
import type { RunDocument, Trouble } from '../document.ts'
import { About } from './about.tsx'
import { type ViewProps, address, tellingAt, versionBefore } from './address.ts'
import { get } from './api.ts'
import { Changes } from './changes.tsx'
import { toDecision } from './decide.tsx'
import { History } from './history.tsx'
import { useKeys } from './keys.ts'
import { PanelView } from './panels.tsx'
import { Empty, Loading, Troubled } from './parts.tsx'
import { useResource } from './resource.ts'
import { Link, go, place } from './route.tsx'
import { RunBar } from './run-bar.tsx'
import { current, line, rowOf, rows } from './store.ts'
import { Timeline } from './timeline.tsx'
import { WorkView } from './work.tsx'

export interface Tab {
  id: string
  title: string
  count?: number | undefined
}

export function RunPage({ run, view }: { run: string; view: string }) {
  const row = rowOf(run)
  // The row tells when there is something new; a reconnect may have missed it.
  const { value: document, trouble } = useResource(run, `${row?.seq} ${row?.busy} ${row?.trouble?.message} ${line.value === 'lost'}`, () =>
    get<RunDocument>(`/api/runs/${run}`),
  )
  const tabs = document ? tabsOf(document) : []
  useEffect(() => {
    current.value = document ? { document, tabs } : null
    return () => void (current.value = null)
  }, [document])
  useTitle(document)
  const nav = useShownTab(`${view} ${tabs.length}`)
  const views = Object.fromEntries(tabs.slice(0, 9).map(({ id }, index) => [String(index + 1), () => go(address(run, id))]))
  useKeys({ ...views, d: () => toDecision(run) }, [tabs.map(({ id }) => id).join(' ')])
  if (!document) return trouble ? <Unread run={run} trouble={trouble} /> : <Loading />
  const { judged } = document
  const wanted = Number(place.value.query.get('at')) || tellingAt(judged)
  const at = Math.min(Math.max(1, wanted), Math.max(1, judged.length))
  return (
    <>
      <About document={document} />
      <RunBar document={document} judged={judged[tellingAt(judged) - 1]} />
      <Troubled trouble={document.row.trouble ?? trouble} />
      <nav class="tabs" aria-label="Views of this run" ref={nav}>
        {tabs.map(({ id, title, count }) => (
          <Link key={id} to={address(run, id)} current={id === view}>
            {title}
            {count ? <span class="mark over">{count}</span> : null}
          </Link>
        ))}
      </nav>
      <div class="view">
        <View document={document} at={at} view={view} />
      </div>
    </>
  )
}

function tabsOf(document: RunDocument): Tab[] {
  const { judged, versions, steps, panels } = document
  const shown = judged[tellingAt(judged) - 1]
  return [
    { id: 'work', title: 'Work', count: shown?.findings },
    ...(versions.some(({ number }) => versionBefore(document, number)) ? [{ id: 'changes', title: 'Changes' }] : []),
    ...(steps.length > 0 ? [{ id: 'timeline', title: 'Timeline' }] : []),
    ...panels.filter(({ main }) => !main).map(({ id, title }) => ({ id, title })),
    { id: 'history', title: 'History' },
  ]
}

function Unread({ run, trouble }: { run: string; trouble: Trouble }) {
  const near = rows.value.filter(({ name, run: id }) => id.includes(run.slice(0, 6)) || run.includes(name)).slice(0, 5)
  return (
    <>
      <h1>{run}</h1>
      <Troubled trouble={{ message: trouble.message }} />
      <Empty title={near.length > 0 ? 'Did you mean one of these?' : 'It may have been removed.'}>
        <ul>
          {near.map(({ run: id, name }) => (
            <li key={id}>
              <Link to={`/run/${id}`}>{name}</Link>
            </li>
          ))}
          <li>
            <Link to="/">All runs</Link>
          </li>
        </ul>
      </Empty>
    </>
  )
}

function View({ document, at, view }: ViewProps & { view: string }) {
  switch (view) {
    case 'changes':
      return document.versions.length > 1 ? <Changes document={document} /> : <Empty title="There is only one version." />
    case 'timeline':
      return <Timeline document={document} at={at} />
    case 'history':
      return <History document={document} />
    default: {
      const panel = document.panels.find(({ id }) => id === view)
      return panel ? <PanelView panel={panel} run={document.row.run} /> : <WorkView document={document} at={at} />
    }
  }
}

/** If not all tabs fit, the open one is visible. */
function useShownTab(open: string) {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const tab = nav.current?.querySelector('[aria-current]')
    if (!nav.current || !tab) return
    const [all, one] = [nav.current.getBoundingClientRect(), tab.getBoundingClientRect()]
    nav.current.scrollLeft += one.left - all.left - (all.width - one.width) / 2
  }, [open])
  return nav
}

function useTitle(value: RunDocument | null): void {
  const text = value ? `${value.row.name}: ${value.gate ? 'waiting for you' : value.row.status.toLowerCase()} · Whetstone` : 'Whetstone'
  useEffect(() => {
    document.title = text
  }, [text])
}
