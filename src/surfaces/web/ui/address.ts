// Where a view of a run is found, and what every view is given.
import type { RunDocument } from '../document.ts'

export { tellingAt, versionBefore } from '../../../report/story.ts'

export interface ViewProps {
  document: RunDocument
  /** Which evaluation is looked at, from 1. */
  at: number
}

/** Views had other names once; their links still lead somewhere. */
const earlier: Readonly<Record<string, string>> = { overview: 'work', findings: 'work', artifact: 'work', steps: 'timeline' }

export const viewOf = (name: string) => earlier[name] ?? name

export const address = (run: string, view = 'work', query = '') => `/run/${run}${view === 'work' ? '' : `/${view}`}${query}`
