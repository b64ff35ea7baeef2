// The page's beginning: lets itself in, then shows what the address names.
import { render } from 'preact'
import './style.css'
import { ListPage } from './list-page.tsx'
import { NewPage } from './new-page.tsx'
import { place } from './route.tsx'
import { RunPage } from './run-page.tsx'
import { Shell } from './shell.tsx'
import { begin } from './store.ts'

function App() {
  const { path } = place.value
  const [, run, view] = /^\/run\/([a-z0-9-]+)(?:\/([a-z]+))?$/.exec(path) ?? []
  return <Shell>{run ? <RunPage key={run} run={run} view={view ?? 'overview'} /> : path === '/new' ? <NewPage /> : <ListPage />}</Shell>
}

render(<App />, document.getElementById('app') as HTMLElement)
void begin()
