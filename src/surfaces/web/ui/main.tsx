// The page's entry point: signs in, then shows what the URL names.
import { render } from 'preact'
import './style.css'
import './work.css'
import { viewOf } from './address.ts'
import { ListPage } from './list-page.tsx'
import { NewPage } from './new-page.tsx'
import { Empty } from './parts.tsx'
import { Link, place } from './route.tsx'
import { RunPage } from './run-page.tsx'
import { Shell } from './shell.tsx'
import { begin } from './store.ts'

function App() {
  return (
    <Shell>
      <Page path={place.value.path} />
    </Shell>
  )
}

function Page({ path }: { path: string }) {
  const [, run, view] = /^\/run\/([a-z0-9-]+)(?:\/([a-z]+))?$/.exec(path) ?? []
  if (run) return <RunPage key={run} run={run} view={viewOf(view ?? 'work')} />
  if (path === '/new') return <NewPage />
  return path === '/' ? <ListPage /> : <NotFound path={path} />
}

function NotFound({ path }: { path: string }) {
  return (
    <>
      <h1>Page not found</h1>
      <Empty title={`There is no page at ${path}.`}>
        <p>
          <Link to="/">All runs</Link>
        </p>
      </Empty>
    </>
  )
}

render(<App />, document.getElementById('app') as HTMLElement)
void begin()
