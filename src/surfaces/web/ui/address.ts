// The URL of a run's view, and the props of every view.
import type { RunDocument } from '../document.ts'

export { tellingAt, versionBefore } from '../../../report/story.ts'

export interface ViewProps {
  document: RunDocument
  /** The selected evaluation, from 1. */
  at: number
}

/** Former names of views, so that old links still work. */
const earlier: Readonly<Record<string, string>> = { overview: 'work', findings: 'work', artifact: 'work', steps: 'timeline' }

export const viewOf = (name: string) => earlier[name] ?? name

export const address = (run: string, view = 'work', query = '') => `/run/${run}${view === 'work' ? '' : `/${view}`}${query}`
